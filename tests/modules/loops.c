/* Runs the source of the module for graphics processors as plain loops on one processor.
 *
 * It is used for comparison only: its results must equal those of the program's own threads, bit
 * for bit, on machines without a graphics processor too. */
#include "modules/holdem_batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 16

struct lane {
    struct holdem_batch batch;
    int64_t *memory;
};

static int started;

static void *start(char *fault, size_t room)
{
    (void)fault;
    (void)room;
    return &started;
}

static void stop(void *context, bool failed)
{
    (void)context;
    (void)failed;
}

static void lane_free(void *lane)
{
    struct lane *l = lane;
    free(l->batch.cards.gone);
    free(l->batch.cards.by_rank);
    free(l->batch.cards.by_suit);
    free(l->batch.cards.dealer_kinds);
    free(l->batch.cards.dead_kinds);
    free(l->memory);
    free(l);
}

/* Places all levels in one block of memory and returns its size; with NULL it only counts. */
static size_t levels_place(struct holdem_batch *b, int64_t *memory)
{
    size_t used = 0;
    for (unsigned k = 0; k < ALL_SUMS; k++) {
        for (unsigned cards = 3; cards <= 5 && b->active[k]; cards++) {
            b->level[cards - 3][k] = memory ? memory + used : NULL;
            used += (size_t)level_rows(b, cards) * b->capacity;
        }
        b->three[k] = memory ? memory + used : NULL;
        used += b->has_four && !is_board_sum(k) ? (size_t)HOLDEM_THREES * b->capacity : 0;
    }
    b->few = memory ? memory + used : NULL;
    return used + (size_t)ALL_SUMS * b->capacity;
}

static bool cards_new(struct batch_cards *c)
{
    *c = (struct batch_cards){
        .gone = calloc(COLUMNS, sizeof *c->gone),
        .by_rank = calloc(CR_RANKS * COLUMNS, 1),
        .by_suit = calloc(CR_SUITS * COLUMNS, sizeof *c->by_suit),
        .dealer_kinds = calloc(BOARD_SORTS * 2 * COLUMNS, 1),
        .dead_kinds = calloc((size_t)BOARD_SORTS * DEAD_MAX * COLUMNS, 1),
    };
    return c->gone && c->by_rank && c->by_suit && c->dealer_kinds && c->dead_kinds;
}

static void *lane_new(void *context, const struct holdem_tables *tables, char *fault, size_t room)
{
    struct lane *l = calloc(1, sizeof *l);
    (void)context;
    if (l) {
        l->batch.tables = *tables;
        l->batch.capacity = COLUMNS;
        batch_plan(&l->batch);
        l->memory = calloc(levels_place(&l->batch, NULL), sizeof *l->memory);
    }
    if (l && l->memory && cards_new(&l->batch.cards)) {
        levels_place(&l->batch, l->memory);
        return l;
    }
    if (l)
        lane_free(l);
    snprintf(fault, room, "not enough memory");
    return NULL;
}

static bool hand_set(void *lane, const struct holdem_hand_view *hand, char *fault, size_t room)
{
    struct lane *l = lane;
    (void)fault;
    (void)room;
    l->batch.hand = *hand;
    memcpy(l->batch.variant, hand->variant, sizeof l->batch.variant);
    return true;
}

static void fill_sort(const struct holdem_batch *b, unsigned sort)
{
    const uint32_t classes = sort == PLAIN_SORT ? MULTISETS_5 : FLUSH_CLASSES_5;
    for (uint32_t number = 0; number < classes; number++) {
        const struct class_place place = class_find(b, sort, number);
        const struct class_view view = {b->tables.ranks[place.ranks], place.odds, place.kinds,
                                        b->tables.rules.qualifying_rank};
        for (uint32_t column = 0; column < b->count; column++) {
            const struct kinds_seen seen = seen_at(b, sort, column);
            class_play(b, sort, number, column, &view, &seen);
        }
    }
}

static void sum_level(const struct holdem_batch *b, unsigned cards)
{
    for (unsigned k = 0; k < ALL_SUMS; k++)
        for (uint32_t row = 0; level_needs(b, cards, k) && row < level_rows(b, cards); row++)
            for (uint32_t column = 0; column < b->count; column++)
                level_row_sum(b, cards, k, row, column);
}

static void play_fours(const struct holdem_batch *b)
{
    for (unsigned k = 0; k < ALL_SUMS; k++)
        if (!is_board_sum(k))
            memset(b->three[k], 0, (size_t)HOLDEM_THREES * b->capacity * sizeof *b->three[k]);
    for (uint32_t i = 0; i < HOLDEM_FOURS; i++)
        for (uint32_t column = 0; column < b->count; column++)
            four_play(b, i, column);
}

static void play_columns(const struct holdem_batch *b, struct holdem_sums *out)
{
    fill_sort(b, PLAIN_SORT);
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        fill_sort(b, suit);
    sum_level(b, 4);
    if (b->has_four)
        play_fours(b);
    sum_level(b, 3);
    for (uint32_t column = 0; column < b->count; column++) {
        int64_t sums[ALL_SUMS] = {0};
        for (uint32_t i = 0; i < HOLDEM_THREES; i++)
            flop_play(b, i, column, sums);
        memcpy(out[column].q, sums, sizeof out[column].q);
        out[column].base_value = sums[BASE_VALUE];
    }
}

static bool play(void *lane, const struct holdem_case *cases, unsigned count,
                 struct holdem_sums *out, char *fault, size_t room)
{
    struct holdem_batch *b = &((struct lane *)lane)->batch;
    (void)fault;
    (void)room;
    for (unsigned done = 0; done < count; done += b->count) {
        b->count = count - done < COLUMNS ? count - done : COLUMNS;
        for (uint32_t i = 0; i < b->count; i++)
            case_put(&cases[done + i], i, COLUMNS, &b->cards);
        play_columns(b, out + done);
    }
    return true;
}

static const struct protect_device device = {lane_new, lane_free, hand_set, play};

extern const struct cr_protect_module cr_protect_module;
const struct cr_protect_module cr_protect_module = {.version = PROTECT_MODULE_VERSION,
                                                    .name = "loops",
                                                    .start = start,
                                                    .stop = stop,
                                                    .device = &device};
