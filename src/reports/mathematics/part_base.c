/* The part of a report about the base game: results, decisions, side bets, the table of every
 * wager. */
#include "game/games/game.h"
#include "math/rational.h"
#include "math/strategy/strategy.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Results ---- */

static void add_result(struct paper *p, const char *name, double value, unsigned decimals,
                       enum paper_style style, const char *exact)
{
    paper_cell(p, name);
    paper_cell_number(p, value, decimals, style);
    paper_strong(p);
    paper_cell(p, exact);
}

/* The edge per unit of all wagers, exactly; in words where it has too many digits. */
static const char *risk_exact(char out[FIGURE_MAX], const struct cr_analysis *a)
{
    struct cr_rational risk;
    const struct cr_rational edge = {-a->ev.num, a->ev.den};
    const struct cr_rational per_wager = {a->average_wager.den, a->average_wager.num};
    if (!rational_multiply(edge, per_wager, &risk))
        snprintf(out, FIGURE_MAX, "house edge / average wager");
    else
        figure_exact(out, risk);
    return out;
}

static void add_results(struct paper *p, const struct cr_rules *rules, const struct cr_analysis *a)
{
    const char *unit = rules->game->unit;
    char name[4][FIGURE_MAX];
    snprintf(name[0], FIGURE_MAX, "House edge, of %s %s", strcmp(unit, "Ante") == 0 ? "the" : "one",
             unit);
    snprintf(name[1], FIGURE_MAX, "Average wager, in %ss", unit);
    snprintf(name[2], FIGURE_MAX, "Standard deviation of a round, in %ss", unit);
    snprintf(name[3], FIGURE_MAX, "Player's expectation, in %ss", unit);
    const struct cr_rational edge = {-a->ev.num, a->ev.den};
    paper_section(p, "results", "Results");
    PAPER_TABLE(p, "results", {"figure", "Figure", PAPER_TEXT}, {"value", "Value", PAPER_NUMBER},
                {"exact", "Exact", PAPER_NUMBER});
    add_result(p, name[0], a->house_edge, 6, PAPER_PERCENT, figure_exact(FIGURE, edge));
    add_result(p, "Element of risk, of all that is wagered", a->element_of_risk, 6, PAPER_PERCENT,
               risk_exact(FIGURE, a));
    add_result(p, name[1], cr_rational_value(a->average_wager), 6, PAPER_PLAIN,
               figure_exact(FIGURE, a->average_wager));
    add_result(p, name[2], a->std_dev, 6, PAPER_PLAIN, "square root of the variance");
    add_result(p, name[3], cr_rational_value(a->ev), 8, PAPER_PLAIN, figure_exact(FIGURE, a->ev));
}

void part_limit(struct paper *p, const struct cr_rules *rules, struct cr_money ante)
{
    char text[160];
    if (!rules->has_hand_limit)
        return;
    if (ante.micro > 0)
        snprintf(text, sizeof text, "With an Ante of %s, and at most %s paid on one hand.",
                 figure_money(FIGURE, ante), figure_money(FIGURE, rules->hand_limit));
    else
        snprintf(text, sizeof text,
                 "Without the limit of %s on what one hand is paid; --ante counts it.",
                 figure_money(FIGURE, rules->hand_limit));
    paper_note(p, text);
}

/* ---- Decisions ---- */

/* When a decision is made: "before the flop" for the stage "preflop", else "on the river". */
static const char *when(const char *stage, char out[FIGURE_MAX])
{
    const bool is_before = strncmp(stage, "pre", 3) == 0;
    snprintf(out, FIGURE_MAX, "%s the %s", is_before ? "before" : "on",
             is_before ? stage + 3 : stage);
    return out;
}

const char *decision_label(const struct cr_game *game, const char *name, char out[FIGURE_MAX])
{
    const char *action = strchr(name, '_');
    for (unsigned i = 0; action && i < game->stage_count; i++) {
        const char *stage = game->stages[i].name;
        if ((size_t)(action - name) != strlen(stage) || strncmp(stage, name, strlen(stage)) != 0)
            continue;
        if (isdigit((unsigned char)action[1]))
            snprintf(out, FIGURE_MAX, "Bet %.*s\u00d7 %s", (int)strcspn(action + 1, "x"),
                     action + 1, when(stage, FIGURE));
        else
            snprintf(out, FIGURE_MAX, "%s %s", figure_capital(FIGURE, action + 1),
                     when(stage, FIGURE));
        return out;
    }
    return figure_capital(out, name);
}

static void add_decisions(struct paper *p, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    char text[160];
    paper_section(p, "decisions", "Decisions under optimal play");
    paper_caption(p, "How often each decision is made, of all deals, with the exact share");
    PAPER_TABLE(p, "decisions", {"decision", "Decision", PAPER_TEXT},
                {"share", "Share", PAPER_NUMBER}, {"exact", "Exact", PAPER_NUMBER});
    paper_shape(p, PAPER_BARS);
    for (unsigned i = 0; i < a->frequency_count; i++) {
        const struct cr_figure *f = &a->frequencies[i];
        paper_cell(p, decision_label(report->rules->game, f->name, FIGURE));
        paper_cell_number(p, cr_rational_value(f->value), 6, PAPER_PERCENT);
        paper_cell(p, figure_exact(FIGURE, f->value));
    }
    if (!a->cutoff[0])
        return;
    snprintf(text, sizeof text,
             "The whole strategy is one line: play with %s or a better hand, fold below it.",
             a->cutoff);
    paper_note(p, text);
}

/* ---- Side bets ---- */

/* A side bet's name in the table; for "with_trips": "Base game and Trips together". */
static const char *side_name(const struct cr_game *game, const struct cr_side *side,
                             char out[FIGURE_MAX])
{
    const char *name =
        side->is_bet || strncmp(side->name, "with_", 5) != 0 ? side->name : side->name + 5;
    const unsigned slot = cr_slot_find(game, name, strlen(name));
    const char *label = slot < CR_SLOTS ? game->slots[slot].label : name;
    snprintf(out, FIGURE_MAX, side->is_bet ? "%s" : "Base game and %s together", label);
    return out;
}

static void add_sides(struct paper *p, const struct base_report *report)
{
    const struct cr_analysis *a = report->analysis;
    paper_section(p, "side_bets", "Side bets");
    PAPER_TABLE(p, "side_bets", {"bet", "Bet", PAPER_TEXT}, {"ev", "Expectation", PAPER_NUMBER},
                {"exact", "Exact", PAPER_NUMBER}, {"house_edge", "House edge", PAPER_NUMBER});
    for (unsigned i = 0; i < a->side_count; i++) {
        const struct cr_side *side = &a->sides[i];
        const double ev = cr_rational_value(side->ev);
        paper_cell(p, side_name(report->rules->game, side, FIGURE));
        paper_cell_number(p, ev, 8, PAPER_PLAIN);
        paper_cell(p, figure_exact(FIGURE, side->ev));
        if (side->is_bet)
            paper_cell_number(p, -ev, 6, PAPER_PERCENT);
        else
            paper_cell(p, "\u2013");
    }
    char note[FIGURE_MAX + 160], ratio[64] = "";
    const char *unit = report->rules->game->unit;
    if (report->trips.den > 0)
        snprintf(ratio, sizeof ratio, "%d/%d of ", report->trips.num, report->trips.den);
    snprintf(note, sizeof note,
             "Per unit of the bet. Together: in %ss, with a side bet %s%s%s, and played for "
             "the best total.",
             unit, ratio[0] ? "of " : "as large as ", ratio,
             figure_unit(FIGURE, "", report->rules->game));
    paper_note(p, note);
}

/* ---- In words ---- */

static void add_thumb(struct paper *p, const struct base_report *report)
{
    struct strategy_words words[STRATEGY_WORDS_MAX];
    const struct cr_game *game = report->rules->game;
    const unsigned count = strategy_in_words(report->rules, words);
    char text[160];
    if (count == 0)
        return;
    paper_section(p, "rule_of_thumb", "How to play, in words");
    PAPER_TABLE(p, "rule_of_thumb", {"decision", "Decision", PAPER_TEXT},
                {"action", "Do", PAPER_TEXT}, {"hands", "With", PAPER_TEXT});
    for (unsigned i = 0; i < count; i++) {
        const bool is_new = i == 0 || words[i].stage != words[i - 1].stage;
        PAPER_CELLS(p, is_new ? figure_capital(FIGURE, game->stages[words[i].stage].name) : "",
                    words[i].action, words[i].hands);
    }
    if (!report->has_thumb)
        return;
    if (rational_compare(report->analysis->ev, report->thumb_ev) == 0) {
        paper_note(p, "So played, nothing is lost: it is the best play.");
        return;
    }
    snprintf(text, sizeof text, "So played it costs %s of %s %s more than the best play.",
             figure_percent(
                 FIGURE,
                 cr_rational_value(report->analysis->ev) - cr_rational_value(report->thumb_ev), 6),
             strcmp(game->unit, "Ante") == 0 ? "the" : "one", game->unit);
    paper_note(p, text);
}

/* ---- By hand and open card ---- */

static const char rank_heads[CR_RANKS][3] = {"2", "3",  "4", "5", "6", "7", "8",
                                             "9", "10", "J", "Q", "K", "A"};

/* A cell of the table: "3" for a bet, "F" for a fold, "1/F" where it depends on the other cards. */
static const char *play_cell(char out[FIGURE_MAX], unsigned parts, unsigned least, unsigned most)
{
    char low[16] = "F", high[16];
    if (least > 0)
        snprintf(low, sizeof low, "%g", (double)least / parts);
    snprintf(high, sizeof high, "%g", (double)most / parts);
    snprintf(out, FIGURE_MAX, "%s%s%s", most > least ? high : "", most > least ? "/" : "", low);
    return out;
}

static void add_plays(struct paper *p, const struct cr_analysis *a)
{
    struct paper_column columns[CR_RANKS + 1] = {{"hand", "Hand", PAPER_TEXT}};
    for (unsigned r = 0; r < CR_RANKS; r++)
        columns[r + 1] = (struct paper_column){rank_heads[r], rank_heads[r], PAPER_TEXT};
    paper_section(p, "by_open_card", "The best play by hand and the dealer's open card");
    paper_table(p, "by_open_card", columns, CR_RANKS + 1);
    for (unsigned i = 0; i < a->play_count; i++) {
        paper_cell(p, figure_capital(FIGURE, a->plays[i].hand));
        for (unsigned r = 0; r < CR_RANKS; r++)
            paper_cell(p,
                       play_cell(FIGURE, a->bet_parts, a->plays[i].least[r], a->plays[i].most[r]));
    }
    paper_note(p, "Antes to bet; F folds. Where two are given it depends on the other cards.");
}

/* ---- By wager ---- */

static void add_wager(struct paper *p, const struct cr_wager_returns *w)
{
    static const struct paper_column columns[] = {
        {"name", "Ends", PAPER_TEXT},
        {"combinations", "Combinations", PAPER_COUNT},
        {"probability", "How often", PAPER_NUMBER},
        {"pays", "Pays", PAPER_TEXT},
        {"contributes", "Contributes", PAPER_NUMBER},
    };
    paper_caption(p, w->label);
    paper_table(p, w->name, columns, 5);
    for (unsigned r = 0; r < w->row_count; r++) {
        const struct cr_return *row = &w->rows[r];
        paper_cell(p, figure_capital(FIGURE, row->name));
        paper_cell_count(p, (uint64_t)row->combinations);
        paper_cell_number(p, (double)row->combinations / (double)w->total, 6, PAPER_PERCENT);
        paper_cell(p, figure_pays(FIGURE, row));
        paper_cell_number(p, cr_rational_value(row->contributes), 8, PAPER_PLAIN);
    }
}

static void add_wagers(struct paper *p, const struct cr_analysis *a)
{
    if (a->wager_count > 0)
        paper_section(p, "wagers", "Every wager: how often, pays, contributes");
    for (unsigned i = 0; i < a->wager_count; i++)
        add_wager(p, &a->wagers[i]);
}

void part_base(struct paper *p, const struct base_report *report, enum analysis_extent extent)
{
    const struct cr_analysis *a = report->analysis;
    add_results(p, report->rules, a);
    if (extent != ANALYSIS_IN_PAR)
        part_limit(p, report->rules, report->ante);
    add_decisions(p, report);
    add_thumb(p, report);
    if (a->play_count > 0)
        add_plays(p, a);
    if (extent != ANALYSIS_ON_SCREEN)
        part_rules(p, report->rules);
    if (a->side_count > 0)
        add_sides(p, report);
    if (extent != ANALYSIS_IN_PAR) {
        if (report->ante.micro > 0 && a->side_count == 1)
            paper_note(p, "The limit counts the side bet too; both together are left out here.");
        add_wagers(p, a);
    }
    if (a->start_count == 0)
        return;
    part_strategy(p, a);
    if (extent != ANALYSIS_IN_PAR)
        part_folds(p, a);
    if (extent != ANALYSIS_ON_SCREEN)
        part_expectations(p, a);
}
