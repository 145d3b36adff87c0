/* A template that kernels.c and level_up.h include for each pair of cell types: sums of rows over
 * one more card.
 *
 * FROM and TO are the types of the cells; NAME(x) makes names for them. A next card that is not of
 * the flush suit is one of three of its rank, less those on the board, less those in the hand. Only
 * the last number differs between hands, and it is subtracted afterwards.
 */

static void NAME(add_rows)(TO *restrict to, const FROM *restrict from, TO times, unsigned cells)
{
    for (unsigned i = 0; i < cells; i++)
        to[i] += times * (TO)from[i];
}

/* Subtracts, once, the cells of hands that hold a card of that rank outside the flush suit. */
static void NAME(take_off)(TO *to, const FROM *from, unsigned rank)
{
    for (unsigned low = 0; low <= rank; low++) {
        const unsigned p = pair_index(rank, low);
        for (unsigned kind = 0; kind < 2; kind++)
            to[kind * PAIRS_WIDE + p] -= (TO)from[kind * PAIRS_WIDE + p];
    }
    for (unsigned high = rank; high < CR_RANKS; high++) {
        const unsigned p = pair_index(high, rank);
        for (unsigned kind = 0; kind < KINDS; kind += 2)
            to[kind * PAIRS_WIDE + p] -= (TO)from[kind * PAIRS_WIDE + p];
    }
}

/* The sum over one more card of any suit, for boards by their ranks alone; cards: on the board of
 * the sum. */
static void NAME(up_plain)(const struct class_tables *t, unsigned cards, unsigned index,
                           const FROM *rows, TO *sums)
{
    TO *sum = sums + (size_t)index * PAIRS_WIDE;
    memset(sum, 0, PAIRS_WIDE * sizeof *sum);
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const int left = CR_SUITS - t->multiset_at[cards][index].count[r];
        if (left <= 0)
            continue;
        const FROM *row = rows + (size_t)t->add[cards][index][r] * PAIRS_WIDE;
        NAME(add_rows)(sum, row, (TO)left, PAIRS_WIDE);
        for (unsigned low = 0; low <= r; low++)
            sum[pair_index(r, low)] -= (TO)row[pair_index(r, low)];
        for (unsigned high = r; high < CR_RANKS; high++)
            sum[pair_index(high, r)] -= (TO)row[pair_index(high, r)];
    }
}
