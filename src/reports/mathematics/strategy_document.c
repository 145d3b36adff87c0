/* Calculates how to play a game, and makes the document: the rule in words, a card, and what
 * mistakes cost. */
#include "reports/mathematics/desk_answers.h"

#include "base/err.h"
#include "game/games/game.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"

#include <croupier/endings.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The figures of the document. The struct is large, so it is allocated. */
struct strategy_report {
    const struct cr_rules *rules;
    struct cr_analysis analysis;
    struct cr_play_costs costs;
    struct cr_found_plays found; /* empty where no search was asked for */
};

#define OTHERS "all other hands"

static double cost(const struct strategy_report *r, struct cr_rational ev)
{
    return cr_rational_value(r->costs.best) - cr_rational_value(ev);
}

/* What a mistake costs each time that it can be made; NAN: not known, or it never can. */
static double cost_each(const struct strategy_report *r, const struct cr_mistake *m)
{
    return m->arises.num > 0 ? cost(r, m->ev) / cr_rational_value(m->arises) : NAN;
}

/* ---- For machines ---- */

static void name_play(struct named *o, const struct strategy_report *r, struct cr_rational ev)
{
    named_exactly(o, "ev", ev);
    named_number(o, "house_edge", -cr_rational_value(ev));
    named_number(o, "cost", cost(r, ev));
}

/* Adds how often a mistake can be made; null where that is not known. */
static void name_arises(struct named *o, const struct strategy_report *r,
                        const struct cr_mistake *m)
{
    const bool is_known = m->arises.den > 0;
    named_number(o, "arises", is_known ? cr_rational_value(m->arises) : NAN);
    if (is_known)
        named_exact(o, "arises_exact", m->arises);
    named_number(o, "cost_each", cost_each(r, m));
}

static void name_lines(struct named *o, const struct strategy_report *r,
                       const struct cr_found_play *play)
{
    struct named *lines = named_list(o, "lines"), *rules = named_list(o, "rules");
    named_number(o, "conditions", play->lines);
    for (unsigned l = 0; l < play->count; l++) {
        const struct cr_found_line *line = &play->of[l];
        const char *decision = r->rules->game->stages[line->stage].name;
        const char *hands = line->hands[0] ? line->hands : OTHERS;
        struct named *rule = named_object(rules, NULL);
        char text[CR_NAME_MAX + CR_ACTION_TEXT_MAX + CR_TITLE_MAX + 16];
        snprintf(text, sizeof text, "%s: %s with %s", figure_capital(FIGURE, decision),
                 line->action, hands);
        named_text(lines, NULL, text);
        named_text(rule, "decision", decision);
        named_text(rule, "action", line->action);
        named_text(rule, "hands", hands);
    }
}

static void name_found(struct named *o, const struct strategy_report *r)
{
    struct named *plays = named_list(o, "found");
    for (unsigned i = 0; i < r->found.count; i++) {
        struct named *play = named_object(plays, NULL);
        name_play(play, r, r->found.plays[i].ev);
        name_lines(play, r, &r->found.plays[i]);
    }
}

static struct named_tree *make_tree(const struct strategy_report *r)
{
    struct named_tree *t = named_new();
    struct cr_found_play published;
    struct named *o = named_root(t);
    desk_named_rules(o, r->rules);
    name_play(named_object(o, "best"), r, r->costs.best);
    if (r->analysis.cutoff[0])
        named_text(o, "cutoff", r->analysis.cutoff);
    if (r->costs.has_simple) {
        struct named *simple = named_object(o, "simple");
        name_play(simple, r, r->costs.simple);
        cr_play_words(r->rules, &published);
        name_lines(simple, r, &published);
    }
    if (r->found.count > 0)
        name_found(o, r);
    struct named *mistakes = named_list(o, "mistakes");
    for (unsigned i = 0; i < r->costs.count; i++) {
        struct named *mistake = named_object(mistakes, NULL);
        named_text(mistake, "mistake", r->costs.mistakes[i].name);
        name_play(mistake, r, r->costs.mistakes[i].ev);
        name_arises(mistake, r, &r->costs.mistakes[i]);
    }
    struct named *starts = named_object(o, "starting_hands");
    for (unsigned i = 0; i < r->analysis.start_count; i++)
        named_text(starts, r->analysis.starts[i].hand, r->analysis.starts[i].decision);
    return t;
}

/* ---- For people ---- */

static void print_lines(struct paper *p, const struct strategy_report *r, const char *name,
                        const char *title, const struct cr_found_play *play)
{
    paper_section(p, name, title);
    PAPER_TABLE(p, name, {"decision", "Decision", PAPER_TEXT}, {"action", "Action", PAPER_TEXT},
                {"hands", "With", PAPER_TEXT});
    for (unsigned l = 0; l < play->count; l++)
        PAPER_CELLS(p, figure_capital(FIGURE, r->rules->game->stages[play->of[l].stage].name),
                    play->of[l].action, play->of[l].hands[0] ? play->of[l].hands : OTHERS);
    paper_note(p, "At each decision the first line that is true of the hand counts.");
}

static void print_play(struct paper *p, const struct strategy_report *r, const char *name,
                       struct cr_rational ev)
{
    paper_cell(p, name);
    paper_cell_number(p, -cr_rational_value(ev), 4, PAPER_PERCENT);
    paper_cell_number(p, cost(r, ev), 4, PAPER_PERCENT);
    paper_cell(p, figure_exact(FIGURE, ev));
}

static void print_mistakes(struct paper *p, const struct strategy_report *r)
{
    paper_section(p, "mistakes", "What common mistakes cost");
    PAPER_TABLE(p, "mistakes", {"mistake", "Mistake", PAPER_TEXT},
                {"arises", "Arises", PAPER_NUMBER}, {"each", "Costs then", PAPER_NUMBER},
                {"cost", "Cost a round", PAPER_NUMBER}, {"house_edge", "House edge", PAPER_NUMBER},
                {"exact", "Expectation, exactly", PAPER_TEXT});
    for (unsigned i = 0; i < r->costs.count; i++) {
        const struct cr_mistake *m = &r->costs.mistakes[i];
        paper_cell(p, figure_capital(FIGURE, m->name));
        figure_cell(p, m->arises.den > 0 ? cr_rational_value(m->arises) : NAN, 4, PAPER_PERCENT);
        figure_cell(p, cost_each(r, m), 4, PAPER_PERCENT);
        figure_cell(p, cost(r, m->ev), 4, PAPER_PERCENT);
        figure_cell(p, -cr_rational_value(m->ev), 4, PAPER_PERCENT);
        paper_cell(p, figure_exact(FIGURE, m->ev));
    }
    paper_note(p,
               "A mistake is made every time, in a play that is the best one otherwise. It arises "
               "in the rounds in which the best play decides otherwise; the cost is the difference "
               "to the best play.");
}

static void print_costs(struct paper *p, const struct strategy_report *r)
{
    paper_section(p, "costs", figure_unit(FIGURE, "What it costs, of ", r->rules->game));
    PAPER_TABLE(p, "costs", {"play", "Play", PAPER_TEXT},
                {"house_edge", "House edge", PAPER_NUMBER}, {"cost", "Cost", PAPER_NUMBER},
                {"exact", "Expectation, exactly", PAPER_TEXT});
    print_play(p, r, "The best play", r->costs.best);
    if (r->costs.has_simple)
        print_play(p, r, "The rule to remember", r->costs.simple);
    print_mistakes(p, r);
}

/* The table of plays by their number of lines: what more lines are worth. */
static void print_frontier(struct paper *p, const struct strategy_report *r)
{
    paper_section(p, "frontier", "Lines to remember against their cost");
    PAPER_TABLE(p, "frontier", {"lines", "Lines", PAPER_COUNT},
                {"house_edge", "House edge", PAPER_NUMBER}, {"cost", "Cost", PAPER_NUMBER},
                {"exact", "Expectation, exactly", PAPER_TEXT});
    for (unsigned i = 0; i < r->found.count; i++) {
        const struct cr_found_play *play = &r->found.plays[i];
        paper_cell_count(p, play->lines);
        paper_cell_number(p, -cr_rational_value(play->ev), 4, PAPER_PERCENT);
        paper_cell_number(p, cost(r, play->ev), 4, PAPER_PERCENT);
        paper_cell(p, figure_exact(FIGURE, play->ev));
    }
    paper_note(p, "Plays found by search. Lines for all other hands are not counted.");
}

static struct desk_document strategy_document(const struct strategy_report *report)
{
    char line[128];
    struct cr_found_play published;
    struct paper *p =
        desk_paper(report->rules, "how to play", "exact values over all deals of every play shown");
    if (cr_play_words(report->rules, &published) > 0)
        print_lines(p, report, "rule", "A rule to remember", &published);
    if (report->analysis.cutoff[0]) {
        snprintf(line, sizeof line, "The best play: play with %s or better, fold below it.",
                 report->analysis.cutoff);
        paper_note(p, line);
    }
    if (report->found.count > 0) {
        print_lines(p, report, "card", "The best play that was found",
                    &report->found.plays[report->found.count - 1]);
        print_frontier(p, report);
    }
    print_costs(p, report);
    if (report->analysis.start_count > 0)
        part_strategy(p, &report->analysis);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}

/* ---- The answer ---- */

int strategy_answer(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
                    struct desk_document *out, struct cr_err *err)
{
    struct strategy_report *r = calloc(1, sizeof *r);
    if (!r)
        return err_set(err, CR_E_RANGE, "not enough memory for the strategy");
    r->rules = rules;
    int rc = cr_analyze(rules, NULL, &r->analysis, err);
    if (rc == CR_OK)
        rc = play_costs(rules, watch, &r->costs, err);
    if (rc == CR_OK && lines > 0)
        rc = plays_find(rules, lines, watch, &r->found, err);
    if (rc == CR_OK)
        *out = strategy_document(r);
    free(r);
    return rc;
}
