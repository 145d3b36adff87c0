/* The table of one wager's outcomes (how often it ends in each way), summed over the endings of a
 * round. */

#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/endings/endings.h"
#include "math/returns.h"

#include <stdio.h>
#include <string.h>

/* One line of the table while it is summed. */
struct line {
    char name[CR_NAME_MAX];
    int64_t combinations;
    wide bets;
    struct cr_ratio pays;
};

struct lines {
    unsigned count;
    struct line of[CR_RETURN_ROWS];
};

static void lines_add(struct lines *lines, const char *name, int64_t combinations, unsigned bets,
                      struct cr_ratio pays)
{
    unsigned i = 0;
    while (i < lines->count && strcmp(lines->of[i].name, name) != 0)
        i++;
    if (i == CR_RETURN_ROWS)
        return;
    struct line *line = &lines->of[i];
    if (i == lines->count) {
        lines->count++;
        snprintf(line->name, sizeof line->name, "%s", name);
        line->pays = pays;
    }
    line->combinations += combinations;
    line->bets += (wide)combinations * bets;
}

static bool returned_unqualified(const struct cr_rules *rules, const struct cr_ending *e,
                                 unsigned slot)
{
    return !e->dealer_qualifies && rules->unqualified[slot] == CR_UNQUALIFIED_PUSH;
}

/* The name of a slot's outcome: "4x wins", "flush", "folded". */
static void name_end(const struct cr_rules *rules, const struct cr_ending *e, unsigned slot,
                     const struct cr_wager_result *end, char out[CR_NAME_MAX])
{
    const struct game_slot *s = &rules->game->slots[slot];
    const bool by_row = s->by_table && end->result == CR_RESULT_WIN;
    char made[SIZE_TEXT_MAX + 2] = "", size[SIZE_TEXT_MAX];
    if (s->kind == SLOT_ACTION && e->bets[slot] > 0) {
        size_format(rules, e->bets[slot], size);
        snprintf(made, sizeof made, "%sx ", size);
    }
    if (e->folded && e->bets[slot] > 0)
        snprintf(out, CR_NAME_MAX, "folded");
    else if (by_row)
        snprintf(out, CR_NAME_MAX, "%s", cr_category_name((enum cr_category)e->category));
    else if (e->bets[slot] == 0)
        snprintf(out, CR_NAME_MAX, "not bet");
    else if (end->result == CR_RESULT_PUSH && e->versus_dealer != 0)
        snprintf(out, CR_NAME_MAX, "%s",
                 returned_unqualified(rules, e, slot) ? "dealer does not qualify"
                                                      : "wins with too little");
    else
        snprintf(out, CR_NAME_MAX, "%s%s", made,
                 end->result == CR_RESULT_WIN    ? "wins"
                 : end->result == CR_RESULT_LOSE ? "loses"
                                                 : "ties");
}

static struct cr_ratio pays_of(const struct cr_rules *rules, const struct cr_ending *e,
                               unsigned slot, const struct cr_wager_result *end)
{
    if (end->result == CR_RESULT_LOSE)
        return returns_lost;
    if (end->result != CR_RESULT_WIN)
        return returns_back;
    return e->rows[slot] < CR_CATEGORIES ? rules->pays[slot].pays[e->rows[slot]] : returns_even;
}

/* The deals in all lines: fewer than all where there were more kinds of lines than a table has room
 * for. */
static int64_t deals_of(const struct lines *lines)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < lines->count; i++)
        sum += lines->of[i].combinations;
    return sum;
}

bool ending_returns(const struct cr_rules *rules, const struct cr_endings *endings, unsigned slot,
                    struct cr_wager_returns *out)
{
    const struct cr_stakes stakes = {.ante = cr_money_from_units(1)};
    struct cr_analysis one = {0};
    struct lines lines = {0};
    for (size_t i = 0; i < endings->count; i++) {
        const struct cr_ending *e = &endings->at[i];
        struct cr_wager_result slots[CR_SLOTS];
        char name[CR_NAME_MAX];
        if (!ending_settle(rules, e, &stakes, slots))
            return false;
        name_end(rules, e, slot, &slots[slot], name);
        lines_add(&lines, name, e->deals, e->bets[slot], pays_of(rules, e, slot, &slots[slot]));
    }
    struct cr_wager_returns *w = returns_new(&one, rules, slot, endings->deals);
    w->bet_parts = rules->game->slots[slot].kind == SLOT_ACTION ? rules->bet_parts : 1;
    bool fits = deals_of(&lines) == endings->deals;
    for (unsigned i = 0; i < lines.count && fits; i++)
        fits = returns_add(w, lines.of[i].name, lines.of[i].combinations, lines.of[i].bets,
                           lines.of[i].pays);
    *out = *w;
    return fits;
}
