/* A template that kernels.c includes for each pair of cell types: sums a whole level over one more
 * card. FROM and TO are the types of the cells; NAME(x) makes names for them. */
#include "math/kernels/row_ops.h"

static void NAME(up_flush)(const struct class_tables *t, const struct level *from, struct level *to,
                           unsigned size, unsigned mask, unsigned others)
{
    const unsigned cells = KINDS * PAIRS_WIDE;
    const unsigned other_cards = to->cards - size;
    const FROM *rows = from->flush;
    TO *sum = (TO *)to->flush + (size_t)flush_class(t, to->cards, size, mask, others) * cells;
    memset(sum, 0, cells * sizeof *sum);
    for (unsigned r = 0; r < CR_RANKS; r++)
        if (!(mask >> r & 1))
            NAME(add_rows)
    (sum, rows + (size_t)flush_class(t, from->cards, size + 1, mask | 1u << r, others) * cells, 1,
     cells);
    if (size < from->cards - 2)
        return; /* with a card of another suit this suit can no longer make a flush */
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const int left = CR_SUITS - 1 - t->multiset_at[other_cards][others].count[r];
        if (left == 0)
            continue;
        const FROM *row =
            rows +
            (size_t)flush_class(t, from->cards, size, mask, t->add[other_cards][others][r]) * cells;
        NAME(add_rows)(sum, row, (TO)left, cells);
        NAME(take_off)(sum, row, r);
    }
}

static void NAME(up)(const struct class_tables *t, const struct level *from, struct level *to)
{
    for (unsigned size = to->cards - 2; size <= to->cards; size++) {
#pragma omp parallel for schedule(dynamic, 4)
        for (unsigned m = 0; m < t->masks[size]; m++)
            for (unsigned o = 0; o < t->multisets[to->cards - size]; o++)
                NAME(up_flush)(t, from, to, size, t->mask_at[size][m], o);
    }
#pragma omp parallel for schedule(static)
    for (unsigned i = 0; i < t->multisets[to->cards]; i++)
        NAME(up_plain)(t, to->cards, i, from->plain, to->plain);
}

#undef FROM
#undef TO
#undef NAME
