/* Analyses of progressives for people, in the form of the manual's tables. */
#include "reports/mathematics/analysis_text.h"
#include "reports/mathematics/manual.h"
#include "reports/mathematics/text_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "Royal flush". */
static void category_label(enum cr_category category, char out[TEXT_LABEL_MAX])
{
    text_label(category == CR_HIGH_CARD ? "nothing" : cr_category_name(category), out);
}

/* ---- Awards ---- */

static void award_text(const struct cr_award *award, struct text *t)
{
    if (award->kind == CR_AWARD_PERCENT)
        text_add_percent(t, award->ppm);
    else if (award->kind == CR_AWARD_FIXED)
        text_add_money(t, award->amount);
}

/* Trailing blanks are not written. */
static void end_line(struct text *t)
{
    while (t->len > 0 && t->data[t->len - 1] == ' ')
        t->data[--t->len] = '\0';
    text_add_char(t, '\n');
}

static void add_award(struct text *t, const struct cr_progressive *p,
                      const struct cr_award_figures *f)
{
    const struct cr_award *award = &p->awards[f->category];
    const double probability = cr_rational_value(f->probability);
    char label[TEXT_LABEL_MAX], pays[CR_MONEY_TEXT_MAX], adds[32] = "";
    struct text w;
    category_label(f->category, label);
    text_init(&w, pays, sizeof pays);
    award_text(award, &w);
    if (award->kind == CR_AWARD_FIXED)
        snprintf(adds, sizeof adds, "%.6f", f->contribution);
    text_add_format(t, "%-15s%13.10f%15.*f", label, probability,
                    f->category == CR_ROYAL_FLUSH ? 12 : 8, f->printed_probability);
    text_amount(t, 9, probability > 0.001 ? 2 : 0, probability > 0 ? 1 / probability : INFINITY);
    text_add_format(t, "%10s%9s %.8s", pays, adds,
                    award->kind == CR_AWARD_NONE  ? ""
                    : award->from == CR_FROM_TRAY ? "tray"
                                                  : p->meters[award->from].name);
    end_line(t);
}

static void add_awards(struct text *t, const struct progressive_report *report)
{
    const struct cr_progressive_analysis *a = &report->dealt.figures;
    text_add_format(t, "%-15s%13s%15s%9s%10s%9s %s\n", "", "Probability", "manual's", "1 in",
                    "Pays", "Adds", "From");
    for (unsigned i = 0; i < a->award_count; i++)
        add_award(t, report->progressive, &a->awards[i]);
    if (!report->is_cut)
        return;
    text_add_format(
        t, "Fixed awards are cut to what %s pays in a round with one seat: ", report->base->name);
    text_add_money(t, report->base->aggregate_limit);
    text_add(t, ".\n");
}

/* ---- Figures ---- */

#define COLUMN 20

struct columns {
    const struct cr_progressive_figures *of[3];
    unsigned count;
};

static void add_ratio_line(struct text *t, const char *label, const struct columns *c,
                           double (*get)(const struct cr_progressive_figures *))
{
    text_add_format(t, "%-20s", label);
    for (unsigned i = 0; i < c->count; i++)
        text_add_format(t, "%*.8f", COLUMN, get(c->of[i]));
    text_add_char(t, '\n');
}

static double hit_frequency(const struct cr_progressive_figures *f)
{
    return f->hit_frequency;
}

static double fixed_from_meter(const struct cr_progressive_figures *f)
{
    return f->fixed_from_meter;
}

static double fixed_not_from_meter(const struct cr_progressive_figures *f)
{
    return f->fixed_not_from_meter;
}

static double house_advantage(const struct cr_progressive_figures *f)
{
    return f->house_advantage;
}

static void add_amounts(struct text *t, const struct progressive_report *report,
                        const struct columns *c, bool jackpot)
{
    const struct cr_progressive *p = report->progressive;
    for (unsigned m = 0; m < p->meter_count; m++) {
        char name[TEXT_LABEL_MAX];
        if (p->meter_count == 1)
            snprintf(name, sizeof name, "%s", jackpot ? "Average jackpot" : "Average reset");
        else
            snprintf(name, sizeof name, "%s, %s", jackpot ? "Jackpot" : "Reset", p->meters[m].name);
        text_add_format(t, "%-20.20s", name);
        for (unsigned i = 0; i < c->count; i++)
            text_amount(t, COLUMN, 2,
                        jackpot ? c->of[i]->average_jackpot[m] : c->of[i]->average_reset[m]);
        text_add_char(t, '\n');
    }
}

static void add_figures(struct text *t, const struct progressive_report *report)
{
    const struct columns c = {.of = {&report->dealt.figures.exact, &report->dealt.figures.printed,
                                     &report->folded.figures.exact},
                              .count = report->has_folded ? 3 : 2};
    text_add_format(t, "\n%-20s%*s%*s", "Per unit of the bet", COLUMN, "exact", COLUMN,
                    "manual's rounding");
    if (report->has_folded)
        text_add_format(t, "%*s", COLUMN, "a fold forfeits it");
    text_add_char(t, '\n');
    add_ratio_line(t, "Hit frequency", &c, hit_frequency);
    add_ratio_line(t, "Fixed, from meters", &c, fixed_from_meter);
    add_ratio_line(t, "Fixed, from the tray", &c, fixed_not_from_meter);
    add_ratio_line(t, "House advantage", &c, house_advantage);
    add_amounts(t, report, &c, false);
    add_amounts(t, report, &c, true);
    if (report->has_folded)
        text_add_format(t, "Folds: the best play of %s without the progressive.\n",
                        report->base->name);
}

/* ---- Envy ---- */

static void add_envy(struct text *t, const struct progressive_report *report)
{
    const double dealt = cr_rational_value(report->dealt.figures.envy_per_seat);
    if (dealt <= 0)
        return;
    text_add_format(t, "\nEnvy: %.8f for each other seat with the bet", dealt);
    if (report->has_folded)
        text_add_format(t, " (%.8f with folds)",
                        cr_rational_value(report->folded.figures.envy_per_seat));
    text_add(t, ".\n");
    if (report->seats > 0) {
        const struct progressive_view *view = report->has_folded ? &report->folded : &report->dealt;
        const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
        const double envy = cr_rational_value(view->figures.envy_per_seat) * (report->seats - 1);
        text_add_format(t, "With %u seats the house advantage is %.6f %%.\n", report->seats,
                        (view->figures.exact.house_advantage - envy / bet) * 100);
    }
}

/* ---- Meters ---- */

static void add_break_even(struct text *t, const char *label, double amount)
{
    text_add_format(t, "  %-31s", label);
    if (amount < 0)
        text_add(t, "with any meter");
    else if (!isfinite(amount))
        text_add(t, "with no meter");
    else
        text_amount(t, 0, 2, amount);
    text_add_char(t, '\n');
}

/* What the average alone does not say of a meter. */
static void add_ends(struct text *t, const struct progressive_report *report,
                     const struct cr_progressive_figures *f, unsigned m)
{
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    if (isnan(f->average_jackpot[m]) && f->house_funded[m] <= 0 && f->overflow[m] <= 0)
        text_add(t, "  Nothing is paid in percent of it: what stays in it is in no figure.\n");
    if (f->house_funded[m] > 0)
        text_add_format(t, "  It runs dry: the house pays %.4f %% of each bet for it.\n",
                        f->house_funded[m] / bet * 100);
    if (f->overflow[m] > 0)
        text_add_format(t, "  Its limit keeps %.4f %% of each bet out, counted as the house's.\n",
                        f->overflow[m] / bet * 100);
}

static void add_meter(struct text *t, const struct progressive_report *report,
                      const struct progressive_view *view, unsigned m)
{
    const struct cr_meter_analysis *a = &view->meters[m];
    text_add_format(t, "\nMeter %s", report->progressive->meters[m].name);
    if (a->hit_probability > 0) {
        text_add(t, ": won once in ");
        text_amount(t, 0, 0, 1 / a->hit_probability);
        text_add(t, " bets");
    }
    text_add_char(t, '\n');
    add_ends(t, report, &view->figures.exact, m);
    add_break_even(t, "The bet is fair from", a->break_even);
    if (report->base) {
        char label[TEXT_LABEL_MAX], ante[CR_MONEY_TEXT_MAX];
        cr_money_format(report->ante, ante);
        snprintf(label, sizeof label, "... with the edge on %.12s", ante);
        add_break_even(t, label, a->break_even_with_base);
    }
    if (a->hit_probability <= 0)
        return;
    text_add_format(t, "  %-13s", "Won by then");
    for (unsigned i = 0; i < CR_QUANTILES; i++)
        text_add_format(t, "%11.0f %%", report_quantiles[i] * 100);
    text_add_format(t, "\n  %-13s", "after bets");
    for (unsigned i = 0; i < CR_QUANTILES; i++)
        text_amount(t, 13, 0, a->bets_to_hit[i]);
    text_add_format(t, "\n  %-13s", "meter about");
    for (unsigned i = 0; i < CR_QUANTILES; i++)
        text_amount(t, 13, 2, a->jackpot_at_hit[i]);
    text_add_char(t, '\n');
}

/* ---- The manual ---- */

static void add_errata(struct text *t, const struct cr_progressive *p)
{
    const char *table = manual_of_progressive(p);
    if (!table[0])
        return;
    text_add_char(t, '\n');
    text_errata(t, table, true);
}

/* Where each bet goes. */
static void add_split(struct text *t, const struct cr_progressive *p)
{
    char line[512];
    struct text w;
    text_init(&w, line, sizeof line);
    text_add(&w, "Bet ");
    text_add_money(&w, p->bet);
    text_add(&w, ": house ");
    text_add_percent(&w, p->house_share / 1000);
    for (unsigned m = 0; m < p->meter_count; m++) {
        text_add_format(&w, ", %s ", p->meters[m].name);
        text_add_percent(&w, p->meters[m].share / 1000);
        if (p->meters[m].reserve_share > 0) {
            text_add(&w, " and reserve ");
            text_add_percent(&w, p->meters[m].reserve_share / 1000);
        }
        text_add(&w, " (seed ");
        text_add_money(&w, p->meters[m].seed);
        text_add(&w, ")");
    }
    text_wrap_words(t, 0, line);
    text_add_char(t, '\n');
}

void analysis_text_progressive(const struct progressive_report *report, struct text *t)
{
    const struct cr_progressive *p = report->progressive;
    const struct progressive_view *view = report->has_folded ? &report->folded : &report->dealt;
    text_add_format(t, "%s: %s\n%s\n\n", p->name, p->title, p->house);
    add_split(t, p);
    add_awards(t, report);
    add_figures(t, report);
    add_envy(t, report);
    text_add_format(t,
                    "\nStandard deviation of one bet, every meter at its average: %.4f bets%s.\n",
                    view->std_dev, report->has_folded ? ", folds forfeiting" : "");
    for (unsigned m = 0; m < p->meter_count; m++)
        add_meter(t, report, view, m);
    add_errata(t, p);
}
