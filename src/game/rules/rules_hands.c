/* The parts of house rules that name hands: what the dealer qualifies with, and the pay tables. */
#include "game/rules/rules_hands.h"

#include "base/check.h"
#include "base/divisor.h"
#include "game/games/game.h"

/* ---- The dealer's hand ---- */

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
    /* The last kicker is the highest. Where it makes a straight, the next rank does not. */
    for (unsigned top = kicker - 1; top < rank; top++) {
        cards[size - 1] = cr_card_make(top, 1);
        const uint16_t worst = ranking->rank(cards, size);
        if (ranking->category(worst) == CR_HIGH_CARD)
            return worst;
    }
    return 0;
}

/* The largest rank number, that is the worst hand, that fits the text; 0 when the game has no such
 * hand. */
static uint16_t qualifying_rank(const struct ranking *ranking, struct doc_text text)
{
    struct doc_text left = text;
    if (take_literal(&left, "always") && left.len == 0)
        return ranking->worst_rank;
    for (unsigned rank = 0; rank < CR_RANKS; rank++) {
        left = text;
        if (take_literal(&left, "pair of ") && take_literal(&left, rank_words_many[rank]) &&
            left.len == 0)
            return worst_with(ranking, rank, 2);
        left = text;
        if (take_literal(&left, rank_words_one[rank]) && take_literal(&left, " high") &&
            left.len == 0)
            return worst_with(ranking, rank, 1);
    }
    const enum cr_category category = cr_category_find(text.data, text.len);
    return category < CR_CATEGORIES ? ranking->category_worst(category) : 0;
}

int load_qualifies(const struct load *load, const struct doc_node *node, void *out)
{
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

int load_ante_pays_from(const struct load *load, const struct doc_node *node, void *out)
{
    int rc = load_text(load, node);
    return rc ? rc : load_category(load, node->at, node->text, load->game->ranking, out);
}

/* ---- Pay tables ---- */

static int load_ratio(const struct load *load, const struct doc_node *node, bool may_push,
                      struct cr_ratio *out)
{
    const struct doc_text text = node->text;
    int rc = load_text(load, node);
    if (rc)
        return rc;
    struct doc_text left = text;
    uint32_t num = 0, den = 0;
    if (may_push && take_literal(&left, "push") && left.len == 0) {
        *out = (struct cr_ratio){0, 1};
        return CR_OK;
    }
    left = text;
    if (!take_count(&left, LOAD_RATIO_MAX, &num) || !take_literal(&left, " to ") ||
        !take_count(&left, LOAD_RATIO_MAX, &den) || left.len > 0 || num == 0 || den == 0)
        return doc_fault(load->doc, node->at,
                         "\"%.*s\" is not a pay; write it like 3 to 2, with whole numbers from 1 "
                         "to %d%s",
                         DOC_QUOTE(text), LOAD_RATIO_MAX, may_push ? ", or push" : "");
    *out = (struct cr_ratio){(int32_t)num, (int32_t)den};
    return CR_OK;
}

static bool ratio_is_more(struct cr_ratio a, struct cr_ratio b)
{
    return (int64_t)a.num * b.den > (int64_t)b.num * a.den;
}

/* A pay table while it is read, from the best hand downward. */
struct paying {
    const struct load *load;
    const struct ranking *ranking;
    struct cr_paytable *table;
    const struct game_slot *slot;
    size_t place;           /* of the category that is due next, or due for its remaining hands */
    unsigned pair;          /* the highest pair that is not paid yet */
    struct cr_ratio better; /* what the row above pays */
    size_t rows;
    uint64_t common; /* denominator of all pays: the analysis works in such parts of a bet */
};

static bool take_pair(struct doc_text *left, unsigned *out)
{
    for (*out = 0; *out < CR_RANKS; (*out)++)
        if (take_literal(left, rank_words_many[*out]))
            return true;
    return false;
}

/* "pair of aces", "pair of tens or better", "pair of sixes to tens": which pairs. */
static bool read_pairs(struct doc_text text, unsigned highest, unsigned *low, unsigned *high)
{
    if (!take_literal(&text, "pair of ") || !take_pair(&text, low))
        return false;
    *high = *low;
    if (take_literal(&text, " or better"))
        *high = highest;
    else if (take_literal(&text, " to "))
        return take_pair(&text, high) && text.len == 0;
    return text.len == 0;
}

static int add_part(struct paying *p, const struct doc_node *n, struct cr_pay_part part)
{
    struct cr_paytable *table = p->table;
    if (table->part_count == CR_PAY_PARTS)
        return doc_fault(p->load->doc, n->key_at, "more than %d parts of hands; remove some",
                         CR_PAY_PARTS);
    if (part.category != p->ranking->categories[p->place])
        return doc_fault(p->load->doc, n->key_at,
                         "\"%.*s\" stands where \"%s\" is expected; list hands from the best "
                         "downward and leave none out",
                         DOC_QUOTE(n->key), cr_category_name(p->ranking->categories[p->place]));
    table->parts[table->part_count++] = part;
    return CR_OK;
}

static int add_pairs(struct paying *p, const struct doc_node *n, unsigned low, unsigned high,
                     struct cr_ratio ratio)
{
    if (high != p->pair || low > high)
        return doc_fault(p->load->doc, n->key_at,
                         "\"%.*s\" does not follow; the highest pair that is not paid yet is a "
                         "pair of %s",
                         DOC_QUOTE(n->key), rank_words_many[p->pair]);
    int rc = add_part(p, n,
                      (struct cr_pay_part){.worst_rank = worst_with(p->ranking, low, 2),
                                           .category = CR_PAIR,
                                           .low = (uint8_t)low,
                                           .high = (uint8_t)high,
                                           .pays = ratio});
    if (low == 0)
        p->place++; /* all pairs are paid */
    else
        p->pair = low - 1;
    return rc;
}

static int add_hand(struct paying *p, const struct doc_node *n, struct cr_ratio ratio)
{
    const struct ranking *ranking = p->ranking;
    struct doc_text left = n->key;
    unsigned low, high;
    if (p->place == ranking->category_count)
        return doc_fault(p->load->doc, n->key_at, "\"%.*s\" comes after the last hand; remove it",
                         DOC_QUOTE(n->key));
    if ((p->slot->rows & ROWS_PAIRS) && read_pairs(n->key, p->pair, &low, &high))
        return add_pairs(p, n, low, high, ratio);
    if ((p->slot->rows & ROWS_BEST) && ranking->best_hand &&
        take_literal(&left, ranking->best_hand) && left.len == 0)
        return add_part(p, n,
                        (struct cr_pay_part){.worst_rank = 1,
                                             .category = (uint8_t)ranking->category(1),
                                             .low = CR_RANKS,
                                             .high = CR_RANKS,
                                             .pays = ratio});
    left = n->key;
    if ((p->slot->rows & ROWS_PAIRS) && take_literal(&left, "pair of"))
        return doc_fault(p->load->doc, n->key_at,
                         "\"%.*s\" names no pairs; write it like pair of aces, pair of tens or "
                         "better, or pair of sixes to tens",
                         DOC_QUOTE(n->key));
    enum cr_category category = CR_HIGH_CARD;
    int rc = load_hand(p->load, n, p->place, ranking, &category);
    if (rc == CR_OK) {
        p->table->pays[category] = ratio;
        p->place++;
    }
    return rc;
}

static int load_row(struct paying *p, const struct doc_node *n)
{
    struct cr_ratio ratio = {0, 0};
    int rc = load_ratio(p->load, n, p->slot->rows & ROWS_PUSH, &ratio);
    if (rc == CR_OK)
        rc = add_hand(p, n, ratio);
    if (rc == CR_OK && p->rows++ > 0 && ratio_is_more(ratio, p->better))
        rc = doc_fault(p->load->doc, n->at,
                       "\"%.*s\" pays more than the better hand above it; lower it or raise the "
                       "other",
                       DOC_QUOTE(n->key));
    p->better = ratio;
    if (ratio.den > 0)
        p->common = common_multiple(p->common, (uint64_t)ratio.den);
    if (rc == CR_OK && p->common > LOAD_RATIO_MAX)
        rc = doc_fault(p->load->doc, n->at,
                       "the pays down to this one have no common denominator up to %d; write them "
                       "in parts of one number",
                       LOAD_RATIO_MAX);
    return rc;
}

static int load_paytable(const struct load *load, const struct doc_node *node, void *out)
{
    const struct game_slot *slot = load->arg;
    struct paying p = {.load = load,
                       .ranking = slot->ranking ? slot->ranking : load->game->ranking,
                       .table = out,
                       .slot = slot,
                       .pair = CR_RANKS - 1,
                       .common = 1};
    struct doc_text word = node->text;
    if (slot->kind == SLOT_BONUS && node->kind == DOC_TEXT && take_literal(&word, "none") &&
        word.len == 0)
        return CR_OK; /* a house without this bonus */
    int rc = load_is(load, node, DOC_MAP);
    if (rc)
        return rc;
    if (node->count == 0)
        return doc_fault(load->doc, node->at, "\"%.*s\" pays no hand; list hands from the best",
                         DOC_QUOTE(node->key));
    for (const struct doc_node *n = doc_first(load->doc, node); n && rc == CR_OK;
         n = doc_next(load->doc, n))
        rc = load_row(&p, n);
    return rc;
}

int load_pays(const struct load *load, const struct doc_node *node, void *out)
{
    const struct cr_game *game = load->game;
    struct cr_paytable *tables = out;
    struct field list[CR_SLOTS];
    struct fields fields = {0, list};
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (slot->by_table && slot_of_table(game, s) == s)
            list[fields.count++] = (struct field){.key = slot->table ? slot->table : slot->name,
                                                  .read = load_paytable,
                                                  .offset = s * sizeof(struct cr_paytable),
                                                  .arg = slot,
                                                  .example = "{straight flush: 50 to 1}"};
    }
    int rc = load_fields(load, node, &fields, out);
    for (unsigned s = 0; s < game->slot_count && rc == CR_OK; s++)
        if (game->slots[s].by_table)
            tables[s] = tables[slot_of_table(game, s)];
    return rc;
}
