/* The simulation: the same result with any number of threads, legal rounds, evenly distributed
 * cards, agreement with the exact analysis, and faults that it must notice. All seeds are fixed, so
 * every run has the same result. */
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/simulate/simulate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RULES 5

static const char *const names[RULES] = {"pg-flush", "pg-straight", "uth-cn", "uth-rp", "tcp-cn"};

/* Rules with their analysis and strategies, prepared once for all tests. */
struct prepared {
    struct cr_rules rules;
    struct cr_analysis analysis;
    struct cr_category_counts live;
    struct strategy *strategy;
};

static struct prepared *prepare(const char *name)
{
    struct prepared *p = calloc(1, sizeof *p);
    struct cr_err err = {0};
    assert_non_null(p);
    if (cr_rules_load(name, &p->rules, &err) != CR_OK ||
        simulate_exact(&p->rules, 0, &p->analysis, &p->live, &err) != CR_OK)
        fail_msg("%s", err.text);
    p->strategy = strategy_new(&p->rules, &p->analysis, STRATEGY_OPTIMAL, false, &err);
    if (!p->strategy)
        fail_msg("%s", err.text);
    return p;
}

static int prepare_all(void **state)
{
    struct prepared **all = calloc(RULES, sizeof *all);
    for (unsigned i = 0; all && i < RULES; i++)
        all[i] = prepare(names[i]);
    *state = all;
    return all ? 0 : -1;
}

static int release_all(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        strategy_free(all[i]->strategy);
        free(all[i]);
    }
    free(all);
    return 0;
}

static struct simulate_options options_for(const struct prepared *p, uint64_t rounds)
{
    return (struct simulate_options){.rounds = rounds,
                                     .seed = 20,
                                     .seats = 1,
                                     .settle = settle_checked,
                                     .decide = strategy_decide_all,
                                     .decide_context = p->strategy};
}

static struct simulate_sums play(const struct prepared *p, const struct simulate_options *o)
{
    struct simulate_sums sums;
    struct cr_err err = {0};
    if (simulate(&p->rules, o, &sums, &err) != CR_OK)
        fail_msg("%s: %s", p->rules.name, err.text);
    assert_true(sums.rounds == o->rounds);
    return sums;
}

static bool same(const struct simulate_sum *a, const struct simulate_sum *b)
{
    return a->sum == b->sum && a->squares == b->squares;
}

static void assert_same(const struct simulate_sums *a, const struct simulate_sums *b)
{
    assert_true(a->rounds == b->rounds);
    for (unsigned i = 0; i < SIMULATE_LINES; i++)
        assert_true(same(&a->lines[i], &b->lines[i]));
    assert_true(same(&a->stakes, &b->stakes));
    for (unsigned stage = 0; stage < CR_STAGES; stage++)
        for (unsigned k = 0; k < SIMULATE_ACTIONS; k++)
            assert_true(same(&a->actions[stage][k], &b->actions[stage][k]));
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        assert_true(same(&a->awards[c], &b->awards[c]));
    for (unsigned s = 0; s < CR_SLOTS; s++)
        assert_true(a->slots[s] == b->slots[s]);
}

static void threads_do_not_change_the_result(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct simulate_options o = options_for(all[i], 5 * SIMULATE_BLOCK + 77);
        o.seats = 1 + i;
        o.threads = 1;
        const struct simulate_sums one = play(all[i], &o);
        o.threads = 2;
        const struct simulate_sums two = play(all[i], &o);
        o.threads = 5;
        const struct simulate_sums five = play(all[i], &o);
        assert_same(&one, &two);
        assert_same(&one, &five);
        o.seed++;
        const struct simulate_sums other = play(all[i], &o);
        assert_false(same(&one.lines[SIMULATE_BASE], &other.lines[SIMULATE_BASE]));
    }
}

/* A seed in a report must stand for the same rounds in every version. Sums are in cents. */
static void a_seed_gives_the_rounds_it_always_gave(void **state)
{
    struct prepared **all = *state;
    static const int64_t golden[RULES] = {-469300, -79300, -4200, -4200, -272300};
    for (unsigned i = 0; i < RULES; i++) {
        struct simulate_options o = options_for(all[i], 100000);
        o.seed = 42;
        const struct simulate_sums sums = play(all[i], &o);
        const int64_t cents = (int64_t)(sums.lines[SIMULATE_BASE].sum / CR_MICRO_PER_CENT);
        if (cents != golden[i])
            fail_msg("%s: %lld, not %lld", names[i], (long long)cents, (long long)golden[i]);
    }
}

/* ---- The rounds themselves ---- */

/* With all wagers on seven seats, cr_settle checks each round and gives the same result. */
static void rounds_are_legal(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct cr_progressive progressive;
        struct simulate_options o = options_for(all[i], 20000);
        o.seats = CR_SEATS;
        o.with_side = true;
        if (all[i]->rules.progressive[0]) {
            assert_int_equal(cr_progressive_load(all[i]->rules.progressive, &progressive, NULL),
                             CR_OK);
            o.progressive = &progressive;
        }
        const struct simulate_sums unchecked = play(all[i], &o);
        o.settle = cr_settle;
        o.settle_each = true;
        const struct simulate_sums checked = play(all[i], &o);
        assert_same(&unchecked, &checked);
        assert_true(!o.progressive || checked.awards[CR_THREE_OF_A_KIND].sum > 0);
    }
}

/* Decides any legal action, drawn from the hand's cards, so that every sequence of decisions
 * occurs. */
static void decide_anyhow(const void *context, unsigned stage, const struct hand_cards *hands,
                          const uint16_t *which, size_t count, cr_action *out)
{
    static const cr_action checks[CR_STAGES] = {CR_CHECK, CR_CHECK, CR_CHECK};
    cr_action legal[CR_LEGAL_MAX];
    const size_t n = cr_legal_actions(context, checks, stage, legal);
    for (size_t i = 0; i < count; i++) {
        const struct hand_cards *h = &hands[which[i]];
        out[i] = legal[(h->hole[0] * 7u + h->hole[1] * 3u + h->board[0] + stage) % n];
    }
}

/* Hands that are only counted by kind must give the same sums as rounds that cr_settle checks and
 * settles one by one: for every game, one seat and several, with side bets, whatever is decided,
 * and with more ways to decide than are kept at a time. */
static void kinds_of_hands_are_settled_alike(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct cr_rules rules = all[i]->rules;
        for (unsigned run = 0; run < 6; run++) {
            struct simulate_options o = options_for(all[i], 30000);
            struct simulate_sums kinds, each;
            o.seats = run % 3 == 2 ? CR_SEATS : 1 + run % 3;
            o.seed = run;
            o.with_side = run >= 3;
            o.decide = decide_anyhow;
            o.decide_context = &rules;
            for (unsigned stage = 0; stage < CR_STAGES; stage++)
                rules.multiples[stage] = run == 5 ? 0xfffe : all[i]->rules.multiples[stage];
            assert_int_equal(simulate(&rules, &o, &kinds, NULL), CR_OK);
            o.settle = cr_settle;
            o.settle_each = true;
            assert_int_equal(simulate(&rules, &o, &each, NULL), CR_OK);
            assert_same(&kinds, &each);
        }
    }
}

/* Counts the cards at each place while another strategy decides; for one thread only. */
struct card_counter {
    const struct strategy *strategy;
    uint64_t *counts; /* [7 places][52] */
};

static void count_cards(const void *context, unsigned stage, const struct hand_cards *hands,
                        const uint16_t *which, size_t count, cr_action *out)
{
    const struct card_counter *c = context;
    for (size_t i = 0; i < count && stage == 0; i++) {
        for (unsigned k = 0; k < 5; k++)
            c->counts[k * CR_DECK_CARDS + hands[which[i]].board[k]]++;
        for (unsigned k = 0; k < 2; k++)
            c->counts[(5 + k) * CR_DECK_CARDS + hands[which[i]].hole[k]]++;
    }
    strategy_decide_all(c->strategy, stage, hands, which, count, out);
}

/* A chi-squared statistic with 51 degrees of freedom has mean 51 and deviation about 10. */
static void cards_are_even(void **state)
{
    struct prepared **all = *state;
    uint64_t counts[7 * CR_DECK_CARDS] = {0};
    const struct card_counter counter = {all[2]->strategy, counts};
    struct simulate_options o = options_for(all[2], 1040000);
    o.threads = 1;
    o.decide = count_cards;
    o.decide_context = &counter;
    play(all[2], &o);
    for (unsigned place = 0; place < 7; place++) {
        double chi = 0;
        for (unsigned c = 0; c < CR_DECK_CARDS; c++) {
            const double off = (double)counts[place * CR_DECK_CARDS + c] - 20000;
            chi += off * off / 20000;
        }
        assert_true(chi > 20 && chi < 100);
    }
}

/* ---- The analysis ---- */

static void it_agrees_with_the_analysis(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct cr_progressive progressive;
        struct simulate_options o = options_for(all[i], 2000000);
        o.seats = i % 2 ? 3 : 1;
        if (all[i]->rules.progressive[0]) {
            assert_int_equal(cr_progressive_load(all[i]->rules.progressive, &progressive, NULL),
                             CR_OK);
            o.progressive = &progressive;
        }
        const struct simulate_sums sums = play(all[i], &o);
        struct simulate_report r;
        simulate_compare(&all[i]->rules, &o, &all[i]->analysis, &all[i]->live, &sums, &r);
        unsigned judged = 0;
        for (unsigned k = 0; k < r.count; k++) {
            const struct simulate_figure *f = &r.figures[k];
            judged += f->has_exact;
            if (f->has_exact && f->half_width > 0 && fabs(f->z) > 4.5)
                fail_msg("%s: %s is %f, not %f: z %f", names[i], f->name, f->mean, f->exact, f->z);
        }
        assert_true(judged >= 4);
        assert_false(r.disagrees);
        assert_true(fabs(r.per_round.mean - o.seats * r.figures[0].mean) < 1e-12);
    }
}

/* Where a fold forfeits the side bet, the combined result is compared. */
static void it_agrees_with_the_side_bets(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 2; i < RULES; i += 2) {
        struct simulate_options o = options_for(all[i], 2000000);
        struct cr_err err = {0};
        struct strategy *with =
            strategy_new(&all[i]->rules, &all[i]->analysis, STRATEGY_OPTIMAL, true, &err);
        assert_non_null(with);
        o.with_side = true;
        o.decide_context = with;
        const struct simulate_sums sums = play(all[i], &o);
        struct simulate_report r;
        simulate_compare(&all[i]->rules, &o, &all[i]->analysis, NULL, &sums, &r);
        unsigned judged = 0;
        for (unsigned k = 0; k < r.count; k++)
            judged += r.figures[k].has_exact;
        assert_int_equal(judged, 1);
        assert_false(r.disagrees);
        strategy_free(with);
    }
}

/* ---- Planted faults ---- */

struct fault {
    const struct cr_rules *rules;
    const struct strategy *strategy;
};

/* Makes the smallest bet where the strategy would fold. */
static void never_fold(const void *context, unsigned stage, const struct hand_cards *hands,
                       const uint16_t *which, size_t count, cr_action *out)
{
    const struct fault *f = context;
    strategy_decide_all(f->strategy, stage, hands, which, count, out);
    for (size_t i = 0; i < count; i++)
        if (out[i] == CR_FOLD)
            out[i] = cr_action_bet((unsigned)__builtin_ctz(f->rules->multiples[stage]));
}

static const struct simulate_figure *find(const struct simulate_report *r, const char *name)
{
    for (unsigned i = 0; i < r->count; i++)
        if (strcmp(r->figures[i].name, name) == 0)
            return &r->figures[i];
    fail_msg("no figure %s", name);
    return NULL;
}

static void a_wrong_strategy_is_noticed(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct simulate_options o = options_for(all[i], 500000);
        const struct fault fault = {&all[i]->rules, all[i]->strategy};
        o.decide = never_fold;
        o.decide_context = &fault;
        const struct simulate_sums sums = play(all[i], &o);
        struct simulate_report r;
        simulate_compare(&all[i]->rules, &o, &all[i]->analysis, NULL, &sums, &r);
        assert_true(r.disagrees);
        assert_true(find(&r, "fold")->disagrees);
    }
}

/* A settlement that returns 5 % of a lost Ante: the decisions are right, but the money is wrong. */
static int overpay(const struct cr_rules *rules, const struct cr_progressive *progressive,
                   const struct cr_meters *meters, const struct cr_round *round,
                   struct cr_settlement *out, struct cr_err *err)
{
    const int rc = settle_checked(rules, progressive, meters, round, out, err);
    struct cr_wager_result *ante = &out->seats[0].wagers[rules->game->ante];
    if (ante->result == CR_RESULT_LOSE)
        ante->stake.micro -= ante->stake.micro / 20;
    return rc;
}

static void a_wrong_payment_is_noticed(void **state)
{
    struct prepared **all = *state;
    for (unsigned i = 0; i < RULES; i++) {
        struct simulate_options o = options_for(all[i], 2000000);
        o.settle = overpay;
        const struct simulate_sums sums = play(all[i], &o);
        struct simulate_report r;
        simulate_compare(&all[i]->rules, &o, &all[i]->analysis, NULL, &sums, &r);
        assert_true(find(&r, "ev")->disagrees);
        assert_false(find(&r, "fold")->disagrees);
    }
}

static int refuse(const struct cr_rules *rules, const struct cr_progressive *progressive,
                  const struct cr_meters *meters, const struct cr_round *round,
                  struct cr_settlement *out, struct cr_err *err)
{
    (void)rules, (void)progressive, (void)meters, (void)round, (void)out;
    strcpy(err->text, "no");
    return CR_E_RANGE;
}

static void a_failure_is_passed_on(void **state)
{
    struct prepared **all = *state;
    struct simulate_options o = options_for(all[0], 200000);
    struct simulate_sums sums;
    struct cr_err err = {0};
    o.settle = refuse;
    assert_int_equal(simulate(&all[0]->rules, &o, &sums, &err), CR_E_RANGE);
    assert_string_equal(err.text, "no");
}

/* The Ante is chosen such that every pay ratio gives whole cents. */
static void the_ante_makes_every_payment_whole(void **state)
{
    struct prepared **all = *state;
    struct cr_rules rules = all[2]->rules;
    assert_int_equal(simulate_ante(&rules).micro, CR_MICRO_PER_UNIT);
    rules.pays[2].pays[CR_PAIR] = (struct cr_ratio){1, 12};
    assert_int_equal(simulate_ante(&rules).micro, 3 * CR_MICRO_PER_UNIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(a_seed_gives_the_rounds_it_always_gave),
        cmocka_unit_test(rounds_are_legal),
        cmocka_unit_test(kinds_of_hands_are_settled_alike),
        cmocka_unit_test(cards_are_even),
        cmocka_unit_test(it_agrees_with_the_analysis),
        cmocka_unit_test(it_agrees_with_the_side_bets),
        cmocka_unit_test(a_wrong_strategy_is_noticed),
        cmocka_unit_test(a_wrong_payment_is_noticed),
        cmocka_unit_test(a_failure_is_passed_on),
        cmocka_unit_test(the_ante_makes_every_payment_whole),
    };
    return cmocka_run_group_tests(tests, prepare_all, release_all);
}
