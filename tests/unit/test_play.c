/* The table in the terminal, tested without a terminal: money, wagers and legal actions. */
#include "play_fixture.h"

#include "app/play/play_pages.h"
#include "app/play/view.h"
#include "game/games/game.h"
#include "sim/bets.h"
#include "sim/hand.h"
#include "sim/neighbours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Presses a key that is offered while betting or at a decision; the session must accept it. */
static void press(struct fixture *f, const struct view_key *key)
{
    struct session *s = &f->session;
    unsigned seat = f->view.seat, slot = f->view.slot;
    struct cr_money amount = s->bets[seat - 1][slot];
    struct cr_err err = {0};
    int rc = CR_OK;
    if (key->what == VIEW_DEAL) {
        rc = session_deal(s, &err);
    } else if (key->what == VIEW_ACT) {
        const struct round_event event = {
            .kind = ROUND_ACT, .seat = s->round.turn, .action = key->detail};
        assert_int_equal(round_check(&s->round, &event, &err), CR_OK);
        rc = session_act(s, key->detail, &err);
    } else if (key->what == VIEW_MORE) {
        rc = session_wager(s, seat, slot, bets_raise(&f->rules, slot, session_chip(s), amount),
                           &err);
    } else if (key->what == VIEW_LESS) {
        rc = session_wager(s, seat, slot, bets_lower(&f->rules, slot, session_chip(s), amount),
                           &err);
    } else if (key->what == VIEW_TOGGLE) {
        assert_true(keys_toggle(s, seat, key->detail, &amount));
        rc = session_wager(s, seat, key->detail, amount, &err);
        f->view.slot = key->detail;
    }
    if (rc != CR_OK)
        fail_msg("offered %s (%s), but: %s", key->name, key->text, err.text);
}

static void check_money(const struct session *s)
{
    assert_true(s->bankroll.micro >= 0);
    assert_true(session_free(s).micro >= 0);
    assert_int_equal(s->bankroll.micro - s->setup.bankroll.micro, s->stats.net.micro);
}

static void check_screen(struct fixture *f, uint64_t *random)
{
    screen_init(&f->screen, SCREEN_ROWS_MIN, fixture_draw(random) & 1, fixture_draw(random) & 1);
    view_draw(&f->view, &f->screen);
    assert_int_equal(f->screen.spilled, 0);
}

/* Presses one random key, or takes a step that waits for nobody. Returns how much a settled round
 * changed the bankroll. */
static struct cr_money step(struct fixture *f, uint64_t *random)
{
    struct session *s = &f->session;
    struct round_effects effects;
    struct cr_money before = s->bankroll;
    fixture_keys(f);
    if (fixture_draw(random) % 16 == 0)
        check_screen(f, random);
    switch (session_state(s)) {
    case SESSION_BUSY:
        session_go_on(s, &effects);
        if (session_state(s) == SESSION_SETTLED) {
            struct cr_money net = stats_net(&s->round.settlement, s->setup.own);
            assert_int_equal(before.micro + net.micro, s->bankroll.micro);
            pages_settlement(s, VIEW_PAGE_COLS, &f->view.page);
            check_screen(f, random);
            page_clear(&f->view.page);
            return net;
        }
        break;
    case SESSION_SETTLED:
        session_next(s);
        break;
    default:
        press(f, &f->view.keys.list[fixture_draw(random) % f->view.keys.count]);
        break;
    }
    return cr_money_from_micro(0);
}

static void test_bankroll_is_the_sum_of_settlements(void **state)
{
    (void)state;
    static const unsigned own[] = {1u << 4, 1u << 1 | 1u << 7, 1u << 3};
    for (size_t i = 0; play_rules[i]; i++) {
        struct fixture *f = fixture_new(play_rules[i]);
        uint64_t random = 88172645463325252u + i, rounds = 0;
        for (uint64_t seed = 1; rounds < 500; seed++) {
            struct cr_money sum = {0};
            fixture_sit(f, seed, own[seed % 3], (unsigned)(seed % 5));
            while (session_state(&f->session) != SESSION_OVER && f->session.stats.rounds < 100) {
                sum.micro += step(f, &random).micro;
                check_money(&f->session);
            }
            assert_int_equal(f->session.bankroll.micro, 200 * CR_MICRO_PER_UNIT + sum.micro);
            assert_true(f->session.stats.rounds > 0);
            rounds += f->session.stats.rounds;
        }
        free(f);
    }
}

/* Every key that is offered, at every point of a session, is accepted. */
static void test_nothing_is_offered_that_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; play_rules[i]; i++) {
        struct fixture *f = fixture_new(play_rules[i]);
        uint64_t random = 362436069u + i;
        fixture_sit(f, 5, 1u << 2 | 1u << 5, 2);
        for (int n = 0; n < 3000 && session_state(&f->session) != SESSION_OVER; n++) {
            fixture_keys(f);
            const struct session now = f->session;
            const struct view_keys keys = f->view.keys;
            const unsigned slot = f->view.slot;
            for (size_t k = 0; k < keys.count; k++) {
                press(f, &keys.list[k]);
                check_money(&f->session);
                f->session = now;
                f->view.slot = slot;
            }
            step(f, &random);
        }
        free(f);
    }
}

static void test_poor_player_is_offered_the_free_actions(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct session_setup setup = fixture_setup(f, 3, 1u << 4, 0);
    struct cr_err err;
    cr_action actions[CR_LEGAL_MAX];
    setup.bankroll = cr_money_from_units(12);
    session_init(&f->session, &setup);
    fixture_deal(f);
    assert_int_equal(session_actions(&f->session, actions), 1);
    assert_int_equal(actions[0], CR_CHECK);
    assert_int_not_equal(session_act(&f->session, cr_action_bet(4), &err), CR_OK);
    assert_non_null(strstr(err.text, "bankroll"));
    free(f);
}

static void test_wagers_are_limited_by_the_bankroll(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct cr_err err;
    fixture_sit(f, 3, 1u << 4, 0);
    assert_int_equal(
        session_wager(&f->session, 4, f->rules.game->ante, cr_money_from_units(100), &err), CR_OK);
    assert_int_equal(session_at_stake(&f->session).micro, 200 * CR_MICRO_PER_UNIT);
    const struct session before = f->session;
    assert_int_not_equal(
        session_wager(&f->session, 4, f->rules.game->ante, cr_money_from_units(101), &err), CR_OK);
    assert_memory_equal(&before, &f->session, sizeof before);
    free(f);
}

/* UTH-16: one patron plays two hands at most; seven patrons take a seat each. */
static void test_seats_of_one_patron(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct session_setup setup = fixture_setup(f, 1, 0xfe, 0);
    struct cr_err err;
    session_init(&f->session, &setup);
    assert_int_not_equal(session_can_deal(&f->session, &err), CR_OK);
    assert_non_null(strstr(err.text, "(CN 7)"));
    setup.patrons_each = true;
    session_init(&f->session, &setup);
    assert_int_equal(session_can_deal(&f->session, &err), CR_OK);
    free(f);
}

static void test_leaving_plays_the_round_out(void **state)
{
    (void)state;
    for (size_t i = 0; play_rules[i]; i++) {
        struct fixture *f = fixture_new(play_rules[i]);
        struct cr_err err;
        fixture_sit(f, 11, 1u << 4, 2);
        assert_int_equal(session_deal(&f->session, &err), CR_OK);
        session_leave(&f->session);
        assert_int_equal(f->session.end, SESSION_WALKED_OUT);
        assert_int_equal(f->session.stats.outcomes[CR_OUTCOME_FOLD] +
                             f->session.stats.outcomes[CR_OUTCOME_WIN] +
                             f->session.stats.outcomes[CR_OUTCOME_LOSE] +
                             f->session.stats.outcomes[CR_OUTCOME_PUSH],
                         1);
        check_money(&f->session);
        free(f);
    }
}

static void test_chips(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    static const int steps[] = {1,  2,  3,   4,   5,   10,  15,  20,  25,
                                50, 75, 100, 200, 300, 400, 500, 1000};
    const struct cr_money chip = cr_money_from_units(1);
    unsigned ante = f->rules.game->ante;
    struct cr_money amount = {0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        amount = bets_raise(&f->rules, ante, chip, amount);
        assert_int_equal(amount.micro, cr_money_from_units(steps[i]).micro);
    }
    for (size_t i = sizeof steps / sizeof steps[0] - 1; i-- > 0;) {
        amount = bets_lower(&f->rules, ante, chip, amount);
        assert_int_equal(amount.micro, cr_money_from_units(steps[i]).micro);
    }
    f->rules.limits[ante].min = cr_money_from_units(10);
    f->rules.limits[cr_slot_find(f->rules.game, "blind", 5)].max = cr_money_from_units(60);
    assert_int_equal(bets_raise(&f->rules, ante, chip, amount).micro, 10 * CR_MICRO_PER_UNIT);
    amount = cr_money_from_units(50);
    assert_int_equal(bets_raise(&f->rules, ante, chip, amount).micro, 60 * CR_MICRO_PER_UNIT);
    free(f);
}

static void test_wagers_shrink_with_the_bankroll(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-rp");
    const struct cr_money chip = cr_money_from_units(1);
    unsigned ante = f->rules.game->ante;
    for (int cents = 0; cents < 6000; cents += 50) {
        struct cr_money bets[CR_SEATS][CR_SLOTS] = {0};
        struct cr_money bankroll = cr_money_from_micro((int64_t)cents * CR_MICRO_PER_CENT),
                        sum = {0};
        for (unsigned i = 2; i < 5; i++) {
            bets_set(&f->rules, ante, cr_money_from_units(10), bets[i]);
            bets[i][cr_slot_find(f->rules.game, "trips", 5)] = cr_money_from_units(5);
        }
        bool fits = bets_fit(&f->rules, chip, bankroll, bets);
        for (unsigned i = 0; i < CR_SEATS; i++)
            sum.micro += bets_total(bets[i]).micro;
        assert_true(sum.micro <= bankroll.micro);
        assert_int_equal(fits, cents >= 200);
        assert_int_equal(sum.micro > 0, fits);
    }
    free(f);
}

/* A session ends as soon as the bankroll does not cover the smallest wager, and not before. */
static void test_broke_is_the_end(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct session_setup setup = fixture_setup(f, 1, 1u << 4, 0);
    setup.bankroll = cr_money_from_units(1);
    session_init(&f->session, &setup); /* Trips alone can still be bet */
    assert_int_equal(session_state(&f->session), SESSION_BETTING);
    setup.bankroll = cr_money_from_micro(CR_MICRO_PER_UNIT - CR_MICRO_PER_CENT);
    session_init(&f->session, &setup);
    assert_int_equal(f->session.end, SESSION_BROKE);
    free(f);
}

static void test_neighbours_do_not_depend_on_the_player(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    bool varied = false;
    for (uint64_t round = 1; round < 200; round++) {
        struct cr_money a[CR_SLOTS], b[CR_SLOTS], c[CR_SLOTS];
        const struct cr_money ante = cr_money_from_units(5);
        neighbour_wagers(&f->rules, &f->progressive, ante, 42, round, 3, a);
        neighbour_wagers(&f->rules, &f->progressive, ante, 42, round, 3, b);
        neighbour_wagers(&f->rules, &f->progressive, ante, 42, round + 1, 3, c);
        assert_memory_equal(a, b, sizeof a);
        varied |= memcmp(a, c, sizeof a) != 0;
    }
    assert_true(varied);
    assert_int_equal(neighbour_seats(0xfe, 6), 0);
    assert_int_equal(neighbour_seats(1u << 4, 6), 0xfe & ~(1u << 4));
    free(f);
}

/* A hand has a name as soon as five cards are open; a card that is not dealt counts for none. */
static void test_a_hand_has_a_name_from_the_flop_on(void **state)
{
    (void)state;
    static const char cards[] = "As Kd Ah Kc 7s";
    struct cr_rules rules;
    struct round r;
    cr_card all[5];
    size_t count;
    char name[CR_HAND_NAME_MAX], expected[CR_HAND_NAME_MAX];
    assert_int_equal(cr_rules_load("uth-cn", &rules, NULL), CR_OK);
    assert_int_equal(cr_cards_parse(cards, strlen(cards), all, 5, &count, NULL), CR_OK);
    round_init(&r, &rules, NULL, NULL, 1);
    memcpy(r.play.board, all + 2, 3);
    hand_name(&r, all, name);
    assert_string_equal(name, "");
    r.open = 3;
    hand_name(&r, all, name);
    game_hand_name(rules.game, cr_eval5(all), expected);
    assert_string_equal(name, expected);
    all[1] = CR_NO_CARD;
    hand_name(&r, all, name);
    assert_string_equal(name, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bankroll_is_the_sum_of_settlements),
        cmocka_unit_test(test_nothing_is_offered_that_is_refused),
        cmocka_unit_test(test_poor_player_is_offered_the_free_actions),
        cmocka_unit_test(test_wagers_are_limited_by_the_bankroll),
        cmocka_unit_test(test_seats_of_one_patron),
        cmocka_unit_test(test_leaving_plays_the_round_out),
        cmocka_unit_test(test_chips),
        cmocka_unit_test(test_wagers_shrink_with_the_bankroll),
        cmocka_unit_test(test_broke_is_the_end),
        cmocka_unit_test(test_neighbours_do_not_depend_on_the_player),
        cmocka_unit_test(test_a_hand_has_a_name_from_the_flop_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
