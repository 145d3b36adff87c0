/* One practice round, played from its question alone: equal setups and equal actions give equal
 * rounds. Simulated patrons bet and decide by themselves, and the cards come from the seed. */
#pragma once

#include "game/round/round.h"

struct hand_setup {
    const struct cr_rules *rules;             /* borrowed */
    const struct cr_progressive *progressive; /* borrowed; NULL for none */
    const struct cr_meters *meters;           /* as shown before the round */
    uint64_t seed, round;                     /* round: from 1 */
    unsigned own;                             /* the player's seat; 0: there is no player */
    struct cr_money wagers[CR_SLOTS];         /* of the player */
    unsigned neighbours;                      /* bit s: seat s is simulated */
    struct cr_money ante;                     /* around which the neighbours' Antes vary */
};

/* One decision of the player: its stage, and how many board cards were open. */
struct hand_decision {
    uint8_t stage, open;
};

struct hand {
    struct hand_setup setup;
    struct round round; /* its phase is ACTING with the player in turn, or SETTLED */
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

/* The default Ante: the amount nearest to 10.00 that the rules allow. */
struct cr_money hand_usual_ante(const struct cr_rules *rules);

/* Places the wagers, deals, and continues to the player's first decision or to the end. A fault has
 * the round's own sentence. */
int hand_start(struct hand *h, const struct hand_setup *setup, struct cr_err *err);

/* Takes the player's action and continues to the next decision or the end. */
int hand_act(struct hand *h, const char *word, size_t len, struct cr_err *err);

/* Names what hole cards and open board make; "" while there are too few cards for a hand. */
void hand_name(const struct round *r, const cr_card *cards, char out[CR_HAND_NAME_MAX]);
