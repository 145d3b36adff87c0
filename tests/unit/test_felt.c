/* Values of all wagers of a seat together: last decisions of random positions of every game against
 * settlement over all cards that can still come, and earlier decisions against the later ones that
 * follow.
 *
 * Usage: test_felt [flops]. With "flops", only the tests of whole flops before the flop, six of
 * them; without it, one, because each takes seconds. */
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/games/uth.h"
#include "math/starts.h"
#include "math/study/analyses.h"
#include "rules_text.h"
#include "support/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct analyses *analyses;
static unsigned flop_count = 1;

/* ---- Positions ---- */

/* One seat with every wager it can make, before a decision. */
struct place {
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_meters meters;
    struct cr_round round; /* seat 1; cards that are not open are ignored */
    unsigned open;         /* number of open board cards */
};

static bool has_progressive(const struct place *p)
{
    return p->rules.game->progressive < CR_SLOTS;
}

/* Loads rules and bets every wager. from: NULL, or the text in the rules file that to replaces. */
static void place_make(const char *name, const char *from, const char *to, struct place *p)
{
    memset(p, 0, sizeof *p);
    if (from)
        rules_accept(name, from, to, &p->rules);
    else
        p->rules = rules_load_shipped(name);
    const struct cr_game *game = p->rules.game;
    struct cr_seat *seat = &p->round.seats[0];
    seat->taken = true;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].kind == SLOT_PLACED && !game->slots[s].is_progressive)
            seat->wagers[s] = cr_money_from_units(20);
    if (!has_progressive(p))
        return;
    assert_int_equal(cr_progressive_load(p->rules.progressive, &p->progressive, NULL), CR_OK);
    seat->wagers[game->progressive] = p->progressive.bet;
    cr_meters_init(&p->progressive, &p->meters);
    p->meters.meters[0].amount.micro += 1234567; /* not whole cents: a share is rounded down */
}

/* Deals the hand and the cards that are open at this decision. */
static void place_deal(struct place *p, struct rng *rng, unsigned decision)
{
    const struct cr_game *game = p->rules.game;
    struct cr_seat *seat = &p->round.seats[0];
    cr_card cards[CR_DECK_CARDS];
    for (unsigned i = 0; i < CR_DECK_CARDS; i++) {
        const unsigned k = rng_below(rng, i + 1);
        cards[i] = cards[k];
        cards[k] = (cr_card)i;
    }
    memcpy(seat->cards, cards, game->hole_cards);
    memcpy(p->round.board, cards + 5, CR_BOARD_MAX);
    memcpy(p->round.dealer, cards + 10, CR_DEALER_MAX);
    p->open = game->stages[decision].board_visible;
    seat->action_count = 0;
    for (unsigned i = 0; i < decision; i++) {
        cr_action legal[CR_LEGAL_MAX];
        const size_t n = cr_legal_actions(&p->rules, seat->actions, i, legal);
        unsigned pick = rng_below(rng, (unsigned)n);
        if (legal[pick] == CR_FOLD || game->one_bet)
            pick = game->one_bet ? 0 : (unsigned)n - 1;
        seat->actions[seat->action_count++] = legal[pick];
    }
}

static void felt_of(const struct place *p, struct felt *out)
{
    struct felt_wagers from = {.progressive = has_progressive(p) ? &p->progressive : NULL,
                               .meters = &p->meters,
                               .bets = 1};
    memcpy(from.wagers, p->round.seats[0].wagers, sizeof from.wagers);
    assert_int_equal(felt_make(&p->rules, &from, out, NULL), CR_OK);
    assert_int_equal(out->left, 0);
}

static struct cr_position values(const struct place *p)
{
    const struct cr_seat *seat = &p->round.seats[0];
    const bool up = p->rules.game->board_cards == 0 && p->rules.game->dealer_open > 0;
    struct cr_position out;
    struct felt felt;
    struct cr_err err;
    felt_of(p, &felt);
    if (analyses_felt(analyses, &p->rules, &felt, seat->cards,
                      up ? &p->round.dealer[p->rules.game->dealer_cards - 1] : p->round.board,
                      up ? 1 : p->open, seat->actions, seat->action_count, &out, &err) != CR_OK)
        fail_msg("%s", err.text);
    return out;
}

/* ---- Last decisions: settlement over all cards that can still come ---- */

struct sum {
    wide net;
    int64_t deals;
};

static void settle_add(const struct place *p, const struct cr_round *round, struct sum *sum)
{
    struct cr_settlement s;
    struct cr_err err;
    if (cr_settle(&p->rules, has_progressive(p) ? &p->progressive : NULL,
                  has_progressive(p) ? &p->meters : NULL, round, &s, &err) != CR_OK)
        fail_msg("%s", err.text);
    sum->net += s.seats[0].net.micro;
    sum->deals++;
}

static void deal_dealer(const struct place *p, struct cr_round *round, uint64_t seen, unsigned from,
                        unsigned have, struct sum *sum)
{
    if (have == p->rules.game->dealer_cards) {
        settle_add(p, round, sum);
        return;
    }
    for (unsigned card = from; card < CR_DECK_CARDS; card++) {
        if (seen >> card & 1)
            continue;
        round->dealer[have] = (cr_card)card;
        deal_dealer(p, round, seen, card + 1, have + 1, sum);
    }
}

static void deal_board(const struct place *p, struct cr_round *round, uint64_t seen, unsigned open,
                       struct sum *sum)
{
    if (open == p->rules.game->board_cards) {
        deal_dealer(p, round, seen, 0, 0, sum);
        return;
    }
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        if (seen >> card & 1)
            continue;
        round->board[open] = (cr_card)card;
        deal_board(p, round, seen | UINT64_C(1) << card, open + 1, sum);
    }
}

static void same_as_settled(const struct place *p, const struct sum *sum, struct cr_rational ev)
{
    struct cr_rational settled;
    const int64_t ante = p->round.seats[0].wagers[p->rules.game->ante].micro;
    assert_true(rational_reduce(sum->net, (wide)sum->deals * ante, &settled));
    assert_int_equal(rational_compare(settled, ev), 0);
}

/* The value of every option of a last decision is the mean of its settled deals. */
static void last_decision_is_what_settles(const struct place *p)
{
    const struct cr_position position = values(p);
    const struct cr_game *game = p->rules.game;
    uint64_t seen = 0;
    for (unsigned i = 0; i < game->hole_cards; i++)
        seen |= UINT64_C(1) << p->round.seats[0].cards[i];
    for (unsigned i = 0; i < p->open; i++)
        seen |= UINT64_C(1) << p->round.board[i];
    for (unsigned o = 0; o < position.option_count; o++) {
        struct cr_round round = p->round;
        struct sum sum = {0};
        round.seats[0].actions[round.seats[0].action_count++] = position.options[o].action;
        deal_board(p, &round, seen, p->open, &sum);
        same_as_settled(p, &sum, position.options[o].ev);
    }
}

static const struct {
    const char *rules, *from, *to;
    unsigned positions;
} games[] = {
    {"uth-cn", NULL, NULL, 6},
    {"uth-cn", "fold_forfeits: [trips, progressive]", "fold_forfeits: [progressive]", 2},
    {"uth-rp", NULL, NULL, 3},
    {"pg-flush", NULL, NULL, 1},
    {"tcp-cn", NULL, NULL, 2},
    {"tcp-cn", "fold_forfeits: [pair_plus]", "fold_forfeits: []", 1},
    {"lir-rp", NULL, NULL, 40},
    {"ms-rp", NULL, NULL, 40},
    {"ms-rp", "fold_forfeits: [progressive]", "fold_forfeits: [bonus, progressive]", 40},
};

static void last_decisions_are_what_settles(void **state)
{
    struct rng rng = {20};
    struct place p;
    (void)state;
    for (size_t i = 0; i < COUNT(games); i++) {
        place_make(games[i].rules, games[i].from, games[i].to, &p);
        for (unsigned n = 0; n < games[i].positions; n++) {
            place_deal(&p, &rng, p.rules.game->stage_count - 1u);
            last_decision_is_what_settles(&p);
        }
    }
}

/* Three jacks on the board: folding loses Ante, Blind and Trips, and betting collects Trips, so
 * folding is a mistake. */
static void a_fold_that_forfeits_trips_is_a_mistake(void **state)
{
    static const char *const text[7] = {"4s", "6d", "Jd", "9c", "Th", "Jc", "Js"};
    struct place p;
    cr_card cards[7];
    (void)state;
    place_make("uth-cn", NULL, NULL, &p);
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(cr_card_parse(text[i], 2, &cards[i], NULL), CR_OK);
    memcpy(p.round.seats[0].cards, cards, 2);
    memcpy(p.round.board, cards + 2, 5);
    p.round.seats[0].wagers[p.rules.game->progressive] = cr_money_from_micro(0);
    p.round.seats[0].action_count = 2;
    p.round.seats[0].actions[0] = p.round.seats[0].actions[1] = CR_CHECK;
    p.open = 5;
    const struct cr_position position = values(&p);
    assert_string_equal(position.options[position.best].name, "1x");
    for (unsigned i = 0; i < position.option_count; i++) {
        const double value = cr_rational_value(position.options[i].ev);
        if (position.options[i].action == CR_FOLD)
            assert_true(value == -3);
        else
            assert_true(value > 0.8 && value < 0.85);
    }
    last_decision_is_what_settles(&p);
}

/* In Four Card Poker the dealer's hand changes nothing about the side bet and the progressive, so
 * what they add to the base game is tested with any one dealer's hand. */
static void side_bets_of_four_card_poker_are_what_settles(const char *from, const char *to)
{
    struct rng rng = {21};
    struct place p;
    place_make("fcp-rp", from, to, &p);
    for (unsigned n = 0; n < 40; n++) {
        struct cr_position base, all;
        place_deal(&p, &rng, 0);
        const struct cr_seat *seat = &p.round.seats[0];
        assert_int_equal(
            cr_analyze_position(&p.rules, seat->cards, &p.round.dealer[5], 1, NULL, 0, &base, NULL),
            CR_OK);
        all = values(&p);
        for (unsigned o = 0; o < all.option_count; o++) {
            struct cr_round round = p.round;
            struct sum with = {0}, without = {0};
            round.seats[0].actions[0] = all.options[o].action;
            round.seats[0].action_count = 1;
            settle_add(&p, &round, &with);
            round.seats[0].wagers[cr_slot_find(p.rules.game, "aces_up", 7)].micro = 0;
            round.seats[0].wagers[p.rules.game->progressive].micro = 0;
            settle_add(&p, &round, &without);
            struct cr_rational added;
            const struct cr_rational less = {-base.options[o].ev.num, base.options[o].ev.den};
            assert_true(rational_sum(all.options[o].ev, less, &added));
            with.net -= without.net;
            same_as_settled(&p, &with, added);
        }
    }
}

static void four_card_poker_is_what_settles(void **state)
{
    (void)state;
    side_bets_of_four_card_poker_are_what_settles(NULL, NULL);
    side_bets_of_four_card_poker_are_what_settles("fold_forfeits: [progressive]",
                                                  "fold_forfeits: [progressive, aces_up]");
}

/* ---- Earlier decisions ---- */

/* Sums the best values of the next decision over all cards that come before it; ways counts them.
 */
static void next_decisions(const struct place *p, uint64_t seen, struct cr_rational *sum,
                           int64_t *ways)
{
    const struct cr_game *game = p->rules.game;
    struct place next = *p;
    if (p->open == game->stages[p->round.seats[0].action_count].board_visible) {
        const struct cr_position position = values(p);
        assert_true(rational_sum(*sum, position.options[position.best].ev, sum));
        (*ways)++;
        return;
    }
    next.open++;
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        if (seen >> card & 1)
            continue;
        next.round.board[p->open] = (cr_card)card;
        /* Two board cards that are opened together are taken in one order only. */
        const uint64_t below = (UINT64_C(2) << card) - 1;
        const bool both = game->stages[p->round.seats[0].action_count].board_visible > next.open;
        next_decisions(&next, both ? seen | below : seen | UINT64_C(1) << card, sum, ways);
    }
}

static void decision_leads_to_the_next(const struct place *p, cr_action action)
{
    struct place then = *p;
    struct cr_seat *seat = &then.round.seats[0];
    struct cr_rational sum = {0, 1};
    const struct cr_position position = values(p);
    int64_t ways = 0;
    uint64_t seen = 0;
    for (unsigned i = 0; i < p->rules.game->hole_cards; i++)
        seen |= UINT64_C(1) << seat->cards[i];
    for (unsigned i = 0; i < p->open; i++)
        seen |= UINT64_C(1) << p->round.board[i];
    seat->actions[seat->action_count++] = action;
    next_decisions(&then, seen, &sum, &ways);
    assert_true(rational_multiply(sum, (struct cr_rational){1, ways}, &sum));
    unsigned o = 0;
    while (o < position.option_count && position.options[o].action != action)
        o++;
    assert_true(o < position.option_count);
    assert_int_equal(rational_compare(sum, position.options[o].ev), 0);
}

static void earlier_decisions_lead_to_later_ones(void **state)
{
    struct rng rng = {22};
    struct place p;
    (void)state;
    for (size_t i = 0; i < COUNT(games); i++) {
        place_make(games[i].rules, games[i].from, games[i].to, &p);
        const bool is_uth = strcmp(cr_game_id(p.rules.game), "uth") == 0;
        const unsigned stages = p.rules.game->stage_count;
        if (strcmp(cr_game_id(p.rules.game), "pg") == 0)
            continue; /* no hand folds later: the last decision is the only one that matters */
        for (unsigned stage = is_uth ? 1 : 0; stage + 1 < stages; stage++) {
            place_deal(&p, &rng, stage);
            decision_leads_to_the_next(&p, p.rules.game->stages[stage].may_check
                                               ? CR_CHECK
                                               : cr_action_bet(1 + rng_below(&rng, 3)));
        }
    }
}

/* ---- Before the flop ---- */

/* The kernel's sum over one flop with Trips and awards must agree with the same flop as positions.
 */
static void flops_with_awards_agree(void **state)
{
    struct rng rng = {23};
    struct place p;
    struct felt felt;
    static struct uth_sums_wide sums;
    (void)state;
    place_make("uth-cn", NULL, NULL, &p);
    felt_of(&p, &felt);
    for (unsigned n = 0; n < flop_count; n++) {
        place_deal(&p, &rng, 1);
        struct flop flop = {.weight = 1};
        for (unsigned i = 0; i < 3; i++)
            flop.masks[cr_card_suit(p.round.board[i])] =
                (uint16_t)(flop.masks[cr_card_suit(p.round.board[i])] |
                           1u << cr_card_rank(p.round.board[i]));
        const struct uth_options options = {.trips = {1, 1}, .awards = felt.awards};
        assert_int_equal(
            uth_sum_flops(&p.rules, kernels_find(NULL), &options, &flop, 1, &sums, NULL), CR_OK);
        /* All hands with the same two ranks, suited or not as the first. */
        unsigned high = cr_card_rank(p.round.seats[0].cards[0]),
                 low = cr_card_rank(p.round.seats[0].cards[1]);
        const unsigned suited =
            cr_card_suit(p.round.seats[0].cards[0]) == cr_card_suit(p.round.seats[0].cards[1]);
        double best = 0;
        for (unsigned a = 0; a < 4; a++)
            for (unsigned b = 0; b < 4; b++) {
                struct cr_seat *seat = &p.round.seats[0];
                seat->cards[0] = cr_card_make(high, a);
                seat->cards[1] = cr_card_make(low, b);
                if ((a == b) != suited || (high == low && a >= b) ||
                    memchr(p.round.board, seat->cards[0], 3) ||
                    memchr(p.round.board, seat->cards[1], 3))
                    continue;
                const struct cr_position position = values(&p);
                best += cr_rational_value(position.options[position.best].ev) + 1.0 / 20;
            }
        const double deals = (double)RUNOUTS * DEALER_HANDS;
        const unsigned pair = high > low ? pair_index(high, low) : pair_index(low, high);
        const double unit = 1.0 / (double)sums.of[UTH_SUM_FLOPS][suited][pair];
        const double scale = (double)sums.of[UTH_SUM_CHECK_T][suited][pair] * unit / deals /
                             (best * unit); /* parts of an Ante: a whole number */
        assert_true(fabs(scale - round(scale)) < 1e-6 && scale > 0.5);
    }
}

/* A meter that has grown needs no new analysis, and raises the value of hands that can win it. */
static void a_growing_meter_is_counted_before_the_flop(void **state)
{
    struct place p;
    struct rng rng = {24};
    (void)state;
    place_make("uth-cn", NULL, NULL, &p);
    place_deal(&p, &rng, 0);
    p.round.seats[0].cards[0] = cr_card_make(CR_RANKS - 1, 3); /* both can be in a royal flush */
    p.round.seats[0].cards[1] = cr_card_make(CR_RANKS - 2, 3);
    const struct cr_position small = values(&p);
    const uint64_t clock = analyses->clock;
    p.meters.meters[0].amount.micro += 1000 * CR_MICRO_PER_UNIT;
    const struct cr_position large = values(&p);
    assert_true(analyses->clock == clock + 1); /* the analysis was found in the cache */
    for (unsigned i = 0; i < small.option_count; i++)
        assert_true(rational_compare(large.options[i].ev, small.options[i].ev) > 0);
}

/* Trips without the progressive: a wager that is not made adds nothing at any decision. */
static void trips_alone_are_counted_before_the_flop(void **state)
{
    struct place p;
    struct rng rng = {25};
    (void)state;
    place_make("uth-cn", NULL, NULL, &p);
    p.round.seats[0].wagers[p.rules.game->progressive] = cr_money_from_micro(0);
    place_deal(&p, &rng, 0);
    const struct cr_position first = values(&p);
    assert_int_equal(first.option_count, 3);
    p.round.seats[0].wagers[cr_slot_find(p.rules.game, "trips", 5)] = cr_money_from_micro(0);
    const struct cr_position plain = values(&p);
    for (unsigned i = 0; i < 3; i++)
        assert_int_not_equal(rational_compare(first.options[i].ev, plain.options[i].ev), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest flops[] = {cmocka_unit_test(flops_with_awards_agree)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_decisions_are_what_settles),
        cmocka_unit_test(a_fold_that_forfeits_trips_is_a_mistake),
        cmocka_unit_test(four_card_poker_is_what_settles),
        cmocka_unit_test(earlier_decisions_lead_to_later_ones),
        cmocka_unit_test(flops_with_awards_agree),
        cmocka_unit_test(trips_alone_are_counted_before_the_flop),
        cmocka_unit_test(a_growing_meter_is_counted_before_the_flop),
    };
    const bool flops_only = argc > 1 && strcmp(argv[1], "flops") == 0;
    flop_count = flops_only ? 6 : 1;
    analyses = calloc(1, sizeof *analyses);
    const int failed = !analyses    ? 1
                       : flops_only ? cmocka_run_group_tests(flops, NULL, NULL)
                                    : cmocka_run_group_tests(tests, NULL, NULL);
    free(analyses);
    return failed;
}
