/* The second settlement (second_settlement.h) as judge of whole games: asked once for each kind of
 * ending, remembered for all deals that end so. Of a seat's own hand the settlement asks for
 * category and first deciding rank, of the dealer's whether it qualifies and how the two compare.
 *
 * The Ante is so many cents that every pay of a table comes out whole: what is summed up is exact.
 */
#pragma once

#include "game/games/game.h"
#include "math/rational.h"
#include "second_settlement.h"

/* In cents. */
struct money {
    int64_t base, side;     /* what the round brings */
    int64_t staked;         /* of the base game */
    int64_t slot[CR_SLOTS]; /* what each wager brings */
};

struct judge {
    const struct house *house;
    const struct cr_game *game;
    int64_t ante, side; /* the stakes; side: of a side bet where there is one */
    struct remembered *entries;
};

/* with_side: the side bet lies there; only where it is decided by the seat's own hand. */
void judge_make(const struct house *house, const struct cr_game *game, bool with_side,
                struct judge *out);
void judge_free(struct judge *j);

/* What the seat's round comes to. mine, compared and qualified say of the cards what is asked for
 * above; the cards themselves are looked at when such an ending comes up first. */
const struct money *judge_settled(struct judge *j, const struct cr_round *round,
                                  const struct cr_seat *seat, const struct slow_hand *mine,
                                  int compared, bool qualified);

/* The common denominator of a pay table; 1 where there is none. */
int64_t table_parts(const struct house *house, const char *table);

/* Holds an exact figure against sum / parts, and says which file's it is; figures_held counts. */
void hold(const char *what, const struct house *house, struct cr_rational is, wide sum, wide parts);
extern unsigned long figures_held;
