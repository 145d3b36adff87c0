/* Analyses of progressives as trees of named values. */
#include "base/text.h"
#include "game/meters/meters.h"
#include "reports/mathematics/analysis_tree.h"
#include "reports/mathematics/figures.h"

#include <math.h>
#include <stdio.h>

/* ---- Awards ---- */

/* Adds what a hand pays, "100%", "50.00", or null for nothing, and from where. */
static void add_pays(struct named *o, const struct cr_progressive *p, const struct cr_award *award)
{
    char pays[CR_MONEY_TEXT_MAX];
    struct text t = text_in(pays, sizeof pays);
    if (award->kind == CR_AWARD_PERCENT)
        text_add_percent(&t, award->ppm);
    else
        text_add_money(&t, award->amount);
    const bool is_paid = award->kind != CR_AWARD_NONE;
    named_text(o, "pays", is_paid ? pays : NULL);
    named_text(o, "from", is_paid ? meters_source(p, award->from) : NULL);
}

/* What an award adds to the fixed pays. A percentage depends on the meter: NAN, which is written as
 * null. */
static double contribution(const struct cr_award *award, const struct cr_award_figures *f,
                           bool is_printed)
{
    if (award->kind == CR_AWARD_PERCENT)
        return NAN;
    return is_printed ? f->printed_probability * (double)award->amount.micro / CR_MICRO_PER_UNIT
                      : f->contribution;
}

static void add_hands(struct named *in, const struct cr_progressive *p,
                      const struct cr_progressive_analysis *a, bool is_printed)
{
    struct named *hands = named_list(in, "hands");
    for (unsigned i = 0; i < a->award_count; i++) {
        const struct cr_award_figures *f = &a->awards[i];
        const struct cr_award *award = &p->awards[f->category];
        struct named *o = named_object(hands, NULL);
        named_text(o, "hand", cr_category_name(f->category));
        if (is_printed) {
            named_number(o, "probability", f->printed_probability);
        } else {
            named_exactly(o, "probability", f->probability);
        }
        add_pays(o, p, award);
        named_number(o, "contribution", contribution(award, f, is_printed));
        if (award->envy.micro > 0)
            named_money(o, "envy", award->envy);
    }
}

/* ---- Figures ---- */

/* Adds a figure of each meter: a number for one meter, an object for several. */
static void add_by_meter(struct named *o, const char *key, const struct cr_progressive *p,
                         const double of[CR_METERS])
{
    if (p->meter_count == 1) {
        named_number(o, key, of[0]);
        return;
    }
    struct named *meters = named_object(o, key);
    for (unsigned m = 0; m < p->meter_count; m++)
        named_number(meters, p->meters[m].name, of[m]);
}

static void add_figures(struct named *o, const struct cr_progressive *p,
                        const struct cr_progressive_figures *f)
{
    NAMED_MEMBERS(o, f, hit_frequency, fixed_from_meter, fixed_not_from_meter, house_advantage);
    add_by_meter(o, "average_reset", p, f->average_reset);
    add_by_meter(o, "average_jackpot", p, f->average_jackpot);
}

static void add_envy(struct named *o, const struct progressive_report *report,
                     const struct progressive_view *view)
{
    named_rational(o, "envy_per_seat", view->figures.envy_per_seat);
    if (report->seats == 0)
        return;
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    const double envy = cr_rational_value(view->figures.envy_per_seat) * (report->seats - 1);
    named_number(o, "seats", report->seats);
    named_number(o, "envy", envy);
    named_number(o, "house_advantage_with_envy", view->figures.exact.house_advantage - envy / bet);
}

/* ---- Meters ---- */

/* Null where the bet is never fair; 0 where it is fair with any meter. */
static void add_break_even(struct named *o, const char *key, double amount)
{
    named_number(o, key, amount < 0 ? 0 : amount);
}

/* Null where the meter is never won whole. */
static void add_quantiles(struct named *o, const char *key, const double of[CR_QUANTILES],
                          bool is_won)
{
    struct named *list = named_list(o, key);
    for (unsigned i = 0; i < CR_QUANTILES; i++)
        named_number(list, NULL, is_won ? of[i] : NAN);
}

static void add_meters(struct named *in, const struct progressive_report *report,
                       const struct progressive_view *view)
{
    struct named *meters = named_object(in, "meters");
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *a = &view->meters[m];
        const bool is_won = a->hit_probability > 0;
        struct named *o = named_object(meters, report->progressive->meters[m].name);
        named_number(o, "hit_probability", a->hit_probability);
        named_number(o, "house_funded", view->figures.exact.house_funded[m]);
        named_number(o, "overflow", view->figures.exact.overflow[m]);
        add_break_even(o, "break_even", a->break_even);
        add_break_even(o, "break_even_with_base", report->base ? a->break_even_with_base : NAN);
        add_quantiles(o, "bets_to_hit", a->bets_to_hit, is_won);
        add_quantiles(o, "jackpot_at_hit", a->jackpot_at_hit, is_won);
    }
    named_number(in, "std_dev", view->std_dev);
    named_text(in, "std_dev_of", "one bet with every meter at its average");
}

/* ---- The whole tree ---- */

static void add_view(struct named *o, const struct progressive_report *report,
                     const struct progressive_view *view)
{
    add_hands(o, report->progressive, &view->figures, false);
    add_figures(o, report->progressive, &view->figures.exact);
    add_envy(o, report, view);
    add_meters(o, report, view);
}

void analysis_add_progressive(struct named *o, const struct progressive_report *report)
{
    const struct cr_progressive *p = report->progressive;
    named_text(o, "progressive", p->name);
    named_money(o, "bet", p->bet);
    if (report->is_cut)
        named_money(o, "aggregate_limit", report->base->aggregate_limit);
    add_view(o, report, &report->dealt);
    struct named *quantiles = named_list(o, "quantiles");
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        char digits[16];
        snprintf(digits, sizeof digits, "%g", report_quantiles[i]);
        named_digits(quantiles, NULL, digits);
    }
    struct named *printed = named_object(o, "printed");
    add_hands(printed, p, &report->dealt.figures, true);
    add_figures(printed, p, &report->dealt.figures.printed);
    if (report->base) {
        named_text(o, "rules", report->base->name);
        named_money(o, "ante", report->ante);
    }
    if (report->has_folded)
        add_view(named_object(o, "folded"), report, &report->folded);
    if (report->at_game)
        add_view(named_object(o, "live"), report,
                 report->has_folded ? &report->folded : &report->dealt);
    if (report->has_joint) {
        struct named *joint = named_object(o, "joint");
        named_exactly(joint, "ev", report->joint_ev);
        named_number(joint, "gain", report->joint_gain);
    }
}

struct named_tree *analysis_tree_progressive(const struct progressive_report *report)
{
    struct named_tree *t = named_new();
    analysis_add_progressive(named_root(t), report);
    return t;
}
