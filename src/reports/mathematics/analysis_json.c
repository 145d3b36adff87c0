/* Analyses of house rules as JSON. */
#include "reports/mathematics/analysis_json.h"

#include "math/study/json_members.h"

#include <string.h>

/* ---- The base game ---- */

static void add_start(struct text *t, const struct cr_start *start)
{
    json_member_text(t, "{", "hand", start->hand);
    text_add_format(t, ",\"combos\":%u", start->combos);
    json_member_text(t, ",", "decision", start->decision);
    json_member_rational(t, ",", "ev", start->ev);
    json_member_exact(t, ",", "exact", start->ev);
    for (unsigned i = 0; i < start->option_count; i++)
        json_member_rational(t, ",", start->options[i].name, start->options[i].value);
    text_add_char(t, '}');
}

static void add_side(struct text *t, const char *before, const struct base_report *report,
                     const struct cr_side *side)
{
    json_key(t, before, side->name);
    json_member_rational(t, "{", "ev", side->ev);
    json_member_exact(t, ",", "exact", side->ev);
    if (side->is_bet)
        json_member_number(t, ",", "house_edge", -cr_rational_value(side->ev));
    else if (report->trips.den > 0)
        text_add_format(t, ",\"trips_per_ante\":\"%d/%d\"", report->trips.num, report->trips.den);
    text_add_char(t, '}');
}

void analysis_json_base(const struct base_report *report, struct text *t)
{
    const struct cr_analysis *a = report->analysis;
    json_member_text(t, "{", "rules", report->rules->name);
    json_member_rational(t, ",", "ev", a->ev);
    json_key(t, ",", "exact");
    json_member_exact(t, "{", "ev", a->ev);
    json_member_exact(t, ",", "average_wager", a->average_wager);
    text_add_char(t, '}');
    json_member_number(t, ",", "house_edge", a->house_edge);
    json_member_number(t, ",", "element_of_risk", a->element_of_risk);
    json_member_rational(t, ",", "average_wager", a->average_wager);
    json_member_number(t, ",", "std_dev", a->std_dev);
    if (a->cutoff[0])
        json_member_text(t, ",", "cutoff", a->cutoff);
    if (report->ante.micro > 0) { /* UTH-11: the figures are of this Ante under the limit */
        json_member_money(t, ",", "ante", report->ante);
        json_member_money(t, ",", "hand_limit", report->rules->hand_limit);
    }
    json_key(t, ",", "frequencies");
    text_add_char(t, '{');
    for (unsigned i = 0; i < a->frequency_count; i++)
        json_member_rational(t, i ? "," : "", a->frequencies[i].name, a->frequencies[i].value);
    text_add(t, "},\"starting_hands\":[");
    for (unsigned i = 0; i < a->start_count; i++) {
        text_add(t, i ? "," : "");
        add_start(t, &a->starts[i]);
    }
    text_add(t, "],\"side_bets\":{");
    for (unsigned i = 0; i < a->side_count; i++)
        add_side(t, i ? "," : "", report, &a->sides[i]);
    text_add_char(t, '}');
    if (report->progressive) {
        json_key(t, ",", "progressive");
        analysis_json_progressive_object(report->progressive, t);
    }
    text_add(t, "}\n");
}

/* ---- Tables A.1, A.2, A.4, A.5 ---- */

static void add_outcomes(struct text *t, const char *before, const char *key,
                         const struct cr_outcome_counts *counts)
{
    json_key(t, before, key);
    json_member_rational(t, "{", "win", counts->win);
    json_member_rational(t, ",", "loss", counts->loss);
    json_member_rational(t, ",", "tie", counts->tie);
    json_member_rational(t, ",", "win_less", counts->win_less);
    json_member_rational(t, ",", "total", counts->total);
    text_add_char(t, '}');
}

void analysis_json_outcomes(const struct outcomes_report *report, struct text *t)
{
    const struct cr_outcome_table *table = &report->table;
    json_member_text(t, "{", "rules", report->rules->name);
    json_member_text(t, ",", "hole", table->hand);
    for (unsigned turn = 0; turn < 2; turn++) {
        json_key(t, ",", turn ? "turn_bet" : "turn_check");
        add_outcomes(t, "{", "river_check", &table->parts[turn][0]);
        add_outcomes(t, ",", "river_bet", &table->parts[turn][1]);
        add_outcomes(t, ",", "total", &table->totals[turn]);
        json_member_rational(t, ",", "ev", table->ev[turn]);
        json_member_exact(t, ",", "exact", table->ev[turn]);
        text_add_char(t, '}');
    }
    json_member_rational(t, ",", "ev", table->total_ev);
    json_member_exact(t, ",", "exact", table->total_ev);
    text_add(t, "}\n");
}

/* ---- Tables A.3 and A.6 ---- */

static void add_four(struct text *t, const char *before, struct cr_rational check_check,
                     struct cr_rational check_bet, struct cr_rational bet_check,
                     struct cr_rational bet_bet)
{
    json_member_rational(t, before, "check_check", check_check);
    json_member_rational(t, ",", "check_bet", check_bet);
    json_member_rational(t, ",", "bet_check", bet_check);
    json_member_rational(t, ",", "bet_bet", bet_bet);
    text_add_char(t, '}');
}

void analysis_json_turns(const struct turns_report *report, struct text *t)
{
    const struct cr_turn_table *table = &report->table;
    json_member_text(t, "{", "rules", report->rules->name);
    json_member_cards(t, ",", "hole", report->hole, 2);
    json_member_cards(t, ",", "flop", report->flop, 3);
    json_key(t, ",", "turn_cards");
    for (unsigned i = 0; i < table->count; i++) {
        const struct cr_turn_card *c = &table->cards[i];
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(c->card, card);
        json_member_text(t, i ? ",{" : "[{", "card", card);
        add_four(t, ",", c->check_check, c->check_bet, c->bet_check, c->bet_bet);
    }
    text_add_char(t, ']');
    json_key(t, ",", "totals");
    add_four(t, "{", table->total_check_check, table->total_check_bet, table->total_bet_check,
             table->total_bet_bet);
    json_member_rational(t, ",", "check", table->check);
    json_member_rational(t, ",", "bet", table->bet);
    json_key(t, ",", "exact");
    json_member_exact(t, "{", "check", table->check);
    json_member_exact(t, ",", "bet", table->bet);
    text_add_char(t, '}');
    json_member_text(t, ",", "decision", table->bets ? "bet" : "check");
    text_add(t, "}\n");
}

/* ---- Positions ---- */

void analysis_json_position(const struct position_report *report, struct text *t)
{
    const struct cr_position *p = &report->position;
    json_member_text(t, "{", "rules", report->rules->name);
    json_member_cards(t, ",", "hole", report->hole, report->hole_count);
    json_member_cards(t, ",", "board", report->board, report->board_count);
    json_key(t, ",", "options");
    text_add_char(t, '[');
    for (unsigned i = 0; i < p->option_count; i++) {
        json_member_text(t, i ? ",{" : "{", "action", p->options[i].name);
        json_member_rational(t, ",", "ev", p->options[i].ev);
        json_member_exact(t, ",", "exact", p->options[i].ev);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
    json_member_text(t, ",", "best", p->options[p->best].name);
    text_add(t, "}\n");
}
