/* The document on progressives that reach a wanted return. */
#include "reports/mathematics/design_document.h"

#include "base/version.h"
#include "math/design/progressive_file.h"
#include "reports/mathematics/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define ROW_NAME_MAX (2 * CR_NAME_MAX)

/* ---- For machines ---- */

static void name_figures(struct named *o, const struct design_progressive_report *r,
                         const struct cr_design_return *f)
{
    named_number(o, "house_advantage", f->house_advantage);
    named_number(o, "hit_frequency", f->hit_frequency);
    struct named *meters = named_object(o, "meters");
    for (unsigned m = 0; m < r->progressive->meter_count; m++) {
        struct named *meter = named_object(meters, r->progressive->meters[m].name);
        named_number(meter, "average_jackpot", f->meters[m].average_jackpot);
        named_number(meter, "average_reset", f->meters[m].average_reset);
        named_number(meter, "bets_between", f->meters[m].bets_between);
        if (r->bets_an_hour > 0)
            named_number(meter, "hours_between", f->meters[m].bets_between / r->bets_an_hour);
    }
}

static void name_wanted(struct named *o, const struct design_progressive_report *r)
{
    const struct cr_progressive_question *q = r->question;
    named_number(o, "house_advantage", q->house_advantage);
    named_number(o, "hit_frequency", q->hit_frequency);
    named_number(o, "within", q->within);
    struct named *meters = named_object(o, "meters");
    for (unsigned m = 0; m < r->progressive->meter_count; m++) {
        struct named *meter = named_object(meters, r->progressive->meters[m].name);
        named_number(meter, "average_jackpot", q->average_jackpot[m]);
        named_number(meter, "bets_between", q->bets_between[m]);
    }
}

/* Values are millionths of a unit or of a percent. Amounts are written as text, parts of a bet or
 * of a meter as parts of one, to the last digit. */
static void name_value(struct named *o, const char *key, enum cr_design_what what, int64_t value)
{
    char digits[32];
    if (what == CR_DESIGN_SEED || what == CR_DESIGN_AWARD) {
        named_money(o, key, cr_money_from_micro(value));
        return;
    }
    int len = snprintf(digits, sizeof digits, "%" PRId64 ".%08" PRId64, value / 100000000,
                       value % 100000000);
    while (digits[len - 1] == '0')
        len--;
    digits[digits[len - 1] == '.' ? len - 1 : len] = '\0';
    named_digits(o, key, digits);
}

static void name_rows(struct named *list, const struct design_progressive_report *r)
{
    for (unsigned i = 0; i < r->question->row_count; i++) {
        const struct cr_design_range *row = &r->question->rows[i];
        struct named *o = named_object(list, NULL);
        char name[ROW_NAME_MAX];
        named_text(o, "what", progressive_row_name(r->progressive, row, name));
        name_value(o, "from", row->what, row->from);
        name_value(o, "to", row->what, row->to);
        name_value(o, "step", row->what, row->step);
        name_figures(named_object(o, "one_step_more"), r, &r->answer->steps[i]);
    }
}

static struct named_tree *make_tree(const struct design_progressive_report *r)
{
    const struct cr_progressive_answer *a = r->answer;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "progressive", r->progressive->name);
    named_text(o, "program", croupier_program);
    if (r->rules)
        named_text(o, "rules", r->rules);
    name_wanted(named_object(o, "wanted"), r);
    name_figures(named_object(o, "now"), r, &a->now);
    name_rows(named_list(o, "sensitivity"), r);
    named_number(o, "tried", (double)a->tries);
    named_number(o, "reached", (double)a->reached);
    struct named *tables = named_list(o, "tables");
    for (unsigned i = 0; i < a->count; i++) {
        struct named *table = named_object(tables, NULL);
        struct named *values = named_object(table, "values");
        for (unsigned row = 0; row < r->question->row_count; row++) {
            char name[ROW_NAME_MAX];
            const struct cr_design_range *of = &r->question->rows[row];
            name_value(values, progressive_row_name(r->progressive, of, name), of->what,
                       a->tables[i].values[row]);
        }
        name_figures(table, r, &a->tables[i].figures);
        named_number(table, "roundness", a->tables[i].roundness);
    }
    return t;
}

/* ---- For people ---- */

static void print_part(struct paper *p, const char *key, const char *label, double value)
{
    if (!isnan(value))
        paper_fact(p, key, label, figure_percent(FIGURE, value, 4));
}

/* One figure of one meter, as wanted or as it is now. */
static void print_meter(struct paper *p, const struct design_progressive_report *r, unsigned m,
                        const char *label, double value, int decimals)
{
    char key[ROW_NAME_MAX], text[160];
    if (isnan(value))
        return;
    snprintf(key, sizeof key, "%s_%u", label, m);
    snprintf(text, sizeof text, r->progressive->meter_count > 1 ? "%s (%s)" : "%s", label,
             r->progressive->meters[m].name);
    paper_fact(p, key, text, figure_fixed(FIGURE, value, decimals));
}

static void print_wanted(struct paper *p, const struct design_progressive_report *r)
{
    const struct cr_progressive_question *q = r->question;
    paper_section(p, "wanted", "What is wanted");
    print_part(p, "house_advantage", "House advantage", q->house_advantage);
    print_part(p, "hit_frequency", "Hit frequency", q->hit_frequency);
    for (unsigned m = 0; m < r->progressive->meter_count; m++) {
        print_meter(p, r, m, "Average jackpot", q->average_jackpot[m], 2);
        print_meter(p, r, m, "Bets between jackpots", q->bets_between[m], 0);
    }
}

static void print_now(struct paper *p, const struct design_progressive_report *r)
{
    const struct cr_design_return *now = &r->answer->now;
    paper_section(p, "now", "How it is now");
    print_part(p, "house_advantage", "House advantage", now->house_advantage);
    print_part(p, "hit_frequency", "Hit frequency", now->hit_frequency);
    for (unsigned m = 0; m < r->progressive->meter_count; m++) {
        print_meter(p, r, m, "Average jackpot", now->meters[m].average_jackpot, 2);
        print_meter(p, r, m, "Bets between jackpots", now->meters[m].bets_between, 0);
        if (r->bets_an_hour > 0)
            print_meter(p, r, m, "Hours between jackpots",
                        now->meters[m].bets_between / r->bets_an_hour, 1);
    }
    paper_fact_count(p, "tried", "Combinations in the ranges", r->answer->tries);
    paper_fact_count(p, "reached", "Combinations that reach it", r->answer->reached);
}

/* Adds a column for each meter behind the first `n`; returns the number of columns. */
static unsigned add_meter_columns(const struct design_progressive_report *r, const char *label,
                                  char heads[][80], struct paper_column *columns, unsigned n)
{
    for (unsigned m = 0; m < r->progressive->meter_count; m++) {
        snprintf(heads[m], 80, r->progressive->meter_count > 1 ? "%s, %s" : "%s", label,
                 r->progressive->meters[m].name);
        columns[n++] = (struct paper_column){heads[m], heads[m], PAPER_NUMBER};
    }
    return n;
}

static void print_value(struct paper *p, const struct cr_design_range *row, int64_t value)
{
    char words[40];
    struct text t = text_in(words, sizeof words);
    progressive_value_add(&t, row, value);
    paper_cell(p, words);
}

static void print_jackpots(struct paper *p, const struct design_progressive_report *r,
                           const struct cr_design_return *f)
{
    for (unsigned m = 0; m < r->progressive->meter_count; m++)
        figure_cell(p, f->meters[m].average_jackpot, 2, PAPER_PLAIN);
}

static void print_sensitivity(struct paper *p, const struct design_progressive_report *r)
{
    char heads[CR_METERS][80];
    struct paper_column columns[4 + CR_METERS] = {
        {"what", "What", PAPER_TEXT},
        {"step", "A step", PAPER_TEXT},
        {"house_advantage", "House advantage", PAPER_NUMBER},
        {"hit_frequency", "Hits", PAPER_NUMBER}};
    const unsigned n = add_meter_columns(r, "Average jackpot", heads, columns, 4);
    paper_section(p, "sensitivity", "What a step more changes");
    paper_table(p, "sensitivity", columns, n);
    for (unsigned i = 0; i < r->question->row_count; i++) {
        const struct cr_design_range *row = &r->question->rows[i];
        char name[ROW_NAME_MAX];
        progressive_row_name(r->progressive, row, name);
        paper_cell(p, figure_capital(FIGURE, name));
        print_value(p, row, row->step);
        figure_cell(p, r->answer->steps[i].house_advantage, 6, PAPER_PERCENT);
        figure_cell(p, r->answer->steps[i].hit_frequency, 4, PAPER_PERCENT);
        print_jackpots(p, r, &r->answer->steps[i]);
    }
}

static void print_between(struct paper *p, const struct design_progressive_report *r,
                          const struct cr_design_return *f)
{
    for (unsigned m = 0; m < r->progressive->meter_count; m++)
        figure_cell(p, f->meters[m].bets_between, 0, PAPER_PLAIN);
}

/* The bets between jackpots in a table of their own, where a page has no room for them beside the
 * rest. */
static void print_between_table(struct paper *p, const struct design_progressive_report *r)
{
    struct paper_column columns[1 + CR_METERS] = {{"combination", "Combination", PAPER_NUMBER}};
    char heads[CR_METERS][80];
    const unsigned n = add_meter_columns(r, "Bets between", heads, columns, 1);
    paper_section(p, "between", "Bets between jackpots, in the same order");
    paper_table(p, "between", columns, n);
    for (unsigned i = 0; i < r->answer->count; i++) {
        figure_cell(p, i + 1, 0, PAPER_PLAIN);
        print_between(p, r, &r->answer->tables[i].figures);
    }
}

static void print_tables(struct paper *p, const struct design_progressive_report *r)
{
    struct paper_column columns[CR_DESIGN_ROWS + 1 + 2 * CR_METERS];
    char names[CR_DESIGN_ROWS][ROW_NAME_MAX], heads[2][CR_METERS][80];
    char capitals[CR_DESIGN_ROWS][FIGURE_MAX];
    const unsigned meters = r->progressive->meter_count, rows = r->question->row_count;
    const bool is_one_table = rows + 1 + 2 * meters <= PAPER_COLUMNS_MAX;
    unsigned n = 0;
    for (; n < rows; n++) {
        progressive_row_name(r->progressive, &r->question->rows[n], names[n]);
        columns[n] =
            (struct paper_column){names[n], figure_capital(capitals[n], names[n]), PAPER_NUMBER};
    }
    columns[n++] = (struct paper_column){"house_advantage", "House advantage", PAPER_NUMBER};
    n = add_meter_columns(r, "Average jackpot", heads[0], columns, n);
    if (is_one_table)
        n = add_meter_columns(r, "Bets between", heads[1], columns, n);
    paper_section(p, "tables", "Combinations, the best first");
    paper_table(p, "tables", columns, n);
    for (unsigned i = 0; i < r->answer->count; i++) {
        const struct cr_design_progressive *t = &r->answer->tables[i];
        for (unsigned row = 0; row < rows; row++)
            print_value(p, &r->question->rows[row], t->values[row]);
        figure_cell(p, t->figures.house_advantage, 4, PAPER_PERCENT);
        print_jackpots(p, r, &t->figures);
        if (is_one_table)
            print_between(p, r, &t->figures);
    }
    if (!is_one_table)
        print_between_table(p, r);
}

struct desk_document design_progressive_document(const struct design_progressive_report *report)
{
    struct paper *p =
        paper_new(PAPER_STUDY, report->progressive->name, "Progressives for a wanted return");
    char hands[160];
    paper_fact(p, "house", "House", report->progressive->house);
    paper_fact(p, "progressive", "Progressive", report->progressive->name);
    snprintf(hands, sizeof hands, "exact distribution of %s; averages of the meters",
             report->rules ? "the hands that are not folded" : "five cards");
    paper_fact(p, "method", "Method", hands);
    if (report->rules)
        paper_fact(p, "rules", "Hands of", report->rules);
    paper_fact(p, "program", "Computed by", croupier_program);
    print_wanted(p, report);
    print_now(p, report);
    print_sensitivity(p, report);
    if (report->answer->count > 0)
        print_tables(p, report);
    else
        paper_note(p, "No combination in the ranges reaches it: give wider ranges, or let the "
                      "figures be farther off.");
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}
