/* The wagers that may be placed before the deal: chips, wagers that go together, and what a
 * bankroll covers. Whether a set of wagers is allowed is checked by the round. */
#pragma once

#include "game/round/round.h"

/* Whether the wager in a slot always equals the Ante, as every placed base wager does (UTH-1: the
 * Blind). */
bool bets_follows(const struct cr_game *game, unsigned slot);

/* Whether the player chooses the amount in this slot. progressive is NULL for none. */
bool bets_is_free(const struct cr_rules *rules, const struct cr_progressive *progressive,
                  unsigned slot);

/* The posted limits of a slot; for the Ante together with those of the wagers that equal it. Where
 * no minimum is posted it is the smallest chip. */
struct cr_limits bets_limits(const struct cr_rules *rules, unsigned slot, struct cr_money chip);
/* The amount inside the limits that is nearest to `amount`. */
struct cr_money bets_clamp(struct cr_money amount, struct cr_limits limits);

/* The next larger or smaller amount that chips make, inside the limits. Below the minimum, an Ante
 * stays and a side bet is taken back. */
struct cr_money bets_raise(const struct cr_rules *rules, unsigned slot, struct cr_money chip,
                           struct cr_money amount);
struct cr_money bets_lower(const struct cr_rules *rules, unsigned slot, struct cr_money chip,
                           struct cr_money amount);

/* Sets the amount of a slot; with an Ante also those of the wagers that equal it. */
void bets_set(const struct cr_rules *rules, unsigned slot, struct cr_money amount,
              struct cr_money bets[CR_SLOTS]);

/* Places a seat's wagers in a round that takes bets; only those that differ from what lies
 * there. */
int bets_place(struct round *r, unsigned seat, uint16_t patron,
               const struct cr_money bets[CR_SLOTS], struct cr_err *err);

struct cr_money bets_total(const struct cr_money bets[CR_SLOTS]);

/* Lowers the wagers of all seats until the bankroll covers them: side bets first, then the Antes,
 * then whole seats. False, and nothing on the table, when it covers no wager at all. */
bool bets_fit(const struct cr_rules *rules, struct cr_money chip, struct cr_money bankroll,
              struct cr_money bets[CR_SEATS][CR_SLOTS]);
