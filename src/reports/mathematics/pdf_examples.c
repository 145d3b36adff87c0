/* The manual's examples: A.1 to A.3 (flush or better) or A.4 to A.6 (straight or better). */
#include "reports/mathematics/pdf_errata.h"
#include "reports/mathematics/pdf_figures.h"
#include "reports/mathematics/pdf_parts.h"

#include <stdio.h>
#include <string.h>

/* Where the manual prints what is computed here. Empty names for rules that it does not know. */
struct manual {
    enum cr_category from;
    const char *check, *bet, *turns, *text;
};

static const struct manual manuals[] = {
    {CR_FLUSH, "A.1", "A.2", "A.3", "flush or better"},
    {CR_STRAIGHT, "A.4", "A.5", "A.6", "straight or better"},
};

static const struct manual no_manual = {CR_CATEGORIES, "", "", "", ""};

static const struct manual *find_manual(const struct cr_rules *rules)
{
    const bool usual = rules->multiples[0] == 1u << 2 && rules->multiples[1] == 1u << 1 &&
                       rules->multiples[2] == 1u << 1;
    for (size_t i = 0; usual && i < sizeof manuals / sizeof manuals[0]; i++)
        if (manuals[i].from == rules->ante_pays_from)
            return &manuals[i];
    return &no_manual;
}

/* ---- Results of one hand, by decisions ---- */

static void add_outcome(struct pdf_table *table, const char *name, const char *number,
                        const struct cr_rational values[3])
{
    struct pdf_row *row = pdf_table_add(table);
    pdf_cell(row, 0, "%s", name);
    for (unsigned i = 0; i < 3; i++) {
        char cell[96];
        snprintf(cell, sizeof cell, "%s, %s", name, table->columns[i + 1].head);
        pdf_cell(row, i + 1, "%s", figure_cell(FIGURE, values[i]));
        if (pdf_erratum_in(number, cell))
            row->shaded |= (uint16_t)(2u << i);
    }
}

static void fill_outcomes(struct pdf_table *table, const struct pdf_report *report, bool turn_bet,
                          const char *number)
{
    static const struct pdf_column columns[] = {{"Result", PDF_ALIGN_LEFT, NULL},
                                                {"Check on the River", PDF_ALIGN_RIGHT, NULL},
                                                {"Bet on the River", PDF_ALIGN_RIGHT, NULL},
                                                {"Total", PDF_ALIGN_RIGHT, NULL}};
    const struct cr_outcome_counts *check = &report->outcomes.parts[turn_bet][0];
    const struct cr_outcome_counts *bet = &report->outcomes.parts[turn_bet][1];
    const struct cr_outcome_counts *all = &report->outcomes.totals[turn_bet];
    char less[96], hand[FIGURE_MAX];
    figure_capital(hand, cr_category_name(report->rules->ante_pays_from));
    snprintf(less, sizeof less, "Win with less than a %s", hand);
    pdf_table_init(table, 8.2, columns, 4);
#define ADD(name, member)                                                                          \
    add_outcome(table, name, number,                                                               \
                (const struct cr_rational[]){check->member, bet->member, all->member})
    ADD("Win", win);
    ADD("Loss", loss);
    ADD("Tie", tie);
    ADD(less, win_less);
    ADD("Total", total);
#undef ADD
    table->rows[table->row_count - 1].strong = PDF_STRONG_ROW;
    table->rows[table->row_count - 1].ruled = true;
}

static void outcome_table(struct pdf *pdf, const struct pdf_report *report, bool turn_bet,
                          const char *number)
{
    struct pdf_table table;
    char text[160];
    fill_outcomes(&table, report, turn_bet, number);
    snprintf(text, sizeof text, "%s%s%sFrequency Distribution \u2013 %s on the Turn (%%)",
             number[0] ? "Table " : "", number, number[0] ? "  " : "", turn_bet ? "Bet" : "Check");
    pdf_caption(pdf, text, pdf_table_height(&table, table.row_count) + 24);
    pdf_table_flow(pdf, &table, PDF_WIDTH * 0.82);
    snprintf(text, sizeof text, "Player expectation: %s  (exact: %s)",
             figure_percent(FIGURE, cr_rational_value(report->outcomes.ev[turn_bet]), 4),
             figure_exact(FIGURE, report->outcomes.ev[turn_bet]));
    pdf_note(pdf, text);
    pdf_space(pdf, 6);
}

static void outcomes(struct pdf *pdf, const struct pdf_report *report, const struct manual *manual)
{
    const struct cr_outcome_table *o = &report->outcomes;
    char text[320];
    pdf_heading(pdf, "Example: an unsuited A-J", 420);
    pdf_paragraph(pdf, "How often each result comes for a starting hand of an unsuited ace and "
                       "jack that plays on, by the decisions on the turn and on the river; in "
                       "percent of all its deals.");
    outcome_table(pdf, report, false, manual->check);
    outcome_table(pdf, report, true, manual->bet);
    snprintf(
        text, sizeof text,
        "The overall expectation of an unsuited A-J is %s + (%s) = %s of the Ante, exactly %s.",
        figure_percent(FIGURE, cr_rational_value(o->ev[1]), 4),
        figure_percent(FIGURE, cr_rational_value(o->ev[0]), 4),
        figure_percent(FIGURE, cr_rational_value(o->total_ev), 4),
        figure_exact(FIGURE, o->total_ev));
    pdf_paragraph(pdf, text);
}

static void text_errata(struct pdf *pdf, const struct manual *manual)
{
    struct pdf_table table;
    pdf_errata_init(&table, 7.4, true);
    pdf_errata_add(&table, manual->check, true);
    pdf_errata_add(&table, manual->bet, true);
    pdf_errata_add(&table, manual->text, true);
    if (table.row_count == 0)
        return;
    pdf_space(pdf, 4);
    pdf_caption(pdf, "Errata of the manual: these tables, and the text around them",
                pdf_table_height(&table, table.row_count));
    pdf_table_flow(pdf, &table, PDF_WIDTH);
    pdf_note(pdf, "Shaded cells above are those that the manual prints differently.");
}

/* ---- One flop, by turn cards ---- */

/* "7s" as it is printed: "7♠". */
static void card_symbol(cr_card card, char out[8])
{
    static const char *const suits[CR_SUITS] = {"\u2663", "\u2666", "\u2665", "\u2660"};
    char plain[CR_CARD_TEXT_MAX];
    cr_card_format(card, plain);
    snprintf(out, 8, "%c%s", plain[0], suits[cr_card_suit(card)]);
}

static const char *const turn_river[4] = {"check/check", "check/bet", "bet/check", "bet/bet"};

static void add_turn(struct pdf_table *table, const char *number, const struct cr_turn_card *turn)
{
    const struct cr_rational values[4] = {turn->check_check, turn->check_bet, turn->bet_check,
                                          turn->bet_bet};
    char symbol[8], plain[CR_CARD_TEXT_MAX], cell[64];
    struct pdf_row *row = pdf_table_add(table);
    card_symbol(turn->card, symbol);
    cr_card_format(turn->card, plain);
    pdf_cell(row, 0, "%s", symbol);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(cell, sizeof cell, "%s, %s", plain, turn_river[i]);
        pdf_cell(row, i + 1, "%s", figure_cell(FIGURE, values[i]));
        if (pdf_erratum_in(number, cell))
            row->shaded |= (uint16_t)(2u << i);
    }
    row->ruled = cr_card_rank(turn->card) == 0 && table->row_count > 1;
}

static void add_turn_totals(struct pdf_table *table, const char *number,
                            const struct cr_turn_table *turns)
{
    const struct cr_rational totals[4] = {turns->total_check_check, turns->total_check_bet,
                                          turns->total_bet_check, turns->total_bet_bet};
    struct pdf_row *row = pdf_table_add(table);
    pdf_cell(row, 0, "Total");
    for (unsigned i = 0; i < 4; i++)
        pdf_cell(row, i + 1, "%s", figure_cell(FIGURE, totals[i]));
    row->strong = PDF_STRONG_ROW;
    row->ruled = true;
    row = pdf_table_add(table);
    pdf_cell(row, 0, "Overall");
    pdf_cell(row, 2, "%s", figure_cell(FIGURE, turns->check));
    pdf_cell(row, 4, "%s", figure_cell(FIGURE, turns->bet));
    row->strong = PDF_STRONG_ROW;
    if (pdf_erratum_in(number, "Overall Expectation, check"))
        row->shaded = 1u << 2;
}

static void fill_turns(struct pdf_table *table, const char *number,
                       const struct cr_turn_table *turns)
{
    static const struct pdf_column columns[] = {{"4th card", PDF_ALIGN_LEFT, NULL},
                                                {"River check", PDF_ALIGN_RIGHT, "Turn check"},
                                                {"River bet", PDF_ALIGN_RIGHT, "Turn check"},
                                                {"River check", PDF_ALIGN_RIGHT, "Turn bet"},
                                                {"River bet", PDF_ALIGN_RIGHT, "Turn bet"}};
    pdf_table_init(table, 7.9, columns, 5);
    for (unsigned i = 0; i < turns->count; i++)
        add_turn(table, number, &turns->cards[i]);
    add_turn_totals(table, number, turns);
}

/* The list of errors, at the right of the table. Returns its height. */
static double turn_errata(struct pdf *pdf, const char *number, double x, double y)
{
    static const struct pdf_style style = {PDF_SANS, 8, true, false, PDF_INK};
    struct pdf_table table;
    char title[96];
    pdf_errata_init(&table, 6, false);
    pdf_errata_add(&table, number, false);
    if (table.row_count == 0)
        return 0;
    snprintf(title, sizeof title, "Errata of %s: %zu lost minus signs", number, table.row_count);
    pdf_text(pdf, &style, x, y - 14, PDF_RIGHT - x, PDF_ALIGN_LEFT, title);
    return pdf_table_at(pdf, &table, x, y, PDF_RIGHT - x, 0, table.row_count);
}

static void turn_cards(struct pdf *pdf, const struct pdf_report *report, const char *number)
{
    const struct cr_turn_table *turns = &report->turns;
    const double width = number[0] ? PDF_WIDTH * 0.54 : PDF_WIDTH * 0.8;
    struct pdf_table table;
    char text[256];
    fill_turns(&table, number, turns);
    pdf_heading(pdf, "Example: 5\u2660 5\u2665 on a flop of 8\u2666 9\u2666 J\u2660", 640);
    snprintf(text, sizeof text, "%s%s%sPlayer expectations in %%, by the turn card",
             number[0] ? "Table " : "", number, number[0] ? "  " : "");
    pdf_caption(pdf, text, pdf_table_height(&table, table.row_count));
    const double top = pdf->y;
    const double beside = number[0] ? turn_errata(pdf, number, PDF_LEFT + width + 20, top) : 0;
    pdf_table_flow(pdf, &table, width);
    if (pdf->y < top + beside + 8)
        pdf->y = top + beside + 8;
    snprintf(
        text, sizeof text, "Checking on the turn is worth %s, betting %s: the player should %s.%s",
        figure_percent(FIGURE, cr_rational_value(turns->check), 4),
        figure_percent(FIGURE, cr_rational_value(turns->bet), 4), turns->bets ? "bet" : "check",
        number[0] ? " Shaded: the manual prints the figure without its minus sign." : "");
    pdf_note(pdf, text);
}

void pdf_examples_part(struct pdf *pdf, const struct pdf_report *report)
{
    const struct manual *manual = find_manual(report->rules);
    outcomes(pdf, report, manual);
    if (manual->text[0])
        text_errata(pdf, manual);
    turn_cards(pdf, report, manual->turns);
}
