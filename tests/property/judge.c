/* Asks the second settlement once for each kind of ending and remembers its answers. */
#include "judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ENTRIES (1u << 16)

unsigned long figures_held;

struct remembered {
    uint32_t key; /* 0: this entry is free */
    struct money money;
};

static int64_t common(int64_t a, int64_t b)
{
    return a / (int64_t)wide_divisor(a, b) * b;
}

int64_t table_parts(const struct house *house, const char *table)
{
    int64_t parts = 1;
    for (unsigned t = 0; t < house->table_count; t++)
        for (unsigned r = 0; r < house->tables[t].count; r++)
            if (strcmp(house->tables[t].name, table) == 0 && house->tables[t].rows[r].den > 0)
                parts = common(parts, house->tables[t].rows[r].den);
    return parts;
}

static bool is_side_table(const char *name)
{
    static const char *const sides[] = {"trips", "pair_plus", "bonus", "aces_up"};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        if (strcmp(name, sides[i]) == 0)
            return true;
    return false;
}

void judge_make(const struct house *house, const struct cr_game *game, bool with_side,
                struct judge *out)
{
    *out = (struct judge){
        .house = house, .game = game, .ante = 1, .entries = calloc(ENTRIES, sizeof *out->entries)};
    assert_non_null(out->entries);
    for (unsigned t = 0; t < house->table_count; t++) {
        const char *name = house->tables[t].name;
        if (!is_side_table(name))
            out->ante = common(out->ante, table_parts(house, name));
        else if (with_side)
            out->side = table_parts(house, name);
    }
    out->ante *= house->parts;
}

void judge_free(struct judge *j)
{
    free(j->entries);
}

static void settle(const struct judge *j, const struct cr_round *round, const struct cr_seat *seat,
                   struct money *out)
{
    struct due due[CR_SLOTS] = {0};
    const struct game_slot *slots = j->game->slots;
    for (unsigned s = 0; s < j->game->slot_count; s++)
        if (slots[s].kind == SLOT_PLACED && !slots[s].is_progressive)
            due[s].stake = slots[s].is_side ? j->side : j->ante;
    house_settle(j->house, j->game->id, round, seat, due);
    *out = (struct money){0};
    for (unsigned s = 0; s < j->game->slot_count; s++) {
        out->slot[s] = due[s].pays - (due[s].result == CR_RESULT_LOSE ? due[s].stake : 0);
        *(slots[s].is_side ? &out->side : &out->base) += out->slot[s];
        out->staked += slots[s].is_side ? 0 : due[s].stake;
    }
}

const struct money *judge_settled(struct judge *j, const struct cr_round *round,
                                  const struct cr_seat *seat, const struct slow_hand *mine,
                                  int compared, bool qualified)
{
    uint32_t key = 1u << 4 | (uint32_t)mine->category;
    key = key << 4 | (uint32_t)mine->ranks[0];
    key = key << 2 | (compared > 0 ? 2u : compared == 0 ? 1u : 0u);
    key = key << 1 | qualified;
    for (unsigned i = 0; i < CR_STAGES; i++)
        key = key << 5 | (i < seat->action_count ? seat->actions[i] : 0u);
    unsigned at = (unsigned)(key * UINT32_C(2654435761) >> 16);
    while (j->entries[at].key != 0 && j->entries[at].key != key)
        at = (at + 1) % ENTRIES;
    if (j->entries[at].key == 0) {
        j->entries[at].key = key;
        settle(j, round, seat, &j->entries[at].money);
    }
    return &j->entries[at].money;
}

void hold(const char *what, const struct house *house, struct cr_rational is, wide sum, wide parts)
{
    struct cr_rational should;
    char analysed[CR_RATIONAL_TEXT_MAX], counted[CR_RATIONAL_TEXT_MAX];
    rational_reduce(sum, parts, &should);
    cr_rational_format(is, analysed);
    cr_rational_format(should, counted);
    if (strcmp(analysed, counted) != 0)
        fail_msg("%s: %s analysed, %s counted\n%s", what, analysed, counted, house->text);
    figures_held++;
}
