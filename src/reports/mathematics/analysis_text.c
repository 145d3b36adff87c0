/* Analyses of house rules for people. */
#include "reports/mathematics/analysis_text.h"

#include "game/games/game.h"
#include "math/rational.h"
#include "math/strategy/strategy.h"
#include "reports/mathematics/analysis_chart.h"
#include "reports/mathematics/figures.h"
#include "reports/mathematics/manual.h"
#include "reports/mathematics/text_figures.h"

#include <stdio.h>
#include <string.h>

static void add_heading(struct text *t, const struct cr_rules *rules)
{
    text_add_format(t, "%s: %s\n", rules->name, rules->title);
    if (rules->house[0])
        text_add_format(t, "%s\n", rules->house);
    text_add_char(t, '\n');
}

static void add_cards(struct text *t, const cr_card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(cards[i], card);
        text_add_format(t, "%s%s", i ? " " : "", card);
    }
}

/* UTH-11: whether the figures count the rules' limit on what one hand is paid. */
static void add_limit(struct text *t, const struct cr_rules *rules, struct cr_money ante)
{
    if (!rules->has_hand_limit)
        return;
    if (ante.micro > 0) {
        text_add(t, "  With an Ante of ");
        text_add_money(t, ante);
        text_add(t, " and at most ");
        text_add_money(t, rules->hand_limit);
        text_add(t, " paid on one hand:\n\n");
    } else {
        text_add(t, "  Without the limit of ");
        text_add_money(t, rules->hand_limit);
        text_add(t, " on one hand's pays; --ante counts it:\n\n");
    }
}

/* ---- The base game ---- */

#define BAR_COLUMNS 36

static void add_headlines(struct text *t, const struct cr_rules *rules, const struct cr_analysis *a)
{
    const char *unit = rules->game->unit;
    char exact[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(a->ev, exact);
    text_add_format(t, "  House edge           %11.6f %%  of %s %s\n", a->house_edge * 100,
                    strcmp(unit, "Ante") == 0 ? "the" : "one", unit);
    text_add_format(t, "  Element of risk      %11.6f %%  of all that is wagered\n",
                    a->element_of_risk * 100);
    text_add_format(t, "  Average wager        %11.6f    %ss a round\n",
                    cr_rational_value(a->average_wager), unit);
    text_add_format(t, "  Standard deviation   %11.6f    %ss a round\n", a->std_dev, unit);
    text_add_format(t, "  Expectation          %11.8f    = %s\n", cr_rational_value(a->ev), exact);
}

static void add_frequencies(struct text *t, const struct cr_analysis *a)
{
    text_add(t, "\nDecisions, parts of all deals\n");
    for (unsigned i = 0; i < a->frequency_count; i++) {
        char label[TEXT_LABEL_MAX];
        const double part = cr_rational_value(a->frequencies[i].value);
        text_label(a->frequencies[i].name, label);
        static const char bar[BAR_COLUMNS + 1] = "####################################";
        const int length = (int)(part * BAR_COLUMNS + 0.5);
        text_add_format(t, "  %-20s %11.6f %%%s%.*s\n", label, part * 100, length ? "  " : "",
                        length, bar);
    }
}

static void add_sides(struct text *t, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    if (a->side_count == 0)
        return;
    text_add(t, "\nSide bets\n");
    for (unsigned i = 0; i < a->side_count; i++) {
        const struct cr_side *side = &a->sides[i];
        char label[TEXT_LABEL_MAX], exact[CR_RATIONAL_TEXT_MAX];
        text_label(side->name, label);
        cr_rational_format(side->ev, exact);
        if (side->is_bet)
            text_add_format(t, "  %-20s %11.6f %%  house edge; expectation %s\n", label,
                            -cr_rational_value(side->ev) * 100, exact);
        else
            text_add_format(t, "  %-20s %11.8f    Antes, both together; %s\n", label,
                            cr_rational_value(side->ev), exact);
    }
    if (report->ante.micro > 0 && a->side_count < 2)
        text_add(t, "  The limit counts Trips too; both together are left out here.\n");
    if (report->trips.den > 0)
        text_add_format(t, "  (with %d/%d of the Ante on Trips)\n", report->trips.num,
                        report->trips.den);
}

static void add_starts(struct text *t, const struct cr_analysis *a, bool color)
{
    text_add(t, "\nFirst decision (suited hands above the diagonal)\n");
    chart_decisions(a, color, t);
    chart_sentence(a, "fold", "Fold", t);
    text_add(t, "\nWhat each starting hand is worth, in Antes\n");
    chart_values(a, t);
}

/* ---- In words ---- */

#define WORDS_COLUMNS 64

/* Breaks the words where a line is full; the first line has begun. */
static void add_wrapped(struct text *t, const char *words, const char *indent)
{
    size_t column = 0;
    for (const char *at = words; *at;) {
        const size_t len = strcspn(at, " ");
        if (column > 0 && column + 1 + len > WORDS_COLUMNS) {
            text_add_format(t, "\n%s", indent);
            column = 0;
        }
        text_add_format(t, "%s%.*s", column > 0 ? " " : "", (int)len, at);
        column += len + (column > 0);
        at += len + (at[len] == ' ');
    }
    text_add_char(t, '\n');
}

static void add_thumb(struct text *t, const struct base_report *report)
{
    struct strategy_words words[STRATEGY_WORDS_MAX];
    const struct cr_game *game = report->rules->game;
    const unsigned count = strategy_in_words(report->rules, words);
    if (count == 0)
        return;
    text_add(t, "\nHow to play, in words\n");
    for (unsigned i = 0; i < count; i++) {
        char label[TEXT_LABEL_MAX];
        if (game->stage_count > 1 && (i == 0 || words[i].stage != words[i - 1].stage)) {
            text_label(game->stages[words[i].stage].name, label);
            text_add_format(t, "  %s\n", label);
        }
        text_add_format(t, "    %-6s ", words[i].action);
        add_wrapped(t, words[i].hands, "           ");
    }
    if (report->has_thumb && rational_compare(report->analysis->ev, report->thumb_ev) == 0)
        text_add(t, "  So played, nothing is lost: it is the best play.\n");
    else if (report->has_thumb)
        text_add_format(
            t, "  So played it costs %.6f %% of %s %s more than the best play.\n",
            (cr_rational_value(report->analysis->ev) - cr_rational_value(report->thumb_ev)) * 100,
            strcmp(game->unit, "Ante") == 0 ? "the" : "one", game->unit);
}

/* ---- By hand and open card ---- */

static void add_plays(struct text *t, const struct cr_analysis *a)
{
    text_add(t, "\nThe best play by hand and the dealer's open card, in Antes (F fold)\n"
                "                        2   3   4   5   6   7   8   9  10   J   Q   K   A\n");
    for (unsigned i = 0; i < a->play_count; i++) {
        const struct cr_play_row *row = &a->plays[i];
        text_add_format(t, "  %-20s", row->hand);
        for (unsigned r = 0; r < CR_RANKS; r++) {
            const char least = row->least[r] ? (char)('0' + row->least[r] % 10) : 'F';
            if (row->most[r] > row->least[r])
                text_add_format(t, " %c/%c", (char)('0' + row->most[r] % 10), least);
            else
                text_add_format(t, "   %c", least);
        }
        text_add_char(t, '\n');
    }
}

/* ---- By wager ---- */

static void add_wagers(struct text *t, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    for (unsigned i = 0; i < a->wager_count; i++) {
        const struct cr_wager_returns *w = &a->wagers[i];
        text_add_format(t, "\n%s: how often, pays, contributes\n", w->label);
        for (unsigned r = 0; r < w->row_count; r++) {
            const struct cr_return *row = &w->rows[r];
            text_add_format(t, "  %-28s %16.6f %%  %-10s %13.8f\n", row->name,
                            100 * (double)row->combinations / (double)w->total,
                            figure_pays(FIGURE, row), cr_rational_value(row->contributes));
        }
    }
}

void analysis_text_base(const struct base_report *report, bool color, struct text *t)
{
    const struct cr_analysis *a = report->analysis;
    const struct manual_tables *tables = manual_of_rules(report->rules);
    add_heading(t, report->rules);
    add_limit(t, report->rules, report->ante);
    add_headlines(t, report->rules, a);
    add_frequencies(t, a);
    if (a->cutoff[0])
        text_add_format(t, "\nPlay %s or better; fold everything below.\n", a->cutoff);
    if (a->start_count > 0)
        add_starts(t, a, color);
    add_sides(t, report);
    add_wagers(t, report);
    add_thumb(t, report);
    if (a->play_count > 0)
        add_plays(t, a);
    if (tables) {
        text_add_char(t, '\n');
        text_errata(t, tables->text, true);
    }
    if (report->progressive) {
        text_add_char(t, '\n');
        analysis_text_progressive(report->progressive, t);
    } else if (report->rules->progressive[0]) {
        text_add_format(t, "\nThe progressive at this table: croupier analyze %s\n",
                        report->rules->progressive);
    }
}

/* ---- Tables A.1, A.2, A.4, A.5 ---- */

static void add_outcome_line(struct text *t, const char *label, struct cr_rational check,
                             struct cr_rational bet, struct cr_rational total)
{
    text_add_format(t, "  %-24s %16.4f %16.4f %16.4f\n", label, cr_rational_value(check) * 100,
                    cr_rational_value(bet) * 100, cr_rational_value(total) * 100);
}

static void add_outcome_table(struct text *t, const struct cr_outcome_table *table, unsigned turn)
{
    const struct cr_outcome_counts *check = &table->parts[turn][0], *bet = &table->parts[turn][1];
    const struct cr_outcome_counts *all = &table->totals[turn];
    char exact[CR_RATIONAL_TEXT_MAX];
    text_add_format(t, "%s on the turn\n", turn ? "Bet" : "Check");
    text_add_format(t, "  %-24s %16s %16s %16s\n", "% of all deals", "check the river",
                    "bet the river", "total");
    add_outcome_line(t, "Win, the Ante pays", check->win, bet->win, all->win);
    add_outcome_line(t, "Win, the Ante pushes", check->win_less, bet->win_less, all->win_less);
    add_outcome_line(t, "Tie", check->tie, bet->tie, all->tie);
    add_outcome_line(t, "Loss", check->loss, bet->loss, all->loss);
    add_outcome_line(t, "Total", check->total, bet->total, all->total);
    cr_rational_format(table->ev[turn], exact);
    text_add_format(t, "  Expectation %14.4f %% of the Ante = %s\n",
                    cr_rational_value(table->ev[turn]) * 100, exact);
}

void analysis_text_outcomes(const struct outcomes_report *report, struct text *t)
{
    const struct cr_outcome_table *table = &report->table;
    const struct manual_tables *tables =
        strcmp(table->hand, "AJo") == 0 ? manual_of_rules(report->rules) : NULL;
    char exact[CR_RATIONAL_TEXT_MAX];
    add_heading(t, report->rules);
    text_add_format(t, "%s, played on\n\n", table->hand);
    for (unsigned turn = 0; turn < 2; turn++) {
        add_outcome_table(t, table, turn);
        if (tables)
            text_errata(t, tables->outcomes[turn], true);
        text_add_char(t, '\n');
    }
    cr_rational_format(table->total_ev, exact);
    const bool plays = cr_rational_value(table->total_ev) > -1;
    text_add_format(t, "Playing %s is worth %.6f Antes = %s;\n%s.\n", table->hand,
                    cr_rational_value(table->total_ev), exact,
                    plays ? "a fold costs 1: bet" : "a fold costs no more: fold");
}

/* ---- Tables A.3 and A.6 ---- */

static const char *const turn_columns[4] = {"check/check", "check/bet", "bet/check", "bet/bet"};

/* A star where the manual lost the sign. */
static void add_turn_cells(struct text *t, const char *table, const char *card,
                           const struct cr_rational values[4])
{
    for (unsigned i = 0; i < 4; i++) {
        char cell[32];
        snprintf(cell, sizeof cell, "%s, %s", card, turn_columns[i]);
        const bool lost = table && manual_is_wrong(table, cell);
        text_add_format(t, "%16.4f%s", cr_rational_value(values[i]) * 100,
                        lost    ? "*"
                        : i < 3 ? " "
                                : "");
    }
    text_add_char(t, '\n');
}

/* Whether these are the cards of A.3 and A.6. */
static bool is_manual_position(const struct turns_report *report)
{
    static const char text[] = "5s 5h 8d 9d Js";
    cr_card cards[5];
    size_t count;
    return cr_cards_parse(text, strlen(text), cards, 5, &count, NULL) == CR_OK &&
           memcmp(cards, report->hole, 2) == 0 && memcmp(cards + 2, report->flop, 3) == 0;
}

void analysis_text_turns(const struct turns_report *report, struct text *t)
{
    const struct cr_turn_table *table = &report->table;
    const struct manual_tables *tables =
        is_manual_position(report) ? manual_of_rules(report->rules) : NULL;
    const char *name = tables ? tables->turns : NULL;
    add_heading(t, report->rules);
    add_cards(t, report->hole, 2);
    text_add(t, " on ");
    add_cards(t, report->flop, 3);
    text_add(t, ": each turn card, in % of the Ante (turn/river decision)\n\n  card ");
    for (unsigned i = 0; i < 4; i++)
        text_add_format(t, "%s%16s", i ? " " : "", turn_columns[i]);
    text_add_char(t, '\n');
    for (unsigned i = 0; i < table->count; i++) {
        const struct cr_turn_card *c = &table->cards[i];
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(c->card, card);
        text_add_format(t, "  %-5s", card);
        add_turn_cells(
            t, name, card,
            (struct cr_rational[4]){c->check_check, c->check_bet, c->bet_check, c->bet_bet});
    }
    text_add(t, "  Total");
    add_turn_cells(t, NULL, "",
                   (struct cr_rational[4]){table->total_check_check, table->total_check_bet,
                                           table->total_bet_check, table->total_bet_bet});
    text_add_format(t, "\n  Check the turn %14.4f %%%s\n  Bet the turn   %14.4f %%   so %s\n",
                    cr_rational_value(table->check) * 100,
                    name && manual_is_wrong(name, "Overall Expectation, check") ? "*" : "",
                    cr_rational_value(table->bet) * 100, table->bets ? "bet" : "check");
    if (name) {
        text_add_format(t, "\n  * The manual, %s, prints it without the minus sign.\n", name);
        text_errata(t, name, false);
    }
}

/* ---- Positions ---- */

void analysis_text_position(const struct position_report *report, struct text *t)
{
    const struct cr_position *p = &report->position;
    add_heading(t, report->rules);
    add_cards(t, report->hole, report->hole_count);
    if (report->board_count > 0) {
        text_add(t, report->rules->game->board_cards > 0 ? " on " : " against ");
        add_cards(t, report->board, report->board_count);
    }
    text_add_format(t, ": the rest of the round, in %ss\n\n", report->rules->game->unit);
    add_limit(t, report->rules, report->ante);
    for (unsigned i = 0; i < p->option_count; i++) {
        char exact[CR_RATIONAL_TEXT_MAX];
        cr_rational_format(p->options[i].ev, exact);
        text_add_format(t, "  %s %-7s %13.8f   = %s\n", i == p->best ? "=>" : "  ",
                        p->options[i].name, cr_rational_value(p->options[i].ev), exact);
    }
}
