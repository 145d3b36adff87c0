/* The part of a report about a progressive's meters: what a bet returns, when it is fair, and how
 * large a jackpot is when it is hit. */
#include "base/text.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"

#include <math.h>
#include <stdio.h>

/* The figures to show: where folds matter, those in which folded hands win nothing. */
static const struct progressive_view *view_of(const struct progressive_report *report)
{
    return report->has_folded ? &report->folded : &report->dealt;
}

/* ---- What the bet returns ---- */

static double award_return(const struct progressive_report *report,
                           const struct cr_award_figures *figures)
{
    const struct cr_award *award = &report->progressive->awards[figures->category];
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    if (award->kind == CR_AWARD_FIXED)
        return figures->contribution / bet;
    return cr_rational_value(figures->probability) * award->ppm / CR_PPM *
           report->dealt.figures.exact.average_jackpot[award->from] / bet;
}

static void add_returns(struct paper *p, const struct progressive_report *report)
{
    const struct cr_progressive_analysis *a = &report->dealt.figures;
    paper_section(p, "contributions", "Contributions");
    paper_caption(p, "What each hand returns of the bet on average, in percent of it");
    PAPER_TABLE(p, "contributions", {"hand", "Hand", PAPER_TEXT},
                {"return", "Return", PAPER_NUMBER});
    paper_shape(p, PAPER_BARS);
    for (unsigned i = 0; i < a->award_count; i++) {
        if (report->progressive->awards[a->awards[i].category].kind == CR_AWARD_NONE)
            continue;
        paper_cell(p, figure_capital(FIGURE, cr_category_name(a->awards[i].category)));
        paper_cell_number(p, award_return(report, &a->awards[i]), 3, PAPER_PERCENT);
    }
    paper_cell(p, "House advantage");
    paper_strong(p);
    paper_cell_number(p, a->exact.house_advantage, 3, PAPER_PERCENT);
    paper_note(p, "Percentages of a meter are taken of its average jackpot. Envy is not included.");
}

/* ---- Break-even ---- */

/* Adds an amount, or words where none exists. */
static void add_amount(struct paper *p, double amount)
{
    if (amount <= 0)
        paper_cell(p, "always fair");
    else if (!isfinite(amount))
        paper_cell(p, "never");
    else
        paper_cell_number(p, amount, 2, PAPER_PLAIN);
}

static void fill_break_even(struct paper *p, const struct progressive_report *report)
{
    const struct progressive_view *view = view_of(report);
    const struct paper_column columns[] = {
        {"meter", "Meter", PAPER_TEXT},
        {"one_in", "Hit, 1 in", PAPER_NUMBER},
        {"average_jackpot", "Average jackpot", PAPER_NUMBER},
        {"break_even", "Bet is fair at", PAPER_NUMBER},
        {"break_even_with_base", "and pays for the base game at", PAPER_NUMBER}};
    paper_table(p, "break_even", columns, report->base ? 5 : 4);
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *meter = &view->meters[m];
        paper_cell(p, figure_capital(FIGURE, report->progressive->meters[m].name));
        paper_cell(p, figure_one_in(FIGURE, meter->hit_probability));
        paper_cell_number(p, view->figures.exact.average_jackpot[m], 2, PAPER_PLAIN);
        add_amount(p, meter->break_even);
        if (report->base)
            add_amount(p, meter->break_even_with_base);
    }
}

/* A note on a meter that runs dry or reaches its limit, which its average does not show. */
static void add_ends(struct paper *p, const struct progressive_report *report, unsigned m)
{
    const struct cr_progressive_figures *f = &view_of(report)->figures.exact;
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    const double funded = f->house_funded[m], over = f->overflow[m];
    char text[400];
    struct text t = text_in(text, sizeof text);
    if (isnan(f->average_jackpot[m]) && funded <= 0 && over <= 0)
        text_add(&t, " Nothing is paid in percent of it: what stays in it is in no figure.");
    if (funded > 0)
        text_add_format(&t, " It runs dry: the house pays %s of each bet for it.",
                        figure_percent(FIGURE, funded / bet, 4));
    if (over > 0)
        text_add_format(&t, " Its limit keeps %s of each bet out, counted as the house's.",
                        figure_percent(FIGURE, over / bet, 4));
    if (funded > 0 || over > 0)
        text_add(&t, " Amounts by quantile are its mean growth, held at zero and at its limit.");
    if (t.len == 0)
        return;
    char note[480];
    snprintf(note, sizeof note, "Meter %s:%s", report->progressive->meters[m].name, text);
    paper_note(p, note);
}

static void add_break_even(struct paper *p, const struct progressive_report *report)
{
    char text[320];
    paper_section(p, "break_even", "Break-even");
    paper_caption(p, "The meter at which one bet pays back its price on average");
    fill_break_even(p, report);
    snprintf(text, sizeof text,
             "Other meters are at their averages. Standard deviation of one bet, with the meters "
             "at their averages: %s units of the bet.%s",
             figure_fixed(FIGURE, view_of(report)->std_dev, 4),
             report->has_folded ? " A fold forfeits the bet." : "");
    paper_note(p, text);
    for (unsigned m = 0; m < report->progressive->meter_count; m++)
        add_ends(p, report, m);
    if (!report->base)
        return;
    snprintf(text, sizeof text,
             "The last column also covers the base game\u2019s house edge on one Ante of %s.",
             figure_fixed(FIGURE, (double)report->ante.micro / CR_MICRO_PER_UNIT, 2));
    paper_note(p, text);
}

/* ---- Quantiles ---- */

/* One line: a figure at each quantile, or "never". */
static void add_quantiles(struct paper *p, const char *meter, const char *what, bool is_hit,
                          const double of[CR_QUANTILES], unsigned decimals)
{
    paper_cell(p, meter);
    paper_cell(p, what);
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        if (is_hit)
            paper_cell_number(p, of[i], decimals, PAPER_PLAIN);
        else
            paper_cell(p, "never");
    }
}

static void fill_quantiles(struct paper *p, const struct progressive_report *report)
{
    static const char *const groups[] = {NULL,        NULL,        "Quantiles", "Quantiles",
                                         "Quantiles", "Quantiles", "Quantiles"};
    PAPER_TABLE(p, "quantiles", {"meter", "Meter", PAPER_TEXT}, {"what", "", PAPER_TEXT},
                {"q5", "5%", PAPER_NUMBER}, {"q25", "25%", PAPER_NUMBER},
                {"q50", "50%", PAPER_NUMBER}, {"q75", "75%", PAPER_NUMBER},
                {"q95", "95%", PAPER_NUMBER}, );
    paper_groups(p, groups);
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *meter = &view_of(report)->meters[m];
        const bool is_hit = meter->hit_probability > 0;
        add_quantiles(p, figure_capital(FIGURE, report->progressive->meters[m].name),
                      "bets until it is hit", is_hit, meter->bets_to_hit, 0);
        add_quantiles(p, "", "jackpot then", is_hit, meter->jackpot_at_hit, 2);
    }
}

static void fill_spreads(struct paper *p, const struct progressive_report *report)
{
    const struct progressive_view *view = view_of(report);
    PAPER_TABLE(p, "spreads", {"meter", "Meter", PAPER_TEXT}, {"q5", "5%", PAPER_NUMBER},
                {"q25", "25%", PAPER_NUMBER}, {"q50", "50%", PAPER_NUMBER},
                {"q75", "75%", PAPER_NUMBER}, {"q95", "95%", PAPER_NUMBER},
                {"mean", "Average", PAPER_NUMBER}, {"fair", "Fair at", PAPER_NUMBER});
    paper_shape(p, PAPER_SPREAD);
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *meter = &view->meters[m];
        if (meter->hit_probability <= 0)
            continue; /* no award of the whole meter */
        paper_cell(p, figure_capital(FIGURE, report->progressive->meters[m].name));
        for (unsigned i = 0; i < CR_QUANTILES; i++)
            paper_cell_number(p, meter->jackpot_at_hit[i], 2, PAPER_PLAIN);
        paper_cell_number(p, view->figures.exact.average_jackpot[m], 2, PAPER_PLAIN);
        paper_cell_number(p, meter->break_even, 2, PAPER_PLAIN);
    }
}

static bool is_any_won(const struct progressive_report *report)
{
    bool is_won = false;
    for (unsigned m = 0; m < report->progressive->meter_count; m++)
        is_won = is_won || view_of(report)->meters[m].hit_probability > 0;
    return is_won;
}

static void add_jackpots(struct paper *p, const struct progressive_report *report,
                         enum analysis_extent extent)
{
    paper_section(p, "jackpots", "Jackpots when they are hit");
    fill_quantiles(p, report);
    if (!is_any_won(report))
        return;
    if (extent == ANALYSIS_IN_PRINT) {
        paper_caption(p, "Jackpot at the hit, in currency units");
        fill_spreads(p, report);
        paper_note(p, "Line: 5% to 95%; box: 25% to 75%; thick stroke: median; diamond: average "
                      "jackpot; dashed stroke: break-even, where it is on the scale.");
    }
    paper_note(p, "The jackpot is the expected meter after so many bets since the last hit. "
                  "Quantiles are computed in double precision.");
}

void part_meters(struct paper *p, const struct progressive_report *report,
                 enum analysis_extent extent)
{
    add_returns(p, report);
    add_break_even(p, report);
    add_jackpots(p, report, extent);
}
