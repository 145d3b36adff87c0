/* The meters of a progressive: MET-1 to MET-5, and limits. */
#include "game/meters/meters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct cr_progressive load(const char *name)
{
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_load(name, &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    return p;
}

static const struct cr_money no_cap = {INT64_MAX};

/* MET-1: thirds of a bet leave a remainder that is carried, and the parts always sum to the bet. */
static void remainders_are_carried(void **state)
{
    (void)state;
    struct cr_progressive p = load("cn");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    p.meters[0].share = p.meters[1].share = p.meters[2].share = CR_SHARE_ALL / 3; /* 333,333,333 */
    p.house_share = CR_SHARE_ALL - 3 * (CR_SHARE_ALL / 3);
    int64_t before[3], house = 0;
    for (unsigned i = 0; i < 3; i++)
        before[i] = m.meters[i].amount.micro;
    const int64_t bets = 1000000;
    for (int64_t n = 1; n <= bets; n++) {
        int64_t sum = 0;
        house += meters_contribute(&p, &m, 1).micro;
        for (unsigned i = 0; i < 3; i++)
            sum += m.meters[i].amount.micro - before[i];
        assert_int_equal(sum + house, n * p.bet.micro);
    }
    /* after a million bets of 1, each meter has exactly 333,333.333 */
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(m.meters[i].amount.micro - before[i], INT64_C(333333333000));
        assert_int_equal(m.meters[i].carry, 0);
    }
}

/* Several bets of one round are contributed at once, with the same result as one after the other.
 */
static void many_bets_at_once_are_as_one_by_one(void **state)
{
    (void)state;
    struct cr_progressive p = load("tests/property/odd.yaml");
    struct cr_meters together, apart;
    cr_meters_init(&p, &together);
    cr_meters_init(&p, &apart);
    for (unsigned n = 1; n <= 2000; n++) {
        int64_t house = meters_contribute(&p, &together, n % 8).micro;
        for (unsigned i = 0; i < n % 8; i++)
            house -= meters_contribute(&p, &apart, 1).micro;
        assert_int_equal(house, 0);
        assert_memory_equal(&together, &apart, sizeof together);
    }
}

/* MET-2: the whole meter is paid in whole cents and restarts at seed + reserve; fractions of a cent
 * stay in the meter. */
static void a_full_hit_restarts_the_meter(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    m.meters[0].amount.micro = INT64_C(123456785432);
    m.meters[0].reserve.micro = 777000001;
    struct meters_hit hit = meters_pay(&p, &m, &p.awards[CR_ROYAL_FLUSH], no_cap);
    assert_int_equal(hit.amount.micro, INT64_C(123456780000));
    assert_int_equal(hit.reseeded.micro, INT64_C(10000000000));
    assert_int_equal(m.meters[0].amount.micro, INT64_C(10000000000) + 777000001 + 5432);
    assert_int_equal(m.meters[0].reserve.micro, 0);
    /* UTH-14: a second hit in the same round gets the re-seed amount */
    hit = meters_pay(&p, &m, &p.awards[CR_ROYAL_FLUSH], no_cap);
    assert_int_equal(hit.amount.micro, INT64_C(10777000000));
}

/* MET-3: a share is rounded down to the cent and leaves the rest. */
static void a_share_leaves_the_rest(void **state)
{
    (void)state;
    struct cr_progressive p = load("rp");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    m.meters[0].amount.micro = INT64_C(10000990000);
    struct meters_hit hit = meters_pay(&p, &m, &p.awards[CR_STRAIGHT_FLUSH], no_cap);
    assert_int_equal(hit.amount.micro, INT64_C(1000090000)); /* 1,000.099 down to 1,000.09 */
    assert_int_equal(hit.reseeded.micro, 0);
    assert_int_equal(m.meters[0].amount.micro, INT64_C(9000900000));
}

/* MET-4: the house pays what the meter does not cover. */
static void the_house_covers_a_small_meter(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    m.meters[0].amount.micro = 300005000; /* 300.005 */
    struct meters_hit hit = meters_pay(&p, &m, &p.awards[CR_FOUR_OF_A_KIND], no_cap);
    assert_int_equal(hit.amount.micro, 500000000);
    assert_int_equal(hit.house_funded.micro, 200000000);
    assert_int_equal(m.meters[0].amount.micro, 5000);
    hit = meters_pay(&p, &m, &p.awards[CR_STRAIGHT], no_cap); /* from the tray */
    assert_int_equal(hit.amount.micro, 10000000);
    assert_int_equal(hit.house_funded.micro, 0);
    assert_int_equal(m.meters[0].amount.micro, 5000);
}

/* PG-1: where a limit cuts a fixed award, the meter loses only what is paid. */
static void a_cap_limits_what_leaves_the_meter(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    struct meters_hit hit =
        meters_pay(&p, &m, &p.awards[CR_FOUR_OF_A_KIND], cr_money_from_units(120));
    assert_int_equal(hit.amount.micro, 120000000);
    assert_int_equal(m.meters[0].amount.micro, INT64_C(9880000000));
    hit = meters_pay(&p, &m, &p.awards[CR_STRAIGHT_FLUSH], cr_money_from_units(1));
    assert_int_equal(hit.amount.micro, 988000000); /* a share of the meter is never cut */
}

/* REG-7: contributions above a meter's limit go to the overflow and none is lost. */
static void a_limit_overflows(void **state)
{
    (void)state;
    struct cr_progressive p = load("ptha-2");
    struct cr_meters m;
    cr_meters_init(&p, &m);
    p.meters[0].has_limit = true;
    p.meters[0].limit.micro = p.meters[0].seed.micro + 1000000;
    for (unsigned n = 0; n < 3; n++)
        meters_contribute(&p, &m, 1);
    assert_int_equal(m.meters[0].amount.micro, p.meters[0].limit.micro);
    assert_int_equal(m.meters[0].overflow.micro, 3 * 530000 - 1000000);
    assert_int_equal(m.meters[0].reserve.micro, 450000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remainders_are_carried),
        cmocka_unit_test(many_bets_at_once_are_as_one_by_one),
        cmocka_unit_test(a_full_hit_restarts_the_meter),
        cmocka_unit_test(a_share_leaves_the_rest),
        cmocka_unit_test(the_house_covers_a_small_meter),
        cmocka_unit_test(a_cap_limits_what_leaves_the_meter),
        cmocka_unit_test(a_limit_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
