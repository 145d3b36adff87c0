/* Simulated years of a link: awards come as often as they must, the books balance, and the same
 * seed gives the same year. */
#include "sim/house_year.h"

#include <croupier/analysis.h>
#include <croupier/settle.h>

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define YEARS 200

static struct cr_progressive progressive;

static struct cr_link link_of(const char *name)
{
    struct cr_category_counts five;
    struct cr_err err;
    struct cr_link link = {.progressive = &progressive, .bets = 300000, .other_seats = 2};
    assert_int_equal(cr_progressive_load(name, &progressive, &err), CR_OK);
    cr_five_card_counts(&five);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (progressive.awards[c].kind != CR_AWARD_NONE)
            link.chance[c] = (double)five.of[c] / (double)five.total;
    return link;
}

/* The number of awards in a year has nearly a Poisson distribution; the bound is five standard
 * errors of the mean. */
static void test_means(void **state)
{
    static const char *const names[] = {"rp", "cn", "ptha-2"};
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const struct cr_link link = link_of(names[n]);
        double hits[CR_CATEGORIES] = {0}, house = 0;
        for (uint64_t y = 0; y < YEARS; y++) {
            struct cr_link_year year;
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

/* Where every hand wins, the chances of the hands add up to 1. With 26 tables their mean comes to a
 * little more, because doubles are rounded; every bet still wins. */
static void test_every_hand_wins(void **state)
{
    struct cr_house_game tables[26] = {{.has_awards = true}};
    struct cr_occupancy open;
    struct cr_link link;
    struct cr_link_year year;
    struct cr_err err;
    double hits = 0, chance = 0;
    (void)state;
    assert_int_equal(cr_progressive_load("rp", &progressive, &err), CR_OK);
    for (unsigned c = CR_HIGH_CARD; c <= CR_TWO_PAIR; c++)
        progressive.awards[c] = (struct cr_award){
            .kind = CR_AWARD_FIXED, .from = CR_FROM_TRAY, .amount = {CR_MICRO_PER_CENT}};
    cr_five_card_counts(&tables[0].awards);
    for (unsigned i = 1; i < 26; i++)
        tables[i] = tables[0];
    cr_occupancy_even(12, 4, &open);
    const struct cr_occupancy_week week = cr_occupancy_week(&open);
    cr_link_make(&progressive, tables, 26, &week, 1, 1, &link);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        chance += link.chance[c];
    assert_true(fabs(chance - 1) < 1e-12);
    assert_int_equal(cr_link_year_play(&link, 1, 1, &year, &err), CR_OK);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        hits += year.hits[c];
    assert_true(link.bets > 0 && hits == (double)link.bets);
}

/* A year that can come to more than money can hold is refused: by its bets, by the bets that are
 * booked at once, by its awards, and by the seeds of its jackpots. */
static void test_too_much(void **state)
{
    static const int64_t million = INT64_C(1000000) * CR_MICRO_PER_UNIT;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct cr_link link = link_of("rp");
        struct cr_link_year year, before;
        struct cr_err err;
        link.bets = 10000000;
        if (i < 2)
            progressive.bet.micro = (i == 0 ? 3 : 1000) * million;
        else if (i == 2)
            progressive.awards[CR_THREE_OF_A_KIND].amount.micro = 1000 * million;
        else
            link.chance[CR_ROYAL_FLUSH] = 0.01;
        progressive.meters[0].seed.micro = i == 3 ? 1000 * million : 0;
        memset(&year, 1, sizeof year);
        before = year;
        assert_int_equal(cr_link_year_play(&link, 1, 1, &year, &err), CR_E_RANGE);
        assert_int_equal(house_year_play(&link, 1, 1, &year, &err), CR_E_RANGE);
        assert_memory_equal(&year, &before, sizeof year);
    }
}

/* Where no seat is ever occupied nothing is bet or won, and every figure is zero rather than
 * missing. */
static void test_closed(void **state)
{
    const struct cr_house_game game = {.win = 0.3, .std_dev = 50, .covariance = 400};
    const double seats[] = {0, -3, NAN};
    const struct cr_link any = link_of("rp");
    (void)state;
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        struct cr_occupancy occupancy;
        struct cr_link link;
        cr_occupancy_even(12, seats[i], &occupancy);
        const struct cr_occupancy_week week = cr_occupancy_week(&occupancy);
        const struct cr_house_win win = cr_house_win(&game, 1, &week, 100, 40);
        assert_true(win.mean == 0 && win.std_dev == 0 && win.losing == 0);
        cr_link_make(any.progressive, &game, 1, &week, 40, 0.75, &link);
        assert_true(link.bets == 0 && link.other_seats == 0);
        cr_link_make(any.progressive, &game, 0, &week, 40, 0.75, &link);
        assert_true(link.bets == 0 && link.chance[CR_ROYAL_FLUSH] == 0);
    }
}

static void test_same_seed(void **state)
{
    const struct cr_link link = link_of("rp");
    struct cr_link_year a, b, other;
    struct cr_err err;
    (void)state;
    assert_int_equal(house_year_play(&link, 3, 5, &a, &err), CR_OK);
    assert_int_equal(house_year_play(&link, 3, 5, &b, &err), CR_OK);
    assert_int_equal(house_year_play(&link, 3, 6, &other, &err), CR_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(memcmp(&a, &other, sizeof a) != 0);
}

/* Without awards every coin is in the meter, in the reserve or kept by the house. */
static void test_no_awards(void **state)
{
    struct cr_link link = link_of("rp");
    struct cr_link_year year;
    struct cr_err err;
    (void)state;
    memset(link.chance, 0, sizeof link.chance);
    link.bets = 100;
    assert_int_equal(house_year_play(&link, 1, 0, &year, &err), CR_OK);
    assert_true(fabs(year.share - 77) < 1e-9);
    assert_true(fabs(year.meters[0].amount - 10018) < 1e-9);
    assert_true(fabs(year.meters[0].reserve - 5) < 1e-9);
}

/* Envy is paid for the average number of occupied seats, which is not rounded. */
static void test_envy(void **state)
{
    struct cr_link link = link_of("rp");
    struct cr_link_year year;
    struct cr_err err;
    (void)state;
    memset(link.chance, 0, sizeof link.chance);
    link.chance[CR_STRAIGHT_FLUSH] = 0.05;
    link.other_seats = 2.25;
    assert_int_equal(house_year_play(&link, 7, 0, &year, &err), CR_OK);
    const double hits = year.hits[CR_STRAIGHT_FLUSH], seats = year.paid_in / (300 * hits);
    assert_true(hits > 10000);
    assert_true(fabs(seats - 2.25) < 5 * sqrt(0.25 * 0.75 / hits));
}

/* Each meter has its own jackpots. */
static void test_meters(void **state)
{
    struct cr_link link = link_of("cn");
    struct cr_link_year year;
    struct cr_err err;
    (void)state;
    memset(link.chance, 0, sizeof link.chance);
    link.chance[CR_STRAIGHT_FLUSH] = 0.0001;
    const unsigned major = progressive.awards[CR_STRAIGHT_FLUSH].from;
    assert_int_equal(house_year_play(&link, 7, 0, &year, &err), CR_OK);
    for (unsigned m = 0; m < progressive.meter_count; m++) {
        const double jackpots = m == major ? year.hits[CR_STRAIGHT_FLUSH] : 0;
        assert_true(fabs(year.meters[m].jackpots - jackpots) < 1e-9);
        assert_true((year.meters[m].jackpot_sum > 0) == (m == major));
    }
    assert_true(year.meters[major].jackpots > 0);
    assert_true(fabs(year.uncovered) < 1e-9);
}

/* Fixed awards that come too often empty their meter, and the house pays the difference. */
static void test_uncovered(void **state)
{
    struct cr_link link = link_of("ptha-2");
    struct cr_link_year year;
    struct cr_err err;
    (void)state;
    memset(link.chance, 0, sizeof link.chance);
    link.chance[CR_FOUR_OF_A_KIND] = 0.5; /* 500 from the meter */
    assert_int_equal(house_year_play(&link, 7, 0, &year, &err), CR_OK);
    assert_true(year.uncovered > 0 && year.uncovered <= year.paid_in);
}

/* The library's simulated years, which use the meters alone, equal those on the books of a floor to
 * the last bit: with reserves, tray awards, envy, awards that no meter covers and a limit that
 * meters reach. */
static void test_library(void **state)
{
    static const char *const names[] = {"rp", "cn", "ptha-2"};
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct cr_link link = link_of(names[n]);
        link.other_seats = 2.25;
        for (uint64_t y = 0; y < 12; y++) {
            struct cr_link_year on_books, alone;
            struct cr_err err;
            if (y == 6) { /* from this year on with frequent awards and a limit */
                link.bets = 20000;
                for (unsigned c = 0; c < CR_CATEGORIES; c++)
                    link.chance[c] *= 20;
                progressive.meters[0].has_limit = true;
                progressive.meters[0].limit = cr_money_from_micro(progressive.meters[0].seed.micro +
                                                                  2 * CR_MICRO_PER_UNIT + 1);
            }
            assert_int_equal(house_year_play(&link, 5, y, &on_books, &err), CR_OK);
            assert_int_equal(cr_link_year_play(&link, 5, y, &alone, &err), CR_OK);
            assert_memory_equal(&on_books, &alone, sizeof alone);
        }
    }
}

/* Two games on one link: the chances are the average over their seats, the bets those of all seats.
 */
static void test_link(void **state)
{
    const struct cr_occupancy_week week = {.hours = 84, .seats = 84 * 4, .pairs = 84 * 12};
    struct cr_house_game games[2] = {
        {.win = 1, .std_dev = 10, .covariance = 5, .has_awards = true, .awards.total = 1000},
        {.win = 3, .std_dev = 20, .has_awards = true, .awards.total = 2000}};
    struct cr_link link;
    struct cr_err err;
    (void)state;
    games[0].awards.of[CR_FLUSH] = 30;
    games[1].awards.of[CR_FLUSH] = 20;
    games[0].awards.of[CR_HIGH_CARD] = 500; /* the progressive has no award for it */
    assert_int_equal(cr_progressive_load("rp", &progressive, &err), CR_OK);
    cr_link_make(&progressive, games, 2, &week, 40, 0.5, &link);
    assert_true(fabs(link.chance[CR_FLUSH] - 0.02) < 1e-15 && link.chance[CR_HIGH_CARD] == 0);
    assert_int_equal(link.bets, 365 * 12 * 4 * 40);
    assert_true(fabs(link.other_seats - 1.5) < 1e-12);
    const struct cr_house_win win = cr_house_win(games, 2, &week, 10, 40);
    assert_true(fabs(win.mean - 400 * 4 * (1 + 3)) < 1e-9);
    assert_true(fabs(win.std_dev * win.std_dev - 400 * (4 * 500 + 12 * 5)) < 1e-6);
    assert_true(fabs(win.losing - 0.5 * erfc(win.mean / win.std_dev / sqrt(2))) < 1e-15);
}

/* ---- Against the settlement of the tables ---- */

/* Hole cards and flop for a hand of each category; turn, river and dealer's cards are the same for
 * all. */
static const char *const hands[CR_CATEGORIES] = {
    [CR_HIGH_CARD] = "9c 7d 4h 2s Qc",      [CR_PAIR] = "9c 9d 4h 2s Qc",
    [CR_TWO_PAIR] = "9c 9d 4h 4s Qc",       [CR_THREE_OF_A_KIND] = "9c 9d 9h 4s 2c",
    [CR_STRAIGHT] = "9c 8d 7h 6s 5c",       [CR_FLUSH] = "As 9s 7s 4s 2s",
    [CR_FULL_HOUSE] = "9c 9d 9h 2s 2c",     [CR_FOUR_OF_A_KIND] = "9c 9d 9h 9s 2c",
    [CR_STRAIGHT_FLUSH] = "9s 8s 7s 6s 5s", [CR_ROYAL_FLUSH] = "As Ks Qs Js Ts"};

static void settle(const struct cr_rules *rules, unsigned category, struct cr_meters *meters,
                   struct cr_settlement *out)
{
    static const char *const slots[] = {"ante", "blind", "progressive"};
    struct cr_round round = {0};
    struct cr_seat *seat = &round.seats[0];
    cr_card cards[5];
    size_t count = 0;
    struct cr_err err = {0};
    for (unsigned i = 0; i < 3; i++)
        seat->wagers[cr_slot_find(rules->game, slots[i], strlen(slots[i]))] =
            i < 2 ? cr_money_from_units(10) : progressive.bet;
    assert_int_equal(
        cr_cards_parse(hands[category], strlen(hands[category]), cards, 5, &count, &err), CR_OK);
    assert_int_equal(cr_cards_parse("Kh Jd", 5, round.board + 3, 2, &count, &err), CR_OK);
    assert_int_equal(cr_cards_parse("3h 3d", 5, round.dealer, 2, &count, &err), CR_OK);
    memcpy(seat->cards, cards, 2);
    memcpy(round.board, cards + 2, 3);
    seat->taken = true;
    seat->actions[seat->action_count++] = cr_action_bet(4);
    assert_int_equal(cr_settle(rules, &progressive, meters, &round, out, &err), CR_OK);
    *meters = out->meters;
}

/* The simulated year treats coins and awards as the settlement of a table does: the same amounts,
 * meters and reserves round by round, and the same result for the house at the end. */
static void test_settlement(void **state)
{
    static const char *const names[] = {"rp", "cn", "ptha-2"};
    struct cr_rules rules;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_rules_load("uth-cn", &rules, &err), CR_OK);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const struct cr_link link = link_of(names[n]);
        struct cr_meters meters;
        struct ledger books;
        int64_t share = 0, funded = 0, seeded = 0;
        cr_meters_init(link.progressive, &meters);
        ledger_init(link.progressive, &books);
        for (unsigned i = 0; i < 600; i++) {
            const unsigned category = i * 7 % 10 == 3 ? CR_ROYAL_FLUSH : i * i % CR_CATEGORIES;
            const struct cr_award *award = &link.progressive->awards[category];
            struct cr_settlement s;
            settle(&rules, category, &meters, &s);
            share += s.house_share.micro;
            funded += s.house_funded.micro;
            seeded += s.reseeded.micro;
            ledger_coin_in(link.progressive, &books, 1);
            assert_int_equal(s.seats[0].award.paid, award->kind != CR_AWARD_NONE);
            if (award->kind != CR_AWARD_NONE) {
                const struct ledger_award taken = ledger_freeze(link.progressive, &books, award);
                assert_true(taken.amount.micro == s.seats[0].award.amount.micro);
                ledger_pay(&books, award->from, &taken);
            }
            for (unsigned m = 0; m < link.progressive->meter_count; m++) {
                assert_true(books.levels[m].meter.amount.micro == meters.meters[m].amount.micro);
                assert_true(books.levels[m].meter.reserve.micro == meters.meters[m].reserve.micro);
            }
        }
        for (unsigned m = 0; m < link.progressive->meter_count; m++)
            seeded -= books.levels[m].seeded.micro - link.progressive->meters[m].seed.micro;
        assert_true(seeded == 0);
        assert_true(books.house.micro == share && books.house_funded.micro == funded);
        assert_int_equal(ledger_check(link.progressive, &books, &err), CR_OK);
    }
}

/* ---- Occupancy ---- */

static void test_occupancy(void **state)
{
    static const char *const wrong[] = {
        "",        "12-18",    "12-18=8",  "12=3",    "25-3=1",
        "x 1-2=3", "fri1-2=3", "1-2=3,",   "1.5-2=3", "1-2=-1",
        "1-2=0x3", "1-2=1e0",  "1-2=1.5.", "1-2=7.1", "1-2=99999999999999999999"};
    struct cr_occupancy o;
    struct cr_occupancy_week week;
    struct cr_err err;
    (void)state;
    cr_occupancy_even(12, 4, &o);
    week = cr_occupancy_week(&o);
    assert_true(week.hours == 84 && week.seats == 84 * 4 && week.pairs == 84 * 12);
    o = (struct cr_occupancy){0};
    assert_int_equal(cr_occupancy_read("12-18=2,18-2=4.5", &o, &err), CR_OK);
    week = cr_occupancy_week(&o);
    assert_true(week.hours == 7 * 14 && week.seats == 7 * (6 * 2 + 8 * 4.5));
    assert_true(week.pairs == 7 * (6 * 2 + 8 * (12 + 20) / 2.0)); /* 4.5 seats: 4 or 5 at a time */
    assert_int_equal(cr_occupancy_read("sat-sun 18-3=7", &o, &err), CR_OK);
    assert_true(o.seats[5][18] == 7 && o.seats[6][2] == 7 && o.seats[0][2] == 7);
    assert_true(o.seats[4][18] == 4.5 && o.seats[5][2] == 0 && o.seats[5][1] == 4.5);
    const struct cr_occupancy before = o;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(cr_occupancy_read(wrong[i], &o, &err), CR_E_INPUT);
        assert_memory_equal(&o, &before, sizeof o);
    }
}

/* A program may have set a locale with another decimal point. Where no such locale is installed,
 * nothing is tested. */
static void test_occupancy_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    struct cr_occupancy o = {0};
    struct cr_err err;
    bool is_set = false;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names && !is_set; i++)
        is_set = setlocale(LC_NUMERIC, names[i]) != NULL;
    const int rc = cr_occupancy_read("12-18=2.25,18-2=5.5", &o, &err);
    setlocale(LC_NUMERIC, "C");
    assert_int_equal(rc, CR_OK);
    assert_true(o.seats[0][12] == 2.25 && o.seats[0][18] == 5.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed),    cmocka_unit_test(test_means),
        cmocka_unit_test(test_same_seed), cmocka_unit_test(test_no_awards),
        cmocka_unit_test(test_envy),      cmocka_unit_test(test_meters),
        cmocka_unit_test(test_uncovered), cmocka_unit_test(test_library),
        cmocka_unit_test(test_link),      cmocka_unit_test(test_settlement),
        cmocka_unit_test(test_occupancy), cmocka_unit_test(test_every_hand_wins),
        cmocka_unit_test(test_too_much),  cmocka_unit_test(test_occupancy_locale)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
