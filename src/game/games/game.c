/* What the games share. */
#include "game/games/game.h"

#include "base/money.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *cr_game_id(const struct cr_game *game)
{
    return game->id;
}

unsigned cr_game_hole_cards(const struct cr_game *game)
{
    return game->hole_cards;
}

unsigned cr_game_board_cards(const struct cr_game *game)
{
    return game->board_cards;
}

const char *cr_slot_name(const struct cr_game *game, unsigned slot)
{
    return slot < game->slot_count ? game->slots[slot].name : NULL;
}

unsigned cr_slot_find(const struct cr_game *game, const char *name, size_t len)
{
    for (unsigned s = 0; s < game->slot_count; s++)
        if (strlen(game->slots[s].name) == len && memcmp(game->slots[s].name, name, len) == 0)
            return s;
    return CR_SLOTS;
}

enum cr_category game_category(const struct cr_game *game, uint16_t rank)
{
    return game->ranking->category(rank);
}

size_t game_hand_name(const struct cr_game *game, uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    return game->ranking->hand_name(rank, out);
}

bool game_may_fold(const struct cr_game *game)
{
    bool may = false;
    for (unsigned s = 0; s < game->stage_count; s++)
        may |= game->stages[s].may_fold;
    return may;
}

int slot_versus_dealer(const struct cr_rules *rules, const struct showdown *at, unsigned slot)
{
    if (at->dealer_qualifies || rules->unqualified[slot] == CR_UNQUALIFIED_AS_USUAL)
        return at->versus_dealer;
    return rules->unqualified[slot] == CR_UNQUALIFIED_PAY;
}

bool unqualified_words(const struct cr_rules *rules, struct text *out)
{
    static const char *const ends[] = {[CR_UNQUALIFIED_AS_USUAL] = "is decided by the hands",
                                       [CR_UNQUALIFIED_PUSH] = "is returned",
                                       [CR_UNQUALIFIED_PAY] = "is paid"};
    const char *comma = "";
    bool differs = false;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct game_slot *slot = &rules->game->slots[s];
        if (!slot->is_against_dealer)
            continue;
        differs |= rules->unqualified[s] != slot->unqualified;
        text_add_format(out, "%s%s %s", comma, slot->label, ends[rules->unqualified[s]]);
        comma = ", ";
    }
    return differs;
}

bool rules_fold_forfeits(const struct cr_rules *rules)
{
    return (rules->fold_forfeits >> rules->game->progressive & 1) != 0;
}

/* ---- Pay tables ---- */

const char *const rank_words_one[CR_RANKS] = {"two",   "three", "four", "five", "six",
                                              "seven", "eight", "nine", "ten",  "jack",
                                              "queen", "king",  "ace"};
const char *const rank_words_many[CR_RANKS] = {"twos",   "threes", "fours", "fives", "sixes",
                                               "sevens", "eights", "nines", "tens",  "jacks",
                                               "queens", "kings",  "aces"};

const struct ranking *slot_ranking(const struct cr_game *game, unsigned slot)
{
    return game->slots[slot].ranking ? game->slots[slot].ranking : game->ranking;
}

unsigned slot_of_table(const struct cr_game *game, unsigned slot)
{
    const char *table = game->slots[slot].table;
    for (unsigned s = 0; table && s < slot; s++)
        if (game->slots[s].table && strcmp(game->slots[s].table, table) == 0)
            return s;
    return slot;
}

void table_label(const struct cr_game *game, unsigned slot, char out[CR_TITLE_MAX])
{
    struct text t;
    text_init(&t, out, CR_TITLE_MAX);
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table && slot_of_table(game, s) == slot)
            text_add_format(&t, "%s%s", t.len ? ", " : "", game->slots[s].label);
}

struct cr_ratio slot_pays(const struct cr_rules *rules, unsigned slot, uint16_t rank)
{
    const struct cr_paytable *table = &rules->pays[slot];
    const enum cr_category category = slot_ranking(rules->game, slot)->category(rank);
    for (unsigned i = 0; i < table->part_count; i++)
        if (table->parts[i].category == category && rank <= table->parts[i].worst_rank)
            return table->parts[i].pays;
    return table->pays[category];
}

static void part_name(const struct ranking *ranking, const struct cr_pay_part *part,
                      char out[CR_NAME_MAX])
{
    if (part->low == CR_RANKS)
        snprintf(out, CR_NAME_MAX, "%s", ranking->best_hand);
    else if (part->low == part->high)
        snprintf(out, CR_NAME_MAX, "pair of %s", rank_words_many[part->low]);
    else if (part->high == CR_RANKS - 1)
        snprintf(out, CR_NAME_MAX, "pair of %s or better", rank_words_many[part->low]);
    else
        snprintf(out, CR_NAME_MAX, "pair of %s to %s", rank_words_many[part->low],
                 rank_words_many[part->high]);
}

static void row_finish(struct pay_row *row, struct cr_ratio ratio, enum cr_category category)
{
    row->ratio = ratio;
    row->category = category;
    if (ratio.num > 0)
        snprintf(row->pays, sizeof row->pays, "%d to %d", ratio.num, ratio.den);
    else
        snprintf(row->pays, sizeof row->pays, "push");
}

unsigned pay_rows(const struct cr_rules *rules, unsigned slot, struct pay_row out[PAY_ROWS_MAX])
{
    const struct ranking *ranking = slot_ranking(rules->game, slot);
    const struct cr_paytable *table = &rules->pays[slot];
    unsigned n = 0;
    for (unsigned i = 0; i < ranking->category_count; i++) {
        const enum cr_category category = ranking->categories[i];
        for (unsigned p = 0; p < table->part_count; p++) {
            if (table->parts[p].category != category)
                continue;
            part_name(ranking, &table->parts[p], out[n].hand);
            row_finish(&out[n++], table->parts[p].pays, category);
        }
        if (table->pays[category].den == 0)
            continue;
        snprintf(out[n].hand, sizeof out[n].hand, "%s", cr_category_name(category));
        row_finish(&out[n++], table->pays[category], category);
    }
    return n;
}

/* ---- Results of wagers ---- */

bool slot_win(struct cr_wager_result *slot, struct cr_ratio ratio, unsigned reason)
{
    if (slot->stake.micro == 0)
        return true;
    slot->result = CR_RESULT_WIN;
    slot->reason = (uint8_t)reason;
    return money_mul_floor_cent(slot->stake, ratio.num, ratio.den, &slot->pays);
}

void slot_lose(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_LOSE;
    slot->reason = (uint8_t)reason;
}

void slot_push(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_PUSH;
    slot->reason = (uint8_t)reason;
}

bool slot_settle(struct cr_wager_result *slot, struct cr_ratio pays, struct table_reasons why)
{
    if (pays.num > 0)
        return slot_win(slot, pays, why.pays);
    if (pays.den > 0)
        slot_push(slot, why.returned);
    else
        slot_lose(slot, why.loses);
    return true;
}

bool slot_settle_side(const struct cr_rules *rules, const struct showdown *at,
                      struct cr_wager_result slots[CR_SLOTS], unsigned side,
                      struct table_reasons why)
{
    if (!at->folded || !(rules->fold_forfeits & 1u << side))
        return slot_settle(&slots[side], at->pays[side], why);
    slot_lose(&slots[side], why.forfeited);
    return true;
}

bool slot_duel(struct cr_wager_result *slot, const struct showdown *at, struct duel_reasons why)
{
    static const struct cr_ratio even = {1, 1};
    if (at->versus_dealer > 0)
        return slot_win(slot, even, why.wins);
    if (at->versus_dealer < 0)
        slot_lose(slot, why.loses);
    else
        slot_push(slot, why.tie);
    return true;
}

bool slot_bonus(struct cr_wager_result *bonus, const struct cr_wager_result *ante,
                struct cr_ratio pays, unsigned reason)
{
    if (pays.num == 0 || !money_mul_floor_cent(ante->stake, pays.num, pays.den, &bonus->pays))
        return pays.num == 0;
    if (bonus->pays.micro > 0) {
        bonus->result = CR_RESULT_WIN;
        bonus->reason = (uint8_t)reason;
    }
    return true;
}
