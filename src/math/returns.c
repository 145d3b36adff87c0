/* Makes the lines of a wager's table of outcomes and what each contributes to the expectation. */
#include "math/returns.h"

#include "base/check.h"
#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

const struct cr_ratio returns_even = {1, 1}, returns_back = {0, 1}, returns_lost = {0, 0};

struct cr_wager_returns *returns_new(struct cr_analysis *analysis, const struct cr_rules *rules,
                                     unsigned slot, int64_t total)
{
    const struct game_slot *s = &rules->game->slots[slot];
    CHECK(analysis->wager_count < CR_SLOTS);
    struct cr_wager_returns *w = &analysis->wagers[analysis->wager_count++];
    *w = (struct cr_wager_returns){.is_side = s->is_side, .total = total, .ev = {0, 1}};
    snprintf(w->name, sizeof w->name, "%s", s->name);
    if (s->by_table)
        table_label(rules->game, slot_of_table(rules->game, slot), w->label);
    else
        snprintf(w->label, sizeof w->label, "%s", s->label);
    return w;
}

bool returns_add(struct cr_wager_returns *w, const char *name, int64_t combinations, wide bets,
                 struct cr_ratio pays)
{
    struct cr_rational worth = {-1, 1};
    if (combinations == 0)
        return true;
    CHECK(w->row_count < CR_RETURN_ROWS);
    if (pays.den > 0) /* a file may say 180 to 6 */
        rational_reduce(pays.num, pays.den, &worth);
    struct cr_return *row = &w->rows[w->row_count];
    *row = (struct cr_return){.combinations = combinations, .pays = pays};
    snprintf(row->name, sizeof row->name, "%s", name);
    struct cr_rational part;
    const wide parts = w->bet_parts > 0 ? w->bet_parts : 1;
    if (!rational_reduce(bets, combinations * parts, &row->bets) ||
        !rational_reduce(bets, w->total * parts, &part) ||
        !rational_multiply(part, worth, &row->contributes) ||
        !rational_sum(w->ev, row->contributes, &w->ev))
        return false;
    w->row_count++;
    return true;
}

bool returns_add_showdown(struct cr_wager_returns *w, const char *made, unsigned bet, int64_t win,
                          int64_t tie, int64_t loss)
{
    static const char *const ends[3] = {"wins", "ties", "loses"};
    const int64_t counts[3] = {win, tie, loss};
    const struct cr_ratio pays[3] = {returns_even, returns_back, returns_lost};
    bool fits = true;
    for (unsigned i = 0; i < 3; i++) {
        char name[CR_NAME_MAX];
        snprintf(name, sizeof name, "%.16s%s%s", made, made[0] ? " " : "", ends[i]);
        fits = fits && returns_add(w, name, counts[i], (wide)counts[i] * bet, pays[i]);
    }
    return fits;
}

/* The index of the line of the pay table that pays a rank; `count` for none. */
static unsigned row_of(const struct cr_rules *rules, unsigned slot, const struct pay_row *rows,
                       unsigned count, uint16_t rank)
{
    const struct cr_ratio pays = slot_pays(rules, slot, rank);
    const enum cr_category category = slot_ranking(rules->game, slot)->category(rank);
    unsigned i = 0;
    while (i < count && (pays.den == 0 || rows[i].category != category ||
                         rows[i].ratio.num != pays.num || rows[i].ratio.den != pays.den))
        i++;
    return i;
}

/* Counts and bets for each line of a pay table, and at the index `count` for all other hands. */
struct lines {
    unsigned count;
    struct pay_row rows[PAY_ROWS_MAX];
    int64_t combinations[PAY_ROWS_MAX + 1], bets[PAY_ROWS_MAX + 1];
};

static void lines_take(struct lines *lines, const struct cr_rules *rules, unsigned slot,
                       uint16_t rank, int64_t combinations, int64_t bets)
{
    const unsigned i = row_of(rules, slot, lines->rows, lines->count, rank);
    lines->combinations[i] += combinations;
    lines->bets[i] += bets;
}

static bool lines_add(const struct lines *lines, const struct cr_rules *rules, unsigned slot,
                      struct cr_wager_returns *w)
{
    const bool has_stake = rules->game->slots[slot].kind != SLOT_BONUS;
    const unsigned rest = lines->count;
    bool fits = true;
    for (unsigned i = 0; i < rest; i++)
        fits = fits && returns_add(w, lines->rows[i].hand, lines->combinations[i], lines->bets[i],
                                   lines->rows[i].ratio);
    return fits &&
           returns_add(w, "all other hands", lines->combinations[rest],
                       has_stake ? lines->bets[rest] : 0, has_stake ? returns_lost : returns_back);
}

bool returns_add_hands(struct cr_wager_returns *w, const struct cr_rules *rules, unsigned slot,
                       const struct returns_hand *hands, unsigned count)
{
    struct lines lines = {0};
    lines.count = pay_rows(rules, slot, lines.rows);
    for (unsigned i = 0; i < count; i++)
        lines_take(&lines, rules, slot, hands[i].rank, hands[i].combinations, hands[i].bets);
    return lines_add(&lines, rules, slot, w);
}

bool returns_add_side(struct cr_analysis *analysis, const struct cr_rules *rules, unsigned slot,
                      const int64_t *by_rank)
{
    struct lines lines = {0};
    int64_t total = 0;
    lines.count = pay_rows(rules, slot, lines.rows);
    for (uint16_t rank = 1; rank <= slot_ranking(rules->game, slot)->worst_rank; rank++) {
        lines_take(&lines, rules, slot, rank, by_rank[rank], by_rank[rank]);
        total += by_rank[rank];
    }
    struct cr_wager_returns *w = returns_new(analysis, rules, slot, total);
    struct cr_side *side = &analysis->sides[analysis->side_count++];
    snprintf(side->name, sizeof side->name, "%s", rules->game->slots[slot].name);
    side->is_bet = true;
    const bool fits = lines_add(&lines, rules, slot, w);
    side->ev = w->ev;
    return fits;
}

void returns_three_cards(int64_t by_rank[CR_RANKS_THREE + 1])
{
    memset(by_rank, 0, (CR_RANKS_THREE + 1) * sizeof *by_rank);
    for (cr_card a = 0; a < CR_DECK_CARDS; a++)
        for (cr_card b = (cr_card)(a + 1); b < CR_DECK_CARDS; b++)
            for (cr_card c = (cr_card)(b + 1); c < CR_DECK_CARDS; c++)
                by_rank[cr_eval3((cr_card[]){a, b, c})]++;
}
