/* Monte Carlo simulation: deals, decides and settles whole rounds and sums their results. */
#include "math/simulate/simulate.h"

#include "base/check.h"
#include "base/divisor.h"
#include "base/money.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/kernels/generator.h"
#include "math/starts.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- Cards ---- */

/* One random word chooses up to this many cards; a round needs at most BATCHES_MAX words. */
#define BATCH       5
#define BATCHES_MAX 10

_Static_assert(BATCH *BATCHES_MAX >= CR_SEATS * CR_HOLE_MAX + CR_DEALER_MAX + CR_BOARD_MAX,
               "the largest hands of all seats and the dealer, and the largest board");

__extension__ typedef unsigned __int128 uwide;

/* Draws uniform numbers below n, n - 1, … from one random word: each takes the high half of a
 * product and leaves the low half to the next. The final low half shows the words that would favour
 * some outcomes; those are rejected, so that all n (n - 1) … outcomes are equally likely. */
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

/* ---- Batches of rounds ---- */

/* This many rounds are dealt together, then decided stage by stage, then settled: loops over many
 * hands are faster than branches for each. */
#define ROUNDS 128

/* ---- Kinds of hands ---- */

/* The result of a seat's wagers follows from its decisions, the category of its hand, how that
 * compares with the dealer's hand, and whether the dealer qualifies: a game's settle (game.h) sees
 * nothing else. So each kind of hand is settled when it first occurs, and then only counted. */
struct kind {
    bool known;
    uint32_t count;
    int64_t net[CR_SLOTS], base, side, stakes;
};

/* The decisions of one seat as a number (its path), with a digit for each. */
#define PATH_DIGIT 19
#define PATHS      (PATH_DIGIT * PATH_DIGIT * PATH_DIGIT)
#define PATHS_MAX  32 /* how many are kept at a time */

_Static_assert(CR_STAGES == 3 && SIMULATE_ACTIONS - CR_BET_1X + 4 <= PATH_DIGIT,
               "every way to decide has a number");

struct kinds {
    uint8_t path_count;
    uint8_t path_at[PATHS]; /* index of the path in the next member, plus 1; 0: not kept */
    struct kind of[PATHS_MAX][2][3][CR_CATEGORIES]; /* by: dealer qualifies; worse, equal, better */
};

static unsigned path_digit(cr_action action)
{
    return action < CR_BET_1X ? action : action - CR_BET_1X + 4u;
}

/* The state of one thread. */
struct table {
    const struct cr_rules *rules;
    const struct simulate_options *options;
    struct generator generator;
    cr_card deck[CR_DECK_CARDS];
    unsigned cards; /* how many are dealt in a round */
    uint64_t outcomes[BATCHES_MAX];
    unsigned base_count, base_slots[CR_SLOTS], side_slot;
    struct cr_meters meters;
    struct cr_round round;
    struct cr_settlement settlement;
    cr_card dealers[ROUNDS][CR_DEALER_MAX];
    struct hand_cards hands[ROUNDS * CR_SEATS]; /* by round, then by seat */
    cr_action actions[ROUNDS * CR_SEATS][CR_STAGES + 1];
    uint8_t action_counts[ROUNDS * CR_SEATS];
    uint16_t paths[ROUNDS * CR_SEATS];
    uint16_t ranks[ROUNDS * CR_SEATS], dealer_ranks[ROUNDS];
    struct kinds kinds;
    uint32_t decisions[CR_STAGES][SIMULATE_ACTIONS]; /* counted over all rounds, for one seat */
};

static void table_init(struct table *t, const struct cr_rules *rules,
                       const struct simulate_options *options, uint64_t block)
{
    const struct cr_game *game = rules->game;
    const struct cr_money ante = simulate_ante(rules);
    memset(t, 0, sizeof *t);
    t->rules = rules;
    t->options = options;
    t->cards = game->board_cards + game->dealer_cards + options->seats * game->hole_cards;
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

/* Makes the first cards of a shuffle. The order of the deck before does not matter, because every
 * draw is uniform. */
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
    const struct cr_game *game = t->rules->game;
    const unsigned board = game->board_cards, hole = game->hole_cards;
    struct hand_cards *hand = t->hands;
    for (unsigned r = 0; r < rounds; r++) {
        const cr_card *next = t->deck + board + game->dealer_cards;
        shuffle_top(t);
        memcpy(t->dealers[r], t->deck + board, CR_DEALER_MAX);
        for (unsigned i = 0; i < t->options->seats; i++, hand++, next += hole) {
            memcpy(hand->board, t->deck, sizeof hand->board);
            memcpy(hand->hole, next, sizeof hand->hole);
            hand->up = t->dealers[r][game->dealer_cards - game->dealer_open];
            hand->bets = 0;
        }
    }
}

/* Makes every decision of every hand. */
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
            t->paths[hand] =
                (uint16_t)((stage ? t->paths[hand] * PATH_DIGIT : 0) + path_digit(actions[i]));
            t->decisions[stage][actions[i]]++;
            t->hands[hand].bets =
                (uint8_t)(t->hands[hand].bets + bets_of_action(game, stage, actions[i]));
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

static inline void add_times(struct simulate_sum *to, int64_t value, uint32_t times)
{
    to->sum += (wide)value * times;
    to->squares += (wide)value * value * times;
}

/* Counts one more seat of a round that did so. A count that grows from c to c + 1 adds 2c + 1 to
 * its square. */
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

/* The net result of a wager; not for a progressive bet, whose stake is lost even when it wins. */
static inline int64_t wager_net(const struct cr_wager_result *wager)
{
    const int64_t lost = -(int64_t)(wager->result == CR_RESULT_LOSE); /* all bits or none */
    return wager->pays.micro - (wager->stake.micro & lost);
}

/* Adds the results of one round's wagers. */
static inline void add_lines(const struct table *t, int64_t base, int64_t side, int64_t stakes,
                             struct simulate_sums *sums)
{
    add(&sums->lines[SIMULATE_BASE], base);
    add(&sums->stakes, stakes);
    if (t->options->with_side) {
        add(&sums->lines[SIMULATE_SIDE], side);
        add(&sums->lines[SIMULATE_WITH_SIDE], base + side);
    }
}

/* Sums up the settled round. */
static void count_result(const struct table *t, struct simulate_sums *sums)
{
    int64_t base = 0, side = 0, stakes = 0;
    for (unsigned i = 0; i < t->options->seats; i++) {
        const struct cr_wager_result *wagers = t->settlement.seats[i].wagers;
        const int64_t before = base;
        for (unsigned k = 0; k < t->base_count; k++) {
            const unsigned s = t->base_slots[k];
            const int64_t net = wager_net(&wagers[s]);
            sums->slots[s] += net;
            base += net;
            stakes += wagers[s].stake.micro;
        }
        sums->seat_squares += (wide)(base - before) * (base - before);
        if (t->options->with_side) {
            const int64_t net = wager_net(&wagers[t->side_slot]);
            sums->slots[t->side_slot] += net;
            side += net;
        }
    }
    add_lines(t, base, side, stakes, sums);
}

/* Puts a round together and settles it. */
static int settle(struct table *t, unsigned round, struct cr_err *err)
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
    return o->settle(t->rules, o->progressive, &t->meters, &t->round, &t->settlement, err);
}

/* Orders rounds by the last action of seat 1: then the branches of the settlement are predicted
 * better, which saves 4 % of the total time. Sums do not depend on the order. */
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

/* Settles each round by itself, as a progressive requires: its awards depend on what was paid
 * before. */
static int settle_each(struct table *t, unsigned rounds, struct simulate_sums *sums,
                       struct cr_err *err)
{
    uint8_t order[ROUNDS];
    order_rounds(t, rounds, order);
    for (unsigned r = 0; r < rounds; r++) {
        const int rc = settle(t, order[r], err);
        if (rc != CR_OK)
            return rc;
        if (t->options->seats > 1)
            count_actions(t, order[r] * t->options->seats, sums);
        count_result(t, sums);
        if (t->options->progressive)
            count_awards(t, sums);
    }
    return CR_OK;
}

/* ---- Settlement by kind ---- */

/* Ranks hands of five cards. Where it is inlined with constant counts of cards, the loops over them
 * are unrolled. */
static inline void rank_fives(struct table *t, unsigned rounds, unsigned board, unsigned dealer,
                              unsigned hole)
{
    const struct hand_cards *hand = t->hands;
    uint16_t *rank = t->ranks;
    for (unsigned r = 0; r < rounds; r++) {
        const struct eval_hand shared = eval_hand_of(hand->board, board);
        t->dealer_ranks[r] = dealer ? eval_hand_rank_with(shared, t->dealers[r], dealer) : 0;
        for (unsigned i = 0; i < t->options->seats; i++, hand++)
            *rank++ = eval_hand_rank_with(shared, hand->hole, hole);
    }
}

/* Ranks a hand in a game of any ranking. */
static uint16_t rank_any(const struct cr_game *game, const cr_card *cards, unsigned count,
                         const cr_card *board)
{
    cr_card all[CR_DEALER_MAX + CR_BOARD_MAX];
    memcpy(all, cards, count);
    memcpy(all + count, board, game->board_cards);
    return game->ranking->rank(all, (size_t)count + game->board_cards);
}

static void rank_hands(struct table *t, unsigned rounds)
{
    const struct cr_game *game = t->rules->game;
    const unsigned seats = t->options->seats;
    if (game->ranking == &ranking_five) {
        if (game->board_cards == 5 && game->dealer_cards == 2 && game->hole_cards == 2)
            rank_fives(t, rounds, 5, 2, 2);
        else
            rank_fives(t, rounds, game->board_cards, game->dealer_cards, game->hole_cards);
        return;
    }
    for (unsigned r = 0; r < rounds; r++) {
        const cr_card *board = t->hands[r * seats].board;
        t->dealer_ranks[r] =
            game->dealer_cards ? rank_any(game, t->dealers[r], game->dealer_cards, board) : 0;
        for (unsigned i = r * seats; i < (r + 1) * seats; i++)
            t->ranks[i] = rank_any(game, t->hands[i].hole, game->hole_cards, board);
    }
}

static inline enum cr_category category_of(const struct cr_game *game, uint16_t rank)
{
    if (game->ranking == &ranking_five)
        return (enum cr_category)(eval_class_five[rank] >> EVAL_CLASS_CATEGORY);
    return game->ranking->category(rank);
}

/* Adds the results of one kind. With several seats the lines are sums of whole rounds, which are
 * added round by round instead. */
static void add_kind(const struct table *t, const struct kind *kind, struct simulate_sums *sums)
{
    for (unsigned s = 0; s < CR_SLOTS; s++)
        sums->slots[s] += (wide)kind->count * kind->net[s];
    if (t->options->seats > 1)
        return;
    add_times(&sums->lines[SIMULATE_BASE], kind->base, kind->count);
    add_times(&sums->stakes, kind->stakes, kind->count);
    if (t->options->with_side) {
        add_times(&sums->lines[SIMULATE_SIDE], kind->side, kind->count);
        add_times(&sums->lines[SIMULATE_WITH_SIDE], kind->base + kind->side, kind->count);
    }
}

static void add_kinds(const struct table *t, struct simulate_sums *sums)
{
    const struct kind *kind = &t->kinds.of[0][0][0][0];
    for (size_t i = 0; i < sizeof t->kinds.of / sizeof *kind; i++)
        if (kind[i].count > 0)
            add_kind(t, &kind[i], sums);
}

/* Makes room for a new path; when all places are taken, the counts so far are added to the sums and
 * cleared. */
static void path_enter(struct table *t, unsigned path, struct simulate_sums *sums)
{
    if (t->kinds.path_count == PATHS_MAX) {
        add_kinds(t, sums);
        memset(&t->kinds, 0, sizeof t->kinds);
    }
    t->kinds.path_at[path] = ++t->kinds.path_count;
}

static int kind_learn(struct table *t, unsigned round, unsigned seat, struct kind *kind,
                      struct cr_err *err)
{
    const int rc = settle(t, round, err);
    if (rc != CR_OK)
        return rc;
    const struct cr_wager_result *wagers = t->settlement.seats[seat].wagers;
    for (unsigned k = 0; k < t->base_count; k++) {
        const unsigned s = t->base_slots[k];
        kind->net[s] = wager_net(&wagers[s]);
        kind->base += kind->net[s];
        kind->stakes += wagers[s].stake.micro;
    }
    if (t->options->with_side) {
        kind->side = wager_net(&wagers[t->side_slot]);
        kind->net[t->side_slot] += kind->side;
    }
    kind->known = true;
    return CR_OK;
}

/* Counts the kind of a seat's hand in a round; NULL, with *rc set, when it cannot be settled. */
static inline struct kind *kind_of(struct table *t, unsigned round, unsigned seat,
                                   struct simulate_sums *sums, int *rc, struct cr_err *err)
{
    const struct cr_game *game = t->rules->game;
    const unsigned hand = round * t->options->seats + seat, path = t->paths[hand];
    const unsigned rank = t->ranks[hand], dealer = t->dealer_ranks[round];
    const bool qualifies = dealer <= t->rules->qualifying_rank;
    const unsigned versus = game->dealer_cards ? 1u + (rank < dealer) - (rank > dealer) : 1;
    if (__builtin_expect(t->kinds.path_at[path] == 0, 0))
        path_enter(t, path, sums);
    struct kind *kind =
        &t->kinds
             .of[t->kinds.path_at[path] - 1][qualifies][versus][category_of(game, t->ranks[hand])];
    if (__builtin_expect(!kind->known, 0) && (*rc = kind_learn(t, round, seat, kind, err)) != CR_OK)
        return NULL;
    kind->count++;
    return kind;
}

/* Counts rounds of one seat; the results of the kinds are added when the block ends. */
static int count_hands(struct table *t, unsigned rounds, struct simulate_sums *sums,
                       struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned r = 0; r < rounds; r++)
        if (!kind_of(t, r, 0, sums, &rc, err))
            return rc;
    return CR_OK;
}

/* Counts rounds of several seats and adds their results. */
static int count_rounds(struct table *t, unsigned rounds, struct simulate_sums *sums,
                        struct cr_err *err)
{
    int rc = CR_OK;
    for (unsigned r = 0; r < rounds; r++) {
        int64_t base = 0, side = 0, stakes = 0;
        for (unsigned i = 0; i < t->options->seats; i++) {
            const struct kind *kind = kind_of(t, r, i, sums, &rc, err);
            if (!kind)
                return rc;
            base += kind->base;
            sums->seat_squares += (wide)kind->base * kind->base;
            side += kind->side;
            stakes += kind->stakes;
        }
        count_actions(t, r * t->options->seats, sums);
        add_lines(t, base, side, stakes, sums);
    }
    return CR_OK;
}

/* Whether a hand's category determines what every wager is paid. It does not where a table pays
 * parts of categories, or looks at other cards. */
static bool kinds_tell_all(const struct cr_rules *rules)
{
    const struct cr_game *game = rules->game;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (rules->pays[s].part_count > 0 || game->slots[s].ranking ||
            game->slots[s].cards != CARDS_ALL)
            return false;
    return true;
}

static int settle_part(struct table *t, unsigned rounds, struct simulate_sums *sums,
                       struct cr_err *err)
{
    if (t->options->progressive || t->options->settle_each || !kinds_tell_all(t->rules))
        return settle_each(t, rounds, sums, err);
    rank_hands(t, rounds);
    return (t->options->seats == 1 ? count_hands : count_rounds)(t, rounds, sums, err);
}

static int play_block(const struct cr_rules *rules, const struct simulate_options *options,
                      uint64_t block, uint64_t rounds, struct simulate_sums *sums,
                      struct cr_err *err)
{
    struct table t;
    table_init(&t, rules, options, block);
    *sums = (struct simulate_sums){.rounds = rounds};
    for (uint64_t left = rounds; left > 0;) {
        const unsigned part = left < ROUNDS ? (unsigned)left : ROUNDS;
        deal(&t, part);
        decide(&t, part);
        const int rc = settle_part(&t, part, sums, err);
        if (rc != CR_OK)
            return rc;
        left -= part;
    }
    add_kinds(&t, sums);
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
    to->seat_squares += from->seat_squares;
}

/* Raises the Ante so that one more pay is a whole number of cents, up to `most`. Beyond that,
 * fractions of a cent are lost in some pays. */
static void make_whole(uint64_t *cents, struct cr_ratio pays, uint64_t most)
{
    if (pays.num == 0)
        return;
    const uint64_t more = common_multiple(*cents, (uint64_t)pays.den);
    if (more <= most)
        *cents = more;
}

#define CENTS_MAX UINT64_C(100000000) /* a million units */

/* The largest Ante, in cents, with which the best pay of every bet can still be held. */
static uint64_t most_cents(const struct cr_rules *rules)
{
    uint64_t best = 1;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct cr_ratio pays = slot_pays(rules, s, 1);
        if (!rules->game->slots[s].by_table || pays.num == 0)
            continue;
        const uint64_t whole = (uint64_t)(pays.num / pays.den) + 1;
        best = whole > best ? whole : best;
    }
    const uint64_t most = MONEY_PRODUCT_MAX_MICRO / CR_MICRO_PER_CENT / CR_MULTIPLES / best;
    return most < CENTS_MAX ? most : CENTS_MAX;
}

struct cr_money simulate_ante(const struct cr_rules *rules)
{
    const uint64_t most = most_cents(rules);
    uint64_t cents = CR_MICRO_PER_UNIT / CR_MICRO_PER_CENT;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct cr_paytable *table = &rules->pays[s];
        if (!rules->game->slots[s].by_table)
            continue;
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            make_whole(&cents, table->pays[c], most);
        for (unsigned i = 0; i < table->part_count; i++)
            make_whole(&cents, table->parts[i].pays, most);
    }
    return cr_money_from_micro((int64_t)cents * CR_MICRO_PER_CENT);
}

struct cr_money simulate_without_limit(struct cr_rules *rules, bool with_side)
{
    const struct cr_ratio side = {with_side, 1};
    if (!game_math_limited_with(rules, simulate_ante(rules), side))
        return cr_money_from_micro(0);
    rules->has_hand_limit = false;
    return rules->hand_limit;
}

/* What the threads share. */
struct run {
    int rc;
    uint64_t failed_block; /* the lowest one, so that the fault is always the same */
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
