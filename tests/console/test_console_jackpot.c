/* The dealer console: jackpots. Every sentence of TAB-5, TAB-6, TAB-8 and TAB-9 as a test. */
#include "console_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define S(seat) CONSOLE_SEAT(seat)

/* ---- TAB-5, TAB-6: jackpots ---- */

static void a_win_counts_only_on_a_lit_seat(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_no_award(&d, 2, CR_ROYAL_FLUSH, "LEDs are off");
    desk_award(&d, 3, CR_ROYAL_FLUSH);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_CLAIM)->seat, 3);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_CLAIM)->award, CR_ROYAL_FLUSH);
}

static void jackpots_only_in_coin_in_mode(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 3, ACCEPTOR_EV_PLACED);
    desk_no_award(&d, 3, CR_FLUSH, "bets are still open");
    desk_no_press(&d, CONSOLE_JPOT, "bets are still open");
    desk_no_press(&d, CONSOLE_GAME_OVER, "no round");
    desk_no_press(&d, CONSOLE_CALL_DEAD, "bets are still open");
    desk_lost(&d, CONSOLE_LEASE_OVER);
    desk_no_award(&d, 3, CR_FLUSH, "closed (no answer from the manager)");
}

static void pressing_makes_it_pending_and_pressing_again_cancels(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    struct console_view v;
    desk_round(&d, S(3));
    desk_claim(&d, 3, CR_FLUSH);
    console_view(&d.c, &v);
    assert_true(v.award_leds[CR_FLUSH]);
    assert_false(v.award_leds[CR_FULL_HOUSE]);
    desk_no_award(&d, 3, CR_FULL_HOUSE, "a flush is pending");
    desk_award(&d, 3, CR_FLUSH);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_CANCEL)->seat, 3);
    desk_done(&d);
    console_view(&d.c, &v);
    assert_false(v.award_leds[CR_FLUSH]);
    desk_claim(&d, 3, CR_FULL_HOUSE);
    assert_int_equal(d.c.claims[2].state, CONSOLE_PENDING);
    desk_award(&d, 3, CR_FULL_HOUSE);
    desk_refused(&d); /* it is still pending then */
    assert_int_equal(d.c.claims[2].state, CONSOLE_PENDING);
}

static void a_paid_jackpot_is_not_cancelled(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_claim(&d, 3, CR_FLUSH);
    desk_key(&d, 8, CONSOLE_JPL);
    desk_press(&d, CONSOLE_JPOT);
    desk_done(&d);
    desk_no_award(&d, 3, CR_FLUSH, "is paid");
    desk_no_award(&d, 3, CR_ROYAL_FLUSH, "is paid");
}

static void the_right_key_makes_jpot_flash(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_claim(&d, 3, CR_STRAIGHT_FLUSH); /* a high jackpot */
    desk_no_press(&d, CONSOLE_JPOT, "turn the key first");
    assert_false(console_jpot_flashes(&d.c));
    desk_key(&d, 8, CONSOLE_R);
    desk_no(&d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_JPL},
            "seat 3 is paid first, straight flush: it takes key 009");
    assert_false(console_jpot_flashes(&d.c));
    assert_int_equal(console_jackpot(&d.c), ACCEPTOR_JACKPOT_NONE);
    desk_press(&d, CONSOLE_KEY_REMOVE);
    desk_key(&d, 9, CONSOLE_JPH);
    assert_true(console_jpot_flashes(&d.c));
    assert_int_equal(console_jackpot(&d.c), ACCEPTOR_JACKPOT_HIGH);
}

static void jpot_pays_and_the_sign_tells(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3) | S(4));
    desk_claim(&d, 3, CR_ROYAL_FLUSH);
    desk_key(&d, 9, CONSOLE_JPH);
    desk_press(&d, CONSOLE_JPOT);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 3);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->award, CR_ROYAL_FLUSH);
    assert_null(desk_effect(&d, CONSOLE_FX_SIGN));
    assert_false(console_jpot_flashes(&d.c));
    desk_no_press(&d, CONSOLE_JPOT, "wait");
    desk_no_award(&d, 4, CR_FLUSH, "wait");
    desk_no_press(&d, CONSOLE_GAME_OVER, "wait");
    desk_done(&d);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_SIGN)->say, SAY_WINNER);
    assert_true(desk_says(&d, SAY_PAID));
    desk_no_press(&d, CONSOLE_JPOT, "no high jackpot is pending");
}

static void a_payment_that_the_link_withholds_stays_pending(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_claim(&d, 3, CR_ROYAL_FLUSH);
    desk_key(&d, 9, CONSOLE_JPH);
    desk_press(&d, CONSOLE_JPOT);
    desk_refused(&d);
    assert_true(desk_says(&d, SAY_PAY_NO));
    assert_true(console_jpot_flashes(&d.c));
    desk_press(&d, CONSOLE_JPOT);
    desk_done(&d);
    assert_int_equal(d.c.claims[2].state, CONSOLE_PAID);
}

static void the_key_goes_back_to_r_before_game_over(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_claim(&d, 3, CR_FLUSH);
    desk_no_press(&d, CONSOLE_GAME_OVER, "is pending");
    desk_key(&d, 8, CONSOLE_JPL);
    desk_press(&d, CONSOLE_JPOT);
    desk_done(&d);
    desk_no_press(&d, CONSOLE_GAME_OVER, "back to R");
    desk_unkey(&d);
    desk_press(&d, CONSOLE_GAME_OVER);
    assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
    assert_int_equal(d.c.claims[2].state, CONSOLE_UNCLAIMED);
}

static void game_over_refused_by_the_link_changes_nothing(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_refused(&d);
    assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
    assert_int_equal(console_registered(&d.c), S(3));
}

/* ---- TAB-8 ---- */

/* PIT-4 */
static void no_key_awards_are_pending_until_they_are_paid(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    struct console_view v;
    desk_round(&d, S(2) | S(6));
    desk_award(&d, 6, CR_THREE_OF_A_KIND);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_CLAIM)->seat, 6);
    desk_done(&d);
    console_view(&d.c, &v);
    assert_true(v.award_leds[CR_THREE_OF_A_KIND]);
    assert_true(v.jpot_flashes); /* because the award takes no key */
    desk_no_award(&d, 6, CR_STRAIGHT, "three of a kind is pending");
    desk_award(&d, 6, CR_THREE_OF_A_KIND);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_CANCEL)->seat, 6);
    desk_done(&d);
    desk_claim(&d, 6, CR_STRAIGHT);
    desk_press(&d, CONSOLE_JPOT);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 6);
    desk_done(&d);
    assert_true(desk_says(&d, SAY_PAID));
    assert_null(desk_effect(&d, CONSOLE_FX_SIGN)); /* too small for the sign */
    console_view(&d.c, &v);
    assert_false(v.award_leds[CR_STRAIGHT]);
    desk_no_award(&d, 6, CR_STRAIGHT, "is paid");
    desk_award(&d, 2, CR_STRAIGHT);
    desk_refused(&d);
    assert_int_equal(d.c.claims[1].state, CONSOLE_UNCLAIMED);
    desk_press(&d, CONSOLE_GAME_OVER);
    assert_non_null(desk_effect(&d, CONSOLE_FX_GAME_OVER));
}

/* PIT-4 */
static void game_over_pays_what_takes_no_key(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, S(2) | S(3) | S(6));
    desk_claim(&d, 2, CR_STRAIGHT);
    desk_claim(&d, 6, CR_FLUSH);
    desk_press(&d, CONSOLE_GAME_OVER);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 6);
    desk_done(&d);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 2);
    struct desk other = d;
    desk_refused(&other); /* a refusal keeps the round going and the award pending */
    assert_int_equal(other.c.claims[1].state, CONSOLE_PENDING);
    assert_int_equal(other.c.request, CONSOLE_ASKED_NOTHING);
    desk_done(&d);
    assert_non_null(desk_effect(&d, CONSOLE_FX_GAME_OVER));
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
    /* a jackpot with a key is not paid by GAME OVER */
    desk_round(&d, S(2) | S(6));
    desk_claim(&d, 2, CR_STRAIGHT);
    desk_claim(&d, 6, CR_ROYAL_FLUSH);
    desk_no_press(&d, CONSOLE_GAME_OVER, "is pending");
}

/* PIT-3 */
static void a_folded_seat_wins_nothing(void **state)
{
    (void)state;
    const struct console_event fold = {.kind = CONSOLE_FOLD, .seat = 5};
    struct desk d = desk_open("cn");
    desk_no(&d, fold, "bets are still open");
    desk_round(&d, S(2) | S(5));
    desk_do(&d, fold);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_FOLD)->seat, 5);
    desk_done(&d);
    desk_no_award(&d, 5, CR_FLUSH, "seat 5 has folded");
    desk_do(&d, fold);
    desk_done(&d);
    desk_claim(&d, 5, CR_FLUSH);
    desk_no(&d, fold, "has an award");
    console_set_fold(&d.c, false); /* PG-7 */
    desk_do(&d, fold);
    desk_done(&d);
    desk_do(&d, (struct console_event){.kind = CONSOLE_FOLD, .seat = 2});
    desk_done(&d);
    desk_claim(&d, 2, CR_FLUSH);
}

/* PIT-7 */
static void one_coin_goes_back_before_the_first_card(void **state)
{
    (void)state;
    const struct console_event back = {.kind = CONSOLE_TAKE_BACK, .seat = 5};
    struct desk d = desk_open("cn");
    desk_round(&d, S(2) | S(5));
    desk_do(&d, back);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_TAKE_BACK)->seat, 5);
    assert_int_equal(console_registered(&d.c), S(2) | S(5)); /* not before it is booked */
    desk_done(&d);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(5));
    assert_int_equal(console_registered(&d.c), S(2));
    desk_no(&d, back, "no progressive wager");
    desk_claim(&d, 2, CR_FLUSH);
    desk_no(&d, (struct console_event){.kind = CONSOLE_TAKE_BACK, .seat = 2}, "cards are out");
}

/* ---- TAB-9, PIT-2 ---- */

static void pay_with(struct desk *d, unsigned key, unsigned seat)
{
    const unsigned other = key == 9 ? 8 : 9;
    desk_key(d, (uint8_t)other, CONSOLE_R);
    desk_no(d,
            (struct console_event){.kind = CONSOLE_KEY_TURN,
                                   .position = other == 9 ? CONSOLE_JPH : CONSOLE_JPL},
            "is paid first");
    desk_press(d, CONSOLE_KEY_REMOVE);
    desk_key(d, (uint8_t)key, key == 9 ? CONSOLE_JPH : CONSOLE_JPL);
    desk_press(d, CONSOLE_JPOT);
    assert_int_equal(desk_count(d, CONSOLE_FX_PAY), 1);
    assert_int_equal(desk_effect(d, CONSOLE_FX_PAY)->seat, seat);
    assert_false(console_jpot_flashes(&d->c)); /* the next one only after the answer */
    desk_done(d);
    desk_unkey(d);
}

static void several_winners_one_at_a_time_right_to_left(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, CONSOLE_ALL_SEATS);
    desk_claim(&d, 2, CR_ROYAL_FLUSH);
    desk_claim(&d, 5, CR_FLUSH);
    desk_claim(&d, 7, CR_FULL_HOUSE);
    desk_claim(&d, 6, CR_STRAIGHT_FLUSH);
    desk_claim(&d, 1, CR_FOUR_OF_A_KIND);
    desk_no_press(&d, CONSOLE_JPOT, "seat 7 is next, full house: turn the key first: 008");
    pay_with(&d, 8, 7);
    pay_with(&d, 9, 6);
    pay_with(&d, 8, 5);
    desk_no_press(&d, CONSOLE_GAME_OVER, "is pending");
    pay_with(&d, 9, 2);
    pay_with(&d, 8, 1);
    desk_press(&d, CONSOLE_GAME_OVER);
}

/* ---- The advice to the dealer ---- */

static void advise(struct desk *d, const char *words)
{
    struct console_view v;
    console_view(&d->c, &v);
    if (!strstr(v.advice, words))
        fail_msg("\"%s\" does not say \"%s\"", v.advice, words);
}

static void the_advice_leads_through_a_high_jackpot(void **state)
{
    (void)state;
    struct desk d = desk_new("ptha-1", "COIN IN");
    advise(&d, "Play the base game without it.");
    desk_do(&d, (struct console_event){.kind = CONSOLE_LINK_BACK, .mode = CONSOLE_BETTING});
    advise(&d, "Say \"No more bets\", press COIN IN, deal."); /* PG ch. 1, wager rules 4, 6 */
    desk_sensor(&d, 3, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    advise(&d, "being dropped");
    desk_sensor(&d, 3, ACCEPTOR_EV_DROPPED);
    advise(&d, "Wait for the link: coin in");
    desk_done(&d);
    advise(&d, "Deal.");
    desk_claim(&d, 3, CR_ROYAL_FLUSH);
    /* PIT-10: as long as the desk would refuse the payment, the advice is not to press */
    memcpy(d.c.missing[2], "2 people approve it", 20);
    advise(&d, "Seat 3, royal flush: wait for the desk: 2 people approve it.");
    desk_key(&d, 9, CONSOLE_JPH);
    advise(&d, "wait for the desk: 2 people approve it");
    assert_false(console_jpot_flashes(&d.c));
    desk_no(&d, (struct console_event){.kind = CONSOLE_JPOT},
            "seat 3 cannot be paid yet: 2 people approve it");
    desk_do(&d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R});
    d.c.missing[2][0] = '\0';
    advise(&d, "Seat 3, royal flush: turn key 009 to JPH.");
    desk_do(&d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_JPH});
    assert_true(console_jpot_flashes(&d.c));
    advise(&d, "Seat 3, royal flush: hold J-POT to pay it.");
    desk_press(&d, CONSOLE_JPOT);
    advise(&d, "Wait for the link: pay");
    desk_done(&d);
    advise(&d, "back to R");
    desk_unkey(&d);
    advise(&d, "GAME OVER");
    /* PIT-11: what has to be done with the deck after the payment */
    memcpy(d.c.missing[2], "Replace the card deck.", 23);
    advise(&d, "Seat 3 is paid. Replace the card deck. Then GAME OVER.");
    desk_do(&d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = 9});
    advise(&d, "Seat 3 is paid. Replace the card deck. Remove key 009. Then GAME OVER.");
}

/* TAB-6: what a claim waited for says nothing of the one that takes its place. */
static void a_claim_that_is_taken_back_waits_for_nothing(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, CONSOLE_SEAT(3));
    desk_claim(&d, 3, CR_ROYAL_FLUSH);
    memcpy(d.c.missing[2], "2 people approve it", 20);
    desk_do(&d, (struct console_event){.kind = CONSOLE_AWARD, .seat = 3, .award = CR_ROYAL_FLUSH});
    desk_done(&d);
    desk_claim(&d, 3, CR_FLUSH); /* no key */
    advise(&d, "Seat 3, flush: hold J-POT to pay it.");
    desk_press(&d, CONSOLE_JPOT);
}

static void every_line_has_words(void **state)
{
    (void)state;
    for (unsigned say = SAY_NOTHING + 1; say < SAY_COUNT; say++) {
        char line[CONSOLE_ADVICE_MAX];
        struct text t;
        text_init(&t, line, sizeof line);
        console_say_text((enum console_say)say, 3, CR_FLUSH, &t);
        assert_false(t.cut);
        assert_true(t.len > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_counts_only_on_a_lit_seat),
        cmocka_unit_test(jackpots_only_in_coin_in_mode),
        cmocka_unit_test(pressing_makes_it_pending_and_pressing_again_cancels),
        cmocka_unit_test(a_paid_jackpot_is_not_cancelled),
        cmocka_unit_test(the_right_key_makes_jpot_flash),
        cmocka_unit_test(jpot_pays_and_the_sign_tells),
        cmocka_unit_test(a_payment_that_the_link_withholds_stays_pending),
        cmocka_unit_test(the_key_goes_back_to_r_before_game_over),
        cmocka_unit_test(game_over_refused_by_the_link_changes_nothing),
        cmocka_unit_test(no_key_awards_are_pending_until_they_are_paid),
        cmocka_unit_test(game_over_pays_what_takes_no_key),
        cmocka_unit_test(a_folded_seat_wins_nothing),
        cmocka_unit_test(one_coin_goes_back_before_the_first_card),
        cmocka_unit_test(several_winners_one_at_a_time_right_to_left),
        cmocka_unit_test(the_advice_leads_through_a_high_jackpot),
        cmocka_unit_test(a_claim_that_is_taken_back_waits_for_nothing),
        cmocka_unit_test(every_line_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
