/* The checks that a round could have been played, one by one. Texts of faults do not name the seat,
 * unless said below: the caller does. */
#pragma once

#include <croupier/settle.h>

/* One wager by itself: placed before the deal, whole cents, inside the posted limits, exactly the
 * bet for a progressive. */
int check_wager(const struct cr_rules *rules, const struct cr_progressive *progressive,
                unsigned slot, struct cr_money wager, struct cr_err *err);

/* All wagers of a seat: each by itself, at least one, and the game's own rule for the set. */
int check_seat_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      const struct cr_seat *seat, struct cr_err *err);

/* UTH-16: no patron holds more hands than the house allows. The fault names the seat. */
int check_patrons(const struct cr_rules *rules, const struct cr_round *round, struct cr_err *err);

/* At least one seat is taken; the wagers of every seat, its actions if has_actions, and the
 * patrons. The fault names the seat. */
int check_seats(const struct cr_rules *rules, const struct cr_progressive *progressive,
                const struct cr_round *round, bool has_actions, struct cr_err *err);
