/* The base game: results, decisions and starting hands. */
#include "games/game.h"
#include "report/pdf_charts.h"
#include "report/pdf_figures.h"
#include "report/pdf_parts.h"
#include "report/pdf_rules.h"
#include "report/pdf_table.h"

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

static void results(struct pdf *pdf, const struct cr_analysis *a)
{
    static const struct pdf_column columns[] = {{"Figure", PDF_ALIGN_LEFT, NULL},
                                                {"Value", PDF_ALIGN_RIGHT, NULL},
                                                {"Exact", PDF_ALIGN_RIGHT, NULL}};
    const struct cr_rational edge = {-a->ev.num, a->ev.den};
    struct pdf_table table;
    pdf_table_init(&table, 9.5, columns, 3);
    add_result(&table, "House edge, of the Ante", figure_percent(FIGURE, a->house_edge, 4),
               figure_exact(FIGURE, edge));
    add_result(&table, "Element of risk, of all that is wagered",
               figure_percent(FIGURE, a->element_of_risk, 4), "house edge / average wager");
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
    pdf_note(pdf, "Where two decisions are worth exactly the same, the smaller wager is taken as "
                  "the choice. This matters for frequencies and wagers, not for values.");
}

/* ---- Starting hands ---- */

static void strategy(struct pdf *pdf, const struct cr_analysis *a)
{
    pdf_heading(pdf, "Starting hands: strategy", PDF_STRATEGY_HEIGHT + 30);
    pdf_caption(pdf, "First decision, and the expectation of the hand in percent of the Ante",
                PDF_STRATEGY_HEIGHT);
    pdf_strategy(pdf, a);
    pdf_note(pdf, "Pairs stand on the diagonal, suited hands above it, unsuited hands below it. "
                  "4 or 3: a bet of so many Antes; B: bet; C: check; F: fold. The expectation is "
                  "that of the whole round, the Ante included, when all later decisions are "
                  "optimal.");
}

/* "ev_4x" as a column's head: "4x". A game's only option stands beside the value itself. */
static unsigned start_columns(const struct cr_start *start, struct pdf_column columns[])
{
    static const struct pdf_column fixed[] = {{"Hand", PDF_ALIGN_LEFT, NULL},
                                              {"Ways", PDF_ALIGN_RIGHT, NULL},
                                              {"First", PDF_ALIGN_LEFT, NULL}};
    unsigned n = 3;
    memcpy(columns, fixed, sizeof fixed);
    if (start->option_count < 2)
        columns[n++] = (struct pdf_column){"Value", PDF_ALIGN_RIGHT, NULL};
    for (unsigned i = 0; i < start->option_count; i++) {
        const char *name = start->options[i].name;
        columns[n++] = (struct pdf_column){strncmp(name, "ev_", 3) == 0 ? name + 3 : name,
                                           PDF_ALIGN_RIGHT, NULL};
    }
    return n;
}

static void add_start(struct pdf_table *table, const struct cr_start *start)
{
    struct pdf_row *row = pdf_table_add(table);
    unsigned n = 3;
    pdf_cell(row, 0, "%s", start->hand);
    pdf_cell(row, 1, "%u", start->combos);
    pdf_cell(row, 2, "%s", start->decision);
    if (start->option_count < 2)
        pdf_cell(row, n++, "%s", figure_cell(FIGURE, start->ev));
    for (unsigned i = 0; i < start->option_count; i++) {
        const struct cr_rational value = start->options[i].value;
        if (start->option_count > 1 && strcmp(start->options[i].name + 3, start->decision) == 0)
            row->strong = (uint16_t)(1u << n);
        pdf_cell(row, n++, "%s", figure_cell(FIGURE, value));
    }
    row->ruled = start->hand[0] == start->hand[1] && table->row_count > 1;
}

static void expectations(struct pdf *pdf, const struct cr_analysis *a)
{
    struct pdf_column columns[PDF_COLUMNS_MAX];
    struct pdf_table table;
    const unsigned count = start_columns(&a->starts[0], columns);
    pdf_table_init(&table, 7.2, columns, count);
    for (unsigned i = 0; i < a->start_count; i++)
        add_start(&table, &a->starts[i]);
    pdf_heading(pdf, "Starting hands: expectations", PDF_BOTTOM - PDF_TOP - 80);
    pdf_caption(pdf, "Value of the 169 starting hands in percent of the Ante", 300);
    pdf_table_blocks(pdf, &table, 3);
    pdf_note(pdf, a->starts[0].option_count > 1
                      ? "Each column is the value of that first decision; the best one is bold. "
                        "Ways: how many of the 1,326 hands of two cards."
                      : "Value: with the best decision. The column after it is the value of "
                        "playing on, whether or not folding is better. Ways: how many of the "
                        "1,326 hands of two cards.");
}

void pdf_base_part(struct pdf *pdf, const struct pdf_report *report)
{
    const struct cr_analysis *a = report->analysis;
    results(pdf, a);
    decisions(pdf, a);
    if (a->start_count > 0) {
        strategy(pdf, a);
        expectations(pdf, a);
    }
    pdf_rules_section(pdf, report->rules);
    if (a->side_count > 0)
        pdf_sides_section(pdf, report->rules, a);
}
