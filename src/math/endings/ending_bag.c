/* A hash table in which equal endings are counted together, and the final sorted list made from
 * it. */
#include "math/endings/ending_bag.h"

#include "game/games/game.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 1024

struct cr_ending ending_placed(const struct cr_rules *rules)
{
    struct cr_ending e = {.dealer_qualifies = true, .award = CR_CATEGORIES};
    memset(e.rows, CR_NO_ROW, sizeof e.rows);
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        e.bets[s] = rules->game->slots[s].kind == SLOT_PLACED;
    return e;
}

/* The key of an ending is all of its bytes but the deals; there is no padding between the
 * members. */
#define KEY_BYTES (sizeof(struct cr_ending) - sizeof(int64_t))
_Static_assert(KEY_BYTES == 2 * CR_SLOTS + 12, "an ending has no bytes that nobody sets");

static const unsigned char *key_of(const struct cr_ending *e)
{
    return (const unsigned char *)e + sizeof(int64_t);
}

static size_t hash_of(const struct cr_ending *e)
{
    uint64_t words[KEY_BYTES / sizeof(uint64_t)], hash = 0;
    memcpy(words, key_of(e), sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

static struct cr_ending *find_cell(const struct ending_bag *bag, const struct cr_ending *e)
{
    size_t at = hash_of(e) & (bag->room - 1);
    while (bag->cells[at].deals != 0 && memcmp(key_of(&bag->cells[at]), key_of(e), KEY_BYTES) != 0)
        at = (at + 1) & (bag->room - 1);
    return &bag->cells[at];
}

static bool grow(struct ending_bag *bag)
{
    struct ending_bag larger = {.room = bag->room ? 2 * bag->room : FIRST_ROOM,
                                .count = bag->count};
    larger.cells = calloc(larger.room, sizeof *larger.cells);
    if (!larger.cells)
        return false;
    for (size_t i = 0; i < bag->room; i++)
        if (bag->cells[i].deals != 0)
            *find_cell(&larger, &bag->cells[i]) = bag->cells[i];
    free(bag->cells);
    *bag = larger;
    return true;
}

void ending_bag_add(struct ending_bag *bag, const struct cr_ending *ending)
{
    if (bag->full || ending->deals == 0)
        return;
    if (2 * bag->count >= bag->room && !grow(bag)) {
        bag->full = true;
        return;
    }
    struct cr_ending *cell = find_cell(bag, ending);
    const int64_t before = cell->deals;
    bag->count += before == 0;
    *cell = *ending;
    cell->deals = before + ending->deals;
}

void ending_bag_join(struct ending_bag *bag, const struct ending_bag *other)
{
    bag->full |= other->full;
    for (size_t i = 0; i < other->room; i++)
        ending_bag_add(bag, &other->cells[i]);
}

void ending_bag_drop(struct ending_bag *bag)
{
    free(bag->cells);
    *bag = (struct ending_bag){0};
}

static int compare(const void *a, const void *b)
{
    return memcmp(key_of(a), key_of(b), KEY_BYTES);
}

bool ending_bag_finish(struct ending_bag *bag, struct cr_endings *out)
{
    *out = (struct cr_endings){0};
    if (!bag->full && bag->count > 0)
        out->at = malloc(bag->count * sizeof *out->at);
    for (size_t i = 0; i < bag->room && out->at; i++) {
        if (bag->cells[i].deals == 0)
            continue;
        out->at[out->count++] = bag->cells[i];
        out->deals += bag->cells[i].deals;
    }
    ending_bag_drop(bag);
    if (!out->at)
        return false;
    qsort(out->at, out->count, sizeof *out->at, compare);
    return true;
}

static void pay_row_map_make(const struct cr_rules *rules, unsigned slot, struct pay_row_map *out)
{
    const struct cr_paytable *table = &rules->pays[slot];
    const struct ranking *ranking = slot_ranking(rules->game, slot);
    for (uint16_t rank = 1; rank <= ranking->worst_rank; rank++) {
        out->of[rank] = (uint8_t)ranking->category(rank);
        for (unsigned i = table->part_count; i-- > 0;)
            if (table->parts[i].category == ranking->category(rank) &&
                rank <= table->parts[i].worst_rank)
                out->of[rank] = (uint8_t)(CR_CATEGORIES + i);
    }
}

void pay_row_maps_make(const struct cr_rules *rules, struct pay_row_map out[CR_SLOTS])
{
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (rules->game->slots[s].by_table)
            pay_row_map_make(rules, s, &out[s]);
}
