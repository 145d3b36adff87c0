/* Progressives that reach a wanted return, as a document. */
#include "reports/mathematics/design_progressive_document.h"

#include "base/version.h"
#include "reports/mathematics/figures.h"

#include <math.h>

static void name_figures(struct named *o, const struct cr_design_progressive *t)
{
    named_number(o, "house_advantage", t->house_advantage);
    named_number(o, "average_jackpot", t->average_jackpot);
    named_number(o, "average_reset", t->average_reset);
}

static struct named_tree *make_tree(const struct design_progressive_report *r)
{
    const struct cr_progressive_answer *a = r->answer;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "progressive", r->progressive->name);
    named_text(o, "program", croupier_program);
    struct named *wanted = named_object(o, "wanted");
    named_number(wanted, "house_advantage", r->question->house_advantage);
    named_number(wanted, "average_jackpot", r->question->average_jackpot);
    named_number(o, "hit_frequency", a->hit_frequency);
    named_number(o, "bets_between_jackpots", a->bets_between_jackpots);
    name_figures(named_object(o, "now"), &a->now);
    named_number(o, "tried", (double)a->tries);
    named_number(o, "reached", (double)a->reached);
    struct named *tables = named_list(o, "tables");
    for (unsigned i = 0; i < a->count; i++) {
        struct named *table = named_object(tables, NULL);
        struct named *values = named_object(table, "values");
        for (unsigned row = 0; row < r->question->row_count; row++)
            named_number(values, r->names[row], a->tables[i].values[row]);
        name_figures(table, &a->tables[i]);
    }
    return t;
}

static void print_head(struct paper *p, const struct design_progressive_report *r)
{
    const struct cr_progressive_answer *a = r->answer;
    paper_fact(p, "progressive", "Progressive", r->progressive->name);
    paper_fact(p, "method", "Method", "exact distribution of five cards; averages of the meter");
    paper_fact(p, "program", "Computed by", croupier_program);
    paper_section(p, "wanted", "What is wanted");
    if (!isnan(r->question->house_advantage))
        paper_fact(p, "house_advantage", "House advantage",
                   figure_percent(FIGURE, r->question->house_advantage, 4));
    if (!isnan(r->question->average_jackpot))
        paper_fact(p, "jackpot", "Average jackpot",
                   figure_fixed(FIGURE, r->question->average_jackpot, 2));
    paper_fact(p, "now", "House advantage now", figure_percent(FIGURE, a->now.house_advantage, 4));
    paper_fact(p, "jackpot_now", "Average jackpot now",
               figure_fixed(FIGURE, a->now.average_jackpot, 2));
    paper_fact(p, "between", "Bets between jackpots",
               figure_fixed(FIGURE, a->bets_between_jackpots, 0));
    paper_fact_count(p, "tried", "Combinations in the ranges", a->tries);
    paper_fact_count(p, "reached", "Combinations that reach it", a->reached);
}

static void print_tables(struct paper *p, const struct design_progressive_report *r)
{
    struct paper_column columns[CR_DESIGN_ROWS + 3];
    char heads[CR_DESIGN_ROWS][FIGURE_MAX];
    unsigned n = 0;
    for (; n < r->question->row_count; n++)
        columns[n] =
            (struct paper_column){r->names[n], figure_capital(heads[n], r->names[n]), PAPER_COUNT};
    columns[n++] = (struct paper_column){"house_advantage", "House advantage", PAPER_NUMBER};
    columns[n++] = (struct paper_column){"average_jackpot", "Average jackpot", PAPER_NUMBER};
    columns[n++] = (struct paper_column){"average_reset", "Average reset", PAPER_NUMBER};
    paper_section(p, "tables", "Combinations, the best first");
    paper_table(p, "tables", columns, n);
    for (unsigned i = 0; i < r->answer->count; i++) {
        const struct cr_design_progressive *t = &r->answer->tables[i];
        for (unsigned row = 0; row < r->question->row_count; row++)
            paper_cell_count(p, (uint64_t)t->values[row]);
        paper_cell_number(p, t->house_advantage, 4, PAPER_PERCENT);
        paper_cell_number(p, t->average_jackpot, 2, PAPER_PLAIN);
        paper_cell_number(p, t->average_reset, 2, PAPER_PLAIN);
    }
}

struct desk_document design_progressive_document(const struct design_progressive_report *report)
{
    struct paper *p =
        paper_new(PAPER_STUDY, report->progressive->name, "Progressives for a wanted return");
    paper_fact(p, "house", "House", report->progressive->house);
    print_head(p, report);
    print_tables(p, report);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}
