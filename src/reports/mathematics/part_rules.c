/* House rules as a report states them. */
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/figures.h"

#include <stdio.h>

#define FACT_MAX 256

/* ---- Rules ---- */

/* Writes the choices of a stage: "fold, or bet 3× or 4× the Ante on Play". */
static void fact_choices(const struct cr_rules *rules, unsigned stage, struct text *text)
{
    const struct game_stage *at = &rules->game->stages[stage];
    text_add(text, at->may_fold && at->may_check ? "fold or check"
                   : at->may_fold                ? "fold"
                                                 : "check");
    size_add_all(rules, stage, text);
    text_add_format(text, " the Ante on %s", rules->game->slots[at->slot].label);
}

/* Adds a stage: "after the turn: fold, or bet 3× or 4× the Ante on Play". */
static void fact_stage(struct paper *p, const struct cr_rules *rules, unsigned stage)
{
    const struct game_stage *at = &rules->game->stages[stage];
    const char *label_of_slot = rules->game->slots[at->slot].label;
    char fact[FACT_MAX], label[FIGURE_MAX];
    struct text text = text_in(fact, sizeof fact);
    if (rules->game->board_cards > 0 && rules->game->board_cards < 5)
        text_add_format(&text, "with %u of %u board cards open: ", at->board_visible,
                        rules->game->board_cards);
    else if (rules->game->board_cards > 0)
        text_add(&text, at->board_visible == 0   ? "before the board is opened: "
                        : at->board_visible == 3 ? "after the flop: "
                        : at->board_visible == 4 ? "after the turn: "
                                                 : "after the river: ");
    if (at->may_pull)
        text_add_format(&text, "take %s back, or let it ride", label_of_slot);
    else
        fact_choices(rules, stage, &text);
    snprintf(label, sizeof label, "Decision \u201c%s\u201d", figure_capital(FIGURE, at->name));
    paper_fact(p, at->name, label, fact);
}
static void fact_dealer(struct paper *p, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    const uint16_t rank = rules->qualifying_rank;
    char name[CR_HAND_NAME_MAX], fact[FACT_MAX];
    if (rank >= (game->ranking->worst_rank)) {
        paper_fact(p, "dealer", "Dealer", "always plays");
        return;
    }
    const enum cr_category category = game_category(game, rank);
    const uint16_t worst = game->ranking->category_worst(category);
    game_hand_name(game, rank, name);
    snprintf(fact, sizeof fact, "qualifies with this hand or a better one: %s",
             worst == rank ? cr_category_name(category) : name);
    paper_fact(p, "dealer", "Dealer", fact);
    struct text text = text_in(fact, sizeof fact);
    if (unqualified_words(rules, &text))
        paper_fact(p, "dealer_not_qualified", "Dealer does not qualify", fact);
}

/* Adds what a fold loses besides Ante and Blind. */
static void fact_fold(struct paper *p, const struct cr_rules *rules)
{
    char fact[FACT_MAX];
    const char *comma = "also loses ";
    struct text text = text_in(fact, sizeof fact);
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (!(rules->fold_forfeits & 1u << s))
            continue;
        text_add_format(&text, "%s%s", comma, rules->game->slots[s].label);
        comma = ", ";
    }
    paper_fact(p, "fold", "Folding",
               rules->fold_forfeits ? fact : "a folded hand keeps its side bets");
}

static void add_facts(struct paper *p, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    char fact[FACT_MAX];
    for (unsigned i = 0; i < game->stage_count; i++)
        fact_stage(p, rules, i);
    if (game->keys & GAME_KEY_QUALIFY)
        fact_dealer(p, rules);
    if (game->keys & GAME_KEY_ANTE_PAYS_FROM) {
        snprintf(fact, sizeof fact, "is paid on a win with a %s or better; below it, returned",
                 cr_category_name(rules->ante_pays_from));
        paper_fact(p, "ante", "Ante", fact);
    }
    if (game_may_fold(game))
        fact_fold(p, rules);
    if (rules->has_hand_limit)
        paper_fact(p, "hand_limit", "Most paid to one hand",
                   figure_money(FIGURE, rules->hand_limit));
    if (rules->has_aggregate_limit)
        paper_fact(p, "aggregate_limit", "Fixed awards of a round",
                   figure_money(FIGURE, rules->aggregate_limit));
}

/* ---- Pay tables ---- */

/* Lists the slots that a pay table of the house pays, and returns how many. */
static unsigned list_tables(const struct cr_game *game, unsigned slots[CR_SLOTS])
{
    unsigned count = 0;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table && slot_of_table(game, s) == s)
            slots[count++] = s;
    return count;
}

static void add_pays_of(struct paper *p, const struct cr_rules *rules, enum cr_category category,
                        const unsigned slots[], unsigned count)
{
    bool is_paid = false;
    for (unsigned i = 0; i < count; i++)
        is_paid = is_paid || rules->pays[slots[i]].pays[category].num > 0;
    if (!is_paid)
        return;
    paper_cell(p, figure_capital(FIGURE, cr_category_name(category)));
    for (unsigned i = 0; i < count; i++) {
        const struct cr_ratio ratio = rules->pays[slots[i]].pays[category];
        char pays[FIGURE_MAX] = "";
        if (ratio.num > 0)
            snprintf(pays, sizeof pays, "%d to %d", ratio.num, ratio.den);
        paper_cell(p, pays);
    }
}

/* Whether the pay tables all rank hands in the same way and pay whole categories. */
static bool tables_are_alike(const struct cr_rules *rules, const unsigned slots[], unsigned count)
{
    bool alike = true;
    for (unsigned i = 0; i < count; i++)
        alike = alike && rules->pays[slots[i]].part_count == 0 &&
                slot_ranking(rules->game, slots[i]) == rules->game->ranking;
    return alike;
}

/* A line for each hand of each table. */
static void add_each_table(struct paper *p, const struct cr_rules *rules, const unsigned slots[],
                           unsigned count)
{
    PAPER_TABLE(p, "pays", {"wager", "Wager", PAPER_TEXT}, {"hand", "Hand", PAPER_TEXT},
                {"pays", "Pays", PAPER_TEXT});
    for (unsigned i = 0; i < count; i++) {
        struct pay_row rows[PAY_ROWS_MAX];
        char label[CR_TITLE_MAX];
        const unsigned lines = pay_rows(rules, slots[i], rows);
        table_label(rules->game, slots[i], label);
        for (unsigned k = 0; k < lines; k++)
            PAPER_CELLS(p, label, figure_capital(FIGURE, rows[k].hand), rows[k].pays);
    }
}

/* One table for all: a line for each hand, a column for each bet. */
static void add_paytables(struct paper *p, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    struct paper_column columns[CR_SLOTS + 1] = {{"hand", "Hand", PAPER_TEXT}};
    char heads[CR_SLOTS][FIGURE_MAX];
    unsigned slots[CR_SLOTS];
    const unsigned count = list_tables(game, slots);
    for (unsigned i = 0; i < count; i++) {
        snprintf(heads[i], FIGURE_MAX, "%s pays", game->slots[slots[i]].label);
        columns[i + 1] = (struct paper_column){game->slots[slots[i]].name, heads[i], PAPER_NUMBER};
    }
    if (count == 0)
        return;
    if (!tables_are_alike(rules, slots, count)) {
        add_each_table(p, rules, slots, count);
        return;
    }
    paper_table(p, "pays", columns, count + 1);
    for (unsigned i = 0; i < game->ranking->category_count; i++)
        add_pays_of(p, rules, game->ranking->categories[i], slots, count);
}

void part_rules(struct paper *p, const struct cr_rules *rules)
{
    paper_section(p, "rules", "Rules in force");
    add_facts(p, rules);
    add_paytables(p, rules);
    if (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM)
        paper_note(p, "Bets on the flop, the turn and the river are paid 1 to 1 on a win.");
}
