/* Simulated years of a link: awards come as often as they must, the books balance, and the same
 * seed gives the same year. */
#include "sim/house_year.h"

#include <croupier/analysis.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define YEARS 200

static struct cr_progressive progressive;

static struct house_link link_of(const char *name)
{
    struct cr_category_counts five;
    struct cr_err err;
    struct house_link link = {.progressive = &progressive, .bets = 300000, .other_seats = 2};
    assert_int_equal(cr_progressive_load(name, &progressive, &err), CR_OK);
    cr_five_card_counts(&five);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (progressive.awards[c].kind != CR_AWARD_NONE)
            link.chance[c] = (double)five.of[c] / (double)five.total;
    return link;
}

/* Counts of a year are Poisson, nearly: five standard errors of their mean. */
static void test_means(void **state)
{
    static const char *const names[] = {"rp", "cn", "ptha-2"};
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const struct house_link link = link_of(names[n]);
        double hits[CR_CATEGORIES] = {0}, house = 0;
        for (uint64_t y = 0; y < YEARS; y++) {
            struct house_year year;
            struct cr_err err;
            assert_int_equal(house_year_play(&link, 11, y, &year, &err), CR_OK);
            for (unsigned c = 0; c < CR_CATEGORIES; c++)
                hits[c] += year.hits[c];
            house += year.house;
            assert_true(fabs(year.house - (year.share - year.paid_in)) < 1e-6);
        }
        for (unsigned c = 0; c < CR_CATEGORIES; c++) {
            const double expected = link.chance[c] * (double)link.bets * YEARS;
            assert_true(fabs(hits[c] - expected) <= 5 * sqrt(expected) + 1e-9);
        }
        assert_true(house > 0);
    }
}

static void test_same_seed(void **state)
{
    const struct house_link link = link_of("rp");
    struct house_year a, b, other;
    struct cr_err err;
    (void)state;
    assert_int_equal(house_year_play(&link, 3, 5, &a, &err), CR_OK);
    assert_int_equal(house_year_play(&link, 3, 5, &b, &err), CR_OK);
    assert_int_equal(house_year_play(&link, 3, 6, &other, &err), CR_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(memcmp(&a, &other, sizeof a) != 0);
}

/* Without awards every coin is on the meter, in the reserve or the house's. */
static void test_no_awards(void **state)
{
    struct house_link link = link_of("rp");
    struct house_year year;
    struct cr_err err;
    (void)state;
    memset(link.chance, 0, sizeof link.chance);
    link.bets = 100;
    assert_int_equal(house_year_play(&link, 1, 0, &year, &err), CR_OK);
    assert_true(fabs(year.share - 77) < 1e-9);
    assert_true(fabs(year.meter - 10018) < 1e-9);
    assert_true(fabs(year.reserve - 5) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_means),
                                       cmocka_unit_test(test_same_seed),
                                       cmocka_unit_test(test_no_awards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
