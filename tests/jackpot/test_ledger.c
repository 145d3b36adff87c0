/* The books of a link, step by step: coins, awards, awards that are given back, dead rounds. */
#include "fixture.h"

static struct ledger opened(const struct cr_progressive *p)
{
    struct ledger ledger;
    ledger_init(p, &ledger);
    assert_balanced(p, &ledger);
    return ledger;
}

/* The books begin with the seeds and nothing else. */
static void books_open_at_the_seeds(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct ledger l = opened(&p);
    const int64_t seeds[] = {INT64_C(10000000000), 1000000000, 250000000};
    for (unsigned m = 0; m < 3; m++) {
        assert_micro(l.levels[m].meter.amount, seeds[m]);
        assert_micro(l.levels[m].seeded, seeds[m]);
    }
    assert_micro(l.levels[3].meter.amount, 0);
    assert_micro(l.coin_in, 0);
}

/* MET-1: 30 % house, 65 % meter, 5 % reserve of a dollar. */
static void a_coin_goes_three_ways(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 7);
    assert_balanced(&p, &l);
    assert_int_equal(l.coins, 7);
    assert_micro(l.coin_in, 7000000);
    assert_micro(l.house, 2100000);
    assert_micro(l.levels[0].contributed, 4550000);
    assert_micro(l.levels[0].reserved, 350000);
    assert_micro(l.levels[0].meter.amount, INT64_C(10004550000));
    assert_micro(l.levels[0].meter.reserve, 350000);
    ledger_coin_in(&p, &l, 0);
    assert_int_equal(l.coins, 7);
}

/* REG-7: only what entered the meter counts as contributed. */
static void a_limit_sends_coins_to_the_overflow(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    p.meters[0].has_limit = true;
    p.meters[0].limit.micro = p.meters[0].seed.micro + 1000000;
    struct ledger l = opened(&p);
    for (unsigned i = 0; i < 3; i++)
        ledger_coin_in(&p, &l, 1);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].contributed, 1000000);
    assert_micro(l.levels[0].meter.overflow, 950000);
    assert_micro(l.house, 900000);
}

/* Seven bets at once leave the same books as seven single ones, to the millionth. */
static void coins_together_are_as_one_by_one(void **state)
{
    (void)state;
    static const char *const names[] = {"cn", "tests/property/odd.yaml",
                                        "tests/scenario/rules/fine-shares.yaml"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cr_progressive p = load(names[i]);
        struct ledger together = opened(&p), apart = opened(&p);
        for (unsigned n = 0; n < 2000; n++) {
            ledger_coin_in(&p, &together, n % 8);
            for (unsigned c = 0; c < n % 8; c++)
                ledger_coin_in(&p, &apart, 1);
            assert_memory_equal(&together, &apart, sizeof together);
        }
        assert_balanced(&p, &together);
    }
}

/* ---- Awards ---- */

/* Freezing and paying in order leaves the meters as meters_pay does. */
static void freeze_and_pay_is_what_settlement_does(void **state)
{
    (void)state;
    static const char *const names[] = {"ptha-1", "ptha-7", "cn", "rp", "tests/property/odd.yaml"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cr_progressive p = load(names[i]);
        struct ledger l = opened(&p);
        struct cr_meters meters;
        cr_meters_init(&p, &meters);
        for (unsigned n = 0; n < 3000; n++) {
            ledger_coin_in(&p, &l, n % 8);
            meters_contribute(&p, &meters, n % 8);
            const struct cr_award *award = &p.awards[n % CR_CATEGORIES];
            if (award->kind == CR_AWARD_NONE)
                continue;
            struct ledger_award taken = ledger_freeze(&p, &l, award);
            ledger_pay(&l, award->from, &taken);
            struct meters_hit hit = meters_pay(&p, &meters, award, cr_money_from_micro(INT64_MAX));
            assert_micro(taken.amount, hit.amount.micro);
            assert_micro(taken.house_funded, hit.house_funded.micro);
            assert_micro(taken.reseeded, hit.reseeded.micro);
            for (unsigned m = 0; m < p.meter_count; m++)
                assert_memory_equal(&l.levels[m].meter, &meters.meters[m],
                                    sizeof l.levels[m].meter);
            assert_balanced(&p, &l);
        }
    }
}

/* MET-2: the whole meter is paid in cents; it restarts with seed, reserve and the fraction of a
 * cent. */
static void a_whole_meter_is_frozen_and_restarts(void **state)
{
    (void)state;
    struct cr_progressive p = load("tests/scenario/rules/fine-shares.yaml");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 1000); /* 123.456789 and 61.7284 in reserve */
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    assert_balanced(&p, &l);
    assert_micro(a.amount, INT64_C(10123450000));
    assert_micro(a.from_meter, a.amount.micro);
    assert_micro(a.house_funded, 0);
    assert_micro(a.reseeded, INT64_C(10000000000));
    assert_micro(a.moved_in, 61728400);
    assert_micro(l.levels[0].meter.amount, INT64_C(10000000000) + 61728400 + 6789);
    assert_micro(l.levels[0].meter.reserve, 0);
    assert_micro(l.levels[0].pending, a.amount.micro);
    assert_micro(l.levels[0].paid, 0);
    assert_int_equal(l.levels[0].hits, 1);
    ledger_pay(&l, 0, &a);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].pending, 0);
    assert_micro(l.levels[0].paid, a.amount.micro);
    assert_micro(l.house_funded, 0);
}

/* MET-4: the house pays what the meter lacks, and this is booked at the payment. */
static void the_house_funds_what_a_meter_cannot(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    p.meters[0].seed.micro = 300005000;
    struct ledger l = opened(&p);
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_FOUR_OF_A_KIND]); /* 500 */
    assert_micro(a.amount, 500000000);
    assert_micro(a.from_meter, 300000000);
    assert_micro(a.house_funded, 200000000);
    assert_micro(l.levels[0].meter.amount, 5000);
    assert_micro(l.levels[0].pending, 300000000);
    assert_micro(l.house_funded, 0);
    assert_balanced(&p, &l);
    ledger_pay(&l, 0, &a);
    assert_micro(l.house_funded, 200000000);
    assert_micro(l.levels[0].paid, 300000000);
    assert_balanced(&p, &l);
}

/* UTH-12: the tray pays, no meter moves, nothing is pending. */
static void the_tray_is_apart(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct ledger l = opened(&p);
    const struct ledger before = l;
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_FULL_HOUSE]);
    assert_memory_equal(&l, &before, sizeof l);
    assert_micro(a.amount, 50000000);
    assert_micro(a.from_meter, 0);
    assert_micro(a.house_funded, 0);
    ledger_unfreeze(&l, CR_FROM_TRAY, &a);
    assert_memory_equal(&l, &before, sizeof l);
    ledger_pay(&l, CR_FROM_TRAY, &a);
    ledger_pay_envy(&l, cr_money_from_units(1000));
    assert_micro(l.tray_paid, 50000000);
    assert_micro(l.envy_paid, 1000000000);
    assert_balanced(&p, &l);
}

/* A share and a fixed award are given back to the millionth, and no trace is left. */
static void a_part_comes_back_whole(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 5);
    const struct ledger before = l;
    static const enum cr_category hands[] = {CR_STRAIGHT_FLUSH, CR_FOUR_OF_A_KIND};
    for (unsigned i = 0; i < 2; i++) {
        struct ledger_award a = ledger_freeze(&p, &l, &p.awards[hands[i]]);
        assert_memory_not_equal(&l, &before, sizeof l);
        ledger_unfreeze(&l, 0, &a);
        assert_memory_equal(&l, &before, sizeof l);
    }
}

/* A whole meter is given back with the reserve that it had received; the reseed is undone. */
static void a_whole_meter_comes_back(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 100); /* 65 and 5 in reserve */
    const struct ledger before = l;
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    ledger_unfreeze(&l, 0, &a);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].meter.amount, before.levels[0].meter.amount.micro + 5000000);
    assert_micro(l.levels[0].meter.reserve, 0);
    assert_micro(l.levels[0].seeded, before.levels[0].seeded.micro);
    assert_micro(l.levels[0].moved_in, 5000000);
    assert_micro(l.levels[0].pending, 0);
    assert_micro(l.levels[0].frozen, 0);
    assert_int_equal(l.levels[0].hits, 0);
}

/* Since version 3 the reserve gets back what it gave, as far as the meter still has it. */
static void the_reserve_comes_back_too(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 100);
    const struct ledger before = l;
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    ledger_unmove(&l, 0, &a);
    ledger_unfreeze(&l, 0, &a);
    assert_memory_equal(&l, &before, sizeof l);
    ledger_unmove(&l, CR_FROM_TRAY, &a);
    assert_memory_equal(&l, &before, sizeof l);
    a = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    l.levels[0].meter.amount.micro -= 2000000; /* another winner was paid … */
    l.levels[0].frozen.micro += 2000000;
    l.levels[0].paid.micro += 2000000;
    l.levels[0].corrected.micro += 3000000 - l.levels[0].meter.amount.micro;
    l.levels[0].meter.amount.micro = 3000000; /* … and a correction left only 3.00 */
    ledger_unmove(&l, 0, &a);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].meter.amount, 0);
    assert_micro(l.levels[0].meter.reserve, 3000000);
    assert_micro(l.levels[0].moved_in, 2000000);
}

/* Another winner got the meter meanwhile: the reseed is undone only as far as it is still there. */
static void a_reseed_that_was_won_stays_spent(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct cr_award half = p.awards[CR_ROYAL_FLUSH];
    half.ppm = 600000;
    struct ledger l = opened(&p);
    struct ledger_award first = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    struct ledger_award second = ledger_freeze(&p, &l, &half);
    ledger_pay(&l, 0, &second);
    assert_micro(l.levels[0].meter.amount, INT64_C(4000000000));
    ledger_unfreeze(&l, 0, &first);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].meter.amount, INT64_C(10000000000));
    assert_micro(l.levels[0].seeded, INT64_C(16000000000));
    assert_int_equal(l.levels[0].hits, 1);
}

/* ---- Simultaneous winners (REG-11) ---- */

static void full_policy_pays_each_the_whole(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    struct ledger_award out[3];
    ledger_coin_in(&p, &l, 100);
    ledger_freeze_shared(&p, &l, &p.awards[CR_ROYAL_FLUSH], LEDGER_FULL, 3, out);
    assert_balanced(&p, &l);
    for (unsigned w = 0; w < 3; w++) {
        assert_micro(out[w].amount, INT64_C(10065000000));
        assert_micro(out[w].from_meter, w == 0 ? INT64_C(10065000000) : 0);
        assert_micro(out[w].house_funded, w == 0 ? 0 : INT64_C(10065000000));
        assert_micro(out[w].reseeded, w == 0 ? INT64_C(10000000000) : 0);
    }
    assert_int_equal(l.levels[0].hits, 3);
    assert_micro(l.levels[0].meter.amount, INT64_C(10005000000)); /* one seed and the reserve */
    for (unsigned w = 3; w-- > 0;)
        ledger_pay(&l, 0, &out[w]);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].paid, INT64_C(10065000000));
    assert_micro(l.house_funded, INT64_C(20130000000));
}

static void split_policy_pays_equal_parts(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    struct ledger_award out[3];
    ledger_coin_in(&p, &l, 100);
    ledger_freeze_shared(&p, &l, &p.awards[CR_STRAIGHT_FLUSH], LEDGER_SPLIT, 3, out);
    assert_balanced(&p, &l); /* 10 % of 10,065.00 is 1,006.50: 335.50 each */
    for (unsigned w = 0; w < 3; w++)
        assert_micro(out[w].amount, 335500000);
    ledger_unfreeze(&l, 0, &out[1]);
    ledger_pay(&l, 0, &out[0]);
    ledger_pay(&l, 0, &out[2]);
    assert_int_equal(l.levels[0].hits, 2);
    assert_micro(l.levels[0].meter.amount, INT64_C(9394000000));
    assert_balanced(&p, &l);
    /* 9,394.00 for three: 3,131.33 each, and one cent stays */
    ledger_freeze_shared(&p, &l, &p.awards[CR_ROYAL_FLUSH], LEDGER_SPLIT, 3, out);
    assert_balanced(&p, &l);
    for (unsigned w = 0; w < 3; w++) {
        assert_micro(out[w].amount, INT64_C(3131330000));
        assert_micro(out[w].from_meter, INT64_C(3131330000));
        assert_micro(out[w].house_funded, 0);
        assert_micro(out[w].reseeded, w == 0 ? INT64_C(10000000000) : 0);
    }
    assert_micro(l.levels[0].meter.amount, INT64_C(10005010000));
    assert_micro(l.levels[0].pending, INT64_C(9393990000));
}

/* For a single winner both policies give the ordinary award. */
static void one_winner_shares_with_nobody(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    for (unsigned policy = LEDGER_FULL; policy <= LEDGER_SPLIT; policy++) {
        struct ledger shared = opened(&p), plain = opened(&p);
        struct ledger_award out;
        ledger_freeze_shared(&p, &shared, &p.awards[CR_ROYAL_FLUSH], (enum ledger_policy)policy, 1,
                             &out);
        struct ledger_award a = ledger_freeze(&p, &plain, &p.awards[CR_ROYAL_FLUSH]);
        assert_memory_equal(&out, &a, sizeof a);
        assert_memory_equal(&shared, &plain, sizeof plain);
    }
}

/* ---- Dead rounds (UTH-18) ---- */

static void coins_go_back_where_they_came_from(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 10);
    assert_micro(ledger_return(&p, &l, 4), 4000000);
    assert_balanced(&p, &l);
    assert_int_equal(l.coins, 10); /* the acceptor has counted them */
    assert_micro(l.coin_in, 10000000);
    assert_micro(l.returned, 4000000);
    assert_micro(l.house, 1800000);
    assert_micro(l.levels[0].contributed, 3900000);
    assert_micro(l.levels[0].meter.amount, INT64_C(10003900000));
    assert_micro(l.levels[0].meter.reserve, 300000);
}

static void the_overflow_goes_back_first(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    p.meters[0].has_limit = true;
    p.meters[0].limit.micro = p.meters[0].seed.micro + 1000000;
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 3); /* 1.00 in, 0.95 over */
    ledger_return(&p, &l, 2);  /* 1.30: all of the overflow and 0.35 of the meter */
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].meter.overflow, 0);
    assert_micro(l.levels[0].contributed, 650000);
    assert_micro(l.levels[0].meter.amount, p.meters[0].seed.micro + 650000);
    assert_micro(l.house, 300000);
}

/* The meter was paid and the reserve moved into it before the coins are returned: the house bears
 * both. */
static void the_house_bears_what_is_gone(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-1");
    p.meters[0].seed.micro = 0;
    struct ledger l = opened(&p);
    ledger_coin_in(&p, &l, 10); /* house 3.00, meter 6.50, reserve 0.50 */
    struct ledger_award a = ledger_freeze(&p, &l, &p.awards[CR_ROYAL_FLUSH]);
    ledger_pay(&l, 0, &a);
    assert_micro(l.levels[0].meter.amount, 500000);
    assert_micro(ledger_return(&p, &l, 10), 10000000);
    assert_balanced(&p, &l);
    assert_micro(l.levels[0].meter.amount, 0);
    assert_micro(l.levels[0].contributed, 6000000);
    assert_micro(l.levels[0].reserved, 500000);
    assert_micro(l.house, -6500000); /* below zero: the house had 3.00 and bears 9.50 */
    assert_micro(l.returned, 10000000);
}

/* With fractions of a millionth, what is returned is exactly the bet, and the carries stay. */
static void odd_parts_go_back_whole(void **state)
{
    (void)state;
    struct cr_progressive p = load("tests/scenario/rules/fine-shares.yaml");
    struct ledger l = opened(&p);
    for (unsigned n = 1; n <= 500; n++) {
        ledger_coin_in(&p, &l, n % 7 + 1);
        const uint32_t carry = l.levels[0].meter.carry;
        assert_micro(ledger_return(&p, &l, n % 3), n % 3 * INT64_C(1000000));
        assert_int_equal(l.levels[0].meter.carry, carry);
        assert_balanced(&p, &l);
    }
}

/* REG-7: each sum of the books closes the link to coins by itself: one millionth above its maximum,
 * but not at it. */
static void every_sum_of_the_books_has_an_end(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct ledger l = opened(&p);
    struct cr_money *const sums[] = {&l.coin_in,          &l.house_funded,
                                     &l.tray_paid,        &l.envy_paid,
                                     &l.levels[0].seeded, &l.levels[CR_METERS - 1].seeded};
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++) {
        const struct cr_money before = *sums[i];
        struct cr_err err = {0};
        sums[i]->micro = CR_MONEY_METER_MAX_MICRO;
        assert_int_equal(ledger_check_room(&l, &err), CR_OK);
        sums[i]->micro++;
        assert_int_equal(ledger_check_room(&l, &err), CR_E_RANGE);
        assert_string_equal(err.reason, "meter-limit");
        *sums[i] = before;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_open_at_the_seeds),
        cmocka_unit_test(a_coin_goes_three_ways),
        cmocka_unit_test(a_limit_sends_coins_to_the_overflow),
        cmocka_unit_test(coins_together_are_as_one_by_one),
        cmocka_unit_test(freeze_and_pay_is_what_settlement_does),
        cmocka_unit_test(a_whole_meter_is_frozen_and_restarts),
        cmocka_unit_test(the_house_funds_what_a_meter_cannot),
        cmocka_unit_test(the_tray_is_apart),
        cmocka_unit_test(a_part_comes_back_whole),
        cmocka_unit_test(a_whole_meter_comes_back),
        cmocka_unit_test(the_reserve_comes_back_too),
        cmocka_unit_test(a_reseed_that_was_won_stays_spent),
        cmocka_unit_test(full_policy_pays_each_the_whole),
        cmocka_unit_test(split_policy_pays_equal_parts),
        cmocka_unit_test(one_winner_shares_with_nobody),
        cmocka_unit_test(coins_go_back_where_they_came_from),
        cmocka_unit_test(the_overflow_goes_back_first),
        cmocka_unit_test(the_house_bears_what_is_gone),
        cmocka_unit_test(odd_parts_go_back_whole),
        cmocka_unit_test(every_sum_of_the_books_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
