/* A template, included by kernels.c for each pair of cell types: sums a level over one more card.
 *
 * FROM and TO are the types of the cells, NAME(x) gives names of their own. For a board (mask in a
 * suit, others) the next card is either of the suit, which makes the mask larger, or of one of the
 * other three suits. There are three cards of a rank in those, less those on the board, less those
 * in the hand: the last is what differs between hands, and is taken off afterwards.
 */

static void NAME(add_rows)(TO *restrict to, const FROM *restrict from, TO times, unsigned cells)
{
    for (unsigned i = 0; i < cells; i++)
        to[i] += times * (TO)from[i];
}

/* Takes off once the row's cells of hands that hold a card of that rank outside the suit. */
static void NAME(take_off)(const struct class_tables *t, TO *to, const FROM *from, unsigned rank)
{
    for (unsigned low = 0; low <= rank; low++) {
        unsigned p = pair_index(rank, low);
        for (unsigned kind = 0; kind < 2; kind++)
            to[kind * PAIRS_WIDE + p] -= (TO)from[kind * PAIRS_WIDE + p];
    }
    for (unsigned high = rank; high < CR_RANKS; high++) {
        unsigned p = pair_index(high, rank);
        for (unsigned kind = 0; kind < KINDS; kind += 2)
            to[kind * PAIRS_WIDE + p] -= (TO)from[kind * PAIRS_WIDE + p];
    }
    (void)t;
}

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
        NAME(take_off)(t, sum, row, r);
    }
}

static void NAME(up_plain)(const struct class_tables *t, const struct level *from, struct level *to,
                           unsigned index)
{
    const FROM *rows = from->plain;
    TO *sum = (TO *)to->plain + (size_t)index * PAIRS_WIDE;
    memset(sum, 0, PAIRS_WIDE * sizeof *sum);
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const int left = CR_SUITS - t->multiset_at[to->cards][index].count[r];
        if (left <= 0)
            continue;
        const FROM *row = rows + (size_t)t->add[to->cards][index][r] * PAIRS_WIDE;
        NAME(add_rows)(sum, row, (TO)left, PAIRS_WIDE);
        for (unsigned low = 0; low <= r; low++)
            sum[pair_index(r, low)] -= (TO)row[pair_index(r, low)];
        for (unsigned high = r; high < CR_RANKS; high++)
            sum[pair_index(high, r)] -= (TO)row[pair_index(high, r)];
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
        NAME(up_plain)(t, from, to, i);
}

#undef FROM
#undef TO
#undef NAME
