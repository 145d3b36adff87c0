/* The part of a report about a progressive, in the form of tables A.7 to A.13: exact, and with the
 * manual's rounding. */
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"
#include "reports/mathematics/manual.h"

#include <stdio.h>

#define FIVE_CARD_HANDS 2598960

/* ---- Where a bet goes ---- */

static void add_split(struct paper *p, const struct cr_progressive *progressive)
{
    paper_fact(p, "bet", "Bet", figure_money(FIGURE, progressive->bet));
    paper_fact(p, "house_share", "Fraction to House",
               figure_share(FIGURE, progressive->house_share, CR_SHARE_ALL));
    PAPER_TABLE(p, "meters", {"meter", "Meter", PAPER_TEXT},
                {"share", "To the meter", PAPER_NUMBER},
                {"reserve_share", "To its reserve", PAPER_NUMBER},
                {"seed", "Seed (reserve reset)", PAPER_NUMBER}, {"limit", "Limit", PAPER_NUMBER}, );
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct cr_meter_rules *meter = &progressive->meters[m];
        PAPER_CELLS(p, figure_capital(FIGURE, meter->name),
                    figure_share(FIGURE, meter->share, CR_SHARE_ALL),
                    figure_share(FIGURE, meter->reserve_share, CR_SHARE_ALL),
                    figure_money(FIGURE, meter->seed),
                    meter->has_limit ? figure_money(FIGURE, meter->limit) : "none");
    }
}

/* ---- Awards ---- */

/* Adds what a hand pays, and from where. */
static void add_pay(struct paper *p, const struct cr_progressive *progressive,
                    const struct cr_award *award)
{
    if (award->kind == CR_AWARD_NONE)
        paper_cell(p, "0");
    else if (award->kind == CR_AWARD_PERCENT)
        paper_cell(p, figure_share(FIGURE, award->ppm, CR_PPM));
    else
        paper_cell(p, figure_money(FIGURE, award->amount));
    if (award->kind == CR_AWARD_NONE)
        paper_cell(p, "");
    else if (award->from == CR_FROM_TRAY)
        paper_cell(p, "Not from Meter");
    else if (progressive->meter_count == 1)
        paper_cell(p, "From Meter");
    else
        paper_cell(p, figure_capital(FIGURE, progressive->meters[award->from].name));
}

/* The name of a hand as in the manual. */
static const char *hand_name(char out[FIGURE_MAX], enum cr_category category)
{
    return figure_capital(out, category == CR_HIGH_CARD ? "nothing"
                               : category == CR_PAIR    ? "one pair"
                                                        : cr_category_name(category));
}

/* Adds the contribution of a fixed award; an empty cell for another. */
static void add_contribution(struct paper *p, const struct cr_award *award, double value)
{
    if (award->kind == CR_AWARD_FIXED)
        paper_cell_number(p, value, 6, PAPER_PLAIN);
    else
        paper_cell(p, "");
}

/* Adds a hand's row. The manual prints eight decimals and derives "1 in" from them; for the
 * averages it takes twelve decimals of the royal flush. */
static void add_award(struct paper *p, const struct cr_progressive *progressive,
                      const struct cr_award_figures *figures, const char *number)
{
    const struct cr_award *award = &progressive->awards[figures->category];
    const double exact = cr_rational_value(figures->probability);
    const double printed = figures->printed_probability;
    paper_cell(p, hand_name(FIGURE, figures->category));
    add_pay(p, progressive, award);
    paper_cell_number(p, exact * FIVE_CARD_HANDS, 0, PAPER_PLAIN);
    paper_cell_number(p, exact, 10, PAPER_PLAIN);
    paper_cell_number(p, 1 / exact, 2, PAPER_PLAIN);
    add_contribution(p, award, figures->contribution);
    paper_cell_number(p, printed, figures->category == CR_ROYAL_FLUSH ? 12 : 8, PAPER_PLAIN);
    paper_cell_number(p, 1 / printed, 0, PAPER_PLAIN);
    if (figures->category == CR_FULL_HOUSE && manual_is_wrong(number, "Full House, 1 in"))
        paper_mark(p);
    add_contribution(p, award, (double)award->amount.micro / CR_MICRO_PER_UNIT * printed);
}

static void add_awards(struct paper *p, const struct progressive_report *report, const char *number)
{
    static const char rounded[] = "With the manual\u2019s rounding";
    static const char *const groups[] = {NULL,    NULL,    NULL,    "Exact", "Exact",
                                         "Exact", "Exact", rounded, rounded, rounded};
    const struct cr_progressive_analysis *a = &report->dealt.figures;
    char text[128];
    snprintf(text, sizeof text, "%s%s%sHands, pays and contributions", number[0] ? "Table " : "",
             number, number[0] ? "  " : "");
    paper_caption(p, text);
    PAPER_TABLE(p, "hands", {"hand", "Hand", PAPER_TEXT}, {"pays", "Pay", PAPER_NUMBER},
                {"from", "From", PAPER_TEXT}, {"hands", "Hands", PAPER_NUMBER},
                {"probability", "Probability", PAPER_NUMBER}, {"one_in", "1 in", PAPER_NUMBER},
                {"contribution", "Contribution", PAPER_NUMBER},
                {"printed_probability", "Probability", PAPER_NUMBER},
                {"printed_one_in", "1 in", PAPER_NUMBER},
                {"printed_contribution", "Contribution", PAPER_NUMBER}, );
    paper_groups(p, groups);
    for (unsigned i = 0; i < a->award_count; i++)
        add_award(p, report->progressive, &a->awards[i], number);
    if (!report->is_cut)
        return;
    snprintf(text, sizeof text, "Fixed awards are cut to the limit of a round with one seat: %s.",
             figure_money(FIGURE, report->base->aggregate_limit));
    paper_note(p, text);
}

/* ---- Averages ---- */

/* The columns: exact, with the manual's rounding, and, where folds matter, exact for hands that are
 * not folded. */
struct columns {
    const struct cr_progressive_figures *of[3];
    unsigned count;
};

static void add_figure(struct paper *p, unsigned column, double value, unsigned decimals,
                       enum paper_style style)
{
    paper_cell_number(p, value, decimals, style);
    if (column == 0)
        paper_strong(p);
}

#define RATES 5

static void add_rates(struct paper *p, const struct columns *columns)
{
    static const struct {
        const char *name;
        unsigned decimals;
    } lines[RATES] = {{"Hit Frequency", 8},
                      {"  one hit in", 2},
                      {"Fixed Pays", 8},
                      {"  from Meter", 8},
                      {"  not from Meter", 8}};
    for (unsigned l = 0; l < RATES; l++) {
        paper_cell(p, lines[l].name);
        for (unsigned i = 0; i < columns->count; i++) {
            const struct cr_progressive_figures *f = columns->of[i];
            const double rates[RATES] = {f->hit_frequency, 1 / f->hit_frequency,
                                         f->fixed_from_meter + f->fixed_not_from_meter,
                                         f->fixed_from_meter, f->fixed_not_from_meter};
            add_figure(p, i, rates[l], lines[l].decimals, PAPER_PLAIN);
        }
    }
}

/* The second column has two decimals, as in the manual. */
static void add_advantage(struct paper *p, const struct columns *columns)
{
    paper_cell(p, "House Advantage");
    for (unsigned i = 0; i < columns->count; i++)
        add_figure(p, i, columns->of[i]->house_advantage, i == 1 ? 2 : 6, PAPER_PERCENT);
}

static void add_meter_lines(struct paper *p, const struct cr_progressive *progressive,
                            const struct columns *columns, bool is_reset)
{
    const bool is_several = progressive->meter_count > 1;
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        char name[96];
        snprintf(name, sizeof name, "Average %s%s%s", is_reset ? "Reset" : "Jackpot",
                 is_several ? ", " : "", is_several ? progressive->meters[m].name : "");
        paper_cell(p, name);
        for (unsigned i = 0; i < columns->count; i++) {
            const struct cr_progressive_figures *f = columns->of[i];
            add_figure(p, i, is_reset ? f->average_reset[m] : f->average_jackpot[m], 2,
                       PAPER_PLAIN);
        }
    }
}

static void add_averages(struct paper *p, const struct progressive_report *report)
{
    static const struct paper_column heads[] = {
        {"figure", "Figure", PAPER_TEXT},
        {"exact", "Exact", PAPER_NUMBER},
        {"printed", "With the manual\u2019s rounding", PAPER_NUMBER},
        {"folded", "Exact, a fold forfeiting the bet", PAPER_NUMBER}};
    const struct columns columns = {.of = {&report->dealt.figures.exact,
                                           &report->dealt.figures.printed,
                                           &report->folded.figures.exact},
                                    .count = report->has_folded ? 3 : 2};
    paper_caption(p, "Averages");
    paper_table(p, "averages", heads, columns.count + 1);
    add_rates(p, &columns);
    add_advantage(p, &columns);
    add_meter_lines(p, report->progressive, &columns, true);
    add_meter_lines(p, report->progressive, &columns, false);
}

/* ---- Remarks ---- */

static void add_notes(struct paper *p, const struct cr_progressive_analysis *a)
{
    char text[480];
    snprintf(text, sizeof text,
             "Hands: of the 2,598,960 of five cards. Amounts are in currency units; hit frequency, "
             "fixed pays and advantage are per unit "
             "of the bet. Exactly: hit frequency %s, fixed pays from the meter %s, not from it %s.",
             figure_exact(FIGURE, a->hit_frequency), figure_exact(FIGURE, a->fixed_from_meter),
             figure_exact(FIGURE, a->fixed_not_from_meter));
    paper_note(p, text);
    paper_note(p, "The manual\u2019s rounding: probabilities are rounded to eight decimals (that "
                  "of the royal flush, for the averages, to twelve) before anything is derived "
                  "from them. This moves \u201c1 in\u201d, hit frequency and average jackpot; the "
                  "exact figures are the ones to rely on.");
    if (a->envy_per_seat.num <= 0)
        return;
    snprintf(text, sizeof text,
             "Envy: each other seat with the bet adds %s to the expectation of a seat, "
             "exactly %s, in currency units; it is in none of the figures above.",
             figure_fixed(FIGURE, cr_rational_value(a->envy_per_seat), 6),
             figure_exact(FIGURE, a->envy_per_seat));
    paper_note(p, text);
}

/* Notes on what a fold changes, and what several seats change. */
static void add_seats(struct paper *p, const struct progressive_report *report)
{
    const struct progressive_view *view = report->has_folded ? &report->folded : &report->dealt;
    const double envy = cr_rational_value(view->figures.envy_per_seat);
    char text[320];
    if (report->has_folded) {
        snprintf(text, sizeof text, "Folds: the best play of %s without the progressive.%s%s%s",
                 report->base->name, envy > 0 ? " Envy with folds: " : "",
                 envy > 0 ? figure_fixed(FIGURE, envy, 8) : "", envy > 0 ? "." : "");
        paper_note(p, text);
    }
    if (report->seats == 0)
        return;
    if (report->dealt.figures.envy_per_seat.num <= 0) {
        paper_note(p, "No award gives Envy: other seats change nothing.");
        return;
    }
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    const double less = envy * (report->seats - 1) / bet;
    snprintf(text, sizeof text, "With %u seats the house advantage is %s.", report->seats,
             figure_percent(FIGURE, view->figures.exact.house_advantage - less, 6));
    paper_note(p, text);
}

/* LINK-5: a note on playing the game that was asked for and the progressive together. */
static void add_joint(struct paper *p, const struct progressive_report *report)
{
    char text[320];
    if (!report->at_game || (report->has_folded && !report->has_joint))
        return;
    if (!report->has_folded)
        snprintf(text, sizeof text,
                 "No fold of %s loses the bet: the base game's best play is the best, whatever the "
                 "meter.",
                 report->base->name);
    else
        snprintf(
            text, sizeof text,
            "Ante of %s and bet played together for the meter asked for, in Antes: %s, %s more "
            "than by the base game's best play.",
            figure_money(FIGURE, report->ante),
            figure_fixed(FIGURE, cr_rational_value(report->joint_ev), 8),
            figure_fixed(FIGURE, report->joint_gain, 8));
    paper_note(p, text);
}

static void add_errata(struct paper *p, const char *number)
{
    char text[128];
    snprintf(text, sizeof text, "Errata of the manual\u2019s table %s", number);
    manual_add_errata(p, text, (const char *const[]){number, "A.7 to A.13", NULL}, 0);
    if (manual_is_wrong(number, "Full House, 1 in"))
        paper_note(p, "A full house is dealt once in 694 hands; the manual prints "
                      "\u201c1 in 11111\u201d (marked in the table, where the figure that its own "
                      "probability gives is shown).");
}

void part_progressive(struct paper *p, const struct progressive_report *report,
                      enum analysis_extent extent)
{
    const char *number = manual_of_progressive(report->progressive);
    char title[128];
    snprintf(title, sizeof title, "Progressive side bet %s", report->progressive->name);
    paper_section(p, "progressive", title);
    add_split(p, report->progressive);
    add_awards(p, report, number);
    add_averages(p, report);
    add_notes(p, &report->dealt.figures);
    if (extent != ANALYSIS_IN_PAR) {
        add_seats(p, report);
        add_joint(p, report);
    }
    if (number[0])
        add_errata(p, number);
}
