/* A template that kernels.c includes for each pair of cell types: from complete boards to sums, in
 * one pass.
 *
 * This does what levels_play_out and the level_up functions do one after the other, in little
 * memory: the rows of complete boards are used up while they are in the cache and are never stored
 * as a whole. FIVE is the type of their cells, CELL that of the sums. NAME(x) makes names for the
 * types, and also names the row operations from FIVE to CELL; CELLS(x) names those from CELL to
 * CELL.
 *
 * Boards are taken in the order of their cards outside the flush suit ("others"), because then
 * everything that a board of four or three cards needs from a class comes close together:
 *   two others {y, z}:  (3 ranks, yz) → (2 ranks, yz) → (1 rank, yz), (2 ranks, z) and (2 ranks, y)
 *                                     → (3 ranks, z) and (3 ranks, y)
 *   one other {z}:      (4 ranks, z)  → (3 ranks, z)  → (2 ranks, z), (3 ranks)
 *                                     → (4 ranks)
 *   none:               (5 ranks)     → (4 ranks)     → (3 ranks)
 * Loops inside one of these steps write to different places, so threads share them.
 */

#define ROWS (KINDS * PAIRS_WIDE) /* cells of one class */

/* The work of one run. */
struct NAME(work) {
    const struct stream *s;
    struct plain_order *orders; /* [MULTISETS_5] */
    struct flush_order *flush;  /* [mask] of the step's size */
    FIVE *plain;                /* [quantity][MULTISETS_5][PAIRS_WIDE] */
    FIVE *five;                 /* [mask][quantity][ROWS]: the step's complete boards */
    CELL *four;                 /* [mask of 2][quantity][ROWS]: sums that the levels do not keep */
};

static FIVE *NAME(five_at)(const struct NAME(work) * w, unsigned mask, unsigned q)
{
    return w->five + ((size_t)w->s->t->mask_index[mask] * w->s->quantities + q) * ROWS;
}

/* The place of sums over four cards: in the level, except for masks of two when only flops are
 * wanted. */
static CELL *NAME(four_at)(const struct NAME(work) * w, unsigned size, unsigned mask,
                           unsigned others, unsigned q)
{
    const struct class_tables *t = w->s->t;
    if (size == 2 && w->four)
        return w->four + ((size_t)t->mask_index[mask] * w->s->quantities + q) * ROWS;
    const size_t skipped = w->four ? t->flush_start[4][3] : 0;
    return (CELL *)w->s->four[q].flush +
           (flush_class(t, 4, size, mask, others) - skipped) * (size_t)ROWS;
}

static CELL *NAME(three_at)(const struct NAME(work) * w, unsigned size, unsigned mask,
                            unsigned others, unsigned q)
{
    return (CELL *)w->s->three[q].flush +
           (size_t)flush_class(w->s->t, 3, size, mask, others) * ROWS;
}

/* Adds to `to` the sum over one more card of rank y outside the flush suit, beside `others` cards
 * of that rank. */
static void NAME(add_other)(CELL *to, const CELL *from, unsigned y, unsigned others)
{
    CELLS(add_rows)(to, from, (CELL)(CR_SUITS - 1 - (int)others), ROWS);
    CELLS(take_off)(to, from, y);
}

static void NAME(add_other_five)(CELL *to, const FIVE *from, unsigned y, unsigned others)
{
    NAME(add_rows)(to, from, (CELL)(CR_SUITS - 1 - (int)others), ROWS);
    NAME(take_off)(to, from, y);
}

/* Calculates the quantities of a complete board, less those of its ranks alone. */
static void NAME(play)(const struct NAME(work) * w, unsigned size, unsigned mask, unsigned others)
{
    const struct stream *s = w->s;
    const struct class_tables *t = s->t;
    const struct ranks *other = &t->multiset_at[5 - size][others];
    quantity_rows rows[QUANTITIES_MAX];
    struct showdowns showdowns;
    unsigned ranks = others;
    for (unsigned left = mask, cards = 5 - size; left; left &= left - 1)
        ranks = t->add[cards++][ranks][__builtin_ctz(left)];
    showdowns_flush(t, mask, other, &w->orders[ranks], &w->flush[t->mask_index[mask]],
                    s->qualifying_rank, &showdowns);
    showdowns.class = flush_class(t, 5, size, mask, others);
    s->of(s->context, &showdowns, KINDS, rows);
    for (unsigned q = 0; q < s->quantities; q++) {
        if (!s->needed[q])
            continue;
        const FIVE *base = w->plain + ((size_t)q * MULTISETS_5 + ranks) * PAIRS_WIDE;
        FIVE *to = NAME(five_at)(w, mask, q);
        for (unsigned kind = 0; kind < KINDS; kind++)
            for (unsigned p = 0; p < PAIRS_WIDE; p++)
                to[kind * PAIRS_WIDE + p] =
                    showdowns.rank[kind][p] ? (FIVE)(rows[q][kind][p] - base[p]) : (FIVE)0;
    }
}

/* Repeats a block for every quantity that is needed. */
#define FOR_NEEDED(q)                                                                              \
    for (unsigned q = 0; q < w->s->quantities; q++)                                                \
        if (w->s->needed[q])

/* Sums over one more card of the flush suit: each rank that the mask lacks. */
static void NAME(add_suited)(const struct NAME(work) * w, CELL *to, unsigned mask, unsigned q)
{
    for (unsigned r = 0; r < CR_RANKS; r++)
        if (!(mask >> r & 1))
            NAME(add_rows)(to, NAME(five_at)(w, mask | 1u << r, q), 1, ROWS);
}

/* The same from the sums of four cards to those of a flop. */
static void NAME(add_suited_four)(const struct NAME(work) * w, unsigned size, unsigned mask,
                                  unsigned others, unsigned q)
{
    CELL *to = NAME(three_at)(w, size, mask, others, q);
    for (unsigned r = 0; r < CR_RANKS; r++)
        if (!(mask >> r & 1))
            CELLS(add_rows)(to, NAME(four_at)(w, size + 1, mask | 1u << r, others, q), 1, ROWS);
}

/* Makes the order of hands that make a flush, for every mask of a size. */
static void NAME(order_flushes)(const struct NAME(work) * w, unsigned size)
{
    const struct class_tables *t = w->s->t;
#pragma omp for schedule(dynamic, 8)
    for (unsigned m = 0; m < t->masks[size]; m++)
        flush_order_make(t, t->mask_at[size][m], &w->flush[m]);
}

/* All boards with two cards, of ranks y and z, outside the flush suit. */
static void NAME(two_others)(const struct NAME(work) * w, unsigned o)
{
    const struct class_tables *t = w->s->t;
    const unsigned ranks[2] = {t->pair_high[o], t->pair_low[o]};
    const unsigned same = ranks[0] == ranks[1];
    const unsigned ways = same ? 1 : 2; /* which of the two is the next card */
#pragma omp for schedule(dynamic, 4)
    for (unsigned m = 0; m < t->masks[3]; m++) {
        const unsigned mask = t->mask_at[3][m];
        NAME(play)(w, 3, mask, o);
        FOR_NEEDED(q)
        {
            const FIVE *five = NAME(five_at)(w, mask, q);
            for (unsigned i = 0; i < ways; i++) {
                CELL *four = NAME(four_at)(w, 3, mask, ranks[1 - i], q);
                NAME(add_other_five)(four, five, ranks[i], same);
            }
        }
    }
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[2]; m++) {
        const unsigned mask = t->mask_at[2][m];
        FOR_NEEDED(q)
        {
            CELL *four = NAME(four_at)(w, 2, mask, o, q);
            memset(four, 0, ROWS * sizeof *four);
            NAME(add_suited)(w, four, mask, q);
            for (unsigned i = 0; i < ways && w->s->three; i++) {
                CELL *three = NAME(three_at)(w, 2, mask, ranks[1 - i], q);
                NAME(add_other)(three, four, ranks[i], same);
            }
        }
    }
    if (!w->s->three)
        return;
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[1]; m++)
        FOR_NEEDED(q)
        {
            NAME(add_suited_four)(w, 1, t->mask_at[1][m], o, q);
        }
}

/* All boards with one card, of rank z, outside the flush suit. */
static void NAME(one_other)(const struct NAME(work) * w, unsigned z)
{
    const struct class_tables *t = w->s->t;
#pragma omp for schedule(dynamic, 8)
    for (unsigned m = 0; m < t->masks[4]; m++) {
        const unsigned mask = t->mask_at[4][m];
        NAME(play)(w, 4, mask, z);
        FOR_NEEDED(q)
        {
            CELL *four = NAME(four_at)(w, 4, mask, 0, q);
            NAME(add_other_five)(four, NAME(five_at)(w, mask, q), z, 0);
        }
    }
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[3]; m++) {
        const unsigned mask = t->mask_at[3][m];
        FOR_NEEDED(q)
        {
            CELL *four = NAME(four_at)(w, 3, mask, z, q);
            NAME(add_suited)(w, four, mask, q);
            if (w->s->three)
                NAME(add_other)(NAME(three_at)(w, 3, mask, 0, q), four, z, 0);
        }
    }
    if (!w->s->three)
        return;
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[2]; m++)
        FOR_NEEDED(q)
        {
            NAME(add_suited_four)(w, 2, t->mask_at[2][m], z, q);
        }
}

/* All boards with five cards of the suit. */
static void NAME(no_other)(const struct NAME(work) * w)
{
    const struct class_tables *t = w->s->t;
#pragma omp for schedule(dynamic, 8)
    for (unsigned m = 0; m < t->masks[5]; m++)
        NAME(play)(w, 5, t->mask_at[5][m], 0);
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[4]; m++)
        FOR_NEEDED(q)
        {
            const unsigned mask = t->mask_at[4][m];
            NAME(add_suited)(w, NAME(four_at)(w, 4, mask, 0, q), mask, q);
        }
    if (!w->s->three)
        return;
#pragma omp for schedule(static)
    for (unsigned m = 0; m < t->masks[3]; m++)
        FOR_NEEDED(q)
        {
            NAME(add_suited_four)(w, 3, t->mask_at[3][m], 0, q);
        }
}

/* Boards by their ranks alone, and their sums. */
static void NAME(plain_boards)(const struct NAME(work) * w)
{
    const struct stream *s = w->s;
    const struct class_tables *t = s->t;
#pragma omp for schedule(dynamic, 64)
    for (unsigned i = 0; i < MULTISETS_5; i++) {
        quantity_rows rows[QUANTITIES_MAX];
        struct showdowns showdowns;
        memset(rows, 0, s->quantities * sizeof rows[0]);
        if (is_board(&t->multiset_at[5][i])) {
            plain_order_make(t, &t->multiset_at[5][i], &w->orders[i]);
            showdowns_plain(t, &t->multiset_at[5][i], &w->orders[i], s->qualifying_rank,
                            &showdowns);
            showdowns.class = i;
            s->of(s->context, &showdowns, 1, rows);
        }
        FOR_NEEDED(q)
        {
            FIVE *to = w->plain + ((size_t)q * MULTISETS_5 + i) * PAIRS_WIDE;
            for (unsigned p = 0; p < PAIRS_WIDE; p++)
                to[p] = (FIVE)rows[q][0][p];
        }
    }
#pragma omp for schedule(static)
    for (unsigned i = 0; i < t->multisets[4]; i++)
        FOR_NEEDED(q)
        {
            const FIVE *from = w->plain + (size_t)q * MULTISETS_5 * PAIRS_WIDE;
            NAME(up_plain)(t, 4, i, from, s->four[q].plain);
        }
    if (!s->three)
        return;
#pragma omp for schedule(static)
    for (unsigned i = 0; i < t->multisets[3]; i++)
        FOR_NEEDED(q)
        {
            CELLS(up_plain)(t, 3, i, s->four[q].plain, s->three[q].plain);
        }
}

static bool NAME(stream)(const struct stream *s)
{
    const size_t classes = s->t->masks[5], rows = ROWS * sizeof(FIVE);
    struct NAME(work) w = {.s = s,
                           .orders = malloc(MULTISETS_5 * sizeof *w.orders),
                           .flush = malloc(classes * sizeof *w.flush),
                           .plain = malloc(MULTISETS_5 * s->quantities * sizeof(FIVE) * PAIRS_WIDE),
                           .five = malloc(classes * s->quantities * rows)};
    if (s->three)
        w.four = malloc(s->t->masks[2] * s->quantities * ROWS * sizeof(CELL));
    const bool enough = w.orders && w.flush && w.plain && w.five && (w.four || !s->three);
    if (enough) {
#pragma omp parallel
        {
            NAME(plain_boards)(&w);
            NAME(order_flushes)(&w, 3);
            for (unsigned o = 0; o < s->t->multisets[2]; o++)
                NAME(two_others)(&w, o);
            NAME(order_flushes)(&w, 4);
            for (unsigned z = 0; z < CR_RANKS; z++)
                NAME(one_other)(&w, z);
            NAME(order_flushes)(&w, 5);
            NAME(no_other)(&w);
        }
    }
    free(w.orders);
    free(w.flush);
    free(w.plain);
    free(w.five);
    free(w.four);
    return enough;
}

#undef ROWS
#undef FOR_NEEDED
#undef FIVE
#undef CELL
#undef NAME
#undef CELLS
