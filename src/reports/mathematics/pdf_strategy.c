/* The chart of starting hands. */
#include "reports/mathematics/pdf_charts.h"
#include "reports/mathematics/pdf_figures.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char ranks[] = "AKQJT98765432";

/* How an action looks. Larger bets are darker; each has its own letter. */
struct look {
    const char *decision;
    uint32_t ground, ink;
    const char *meaning;
};

static const struct look looks[] = {
    {"bet", 0xdce6f1, PDF_INK, "bet, and see the flop"},
    {"play", 0xdce6f1, PDF_INK, "play"},
    {"check", 0xf5f3ec, PDF_INK, "check, and decide on the flop"},
    {"fold", 0xa5604a, PDF_PAPER, "fold"},
    {"2x", 0x8aa8c8, PDF_INK, NULL},
    {"3x", 0x6d8cb0, PDF_PAPER, NULL},
};

static const struct look other = {"", 0x2b4a73, PDF_PAPER, NULL};

static const struct look *look_of(const char *decision)
{
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        if (strcmp(looks[i].decision, decision) == 0)
            return &looks[i];
    return &other;
}

/* "B", "F", "4": what stands in a cell. */
static void letter_of(const char *decision, char out[8])
{
    if (isdigit((unsigned char)decision[0]))
        snprintf(out, 8, "%.*s", (int)strcspn(decision, "x"), decision);
    else
        snprintf(out, 8, "%c", toupper((unsigned char)decision[0]));
}

static void cell_place(const char hand[4], unsigned *row, unsigned *column)
{
    const unsigned high = (unsigned)(strchr(ranks, hand[0]) - ranks);
    const unsigned low = (unsigned)(strchr(ranks, hand[1]) - ranks);
    *row = hand[2] == 'o' ? low : high;
    *column = hand[2] == 'o' ? high : low;
}

#define CELL_WIDTH  (PDF_WIDTH / 13)
#define CELL_HEIGHT 43.0

static void draw_cell(struct pdf *pdf, const struct cr_start *start, double top)
{
    const struct look *look = look_of(start->decision);
    const struct pdf_style hand = {PDF_SANS, 6.4, false, false, look->ink};
    const struct pdf_style letter = {PDF_SANS, 12.5, true, false, look->ink};
    unsigned row, column;
    char text[8];
    cell_place(start->hand, &row, &column);
    const double x = PDF_LEFT + column * CELL_WIDTH, y = top + row * CELL_HEIGHT;
    pdf_fill(pdf, x + 0.5, y + 0.5, CELL_WIDTH - 1, CELL_HEIGHT - 1, look->ground);
    letter_of(start->decision, text);
    pdf_text(pdf, &hand, x, y + 4, CELL_WIDTH, PDF_ALIGN_CENTRE, start->hand);
    pdf_text(pdf, &letter, x, y + 12.5, CELL_WIDTH, PDF_ALIGN_CENTRE, text);
    pdf_text(pdf, &hand, x, y + 30.5, CELL_WIDTH, PDF_ALIGN_CENTRE,
             figure_fixed(FIGURE, cr_rational_value(start->ev) * 100, 1));
}

/* How many of the 1,326 hands begin with this action, and whether it is the first time. */
static unsigned count_hands(const struct cr_analysis *analysis, unsigned at, bool *is_first)
{
    const char *decision = analysis->starts[at].decision;
    unsigned combos = 0;
    *is_first = true;
    for (unsigned i = 0; i < analysis->start_count; i++) {
        if (strcmp(analysis->starts[i].decision, decision) != 0)
            continue;
        *is_first &= i >= at;
        combos += analysis->starts[i].combos;
    }
    return combos;
}

/* One entry of the key at x, or at the beginning of the next line; returns where it ends. */
static double draw_key(struct pdf *pdf, const char *decision, unsigned combos, double x)
{
    const struct look *look = look_of(decision);
    const struct pdf_style style = {PDF_SANS, 7.6, false, false, PDF_INK};
    const struct pdf_style letter = {PDF_SANS, 7.6, true, false, look->ink};
    char text[128], mark[8], bet[48];
    letter_of(decision, mark);
    snprintf(bet, sizeof bet, "bet %s times the Ante", mark);
    snprintf(text, sizeof text, "%s: %s of 1,326 hands (%s)", look->meaning ? look->meaning : bet,
             figure_fixed(FIGURE, combos, 0), figure_percent(FIGURE, combos / 1326.0, 2));
    const double width = pdf_text_width(pdf, &style, text);
    if (x > PDF_LEFT && x + 22 + width > PDF_RIGHT) {
        x = PDF_LEFT;
        pdf->y += 17;
    }
    pdf_fill(pdf, x, pdf->y, 16, 13, look->ground);
    pdf_text(pdf, &letter, x, pdf->y + 1.8, 16, PDF_ALIGN_CENTRE, mark);
    pdf_text(pdf, &style, x + 21, pdf->y + 1.8, width + 1, PDF_ALIGN_LEFT, text);
    return x + 43 + width;
}

void pdf_strategy(struct pdf *pdf, const struct cr_analysis *analysis)
{
    double x = PDF_LEFT;
    pdf_need(pdf, PDF_STRATEGY_HEIGHT);
    for (unsigned i = 0; i < analysis->start_count; i++) {
        bool is_first;
        const unsigned combos = count_hands(analysis, i, &is_first);
        if (is_first)
            x = draw_key(pdf, analysis->starts[i].decision, combos, x);
    }
    pdf->y += 22;
    for (unsigned i = 0; i < analysis->start_count; i++)
        draw_cell(pdf, &analysis->starts[i], pdf->y);
    pdf->y += 13 * CELL_HEIGHT + 8;
}
