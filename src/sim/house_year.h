/* A year of a floor before it opens: bets and awards of a link on its real books.
 *
 * Between two awards nothing happens but coins: they are booked together, which comes to the same
 * millionths as one after the other. An award is drawn with its exact chance, taken off its meter,
 * paid and booked as on a floor. The books must balance at the end of every year.
 */
#pragma once

#include "floor/ledger.h"

#include <croupier/house.h>

/* As cr_link_year_play, to the millionth, on the books of a link. CR_E_RANGE: the books do not
 * balance, with the fault. */
int house_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                    struct cr_link_year *out, struct cr_err *err);
