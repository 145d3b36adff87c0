/* Sums over boards, from complete boards back to the flop.
 *
 * A quantity of a showdown (wins less losses, say) is known for every hand on every class of
 * complete boards. Its sum over the rivers of a board of four cards, and over the turns of a flop,
 * is again a table by class: a row of 91 pairs of ranks for boards by their ranks alone, and for
 * each suit that can come to a flush four rows (kinds of hole cards) that hold the difference the
 * suit makes. A hand's sum on a real board is the row of its ranks plus one difference for each
 * such suit. Nothing is ever stored by suit, and no board is looked at twice.
 */
#pragma once

#include "math/kernels/showdowns.h"

#include <stddef.h>

#define QUANTITIES_MAX 64

typedef int64_t row64[PAIRS_WIDE];
typedef int32_t row32[PAIRS_WIDE];
typedef int16_t row16[PAIRS_WIDE];

/* One quantity on boards of so many cards; cells of 16, 32 or 64 bits. */
struct level {
    unsigned cards;
    unsigned cell_bytes;
    void *plain;  /* [multisets] rows */
    void *flush;  /* [flush classes][KINDS] rows */
    void *memory; /* where both are */
    size_t bytes;
};

/* Zeroed memory for a level; false without memory (then there is nothing to free). */
bool level_new(const struct class_tables *t, unsigned cards, unsigned cell_bytes,
               struct level *out);

/* The same for four cards without the classes of two in the suit, which are most of them. */
bool level_new_partial(const struct class_tables *t, unsigned cell_bytes, struct level *out);

/* Whether there can be such a board: no rank five times. */
bool is_board(const struct ranks *ranks);
void level_free(struct level *level);

/* Fills out[q][kind][pair] for one class; kinds beyond 0 only for flush classes. Cells of hands
 * that are not possible must be zero. */
typedef int64_t quantity_rows[KINDS][PAIRS_WIDE];
typedef void quantities_of(const void *context, const struct showdowns *s, unsigned kinds,
                           quantity_rows *out);

/* Plays out every class of complete boards and stores what `of` makes of it. The levels have five
 * cards; those without memory are left out. False without memory for the work itself. */
bool levels_play_out(const struct class_tables *t, uint16_t qualifying_rank, quantities_of *of,
                     const void *context, unsigned quantities, struct level *levels);
