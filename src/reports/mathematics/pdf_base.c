/* The base game: results, decisions and starting hands. */
#include "math/rational.h"
#include "paper/pdf_table.h"
#include "reports/mathematics/pdf_charts.h"
#include "reports/mathematics/pdf_figures.h"
#include "reports/mathematics/pdf_parts.h"
#include "reports/mathematics/pdf_rules.h"

#include <stdio.h>
#include <string.h>

/* ---- Results ---- */

static void add_result(struct pdf_table *table, const char *name, const char *value,
                       const char *exact)
{
    struct pdf_row *row = pdf_table_add(table);
    pdf_cell(row, 0, "%s", name);
    pdf_cell(row, 1, "%s", value);
    pdf_cell(row, 2, "%s", exact);
    row->strong = 1u << 1;
}

/* Edge per unit of all wagers, exactly; words where it has too many digits. */
static const char *risk_exact(char out[FIGURE_MAX], const struct cr_analysis *a)
{
    struct cr_rational risk;
    if (!rational_reduce(-(wide)a->ev.num * a->average_wager.den,
                         (wide)a->ev.den * a->average_wager.num, &risk))
        snprintf(out, FIGURE_MAX, "house edge / average wager");
    else
        figure_exact(out, risk);
    return out;
}

static void results(struct pdf *pdf, const struct cr_analysis *a)
{
    static const struct pdf_column columns[] = {{"Figure", PDF_ALIGN_LEFT, NULL},
                                                {"Value", PDF_ALIGN_RIGHT, NULL},
                                                {"Exact", PDF_ALIGN_RIGHT, NULL}};
    const struct cr_rational edge = {-a->ev.num, a->ev.den};
    struct pdf_table table;
    pdf_table_init(&table, 8.2, columns, 3);
    add_result(&table, "House edge, of the Ante", figure_percent(FIGURE, a->house_edge, 4),
               figure_exact(FIGURE, edge));
    add_result(&table, "Element of risk, of all that is wagered",
               figure_percent(FIGURE, a->element_of_risk, 4), risk_exact(FIGURE, a));
    add_result(&table, "Average wager, in Antes",
               figure_fixed(FIGURE, cr_rational_value(a->average_wager), 4),
               figure_exact(FIGURE, a->average_wager));
    add_result(&table, "Standard deviation of a round, in Antes",
               figure_fixed(FIGURE, a->std_dev, 4), "square root of the variance");
    add_result(&table, "Player's expectation, in Antes",
               figure_fixed(FIGURE, cr_rational_value(a->ev), 6), figure_exact(FIGURE, a->ev));
    pdf_heading(pdf, "Results", pdf_table_height(&table, table.row_count));
    pdf_table_flow(pdf, &table, PDF_WIDTH);
}

/* ---- Decisions ---- */

static const char *decision_label(const char *name)
{
    static const struct {
        const char *name, *label;
    } labels[] = {
        {"fold", "Fold"},
        {"play", "Play"},
        {"turn_bet", "Bet on the turn"},
        {"turn_check", "Check on the turn"},
        {"river_bet", "Bet on the river"},
        {"river_check", "Check on the river"},
        {"preflop_4x", "Bet 4\u00d7 before the flop"},
        {"preflop_3x", "Bet 3\u00d7 before the flop"},
        {"flop_2x", "Bet 2\u00d7 on the flop"},
        {"river_1x", "Bet 1\u00d7 on the river"},
    };
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (strcmp(labels[i].name, name) == 0)
            return labels[i].label;
    return name;
}

static void decisions(struct pdf *pdf, const struct cr_analysis *a)
{
    struct pdf_bar bars[CR_FIGURES_MAX] = {0};
    char text[160];
    for (unsigned i = 0; i < a->frequency_count; i++) {
        const struct cr_figure *f = &a->frequencies[i];
        snprintf(bars[i].label, PDF_BAR_TEXT_MAX, "%s", decision_label(f->name));
        bars[i].value = cr_rational_value(f->value);
        figure_percent(bars[i].figure, bars[i].value, 4);
        figure_exact(bars[i].exact, f->value);
    }
    pdf_heading(pdf, "Decisions under optimal play", pdf_bars_height(a->frequency_count) + 40);
    pdf_caption(pdf, "How often each decision is made, of all deals, with the exact share", 60);
    pdf_bars(pdf, bars, a->frequency_count);
    if (a->cutoff[0]) {
        snprintf(text, sizeof text,
                 "The whole strategy is one line: play with %s or a better hand, fold below it.",
                 a->cutoff);
        pdf_paragraph(pdf, text);
    }
}

/* ---- Starting hands ---- */

static void strategy(struct pdf *pdf, const struct cr_analysis *a)
{
    pdf_heading(pdf, "Starting hands: strategy", PDF_STRATEGY_HEIGHT + 30);
    pdf_caption(pdf, "First decision, and the expectation of the hand in percent of the Ante",
                PDF_STRATEGY_HEIGHT);
    pdf_strategy(pdf, a);
    pdf_note(pdf,
             "Pairs stand on the diagonal, suited hands above it, unsuited hands below it. "
             "The expectation is that of the whole round, the Ante included, when all later "
             "decisions are optimal. Of decisions that are worth exactly the same, the smaller "
             "wager is taken.");
}

static const char *option_label(const char *name)
{
    static const struct {
        const char *name, *label;
    } labels[] = {{"ev_play", "Play on"},
                  {"ev_4x", "Bet 4\u00d7"},
                  {"ev_3x", "Bet 3\u00d7"},
                  {"ev_check", "Check"}};
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (strcmp(labels[i].name, name) == 0)
            return labels[i].label;
    return name;
}

/* A game's only option stands beside the value itself; of several, the value is the best. */
static bool has_value(const struct cr_start *start)
{
    return start->option_count < 2;
}

static unsigned start_columns(const struct cr_start *start, struct pdf_column columns[])
{
    unsigned n = 0;
    columns[n++] = (struct pdf_column){"Hand", PDF_ALIGN_LEFT, NULL};
    columns[n++] = (struct pdf_column){"First", PDF_ALIGN_LEFT, NULL};
    if (has_value(start))
        columns[n++] = (struct pdf_column){"Value", PDF_ALIGN_RIGHT, NULL};
    for (unsigned i = 0; i < start->option_count; i++)
        columns[n++] =
            (struct pdf_column){option_label(start->options[i].name), PDF_ALIGN_RIGHT, NULL};
    return n;
}

static void add_start(struct pdf_table *table, const struct cr_start *start)
{
    struct pdf_row *row = pdf_table_add(table);
    unsigned n = 2;
    pdf_cell(row, 0, "%s", start->hand);
    pdf_cell(row, 1, "%s", start->decision);
    if (has_value(start))
        pdf_cell(row, n++, "%s", figure_cell(FIGURE, start->ev));
    for (unsigned i = 0; i < start->option_count; i++) {
        const struct cr_figure *option = &start->options[i];
        if (!has_value(start) && strcmp(option->name + 3, start->decision) == 0)
            row->strong = (uint16_t)(1u << n);
        pdf_cell(
            row, n++, "%s",
            figure_fixed(FIGURE, cr_rational_value(option->value) * 100, has_value(start) ? 4 : 3));
    }
    if (strcmp(start->decision, "fold") == 0)
        row->strong = 1u << 1 | 1u << 2;
    row->ruled = start->hand[0] == start->hand[1] && table->row_count > 1;
}

static void expectations(struct pdf *pdf, const struct cr_analysis *a)
{
    struct pdf_column columns[PDF_COLUMNS_MAX];
    struct pdf_table table;
    const unsigned count = start_columns(&a->starts[0], columns);
    pdf_table_init(&table, 7, columns, count);
    for (unsigned i = 0; i < a->start_count; i++)
        add_start(&table, &a->starts[i]);
    pdf_heading(pdf, "Starting hands: expectations", PDF_BOTTOM - PDF_TOP - 80);
    pdf_caption(pdf, "Value of the 169 starting hands in percent of the Ante", 300);
    pdf_table_blocks(pdf, &table, 3);
    pdf_note(
        pdf,
        a->starts[0].option_count > 1
            ? "Each column is the value of that first decision; the best one is bold. "
              "Of the 1,326 hands of two cards a pair "
              "stands for 6, a suited hand (s) for 4 and an unsuited one (o) for 12."
            : "Value: with the best decision. The column after it is the value of "
              "playing on, whether or not folding is better. Of the 1,326 hands of two "
              "cards a pair stands for 6, a suited hand (s) for 4 and an unsuited one (o) for 12.");
}

void pdf_base_part(struct pdf *pdf, const struct pdf_report *report)
{
    const struct cr_analysis *a = report->analysis;
    results(pdf, a);
    decisions(pdf, a);
    pdf_rules_section(pdf, report->rules, a->side_count > 0 ? PDF_SIDES_HEIGHT : 0);
    if (a->side_count > 0)
        pdf_sides_section(pdf, report->rules, a);
    if (a->start_count > 0) {
        strategy(pdf, a);
        expectations(pdf, a);
    }
}
