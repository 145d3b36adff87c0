/* Analyses of house rules as trees of named values. */
#include "reports/mathematics/analysis_tree.h"

#include "game/games/game.h"
#include "math/rational.h"
#include "math/strategy/strategy.h"
#include "reports/mathematics/figures.h"

#include <stdio.h>

/* ---- The base game ---- */

static void add_start(struct named *list, const struct cr_start *start)
{
    struct named *o = named_object(list, NULL);
    NAMED_MEMBERS(o, start, hand, combos, decision, ev);
    named_exact(o, "exact", start->ev);
    for (unsigned i = 0; i < start->option_count; i++)
        named_rational(o, start->options[i].name, start->options[i].value);
}

static void add_side(struct named *sides, const struct base_report *report,
                     const struct cr_side *side)
{
    struct named *o = named_object(sides, side->name);
    named_exactly(o, "ev", side->ev);
    if (side->is_bet) {
        named_number(o, "house_edge", -cr_rational_value(side->ev));
    } else if (report->trips.den > 0) {
        char ratio[32];
        snprintf(ratio, sizeof ratio, "%d/%d", report->trips.num, report->trips.den);
        named_text(o, "trips_per_ante", ratio);
    }
}

/* ---- The tables by wager ---- */

static void add_return(struct named *rows, const struct cr_return *row, int64_t total)
{
    struct named *o = named_object(rows, NULL);
    named_text(o, "name", row->name);
    named_number(o, "combinations", (double)row->combinations);
    named_number(o, "probability", (double)row->combinations / (double)total);
    named_rational(o, "bets", row->bets);
    named_text(o, "pays", figure_pays(FIGURE, row));
    named_exactly(o, "contributes", row->contributes);
}

void analysis_add_wager(struct named *wagers, const struct cr_wager_returns *w)
{
    struct named *o = named_object(wagers, NULL);
    named_text(o, "wager", w->name);
    named_text(o, "label", w->label);
    named_text(o, "kind", w->is_side ? "side" : "base");
    named_number(o, "combinations", (double)w->total);
    named_exactly(o, "ev", w->ev);
    struct named *rows = named_list(o, "rows");
    for (unsigned i = 0; i < w->row_count; i++)
        add_return(rows, &w->rows[i], w->total);
}

/* ---- The play by hand and open card ---- */

/* Each hand with two lists of bets, in Antes: the least and the most that it bets, by the open
 * card's rank from the two to the ace. */
static void add_plays(struct named *o, const struct cr_analysis *a)
{
    struct named *list = named_list(o, "by_open_card");
    for (unsigned i = 0; i < a->play_count; i++) {
        struct named *row = named_object(list, NULL);
        named_text(row, "hand", a->plays[i].hand);
        struct named *least = named_list(row, "least");
        for (unsigned r = 0; r < CR_RANKS; r++)
            named_number(least, NULL, (double)a->plays[i].least[r] / a->bet_parts);
        struct named *most = named_list(row, "most");
        for (unsigned r = 0; r < CR_RANKS; r++)
            named_number(most, NULL, (double)a->plays[i].most[r] / a->bet_parts);
    }
}

/* ---- The rule of thumb ---- */

static void add_thumb(struct named *o, const struct base_report *report)
{
    struct strategy_words words[STRATEGY_WORDS_MAX];
    const unsigned count = strategy_in_words(report->rules, words);
    struct named *thumb = named_object(o, "rule_of_thumb");
    struct named *list = named_list(thumb, "decisions");
    for (unsigned i = 0; i < count; i++) {
        struct named *line = named_object(list, NULL);
        named_text(line, "decision", report->rules->game->stages[words[i].stage].name);
        named_text(line, "action", words[i].action);
        named_text(line, "hands", words[i].hands);
    }
    struct cr_rational cost;
    const struct cr_rational less = {-report->thumb_ev.num, report->thumb_ev.den};
    if (!report->has_thumb || !rational_sum(report->analysis->ev, less, &cost)) {
        named_text(thumb, "ev", NULL);
        named_text(thumb, "cost", NULL);
        return;
    }
    named_exactly(thumb, "ev", report->thumb_ev);
    named_rational(thumb, "cost", cost);
    named_exact(thumb, "exact_cost", cost);
}

/* UTH-11: where the rules limit what one hand is paid, adds the Ante for which the figures count
 * that limit; null: they do not count it. */
static void add_limit(struct named *o, const struct cr_rules *rules, struct cr_money ante)
{
    if (!rules->has_hand_limit)
        return;
    if (ante.micro > 0)
        named_money(o, "ante", ante);
    else
        named_text(o, "ante", NULL);
    named_money(o, "hand_limit", rules->hand_limit);
}

static void add_headlines(struct named *o, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    named_text(o, "rules", report->rules->name);
    named_rational(o, "ev", a->ev);
    struct named *exact = named_object(o, "exact");
    named_exact(exact, "ev", a->ev);
    named_exact(exact, "average_wager", a->average_wager);
    NAMED_MEMBERS(o, a, house_edge, element_of_risk, average_wager, std_dev);
    named_text(o, "unit", report->rules->game->unit);
    if (a->cutoff[0])
        named_text(o, "cutoff", a->cutoff);
    add_limit(o, report->rules, report->ante);
}

void analysis_add_frequencies(struct named *in, const struct cr_analysis *a)
{
    struct named *o = named_object(in, "frequencies");
    for (unsigned i = 0; i < a->frequency_count; i++)
        named_rational(o, a->frequencies[i].name, a->frequencies[i].value);
}

static void add_starts(struct named *o, const struct cr_analysis *a)
{
    struct named *starts = named_list(o, "starting_hands");
    for (unsigned i = 0; i < a->start_count; i++)
        add_start(starts, &a->starts[i]);
}

void analysis_add_strategy(struct named *o, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    if (a->cutoff[0])
        named_text(o, "cutoff", a->cutoff);
    if (a->start_count > 0)
        add_starts(o, a);
    if (a->play_count > 0)
        add_plays(o, a);
    add_thumb(o, report);
}

struct named_tree *analysis_tree_base(const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    add_headlines(o, report);
    analysis_add_frequencies(o, a);
    add_starts(o, a);
    struct named *sides = named_object(o, "side_bets");
    for (unsigned i = 0; i < a->side_count; i++)
        add_side(sides, report, &a->sides[i]);
    struct named *wagers = named_list(o, "wagers");
    for (unsigned i = 0; i < a->wager_count; i++)
        analysis_add_wager(wagers, &a->wagers[i]);
    add_thumb(o, report);
    if (a->play_count > 0)
        add_plays(o, a);
    if (report->progressive)
        analysis_add_progressive(named_object(o, "progressive"), report->progressive);
    return t;
}

/* ---- Tables A.1, A.2, A.4, A.5 ---- */

static void add_outcomes(struct named *in, const char *key, const struct cr_outcome_counts *counts)
{
    struct named *o = named_object(in, key);
    NAMED_MEMBERS(o, counts, win, loss, tie, win_less, total);
}

struct named_tree *analysis_tree_outcomes(const struct outcomes_report *report)
{
    const struct cr_outcome_table *table = &report->table;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "rules", report->rules->name);
    named_text(o, "hole", table->hand);
    for (unsigned turn = 0; turn < 2; turn++) {
        struct named *part = named_object(o, turn ? "turn_bet" : "turn_check");
        add_outcomes(part, "river_check", &table->parts[turn][0]);
        add_outcomes(part, "river_bet", &table->parts[turn][1]);
        add_outcomes(part, "total", &table->totals[turn]);
        named_exactly(part, "ev", table->ev[turn]);
    }
    named_exactly(o, "ev", table->total_ev);
    return t;
}

/* ---- Tables A.3 and A.6 ---- */

static void add_card(struct named *in, const char *key, cr_card card)
{
    char text[CR_CARD_TEXT_MAX];
    cr_card_format(card, text);
    named_text(in, key, text);
}

static void add_cards(struct named *in, const char *key, const cr_card *cards, unsigned count)
{
    struct named *list = named_list(in, key);
    for (unsigned i = 0; i < count; i++)
        add_card(list, NULL, cards[i]);
}

static void add_four(struct named *o, struct cr_rational check_check, struct cr_rational check_bet,
                     struct cr_rational bet_check, struct cr_rational bet_bet)
{
    named_rational(o, "check_check", check_check);
    named_rational(o, "check_bet", check_bet);
    named_rational(o, "bet_check", bet_check);
    named_rational(o, "bet_bet", bet_bet);
}

struct named_tree *analysis_tree_turns(const struct turns_report *report)
{
    const struct cr_turn_table *table = &report->table;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "rules", report->rules->name);
    add_cards(o, "hole", report->hole, 2);
    add_cards(o, "flop", report->flop, 3);
    struct named *cards = named_list(o, "turn_cards");
    for (unsigned i = 0; i < table->count; i++) {
        const struct cr_turn_card *c = &table->cards[i];
        struct named *card = named_object(cards, NULL);
        add_card(card, "card", c->card);
        add_four(card, c->check_check, c->check_bet, c->bet_check, c->bet_bet);
    }
    add_four(named_object(o, "totals"), table->total_check_check, table->total_check_bet,
             table->total_bet_check, table->total_bet_bet);
    named_rational(o, "check", table->check);
    named_rational(o, "bet", table->bet);
    struct named *exact = named_object(o, "exact");
    named_exact(exact, "check", table->check);
    named_exact(exact, "bet", table->bet);
    named_text(o, "decision", table->bets ? "bet" : "check");
    return t;
}

/* ---- Positions ---- */

struct named_tree *analysis_tree_position(const struct position_report *report)
{
    const struct cr_position *p = &report->position;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "rules", report->rules->name);
    add_cards(o, "hole", report->hole, report->hole_count);
    const bool has_board = report->rules->game->board_cards > 0;
    add_cards(o, "board", report->board, has_board ? report->board_count : 0);
    if (!has_board && report->board_count > 0) /* FCP-2: the dealer's open card */
        add_card(o, "up", report->board[0]);
    add_limit(o, report->rules, report->ante);
    struct named *options = named_list(o, "options");
    for (unsigned i = 0; i < p->option_count; i++) {
        struct named *option = named_object(options, NULL);
        named_text(option, "action", p->options[i].name);
        named_exactly(option, "ev", p->options[i].ev);
    }
    named_text(o, "best", p->options[p->best].name);
    return t;
}
