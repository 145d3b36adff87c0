/* Sums of quantities over boards, from complete boards back to the flop.
 *
 * A quantity of a showdown (wins less losses, say) is known for every hand on every class of
 * complete boards. Its sum over the rivers of a board of four cards, and over the turns of a flop,
 * is again a table by class. For boards by their ranks alone the table has a row of 91 pairs of
 * ranks; for each suit in which a flush is possible it has four rows (the kinds of hole cards) with
 * the difference that the suit makes. The sum of a hand on a real board is its cell in the row of
 * the ranks plus one difference for each such suit. Nothing is stored by suit, and no board is
 * visited twice.
 */
#pragma once

#include "math/kernels/showdowns.h"

#include <stddef.h>

#define QUANTITIES_MAX 64

typedef int64_t row64[PAIRS_WIDE];
typedef int32_t row32[PAIRS_WIDE];
typedef int16_t row16[PAIRS_WIDE];

/* One quantity on boards of `cards` cards; cells of 16, 32 or 64 bits. */
struct level {
    unsigned cards;
    unsigned cell_bytes;
    void *plain;  /* [multisets] rows */
    void *flush;  /* [flush classes][KINDS] rows */
    void *memory; /* holds both */
    size_t bytes;
};

/* Makes a level with zeroed memory; false when memory is short (then there is nothing to free). */
bool level_new(const struct class_tables *t, unsigned cards, unsigned cell_bytes,
               struct level *out);

/* The same for four cards, without the classes with two cards in the flush suit, which are most of
 * them. */
bool level_new_partial(const struct class_tables *t, unsigned cell_bytes, struct level *out);

/* Whether such a board exists: no rank occurs five times. */
bool is_board(const struct ranks *ranks);
void level_free(struct level *level);

/* Fills out[q][kind][pair] for one class; kinds above 0 only for flush classes. Cells of impossible
 * hands must be zero. */
typedef int64_t quantity_rows[KINDS][PAIRS_WIDE];
typedef void quantities_of(const void *context, const struct showdowns *s, unsigned kinds,
                           quantity_rows *out);

/* Visits every class of complete boards and stores the quantities that `of` calculates. The levels
 * have five cards; those without memory are skipped. False when memory is short. */
bool levels_play_out(const struct class_tables *t, uint16_t qualifying_rank, quantities_of *of,
                     const void *context, unsigned quantities, struct level *levels);
