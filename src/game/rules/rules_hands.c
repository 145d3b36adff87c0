/* The parts of house rules that name hands: who qualifies, what pays. */
#include "game/rules/rules_hands.h"

#include "base/check.h"
#include "game/games/game.h"

#include <string.h>

/* ---- The dealer's hand ---- */

static const char *const rank_names[CR_RANKS][2] = {
    {"two", "twos"},  {"three", "threes"}, {"four", "fours"},   {"five", "fives"},
    {"six", "sixes"}, {"seven", "sevens"}, {"eight", "eights"}, {"nine", "nines"},
    {"ten", "tens"},  {"jack", "jacks"},   {"queen", "queens"}, {"king", "kings"},
    {"ace", "aces"},
};

/* The lowest hand with that many cards of the rank, 1 (the rank is high) or 2 (a pair of it); 0
 * when there is none: no hand is six high, because 6-5-4-3-2 is a straight. */
static uint16_t worst_with(const struct ranking *ranking, unsigned rank, unsigned alike)
{
    const unsigned size = ranking->cards;
    cr_card cards[5];
    CHECK(size <= 5);
    for (unsigned i = 0; i < alike; i++)
        cards[i] = cr_card_make(rank, i);
    unsigned kicker = 0;
    for (unsigned i = alike; i < size; i++, kicker++) {
        if (kicker == rank)
            kicker++;
        cards[i] = cr_card_make(kicker, 1 + i % 2);
    }
    if (alike == 2)
        return ranking->rank(cards, size);
    /* The last kicker is the highest; where it makes a straight the next rank does not. */
    for (unsigned top = kicker - 1; top < rank; top++) {
        cards[size - 1] = cr_card_make(top, 1);
        const uint16_t worst = ranking->rank(cards, size);
        if (ranking->category(worst) == CR_HIGH_CARD)
            return worst;
    }
    return 0;
}

/* The largest rank number that still is what the text says; 0 when the game has no such hand. */
static uint16_t qualifying_rank(const struct ranking *ranking, struct doc_text text)
{
    struct doc_text left = text;
    if (take_literal(&left, "always") && left.len == 0)
        return ranking->worst_rank;
    for (unsigned rank = 0; rank < CR_RANKS; rank++) {
        left = text;
        if (take_literal(&left, "pair of ") && take_literal(&left, rank_names[rank][1]) &&
            left.len == 0)
            return worst_with(ranking, rank, 2);
        left = text;
        if (take_literal(&left, rank_names[rank][0]) && take_literal(&left, " high") &&
            left.len == 0)
            return worst_with(ranking, rank, 1);
    }
    const enum cr_category category = cr_category_find(text.data, text.len);
    return category < CR_CATEGORIES ? ranking->category_worst(category) : 0;
}

int load_qualifies(const struct load *load, const struct doc_node *node, void *out, const void *arg)
{
    (void)arg;
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    const uint16_t rank = qualifying_rank(load->game->ranking, text);
    if (rank == 0)
        return doc_fault(load->doc, node->at,
                         "\"%.*s\" is no hand of this game to qualify with; write always, a hand "
                         "such as pair or flush, or like \"queen high\" or \"pair of eights\"",
                         DOC_QUOTE(text));
    *(uint16_t *)out = rank;
    return CR_OK;
}

int load_ante_pays_from(const struct load *load, const struct doc_node *node, void *out,
                        const void *arg)
{
    (void)arg;
    int rc = load_text(load, node);
    return rc ? rc : load_category(load, node->at, node->text, load->game->ranking, out);
}

/* ---- Pay tables ---- */

static int load_ratio(const struct load *load, const struct doc_node *node, struct cr_ratio *out)
{
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    struct doc_text left = text;
    uint32_t num = 0, den = 0;
    if (!take_count(&left, LOAD_RATIO_MAX, &num) || !take_literal(&left, " to ") ||
        !take_count(&left, LOAD_RATIO_MAX, &den) || left.len > 0 || num == 0 || den == 0)
        return doc_fault(load->doc, node->at,
                         "\"%.*s\" is not a pay; write it like 3 to 2, with whole numbers from 1 "
                         "to %d",
                         DOC_QUOTE(text), LOAD_RATIO_MAX);
    *out = (struct cr_ratio){(int32_t)num, (int32_t)den};
    return CR_OK;
}

static bool ratio_is_more(struct cr_ratio a, struct cr_ratio b)
{
    return (int64_t)a.num * b.den > (int64_t)b.num * a.den;
}

static int load_paytable(const struct load *load, const struct doc_node *node, void *out,
                         const void *arg)
{
    (void)arg;
    struct cr_paytable *table = out;
    int rc = load_is(load, node, DOC_MAP);
    if (rc)
        return rc;
    if (node->count == 0)
        return doc_fault(load->doc, node->at, "\"%.*s\" pays no hand; list hands from the best",
                         DOC_QUOTE(node->key));
    size_t place = 0;
    struct cr_ratio better = {0, 0};
    for (const struct doc_node *n = doc_first(load->doc, node); n; n = doc_next(load->doc, n)) {
        enum cr_category category = CR_HIGH_CARD;
        struct cr_ratio ratio = {0, 0};
        rc = load_hand(load, n, place, load->game->ranking, &category);
        if (rc == CR_OK)
            rc = load_ratio(load, n, &ratio);
        if (rc)
            return rc;
        if (place++ > 0 && ratio_is_more(ratio, better))
            return doc_fault(load->doc, n->at,
                             "\"%s\" pays more than the better hand above it; lower it or raise "
                             "the other",
                             cr_category_name(category));
        table->pays[category] = better = ratio;
    }
    return CR_OK;
}

int load_pays(const struct load *load, const struct doc_node *node, void *out, const void *arg)
{
    (void)arg;
    struct field list[CR_SLOTS];
    struct fields fields = {0, list};
    for (unsigned s = 0; s < load->game->slot_count; s++)
        if (load->game->slots[s].by_table)
            list[fields.count++] = (struct field){.key = load->game->slots[s].name,
                                                  .read = load_paytable,
                                                  .offset = s * sizeof(struct cr_paytable),
                                                  .example = "{straight flush: 50 to 1}"};
    return load_fields(load, node, &fields, out);
}
