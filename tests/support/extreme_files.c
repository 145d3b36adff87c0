/* Generates rules files that the loader accepts but no house would write. */
#include "support/extreme_files.h"

#include <croupier/rules.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *pick(struct rng *rng, const char *const *list, unsigned count)
{
    return list[rng_below(rng, count)];
}

#define PICK(rng, ...)                                                                             \
    pick(rng, (const char *const[]){__VA_ARGS__}, COUNT(((const char *const[]){__VA_ARGS__})))

static bool often(struct rng *rng)
{
    return rng_below(rng, 4) > 0;
}

/* ---- Pay tables ---- */

static const char *const five_hands[] = {
    "royal flush", "straight flush",  "four of a kind", "full house", "flush",
    "straight",    "three of a kind", "two pair",       "pair",       "high card"};

struct pay {
    unsigned num, den;
};

static int by_size(const void *a, const void *b)
{
    const struct pay *x = a, *y = b;
    const uint64_t left = (uint64_t)x->num * y->den, right = (uint64_t)y->num * x->den;
    return (left < right) - (left > right);
}

/* A number from 1 to the largest that a pay may have; small and large ones are equally likely. */
static unsigned any_number(struct rng *rng)
{
    static const unsigned ends[] = {1, 2, 3, 10, 50, 500, 1000, 30000, 999983, 1000000};
    if (rng_below(rng, 2))
        return ends[rng_below(rng, COUNT(ends))];
    return 1 + rng_below(rng, 1u << rng_below(rng, 20));
}

/* The hands of a pay table from the best downward, by the names that a file uses. */
struct hands {
    unsigned count, parts;
    char names[PAY_ROWS_MAX][CR_NAME_MAX];
};

static void add_pairs(struct rng *rng, struct hands *out)
{
    unsigned high = CR_RANKS; /* pairs below this rank have no row yet */
    while (high > 0 && out->parts < CR_PAY_PARTS && often(rng)) {
        const unsigned low = rng_below(rng, high);
        const char *end = rank_words_many[high - 1], *start = rank_words_many[low];
        char *name = out->names[out->count++];
        if (low + 1 == high)
            snprintf(name, CR_NAME_MAX, "pair of %s", start);
        else if (high == CR_RANKS && rng_below(rng, 2))
            snprintf(name, CR_NAME_MAX, "pair of %s or better", start);
        else
            snprintf(name, CR_NAME_MAX, "pair of %s to %s", start, end);
        out->parts++;
        high = low;
    }
    if (high > 0) /* a row for the remaining pairs */
        strcpy(out->names[out->count++], "pair");
}

static void list_hands(struct rng *rng, const struct cr_game *game, unsigned slot,
                       struct hands *out)
{
    const struct ranking *ranking = slot_ranking(game, slot);
    const unsigned rows = game->slots[slot].rows;
    *out = (struct hands){0};
    if ((rows & ROWS_BEST) && ranking->best_hand && rng_below(rng, 2)) {
        strcpy(out->names[out->count++], ranking->best_hand);
        out->parts++;
    }
    for (unsigned i = 0; i < ranking->category_count; i++) {
        const enum cr_category category = ranking->categories[i];
        if (category == CR_PAIR && (rows & ROWS_PAIRS))
            add_pairs(rng, out);
        else
            snprintf(out->names[out->count++], CR_NAME_MAX, "%s", cr_category_name(category));
    }
}

/* All denominators of a table divide one number, because the loader requires a common denominator
 * that fits. */
static void add_table(struct rng *rng, const struct cr_game *game, unsigned slot, struct text *out)
{
    static const unsigned commons[] = {1, 1, 2, 10, 100, 210, 997, 3600, 999983, 1000000};
    const unsigned common = commons[rng_below(rng, COUNT(commons))];
    struct hands hands;
    struct pay pays[PAY_ROWS_MAX];
    list_hands(rng, game, slot, &hands);
    const unsigned listed = 1 + rng_below(rng, hands.count);
    const bool pushes = (game->slots[slot].rows & ROWS_PUSH) && rng_below(rng, 3) == 0;
    const unsigned paid = pushes ? rng_below(rng, listed) : listed;
    for (unsigned i = 0; i < paid; i++) {
        unsigned den = common;
        if (rng_below(rng, 3) == 0)
            for (den = 1 + rng_below(rng, 20); common % den != 0; den--)
                continue;
        pays[i] = (struct pay){any_number(rng), den};
    }
    qsort(pays, paid, sizeof *pays, by_size);
    for (unsigned i = 0; i < listed; i++)
        if (i < paid)
            text_add_format(out, "    %s: %u to %u\n", hands.names[i], pays[i].num, pays[i].den);
        else
            text_add_format(out, "    %s: push\n", hands.names[i]);
}

static void add_tables(struct rng *rng, const struct cr_game *game, struct text *out)
{
    const char *lead = "pays:\n";
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (!slot->by_table || slot_of_table(game, s) != s)
            continue;
        const bool none = slot->kind == SLOT_BONUS && rng_below(rng, 5) == 0;
        text_add_format(out, "%s  %s:%s\n", lead, slot->table ? slot->table : slot->name,
                        none ? " none" : "");
        if (!none)
            add_table(rng, game, s, out);
        lead = "";
    }
}

/* ---- House rules ---- */

/* Adds bet sizes in ascending order without repeats, from 1 to 15 Antes or multiples of a half. */
static void add_sizes(struct rng *rng, const char *stage, unsigned most, bool halves,
                      struct text *out)
{
    const unsigned count = rng_below(rng, 2) ? most : 1 + rng_below(rng, most);
    unsigned size = 0;
    text_add_format(out, "  %s: [", stage);
    for (unsigned i = 0; i < count; i++) {
        const unsigned room = CR_MULTIPLES - size - (count - i - 1);
        size += 1 + rng_below(rng, often(rng) && room > 3 ? 3 : room);
        text_add_format(out, "%s%u%s", i ? ", " : "", halves ? size / 2 : size,
                        halves && size % 2 ? ".5" : "");
    }
    text_add(out, "]\n");
}

static void add_money(struct rng *rng, const char *key, struct text *out)
{
    text_add_format(out, "%s: %s\n", key,
                    PICK(rng, "none", "none", "0.01", "7.77", "100", "1234.56", "50000",
                         "999999.99", "1000000000"));
}

/* Adds posted limits that leave at least one possible amount. The bets of the base game must be
 * equal, so they get the same limits, of which the upper or the lower one may be left out. */
static void add_limits(struct rng *rng, const struct cr_game *game, struct text *out)
{
    static const char *const pairs[][2] = {
        {"0.02", "0.02"},  {"0.02", "1000000000"}, {"5", "5"},       {"10", "500"},
        {"50000", "none"}, {"none", "0.50"},       {"0.01", "0.04"}, {"none", "none"}};
    const unsigned base = rng_below(rng, COUNT(pairs));
    const char *lead = "limits:\n";
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (slot->kind != SLOT_PLACED || slot->is_progressive || rng_below(rng, 3) == 0)
            continue;
        const unsigned own = slot->is_side ? rng_below(rng, COUNT(pairs)) : base;
        text_add_format(out, "%s  %s: {min: %s, max: %s}\n", lead, slot->name,
                        often(rng) ? pairs[own][0] : "none", often(rng) ? pairs[own][1] : "none");
        lead = "";
    }
}

static void add_head(struct rng *rng, const struct cr_game *game, struct text *out)
{
    const bool has_board = game->board_cards > 0;
    text_add_format(out,
                    "rules: extreme\ngame: %s\ntitle: An extreme game\nhouse: No house\n"
                    "progressive: none\nseats: {hands_per_patron: %s, one_hand: %s}\n",
                    game->id, PICK(rng, "1", "2"), PICK(rng, "yes", "no"));
    if (rng_below(rng, 2))
        add_limits(rng, game, out);
    text_add_format(
        out, "deal: {order: %s, cards: %s, start: %s, burn: %s%s}\n",
        has_board ? PICK(rng, "hands first", "community first") : "hands first",
        PICK(rng, "all at once", "one at a time"), PICK(rng, "first base", "action button"),
        has_board ? PICK(rng, "yes", "no") : "no",
        !(game->keys & GAME_KEY_DISCARD) ? "" : PICK(rng, ", discard: yes", ", discard: no"));
}

static void add_bets(struct rng *rng, const struct cr_game *game, struct text *out)
{
    const char *lead = "bets:\n";
    const bool halves = rng_below(rng, 2) == 0;
    for (unsigned s = 0; s < game->stage_count; s++) {
        const struct game_stage *stage = &game->stages[s];
        if (stage->may_pull)
            continue;
        text_add(out, lead);
        add_sizes(rng, stage->name, CR_SIZES_MAX, halves, out);
        lead = "";
    }
}

/* Adds a list of some of the wagers that are not part of the base game. */
static void add_wagers(struct rng *rng, const struct cr_game *game, const char *key,
                       bool with_progressive, struct text *out)
{
    const char *lead = "";
    text_add_format(out, "%s: [", key);
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (!(slot->is_side || (with_progressive && slot->is_progressive)) || rng_below(rng, 2))
            continue;
        text_add_format(out, "%s%s", lead, slot->name);
        lead = ", ";
    }
    text_add(out, "]\n");
}

/* Adds what happens to each wager when the dealer does not qualify; some files leave it out, and
 * the game's usual rule holds. */
static void add_not_qualified(struct rng *rng, const struct cr_game *game, struct text *out)
{
    const char *lead = "dealer_not_qualified:\n";
    for (unsigned s = 0; s < game->slot_count; s++) {
        if (!game->slots[s].is_against_dealer || rng_below(rng, 4) == 0)
            continue;
        text_add_format(out, "%s  %s: %s\n", lead, game->slots[s].name,
                        PICK(rng, "as usual", "push", "pay"));
        lead = "";
    }
}

/* Adds the hand with which the dealer qualifies: any rank of five-card or three-card hands. */
static void add_qualifies(struct rng *rng, const struct cr_game *game, struct text *out)
{
    text_add_format(out, "dealer_qualifies: %s\n",
                    game->ranking->cards == 3
                        ? PICK(rng, "always", "queen high", "five high", "ace high", "pair",
                               "pair of eights", "flush", "straight", "straight flush")
                        : PICK(rng, "always", "pair", "pair of eights", "pair of aces", "ace high",
                               "seven high", "two pair", "flush", "full house", "royal flush"));
}

static void add_keys(struct rng *rng, const struct cr_game *game, struct text *out)
{
    if (game_may_fold(game))
        add_wagers(rng, game, "fold_forfeits", true, out);
    if (game->keys & GAME_KEY_ALONE)
        add_wagers(rng, game, "alone", false, out);
    if (game->keys & GAME_KEY_QUALIFY)
        add_qualifies(rng, game, out);
    if ((game->keys & GAME_KEY_QUALIFY) && often(rng))
        add_not_qualified(rng, game, out);
    if (game->keys & GAME_KEY_ANTE_PAYS_FROM)
        text_add_format(out, "ante_pays_from: %s\n", pick(rng, five_hands, COUNT(five_hands)));
    if (game->keys & GAME_KEY_TIES)
        text_add_format(out, "ties: %s\n", PICK(rng, "win", "push"));
    if (game->keys & GAME_KEY_HAND_LIMIT)
        add_money(rng, "hand_limit", out);
    if (game->keys & GAME_KEY_AGGREGATE_LIMIT)
        add_money(rng, "aggregate_limit", out);
}

void extreme_rules(struct rng *rng, const struct cr_game *game, struct text *out)
{
    add_head(rng, game, out);
    add_bets(rng, game, out);
    add_keys(rng, game, out);
    add_tables(rng, game, out);
    text_add(out, "payment: {cheques_up_to: none, notify_from: none, compliance: []}\n"
                  "console: {start: Start Game}\n");
}

/* ---- Progressives ---- */

/* Splits a bet into parts in billionths that add up to the whole: the house's, then each meter's
 * share and reserve. Only a meter that can be won whole has a reserve. */
static void split_bet(struct rng *rng, unsigned meters, uint32_t out[1 + 2 * CR_METERS])
{
    uint32_t left = CR_SHARE_ALL;
    for (unsigned i = 1; i <= 2 * meters; i++) {
        const uint32_t most = left / (2 * meters - i + 1);
        const bool is_share = i % 2 == 1;
        out[i] = is_share || rng_below(rng, 2) ? rng_below(rng, most + 1) : 0;
        left -= out[i];
    }
    out[0] = left;
}

static void add_share(const char *key, uint32_t billionths, struct text *out)
{
    text_add_format(out, "%s%u.%07u%%", key, billionths / 10000000, billionths % 10000000);
}

static void add_meters(const uint32_t *parts, unsigned meters, struct rng *rng, struct text *out)
{
    text_add(out, "meters:\n");
    for (unsigned m = 0; m < meters; m++) {
        const unsigned seed = any_number(rng) - 1;
        text_add_format(out, "  m%u: {", m);
        add_share("share: ", parts[1 + 2 * m], out);
        add_share(", reserve: ", parts[2 + 2 * m], out);
        text_add_format(out, ", seed: %u, limit: ", seed);
        if (rng_below(rng, 3))
            text_add(out, "none}\n");
        else
            text_add_format(out, "%u}\n", seed + any_number(rng));
    }
}

/* Adds the awards: the best hands win one meter each, the next ones a part of the first meter or
 * nothing, and the others fixed amounts that decrease. */
static void add_awards(unsigned meters, struct rng *rng, struct text *out)
{
    const unsigned paid = meters + rng_below(rng, (unsigned)COUNT(five_hands) - meters + 1);
    unsigned amount = 10 * any_number(rng);
    text_add(out, "awards:\n");
    for (unsigned i = 0; i < paid; i++) {
        text_add_format(out, "  %s: {", five_hands[i]);
        if (i < meters)
            text_add_format(out, "pays: 100%%, from: m%u", i);
        else if (i == meters && rng_below(rng, 3) == 0)
            text_add_format(out, "pays: %u.%04u%%, from: m0", rng_below(rng, 100),
                            1 + rng_below(rng, 9999));
        else if (rng_below(rng, 2))
            text_add_format(out, "pays: %u, from: m%u", amount, rng_below(rng, meters));
        else
            text_add_format(out, "pays: %u, from: tray", amount);
        amount -= rng_below(rng, amount);
        text_add_format(out, ", key: %s, envy: %s}\n", PICK(rng, "none", "low", "high"),
                        PICK(rng, "none", "none", "0.01", "300", "1000000000"));
    }
}

void extreme_progressive(struct rng *rng, struct text *out)
{
    const unsigned meters = 1 + rng_below(rng, CR_METERS);
    uint32_t parts[1 + 2 * CR_METERS] = {0};
    split_bet(rng, meters, parts);
    text_add_format(out,
                    "progressive: extreme\ntitle: An extreme progressive\nhouse: No house\n"
                    "bet: %s\n",
                    PICK(rng, "0.01", "1", "1", "5", "7.77", "1000000000"));
    add_share("house_share: ", parts[0], out);
    text_add_char(out, '\n');
    add_meters(parts, meters, rng, out);
    add_awards(meters, rng, out);
}

static void add_short_award(struct rng *rng, unsigned hand, unsigned *most, struct text *out)
{
    text_add_format(out, "  %s: {pays: ", five_hands[hand]);
    if (hand == 0 && often(rng))
        text_add(out, "100%, from: m");
    else if (hand < 3 && rng_below(rng, 2))
        text_add_format(out, "%u%%, from: m", (90 >> hand) - rng_below(rng, 22));
    else {
        *most = 1 + rng_below(rng, *most);
        text_add_format(out, "%u, from: %s", *most, hand == 0 || often(rng) ? "m" : "tray");
    }
    text_add(out, ", key: none, envy: none}\n");
}

void short_progressive(struct rng *rng, struct text *out)
{
    static const unsigned seeds[] = {0, 0, 5, 50, 500}, rooms[] = {10, 30, 100, 700};
    const unsigned share = often(rng) ? 5 + rng_below(rng, 76) : rng_below(rng, 2);
    const unsigned seed = seeds[rng_below(rng, COUNT(seeds))], rows = 1 + rng_below(rng, 8);
    unsigned most = 1u << rng_below(rng, 10);
    struct text awards = {0};
    for (unsigned i = 0; i < rows; i++)
        add_short_award(rng, i, &most, &awards);
    const bool is_won = strstr(awards.data, "100%") != NULL;
    const unsigned reserve = is_won && rng_below(rng, 3) == 0 ? 1 + rng_below(rng, 19) : 0;
    text_add_format(
        out,
        "progressive: short\ntitle: A short progressive\nhouse: No house\nbet: 1\n"
        "house_share: %u%%\nmeters:\n  m: {share: %u%%, reserve: %u%%, seed: %u, limit: ",
        100 - share - reserve, share, reserve, seed);
    if (rng_below(rng, 2))
        text_add(out, "none}\nawards:\n");
    else
        text_add_format(out, "%u}\nawards:\n", seed + rooms[rng_below(rng, COUNT(rooms))]);
    text_add(out, awards.data);
    text_free(&awards);
}
