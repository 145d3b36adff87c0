/* How to play, as a document. */
#include "reports/mathematics/strategy_document.h"

#include "game/games/game.h"
#include "reports/mathematics/analysis_parts.h"
#include "reports/mathematics/figures.h"

#include <stdio.h>

static double cost(const struct strategy_report *r, struct cr_rational ev)
{
    return cr_rational_value(r->costs->best) - cr_rational_value(ev);
}

/* ---- For machines ---- */

static void name_play(struct named *o, const struct strategy_report *r, struct cr_rational ev)
{
    named_rational(o, "ev", ev);
    named_exact(o, "exact", ev);
    named_number(o, "house_edge", -cr_rational_value(ev));
    named_number(o, "cost", cost(r, ev));
}

static struct named_tree *make_tree(const struct strategy_report *r)
{
    const char *const *words = cr_play_words(r->rules->game);
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    desk_named_rules(o, r->rules);
    name_play(named_object(o, "best"), r, r->costs->best);
    if (r->analysis->cutoff[0])
        named_text(o, "cutoff", r->analysis->cutoff);
    if (r->costs->has_simple) {
        struct named *simple = named_object(o, "simple");
        name_play(simple, r, r->costs->simple);
        struct named *lines = named_list(simple, "lines");
        for (; *words; words++)
            named_text(lines, NULL, *words);
    }
    struct named *mistakes = named_list(o, "mistakes");
    for (unsigned i = 0; i < r->costs->count; i++) {
        struct named *mistake = named_object(mistakes, NULL);
        named_text(mistake, "mistake", r->costs->mistakes[i].name);
        name_play(mistake, r, r->costs->mistakes[i].ev);
    }
    struct named *starts = named_object(o, "starting_hands");
    for (unsigned i = 0; i < r->analysis->start_count; i++)
        named_text(starts, r->analysis->starts[i].hand, r->analysis->starts[i].decision);
    return t;
}

/* ---- For people ---- */

static void print_rule(struct paper *p, const struct strategy_report *r)
{
    static const struct paper_column columns[] = {{"line", "", PAPER_COUNT},
                                                  {"rule", "Rule", PAPER_TEXT}};
    const char *const *words = cr_play_words(r->rules->game);
    paper_section(p, "rule", "A rule to remember");
    paper_table(p, "lines", columns, 2);
    for (uint64_t line = 1; *words; words++, line++) {
        paper_cell_count(p, line);
        paper_cell(p, *words);
    }
}

static void print_play(struct paper *p, const struct strategy_report *r, const char *name,
                       struct cr_rational ev)
{
    paper_cell(p, name);
    paper_cell_number(p, -cr_rational_value(ev), 4, PAPER_PERCENT);
    paper_cell_number(p, cost(r, ev), 4, PAPER_PERCENT);
    paper_cell(p, figure_exact(FIGURE, ev));
}

static void print_costs(struct paper *p, const struct strategy_report *r)
{
    static const struct paper_column columns[] = {{"play", "Play", PAPER_TEXT},
                                                  {"house_edge", "House edge", PAPER_NUMBER},
                                                  {"cost", "Cost", PAPER_NUMBER},
                                                  {"exact", "Expectation, exactly", PAPER_TEXT}};
    paper_section(p, "costs", figure_unit(FIGURE, "What it costs, of ", r->rules->game));
    paper_table(p, "costs", columns, 4);
    print_play(p, r, "The best play", r->costs->best);
    if (r->costs->has_simple)
        print_play(p, r, "The rule to remember", r->costs->simple);
    for (unsigned i = 0; i < r->costs->count; i++)
        print_play(p, r, figure_capital(FIGURE, r->costs->mistakes[i].name),
                   r->costs->mistakes[i].ev);
    paper_note(p,
               "A mistake is made every time, in a play that is the best one otherwise. The cost "
               "is the difference to the best play.");
}

struct desk_document strategy_document(const struct strategy_report *report)
{
    char line[128];
    struct paper *p =
        desk_paper(report->rules, "how to play", "exact values over all deals of every play shown");
    if (report->costs->has_simple)
        print_rule(p, report);
    if (report->analysis->cutoff[0]) {
        snprintf(line, sizeof line, "The best play: play with %s or better, fold below it.",
                 report->analysis->cutoff);
        paper_note(p, line);
    }
    print_costs(p, report);
    if (report->analysis->start_count > 0)
        part_strategy(p, report->analysis);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}
