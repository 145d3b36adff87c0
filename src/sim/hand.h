/* One practice round, played from its question alone: equal setups and equal actions give equal
 * rounds. Simulated patrons bet and decide by themselves; the cards come from the seed. */
#pragma once

#include "game/round/round.h"

struct hand_setup {
    const struct cr_rules *rules;             /* borrowed */
    const struct cr_progressive *progressive; /* borrowed; NULL for none */
    const struct cr_meters *meters;           /* as shown before the round */
    uint64_t seed, round;                     /* round: from 1 */
    unsigned own;                             /* the player's seat; 0: nobody's */
    struct cr_money wagers[CR_SLOTS];         /* of the player */
    unsigned neighbours;                      /* bit s: seat s is simulated */
    struct cr_money ante;                     /* what neighbours bet around */
};

/* One decision of the player: how much was open when it was made. */
struct hand_decision {
    uint8_t stage, open;
};

struct hand {
    struct hand_setup setup;
    struct round round; /* ACTING with the player in turn, or SETTLED */
    struct cr_deck deck;
    uint8_t deal_count;
    struct {
        struct deal_step step;
        uint8_t part; /* before which decision it was dealt */
        cr_card card;
    } deal[DEAL_STEPS_MAX];
    uint8_t decision_count;
    struct hand_decision decisions[CR_STAGES];
};

/* An Ante that the rules allow, near 10.00: where nobody says another. */
struct cr_money hand_usual_ante(const struct cr_rules *rules);

/* Takes the wagers, deals, and goes on to the player's first decision or to the end. The fault is
 * the round's own sentence. */
int hand_start(struct hand *h, const struct hand_setup *setup, struct cr_err *err);

/* The player acts, and the round goes on. */
int hand_act(struct hand *h, const char *word, size_t len, struct cr_err *err);

/* What hole cards and the open board make; "" while there are too few cards for a hand. */
void hand_name(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX]);
