/* Whether a round could have been played: the questions, one at a time. Texts of faults do not
 * name the seat; the caller does. */
#pragma once

#include <croupier/settle.h>

/* One wager by itself: placed before the deal, whole cents, inside the posted limits, exactly the
 * bet for a progressive. */
int check_wager(const struct cr_rules *rules, const struct cr_progressive *progressive,
                unsigned slot, struct cr_money wager, struct cr_err *err);

/* All wagers of a seat: each by itself, at least one, and the game's own rule for the set. */
int check_seat_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      const struct cr_seat *seat, struct cr_err *err);

/* UTH-16: no patron holds more hands than the house allows. Names the seat. */
int check_patrons(const struct cr_rules *rules, const struct cr_round *round, struct cr_err *err);

/* Somebody plays; every seat's wagers, its actions where there are any yet, and the patrons. Names
 * the seat. */
int check_seats(const struct cr_rules *rules, const struct cr_progressive *progressive,
                const struct cr_round *round, bool has_actions, struct cr_err *err);
