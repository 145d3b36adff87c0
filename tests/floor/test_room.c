/* Limits of a floor: what counts against them, and what makes room again. */
#include "desk.h"
#include "floor/alarms.h"
#include "floor/semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What has ended does not count against a limit, even before its row is cleaned. */
static void limits_count_what_waits(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    for (unsigned i = 0; i < 50; i++) {
        assert_int_equal(desk_claim("t0", 1, CR_ROYAL_FLUSH), 0);
        const uint64_t made = desk.e.seq;
        desk_at_table(FLOOR_CLAIM_CANCELLED, "t0");
        desk.e.claim = made;
        desk_good();
        event_init(&desk.e, FLOOR_ALARM_RAISED);
        DESK_PUT(item, "identity");
        desk_say("two of them");
        desk_good();
        const uint64_t alarm = desk.e.seq;
        event_init(&desk.e, FLOOR_ALARM_ACKNOWLEDGED);
        desk.e.alarm = alarm;
        DESK_PUT(user, "Ann");
        desk_good();
        event_init(&desk.e, FLOOR_DISPUTE_OPENED);
        DESK_PUT(user, "Ann");
        desk_say("what");
        desk_good();
        const uint64_t dispute = desk.e.seq;
        event_init(&desk.e, FLOOR_DISPUTE_DECIDED);
        desk.e.dispute = dispute;
        DESK_PUT(user, "Ann");
        desk_say("so");
        desk_good();
    }
    for (unsigned seat = 1; seat <= 3; seat++)
        assert_int_equal(desk_claim("t0", seat, CR_ROYAL_FLUSH), 0);
    assert_int_equal(desk_claim("t0", 4, CR_ROYAL_FLUSH), CR_E_RANGE);
    for (unsigned i = 0; i < 3; i++) {
        event_init(&desk.e, FLOOR_ALARM_RAISED);
        DESK_PUT(item, "identity");
        desk_say("two of them");
        assert_int_equal(desk_step(), i < 2 ? 0 : CR_E_RANGE);
        event_init(&desk.e, FLOOR_DISPUTE_OPENED);
        DESK_PUT(user, "Ann");
        desk_say("what");
        assert_int_equal(desk_step(), i < 2 ? 0 : CR_E_RANGE);
    }
    event_init(&desk.e, FLOOR_ALARM_RAISED);
    DESK_PUT(item, "an alarm with a name that is much too long");
    desk_say("two of them");
    desk_refused(CR_E_INPUT, "item: the kind of an alarm has at most 31 bytes");
    desk_stop();
}

static int raise_alarm(const char *item)
{
    event_init(&desk.e, FLOOR_ALARM_RAISED);
    DESK_PUT(item, item);
    desk_say("what happened");
    return desk_step();
}

static void acknowledge(uint64_t alarm)
{
    desk_by_two(FLOOR_ALARM_ACKNOWLEDGED);
    desk.e.alarm = alarm;
    desk_good();
}

/* V8: alarms that nobody answers cannot keep the floor open on a store that lost events. */
static void an_alarm_that_halts_always_fits(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    assert_int_equal(raise_alarm("identity"), 0);
    const uint64_t first = desk.e.seq;
    assert_int_equal(raise_alarm("contribution"), 0);
    assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(raise_alarm("rollback"), 0);
        const uint64_t rollback = desk.e.seq;
        assert_true(desk.h.floor.general.halted);
        assert_int_equal(raise_alarm("rollback"), CR_E_RANGE); /* the floor is halted already */
        assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
        acknowledge(rollback);
        assert_false(desk.h.floor.general.halted);
    }
    /* the place of that alarm is kept for halts, even when a halt has taken an ordinary place */
    assert_int_equal(raise_alarm("rollback"), 0);
    acknowledge(first);
    assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
    assert_int_equal(raise_alarm("rollback"), 0);
    desk_stop();
}

/* TAB-10: a floor takes as many high claims as a ruling can name, and no more. */
static void a_ruling_can_name_every_claim(void **state)
{
    (void)state;
    const struct floor_limits limits = {.tables = 8,
                                        .links = 1,
                                        .claims = 60,
                                        .disputes = 1,
                                        .alarms = 1,
                                        .people = 3,
                                        .documents = 1};
    char id[16];
    uint64_t seqs[FLOOR_ORDER_MAX];
    desk_start(&limits, 8);
    for (unsigned i = 0; i < FLOOR_ORDER_MAX; i++) {
        snprintf(id, sizeof id, "t%u", i % 8);
        assert_int_equal(desk_claim(id, 7 - i / 8, CR_STRAIGHT_FLUSH), 0);
        seqs[i] = desk.e.seq;
    }
    assert_int_equal(desk_claim("t0", 1, CR_STRAIGHT_FLUSH), CR_E_RANGE);
    assert_int_equal(desk_claim("t0", 1, CR_FLUSH), 0); /* a low one needs no order */
    desk_by_two(FLOOR_ORDER_RULED);
    DESK_PUT(link, "main");
    desk_say("tape");
    memcpy(desk.e.order, seqs, sizeof seqs);
    desk.e.order_count = FLOOR_ORDER_MAX;
    desk_good();
    desk_stop();
}

/* SYS-1: far more than 120 tables, and a shift that touches every one of them. */
static void forty_thousand_tables(void **state)
{
    (void)state;
    const struct floor_limits limits = {.tables = 40000,
                                        .links = 1,
                                        .claims = 1,
                                        .disputes = 1,
                                        .alarms = 1,
                                        .people = 3,
                                        .documents = 1};
    char id[16];
    void *memory = malloc(floor_memory_size(&limits));
    assert_non_null(memory);
    struct floor f;
    desk_start(&desk_small, 0);
    floor_init(&f, &limits, memory);
    for (size_t i = 0; i < desk.h.log_count; i++) {
        struct floor_event again;
        assert_int_equal(event_decode(desk.h.log[i], strlen(desk.h.log[i]), &again, NULL), 0);
        event_copy_given(&desk.e, &again);
        assert_int_equal(floor_step(&f, &desk.e, again.time_ms, &desk.err), 0);
    }
    for (unsigned i = 0; i < limits.tables; i++) {
        snprintf(id, sizeof id, "t%u", i);
        desk_configure_table(id);
        assert_int_equal(floor_step(&f, &desk.e, 1, &desk.err), 0);
        if (i % 1000 == 999)
            floor_clean(&f);
    }
    for (unsigned i = 0; i < limits.tables; i += 97) {
        snprintf(id, sizeof id, "t%u", i);
        assert_int_equal(floor_find_table(&f, id), i);
    }
    desk_configure_table("more");
    assert_int_equal(floor_step(&f, &desk.e, 1, &desk.err), CR_E_RANGE);
    event_init(&desk.e, FLOOR_SHIFT_OPENED);
    DESK_PUT(user, "Ann");
    DESK_PUT(item, "Day");
    assert_int_equal(floor_step(&f, &desk.e, 1, &desk.err), 0);
    assert_true(f.dirty_count > floor_play_rows(&f));
    floor_clean(&f);
    free(memory);
    harness_stop(&desk.h);
}

/* REG-16: only a threshold that has been replaced makes room for another. */
static void thresholds_make_room(void **state)
{
    (void)state;
    desk_start(&desk_small, 0);
    const int64_t day = 86400000;
    for (unsigned i = 0; i < FLOOR_THRESHOLDS; i++) {
        desk_by_two(FLOOR_THRESHOLD_SET);
        DESK_PUT(item, "check");
        desk.e.amount.micro = 1000000 * (1 + (int64_t)i);
        desk.e.effective_ms = desk.h.now_ms + day * (FLOOR_THRESHOLDS - (int64_t)i);
        desk_good();
    }
    desk_by_two(FLOOR_THRESHOLD_SET);
    DESK_PUT(item, "check");
    desk.e.amount.micro = 77000000;
    desk.e.effective_ms = desk.h.now_ms + 20 * day;
    desk_refused(CR_E_RANGE, "no room");
    desk.h.now_ms += 2 * day; /* the last two are in force, so the first of them is replaced */
    desk_by_two(FLOOR_THRESHOLD_SET);
    DESK_PUT(item, "check");
    desk.e.amount.micro = 77000000;
    desk.e.effective_ms = desk.h.now_ms + day; /* on the same day as another one */
    desk_good();
    desk_refused(CR_E_RANGE, "no room");
    assert_int_equal(floor_threshold_at(&desk.h.floor, FLOOR_BY_CHECK, desk.h.now_ms).micro,
                     15000000);
    assert_int_equal(floor_threshold_at(&desk.h.floor, FLOOR_BY_CHECK, desk.h.now_ms + day).micro,
                     77000000);
    assert_int_equal(
        floor_threshold_at(&desk.h.floor, FLOOR_BY_CHECK, desk.h.now_ms + 2 * day).micro, 13000000);
    desk_stop();
}

/* Of two thresholds for the same time the older one makes room. */
static void the_older_threshold_makes_room(void **state)
{
    (void)state;
    desk_start(&desk_small, 0);
    const int64_t day = 86400000;
    for (unsigned i = 0; i < FLOOR_THRESHOLDS + 1; i++) {
        desk_by_two(FLOOR_THRESHOLD_SET);
        DESK_PUT(item, i == 0 || i == 1 ? "check" : "tax form");
        desk.e.amount.micro = 1000000 * (1 + (int64_t)i);
        desk.e.effective_ms = desk.h.now_ms + (i < 2 ? day : (1 + (int64_t)i) * day);
        if (i == FLOOR_THRESHOLDS)
            desk.h.now_ms += day;
        desk_good();
    }
    assert_int_equal(floor_threshold_at(&desk.h.floor, FLOOR_BY_CHECK, desk.h.now_ms).micro,
                     2000000);
    desk_stop();
}

/* V3: after an event only the books that it touched are checked; floor_check checks all of them. */
static void only_touched_books_are_looked_at(void **state)
{
    (void)state;
    struct cr_err all = {0}, touched = {0};
    desk_start(&desk_small, 1);
    struct floor *f = &desk.h.floor;
    int64_t *house = &f->links[0].books.house.micro;
    assert_int_equal(floor_check_touched(f, &touched), 0);
    ++*house;
    assert_int_equal(floor_check_touched(f, &touched), CR_E_STATE);
    assert_int_equal(floor_check(f, &all), CR_E_STATE);
    assert_string_equal(touched.text, all.text);
    --*house;
    assert_true(harness_clean(&desk.h));
    ++*house;
    assert_int_equal(floor_check_touched(f, &touched), 0);
    assert_int_equal(floor_check(f, &all), CR_E_STATE);
    --*house;
    desk_stop();
}

static void fold_with(const struct floor_limits *limits, struct floor *f, void **memory)
{
    *memory = calloc(1, floor_memory_size(&floor_limits_usual));
    assert_non_null(*memory);
    floor_init_in_zeros(f, &floor_limits_usual, limits, *memory);
    for (size_t i = 0; i < desk.h.log_count; i++) {
        struct floor_event again;
        assert_int_equal(event_decode(desk.h.log[i], strlen(desk.h.log[i]), &again, NULL), 0);
        event_copy_given(&desk.e, &again);
        assert_int_equal(floor_step(f, &desk.e, again.time_ms, &desk.err), 0);
    }
}

static void add_token(const char *name)
{
    desk_by_two(FLOOR_TOKEN_ADDED);
    DESK_PUT(item, name);
    desk_say("read");
    memset(desk.e.document, name[0], CR_HASH_BYTES);
    desk_good();
}

/* V4: limits are not in the log; replaying the log with other limits gives the same rows. */
static void limits_only_ever_refuse(void **state)
{
    (void)state;
    struct floor_limits few = floor_limits_usual;
    struct floor low, high;
    void *low_memory, *high_memory;
    few.alarms = few.tokens = 2;
    desk_start(&floor_limits_usual, 1);
    add_token("a");
    add_token("b");
    event_init(&desk.e, FLOOR_TOKEN_REVOKED);
    DESK_PUT(item, "a");
    DESK_PUT(user, "Ann");
    desk_good();
    add_token("c");
    assert_int_equal(raise_alarm("identity"), 0);
    assert_int_equal(raise_alarm("contribution"), 0);
    desk_at_table(FLOOR_METER_READ, "t0"); /* so far off that the reading itself raises an alarm */
    DESK_PUT(from, "jackpot");
    desk.e.amount.micro = 1000000;
    desk_good();
    fold_with(&few, &low, &low_memory);
    fold_with(&floor_limits_usual, &high, &high_memory);
    assert_int_equal(high.alarm_count, 3);
    assert_int_equal(low.alarm_count, high.alarm_count);
    assert_memory_equal(low.alarms, high.alarms, 3 * sizeof low.alarms[0]);
    assert_int_equal(low.token_count, high.token_count);
    assert_memory_equal(low.tokens, high.tokens, high.token_count * sizeof low.tokens[0]);
    /* With more alarms than its limit the low floor refuses a new one, but it can still be halted.
     */
    event_init(&desk.e, FLOOR_ALARM_RAISED);
    DESK_PUT(item, "identity");
    desk_say("two of them");
    assert_int_equal(floor_step(&low, &desk.e, desk.h.now_ms, &desk.err), CR_E_RANGE);
    DESK_PUT(item, "rollback");
    assert_int_equal(floor_step(&low, &desk.e, desk.h.now_ms, &desk.err), 0);
    free(low_memory);
    free(high_memory);
    desk_stop();
}

static void read_counter(uint64_t coins)
{
    desk_at_table(FLOOR_METER_READ, "t0");
    desk.e.coins = coins;
    desk_good();
}

/* REC-3: a variance for whose alarm there is no room yet is told as soon as there is. */
static void a_variance_waits_for_room(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    event_init(&desk.e, FLOOR_MANAGER_STARTED);
    DESK_PUT(manager, "gm");
    desk.e.semantics = floor_semantics_known;
    desk_good();
    event_init(&desk.e, FLOOR_SHIFT_OPENED);
    DESK_PUT(user, "Ann");
    DESK_PUT(item, "Day");
    desk_good();
    read_counter(1000);
    read_counter(1500); /* 500 coins that nobody booked */
    event_init(&desk.e, FLOOR_SHIFT_CLOSED);
    DESK_PUT(user, "Ann");
    desk_good();
    assert_int_equal(raise_alarm("identity"), 0);
    const uint64_t first = desk.e.seq;
    assert_int_equal(raise_alarm("contribution"), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(alarm_of_variance(&desk.h.floor, &desk.e));
        desk_refused(CR_E_RANGE, "no room for more than 2 alarms");
    }
    acknowledge(first);
    assert_true(alarm_of_variance(&desk.h.floor, &desk.e));
    assert_string_equal(desk.e.link, "main");
    desk_good();
    desk_stop();
}

static struct floor_event *about_claim(unsigned kind, uint64_t claim, const char *user)
{
    event_init(&desk.e, kind);
    desk.e.claim = claim;
    DESK_PUT(user, user);
    return &desk.e;
}

/* PIT-14: when the floor knows as many patrons as it can on a day, a jackpot in cheques says how
 * else it is paid. */
static void a_jackpot_of_one_patron_too_many(void **state)
{
    char name[24];
    (void)state;
    desk_start(&desk_small, 1);
    event_init(&desk.e, FLOOR_MANAGER_STARTED);
    DESK_PUT(manager, "gm");
    desk.e.semantics = floor_semantics_known;
    desk_good();
    desk_by_two(FLOOR_HOUSE_SET);
    DESK_PUT(item, "compliance");
    desk_say("ofac");
    desk_good();
    for (unsigned i = 0; i <= FLOOR_PATRONS; i++) {
        snprintf(name, sizeof name, "patron %u", i);
        desk_at_table(FLOOR_BUY_IN, "t0");
        desk.e.seat = 1;
        desk.e.amount.micro = 1000000;
        DESK_PUT(item, "cash");
        DESK_PUT(patron, name);
        if (i < FLOOR_PATRONS)
            desk_good();
        if (i % 500 == 499)
            assert_true(harness_clean(&desk.h));
    }
    desk_refused(CR_E_RANGE, "no room for more; send this patron to the cage");
    assert_int_equal(desk_claim("t0", 7, CR_FLUSH), 0);
    const uint64_t claim = desk.e.seq;
    about_claim(FLOOR_CLAIM_VERIFIED, claim, "Ann")->items = 1u << CLAIM_HAND | 1u << CLAIM_LEDS;
    desk_good();
    about_claim(FLOOR_CLAIM_APPROVED, claim, "Ben");
    desk_good();
    about_claim(FLOOR_CLAIM_COMPLIED, claim, "Ann");
    DESK_PUT(item, "ofac");
    DESK_PUT(patron, "one more");
    desk_good();
    desk_at_table(FLOOR_KEY_TURNED, "t0");
    DESK_PUT(user, "Ann");
    desk.e.key = CR_KEY_LOW;
    desk.e.position = FLOOR_KEY_JPL;
    desk_good();
    desk_at_table(FLOOR_CLAIM_PAID, "t0");
    desk.e.claim = claim;
    desk_refused(CR_E_RANGE, "no room for more; choose at a desk that it is paid by check");
    about_claim(FLOOR_CLAIM_METHOD_CHOSEN, claim, "Ann")->method = CLAIM_CHECK;
    desk_good();
    desk_at_table(FLOOR_CLAIM_PAID, "t0");
    desk.e.claim = claim;
    desk_good();
    desk_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_count_what_waits),
        cmocka_unit_test(an_alarm_that_halts_always_fits),
        cmocka_unit_test(a_variance_waits_for_room),
        cmocka_unit_test(a_jackpot_of_one_patron_too_many),
        cmocka_unit_test(a_ruling_can_name_every_claim),
        cmocka_unit_test(forty_thousand_tables),
        cmocka_unit_test(thresholds_make_room),
        cmocka_unit_test(the_older_threshold_makes_room),
        cmocka_unit_test(only_touched_books_are_looked_at),
        cmocka_unit_test(limits_only_ever_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
