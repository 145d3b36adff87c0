/* Monte Carlo: whole rounds dealt, decided and settled. */
#include "math/simulate/simulate.h"

#include "base/check.h"
#include "game/games/game.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- Cards ---- */

/* xoshiro256** by Blackman and Vigna (public domain), its state filled by splitmix64. */
struct generator {
    uint64_t s[4];
};

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void generator_init(struct generator *g, uint64_t seed, uint64_t block)
{
    uint64_t state = splitmix(&seed) ^ block;
    state = splitmix(&state);
    for (unsigned i = 0; i < 4; i++)
        g->s[i] = splitmix(&state);
}

static uint64_t rotate(uint64_t x, unsigned k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t generator_next(struct generator *g)
{
    uint64_t *s = g->s;
    const uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* One word chooses up to this many cards. */
#define BATCH       5
#define BATCHES_MAX 5 /* 7 seats, the dealer and the board: 24 cards at most */

__extension__ typedef unsigned __int128 uwide;

/* Uniform numbers below n, n - 1, … from one word: each takes the high half of a product and
 * leaves the low half to the next. What is left at the end tells the words that would favour some
 * outcome, and those are thrown away: all n (n - 1) … outcomes are equally likely. */
static inline void choose(struct generator *g, unsigned n, unsigned count, uint64_t outcomes,
                          unsigned out[BATCH])
{
    for (;;) {
        uint64_t word = generator_next(g);
        for (unsigned i = 0; i < count; i++) {
            const uwide product = (uwide)word * (n - i);
            out[i] = (unsigned)(product >> 64);
            word = (uint64_t)product;
        }
        if (__builtin_expect(word >= outcomes, 1) || word >= (0 - outcomes) % outcomes)
            return;
    }
}

static inline void swap_in(cr_card deck[CR_DECK_CARDS], unsigned to, unsigned from)
{
    const cr_card card = deck[from];
    deck[from] = deck[to];
    deck[to] = card;
}

/* ---- One block ---- */

/* Rounds are dealt, then decided one decision at a time, then settled, so many together: what
 * would be a guess about one hand is a loop over many. */
#define ROUNDS 128

/* What one thread works with. */
struct table {
    const struct cr_rules *rules;
    const struct simulate_options *options;
    struct generator generator;
    cr_card deck[CR_DECK_CARDS];
    unsigned cards; /* dealt in a round */
    uint64_t outcomes[BATCHES_MAX];
    unsigned base_count, base_slots[CR_SLOTS], side_slot;
    struct cr_meters meters;
    struct cr_round round;
    struct cr_settlement settlement;
    cr_card dealers[ROUNDS][CR_HOLE_MAX];
    struct hand_cards hands[ROUNDS * CR_SEATS]; /* by round, then by seat */
    cr_action actions[ROUNDS * CR_SEATS][CR_STAGES + 1];
    uint8_t action_counts[ROUNDS * CR_SEATS];
    uint32_t decisions[CR_STAGES][SIMULATE_ACTIONS]; /* with one seat, in all rounds */
};

static void table_init(struct table *t, const struct cr_rules *rules,
                       const struct simulate_options *options, uint64_t block)
{
    const struct cr_game *game = rules->game;
    const struct cr_money ante = simulate_ante(rules);
    memset(t, 0, sizeof *t);
    t->rules = rules;
    t->options = options;
    t->cards = game->board_cards + (options->seats + 1) * game->hole_cards;
    CHECK(t->cards <= BATCH * BATCHES_MAX);
    for (unsigned i = 0; i < BATCHES_MAX; i++)
        t->outcomes[i] = 1;
    for (unsigned i = 0; i < t->cards; i++)
        t->outcomes[i / BATCH] *= CR_DECK_CARDS - i;
    generator_init(&t->generator, options->seed, block);
    for (unsigned i = 0; i < CR_DECK_CARDS; i++)
        t->deck[i] = (cr_card)i;
    if (options->progressive)
        cr_meters_init(options->progressive, &t->meters);
    for (unsigned s = 0; s < game->slot_count; s++) {
        if (game->slots[s].is_side)
            t->side_slot = s;
        else if (!game->slots[s].is_progressive)
            t->base_slots[t->base_count++] = s;
    }
    for (unsigned i = 0; i < options->seats; i++) {
        struct cr_seat *seat = &t->round.seats[i];
        seat->taken = true;
        for (unsigned s = 0; s < game->slot_count; s++) {
            if (game->slots[s].is_progressive) {
                if (options->progressive)
                    seat->wagers[s] = options->progressive->bet;
            } else if (game->slots[s].kind == SLOT_PLACED &&
                       (options->with_side || !game->slots[s].is_side)) {
                seat->wagers[s] = ante;
            }
        }
    }
}

/* The first cards of a shuffle. The deck may lie in any order before: every draw is even. */
static inline void shuffle_top(struct table *t)
{
    unsigned from = 0, at[BATCH];
    for (; from + BATCH <= t->cards; from += BATCH) {
        choose(&t->generator, CR_DECK_CARDS - from, BATCH, t->outcomes[from / BATCH], at);
        for (unsigned i = 0; i < BATCH; i++)
            swap_in(t->deck, from + i, from + i + at[i]);
    }
    const unsigned rest = t->cards - from;
    if (rest == 0)
        return;
    choose(&t->generator, CR_DECK_CARDS - from, rest, t->outcomes[from / BATCH], at);
    for (unsigned i = 0; i < rest; i++)
        swap_in(t->deck, from + i, from + i + at[i]);
}

static void deal(struct table *t, unsigned rounds)
{
    const unsigned board = t->rules->game->board_cards, hole = t->rules->game->hole_cards;
    struct hand_cards *hand = t->hands;
    for (unsigned r = 0; r < rounds; r++) {
        const cr_card *next = t->deck + board;
        shuffle_top(t);
        memcpy(t->dealers[r], next, CR_HOLE_MAX);
        for (unsigned i = 0; i < t->options->seats; i++, hand++) {
            next += hole;
            memcpy(hand->board, t->deck, sizeof hand->board);
            memcpy(hand->hole, next, sizeof hand->hole);
        }
    }
}

/* Every decision of every hand. */
static void decide(struct table *t, unsigned rounds)
{
    const struct cr_game *game = t->rules->game;
    const struct simulate_options *o = t->options;
    uint16_t live[ROUNDS * CR_SEATS];
    cr_action actions[ROUNDS * CR_SEATS];
    unsigned count = rounds * o->seats;
    for (unsigned i = 0; i < count; i++)
        live[i] = (uint16_t)i;
    for (unsigned stage = 0; stage < game->stage_count; stage++) {
        const cr_action last = game->one_bet ? CR_BET_1X : UINT8_MAX; /* ends the decisions */
        unsigned left = 0;
        o->decide(o->decide_context, stage, t->hands, live, count, actions);
        for (unsigned i = 0; i < count; i++) {
            const unsigned hand = live[i];
            t->actions[hand][stage] = actions[i];
            t->action_counts[hand] = (uint8_t)(stage + 1);
            t->decisions[stage][actions[i]]++;
            live[left] = (uint16_t)hand;
            left += actions[i] != CR_FOLD && actions[i] < last;
        }
        count = left;
    }
}

static inline void add(struct simulate_sum *to, int64_t value)
{
    to->sum += value;
    to->squares += (wide)value * value;
}

/* Seats of one round that did so: a count that grows from c to c + 1 adds 2c + 1 to its square. */
static inline void add_one(struct simulate_sum *to, uint8_t *in_round)
{
    to->sum++;
    to->squares += 2 * *in_round + 1;
    (*in_round)++;
}

static void count_actions(const struct table *t, unsigned first, struct simulate_sums *sums)
{
    uint8_t in_round[CR_STAGES][SIMULATE_ACTIONS] = {0};
    for (unsigned i = 0; i < t->options->seats; i++)
        for (unsigned stage = 0; stage < t->action_counts[first + i]; stage++) {
            const cr_action action = t->actions[first + i][stage];
            add_one(&sums->actions[stage][action], &in_round[stage][action]);
        }
}

static void count_awards(const struct table *t, struct simulate_sums *sums)
{
    uint8_t in_round[CR_CATEGORIES] = {0};
    int64_t net = 0, fixed = 0;
    for (unsigned i = 0; i < t->options->seats; i++) {
        const struct cr_seat_result *result = &t->settlement.seats[i];
        const struct cr_wager_result *wager = &result->wagers[t->rules->game->progressive];
        const unsigned category = result->award.category;
        net += wager->pays.micro - wager->stake.micro;
        for (unsigned e = 0; e < result->envy_count; e++)
            net += result->envy[e].amount.micro;
        if (!result->award.paid)
            continue;
        add_one(&sums->awards[category], &in_round[category]);
        if (t->options->progressive->awards[category].kind == CR_AWARD_FIXED)
            fixed += result->award.amount.micro;
    }
    add(&sums->lines[SIMULATE_PROGRESSIVE], net);
    add(&sums->lines[SIMULATE_FIXED], fixed);
}

/* What a wager came to; not for a progressive, whose stake is gone even when it wins. */
static inline int64_t wager_net(const struct cr_wager_result *wager)
{
    const int64_t lost = -(int64_t)(wager->result == CR_RESULT_LOSE); /* all bits or none */
    return wager->pays.micro - (wager->stake.micro & lost);
}

/* Sums up the settled round. */
static void count_result(const struct table *t, struct simulate_sums *sums)
{
    int64_t base = 0, side = 0, stakes = 0;
    for (unsigned i = 0; i < t->options->seats; i++) {
        const struct cr_wager_result *wagers = t->settlement.seats[i].wagers;
        for (unsigned k = 0; k < t->base_count; k++) {
            const unsigned s = t->base_slots[k];
            const int64_t net = wager_net(&wagers[s]);
            sums->slots[s] += net;
            base += net;
            stakes += wagers[s].stake.micro;
        }
        if (t->options->with_side) {
            const int64_t net = wager_net(&wagers[t->side_slot]);
            sums->slots[t->side_slot] += net;
            side += net;
        }
    }
    add(&sums->lines[SIMULATE_BASE], base);
    add(&sums->stakes, stakes);
    if (t->options->with_side) {
        add(&sums->lines[SIMULATE_SIDE], side);
        add(&sums->lines[SIMULATE_WITH_SIDE], base + side);
    }
}

static int settle(struct table *t, unsigned round, struct simulate_sums *sums, struct cr_err *err)
{
    const struct simulate_options *o = t->options;
    const unsigned first = round * o->seats;
    memcpy(t->round.board, t->hands[first].board, sizeof t->round.board);
    memcpy(t->round.dealer, t->dealers[round], sizeof t->round.dealer);
    for (unsigned i = 0; i < o->seats; i++) {
        struct cr_seat *seat = &t->round.seats[i];
        memcpy(seat->cards, t->hands[first + i].hole, sizeof seat->cards);
        memcpy(seat->actions, t->actions[first + i], sizeof seat->actions);
        seat->action_count = t->action_counts[first + i];
    }
    const int rc = o->settle(t->rules, o->progressive, &t->meters, &t->round, &t->settlement, err);
    if (rc != CR_OK)
        return rc;
    if (o->seats > 1)
        count_actions(t, first, sums);
    count_result(t, sums);
    if (o->progressive)
        count_awards(t, sums);
    return CR_OK;
}

/* Rounds that went alike stand together, by what seat 1 did last: then the settlement's branches
 * are no surprise (4 % of all time). Sums do not depend on the order. */
static void order_rounds(const struct table *t, unsigned rounds, uint8_t order[ROUNDS])
{
    uint8_t key[ROUNDS], next[CR_STAGES * SIMULATE_ACTIONS + 1] = {0};
    for (unsigned r = 0; r < rounds; r++) {
        const unsigned hand = r * t->options->seats, last = t->action_counts[hand] - 1u;
        key[r] = (uint8_t)(last * SIMULATE_ACTIONS + t->actions[hand][last]);
        next[key[r] + 1]++;
    }
    for (unsigned k = 1; k <= CR_STAGES * SIMULATE_ACTIONS; k++)
        next[k] = (uint8_t)(next[k] + next[k - 1]);
    for (unsigned r = 0; r < rounds; r++)
        order[next[key[r]]++] = (uint8_t)r;
}

static int play_block(const struct cr_rules *rules, const struct simulate_options *options,
                      uint64_t block, uint64_t rounds, struct simulate_sums *sums,
                      struct cr_err *err)
{
    struct table t;
    uint8_t order[ROUNDS];
    table_init(&t, rules, options, block);
    *sums = (struct simulate_sums){.rounds = rounds};
    for (uint64_t left = rounds; left > 0;) {
        const unsigned part = left < ROUNDS ? (unsigned)left : ROUNDS;
        deal(&t, part);
        decide(&t, part);
        order_rounds(&t, part, order);
        for (unsigned r = 0; r < part; r++) {
            const int rc = settle(&t, order[r], sums, err);
            if (rc != CR_OK)
                return rc;
        }
        left -= part;
    }
    for (unsigned stage = 0; stage < CR_STAGES && options->seats == 1; stage++)
        for (unsigned a = 0; a < SIMULATE_ACTIONS; a++)
            sums->actions[stage][a] =
                (struct simulate_sum){t.decisions[stage][a], t.decisions[stage][a]};
    return CR_OK;
}

/* ---- The run ---- */

static void sum_join(struct simulate_sum *to, const struct simulate_sum *from)
{
    to->sum += from->sum;
    to->squares += from->squares;
}

static void sums_join(struct simulate_sums *to, const struct simulate_sums *from)
{
    to->rounds += from->rounds;
    for (unsigned i = 0; i < SIMULATE_LINES; i++)
        sum_join(&to->lines[i], &from->lines[i]);
    sum_join(&to->stakes, &from->stakes);
    for (unsigned stage = 0; stage < CR_STAGES; stage++)
        for (unsigned a = 0; a < SIMULATE_ACTIONS; a++)
            sum_join(&to->actions[stage][a], &from->actions[stage][a]);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        sum_join(&to->awards[c], &from->awards[c]);
    for (unsigned s = 0; s < CR_SLOTS; s++)
        to->slots[s] += from->slots[s];
}

static uint64_t common_multiple(uint64_t a, uint64_t b)
{
    uint64_t x = a, y = b;
    while (y != 0) {
        const uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

struct cr_money simulate_ante(const struct cr_rules *rules)
{
    const uint64_t unit = CR_MICRO_PER_UNIT / CR_MICRO_PER_CENT;
    uint64_t cents = unit;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        for (unsigned c = 0; c < CR_CATEGORIES; c++) {
            const struct cr_ratio ratio = rules->pays[s].pays[c];
            if (!rules->game->slots[s].by_table || ratio.num == 0)
                continue;
            const uint64_t more = common_multiple(cents, (uint64_t)ratio.den);
            if (more <= 1000000 * unit) /* odder than that: a cent is lost here and there */
                cents = more;
        }
    }
    return cr_money_from_micro((int64_t)cents * CR_MICRO_PER_CENT);
}

/* What the threads share. */
struct run {
    int rc;
    uint64_t failed_block; /* the first, so that the fault is always the same */
    struct cr_err err;
};

static void finish_block(const struct simulate_options *options, const struct simulate_sums *own,
                         struct simulate_sums *out)
{
    sums_join(out, own);
    if (options->progress)
        options->progress(options->progress_context, out->rounds);
}

int simulate(const struct cr_rules *rules, const struct simulate_options *options,
             struct simulate_sums *out, struct cr_err *err)
{
    CHECK(options->seats >= 1 && options->seats <= CR_SEATS && options->settle && options->decide);
    const uint64_t blocks =
        options->rounds / SIMULATE_BLOCK + (options->rounds % SIMULATE_BLOCK > 0);
    struct run run = {.rc = CR_OK};
    memset(out, 0, sizeof *out);
#ifdef _OPENMP
    const int threads = options->threads ? (int)options->threads : omp_get_num_procs();
#endif
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t b = 0; b < blocks; b++) {
        struct simulate_sums own;
        struct cr_err fault = {0};
        const uint64_t left = options->rounds - b * SIMULATE_BLOCK;
        const int rc = play_block(rules, options, b, left < SIMULATE_BLOCK ? left : SIMULATE_BLOCK,
                                  &own, &fault);
#pragma omp critical
        {
            if (rc == CR_OK) {
                finish_block(options, &own, out);
            } else if (run.rc == CR_OK || b < run.failed_block) {
                run.rc = rc;
                run.failed_block = b;
                run.err = fault;
            }
        }
    }
    if (run.rc != CR_OK && err)
        *err = run.err;
    return run.rc;
}
