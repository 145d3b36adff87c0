/* Whole flops by brute force, written without the analysis: every hand, every turn and river, and
 * every hand of the dealer, ranked one by one. The kernels must give exactly the same sums for the
 * same flop on every instruction set that this machine has. */
#include "math/games/pg.h"
#include "math/games/uth.h"

#include <croupier/analysis.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HANDS 1176 /* two of the 49 cards beside a flop */

/* The counts of one hand with one turn card, summed over rivers and the dealer's hands. */
struct at_turn {
    int64_t d, n, m;
};

struct brute {
    cr_card rest[49];
    cr_card hands[HANDS][2];
    int16_t apart[HANDS][HANDS]; /* 1 where the two hands share no card */
    struct at_turn turns[HANDS][49];
    int64_t a[HANDS], dd[HANDS], v[HANDS], folds[HANDS]; /* uth, over ordered turns and rivers */
    /* uth with at most 2.5 Antes paid on a hand (UTH-11): last decision, bets of 2x and 4x */
    int64_t v_cut[HANDS], flop_cut[HANDS], start_cut[HANDS];
};

/* Ranks of all hands on one board; 0 for a hand that has a card of the board. */
static void rank_hands(const struct brute *b, const cr_card board[5], int16_t rank[HANDS])
{
    for (unsigned h = 0; h < HANDS; h++) {
        const cr_card *hole = b->hands[h];
        cr_card seven[7] = {board[0], board[1], board[2], board[3], board[4], hole[0], hole[1]};
        rank[h] = cr_cards_repeated(seven, 7) == CR_NO_CARD ? (int16_t)cr_eval7(seven) : 0;
    }
}

/* UTH-9: the Blind's pays, doubled because of 3 to 2. */
static const int64_t blind[CR_CATEGORIES] = {[CR_STRAIGHT] = 2,         [CR_FLUSH] = 3,
                                             [CR_FULL_HOUSE] = 6,       [CR_FOUR_OF_A_KIND] = 20,
                                             [CR_STRAIGHT_FLUSH] = 100, [CR_ROYAL_FLUSH] = 1000};

/* The doubled result of a Play bet of k Antes where at most 2.5 Antes are paid on a hand. */
static int64_t capped(int64_t win_q, int64_t win_u, int64_t loss_q, int64_t loss_u,
                      int64_t blind_pays, int64_t k)
{
    const int64_t with_ante = 2 * k + 2 + blind_pays, without = 2 * k + blind_pays;
    return win_q * (with_ante > 5 ? 5 : with_ante) + win_u * (without > 5 ? 5 : without) -
           loss_q * (2 * k + 4) - loss_u * (2 * k + 2);
}

/* Compares one hand on one board with every other hand that shares no card with it. The counts are
 * below 1000 and are kept in 16 bits, because the loops are then several times as fast. */
static void play_hand(struct brute *b, const int16_t rank[HANDS], unsigned h, unsigned turn,
                      unsigned river)
{
    const int16_t *apart = b->apart[h];
    const int16_t pair = (int16_t)cr_category_worst_rank(CR_PAIR), mine = rank[h];
    int16_t win = 0, loss = 0, win_qualified = 0, loss_qualified = 0;
    for (unsigned o = 0; o < HANDS; o++) {
        const int16_t wins = (int16_t)(apart[o] & (mine < rank[o]));
        const int16_t loses = (int16_t)(apart[o] & (mine > rank[o]) & (rank[o] != 0));
        const int16_t strong = rank[o] <= pair; /* UTH-7: the dealer qualifies */
        win = (int16_t)(win + wins);
        loss = (int16_t)(loss + loses);
        win_qualified = (int16_t)(win_qualified + (wins & strong));
        loss_qualified = (int16_t)(loss_qualified + (loses & strong));
    }
    const enum cr_category category = cr_rank_category((uint16_t)mine);
    /* UTH-8, doubled: the Ante with a qualified dealer, the Blind by its table or lost. */
    const int64_t a = 2 * (win_qualified - loss_qualified) + blind[category] * win - 2 * loss;
    const bool pays = category >= CR_FLUSH;
    const unsigned cards[2] = {turn, river};
    for (unsigned i = 0; i < 2; i++) {
        struct at_turn *t = &b->turns[h][cards[i]];
        t->d += win - loss;
        t->n += win + loss;
        t->m += (pays ? win : 0) + loss;
    }
    const int64_t d = 2 * (win - loss), fold = -2 * 2 * 990;
    b->a[h] += 2 * a; /* either of the two cards can be the turn */
    b->dd[h] += 2 * d;
    b->v[h] += 2 * (a + d > fold ? a + d : fold);
    b->folds[h] += a + d > fold ? 0 : 2 * 990;
    const int64_t one = capped(win_qualified, win - win_qualified, loss_qualified,
                               loss - loss_qualified, blind[category], 1);
    b->v_cut[h] += 2 * (one > fold ? one : fold);
    b->flop_cut[h] += 2 * capped(win_qualified, win - win_qualified, loss_qualified,
                                 loss - loss_qualified, blind[category], 2);
    b->start_cut[h] += 2 * capped(win_qualified, win - win_qualified, loss_qualified,
                                  loss - loss_qualified, blind[category], 4);
}

static void find_apart(struct brute *b)
{
    for (unsigned h = 0; h < HANDS; h++)
        for (unsigned o = 0; o < HANDS; o++) {
            const cr_card *own = b->hands[h], *other = b->hands[o];
            b->apart[h][o] = other[0] != own[0] && other[0] != own[1] && other[1] != own[0] &&
                             other[1] != own[1];
        }
}

static void play_flop(const cr_card flop[3], struct brute *b)
{
    int16_t rank[HANDS];
    unsigned n = 0, h = 0;
    memset(b, 0, sizeof *b);
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (c != flop[0] && c != flop[1] && c != flop[2])
            b->rest[n++] = c;
    for (unsigned i = 0; i < 49; i++) {
        for (unsigned j = 0; j < i; j++, h++) {
            b->hands[h][0] = b->rest[i];
            b->hands[h][1] = b->rest[j];
        }
    }
    find_apart(b);
    for (unsigned t = 0; t < 49; t++) {
        for (unsigned r = 0; r < t; r++) {
            const cr_card board[5] = {flop[0], flop[1], flop[2], b->rest[t], b->rest[r]};
            rank_hands(b, board, rank);
            for (h = 0; h < HANDS; h++)
                if (rank[h])
                    play_hand(b, rank, h, t, r);
        }
    }
}

/* Finds the starting hand's class, numbered as in the kernels' sums. */
static void class_of(const cr_card hole[2], unsigned *suited, unsigned *pair)
{
    unsigned x = cr_card_rank(hole[0]), y = cr_card_rank(hole[1]);
    *suited = cr_card_suit(hole[0]) == cr_card_suit(hole[1]);
    *pair = x > y ? pair_index(x, y) : pair_index(y, x);
}

static void add_pg(const struct brute *b, struct pg_sums *out)
{
    for (unsigned h = 0; h < HANDS; h++) {
        int64_t value[PG_SUMS] = {[PG_FLOPS] = 1};
        for (unsigned t = 0; t < 49; t++) {
            const struct at_turn *at = &b->turns[h][t];
            const bool bets = at->d > 0;
            value[PG_D] += at->d;
            value[PG_N] += at->n;
            value[PG_M] += at->m;
            value[PG_RIVER_D] += bets ? at->d : 0;
            value[PG_RIVER_N] += bets ? at->n : 0;
            value[PG_RIVER_M] += bets ? at->m : 0;
            value[PG_RIVER] += bets;
        }
        for (unsigned x = 0; x < 7 && value[PG_D] > 0; x++)
            value[PG_TURN_D + x] = value[PG_D + x];
        value[PG_TURN] = value[PG_D] > 0;
        unsigned suited, pair;
        class_of(b->hands[h], &suited, &pair);
        for (unsigned s = 0; s < PG_SUMS; s++)
            out->of[s][suited][pair] += value[s];
    }
}

static void add_uth(const struct brute *b, struct uth_sums_wide *out)
{
    for (unsigned h = 0; h < HANDS; h++) {
        const int64_t bet = b->a[h] + 2 * b->dd[h];
        unsigned suited, pair;
        class_of(b->hands[h], &suited, &pair);
        out->of[UTH_SUM_A][suited][pair] += b->a[h];
        out->of[UTH_SUM_D][suited][pair] += b->dd[h];
        out->of[UTH_SUM_CHECK][suited][pair] += (bet > b->v[h] ? bet : b->v[h]);
        out->of[UTH_SUM_FLOP_1][suited][pair] += (bet > b->v[h]);
        out->of[UTH_SUM_RIVER_1][suited][pair] +=
            bet > b->v[h] ? 0 : ((int64_t)RUNOUTS * DEALER_HANDS - b->folds[h]);
        out->of[UTH_SUM_FLOPS][suited][pair] += 1;
    }
}

/* ---- The kernels ---- */

static const char *const flops[] = {"5c 5d Kh", "8d 9d Js", "2h 7h Qh"};
static const char *const isas[] = {"portable", "avx2", "avx512"};

static struct flop flop_of(const cr_card cards[3])
{
    struct flop flop = {.weight = 1};
    for (unsigned i = 0; i < 3; i++)
        flop.masks[cr_card_suit(cards[i])] =
            (uint16_t)(flop.masks[cr_card_suit(cards[i])] | 1u << cr_card_rank(cards[i]));
    return flop;
}

static void read_flop(const char *text, cr_card out[3])
{
    size_t count = 0;
    assert_int_equal(cr_cards_parse(text, strlen(text), out, 3, &count, NULL), CR_OK);
    assert_int_equal(count, 3);
}

/* The sums of both must be equal. */
static void same_sums(const wide *one, const wide *other)
{
    assert_memory_equal(one, other, 2 * PAIRS * sizeof *one);
}

static void flops_are_as_by_brute_force(void **state)
{
    static const enum uth_sum uth[] = {UTH_SUM_A,      UTH_SUM_D,       UTH_SUM_CHECK,
                                       UTH_SUM_FLOP_1, UTH_SUM_RIVER_1, UTH_SUM_FLOPS};
    const struct brute *brutes = *state;
    struct cr_rules pg_flush, uth_cn;
    assert_int_equal(cr_rules_load("pg-flush", &pg_flush, NULL), CR_OK);
    assert_int_equal(cr_rules_load("uth-cn", &uth_cn, NULL), CR_OK);
    for (unsigned i = 0; i < 3 * 3; i++) {
        const struct kernels *kernels = kernels_find(isas[i / 3]);
        if (!kernels)
            continue; /* this machine lacks the instruction set */
        static struct pg_sums pg, pg_brute;
        static struct uth_sums_wide sums, brute;
        cr_card cards[3];
        read_flop(flops[i % 3], cards);
        const struct flop flop = flop_of(cards);
        memset(&pg_brute, 0, sizeof pg_brute);
        memset(&brute, 0, sizeof brute);
        add_pg(&brutes[i % 3], &pg_brute);
        add_uth(&brutes[i % 3], &brute);
        assert_int_equal(pg_sum_flops(&pg_flush, kernels, &flop, 1, &pg, NULL), CR_OK);
        assert_memory_equal(&pg, &pg_brute, sizeof pg);
        assert_int_equal(uth_sum_flops(&uth_cn, kernels, &(struct uth_options){.trips = {1, 1}},
                                       &flop, 1, &sums, NULL),
                         CR_OK);
        for (unsigned s = 0; s < sizeof uth / sizeof uth[0]; s++)
            same_sums(sums.of[uth[s]][0], brute.of[uth[s]][0]);
        if (i % 3 > 0)
            continue;
        /* Every sum must be the same when it is calculated with 128 bits. */
        static struct uth_sums_wide in_wide;
        assert_int_equal(uth_sum_flops(&uth_cn, kernels,
                                       &(struct uth_options){.trips = {1, 1}, .is_wide = true},
                                       &flop, 1, &in_wide, NULL),
                         CR_OK);
        assert_memory_equal(&sums, &in_wide, sizeof sums);
    }
}

static void limited_flops_are_as_by_brute_force(void **state)
{
    const struct brute *brutes = *state;
    const struct uth_options options = {.trips = {1, 1}, .ante = cr_money_from_units(20000)};
    struct cr_rules rules;
    assert_int_equal(cr_rules_load("uth-rp", &rules, NULL), CR_OK);
    for (unsigned f = 0; f < 3; f++) {
        static struct uth_sums_wide sums, brute;
        cr_card cards[3];
        read_flop(flops[f], cards);
        const struct flop flop = flop_of(cards);
        memset(&brute, 0, sizeof brute);
        for (unsigned h = 0; h < HANDS; h++) {
            const struct brute *b = &brutes[f];
            unsigned suited, pair;
            class_of(b->hands[h], &suited, &pair);
            const bool bet = b->flop_cut[h] > b->v_cut[h];
            brute.of[UTH_SUM_CHECK][suited][pair] += bet ? b->flop_cut[h] : b->v_cut[h];
            brute.of[UTH_SUM_CUT_2][suited][pair] += b->start_cut[h] - b->a[h] - 4 * b->dd[h];
        }
        assert_int_equal(uth_sum_flops(&rules, kernels_find(NULL), &options, &flop, 1, &sums, NULL),
                         CR_OK);
        same_sums(sums.of[UTH_SUM_CHECK][0], brute.of[UTH_SUM_CHECK][0]);
        same_sums(sums.of[UTH_SUM_CUT_2][0], brute.of[UTH_SUM_CUT_2][0]);
        if (f > 0)
            continue;
        static struct uth_sums_wide in_wide;
        struct uth_options wide_options = options;
        wide_options.is_wide = true;
        assert_int_equal(
            uth_sum_flops(&rules, kernels_find(NULL), &wide_options, &flop, 1, &in_wide, NULL),
            CR_OK);
        assert_memory_equal(&sums, &in_wide, sizeof sums);
    }
}

/* ---- Whole games ---- */

/* All 1,755 flops must give the same bits with one thread or two and with every instruction set. */
static void every_way_gives_the_same_bits(const char *whole_game)
{
    struct cr_rules loaded;
    static struct cr_analysis first, again;
    bool known = false;
    assert_int_equal(cr_rules_load(whole_game, &loaded, NULL), CR_OK);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned threads = 1; threads <= 2 && kernels_find(isas[i]); threads++) {
            const struct cr_analysis_options options = {.threads = threads, .isa = isas[i]};
            memset(&again, 0, sizeof again);
            assert_int_equal(cr_analyze(&loaded, &options, &again, NULL), CR_OK);
            if (!known)
                memcpy(&first, &again, sizeof first);
            known = true;
            assert_memory_equal(&first, &again, sizeof first);
        }
    }
}

static void whole_games_are_the_same_bits(void **state)
{
    (void)state;
    every_way_gives_the_same_bits("pg-straight");
    every_way_gives_the_same_bits("uth-rp");
}

static int setup(void **state)
{
    struct brute *brutes = malloc(3 * sizeof *brutes);
    if (!brutes)
        return -1;
    for (unsigned f = 0; f < 3; f++) {
        cr_card cards[3];
        read_flop(flops[f], cards);
        play_flop(cards, &brutes[f]);
    }
    *state = brutes;
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

/* The value of checking at each of the three flops, from the public function for positions. */
static void uth_positions_are_as_by_brute_force(void **state)
{
    const struct brute *brutes = *state;
    struct cr_rules rules;
    assert_int_equal(cr_rules_load("uth-cn", &rules, NULL), CR_OK);
    for (unsigned f = 0; f < 3; f++) {
        cr_card flop[3];
        read_flop(flops[f], flop);
        for (unsigned h = 0; h < HANDS; h += 37) {
            struct cr_position position;
            assert_int_equal(
                cr_analyze_position(&rules, brutes[f].hands[h], flop, 3, NULL, 0, &position, NULL),
                CR_OK);
            const double den = 2.0 * RUNOUTS * DEALER_HANDS;
            const double check = (double)brutes[f].v[h] / den;
            const double bet = (double)(brutes[f].a[h] + 2 * brutes[f].dd[h]) / den;
            assert_true(cr_rational_value(position.options[0].ev) == check);
            assert_true(cr_rational_value(position.options[1].ev) == bet);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flops_are_as_by_brute_force),
        cmocka_unit_test(limited_flops_are_as_by_brute_force),
        cmocka_unit_test(uth_positions_are_as_by_brute_force),
        cmocka_unit_test(whole_games_are_the_same_bits),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
