/* Where a bet on a progressive returns to, when it is fair, and how large a jackpot is when it is
 * hit. */
#include "paper/pdf_table.h"
#include "reports/mathematics/pdf_charts.h"
#include "reports/mathematics/pdf_figures.h"
#include "reports/mathematics/pdf_parts.h"

#include <math.h>
#include <stdio.h>

/* ---- Where the bet returns to ---- */

static double award_return(const struct pdf_report *report, const struct cr_award_figures *figures)
{
    const struct cr_award *award = &report->progressive->awards[figures->category];
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    if (award->kind == CR_AWARD_FIXED)
        return figures->contribution / bet;
    if (award->kind == CR_AWARD_NONE)
        return 0;
    return cr_rational_value(figures->probability) * award->ppm / CR_PPM *
           report->figures.exact.average_jackpot[award->from] / bet;
}

static void returns(struct pdf *pdf, const struct pdf_report *report)
{
    struct pdf_bar bars[CR_CATEGORIES + 1] = {0};
    size_t n = 0;
    for (unsigned i = 0; i < report->figures.award_count; i++) {
        const struct cr_award_figures *figures = &report->figures.awards[i];
        if (report->progressive->awards[figures->category].kind == CR_AWARD_NONE)
            continue;
        figure_capital(bars[n].label, cr_category_name(figures->category));
        bars[n].value = award_return(report, figures);
        figure_percent(bars[n].figure, bars[n].value, 3);
        n++;
    }
    snprintf(bars[n].label, PDF_BAR_TEXT_MAX, "House advantage");
    bars[n].value = report->figures.exact.house_advantage;
    bars[n].strong = true;
    figure_percent(bars[n].figure, bars[n].value, 3);
    n++;
    pdf_heading(pdf, "Contributions", pdf_bars_height(n) + 60);
    pdf_caption(pdf, "What each hand returns of the bet on average, in percent of it", 60);
    pdf_bars(pdf, bars, n);
    pdf_note(pdf, "Percentages of a meter are taken of its average jackpot. Envy is not included.");
}

/* ---- Break-even ---- */

/* An amount, or what there is to say where none exists. */
static const char *amount_or_words(char out[FIGURE_MAX], double amount)
{
    if (amount <= 0)
        snprintf(out, FIGURE_MAX, "always fair");
    else if (!isfinite(amount))
        snprintf(out, FIGURE_MAX, "never");
    else
        figure_fixed(out, amount, 2);
    return out;
}

static void fill_break_even(struct pdf_table *table, const struct pdf_report *report)
{
    static const struct pdf_column columns[] = {
        {"Meter", PDF_ALIGN_LEFT, NULL},
        {"Hit, 1 in", PDF_ALIGN_RIGHT, NULL},
        {"Average jackpot", PDF_ALIGN_RIGHT, NULL},
        {"Bet is fair at", PDF_ALIGN_RIGHT, NULL},
        {"and pays for the base game at", PDF_ALIGN_RIGHT, NULL}};
    pdf_table_init(table, 8, columns, report->rules ? 5 : 4);
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *meter = &report->meters[m];
        struct pdf_row *row = pdf_table_add(table);
        pdf_cell(row, 0, "%s", figure_capital(FIGURE, report->progressive->meters[m].name));
        pdf_cell(row, 1, "%s", figure_one_in(FIGURE, meter->hit_probability));
        pdf_cell(row, 2, "%s", figure_fixed(FIGURE, report->figures.exact.average_jackpot[m], 2));
        pdf_cell(row, 3, "%s", amount_or_words(FIGURE, meter->break_even));
        pdf_cell(row, 4, "%s", amount_or_words(FIGURE, meter->break_even_with_base));
    }
}

static void break_even(struct pdf *pdf, const struct pdf_report *report)
{
    struct pdf_table table;
    char text[320];
    fill_break_even(&table, report);
    pdf_heading(pdf, "Break-even", pdf_table_height(&table, table.row_count) + 60);
    pdf_caption(pdf, "The meter at which one bet pays back its price on average", 60);
    pdf_table_flow(pdf, &table, PDF_WIDTH);
    snprintf(text, sizeof text,
             "Other meters are at their averages. Standard deviation of one bet, with the meters "
             "at their averages: %s units of the bet.",
             figure_fixed(FIGURE, report->std_dev, 2));
    pdf_note(pdf, text);
    if (report->rules) {
        snprintf(text, sizeof text,
                 "The last column also covers the base game\u2019s house edge on one Ante of %s "
                 "(the smallest one posted; ten where the rules post none).",
                 figure_fixed(FIGURE, report->ante, 2));
        pdf_note(pdf, text);
    }
}

/* ---- Quantiles ---- */

static void fill_quantiles(struct pdf_table *table, const struct pdf_report *report)
{
    static const struct pdf_column columns[] = {
        {"Meter", PDF_ALIGN_LEFT, NULL},       {"", PDF_ALIGN_LEFT, NULL},
        {"5%", PDF_ALIGN_RIGHT, "Quantiles"},  {"25%", PDF_ALIGN_RIGHT, "Quantiles"},
        {"50%", PDF_ALIGN_RIGHT, "Quantiles"}, {"75%", PDF_ALIGN_RIGHT, "Quantiles"},
        {"95%", PDF_ALIGN_RIGHT, "Quantiles"},
    };
    pdf_table_init(table, 8, columns, 7);
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *meter = &report->meters[m];
        struct pdf_row *bets = pdf_table_add(table), *jackpot = pdf_table_add(table);
        pdf_cell(bets, 0, "%s", figure_capital(FIGURE, report->progressive->meters[m].name));
        pdf_cell(bets, 1, "bets until it is hit");
        pdf_cell(jackpot, 1, "jackpot then");
        bets->ruled = m > 0;
        for (unsigned i = 0; i < CR_QUANTILES; i++) {
            if (meter->hit_probability <= 0) {
                pdf_cell(bets, 2 + i, "never");
                continue;
            }
            pdf_cell(bets, 2 + i, "%s", figure_fixed(FIGURE, meter->bets_to_hit[i], 0));
            pdf_cell(jackpot, 2 + i, "%s", figure_fixed(FIGURE, meter->jackpot_at_hit[i], 2));
        }
    }
}

static void quantiles(struct pdf *pdf, const struct pdf_report *report)
{
    const struct cr_progressive *p = report->progressive;
    struct pdf_table table;
    fill_quantiles(&table, report);
    pdf_heading(pdf, "Jackpots when they are hit",
                PDF_SPREAD_HEIGHT + pdf_table_height(&table, table.row_count) + 60);
    pdf_table_flow(pdf, &table, PDF_WIDTH);
    bool drawn = false;
    for (unsigned m = 0; m < p->meter_count; m++) {
        if (report->meters[m].hit_probability <= 0)
            continue; /* no award of the whole meter */
        if (!drawn)
            pdf_caption(pdf, "Jackpot at the hit, in currency units", PDF_SPREAD_HEIGHT);
        drawn = true;
        struct pdf_spread spread = {.name = p->meters[m].name,
                                    .mean = report->figures.exact.average_jackpot[m],
                                    .fair = report->meters[m].break_even};
        for (unsigned i = 0; i < CR_QUANTILES; i++)
            spread.quantiles[i] = report->meters[m].jackpot_at_hit[i];
        pdf_spread(pdf, &spread);
    }
    if (drawn)
        pdf_note(
            pdf,
            "Line: 5% to 95%; box: 25% to 75%; thick stroke: median; diamond: average "
            "jackpot; dashed stroke: break-even, where it is on the scale. The jackpot is "
            "the expected meter after so many bets since the last hit. Quantiles are computed in "
            "double precision.");
}

void pdf_meters_part(struct pdf *pdf, const struct pdf_report *report)
{
    returns(pdf, report);
    break_even(pdf, report);
    quantiles(pdf, report);
}
