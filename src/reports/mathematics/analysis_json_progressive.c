/* Analyses of progressives as JSON. */
#include "math/study/json_members.h"
#include "reports/mathematics/analysis_json.h"

#include <math.h>

/* "100%", "50.00", or null for a hand that does not pay. */
static void add_pays(struct text *t, const struct cr_award *award)
{
    json_key(t, ",", "pays");
    if (award->kind == CR_AWARD_NONE) {
        text_add(t, "null");
        return;
    }
    text_add_char(t, '"');
    if (award->kind == CR_AWARD_PERCENT)
        text_add_percent(t, award->ppm);
    else
        text_add_money(t, award->amount);
    text_add_char(t, '"');
}

static void add_from(struct text *t, const struct cr_progressive *p, const struct cr_award *award)
{
    if (award->kind == CR_AWARD_NONE)
        text_add(t, ",\"from\":null");
    else
        json_member_text(t, ",", "from",
                         award->from == CR_FROM_TRAY ? "tray" : p->meters[award->from].name);
}

/* What an award adds to the fixed pays. A percentage depends on the meter: null. */
static void add_contribution(struct text *t, const struct cr_award *award, double value)
{
    json_member_number(t, ",", "contribution", award->kind == CR_AWARD_PERCENT ? NAN : value);
}

static void add_hands(struct text *t, const char *before, const struct cr_progressive *p,
                      const struct cr_progressive_analysis *a, bool printed)
{
    json_key(t, before, "hands");
    text_add_char(t, '[');
    for (unsigned i = 0; i < a->award_count; i++) {
        const struct cr_award_figures *f = &a->awards[i];
        const struct cr_award *award = &p->awards[f->category];
        json_member_text(t, i ? ",{" : "{", "hand", cr_category_name(f->category));
        if (printed) {
            json_member_number(t, ",", "probability", f->printed_probability);
        } else {
            json_member_rational(t, ",", "probability", f->probability);
            json_member_exact(t, ",", "exact", f->probability);
        }
        add_pays(t, award);
        add_from(t, p, award);
        add_contribution(t, award,
                         printed ? f->printed_probability * (double)award->amount.micro /
                                       CR_MICRO_PER_UNIT
                                 : f->contribution);
        if (award->envy.micro > 0)
            json_member_money(t, ",", "envy", award->envy);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

/* One meter: a number. Several: an object. */
static void add_by_meter(struct text *t, const char *key, const struct cr_progressive *p,
                         const double of[CR_METERS])
{
    if (p->meter_count == 1) {
        json_member_number(t, ",", key, of[0]);
        return;
    }
    json_key(t, ",", key);
    text_add_char(t, '{');
    for (unsigned m = 0; m < p->meter_count; m++)
        json_member_number(t, m ? "," : "", p->meters[m].name, of[m]);
    text_add_char(t, '}');
}

static void add_figures(struct text *t, const struct cr_progressive *p,
                        const struct cr_progressive_figures *f)
{
    json_member_number(t, ",", "hit_frequency", f->hit_frequency);
    json_member_number(t, ",", "fixed_from_meter", f->fixed_from_meter);
    json_member_number(t, ",", "fixed_not_from_meter", f->fixed_not_from_meter);
    json_member_number(t, ",", "house_advantage", f->house_advantage);
    add_by_meter(t, "average_reset", p, f->average_reset);
    add_by_meter(t, "average_jackpot", p, f->average_jackpot);
}

/* Null for none; 0 where the bet is fair with any meter. */
static void add_break_even(struct text *t, const char *key, double amount)
{
    json_member_number(t, ",", key, amount < 0 ? 0 : amount);
}

/* Null where the meter is never won whole. */
static void add_quantiles(struct text *t, const char *key, const double of[CR_QUANTILES], bool won)
{
    json_key(t, ",", key);
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        text_add_char(t, i ? ',' : '[');
        json_number(t, won ? of[i] : NAN);
    }
    text_add_char(t, ']');
}

static void add_meters(struct text *t, const struct progressive_report *report,
                       const struct progressive_view *view)
{
    json_key(t, ",", "meters");
    text_add_char(t, '{');
    for (unsigned m = 0; m < report->progressive->meter_count; m++) {
        const struct cr_meter_analysis *a = &view->meters[m];
        const bool won = a->hit_probability > 0;
        json_key(t, m ? "," : "", report->progressive->meters[m].name);
        json_member_number(t, "{", "hit_probability", a->hit_probability);
        add_break_even(t, "break_even", a->break_even);
        add_break_even(t, "break_even_with_base", report->base ? a->break_even_with_base : NAN);
        add_quantiles(t, "bets_to_hit", a->bets_to_hit, won);
        add_quantiles(t, "jackpot_at_hit", a->jackpot_at_hit, won);
        text_add_char(t, '}');
    }
    text_add_char(t, '}');
    json_member_number(t, ",", "std_dev", view->std_dev);
}

static void add_envy(struct text *t, const struct progressive_report *report,
                     const struct progressive_view *view)
{
    json_member_rational(t, ",", "envy_per_seat", view->figures.envy_per_seat);
    if (report->seats == 0)
        return;
    const double bet = (double)report->progressive->bet.micro / CR_MICRO_PER_UNIT;
    const double envy = cr_rational_value(view->figures.envy_per_seat) * (report->seats - 1);
    text_add_format(t, ",\"seats\":%u", report->seats);
    json_member_number(t, ",", "envy", envy);
    json_member_number(t, ",", "house_advantage_with_envy",
                       view->figures.exact.house_advantage - envy / bet);
}

static void add_view(struct text *t, const char *before, const struct progressive_report *report,
                     const struct progressive_view *view)
{
    add_hands(t, before, report->progressive, &view->figures, false);
    add_figures(t, report->progressive, &view->figures.exact);
    add_envy(t, report, view);
    add_meters(t, report, view);
}

void analysis_json_progressive_object(const struct progressive_report *report, struct text *t)
{
    const struct cr_progressive *p = report->progressive;
    json_member_text(t, "{", "progressive", p->name);
    json_member_money(t, ",", "bet", p->bet);
    add_view(t, ",", report, &report->dealt);
    json_key(t, ",", "quantiles");
    for (unsigned i = 0; i < CR_QUANTILES; i++)
        text_add_format(t, "%c%g", i ? ',' : '[', report_quantiles[i]);
    text_add_char(t, ']');
    json_key(t, ",", "printed");
    add_hands(t, "{", p, &report->dealt.figures, true);
    add_figures(t, p, &report->dealt.figures.printed);
    text_add_char(t, '}');
    if (report->base) {
        json_member_text(t, ",", "rules", report->base->name);
        json_member_money(t, ",", "ante", report->ante);
    }
    if (report->has_folded) {
        json_key(t, ",", "folded");
        add_view(t, "{", report, &report->folded);
        text_add_char(t, '}');
    }
    text_add_char(t, '}');
}

void analysis_json_progressive(const struct progressive_report *report, struct text *t)
{
    analysis_json_progressive_object(report, t);
    text_add_char(t, '\n');
}
