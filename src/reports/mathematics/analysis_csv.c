/* Analyses as comma-separated values. */
#include "reports/mathematics/analysis_csv.h"

#include <math.h>
#include <string.h>

void csv_field(struct text *t, const char *before, const char *value)
{
    text_add(t, before);
    if (!value[strcspn(value, ",\"\r\n")]) {
        text_add(t, value);
        return;
    }
    text_add_char(t, '"');
    for (; *value; value++)
        text_add(t, *value == '"' ? "\"\"" : (const char[]){*value, '\0'});
    text_add_char(t, '"');
}

void csv_number(struct text *t, const char *before, double value)
{
    text_add(t, before);
    if (isfinite(value))
        text_add_format(t, "%.17g", value + 0.0);
}

static void add_rational(struct text *t, const char *before, struct cr_rational value)
{
    csv_number(t, before, cr_rational_value(value));
}

static void add_exact(struct text *t, const char *before, struct cr_rational value)
{
    char exact[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(value, exact);
    csv_field(t, before, exact);
}

/* ---- House rules ---- */

static void add_headlines(const struct base_report *report, struct text *t)
{
    struct headline figure;
    text_add(t, "figure,value\n");
    for (unsigned i = 0; headline_of_base(report, i, &figure); i++) {
        csv_field(t, "", figure.key);
        csv_number(t, ",", figure.value);
        text_add_char(t, '\n');
    }
}

void analysis_csv_base(const struct base_report *report, struct text *t)
{
    const struct cr_analysis *a = report->analysis;
    if (a->start_count == 0) {
        add_headlines(report, t);
        return;
    }
    text_add(t, "hand,combos,decision,ev,exact");
    for (unsigned i = 0; i < a->starts[0].option_count; i++)
        csv_field(t, ",", a->starts[0].options[i].name);
    text_add_char(t, '\n');
    for (unsigned h = 0; h < a->start_count; h++) {
        const struct cr_start *start = &a->starts[h];
        text_add_format(t, "%s,%u", start->hand, start->combos);
        csv_field(t, ",", start->decision);
        add_rational(t, ",", start->ev);
        add_exact(t, ",", start->ev);
        for (unsigned i = 0; i < start->option_count; i++)
            add_rational(t, ",", start->options[i].value);
        text_add_char(t, '\n');
    }
}

/* ---- Single hands ---- */

static void add_outcomes(struct text *t, const char *turn, const char *river,
                         const struct cr_outcome_counts *counts)
{
    text_add_format(t, "%s,%s", turn, river);
    add_rational(t, ",", counts->win);
    add_rational(t, ",", counts->loss);
    add_rational(t, ",", counts->tie);
    add_rational(t, ",", counts->win_less);
    add_rational(t, ",", counts->total);
}

void analysis_csv_outcomes(const struct outcomes_report *report, struct text *t)
{
    static const char *const decisions[] = {"check", "bet"};
    const struct cr_outcome_table *table = &report->table;
    text_add(t, "turn,river,win,loss,tie,win_less,total,ev\n");
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned river = 0; river < 2; river++) {
            add_outcomes(t, decisions[turn], decisions[river], &table->parts[turn][river]);
            text_add(t, ",\n");
        }
        add_outcomes(t, decisions[turn], "total", &table->totals[turn]);
        add_rational(t, ",", table->ev[turn]);
        text_add_char(t, '\n');
    }
}

static void add_four(struct text *t, struct cr_rational check_check, struct cr_rational check_bet,
                     struct cr_rational bet_check, struct cr_rational bet_bet)
{
    add_rational(t, ",", check_check);
    add_rational(t, ",", check_bet);
    add_rational(t, ",", bet_check);
    add_rational(t, ",", bet_bet);
    text_add_char(t, '\n');
}

void analysis_csv_turns(const struct turns_report *report, struct text *t)
{
    const struct cr_turn_table *table = &report->table;
    text_add(t, "card,check_check,check_bet,bet_check,bet_bet\n");
    for (unsigned i = 0; i < table->count; i++) {
        const struct cr_turn_card *c = &table->cards[i];
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(c->card, card);
        text_add(t, card);
        add_four(t, c->check_check, c->check_bet, c->bet_check, c->bet_bet);
    }
    text_add(t, "total");
    add_four(t, table->total_check_check, table->total_check_bet, table->total_bet_check,
             table->total_bet_bet);
}

void analysis_csv_position(const struct position_report *report, struct text *t)
{
    const struct cr_position *p = &report->position;
    text_add(t, "action,ev,exact,best\n");
    for (unsigned i = 0; i < p->option_count; i++) {
        csv_field(t, "", p->options[i].name);
        add_rational(t, ",", p->options[i].ev);
        add_exact(t, ",", p->options[i].ev);
        text_add(t, i == p->best ? ",yes\n" : ",no\n");
    }
}

/* ---- Progressives ---- */

static void add_pays(struct text *t, const struct cr_progressive *p, const struct cr_award *award)
{
    text_add_char(t, ',');
    if (award->kind == CR_AWARD_PERCENT)
        text_add_percent(t, award->ppm);
    else if (award->kind == CR_AWARD_FIXED)
        text_add_money(t, award->amount);
    csv_field(t, ",",
              award->kind == CR_AWARD_NONE  ? ""
              : award->from == CR_FROM_TRAY ? "tray"
                                            : p->meters[award->from].name);
}

void analysis_csv_progressive(const struct progressive_report *report, struct text *t)
{
    const struct cr_progressive *p = report->progressive;
    const struct cr_progressive_analysis *a = &report->dealt.figures;
    text_add(t, "hand,probability,exact,printed_probability,pays,from,contribution");
    text_add(t, report->has_folded ? ",folded_probability,folded_contribution\n" : "\n");
    for (unsigned i = 0; i < a->award_count; i++) {
        const struct cr_award_figures *f = &a->awards[i];
        const struct cr_award *award = &p->awards[f->category];
        const bool is_percent = award->kind == CR_AWARD_PERCENT;
        csv_field(t, "", cr_category_name(f->category));
        add_rational(t, ",", f->probability);
        add_exact(t, ",", f->probability);
        csv_number(t, ",", f->printed_probability);
        add_pays(t, p, award);
        csv_number(t, ",", is_percent ? NAN : f->contribution);
        if (report->has_folded) {
            const struct cr_award_figures *folded = &report->folded.figures.awards[i];
            add_rational(t, ",", folded->probability);
            csv_number(t, ",", is_percent ? NAN : folded->contribution);
        }
        text_add_char(t, '\n');
    }
}
