/* The functions that list the endings of each game under any play.
 *
 * A lister says which cards a hand has. Whether a fold forfeits a wager or the progressive is left
 * to the settlement of the ending.
 */
#pragma once

#include "math/endings/ending_bag.h"
#include "math/strategy/strategy.h"

/* Adds all endings of a round to the bag. False when there is not enough memory. */
typedef bool list_endings(const struct cr_rules *rules, const struct strategy *play,
                          struct ending_bag *bag);

list_endings list_endings_pg, list_endings_uth, list_endings_tcp, list_endings_streets,
    list_endings_fcp;

/* Lists the endings under a play that exists already. On failure *out is empty. */
int endings_list_played(const struct cr_rules *rules, const struct strategy *play,
                        struct cr_endings *out, struct cr_err *err);

/* The exact value of a round under such a play, in Antes. */
int endings_value(const struct cr_rules *rules, const struct strategy *play,
                  struct cr_rational *out, struct cr_err *err);
