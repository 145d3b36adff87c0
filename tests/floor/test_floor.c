/* What scenarios cannot say: room, numbers, the first people, rows that were tampered with. */
#include "floor/harness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct harness h;
static struct floor_event e;
static struct cr_err err;

static const struct floor_limits small = {
    .tables = 4, .links = 2, .claims = 3, .disputes = 2, .alarms = 2, .people = 4, .documents = 4};

static void put(char *to, size_t size, const char *text)
{
    memset(to, 0, size);
    snprintf(to, size, "%s", text);
}
#define PUT(member, text) put(e.member, sizeof e.member, text)

static void say(const char *text)
{
    e.text_len = (uint16_t)strlen(text);
    memcpy(e.text, text, e.text_len);
}

static int step(void)
{
    int rc = 0;
    if (!harness_step(&h, &e, &rc, &err))
        fail_msg("%s", h.fault);
    return rc;
}

static void good(void)
{
    if (step() != 0)
        fail_msg("refused: %s", err.text);
}

static void refused(int code, const char *words)
{
    assert_int_equal(step(), code);
    if (strstr(err.text, words) == NULL)
        fail_msg("\"%s\" is not in: %s", words, err.text);
}

static void by_two(unsigned kind)
{
    event_init(&e, kind);
    PUT(user, "Ann");
    PUT(approver, "Ben");
}

static void person(const char *name, const char *user, const char *approver)
{
    event_init(&e, FLOOR_PERSON_ADDED);
    PUT(person, name);
    PUT(item, "manager");
    PUT(user, user);
    PUT(approver, approver);
}

static void document(const char *name)
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    assert_non_null(shipped);
    event_init(&e, FLOOR_DOCUMENT_ADDED);
    PUT(user, "Ann");
    say(shipped->text);
}

static void configure_table(const char *id)
{
    by_two(FLOOR_TABLE_CONFIGURED);
    PUT(table, id);
    PUT(link, "main");
    PUT(item, "Poker");
    e.is_live = 1;
}

static void join(const char *id)
{
    event_init(&e, FLOOR_TABLE_JOINED);
    PUT(table, id);
    PUT(manager, "gm");
    PUT(instance, "one");
}

static void at_table(unsigned kind, const char *id)
{
    const uint32_t at = floor_find_table(&h.floor, id);
    event_init(&e, kind);
    PUT(table, id);
    e.epoch = h.floor.plays[at].epoch;
    e.table_seq = h.floor.plays[at].seq + 1;
}

/* Ann, Ben and Cy; link main on PTHA-2, open; tables t0 … with a coin on every seat. */
static void start(const struct floor_limits *limits, unsigned tables)
{
    char id[16];
    harness_start(&h, limits);
    person("Ann", "setup", "");
    good();
    person("Ben", "setup", "");
    good();
    person("Cy", "Ann", "Ben");
    good();
    document("ptha-2");
    good();
    by_two(FLOOR_LINK_CONFIGURED);
    PUT(link, "main");
    memcpy(e.document, h.floor.documents[0].hash, CR_HASH_BYTES);
    e.high_approvals = 1; /* none */
    good();
    event_init(&e, FLOOR_LINK_OPENED);
    PUT(link, "main");
    PUT(user, "Ann");
    good();
    for (unsigned i = 0; i < tables; i++) {
        snprintf(id, sizeof id, "t%u", i);
        configure_table(id);
        good();
        join(id);
        good();
        at_table(FLOOR_COIN_IN, id);
        e.seats = 127;
        good();
        if (i % 100 == 99)
            assert_true(harness_clean(&h));
    }
}

static void stop(void)
{
    if (!harness_restart(&h) || !harness_replay(&h, 1) || !harness_replay(&h, 1000))
        fail_msg("%s", h.fault);
    harness_stop(&h);
}

static int claim(const char *table, unsigned seat, enum cr_category award)
{
    at_table(FLOOR_CLAIM_MADE, table);
    e.seat = (uint8_t)seat;
    e.award = (uint8_t)(1 + award);
    return step();
}

/* ---- People ---- */

static void the_first_two_come_with_the_installation(void **state)
{
    (void)state;
    harness_start(&h, &small);
    person("Ann", "Ann", "Ann");
    refused(CR_E_STATE, "this is about Ann");
    person("Ann", "Bob", "Cat");
    refused(CR_E_INPUT, "user: \"Bob\" is not a person");
    person("setup", "setup", "");
    refused(CR_E_STATE, "is there already");
    person("Ann", "setup", "");
    good();
    person("Ann", "setup", "");
    refused(CR_E_STATE, "is there already");
    person("Ben", "Ann", "");
    refused(CR_E_INPUT, "approver: missing");
    person("Ben", "setup", "Ann");
    refused(CR_E_INPUT, "approver: \"setup\" acts alone");
    person("Ben", "setup", "");
    good();
    person("Eve", "setup", "");
    refused(CR_E_STATE, "there are people who can add others");
    document("ptha-2");
    PUT(user, "setup");
    refused(CR_E_INPUT, "user: \"setup\" is not a person");
    person("Eve", "Ann", "");
    refused(CR_E_INPUT, "approver");
    person("Eve", "Ann", "Ben");
    PUT(item, "a role with a name that is much too long");
    refused(CR_E_INPUT, "item: \"a role with a name that is much too long\" is no role");
    person("Eve", "Ann", "Ben");
    good();
    person("Fay", "Ann", "Ben");
    good();
    person("Guy", "Ann", "Ben");
    refused(CR_E_RANGE, "no room");
    stop();
}

static void documents_are_read_before_they_are_kept(void **state)
{
    (void)state;
    start(&small, 0);
    document("ptha-2");
    refused(CR_E_STATE, "this very document is there already");
    event_init(&e, FLOOR_DOCUMENT_ADDED);
    PUT(user, "Ann");
    say("rules: mine\ngame: none\n");
    assert_int_not_equal(step(), 0);
    event_init(&e, FLOOR_DOCUMENT_ADDED);
    PUT(user, "Ann");
    say("nonsense");
    assert_int_not_equal(step(), 0);
    document("uth-cn");
    good();
    assert_false(h.floor.documents[1].is_progressive);
    document("cn");
    PUT(user, "Zoe");
    refused(CR_E_INPUT, "\"Zoe\" is not a person");
    document("cn");
    good();
    document("rp");
    good();
    document("tcp-cn");
    refused(CR_E_RANGE, "no room");
    stop();
}

/* ---- Numbers (V2, V8) ---- */

static void only_the_next_number_of_the_epoch_is_taken(void **state)
{
    (void)state;
    start(&small, 1);
    const uint64_t next = h.floor.plays[0].seq + 1;
    for (uint64_t n = 1; n < next + 4; n++) {
        at_table(FLOOR_GAME_OVER, "t0");
        e.table_seq = n;
        if (n != next)
            refused(CR_E_STATE, "table_seq: the next of table t0");
    }
    at_table(FLOOR_GAME_OVER, "t0");
    e.epoch = 2;
    refused(CR_E_STATE, "epoch: table t0 is in epoch 1, not 2");
    at_table(FLOOR_GAME_OVER, "t0");
    e.epoch = 0;
    refused(CR_E_INPUT, "epoch: missing");
    at_table(FLOOR_GAME_OVER, "t0");
    good();
    stop();
}

static void a_table_that_knows_more_is_noticed(void **state)
{
    (void)state;
    start(&small, 1);
    const uint64_t seq = h.floor.plays[0].seq;
    const struct {
        uint64_t epoch, seq;
        bool behind;
    } cases[] = {{0, 0, false},      {1, 0, false}, {1, seq, false},
                 {1, seq + 1, true}, {2, 0, true},  {2, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        join("t0");
        e.acked_epoch = cases[i].epoch;
        e.acked_seq = cases[i].seq;
        assert_int_equal(floor_is_behind(&h.floor, &e), cases[i].behind);
        if (cases[i].behind)
            refused(CR_E_STATE, "restore the newer one");
    }
    join("t9");
    assert_false(floor_is_behind(&h.floor, &e));
    e.acked_epoch = 1;
    assert_true(floor_is_behind(&h.floor, &e));
    stop();
}

/* A late word that a table is lost must not throw out the one that has joined since. */
static void only_the_manager_that_has_it_loses_a_table(void **state)
{
    (void)state;
    start(&small, 1);
    join("t0");
    e.acked_epoch = 1;
    good();
    assert_int_equal(e.epoch, 1);
    join("t0");
    e.acked_epoch = 1;
    e.fence = 1; /* it keeps its memory and wants a new epoch all the same */
    good();
    assert_int_equal(e.epoch, 2);
    assert_int_equal(h.floor.plays[0].seq, 0);
    const struct {
        const char *manager;
        uint64_t epoch;
        int rc;
    } cases[] = {
        {"gm", 1, CR_E_STATE}, {"other", 2, CR_E_STATE}, {"gm", 2, 0}, {"gm", 2, CR_E_STATE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        event_init(&e, FLOOR_TABLE_LOST);
        PUT(table, "t0");
        PUT(manager, cases[i].manager);
        e.epoch = cases[i].epoch;
        assert_int_equal(step(), cases[i].rc);
    }
    stop();
}

/* ---- Awards and keys ---- */

static void an_award_is_recorded_by_its_own_kind_of_event(void **state)
{
    (void)state;
    start(&small, 2);
    at_table(FLOOR_AWARD_PAID, "t0");
    e.seat = 1;
    e.award = 1 + CR_ROYAL_FLUSH;
    refused(CR_E_INPUT, "needs a key");
    assert_int_not_equal(claim("t0", 1, CR_STRAIGHT), 0);
    assert_non_null(strstr(err.text, "needs no key"));
    assert_int_equal(claim("t0", 1, CR_ROYAL_FLUSH), 0);
    const uint64_t seq = e.seq;
    at_table(FLOOR_CLAIM_PAID, "t1");
    e.claim = seq;
    refused(CR_E_INPUT, "was not made at this table");
    at_table(FLOOR_CLAIM_CANCELLED, "t1");
    e.claim = seq;
    refused(CR_E_INPUT, "was not made at table t1");
    at_table(FLOOR_CLAIM_CANCELLED, "t0");
    e.claim = seq;
    PUT(user, "Zoe");
    refused(CR_E_INPUT, "\"Zoe\" is not a person");
    event_init(&e, FLOOR_CLAIM_CANCELLED);
    e.claim = seq;
    PUT(user, "Ann");
    PUT(table, "t1");
    refused(CR_E_INPUT, "only a table that numbers its events names itself");
    stop();
}

static void twenty_five_hits_are_shown(void **state)
{
    (void)state;
    start(&small, 1);
    for (unsigned i = 0; i < 40; i++) {
        const unsigned seat = 1 + i % CR_SEATS;
        if (seat == 1 && i > 0) {
            at_table(FLOOR_KEY_TURNED, "t0");
            e.key = CR_KEY_HIGH;
            e.position = FLOOR_KEY_R;
            PUT(user, "Ann");
            good();
            at_table(FLOOR_GAME_OVER, "t0");
            good();
            at_table(FLOOR_COIN_IN, "t0");
            e.seats = 127;
            good();
        }
        assert_int_equal(claim("t0", seat, CR_STRAIGHT_FLUSH), 0);
        const uint64_t made = e.seq;
        event_init(&e, FLOOR_CLAIM_VERIFIED);
        e.claim = made;
        e.items = 127;
        PUT(user, "Ann");
        good();
        at_table(FLOOR_KEY_TURNED, "t0");
        e.key = CR_KEY_HIGH;
        e.position = FLOOR_KEY_JPH;
        PUT(user, "Ann");
        good();
        at_table(FLOOR_CLAIM_PAID, "t0");
        e.claim = made;
        good();
        const struct floor_link *l = &h.floor.links[0];
        const struct floor_hit *last = &l->hits[(l->hit_next + FLOOR_HITS - 1) % FLOOR_HITS];
        assert_int_equal(last->seq, e.seq);
        assert_int_equal(last->amount.micro, e.amount.micro);
        event_init(&e, FLOOR_CLAIM_CLEARED);
        e.claim = made;
        PUT(user, "Ann");
        good();
        assert_true(harness_clean(&h));
    }
    for (unsigned i = 0; i < FLOOR_HITS; i++)
        assert_true(h.floor.links[0].hits[i].seq > 0);
    assert_int_equal(h.floor.links[0].books.levels[0].hits, 40);
    stop();
}

/* ---- Room ---- */

/* What is done with does not use up the limit, however long it is not cleaned. */
static void limits_count_what_waits(void **state)
{
    (void)state;
    start(&small, 1);
    for (unsigned i = 0; i < 50; i++) {
        assert_int_equal(claim("t0", 1, CR_ROYAL_FLUSH), 0);
        const uint64_t made = e.seq;
        at_table(FLOOR_CLAIM_CANCELLED, "t0");
        e.claim = made;
        good();
        event_init(&e, FLOOR_ALARM_RAISED);
        PUT(item, "identity");
        say("two of them");
        good();
        const uint64_t alarm = e.seq;
        event_init(&e, FLOOR_ALARM_ACKNOWLEDGED);
        e.alarm = alarm;
        PUT(user, "Ann");
        good();
        event_init(&e, FLOOR_DISPUTE_OPENED);
        PUT(user, "Ann");
        say("what");
        good();
        const uint64_t dispute = e.seq;
        event_init(&e, FLOOR_DISPUTE_DECIDED);
        e.dispute = dispute;
        PUT(user, "Ann");
        say("so");
        good();
    }
    for (unsigned seat = 1; seat <= 3; seat++)
        assert_int_equal(claim("t0", seat, CR_ROYAL_FLUSH), 0);
    assert_int_equal(claim("t0", 4, CR_ROYAL_FLUSH), CR_E_RANGE);
    for (unsigned i = 0; i < 3; i++) {
        event_init(&e, FLOOR_ALARM_RAISED);
        PUT(item, "identity");
        say("two of them");
        assert_int_equal(step(), i < 2 ? 0 : CR_E_RANGE);
        event_init(&e, FLOOR_DISPUTE_OPENED);
        PUT(user, "Ann");
        say("what");
        assert_int_equal(step(), i < 2 ? 0 : CR_E_RANGE);
    }
    event_init(&e, FLOOR_ALARM_RAISED);
    PUT(item, "an alarm with a name that is much too long");
    say("two of them");
    refused(CR_E_INPUT, "item: the kind of an alarm has at most 31 bytes");
    stop();
}

static int raise_alarm(const char *item)
{
    event_init(&e, FLOOR_ALARM_RAISED);
    PUT(item, item);
    say("what happened");
    return step();
}

static void acknowledge(uint64_t alarm)
{
    by_two(FLOOR_ALARM_ACKNOWLEDGED);
    e.alarm = alarm;
    good();
}

/* V8: alarms that nobody answers cannot keep the floor open on a store that lost events. */
static void an_alarm_that_halts_always_fits(void **state)
{
    (void)state;
    start(&small, 1);
    assert_int_equal(raise_alarm("identity"), 0);
    const uint64_t first = e.seq;
    assert_int_equal(raise_alarm("contribution"), 0);
    assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(raise_alarm("rollback"), 0);
        const uint64_t rollback = e.seq;
        assert_true(h.floor.general.halted);
        assert_int_equal(raise_alarm("rollback"), CR_E_RANGE); /* halted is halted */
        assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
        acknowledge(rollback);
        assert_false(h.floor.general.halted);
    }
    /* its place is not for others, even when one of theirs is taken by a halt */
    assert_int_equal(raise_alarm("rollback"), 0);
    acknowledge(first);
    assert_int_equal(raise_alarm("mismatch"), CR_E_RANGE);
    assert_int_equal(raise_alarm("rollback"), 0);
    stop();
}

/* TAB-10: as many high claims as a ruling can name, and no more. */
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
    start(&limits, 8);
    for (unsigned i = 0; i < FLOOR_ORDER_MAX; i++) {
        snprintf(id, sizeof id, "t%u", i % 8);
        assert_int_equal(claim(id, 7 - i / 8, CR_STRAIGHT_FLUSH), 0);
        seqs[i] = e.seq;
    }
    assert_int_equal(claim("t0", 1, CR_STRAIGHT_FLUSH), CR_E_RANGE);
    assert_int_equal(claim("t0", 1, CR_FLUSH), 0); /* a low one needs no order */
    by_two(FLOOR_ORDER_RULED);
    PUT(link, "main");
    say("tape");
    memcpy(e.order, seqs, sizeof seqs);
    e.order_count = FLOOR_ORDER_MAX;
    good();
    stop();
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
    start(&small, 0);
    floor_init(&f, &limits, memory);
    for (size_t i = 0; i < h.log_count; i++) {
        struct floor_event again;
        assert_int_equal(event_decode(h.log[i], strlen(h.log[i]), &again, NULL), 0);
        event_copy_given(&e, &again);
        assert_int_equal(floor_step(&f, &e, again.time_ms, &err), 0);
    }
    for (unsigned i = 0; i < limits.tables; i++) {
        snprintf(id, sizeof id, "t%u", i);
        configure_table(id);
        assert_int_equal(floor_step(&f, &e, 1, &err), 0);
        if (i % 1000 == 999)
            floor_clean(&f);
    }
    for (unsigned i = 0; i < limits.tables; i += 97) {
        snprintf(id, sizeof id, "t%u", i);
        assert_int_equal(floor_find_table(&f, id), i);
    }
    configure_table("more");
    assert_int_equal(floor_step(&f, &e, 1, &err), CR_E_RANGE);
    event_init(&e, FLOOR_SHIFT_OPENED);
    PUT(user, "Ann");
    PUT(item, "Day");
    assert_int_equal(floor_step(&f, &e, 1, &err), 0);
    assert_true(f.dirty_count > floor_play_rows(&f));
    floor_clean(&f);
    free(memory);
    harness_stop(&h);
}

/* REG-16: room is made by what has been replaced, and by nothing else. */
static void thresholds_make_room(void **state)
{
    (void)state;
    start(&small, 0);
    const int64_t day = 86400000;
    for (unsigned i = 0; i < FLOOR_THRESHOLDS; i++) {
        by_two(FLOOR_THRESHOLD_SET);
        PUT(item, "check");
        e.amount.micro = 1000000 * (1 + (int64_t)i);
        e.effective_ms = h.now_ms + day * (FLOOR_THRESHOLDS - (int64_t)i);
        good();
    }
    by_two(FLOOR_THRESHOLD_SET);
    PUT(item, "check");
    e.amount.micro = 77000000;
    e.effective_ms = h.now_ms + 20 * day;
    refused(CR_E_RANGE, "no room");
    h.now_ms += 2 * day; /* the last two are in force; the first of them is replaced */
    by_two(FLOOR_THRESHOLD_SET);
    PUT(item, "check");
    e.amount.micro = 77000000;
    e.effective_ms = h.now_ms + day; /* the same day as another one */
    good();
    refused(CR_E_RANGE, "no room");
    assert_int_equal(floor_threshold_at(&h.floor, FLOOR_BY_CHECK, h.now_ms).micro, 15000000);
    assert_int_equal(floor_threshold_at(&h.floor, FLOOR_BY_CHECK, h.now_ms + day).micro, 77000000);
    assert_int_equal(floor_threshold_at(&h.floor, FLOOR_BY_CHECK, h.now_ms + 2 * day).micro,
                     13000000);
    stop();
}

/* Of two for the same time it is the older that makes room. */
static void the_older_threshold_makes_room(void **state)
{
    (void)state;
    start(&small, 0);
    const int64_t day = 86400000;
    for (unsigned i = 0; i < FLOOR_THRESHOLDS + 1; i++) {
        by_two(FLOOR_THRESHOLD_SET);
        PUT(item, i == 0 || i == 1 ? "check" : "tax form");
        e.amount.micro = 1000000 * (1 + (int64_t)i);
        e.effective_ms = h.now_ms + (i < 2 ? day : (1 + (int64_t)i) * day);
        if (i == FLOOR_THRESHOLDS)
            h.now_ms += day;
        good();
    }
    assert_int_equal(floor_threshold_at(&h.floor, FLOOR_BY_CHECK, h.now_ms).micro, 2000000);
    stop();
}

/* ---- Rows from a store that someone else wrote to ---- */

static int load_changed(uint64_t id, size_t offset, uint32_t value)
{
    struct floor f;
    void *memory = malloc(floor_memory_size(&small));
    int rc = 0;
    assert_non_null(memory);
    floor_init(&f, &small, memory);
    for (size_t i = 0; rc == 0 && i < h.row_count; i++) {
        char *body = malloc(h.rows[i].len);
        assert_non_null(body);
        memcpy(body, h.rows[i].body, h.rows[i].len);
        if (h.rows[i].id == id)
            memcpy(body + offset, &value, sizeof value);
        rc = floor_load_row(&f, h.rows[i].id, body, h.rows[i].len, &err);
        free(body);
    }
    free(memory);
    return rc;
}

static int load_without(uint64_t id)
{
    struct floor f;
    void *memory = malloc(floor_memory_size(&small));
    int rc = 0;
    assert_non_null(memory);
    floor_init(&f, &small, memory);
    for (size_t i = 0; rc == 0 && i < h.row_count; i++)
        if (h.rows[i].id != id)
            rc = floor_load_row(&f, h.rows[i].id, h.rows[i].body, h.rows[i].len, &err);
    free(memory);
    return rc;
}

static void rows_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    start(&small, 2);
    assert_int_equal(claim("t0", 1, CR_ROYAL_FLUSH), 0);
    const uint64_t seq = e.seq, link = FLOOR_ROW_ID(FLOOR_ROW_LINK, 0);
    const uint64_t table = FLOOR_ROW_ID(FLOOR_ROW_TABLE, 1);
    const uint64_t claims = FLOOR_ROW_ID(FLOOR_ROW_CLAIM, seq);
    assert_true(harness_clean(&h));
    assert_int_equal(load_without(0), 0);
    assert_int_not_equal(load_without(FLOOR_ROW_ID(FLOOR_ROW_TABLE, 0)), 0);
    assert_int_not_equal(load_without(FLOOR_ROW_ID(FLOOR_ROW_DOCUMENT, 0)), 0);
    assert_int_not_equal(load_without(link), 0);
    assert_int_not_equal(load_changed(link, offsetof(struct floor_link, document), 9), 0);
    assert_int_not_equal(load_changed(table, offsetof(struct floor_table, link), 9), 0);
    assert_int_not_equal(load_changed(table, offsetof(struct floor_table, document), 0), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, seq), 1), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, table), 2), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, link), 1), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, seat), 0), 0);
    const uint64_t plays = FLOOR_ROW_ID(FLOOR_ROW_PLAY, 0);
    assert_int_equal(load_changed(plays, sizeof(struct floor_play), 9), 0);
    assert_int_not_equal(load_changed(plays, 2 * sizeof(struct floor_play), 9), 0);
    assert_int_not_equal(floor_load_row(&h.floor, plays, "x", 1, &err), 0);
    assert_int_not_equal(floor_load_row(&h.floor, table, "x", 1, &err), 0);
    assert_int_not_equal(floor_load_row(&h.floor, FLOOR_ROW_ID(99, 0), "x", 1, &err), 0);
    uint32_t len;
    assert_null(floor_row(&h.floor, FLOOR_ROW_ID(FLOOR_ROW_TABLE, 2), &len));
    assert_null(floor_row(&h.floor, FLOOR_ROW_ID(FLOOR_ROW_PLAY, 1), &len));
    assert_null(floor_row(&h.floor, FLOOR_ROW_ID(FLOOR_ROW_CLAIM, seq + 1), &len));
    assert_null(floor_row(&h.floor, FLOOR_ROW_ID(FLOOR_ROW_LAYOUT, 0), &len));
    stop();
}

static void a_clock_before_1970_is_no_time(void **state)
{
    (void)state;
    harness_start(&h, &small);
    h.now_ms = -5;
    person("Ann", "setup", "");
    good();
    assert_int_equal(e.time_ms, 1);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_two_come_with_the_installation),
        cmocka_unit_test(documents_are_read_before_they_are_kept),
        cmocka_unit_test(only_the_next_number_of_the_epoch_is_taken),
        cmocka_unit_test(a_table_that_knows_more_is_noticed),
        cmocka_unit_test(only_the_manager_that_has_it_loses_a_table),
        cmocka_unit_test(an_award_is_recorded_by_its_own_kind_of_event),
        cmocka_unit_test(twenty_five_hits_are_shown),
        cmocka_unit_test(limits_count_what_waits),
        cmocka_unit_test(an_alarm_that_halts_always_fits),
        cmocka_unit_test(a_ruling_can_name_every_claim),
        cmocka_unit_test(forty_thousand_tables),
        cmocka_unit_test(thresholds_make_room),
        cmocka_unit_test(the_older_threshold_makes_room),
        cmocka_unit_test(rows_that_do_not_fit_are_refused),
        cmocka_unit_test(a_clock_before_1970_is_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
