/* Headline figures: one list that comparisons walk through, whatever they write. */
#include "math/study/analysis_report.h"

#include <stdio.h>
#include <string.h>

const double report_quantiles[CR_QUANTILES] = {0.05, 0.25, 0.50, 0.75, 0.95};

static bool headline(struct headline *out, const char *key, bool is_percent, double value)
{
    snprintf(out->key, sizeof out->key, "%s", key);
    out->is_percent = is_percent;
    out->value = value;
    return true;
}

bool headline_of_base(const struct base_report *report, unsigned index, struct headline *out)
{
    const struct cr_analysis *a = report->analysis;
    switch (index) {
    case 0:
        return headline(out, "ev", false, cr_rational_value(a->ev));
    case 1:
        return headline(out, "house_edge", true, a->house_edge);
    case 2:
        return headline(out, "element_of_risk", true, a->element_of_risk);
    case 3:
        return headline(out, "average_wager", false, cr_rational_value(a->average_wager));
    case 4:
        return headline(out, "std_dev", false, a->std_dev);
    default:
        break;
    }
    index -= 5;
    if (index < a->frequency_count)
        return headline(out, a->frequencies[index].name, true,
                        cr_rational_value(a->frequencies[index].value));
    index -= a->frequency_count;
    if (index < a->side_count)
        return headline(out, a->sides[index].name, true, cr_rational_value(a->sides[index].ev));
    return false;
}

bool headline_of_progressive(const struct progressive_report *report, unsigned index,
                             struct headline *out)
{
    const struct cr_progressive *p = report->progressive;
    const struct cr_progressive_figures *f = &report->dealt.figures.exact;
    switch (index) {
    case 0:
        return headline(out, "hit_frequency", true, f->hit_frequency);
    case 1:
        return headline(out, "fixed_from_meter", false, f->fixed_from_meter);
    case 2:
        return headline(out, "fixed_not_from_meter", false, f->fixed_not_from_meter);
    case 3:
        return headline(out, "house_advantage", true, f->house_advantage);
    case 4:
        return headline(out, "envy_per_seat", false,
                        cr_rational_value(report->dealt.figures.envy_per_seat));
    case 5:
        return headline(out, "std_dev", false, report->dealt.std_dev);
    default:
        break;
    }
    static const char *const names[] = {"average_reset", "average_jackpot"};
    index -= 6;
    const unsigned meter = index / 2, which = index % 2;
    if (meter >= p->meter_count)
        return false;
    char key[sizeof out->key];
    if (p->meter_count == 1)
        snprintf(key, sizeof key, "%s", names[which]);
    else
        snprintf(key, sizeof key, "%s %s", names[which], p->meters[meter].name);
    return headline(out, key, false, which ? f->average_jackpot[meter] : f->average_reset[meter]);
}

bool headline_find(const struct compare_report *report, unsigned side, const char *key,
                   struct headline *out)
{
    for (unsigned i = 0;; i++) {
        if (!(report->base[side] ? headline_of_base(report->base[side], i, out)
                                 : headline_of_progressive(report->progressive[side], i, out)))
            return false;
        if (strcmp(out->key, key) == 0)
            return true;
    }
}
