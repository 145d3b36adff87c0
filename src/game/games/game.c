/* Answers to questions about any game, taken from its description: names, slots, pay tables. */
#include "game/games/game.h"

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

void game_show_dealer(const struct cr_game *game, const cr_card *open, unsigned count,
                      cr_card out[CR_DEALER_MAX])
{
    const bool arranges = game->dealer_arranges && count == game->dealer_cards;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; arranges && at > 0 && cr_card_rank(out[at - 1]) < cr_card_rank(open[i]); at--)
            out[at] = out[at - 1];
        out[at] = open[i];
    }
}

bool game_may_fold(const struct cr_game *game)
{
    bool may = false;
    for (unsigned s = 0; s < game->stage_count; s++)
        may |= game->stages[s].may_fold;
    return may;
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
    struct text t = text_in(out, CR_TITLE_MAX);
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
