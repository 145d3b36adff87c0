/* Let It Ride, Mississippi Stud and Four Card Poker are settled a second time, directly from the
 * written rules: with the tests' own evaluator in whole cents, and without the games' descriptions,
 * tables and helpers. For random rounds every wager, award and meter must be the same. */
#include "slow_eval.h"
#include "support/random_round.h"

#include <croupier/settle.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The result of one wager. */
struct due {
    int64_t stake, pays; /* in cents */
    enum cr_result result;
};

enum { SLOTS = 6 };

/* The second settlement of one seat. */
struct seat_due {
    struct due slots[SLOTS];
    bool folded;
    struct slow_hand five; /* the five cards that decide the progressive */
};

static int64_t cents(struct cr_money m)
{
    return m.micro / CR_MICRO_PER_CENT;
}

static int64_t antes(cr_action action)
{
    return action >= CR_BET_1X ? action - CR_BET_1X + 1 : 0;
}

static void win(struct due *due, int64_t to_one)
{
    if (due->stake == 0)
        return;
    due->result = CR_RESULT_WIN;
    due->pays = due->stake * to_one;
}

static void end(struct due *due, enum cr_result result)
{
    if (due->stake > 0)
        due->result = result;
}

/* Applies a number of a pay table: above zero it pays, zero returns the wager, below zero it loses.
 */
static void by_number(struct due *due, int number)
{
    if (number > 0)
        win(due, number);
    else
        end(due, number == 0 ? CR_RESULT_PUSH : CR_RESULT_LOSE);
}

/* LIR-6, MS-6: suited A-K-Q 50, straight flush 40, three of a kind 30, straight 6, flush 3, pair 1.
 */
static int bonus_pays(const cr_card cards[3])
{
    const struct slow_hand hand = slow_eval3(cards);
    switch (hand.category) {
    case CR_STRAIGHT_FLUSH:
        return hand.ranks[0] == 14 ? 50 : 40;
    case CR_THREE_OF_A_KIND:
        return 30;
    case CR_STRAIGHT:
        return 6;
    case CR_FLUSH:
        return 3;
    case CR_PAIR:
        return 1;
    default:
        return -1;
    }
}

/* LIR-7, MS-7: the bets together are paid at most 50,000; the first in payment order come first. */
static void cut(struct due *bets, unsigned count)
{
    int64_t left = 5000000;
    for (unsigned i = 0; i < count; i++) {
        bets[i].pays = bets[i].pays < left ? bets[i].pays : left;
        left -= bets[i].pays;
    }
}

static void join(const cr_card *own, unsigned own_count, const cr_card *board, unsigned board_count,
                 cr_card out[5])
{
    memcpy(out, own, own_count);
    memcpy(out + own_count, board, board_count);
}

/* ---- Let It Ride: bet1, bet2, bet3, bonus, progressive ---- */

static int lir_number(const struct slow_hand *hand)
{
    static const int numbers[] = {
        [CR_HIGH_CARD] = -1,      [CR_PAIR] = -1,           [CR_TWO_PAIR] = 2,
        [CR_THREE_OF_A_KIND] = 3, [CR_STRAIGHT] = 5,        [CR_FLUSH] = 8,
        [CR_FULL_HOUSE] = 11,     [CR_FOUR_OF_A_KIND] = 50, [CR_STRAIGHT_FLUSH] = 200,
        [CR_ROYAL_FLUSH] = 1000};
    return hand->category == CR_PAIR && hand->ranks[0] >= 10 ? 1 : numbers[hand->category];
}

static void lir_settle(const struct cr_round *round, unsigned i, struct seat_due *out)
{
    const struct cr_seat *seat = &round->seats[i];
    cr_card five[5];
    join(seat->cards, 3, round->board, 2, five);
    out->five = slow_eval(five, 5);
    for (unsigned s = 0; s < 5; s++)
        out->slots[s].stake = cents(seat->wagers[s]);
    for (unsigned s = 0; s < 2; s++)
        if (seat->actions[s] == CR_PULL)
            out->slots[s] = (struct due){.result = CR_RESULT_PULLED};
    for (unsigned s = 0; s < 3; s++)
        by_number(&out->slots[s], lir_number(&out->five));
    cut(out->slots, 3);
    by_number(&out->slots[3], bonus_pays(seat->cards));
}

/* ---- Mississippi Stud: ante, third, fourth, fifth, bonus, progressive ---- */

static int ms_number(const struct slow_hand *hand)
{
    static const int numbers[] = {
        [CR_HIGH_CARD] = -1,      [CR_PAIR] = -1,           [CR_TWO_PAIR] = 2,
        [CR_THREE_OF_A_KIND] = 3, [CR_STRAIGHT] = 4,        [CR_FLUSH] = 6,
        [CR_FULL_HOUSE] = 10,     [CR_FOUR_OF_A_KIND] = 40, [CR_STRAIGHT_FLUSH] = 100,
        [CR_ROYAL_FLUSH] = 500};
    if (hand->category != CR_PAIR || hand->ranks[0] < 6)
        return numbers[hand->category];
    return hand->ranks[0] >= 11 ? 1 : 0;
}

static void ms_settle(const struct cr_round *round, unsigned i, struct seat_due *out)
{
    const struct cr_seat *seat = &round->seats[i];
    cr_card five[5];
    join(seat->cards, 2, round->board, 3, five);
    out->five = slow_eval(five, 5);
    out->slots[0].stake = cents(seat->wagers[0]);
    out->slots[4].stake = cents(seat->wagers[4]);
    out->slots[5].stake = cents(seat->wagers[5]);
    for (unsigned n = 0; n < seat->action_count; n++) {
        out->folded |= seat->actions[n] == CR_FOLD;
        out->slots[1 + n].stake = out->slots[0].stake * antes(seat->actions[n]);
    }
    for (unsigned s = 0; s < 4; s++)
        by_number(&out->slots[s], out->folded ? -1 : ms_number(&out->five));
    cut(out->slots, 4);
    by_number(&out->slots[4], bonus_pays(round->board));
}

/* ---- Four Card Poker: ante, play, ante_bonus, aces_up, progressive ---- */

static void fcp_settle(const struct cr_round *round, unsigned i, struct seat_due *out)
{
    static const int bonus[CR_CATEGORIES] = {
        [CR_THREE_OF_A_KIND] = 2, [CR_STRAIGHT_FLUSH] = 20, [CR_FOUR_OF_A_KIND] = 25};
    static const int aces_up[CR_CATEGORIES] = {
        [CR_HIGH_CARD] = -1,      [CR_PAIR] = -1,          [CR_TWO_PAIR] = 3,
        [CR_STRAIGHT] = 4,        [CR_FLUSH] = 5,          [CR_THREE_OF_A_KIND] = 8,
        [CR_STRAIGHT_FLUSH] = 40, [CR_FOUR_OF_A_KIND] = 50};
    const struct cr_seat *seat = &round->seats[i];
    const struct slow_hand mine = slow_eval4(seat->cards, 5), dealer = slow_eval4(round->dealer, 6);
    out->five = slow_eval(seat->cards, 5);
    out->slots[0].stake = cents(seat->wagers[0]);
    out->slots[3].stake = cents(seat->wagers[3]);
    out->slots[4].stake = cents(seat->wagers[4]);
    out->folded = seat->action_count == 1 && seat->actions[0] == CR_FOLD;
    if (seat->action_count == 1)
        out->slots[1].stake = out->slots[0].stake * antes(seat->actions[0]);
    const bool wins = !out->folded && slow_compare(&mine, &dealer) >= 0;
    by_number(&out->slots[0], wins ? 1 : -1);
    by_number(&out->slots[1], wins ? 1 : -1);
    if (!out->folded && out->slots[0].stake > 0 && bonus[mine.category] > 0)
        out->slots[2] = (struct due){.pays = out->slots[0].stake * bonus[mine.category],
                                     .result = CR_RESULT_WIN};
    const bool aces = mine.category == CR_PAIR && mine.ranks[0] == 14;
    by_number(&out->slots[3], aces ? 1 : aces_up[mine.category]);
}

/* ---- The link's progressive ---- */

/* The meter and reserve of the link, in millionths. */
struct link {
    int64_t meter, reserve;
};

/* LINK-1: what the five cards win, in cents. Awards of a part of the meter are taken out of it. */
static int64_t link_pays(struct link *link, enum cr_category category)
{
    static const int64_t tray[CR_CATEGORIES] = {[CR_THREE_OF_A_KIND] = 9,
                                                [CR_STRAIGHT] = 30,
                                                [CR_FLUSH] = 40,
                                                [CR_FULL_HOUSE] = 50,
                                                [CR_FOUR_OF_A_KIND] = 300};
    int64_t paid = 0;
    if (category == CR_STRAIGHT_FLUSH) {
        paid = link->meter / 10 / CR_MICRO_PER_CENT;
        link->meter -= paid * CR_MICRO_PER_CENT;
    } else if (category == CR_ROYAL_FLUSH) {
        paid = link->meter / CR_MICRO_PER_CENT;
        link->meter +=
            (int64_t)10000 * CR_MICRO_PER_UNIT + link->reserve - paid * CR_MICRO_PER_CENT;
        link->reserve = 0;
    } else {
        paid = tray[category] * 100;
    }
    return paid;
}

static int64_t envy_of(const struct seat_due *due)
{
    if (due->five.category == CR_ROYAL_FLUSH)
        return 100000;
    return due->five.category == CR_STRAIGHT_FLUSH ? 30000 : 0;
}

/* ---- Comparing ---- */

struct game {
    const char *rules;
    unsigned slot_count, progressive;
    void (*settle)(const struct cr_round *round, unsigned i, struct seat_due *out);
};

static const struct game games[] = {
    {"lir-rp", 5, 4, lir_settle}, {"ms-rp", 6, 5, ms_settle}, {"fcp-rp", 5, 4, fcp_settle}};

/* LINK-3: a hand that was not folded and has bet the progressive. */
static bool is_live(const struct game *game, const struct seat_due *due)
{
    return due->slots[game->progressive].stake > 0 && !due->folded;
}

static void settle_coin(const struct game *game, struct link *link, struct seat_due *due)
{
    struct due *coin = &due->slots[game->progressive];
    end(coin, CR_RESULT_LOSE);
    if (!is_live(game, due))
        return;
    const int64_t paid = link_pays(link, due->five.category);
    if (paid == 0)
        return;
    coin->result = CR_RESULT_WIN;
    coin->pays = paid;
}

/* LINK-4: the envy for a seat, from every winning hand of another patron. */
static int64_t envy_for(const struct game *game, const struct cr_round *round,
                        const struct seat_due *dues, unsigned i)
{
    int64_t envy = 0;
    for (unsigned from = 0; is_live(game, &dues[i]) && from < CR_SEATS; from++) {
        const uint16_t patron = round->seats[from].patron;
        if (from != i && round->seats[from].taken && is_live(game, &dues[from]) &&
            !(patron && patron == round->seats[i].patron))
            envy += envy_of(&dues[from]);
    }
    return envy;
}

static void compare_seat(const struct game *game, const struct seat_due *due, int64_t envy,
                         const struct cr_seat_result *is)
{
    int64_t net = envy;
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct due *slot = &due->slots[s];
        assert_int_equal(is->wagers[s].result, slot->result);
        assert_int_equal(cents(is->wagers[s].stake), slot->stake);
        assert_int_equal(cents(is->wagers[s].pays), slot->pays);
        net += slot->pays;
        if (slot->result == CR_RESULT_LOSE || s == game->progressive)
            net -= slot->stake;
    }
    assert_int_equal(cents(is->net), net);
    assert_int_equal(is->outcome == CR_OUTCOME_FOLD, due->folded);
}

static void compare_round(const struct game *game, const struct cr_rules *rules,
                          const struct cr_progressive *rp, const struct cr_round *round,
                          const struct cr_meters *meters)
{
    struct cr_settlement out;
    struct cr_err err = {0};
    struct seat_due dues[CR_SEATS] = {0};
    struct link link = {meters->meters[0].amount.micro, meters->meters[0].reserve.micro};
    if (cr_settle(rules, rp, meters, round, &out, &err) != CR_OK)
        fail_msg("%s: %s", game->rules, err.text);
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!round->seats[i].taken)
            continue;
        game->settle(round, i, &dues[i]);
        link.meter += dues[i].slots[game->progressive].stake * 1800;
        link.reserve += dues[i].slots[game->progressive].stake * 500;
    }
    for (unsigned i = CR_SEATS; i-- > 0;)
        if (round->seats[i].taken)
            settle_coin(game, &link, &dues[i]);
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (round->seats[i].taken)
            compare_seat(game, &dues[i], envy_for(game, round, dues, i), &out.seats[i]);
    assert_int_equal(out.meters.meters[0].amount.micro, link.meter);
    assert_int_equal(out.meters.meters[0].reserve.micro, link.reserve);
}

static void both_settlements_agree(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        struct cr_rules rules;
        struct cr_progressive rp;
        struct cr_err err = {0};
        struct rng rng = {g + 77};
        assert_int_equal(cr_rules_load(games[g].rules, &rules, &err), CR_OK);
        assert_int_equal(cr_progressive_load("rp", &rp, &err), CR_OK);
        for (unsigned n = 0; n < 12000; n++) {
            struct cr_round round;
            struct cr_meters meters = {0};
            meters.meters[0].amount =
                cr_money_from_micro((int64_t)(rng_next(&rng) % UINT64_C(90000000000)));
            meters.meters[0].reserve =
                cr_money_from_micro((int64_t)(rng_next(&rng) % UINT64_C(900000000)));
            random_round(&rng, &rules, &rp, &round);
            compare_round(&games[g], &rules, &rp, &round, &meters);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_settlements_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
