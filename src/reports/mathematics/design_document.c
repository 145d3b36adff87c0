/* The document on pay tables that reach a wanted edge. */
#include "reports/mathematics/design_document.h"

#include "game/games/game.h"
#include "reports/mathematics/figures.h"

#include <math.h>

/* ---- For machines ---- */

static void name_figures(struct named *o, const struct cr_design_figures *f)
{
    named_exactly(o, "ev", f->ev);
    named_number(o, "house_edge", f->edge);
    NAMED_MEMBERS(o, f, element_of_risk, hit_frequency, std_dev);
}

static void name_wanted(struct named *o, const struct cr_design_question *q)
{
    named_number(o, "house_edge", q->edge);
    NAMED_MEMBERS(o, q, element_of_risk, hit_frequency, std_dev, within);
}

static struct named_tree *make_tree(const struct design_report *r)
{
    const struct cr_design_answer *a = r->answer;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    desk_named_rules(o, r->rules);
    named_text(o, "wager", r->rules->game->slots[r->question->slot].name);
    name_wanted(named_object(o, "wanted"), r->question);
    name_figures(named_object(o, "now"), &a->now);
    struct named *rows = named_list(o, "sensitivity");
    for (unsigned i = 0; i < r->question->row_count; i++) {
        struct named *row = named_object(rows, NULL);
        named_text(row, "hand", r->hands[i]);
        named_number(row, "from", r->question->rows[i].from);
        named_number(row, "to", r->question->rows[i].to);
        named_exactly(row, "ev_per_unit", a->slopes[i]);
    }
    named_number(o, "tried", (double)a->tries);
    named_number(o, "reached", (double)a->reached);
    named_number(o, "analysed", (double)a->analysed);
    named_text(o, "complete", a->is_complete ? "yes" : "no");
    struct named *tables = named_list(o, "tables");
    for (unsigned i = 0; i < a->count; i++) {
        struct named *table = named_object(tables, NULL);
        struct named *pays = named_object(table, "pays");
        for (unsigned row = 0; row < r->question->row_count; row++)
            named_number(pays, r->hands[row], a->tables[i].pays[row]);
        name_figures(table, &a->tables[i].figures);
        named_number(table, "roundness", a->tables[i].roundness);
    }
    return t;
}

/* ---- For people ---- */

static void print_wanted(struct paper *p, const char *key, const char *label, double wanted,
                         bool is_part)
{
    if (!isnan(wanted))
        paper_fact(p, key, label,
                   is_part ? figure_percent(FIGURE, wanted, 4) : figure_fixed(FIGURE, wanted, 4));
}

static void print_question(struct paper *p, const struct design_report *r)
{
    const struct cr_design_question *q = r->question;
    paper_section(p, "wanted", "What is wanted");
    paper_fact(p, "wager", "Wager", r->rules->game->slots[q->slot].label);
    print_wanted(p, "edge", "House edge", q->edge, true);
    print_wanted(p, "element_of_risk", "Element of risk", q->element_of_risk, true);
    print_wanted(p, "hit_frequency", "Hit frequency", q->hit_frequency, true);
    print_wanted(p, "std_dev", "Standard deviation", q->std_dev, false);
    paper_fact(p, "now", "House edge now", figure_percent(FIGURE, r->answer->now.edge, 6));
    paper_fact_count(p, "tried", "Tables in the ranges", r->answer->tries);
    paper_fact_count(p, "reached", "Tables that reach it", r->answer->reached);
    if (r->answer->analysed > 0)
        paper_fact_count(p, "analysed", "Analysed anew", r->answer->analysed);
}

static void print_sensitivity(struct paper *p, const struct design_report *r)
{
    paper_section(p, "sensitivity", "What each row weighs");
    PAPER_TABLE(p, "sensitivity", {"hand", "Hand", PAPER_TEXT}, {"from", "From", PAPER_COUNT},
                {"to", "To", PAPER_COUNT}, {"edge", "Edge for 1 more", PAPER_NUMBER},
                {"exact", "Exact", PAPER_TEXT});
    for (unsigned i = 0; i < r->question->row_count; i++) {
        PAPER_CELLS(p, figure_capital(FIGURE, r->hands[i]), (uint64_t)r->question->rows[i].from,
                    (uint64_t)r->question->rows[i].to);
        paper_cell_number(p, -cr_rational_value(r->answer->slopes[i]), 6, PAPER_PERCENT);
        paper_cell(p, figure_exact(FIGURE, r->answer->slopes[i]));
    }
}

static void print_tables(struct paper *p, const struct design_report *r)
{
    const bool has_element = !isnan(r->question->element_of_risk);
    struct paper_column columns[CR_DESIGN_ROWS + 4];
    char heads[CR_DESIGN_ROWS][FIGURE_MAX];
    unsigned n = 0;
    for (; n < r->question->row_count; n++)
        columns[n] =
            (struct paper_column){r->hands[n], figure_capital(heads[n], r->hands[n]), PAPER_COUNT};
    columns[n++] = (struct paper_column){"house_edge", "House edge", PAPER_NUMBER};
    if (has_element)
        columns[n++] = (struct paper_column){"element_of_risk", "Of risk", PAPER_NUMBER};
    columns[n++] = (struct paper_column){"hit_frequency", "Hits", PAPER_NUMBER};
    columns[n++] = (struct paper_column){"std_dev", "Deviation", PAPER_NUMBER};
    paper_section(p, "tables", "Tables, the best first");
    paper_table(p, "tables", columns, n);
    for (unsigned i = 0; i < r->answer->count; i++) {
        const struct cr_design_table *t = &r->answer->tables[i];
        for (unsigned row = 0; row < r->question->row_count; row++)
            paper_cell_count(p, (uint64_t)t->pays[row]);
        paper_cell_number(p, t->figures.edge, 6, PAPER_PERCENT);
        if (has_element)
            paper_cell_number(p, t->figures.element_of_risk, 6, PAPER_PERCENT);
        figure_cell(p, t->figures.hit_frequency, 4, PAPER_PERCENT);
        paper_cell_number(p, t->figures.std_dev, 4, PAPER_PLAIN);
    }
}

struct desk_document design_document(const struct design_report *report)
{
    struct paper *p = desk_paper(report->rules, "pay tables for a wanted edge",
                                 "exact figures of every table shown; order by nearness and "
                                 "roundness of the pays");
    print_question(p, report);
    print_sensitivity(p, report);
    if (report->answer->count > 0)
        print_tables(p, report);
    else if (report->answer->is_complete)
        paper_note(p, "No table in the ranges reaches it: give wider ranges, or let the figures "
                      "be farther off.");
    if (!report->answer->is_complete)
        paper_note(p, "The number of analyses ran out before every table that could reach it was "
                      "looked at: allow more, or give narrower ranges.");
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}
