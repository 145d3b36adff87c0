/* The floor of a table alone: it is set up once and completely, and changed by two people only
 * (SYS-2, SYS-3). */
#include "table/table_setup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct floor_limits limits = {
    .tables = 2, .links = 2, .claims = 2, .disputes = 2, .alarms = 2, .people = 8, .documents = 8};

struct fixture {
    struct floor floor;
    void *memory;
    struct house house;
    char changed[FLOOR_TEXT_MAX];
};

static int start(void **state)
{
    const struct cr_shipped *rules = cr_shipped_find("pg-flush"), *p = cr_shipped_find("ptha-2");
    struct fixture *x = calloc(1, sizeof(*x));
    x->memory = malloc(floor_memory_size(&limits));
    floor_init(&x->floor, &limits, x->memory);
    x->house = (struct house){.people = {"ann", "bob"},
                              .user = "kim",
                              .table = "t1",
                              .item = "Poker",
                              .rules = rules->text,
                              .rules_len = rules->len,
                              .progressive = p->text,
                              .progressive_len = p->len,
                              .link = "own"};
    *state = x;
    return 0;
}

static int stop(void **state)
{
    struct fixture *x = *state;
    free(x->memory);
    free(x);
    return 0;
}

/* Sets the floor up. Returns how many events that took. */
static unsigned set_up(struct fixture *x)
{
    static struct floor_event e;
    struct cr_err err = {0};
    unsigned count = 0;
    int rc;
    while ((rc = house_next(&x->house, &x->floor, &e, &err)) == 1) {
        if (floor_step(&x->floor, &e, 1, &err) != 0)
            fail_msg("%s: %s", event_kind(e.kind)->name, err.text);
        assert_true(++count < 20);
    }
    assert_int_equal(rc, 0);
    return count;
}

static void is_set_up_once(void **state)
{
    struct fixture *x = *state;
    assert_int_equal(set_up(x), 8); /* people, documents, link, table, opening */
    assert_int_equal(set_up(x), 0);
    assert_true(x->floor.links[0].open);
    assert_int_equal(x->floor.tables[0].link, 0);
    assert_true(floor_knows(&x->floor, "kim"));
}

static void another_seed_is_another_configuration(void **state)
{
    struct fixture *x = *state;
    struct cr_err err = {0};
    set_up(x);
    const int len = house_change_progressive(x->house.progressive, x->house.progressive_len,
                                             cr_money_from_units(25000), cr_money_from_units(5),
                                             x->changed, sizeof(x->changed), &err);
    assert_true(len > 0);
    x->house.progressive = x->changed;
    x->house.progressive_len = (size_t)len;
    assert_int_equal(set_up(x), 4); /* document, closing, configuration, opening */
    const struct cr_progressive *p = floor_progressive(&x->floor, 0);
    assert_int_equal(p->meters[0].seed.micro, cr_money_from_units(25000).micro);
    assert_int_equal(p->bet.micro, cr_money_from_units(5).micro);
    assert_string_equal(p->title, "PTHA-2, $5, two pair or better");
}

/* PIT-18: any two people may change it. */
static void other_service_people_change_it_later(void **state)
{
    struct fixture *x = *state;
    struct cr_err err = {0};
    set_up(x);
    const int len = house_change_progressive(x->house.progressive, x->house.progressive_len,
                                             cr_money_from_micro(0), cr_money_from_units(2),
                                             x->changed, sizeof(x->changed), &err);
    x->house.people[0] = "Cy";
    x->house.people[1] = "Di";
    x->house.progressive = x->changed;
    x->house.progressive_len = (size_t)len;
    assert_int_equal(set_up(x), 6); /* two people, document, closing, configuration, opening */
    assert_true(floor_knows(&x->floor, "Cy"));
    assert_string_equal(floor_progressive(&x->floor, 0)->title, "PTHA-2, $2, two pair or better");
}

/* Comments that mention the keys, keys and values in quotes, maps in braces, several meters: after
 * a change the file states what was asked for, and nothing else in it has changed. */
static const struct {
    const char *before, *after;
} forms[] = {
    {"# since May, not seed: 777 and not bet: 9 as before\n"
     "progressive: own\n"
     "# title: not $1\n"
     "title: Own, $1\n"
     "house: X # bet: 8\n"
     "bet: 1 # not bet: 7\n"
     "house_share: 35%\n"
     "meters:\n"
     "  # seed: 6\n"
     "  jackpot: {share: 65%, reserve: 0%, seed: 10000, limit: none} # seed: 5\n"
     "awards:\n"
     "  royal flush: {pays: 100%, from: jackpot, key: high, envy: none}\n",
     "# since May, not seed: 777 and not bet: 9 as before\n"
     "progressive: own\n"
     "# title: not $1\n"
     "title: Own, $2\n"
     "house: X # bet: 8\n"
     "bet: 2.00 # not bet: 7\n"
     "house_share: 35%\n"
     "meters:\n"
     "  # seed: 6\n"
     "  jackpot: {share: 65%, reserve: 0%, seed: 12345.00, limit: none} # seed: 5\n"
     "awards:\n"
     "  royal flush: {pays: 100%, from: jackpot, key: high, envy: none}\n"},
    {"{progressive: own, \"title\": \"not bet: 9 but $1\", house: 'seed: 7', 'house_share': 35%,\n"
     " 'meters': {seed: {share: 40%, reserve: 0%, limit: none, \"seed\": '10000'},\n"
     "  minor: {seed: 500, share: 25%, reserve: 0%, limit: none}}, awards: {\n"
     "  royal flush: {pays: 100%, from: seed, key: high, envy: none},\n"
     "  straight flush: {pays: 50 for 1, from: minor, key: high, envy: none}}, \"bet\": "
     "\"1.00\"}\n",
     "{progressive: own, \"title\": \"not bet: 9 but $2\", house: 'seed: 7', 'house_share': 35%,\n"
     " 'meters': {seed: {share: 40%, reserve: 0%, limit: none, \"seed\": 12345.00},\n"
     "  minor: {seed: 500, share: 25%, reserve: 0%, limit: none}}, awards: {\n"
     "  royal flush: {pays: 100%, from: seed, key: high, envy: none},\n"
     "  straight flush: {pays: 50 for 1, from: minor, key: high, envy: none}}, \"bet\": 2.00}\n"},
};

static void values_are_changed_and_not_what_speaks_of_them(void **state)
{
    struct fixture *x = *state;
    struct cr_progressive p;
    struct cr_err err = {0};
    for (unsigned i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const int len = house_change_progressive(forms[i].before, strlen(forms[i].before),
                                                 cr_money_from_units(12345), cr_money_from_units(2),
                                                 x->changed, sizeof(x->changed), &err);
        if (len < 0)
            fail_msg("%s", err.text);
        assert_string_equal(x->changed, forms[i].after);
        assert_int_equal(cr_progressive_parse("own", x->changed, (size_t)len, &p, &err), 0);
        assert_int_equal(p.bet.micro, cr_money_from_units(2).micro);
        assert_int_equal(p.meters[0].seed.micro, cr_money_from_units(12345).micro);
    }
}

static void what_cannot_be_changed_is_said(void **state)
{
    struct fixture *x = *state;
    struct cr_err err = {0};
    static const char *const texts[] = {
        "title: no such thing",
        "progressive: own\ntitle: Own\nhouse: X\nbet: 1\nhouse_share: 35%\n"
        "meters:\n  jackpot:\n    share: 65%\n    reserve: 0%\n    limit: none\n"
        "    seed: >-\n      10000\n"
        "awards:\n  royal flush: {pays: 100%, from: jackpot, key: high, envy: none}\n"};
    for (unsigned i = 0; i < 2; i++)
        assert_true(house_change_progressive(texts[i], strlen(texts[i]), cr_money_from_units(1),
                                             cr_money_from_micro(0), x->changed, sizeof(x->changed),
                                             &err) < 0);
    assert_non_null(strstr(err.text, "seed:"));
    x->house.rules = "rules: broken";
    x->house.rules_len = 13;
    static struct floor_event e;
    assert_true(house_next(&x->house, &x->floor, &e, &err) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(is_set_up_once, start, stop),
        cmocka_unit_test_setup_teardown(another_seed_is_another_configuration, start, stop),
        cmocka_unit_test_setup_teardown(other_service_people_change_it_later, start, stop),
        cmocka_unit_test_setup_teardown(values_are_changed_and_not_what_speaks_of_them, start,
                                        stop),
        cmocka_unit_test_setup_teardown(what_cannot_be_changed_is_said, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
