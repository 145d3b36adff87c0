/* House rules as a report states them. */
#include "reports/mathematics/pdf_rules.h"

#include "base/text.h"
#include "game/games/game.h"
#include "paper/pdf_table.h"
#include "reports/mathematics/pdf_figures.h"

#include <stdio.h>
#include <string.h>

#define FACT_MAX 256

/* ---- Rules ---- */

/* "fold, or bet 3× or 4× the Ante on Play" */
static void fact_stage(struct pdf *pdf, const struct cr_rules *rules, unsigned stage)
{
    const struct game_stage *at = &rules->game->stages[stage];
    char fact[FACT_MAX], label[FIGURE_MAX], name[FIGURE_MAX];
    const char *word = ", or bet ";
    struct text text;
    text_init(&text, fact, sizeof fact);
    if (rules->game->board_cards > 0)
        text_add(&text, at->board_visible == 0   ? "before the board is opened: "
                        : at->board_visible == 3 ? "after the flop: "
                        : at->board_visible == 4 ? "after the turn: "
                                                 : "after the river: ");
    text_add(&text, at->may_fold && at->may_check ? "fold or check"
                    : at->may_fold                ? "fold"
                                                  : "check");
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        if (!(rules->multiples[stage] & 1u << k))
            continue;
        text_add_format(&text, "%s%u\u00d7", word, k);
        word = " or ";
    }
    text_add_format(&text, " the Ante on %s", rules->game->slots[at->slot].label);
    snprintf(label, sizeof label, "Decision \u201c%s\u201d", figure_capital(name, at->name));
    pdf_fact(pdf, label, fact);
}

static void fact_dealer(struct pdf *pdf, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    const uint16_t rank = rules->qualifying_rank;
    char name[CR_HAND_NAME_MAX], fact[FACT_MAX];
    if (rank >= (game->three_card ? CR_RANKS_THREE : CR_RANKS_FIVE)) {
        pdf_fact(pdf, "Dealer", "always plays");
        return;
    }
    const enum cr_category category = game_category(game, rank);
    const uint16_t worst =
        game->three_card ? cr_category_worst_rank3(category) : cr_category_worst_rank(category);
    game_hand_name(game, rank, name);
    snprintf(fact, sizeof fact, "qualifies with this hand or a better one: %s",
             worst == rank ? cr_category_name(category) : name);
    pdf_fact(pdf, "Dealer", fact);
}

/* What a fold loses besides Ante and Blind. */
static void fact_fold(struct pdf *pdf, const struct cr_rules *rules)
{
    char fact[FACT_MAX];
    struct text text;
    const char *comma = "also loses ";
    text_init(&text, fact, sizeof fact);
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (!(rules->fold_forfeits & 1u << s))
            continue;
        text_add_format(&text, "%s%s", comma, rules->game->slots[s].label);
        comma = ", ";
    }
    pdf_fact(pdf, "Folding", rules->fold_forfeits ? fact : "a folded hand keeps its side bets");
}

static void fact_limit(struct pdf *pdf, const char *label, bool has, struct cr_money limit)
{
    if (has)
        pdf_fact(pdf, label, figure_money(FIGURE, limit));
}

static void facts(struct pdf *pdf, const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    char fact[FACT_MAX];
    for (unsigned i = 0; i < game->stage_count; i++)
        fact_stage(pdf, rules, i);
    if (game->keys & GAME_KEY_QUALIFY)
        fact_dealer(pdf, rules);
    if (game->keys & GAME_KEY_ANTE_PAYS_FROM) {
        snprintf(fact, sizeof fact, "is paid on a win with a %s or better; below it, returned",
                 cr_category_name(rules->ante_pays_from));
        pdf_fact(pdf, "Ante", fact);
    }
    fact_fold(pdf, rules);
    fact_limit(pdf, "Most paid to one hand", rules->has_hand_limit, rules->hand_limit);
    fact_limit(pdf, "Fixed awards of a round", rules->has_aggregate_limit, rules->aggregate_limit);
    pdf_space(pdf, 8);
}

/* ---- Pay tables ---- */

static void fill_paytable(struct pdf_table *table, const struct cr_paytable *pays, bool three_card)
{
    static const struct pdf_column columns[] = {{"Hand", PDF_ALIGN_LEFT, NULL},
                                                {"Pays", PDF_ALIGN_RIGHT, NULL}};
    /* Best first; the order of three cards differs from that of five (CARD-3). */
    static const enum cr_category orders[2][CR_CATEGORIES] = {
        {CR_ROYAL_FLUSH, CR_STRAIGHT_FLUSH, CR_FOUR_OF_A_KIND, CR_FULL_HOUSE, CR_FLUSH, CR_STRAIGHT,
         CR_THREE_OF_A_KIND, CR_TWO_PAIR, CR_PAIR, CR_HIGH_CARD},
        {CR_ROYAL_FLUSH, CR_STRAIGHT_FLUSH, CR_FOUR_OF_A_KIND, CR_FULL_HOUSE, CR_THREE_OF_A_KIND,
         CR_STRAIGHT, CR_FLUSH, CR_TWO_PAIR, CR_PAIR, CR_HIGH_CARD},
    };
    pdf_table_init(table, 7.6, columns, 2);
    for (unsigned i = 0; i < CR_CATEGORIES; i++) {
        const enum cr_category c = orders[three_card][i];
        const struct cr_ratio ratio = pays->pays[c];
        if (ratio.num <= 0)
            continue;
        struct pdf_row *row = pdf_table_add(table);
        pdf_cell(row, 0, "%s", figure_capital(FIGURE, cr_category_name(c)));
        pdf_cell(row, 1, "%d to %d", ratio.num, ratio.den);
    }
}

/* Side by side. */
static void paytables(struct pdf *pdf, const struct cr_rules *rules)
{
    static const struct pdf_style style = {PDF_SANS, 8, true, false, PDF_INK};
    const double gap = 28, width = (PDF_WIDTH - 2 * gap) / 3;
    struct pdf_table table;
    double x = PDF_LEFT, height = 0;
    pdf_need(pdf, 130);
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        char title[FIGURE_MAX];
        if (!rules->game->slots[s].by_table)
            continue;
        fill_paytable(&table, &rules->pays[s], rules->game->three_card);
        snprintf(title, sizeof title, "%s pays", rules->game->slots[s].label);
        pdf_text(pdf, &style, x, pdf->y, width, PDF_ALIGN_LEFT, title);
        const double h = pdf_table_at(pdf, &table, x, pdf->y + 16, width, 0, table.row_count) + 16;
        height = h > height ? h : height;
        x += width + gap;
    }
    pdf->y += height + (height > 0 ? 10 : 0);
}

void pdf_rules_section(struct pdf *pdf, const struct cr_rules *rules, double below)
{
    const bool has_tables = !(rules->game->keys & GAME_KEY_ANTE_PAYS_FROM);
    const double lines = rules->game->stage_count + 2;
    pdf_heading(pdf, "Rules in force", 12.6 * lines + (has_tables ? 105 : 20) + below);
    facts(pdf, rules);
    paytables(pdf, rules);
    if (rules->game->keys & GAME_KEY_ANTE_PAYS_FROM)
        pdf_note(pdf, "Bets on the flop, the turn and the river are paid 1 to 1 on a win.");
}

/* ---- Side bets ---- */

/* "with_trips" as a line of the table: "Base game with Trips". */
static void side_name(const struct cr_rules *rules, const struct cr_side *side,
                      char out[FIGURE_MAX])
{
    const char *name =
        side->is_bet || strncmp(side->name, "with_", 5) != 0 ? side->name : side->name + 5;
    const unsigned slot = cr_slot_find(rules->game, name, strlen(name));
    const char *label = slot < CR_SLOTS ? rules->game->slots[slot].label : name;
    snprintf(out, FIGURE_MAX, side->is_bet ? "%s" : "Base game and %s together", label);
}

void pdf_sides_section(struct pdf *pdf, const struct cr_rules *rules,
                       const struct cr_analysis *analysis)
{
    static const struct pdf_column columns[] = {{"Bet", PDF_ALIGN_LEFT, NULL},
                                                {"Expectation", PDF_ALIGN_RIGHT, NULL},
                                                {"Exact", PDF_ALIGN_RIGHT, NULL},
                                                {"House edge", PDF_ALIGN_RIGHT, NULL}};
    struct pdf_table table;
    pdf_table_init(&table, 8.2, columns, 4);
    for (unsigned i = 0; i < analysis->side_count; i++) {
        const struct cr_side *side = &analysis->sides[i];
        const double ev = cr_rational_value(side->ev);
        struct pdf_row *row = pdf_table_add(&table);
        char name[FIGURE_MAX];
        side_name(rules, side, name);
        pdf_cell(row, 0, "%s", name);
        pdf_cell(row, 1, "%s", figure_fixed(FIGURE, ev, 6));
        pdf_cell(row, 2, "%s", figure_exact(FIGURE, side->ev));
        pdf_cell(row, 3, "%s", side->is_bet ? figure_percent(FIGURE, -ev, 4) : "\u2013");
    }
    pdf_heading(pdf, "Side bets", pdf_table_height(&table, table.row_count) + 12);
    pdf_table_flow(pdf, &table, PDF_WIDTH);
    pdf_note(pdf,
             "Per unit of the bet. Together: per Ante, with a side bet as large as the Ante, and "
             "played for the best total.");
}
