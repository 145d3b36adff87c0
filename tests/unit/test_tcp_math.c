/* MATH-5: the exact analysis of Three Card Poker, against a plain enumeration and against
 * settlement.
 *
 * Three comparisons form a chain: what a deal pays in this file equals what cr_settle pays; summed
 * over all deals it equals the analysis; and summed with another evaluator it equals the analysis
 * of positions. */
#include "game/games/game.h"
#include "math/games/tcp.h"
#include "math/rational.h"
#include "slow_eval.h"
#include "support/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define DEALERS      18424

enum { ANTE, PLAY, ANTE_BONUS, PAIR_PLUS };

/* ---- Rules ---- */

/* Pairs of texts to replace in tcp-cn, ended by NULL, and what the dealer then needs to qualify. */
struct variant {
    const char *name;
    enum cr_category qualifies; /* the dealer qualifies with this hand or a better one, … */
    int high; /* … or a high card of at least this rank, 2 to 14; 15: no high card */
    const char *edits[9];
};

static const struct variant variants[] = {
    {"as shipped", CR_PAIR, 12, {NULL}},
    {"king high", CR_PAIR, 13, {"queen high", "king high", NULL}},
    {"pair", CR_PAIR, 15, {"queen high", "pair", NULL}},
    {"always", CR_HIGH_CARD, 0, {"queen high", "always", NULL}},
    /* low pairs fold, because with this Play dealers' pairs that qualify beat them too often */
    {"play fifteen", CR_PAIR, 15, {"queen high", "pair", "play: [1]", "play: [15]", NULL}},
    {"play two", CR_PAIR, 12, {"play: [1]", "play: [2]", NULL}},
    /* the Pair Plus table pays every hand, so folding always forfeits a win */
    {"all paid", CR_PAIR, 12, {"pair: 1 to 1", "pair: 1 to 1\n    high card: 1 to 2", NULL}},
    {"none forfeited",
     CR_PAIR,
     12,
     {"fold_forfeits: [pair_plus]", "fold_forfeits: []", "alone: [pair_plus]", "alone: []",
      "pair: 1 to 1", "pair: 1 to 1\n    high card: 1 to 2", NULL}},
    {"other pays",
     CR_PAIR,
     13,
     {"queen high", "king high", "play: [1]", "play: [3]", "three of a kind: 4 to 1",
      "three of a kind: 7 to 2", "straight: 6 to 1", "straight: 9 to 2", NULL}},
};

static struct cr_rules rules_of(const struct variant *v)
{
    char text[8192], tail[8192];
    assert_true(cr_shipped_find("tcp-cn")->len < sizeof text / 2);
    strcpy(text, cr_shipped_find("tcp-cn")->text);
    for (const char *const *edit = v->edits; *edit; edit += 2) {
        char *at = strstr(text, edit[0]);
        if (!at)
            fail_msg("tcp-cn does not contain \"%s\"", edit[0]);
        strcpy(tail, at + strlen(edit[0]));
        strcpy(at, edit[1]);
        strcat(at, tail);
    }
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_parse(v->name, text, strlen(text), &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

static unsigned play_of(const struct cr_rules *rules)
{
    unsigned k = 1;
    while (!(rules->multiples[0] & 1u << k))
        k++;
    return k;
}

static struct cr_analysis analysis_of(const struct cr_rules *rules)
{
    struct cr_analysis a;
    struct cr_err err = {0};
    if (analyze_tcp(rules, &a, &err) != CR_OK)
        fail_msg("%s", err.text);
    return a;
}

/* ---- What one deal pays ---- */

/* A pay ratio in halves of an Ante; no pay table here has thirds. */
static int64_t halves(struct cr_ratio ratio)
{
    assert_true(ratio.num == 0 || 2 * ratio.num % ratio.den == 0);
    return ratio.num == 0 ? 0 : 2 * ratio.num / ratio.den;
}

/* TCP-3, TCP-4, TCP-6: what Ante, Play and bonus of a hand that plays bring. versus: above zero if
 * it beats the dealer's hand, 0 for a tie. */
static int64_t play_pays(const struct cr_rules *rules, enum cr_category category, bool qualifies,
                         int versus)
{
    const int64_t stake = 1 + (int64_t)play_of(rules);
    const int64_t base = !qualifies ? 1 : versus > 0 ? stake : versus < 0 ? -stake : 0;
    return 2 * base + halves(rules->pays[ANTE_BONUS].pays[category]);
}

/* TCP-2, TCP-5: what a Pair Plus bet of one Ante brings. */
static int64_t side_pays(const struct cr_rules *rules, enum cr_category category, bool folded)
{
    const struct cr_ratio ratio = rules->pays[PAIR_PLUS].pays[category];
    if (ratio.num == 0 || (folded && (rules->fold_forfeits & 1u << PAIR_PLUS)))
        return -2;
    return halves(ratio);
}

/* ---- Settlement ---- */

static void settle(const struct cr_rules *rules, const cr_card cards[6], bool folds,
                   struct cr_settlement *out)
{
    struct cr_round round = {0};
    struct cr_seat *seat = &round.seats[2];
    seat->taken = true;
    seat->action_count = 1;
    seat->actions[0] = folds ? CR_FOLD : cr_action_bet(play_of(rules));
    seat->wagers[ANTE] = seat->wagers[PAIR_PLUS] = cr_money_from_units(2);
    memcpy(seat->cards, cards, 3);
    memcpy(round.dealer, cards + 3, 3);
    struct cr_err err = {0};
    if (cr_settle(rules, NULL, NULL, &round, out, &err) != CR_OK)
        fail_msg("%s", err.text);
}

static void deal(struct rng *rng, cr_card *cards, unsigned count)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        do
            cards[i] = (cr_card)rng_below(rng, CR_DECK_CARDS);
        while (seen & UINT64_C(1) << cards[i]);
        seen |= UINT64_C(1) << cards[i];
    }
}

/* The first comparison. With an Ante of 2, half an Ante is one unit. */
static void a_deal_pays_what_settlement_pays(void **state)
{
    (void)state;
    struct rng rng = {6};
    for (unsigned v = 0; v < COUNT(variants); v++) {
        const struct cr_rules rules = rules_of(&variants[v]);
        for (unsigned i = 0; i < 25000; i++) {
            cr_card cards[6];
            struct cr_settlement s;
            deal(&rng, cards, 6);
            const uint16_t rank = cr_eval3(cards), dealer = cr_eval3(cards + 3);
            const enum cr_category category = cr_rank3_category(rank);
            const bool qualifies = dealer <= rules.qualifying_rank;
            const int64_t play = play_pays(&rules, category, qualifies, dealer - rank) +
                                 side_pays(&rules, category, false);
            settle(&rules, cards, false, &s);
            assert_int_equal(s.seats[2].net.micro, play * CR_MICRO_PER_UNIT);
            settle(&rules, cards, true, &s);
            assert_int_equal(s.seats[2].net.micro,
                             (side_pays(&rules, category, true) - 2) * CR_MICRO_PER_UNIT);
        }
    }
}

/* ---- All deals ---- */

/* Ranks of all hands by cards in ascending order, and weights: a canonical hand stands for all
 * hands of its kind, and the others have weight 0. */
struct all_hands {
    uint16_t rank[52][52][52];
    uint8_t weight[52][52][52];
};

static void sort_three(cr_card h[3])
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j + 1 < 3; j++)
            if (h[j] > h[j + 1]) {
                const cr_card swap = h[j];
                h[j] = h[j + 1];
                h[j + 1] = swap;
            }
}

static struct all_hands *all_hands_new(void)
{
    struct all_hands *all = calloc(1, sizeof *all);
    assert_non_null(all);
    const uint8_t sizes[1] = {3};
    unsigned classes = 0;
    for (unsigned a = 0; a < 52; a++)
        for (unsigned b = a + 1; b < 52; b++)
            for (unsigned c = b + 1; c < 52; c++) {
                cr_card h[3] = {(cr_card)a, (cr_card)b, (cr_card)c};
                all->rank[a][b][c] = cr_eval3(h);
                cr_canon(h, sizes, 1);
                sort_three(h);
                classes += all->weight[h[0]][h[1]][h[2]]++ == 0;
            }
    assert_int_equal(classes, 1755);
    return all;
}

/* The value of a hand against all dealer's hands, in halves of an Ante: sum and sum of squares. */
struct worth {
    int64_t sum, squares;
};

static struct worth play_worth(const struct cr_rules *rules, const struct all_hands *all,
                               const cr_card h[3])
{
    const uint16_t rank = all->rank[h[0]][h[1]][h[2]];
    const enum cr_category category = cr_rank3_category(rank);
    struct worth w = {0};
    int64_t pays[2][3]; /* pays[qualifies][versus + 1], calculated once */
    for (int q = 0; q < 2; q++)
        for (int versus = -1; versus <= 1; versus++)
            pays[q][versus + 1] = play_pays(rules, category, q, versus);
    cr_card left[52];
    unsigned n = 0;
    for (unsigned c = 0; c < 52; c++)
        if (c != h[0] && c != h[1] && c != h[2])
            left[n++] = (cr_card)c;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = a + 1; b < n; b++)
            for (unsigned c = b + 1; c < n; c++) {
                const uint16_t dealer = all->rank[left[a]][left[b]][left[c]];
                const int64_t pay =
                    pays[dealer <= rules->qualifying_rank][1 + (dealer > rank) - (dealer < rank)];
                w.sum += pay;
                w.squares += pay * pay;
            }
    return w;
}

/* Sums over all hands, in halves of an Ante. */
struct totals {
    int64_t ev, with_pair_plus, pair_plus, played, squares;
    uint16_t best_fold;  /* the best rank of which a hand folds */
    uint16_t worst_play; /* the worst rank of which a hand plays */
};

static void totals_add(struct totals *t, const struct cr_rules *rules, int64_t weight,
                       uint16_t rank, struct worth play)
{
    const enum cr_category category = cr_rank3_category(rank);
    const int64_t fold = -2 * DEALERS;
    const int64_t side = side_pays(rules, category, false);
    const int64_t play_both = play.sum + DEALERS * side;
    const int64_t fold_both = fold + DEALERS * side_pays(rules, category, true);
    t->pair_plus += weight * side;
    t->with_pair_plus += weight * (play_both > fold_both ? play_both : fold_both);
    if (play.sum > fold) {
        t->played += weight;
        t->worst_play = rank > t->worst_play ? rank : t->worst_play;
        t->ev += weight * play.sum;
        t->squares += weight * play.squares;
    } else {
        t->ev += weight * fold;
        t->best_fold = rank < t->best_fold ? rank : t->best_fold;
        t->squares += weight * 4 * DEALERS;
    }
}

static void assert_rational(struct cr_rational r, int64_t num, int64_t den)
{
    struct cr_rational expected;
    assert_true(rational_reduce(num, den, &expected));
    assert_int_equal(r.num, expected.num);
    assert_int_equal(r.den, expected.den);
}

static void check_analysis(const struct cr_rules *rules, const struct totals *t)
{
    const int64_t hands = 22100, deals = hands * DEALERS;
    const struct cr_analysis a = analysis_of(rules);
    assert_rational(a.ev, t->ev, 2 * deals);
    assert_int_equal(a.frequency_count, 2);
    assert_string_equal(a.frequencies[0].name, "play");
    assert_rational(a.frequencies[0].value, t->played, hands);
    assert_string_equal(a.frequencies[1].name, "fold");
    assert_rational(a.frequencies[1].value, hands - t->played, hands);
    assert_rational(a.average_wager, hands + t->played * play_of(rules), hands);
    assert_int_equal(a.side_count, 2);
    assert_string_equal(a.sides[0].name, "pair_plus");
    assert_true(a.sides[0].is_bet);
    assert_rational(a.sides[0].ev, t->pair_plus, 2 * hands);
    assert_string_equal(a.sides[1].name, "with_pair_plus");
    assert_false(a.sides[1].is_bet);
    assert_rational(a.sides[1].ev, t->with_pair_plus, 2 * deals);
    const double ev = (double)t->ev / 2 / (double)deals;
    assert_true(fabs(a.std_dev - sqrt((double)t->squares / 4 / (double)deals - ev * ev)) < 1e-12);
    assert_true(fabs(a.house_edge + ev) < 1e-15);
    assert_true(fabs(a.element_of_risk * cr_rational_value(a.average_wager) + ev) < 1e-15);
    assert_int_equal(a.start_count, 0);
}

/* The cutoff must name the three ranks of the first hand with that rank, sets first. */
static void check_cutoff(const struct cr_rules *rules, const struct all_hands *all, unsigned rank)
{
    static const char ranks[] = "23456789TJQKA";
    const struct cr_analysis analysis = analysis_of(rules);
    for (unsigned a = 0; a < 52; a++)
        for (unsigned b = a + 1; b < 52; b++)
            for (unsigned c = b + 1; c < 52; c++)
                if (all->rank[a][b][c] == rank) {
                    const bool low_pair = a / 4 == b / 4;
                    const char text[] = {ranks[(low_pair ? a : c) / 4], '-', ranks[b / 4], '-',
                                         ranks[(low_pair ? c : a) / 4], '\0'};
                    assert_string_equal(analysis.cutoff, text);
                    return;
                }
    fail_msg("no hand has rank %u", rank);
}

static void check_rules(const struct cr_rules *rules, const struct all_hands *all)
{
    struct totals t = {.best_fold = CR_RANKS_THREE + 1};
    for (unsigned a = 0; a < 52; a++)
        for (unsigned b = a + 1; b < 52; b++)
            for (unsigned c = b + 1; c < 52; c++) {
                const cr_card h[3] = {(cr_card)a, (cr_card)b, (cr_card)c};
                if (all->weight[a][b][c] > 0)
                    totals_add(&t, rules, all->weight[a][b][c], all->rank[a][b][c],
                               play_worth(rules, all, h));
            }
    check_analysis(rules, &t);
    /* The cutoff is only given where it is the whole strategy. */
    if (t.worst_play < t.best_fold)
        check_cutoff(rules, all, t.best_fold - 1u);
    else
        assert_string_equal(analysis_of(rules).cutoff, "");
}

/* The second comparison. */
static void the_analysis_is_the_sum_of_all_deals(void **state)
{
    (void)state;
    struct all_hands *all = all_hands_new();
    for (unsigned v = 0; v < COUNT(variants); v++) {
        const struct cr_rules rules = rules_of(&variants[v]);
        check_rules(&rules, all);
    }
    /* Dealers who qualify in the middle of the queens or near the end of the ranks. With 739 and
     * 617, hands of one rank play or fold depending on their suits; with 618 and 612, worse hands
     * play where better ones fold. */
    static const struct {
        uint16_t qualifying_rank, play;
    } odd[] = {{739, 1}, {618, 1}, {612, 1}, {617, 3}};
    struct cr_rules rules = rules_of(&variants[0]);
    assert_string_not_equal(analysis_of(&rules).cutoff, "");
    for (unsigned i = 0; i < COUNT(odd); i++) {
        rules.qualifying_rank = odd[i].qualifying_rank;
        rules.multiples[0] = (uint16_t)(1u << odd[i].play);
        check_rules(&rules, all);
        assert_string_equal(analysis_of(&rules).cutoff, "");
    }
    free(all);
}

/* ---- Positions ---- */

/* Every hand as the second evaluator ranks it, by cards in ascending order. */
struct slow_hands {
    struct slow_hand hand[52][52][52];
};

static struct slow_hands *slow_hands_new(void)
{
    struct slow_hands *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned a = 0; a < 52; a++)
        for (unsigned b = a + 1; b < 52; b++)
            for (unsigned c = b + 1; c < 52; c++)
                all->hand[a][b][c] = slow_eval3((cr_card[3]){(cr_card)a, (cr_card)b, (cr_card)c});
    return all;
}

/* The sum over all dealer's hands, in halves of an Ante. Whether the dealer qualifies is read from
 * the hand, not from its rank. */
static int64_t slow_play(const struct variant *v, const struct cr_rules *rules,
                         const struct slow_hands *all, const cr_card hole[3])
{
    const struct slow_hand mine = slow_eval3(hole);
    int64_t sum = 0;
    for (unsigned a = 0; a < 52; a++)
        for (unsigned b = a + 1; b < 52; b++)
            for (unsigned c = b + 1; c < 52; c++) {
                const uint64_t cards = UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c;
                if (cards >> hole[0] & 1 || cards >> hole[1] & 1 || cards >> hole[2] & 1)
                    continue;
                const struct slow_hand *dealer = &all->hand[a][b][c];
                const bool qualifies =
                    dealer->category >= v->qualifies || dealer->ranks[0] >= v->high;
                sum += play_pays(rules, mine.category, qualifies, slow_compare(&mine, dealer));
            }
    return sum;
}

/* The third comparison: 40 hands under each of the rules. */
static void a_position_is_the_sum_of_its_deals(void **state)
{
    (void)state;
    struct slow_hands *all = slow_hands_new();
    struct rng rng = {7};
    for (unsigned v = 0; v < COUNT(variants); v++) {
        const struct cr_rules rules = rules_of(&variants[v]);
        for (unsigned i = 0; i < 40; i++) {
            cr_card hole[3];
            struct cr_position p;
            deal(&rng, hole, 3);
            assert_int_equal(tcp_position(&rules, hole, &p, NULL), CR_OK);
            const int64_t play = slow_play(&variants[v], &rules, all, hole);
            assert_int_equal(p.option_count, 2);
            assert_string_equal(p.options[0].name, "fold");
            assert_int_equal(p.options[0].action, CR_FOLD);
            assert_rational(p.options[0].ev, -1, 1);
            assert_string_equal(p.options[1].name, "play");
            assert_int_equal(p.options[1].action, cr_action_bet(play_of(&rules)));
            assert_rational(p.options[1].ev, play, 2 * DEALERS);
            assert_int_equal(p.best, play > -2 * DEALERS);
        }
    }
    free(all);
}

/* ---- Published figures ---- */

static void the_published_figures(void **state)
{
    (void)state;
    const struct cr_rules rules = rules_of(&variants[0]);
    const struct cr_analysis a = analysis_of(&rules);
    assert_true(fabs(a.house_edge - 0.0337) < 0.00005);
    assert_true(fabs(a.element_of_risk - 0.0201) < 0.00005);
    assert_true(fabs(cr_rational_value(a.sides[0].ev) + 0.0728) < 0.00005);
    assert_string_equal(a.cutoff, "Q-6-4");
    assert_rational(a.ev, -686689, 20358520);
    assert_rational(a.sides[0].ev, -402, 5525);
    /* every hand that Pair Plus pays is played anyway */
    assert_rational(a.sides[1].ev, -10839893, 101792600);
    assert_int_equal(cr_slot_find(rules.game, "ante_bonus", 10), ANTE_BONUS);
    assert_int_equal(cr_slot_find(rules.game, "pair_plus", 9), PAIR_PLUS);
}

/* Q-6-4 plays and Q-6-3 folds in every combination of suits. */
static void the_cutoff_is_where_hands_begin_to_fold(void **state)
{
    (void)state;
    const struct cr_rules rules = rules_of(&variants[0]);
    for (unsigned suits = 0; suits < 64; suits++) {
        const unsigned a = suits & 3, b = suits >> 2 & 3, c = suits >> 4;
        if (a == b && b == c)
            continue;
        struct cr_position p;
        const cr_card plays[3] = {cr_card_make(10, a), cr_card_make(4, b), cr_card_make(2, c)};
        assert_int_equal(tcp_position(&rules, plays, &p, NULL), CR_OK);
        assert_int_equal(p.best, 1);
        const cr_card folds[3] = {cr_card_make(10, a), cr_card_make(4, b), cr_card_make(1, c)};
        assert_int_equal(tcp_position(&rules, folds, &p, NULL), CR_OK);
        assert_int_equal(p.best, 0);
    }
}

/* ---- Unusual rules ---- */

static void all_hands_fold_or_all_play(void **state)
{
    (void)state;
    struct cr_rules rules = rules_of(&variants[0]);
    rules.multiples[0] = 0; /* no Play bet is allowed, so every hand folds */
    struct cr_analysis a = analysis_of(&rules);
    assert_string_equal(a.cutoff, "");
    assert_rational(a.ev, -1, 1);
    assert_true(a.std_dev == 0);
    rules.multiples[0] = 1u << 1;
    rules.qualifying_rank = cr_category_worst_rank3(CR_STRAIGHT_FLUSH);
    a = analysis_of(&rules); /* the dealer hardly ever qualifies */
    assert_string_equal(a.cutoff, "5-3-2");
    assert_rational(a.frequencies[1].value, 0, 1);
}

/* The best pair and every flush are played whenever the dealer qualifies and however large the Play
 * is: the cutoff is below them and named by ranks. */
static void flushes_and_the_best_pair_always_play(void **state)
{
    (void)state;
    static const cr_card worst_flush[3] = {0, 4, 12}, best_pair[3] = {51, 50, 47};
    struct cr_rules rules = rules_of(&variants[0]);
    rules.multiples[0] = 1u << CR_MULTIPLES;
    memset(&rules.pays[ANTE_BONUS], 0, sizeof rules.pays[ANTE_BONUS]);
    assert_int_equal(cr_eval3(worst_flush), cr_category_worst_rank3(CR_FLUSH));
    assert_int_equal(cr_eval3(best_pair), cr_category_worst_rank3(CR_FLUSH) + 1);
    for (uint16_t rank = 1; rank <= CR_RANKS_THREE; rank++) {
        rules.qualifying_rank = rank;
        struct cr_position p;
        assert_int_equal(tcp_position(&rules, worst_flush, &p, NULL), CR_OK);
        assert_int_equal(p.best, 1);
        assert_int_equal(tcp_position(&rules, best_pair, &p, NULL), CR_OK);
        assert_int_equal(p.best, 1);
    }
}

/* With several sizes of Play allowed, the value is linear in the size, so the smallest or the
 * largest is best. */
static void several_plays_are_weighed(void **state)
{
    (void)state;
    struct cr_rules rules = rules_of(&variants[0]);
    rules.multiples[0] = 1u << 1 | 1u << 2 | 1u << 3;
    struct rng rng = {8};
    for (unsigned i = 0; i < 20; i++) {
        cr_card hole[3];
        struct cr_position p;
        deal(&rng, hole, 3);
        assert_int_equal(tcp_position(&rules, hole, &p, NULL), CR_OK);
        assert_int_equal(p.option_count, 4);
        assert_int_not_equal(p.best, 2);
        for (unsigned o = 0; o < p.option_count; o++) {
            const int order = rational_compare(p.options[o].ev, p.options[p.best].ev);
            assert_true(o < p.best ? order < 0 : order <= 0);
        }
    }
    const struct cr_analysis three = analysis_of(&rules);
    rules.multiples[0] = 1u << 1;
    const struct cr_analysis one = analysis_of(&rules);
    assert_true(rational_compare(three.ev, one.ev) > 0);
    assert_true(rational_compare(three.average_wager, one.average_wager) > 0);
}

/* An exact tie: playing is worth -1 exactly, like folding. */
static void equal_options_fold(void **state)
{
    (void)state;
    struct cr_rules rules = rules_of(&variants[3]); /* the dealer always qualifies */
    struct cr_position p;
    const cr_card worst[3] = {cr_card_make(0, 0), cr_card_make(1, 1), cr_card_make(3, 2)};
    assert_int_equal(tcp_position(&rules, worst, &p, NULL), CR_OK);
    assert_int_equal(p.best, 0);
    /* a bonus that is exactly the difference between playing and folding */
    struct cr_rational gap;
    assert_true(rational_reduce((wide)-p.options[1].ev.num - p.options[1].ev.den,
                                p.options[1].ev.den, &gap));
    assert_true(gap.num > 0 && gap.num <= DEALERS && gap.den <= DEALERS);
    rules.pays[ANTE_BONUS].pays[CR_HIGH_CARD] =
        (struct cr_ratio){(int32_t)gap.num, (int32_t)gap.den};
    assert_int_equal(tcp_position(&rules, worst, &p, NULL), CR_OK);
    assert_rational(p.options[1].ev, -1, 1);
    assert_int_equal(p.best, 0);
    const struct cr_rational folds = analysis_of(&rules).frequencies[1].value;
    /* a bonus larger by a hundredth of the smallest difference between hands: the hands that tied
     * play */
    struct cr_ratio *bonus = &rules.pays[ANTE_BONUS].pays[CR_HIGH_CARD];
    *bonus = (struct cr_ratio){bonus->num * 100 + 1, bonus->den * 100};
    assert_int_equal(tcp_position(&rules, worst, &p, NULL), CR_OK);
    assert_int_equal(p.best, 1);
    assert_true(rational_compare(analysis_of(&rules).frequencies[1].value, folds) < 0);
}

static void faults_change_nothing(void **state)
{
    (void)state;
    struct cr_rules rules = rules_of(&variants[0]);
    struct cr_position p, untouched;
    struct cr_err err = {0};
    memset(&p, 0xa5, sizeof p);
    memset(&untouched, 0xa5, sizeof untouched);
    assert_int_equal(tcp_position(&rules, (cr_card[3]){1, 2, 1}, &p, &err), CR_E_INPUT);
    assert_int_equal(tcp_position(&rules, (cr_card[3]){1, 2, 52}, &p, &err), CR_E_INPUT);
    assert_memory_equal(&p, &untouched, sizeof p);
    /* denominators that are primes, as no file has: four of them fit, six need more than 128 bits
     */
    static const int32_t primes[] = {999983, 999979, 999961, 999959, 999953, 999931};
    static const enum cr_category hands[] = {
        CR_HIGH_CARD, CR_PAIR, CR_FLUSH, CR_STRAIGHT, CR_THREE_OF_A_KIND, CR_STRAIGHT_FLUSH};
    for (unsigned i = 0; i < 6; i++)
        rules.pays[PAIR_PLUS].pays[hands[i]] = (struct cr_ratio){1, primes[i]};
    struct cr_analysis a, b;
    memset(&a, 0xa5, sizeof a);
    memset(&b, 0xa5, sizeof b);
    assert_int_equal(analyze_tcp(&rules, &a, &err), CR_E_RANGE);
    assert_int_equal(err.code, CR_E_RANGE);
    assert_memory_equal(&a, &b, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deal_pays_what_settlement_pays),
        cmocka_unit_test(the_analysis_is_the_sum_of_all_deals),
        cmocka_unit_test(a_position_is_the_sum_of_its_deals),
        cmocka_unit_test(the_published_figures),
        cmocka_unit_test(the_cutoff_is_where_hands_begin_to_fold),
        cmocka_unit_test(all_hands_fold_or_all_play),
        cmocka_unit_test(flushes_and_the_best_pair_always_play),
        cmocka_unit_test(several_plays_are_weighed),
        cmocka_unit_test(equal_options_fold),
        cmocka_unit_test(faults_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
