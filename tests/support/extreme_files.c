/* Rules files that the loader accepts and no house would write. */
#include "support/extreme_files.h"

#include <croupier/rules.h>

#include <stdbool.h>
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
static const char *const three_hands[] = {"straight flush", "three of a kind", "straight", "flush",
                                          "pair",           "high card"};

struct pay {
    unsigned num, den;
};

static int by_size(const void *a, const void *b)
{
    const struct pay *x = a, *y = b;
    const uint64_t left = (uint64_t)x->num * y->den, right = (uint64_t)y->num * x->den;
    return (left < right) - (left > right);
}

/* From 1 to the largest number that a pay may have, small ones and large ones alike. */
static unsigned any_number(struct rng *rng)
{
    static const unsigned ends[] = {1, 2, 3, 10, 50, 500, 1000, 30000, 999983, 1000000};
    if (rng_below(rng, 2))
        return ends[rng_below(rng, COUNT(ends))];
    return 1 + rng_below(rng, 1u << rng_below(rng, 20));
}

/* Denominators of one table are parts of one number: the loader asks for a common denominator. */
static void add_table(struct rng *rng, const char *name, const char *const *hands, unsigned count,
                      struct text *out)
{
    static const unsigned commons[] = {1, 1, 2, 10, 100, 210, 997, 3600, 999983, 1000000};
    const unsigned common = commons[rng_below(rng, COUNT(commons))];
    const unsigned paid = 1 + rng_below(rng, count);
    struct pay pays[COUNT(five_hands)];
    for (unsigned i = 0; i < paid; i++) {
        unsigned den = common;
        if (rng_below(rng, 3) == 0)
            for (den = 1 + rng_below(rng, 20); common % den != 0; den--)
                continue;
        pays[i] = (struct pay){any_number(rng), den};
    }
    qsort(pays, paid, sizeof *pays, by_size);
    text_add_format(out, "  %s:\n", name);
    for (unsigned i = 0; i < paid; i++)
        text_add_format(out, "    %s: %u to %u\n", hands[i], pays[i].num, pays[i].den);
}

/* ---- House rules ---- */

/* Upward, each once; from 1 to 15 Antes. */
static void add_sizes(struct rng *rng, const char *stage, unsigned most, struct text *out)
{
    const unsigned count = rng_below(rng, 2) ? most : 1 + rng_below(rng, most);
    unsigned size = 0;
    text_add_format(out, "  %s: [", stage);
    for (unsigned i = 0; i < count; i++) {
        const unsigned room = CR_MULTIPLES - size - (count - i - 1);
        size += 1 + rng_below(rng, often(rng) && room > 3 ? 3 : room);
        text_add_format(out, "%s%u", i ? ", " : "", size);
    }
    text_add(out, "]\n");
}

static void add_money(struct rng *rng, const char *key, struct text *out)
{
    text_add_format(out, "%s: %s\n", key,
                    PICK(rng, "none", "none", "0.01", "7.77", "100", "1234.56", "50000",
                         "999999.99", "1000000000"));
}

static void add_head(struct rng *rng, const char *game, struct text *out)
{
    const bool has_board = strcmp(game, "tcp") != 0;
    text_add_format(out,
                    "rules: extreme\ngame: %s\ntitle: An extreme game\nhouse: No house\n"
                    "progressive: none\nseats: {hands_per_patron: %s, one_hand: %s}\n",
                    game, PICK(rng, "1", "2"), PICK(rng, "yes", "no"));
    text_add_format(out, "deal: {order: %s, cards: %s, start: %s, burn: %s}\n",
                    has_board ? PICK(rng, "hands first", "community first") : "hands first",
                    PICK(rng, "all at once", "one at a time"),
                    PICK(rng, "first base", "action button"),
                    has_board ? PICK(rng, "yes", "no") : "no");
}

static void add_pg(struct rng *rng, struct text *out)
{
    text_add(out, "bets:\n");
    add_sizes(rng, "flop", 1, out);
    add_sizes(rng, "turn", 1, out);
    add_sizes(rng, "river", 1, out);
    text_add_format(out, "fold_forfeits: %s\n", PICK(rng, "[]", "[progressive]"));
    text_add_format(out, "ante_pays_from: %s\n", pick(rng, five_hands, COUNT(five_hands)));
    add_money(rng, "aggregate_limit", out);
}

static void add_uth(struct rng *rng, struct text *out)
{
    text_add(out, "bets:\n");
    add_sizes(rng, "preflop", CR_SIZES_MAX, out);
    add_sizes(rng, "flop", CR_SIZES_MAX, out);
    add_sizes(rng, "river", CR_SIZES_MAX, out);
    text_add_format(out, "fold_forfeits: %s\nalone: %s\n",
                    PICK(rng, "[]", "[trips]", "[progressive]", "[trips, progressive]"),
                    PICK(rng, "[]", "[trips]"));
    text_add_format(out, "dealer_qualifies: %s\n",
                    PICK(rng, "always", "pair", "pair of eights", "pair of aces", "ace high",
                         "seven high", "two pair", "flush", "full house", "royal flush"));
    add_money(rng, "hand_limit", out);
    text_add(out, "pays:\n");
    add_table(rng, "blind", five_hands, COUNT(five_hands), out);
    add_table(rng, "trips", five_hands, COUNT(five_hands), out);
}

static void add_tcp(struct rng *rng, struct text *out)
{
    text_add(out, "bets:\n");
    add_sizes(rng, "play", 1, out);
    text_add_format(out, "fold_forfeits: %s\nalone: %s\n", PICK(rng, "[]", "[pair_plus]"),
                    PICK(rng, "[]", "[pair_plus]"));
    text_add_format(out, "dealer_qualifies: %s\n",
                    PICK(rng, "always", "queen high", "five high", "ace high", "pair",
                         "pair of eights", "flush", "straight", "straight flush"));
    text_add(out, "pays:\n");
    add_table(rng, "ante_bonus", three_hands, COUNT(three_hands), out);
    add_table(rng, "pair_plus", three_hands, COUNT(three_hands), out);
}

void extreme_rules(struct rng *rng, const char *game, struct text *out)
{
    add_head(rng, game, out);
    if (strcmp(game, "pg") == 0)
        add_pg(rng, out);
    else if (strcmp(game, "uth") == 0)
        add_uth(rng, out);
    else
        add_tcp(rng, out);
    text_add(out, "payment: {cheques_up_to: none, notify_from: none, compliance: []}\n"
                  "console: {start: Start Game}\n");
}

/* ---- Progressives ---- */

/* Parts of a bet in billionths that come to the whole: the house, then each meter's share and
 * reserve. A reserve only where the meter is won whole. */
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

/* The best hands win the meters whole, one each; then parts of the first meter or nothing, then
 * fixed amounts that go down. */
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
