/* Two house rules, or two progressives, side by side: as JSON, text and CSV. */
#include "game/games/game.h"
#include "math/study/json_members.h"
#include "reports/mathematics/analysis_csv.h"
#include "reports/mathematics/analysis_json.h"
#include "reports/mathematics/analysis_text.h"
#include "reports/mathematics/text_figures.h"

#include <math.h>
#include <string.h>

static const char *name_of(const struct compare_report *report, unsigned side)
{
    return report->base[side] ? report->base[side]->rules->name
                              : report->progressive[side]->progressive->name;
}

/* A figure that both have. */
struct pair {
    struct headline a, b;
};

/* The next such figure from *index on; false past the last one. */
static bool pair_next(const struct compare_report *report, unsigned *index, struct pair *out)
{
    while (report->base[0] ? headline_of_base(report->base[0], *index, &out->a)
                           : headline_of_progressive(report->progressive[0], *index, &out->a)) {
        ++*index;
        if (headline_find(report, 1, out->a.key, &out->b))
            return true;
    }
    return false;
}

/* The next starting hand that is decided otherwise; hands compare only within one game. */
static bool hand_next(const struct compare_report *report, unsigned *index,
                      const struct cr_start **a, const struct cr_start **b)
{
    if (!report->base[0] || report->base[0]->rules->game != report->base[1]->rules->game)
        return false;
    while (*index < report->base[0]->analysis->start_count) {
        *a = &report->base[0]->analysis->starts[*index];
        *b = &report->base[1]->analysis->starts[*index];
        ++*index;
        if (strcmp((*a)->decision, (*b)->decision) != 0)
            return true;
    }
    return false;
}

/* ---- JSON ---- */

void analysis_json_compare(const struct compare_report *report, struct text *t)
{
    struct pair pair;
    const struct cr_start *a, *b;
    json_key(t, "{", report->base[0] ? "rules" : "progressives");
    json_member_text(t, "{", "a", name_of(report, 0));
    json_member_text(t, ",", "b", name_of(report, 1));
    text_add(t, "},\"figures\":{");
    for (unsigned i = 0, n = 0; pair_next(report, &i, &pair); n++) {
        json_key(t, n ? "," : "", pair.a.key);
        json_member_number(t, "{", "a", pair.a.value);
        json_member_number(t, ",", "b", pair.b.value);
        json_member_number(t, ",", "difference", pair.b.value - pair.a.value);
        text_add_char(t, '}');
    }
    text_add_char(t, '}');
    if (report->base[0]) {
        json_key(t, ",", "decisions");
        text_add_char(t, '[');
        for (unsigned i = 0, n = 0; hand_next(report, &i, &a, &b); n++) {
            json_member_text(t, n ? ",{" : "{", "hand", a->hand);
            text_add_format(t, ",\"combos\":%u", a->combos);
            json_member_text(t, ",", "a", a->decision);
            json_member_text(t, ",", "b", b->decision);
            json_member_rational(t, ",", "ev_a", a->ev);
            json_member_rational(t, ",", "ev_b", b->ev);
            text_add_char(t, '}');
        }
        text_add_char(t, ']');
    }
    text_add(t, "}\n");
}

/* ---- CSV ---- */

void analysis_csv_compare(const struct compare_report *report, struct text *t)
{
    struct pair pair;
    csv_field(t, "figure,", name_of(report, 0));
    csv_field(t, ",", name_of(report, 1));
    text_add(t, ",difference\n");
    for (unsigned i = 0; pair_next(report, &i, &pair);) {
        csv_field(t, "", pair.a.key);
        csv_number(t, ",", pair.a.value);
        csv_number(t, ",", pair.b.value);
        csv_number(t, ",", pair.b.value - pair.a.value);
        text_add_char(t, '\n');
    }
}

/* ---- Text ---- */

static void add_value(struct text *t, double value, bool is_percent)
{
    if (is_percent)
        text_add_format(t, "%14.4f %%", value * 100);
    else if (fabs(value) < 1000)
        text_add_format(t, "%16.6f", value);
    else
        text_amount(t, 16, 2, value);
}

void analysis_text_compare(const struct compare_report *report, struct text *t)
{
    struct pair pair;
    const struct cr_start *a, *b;
    unsigned differing = 0;
    text_add_format(t, "%-26s%16s%16s%16s\n", "", name_of(report, 0), name_of(report, 1),
                    "difference");
    for (unsigned i = 0; pair_next(report, &i, &pair);) {
        char label[TEXT_LABEL_MAX];
        text_label(pair.a.key, label);
        text_add_format(t, "%-26s", label);
        add_value(t, pair.a.value, pair.a.is_percent);
        add_value(t, pair.b.value, pair.a.is_percent);
        add_value(t, pair.b.value - pair.a.value, pair.a.is_percent);
        text_add_char(t, '\n');
    }
    if (!report->base[0] || report->base[0]->analysis->start_count == 0)
        return;
    if (report->base[0]->rules->game != report->base[1]->rules->game) {
        text_add(t, "\nDifferent games: their starting hands are not compared.\n");
        return;
    }
    text_add(t, "\n");
    for (unsigned i = 0; hand_next(report, &i, &a, &b); differing++) {
        if (differing == 0)
            text_add_format(t, "Starting hands that are played otherwise\n  %-6s %20s   %20s\n",
                            "hand", name_of(report, 0), name_of(report, 1));
        text_add_format(t, "  %-6s %-6s %13.6f   %-6s %13.6f\n", a->hand, a->decision,
                        cr_rational_value(a->ev), b->decision, cr_rational_value(b->ev));
    }
    if (differing == 0)
        text_add(t, "Every starting hand is played alike.\n");
}
