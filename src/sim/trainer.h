/* The dealer's trainer: a whole round played by simulated patrons, and every wager that the trainee
 * settles, in the correct order (PG-6, UTH-13, TCP-7). */
#pragma once

#include "sim/ask.h"
#include "sim/game_play.h"
#include "sim/hand.h"

enum trainer_verdict { TRAINER_NONE, TRAINER_PAY, TRAINER_TAKE, TRAINER_PUSH, TRAINER_VERDICTS };

/* The words for verdicts in requests and answers. */
extern const char *const trainer_verdicts[TRAINER_VERDICTS];

/* One wager to settle, and how it is settled correctly. */
struct trainer_item {
    uint8_t seat;
    uint8_t slot;      /* CR_SLOTS: envy */
    uint8_t from_seat; /* for envy the seat with the award; else 0 */
    bool is_coin; /* a progressive bet: its coin dropped before the deal, so nothing is left to take
                   */
    struct cr_money stake;
    enum trainer_verdict verdict;
    struct cr_money amount; /* what is paid or, for a take, the stake; else zero */
    char why[128], rule[16], paragraph[CR_PARAGRAPH_MAX];
};

#define TRAINER_ITEMS_MAX (CR_SEATS * CR_SLOTS + CR_SEATS * (CR_SEATS - 1))

/* The round and its wagers. It points into itself, so it must not be moved. */
struct trainer {
    struct ask_table table;
    const struct trainer_rules *rules;
    struct hand hand;
    uint8_t item_count;
    struct trainer_item items[TRAINER_ITEMS_MAX];
};

/* The name of a slot ("play", "envy"), and its label ("Play", "Envy"). */
const char *trainer_slot_name(const struct trainer *tr, unsigned slot);
const char *trainer_slot_label(const struct trainer *tr, unsigned slot);

#define TRAINER_KEYS ASK_TABLE_KEYS, "seed", "round", "seats", "meters"

/* The trainer's rules for a game; a game without them is refused by name. */
int trainer_rules_of(struct ask *a, const struct cr_game *game, const struct trainer_rules **out);

/* Plays the round of a question after ask_open, and lists its wagers. */
int trainer_ask(struct ask *a, struct trainer *out);

/* Writes {"seat","wager","label","stake","from_seat"}; null for NULL. */
void trainer_add_item(const struct trainer *tr, const char *key, const struct trainer_item *item,
                      struct text *t);
