/* A simulated year of a link, booked in the ledger that a floor uses.
 *
 * Between two awards there are only coins; they are booked together, which gives the same
 * millionths as one after the other. An award is drawn with its exact probability, taken off its
 * meter, paid and booked as on a floor. The books must balance at the end of every year.
 */
#pragma once

#include "floor/ledger.h"

#include <croupier/house.h>

/* As cr_link_year_play, with the same result to the millionth, but in a link's ledger. CR_E_RANGE:
 * a year can come to more than money can hold, or the books do not balance; the fault says how. */
int house_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                    struct cr_link_year *out, struct cr_err *err);
