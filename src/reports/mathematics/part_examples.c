/* The manual's examples: A.1 to A.3 (flush or better) or A.4 to A.6 (straight or better). */
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"
#include "reports/mathematics/manual.h"

#include <stdio.h>
#include <string.h>

/* For rules that the manual does not treat: no table has a number. */
static const struct manual_tables no_manual = {"", {"", ""}, ""};

/* Adds a caption, "Table A.1 Frequency Distribution", or without a number. */
static void add_caption(struct paper *p, const char *number, const char *text)
{
    char caption[160];
    snprintf(caption, sizeof caption, "%s%s%s%s", number[0] ? "Table " : "", number,
             number[0] ? "  " : "", text);
    paper_caption(p, caption);
}

/* One figure in percent, shaded where the manual prints it otherwise. */
static void add_figure(struct paper *p, const char *number, const char *row, const char *column,
                       struct cr_rational value)
{
    char cell[160];
    snprintf(cell, sizeof cell, "%s, %s", row, column);
    paper_cell_number(p, cr_rational_value(value), 4, PAPER_HUNDREDTHS);
    if (manual_is_wrong(number, cell))
        paper_mark(p);
}

/* ---- Results of one hand, by decisions ---- */

static const struct paper_column outcome_columns[] = {
    {"result", "Result", PAPER_TEXT},
    {"river_check", "Check on the River", PAPER_NUMBER},
    {"river_bet", "Bet on the River", PAPER_NUMBER},
    {"total", "Total", PAPER_NUMBER}};

static void add_outcome(struct paper *p, const char *number, const char *name,
                        const struct cr_rational values[3])
{
    paper_cell(p, name);
    for (unsigned i = 0; i < 3; i++)
        add_figure(p, number, name, outcome_columns[i + 1].head, values[i]);
}

static void add_outcomes(struct paper *p, const struct cr_rules *rules,
                         const struct cr_outcome_table *o, bool turn_bet, const char *number)
{
    const struct cr_outcome_counts *check = &o->parts[turn_bet][0], *bet = &o->parts[turn_bet][1];
    const struct cr_outcome_counts *all = &o->totals[turn_bet];
    char less[96];
    snprintf(less, sizeof less, "Win with less than a %s",
             figure_capital(FIGURE, cr_category_name(rules->ante_pays_from)));
    paper_table(p, turn_bet ? "turn_bet" : "turn_check", outcome_columns, 4);
#define ADD(name, member)                                                                          \
    add_outcome(p, number, name,                                                                   \
                (const struct cr_rational[]){check->member, bet->member, all->member})
    ADD("Win", win);
    ADD("Loss", loss);
    ADD("Tie", tie);
    ADD(less, win_less);
    ADD("Total", total);
#undef ADD
    paper_total(p);
}

static void add_distribution(struct paper *p, const struct cr_rules *rules,
                             const struct cr_outcome_table *o, bool turn_bet, const char *number)
{
    char text[160];
    add_caption(p, number,
                turn_bet ? "Frequency Distribution \u2013 Bet on the Turn (%)"
                         : "Frequency Distribution \u2013 Check on the Turn (%)");
    add_outcomes(p, rules, o, turn_bet, number);
    snprintf(text, sizeof text, "Player expectation: %s  (exact: %s)",
             figure_percent(FIGURE, cr_rational_value(o->ev[turn_bet]), 4),
             figure_exact(FIGURE, o->ev[turn_bet]));
    paper_note(p, text);
}

static void part_outcomes(struct paper *p, const struct cr_rules *rules,
                          const struct cr_outcome_table *o, const struct manual_tables *manual)
{
    char text[320];
    paper_section(p, "outcomes", "Example: an unsuited A-J");
    paper_note(p, "How often each result comes for a starting hand of an unsuited ace and jack "
                  "that plays on, by the decisions on the turn and on the river; in percent of all "
                  "its deals.");
    for (unsigned turn = 0; turn < 2; turn++)
        add_distribution(p, rules, o, turn, manual->outcomes[turn]);
    snprintf(
        text, sizeof text,
        "The overall expectation of an unsuited A-J is %s + (%s) = %s of the Ante, exactly %s.",
        figure_percent(FIGURE, cr_rational_value(o->ev[1]), 4),
        figure_percent(FIGURE, cr_rational_value(o->ev[0]), 4),
        figure_percent(FIGURE, cr_rational_value(o->total_ev), 4),
        figure_exact(FIGURE, o->total_ev));
    paper_note(p, text);
    if (manual_add_errata(
            p, "Errata of the manual: these tables, and the text around them",
            (const char *const[]){manual->outcomes[0], manual->outcomes[1], manual->text, NULL}, 0))
        paper_note(p, "Marked cells above are those that the manual prints differently.");
    manual_add_procedures(p);
}

void part_one_hand(struct paper *p, const struct outcomes_report *report)
{
    const struct cr_outcome_table *o = &report->table;
    const struct manual_tables *manual =
        strcmp(o->hand, "AJo") == 0 ? manual_of_rules(report->rules) : NULL;
    const bool plays = cr_rational_value(o->total_ev) > -1;
    char text[320];
    manual = manual ? manual : &no_manual;
    for (unsigned turn = 0; turn < 2; turn++)
        add_distribution(p, report->rules, o, turn, manual->outcomes[turn]);
    snprintf(text, sizeof text, "Playing %s is worth %s Antes, exactly %s; %s.", o->hand,
             figure_fixed(FIGURE, cr_rational_value(o->total_ev), 6),
             figure_exact(FIGURE, o->total_ev),
             plays ? "a fold costs 1: bet" : "a fold costs no more: fold");
    paper_note(p, text);
    if (manual != &no_manual)
        manual_add_errata(p, "Errata of the manual: marked cells",
                          (const char *const[]){manual->outcomes[0], manual->outcomes[1], NULL}, 0);
}

/* ---- One flop, by turn cards ---- */

/* A card as it is printed: "7s" as "7♠". */
static const char *card_symbol(cr_card card, char out[FIGURE_MAX])
{
    static const char *const suits[CR_SUITS] = {"\u2663", "\u2666", "\u2665", "\u2660"};
    char plain[CR_CARD_TEXT_MAX];
    cr_card_format(card, plain);
    snprintf(out, FIGURE_MAX, "%c%s", plain[0], suits[cr_card_suit(card)]);
    return out;
}

static void add_turn(struct paper *p, const char *number, const struct cr_turn_card *turn,
                     bool is_first)
{
    char plain[CR_CARD_TEXT_MAX];
    cr_card_format(turn->card, plain);
    paper_cell(p, card_symbol(turn->card, FIGURE));
    if (cr_card_rank(turn->card) == 0 && !is_first)
        paper_rule(p);
    add_figure(p, number, plain, "check/check", turn->check_check);
    add_figure(p, number, plain, "check/bet", turn->check_bet);
    add_figure(p, number, plain, "bet/check", turn->bet_check);
    add_figure(p, number, plain, "bet/bet", turn->bet_bet);
}

static void add_turn_totals(struct paper *p, const char *number, const struct cr_turn_table *turns)
{
    const struct cr_rational totals[4] = {turns->total_check_check, turns->total_check_bet,
                                          turns->total_bet_check, turns->total_bet_bet};
    paper_cell(p, "Total");
    paper_rule(p);
    paper_strong(p);
    for (unsigned i = 0; i < 4; i++) {
        paper_cell_number(p, cr_rational_value(totals[i]), 4, PAPER_HUNDREDTHS);
        paper_strong(p);
    }
    paper_cell(p, "Overall");
    paper_cell(p, "");
    add_figure(p, number, "Overall Expectation", "check", turns->check);
    paper_cell(p, "");
    paper_cell_number(p, cr_rational_value(turns->bet), 4, PAPER_HUNDREDTHS);
    paper_total(p);
}

static void add_turns(struct paper *p, const char *number, const struct cr_turn_table *turns)
{
    static const char *const groups[] = {NULL, "Turn check", "Turn check", "Turn bet", "Turn bet"};
    add_caption(p, number, "Player expectations in %, by the turn card");
    PAPER_TABLE(p, "turn_cards", {"card", "4th card", PAPER_TEXT},
                {"check_check", "River check", PAPER_NUMBER},
                {"check_bet", "River bet", PAPER_NUMBER},
                {"bet_check", "River check", PAPER_NUMBER}, {"bet_bet", "River bet", PAPER_NUMBER});
    paper_groups(p, groups);
    paper_blocks(p, 1);
    for (unsigned i = 0; i < turns->count; i++)
        add_turn(p, number, &turns->cards[i], i == 0);
    add_turn_totals(p, number, turns);
}

static void add_turn_choice(struct paper *p, const struct cr_turn_table *turns, const char *number)
{
    char text[256];
    add_turns(p, number, turns);
    snprintf(
        text, sizeof text, "Checking on the turn is worth %s, betting %s: the player should %s.%s",
        figure_percent(FIGURE, cr_rational_value(turns->check), 4),
        figure_percent(FIGURE, cr_rational_value(turns->bet), 4), turns->bets ? "bet" : "check",
        number[0] ? " Marked: the manual prints the figure without its minus sign." : "");
    paper_note(p, text);
}

static void part_turns(struct paper *p, const struct cr_turn_table *turns, const char *number)
{
    char text[256];
    paper_section(p, "turns", "Example: 5\u2660 5\u2665 on a flop of 8\u2666 9\u2666 J\u2660");
    add_turn_choice(p, turns, number);
    if (!number[0])
        return;
    snprintf(text, sizeof text, "Errata of %s", number);
    paper_section(p, "turns_errata", text);
    manual_add_errata(p, "Lost minus signs", (const char *const[]){number, NULL}, 3);
}

/* Whether these are the cards of A.3 and A.6. */
static bool is_manual_position(const struct turns_report *report)
{
    static const char text[] = "5s 5h 8d 9d Js";
    cr_card cards[5];
    size_t count = 0;
    return cr_cards_parse(text, sizeof text - 1, cards, 5, &count, NULL) == CR_OK && count == 5 &&
           memcmp(cards, report->hole, sizeof report->hole) == 0 &&
           memcmp(cards + 2, report->flop, sizeof report->flop) == 0;
}

void part_one_flop(struct paper *p, const struct turns_report *report)
{
    const struct manual_tables *manual =
        is_manual_position(report) ? manual_of_rules(report->rules) : NULL;
    add_turn_choice(p, &report->table, manual ? manual->turns : "");
}

void part_examples(struct paper *p, const struct cr_rules *rules,
                   const struct analysis_examples *examples)
{
    const struct manual_tables *manual = manual_of_rules(rules);
    manual = manual ? manual : &no_manual;
    part_outcomes(p, rules, &examples->outcomes, manual);
    part_turns(p, &examples->turns, manual->turns);
}
