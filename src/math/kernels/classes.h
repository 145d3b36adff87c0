/* Classes of boards: boards that are the same for every showdown are one class.
 *
 * Without three cards of a suit on the board no flush is possible and only ranks count: 6,175
 * multisets of five ranks. With three or more of a suit, only two things count: the ranks in that
 * flush suit (a mask of 3, 4 or 5 ranks) and the ranks of the other cards (a multiset of 2, 1 or
 * 0): 36,608 classes more. A hole card is then described by its rank and by whether it is in the
 * flush suit.
 *
 * The same holds for boards that are not complete: a board of n cards can become a flush in a suit
 * of which it has at least n - 2. So a flush class of n cards is a mask of n - 2, n - 1 or n ranks
 * and the multiset of the other ranks.
 *
 * Multisets and masks are numbered in the combinatorial number system, so that an index is a sum of
 * binomials and needs no search.
 */
#pragma once

#include <croupier/cards.h>

#include <stdint.h>

#define PAIRS      91 /* hole cards by rank: high >= low */
#define PAIRS_WIDE 96 /* padded to whole vectors */

/* Multisets of five ranks. Those with five of one rank are numbered too, but never used. */
#define MULTISETS_5 6188
#define MASKS_5     1287
#define MASKS_ALL   8192

/* The most flush classes that boards of 3, 4 or 5 cards have: those of five cards. */
#define FLUSH_CLASSES_5 (286 * 91 + 715 * 13 + 1287)

/* How many cards there are of each rank. */
struct ranks {
    uint8_t count[CR_RANKS];
};

/* The number of a pair of ranks, as a multiset of two. */
static inline unsigned pair_index(unsigned high, unsigned low)
{
    return high * (high + 1) / 2 + low;
}

unsigned multiset_index(const struct ranks *ranks);

/* Small tables that every loop needs. They are made once for an analysis and then only read. */
struct class_tables {
    uint8_t pair_high[PAIRS_WIDE], pair_low[PAIRS_WIDE];
    uint16_t masks[6], multisets[6]; /* how many there are of each size */
    uint16_t mask_index[MASKS_ALL];  /* among the masks of its size */
    uint16_t mask_at[6][MASKS_5];    /* by size and number */
    struct ranks multiset_at[6][MULTISETS_5];
    uint16_t add[5][1820][CR_RANKS]; /* by size and number: the number with one rank more */
    uint32_t flush_start[6][6];      /* first class, by cards on the board and size of the mask */
    uint32_t flush_classes[6];       /* how many there are, by cards on the board */
};

void class_tables_init(struct class_tables *t);

/* Calls a function for every class of complete boards, from several threads: `plain` for those
 * without a flush, with the number of their ranks; `flush` for the others, with their mask and the
 * number of the other ranks. */
typedef void plain_class_fn(void *context, unsigned index);
typedef void flush_class_fn(void *context, unsigned size, unsigned mask, unsigned others);
void classes_visit(const struct class_tables *t, plain_class_fn *plain, flush_class_fn *flush,
                   void *context);

/* The flush class of a board: `mask` has its ranks in the suit, `others` is the number of its other
 * ranks. */
static inline unsigned flush_class(const struct class_tables *t, unsigned cards, unsigned size,
                                   unsigned mask, unsigned others)
{
    return t->flush_start[cards][size] +
           (unsigned)t->mask_index[mask] * t->multisets[cards - size] + others;
}
