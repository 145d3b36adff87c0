/* The memory of levels, and their values on complete boards. */
#define _DEFAULT_SOURCE /* madvise */
#include "math/kernels/levels.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)2 << 20)

static size_t round_up(size_t bytes)
{
    return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

/* Takes memory straight from the system, in large pages where it has them. Clearing the small pages
 * of an allocation this large would take half of the time, and a heap would not give the memory
 * back before the next analysis. */
static bool level_map(size_t plain_rows, size_t flush_rows, unsigned cards, unsigned cell_bytes,
                      struct level *out)
{
    const size_t row = (size_t)cell_bytes * PAIRS_WIDE;
    const size_t plain = round_up(plain_rows * row);
    const size_t bytes = LARGE_PAGE + plain + round_up(flush_rows * row);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *out = (struct level){0};
    if (memory == MAP_FAILED)
        return false;
    madvise(memory, bytes, MADV_HUGEPAGE); /* only a hint: nothing depends on it */
    char *start = (char *)memory + (LARGE_PAGE - (uintptr_t)memory % LARGE_PAGE);
    *out = (struct level){.cards = cards,
                          .cell_bytes = cell_bytes,
                          .plain = start,
                          .flush = start + plain,
                          .memory = memory,
                          .bytes = bytes};
    return true;
}

bool level_new(const struct class_tables *t, unsigned cards, unsigned cell_bytes, struct level *out)
{
    return level_map(t->multisets[cards], (size_t)t->flush_classes[cards] * KINDS, cards,
                     cell_bytes, out);
}

bool level_new_partial(const struct class_tables *t, unsigned cell_bytes, struct level *out)
{
    const size_t classes = t->flush_classes[4] - t->flush_start[4][3];
    return level_map(t->multisets[4], classes * KINDS, 4, cell_bytes, out);
}

void level_free(struct level *level)
{
    if (level->memory)
        munmap(level->memory, level->bytes);
    *level = (struct level){0};
}

/* ---- Complete boards ---- */

struct playing {
    const struct class_tables *t;
    uint16_t qualifying_rank;
    quantities_of *of;
    const void *context;
    unsigned quantities;
    struct level *levels;
    struct plain_order *plain; /* [MULTISETS_5] */
};

static void store_row(void *to, unsigned cell_bytes, size_t row, const int64_t *from)
{
    if (cell_bytes == sizeof(int16_t)) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            ((row16 *)to)[row][p] = (int16_t)from[p];
    } else if (cell_bytes == sizeof(int32_t)) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            ((row32 *)to)[row][p] = (int32_t)from[p];
    } else {
        memcpy(((row64 *)to)[row], from, sizeof(row64));
    }
}

static int64_t load_cell(const void *from, unsigned cell_bytes, size_t row, unsigned p)
{
    return cell_bytes == sizeof(int16_t)   ? ((const row16 *)from)[row][p]
           : cell_bytes == sizeof(int32_t) ? ((const row32 *)from)[row][p]
                                           : ((const row64 *)from)[row][p];
}

bool is_board(const struct ranks *ranks)
{
    for (unsigned r = 0; r < CR_RANKS; r++)
        if (ranks->count[r] > CR_SUITS)
            return false;
    return true;
}

static void play_plain(const struct playing *play, unsigned index)
{
    quantity_rows rows[QUANTITIES_MAX];
    struct showdowns s;
    memset(rows, 0, play->quantities * sizeof rows[0]);
    const struct ranks *board = &play->t->multiset_at[5][index];
    if (is_board(board)) {
        plain_order_make(play->t, board, &play->plain[index]);
        showdowns_plain(play->t, board, &play->plain[index], play->qualifying_rank, &s);
        s.class = index;
        play->of(play->context, &s, 1, rows);
    }
    for (unsigned q = 0; q < play->quantities; q++)
        if (play->levels[q].memory)
            store_row(play->levels[q].plain, play->levels[q].cell_bytes, index, rows[q][0]);
}

/* Stores a flush class: its quantities less those of a board with the same ranks and no flush. */
static void play_flush(const struct playing *play, unsigned mask, unsigned size, unsigned others,
                       const struct flush_order *order)
{
    const struct class_tables *t = play->t;
    const struct ranks *other = &t->multiset_at[5 - size][others];
    struct ranks all = *other;
    for (unsigned r = 0; r < CR_RANKS; r++)
        all.count[r] = (uint8_t)(all.count[r] + (mask >> r & 1));
    const unsigned ranks = multiset_index(&all);
    const size_t class = flush_class(t, 5, size, mask, others);
    quantity_rows rows[QUANTITIES_MAX];
    struct showdowns s;
    showdowns_flush(t, mask, other, &play->plain[ranks], order, play->qualifying_rank, &s);
    s.class = (uint32_t) class;
    play->of(play->context, &s, KINDS, rows);
    for (unsigned q = 0; q < play->quantities; q++) {
        const struct level *level = &play->levels[q];
        if (!level->memory)
            continue;
        int64_t base[PAIRS_WIDE];
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            base[p] = load_cell(level->plain, level->cell_bytes, ranks, p);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            for (unsigned p = 0; p < PAIRS_WIDE; p++)
                rows[q][kind][p] = s.rank[kind][p] ? rows[q][kind][p] - base[p] : 0;
            store_row(level->flush, level->cell_bytes, class * KINDS + kind, rows[q][kind]);
        }
    }
}

bool levels_play_out(const struct class_tables *t, uint16_t qualifying_rank, quantities_of *of,
                     const void *context, unsigned quantities, struct level *levels)
{
    CHECK(quantities <= QUANTITIES_MAX);
    const struct playing play = {.t = t,
                                 .qualifying_rank = qualifying_rank,
                                 .of = of,
                                 .context = context,
                                 .quantities = quantities,
                                 .levels = levels,
                                 .plain = malloc(MULTISETS_5 * sizeof *play.plain)};
    if (!play.plain)
        return false;
#pragma omp parallel for schedule(dynamic, 64)
    for (unsigned i = 0; i < MULTISETS_5; i++)
        play_plain(&play, i);
    for (unsigned size = 3; size <= 5; size++) {
#pragma omp parallel for schedule(dynamic, 2)
        for (unsigned m = 0; m < t->masks[size]; m++) {
            struct flush_order order;
            flush_order_make(t, t->mask_at[size][m], &order);
            for (unsigned o = 0; o < t->multisets[5 - size]; o++)
                play_flush(&play, t->mask_at[size][m], size, o, &order);
        }
    }
    free(play.plain);
    return true;
}
