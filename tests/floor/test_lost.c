/* A table that its manager does not hear any more: it is recorded as lost, one alarm says so, one
 * person acknowledges it, and rows written before tables could be lost are made anew (V9). */
#include "log/replay/stored_floor.h"
#include "log/store/memory.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TABLES   3
#define LEASE_MS 2000

static struct memory_disk *disk;
static struct store *store;
static struct manager *m;
static struct manager_request request, lost[TABLES];
static char said[512]; /* the text of the last alarm */
static int64_t mono_ms;
static struct cr_err err;

static void hear(void *context, const struct floor_event *e, const char *body, size_t len)
{
    (void)context;
    (void)body;
    (void)len;
    if (e->kind == FLOOR_ALARM_RAISED)
        snprintf(said, sizeof(said), "%.*s", (int)e->text_len, e->text);
}

static void start(void)
{
    const struct manager_config config = {
        .id = "m1", .version = "1", .lease_ms = LEASE_MS, .limits = floor_limits_usual};
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000 + mono_ms, mono_ms, &m, &err), 0);
    manager_on_event(m, hear, NULL);
}

static void stop(void)
{
    manager_free(m);
    store_close(store);
}

static int ask(void)
{
    struct manager_request *const all[] = {&request};
    assert_int_equal(manager_batch(m, all, 1, 1000 + mono_ms, mono_ms, &err), 0);
    return request.result;
}

static struct floor_event *begin(unsigned kind)
{
    event_init(&request.event, kind);
    return &request.event;
}

static void add_person(const char *name)
{
    struct floor_event *e = begin(FLOOR_PERSON_ADDED);
    strcpy(e->person, name);
    strcpy(e->item, "manager");
    strcpy(e->user, "setup");
    assert_int_equal(ask(), 0);
}

static void join(unsigned t)
{
    struct floor_event *e = begin(FLOOR_TABLE_JOINED);
    snprintf(e->table, sizeof(e->table), "t%u", t);
    strcpy(e->manager, "m1");
    strcpy(e->instance, "box");
    assert_int_equal(ask(), 0);
}

static void add_table(unsigned t)
{
    struct floor_event *e = begin(FLOOR_TABLE_CONFIGURED);
    snprintf(e->table, sizeof(e->table), "t%u", t);
    strcpy(e->item, "Live game");
    e->is_live = 1;
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    assert_int_equal(ask(), 0);
    join(t);
}

static int open_floor(void **state)
{
    (void)state;
    disk = memory_disk_new();
    mono_ms = 0;
    start();
    add_person("Ann");
    add_person("Ben");
    for (unsigned t = 0; t < TABLES; t++)
        add_table(t);
    return 0;
}

static int close_floor(void **state)
{
    (void)state;
    stop();
    memory_disk_free(disk);
    return 0;
}

/* Asks for an event of table 0 with this number. */
static int play(unsigned kind, uint64_t number)
{
    struct floor_event *e = begin(kind);
    strcpy(e->table, "t0");
    e->epoch = manager_floor(m)->plays[0].epoch;
    e->table_seq = number;
    return ask();
}

/* V9: the lease is measured by the manager's clock, because the table's may stand still. */
static void no_coin_after_the_lease(void **state)
{
    (void)state;
    mono_ms = LEASE_MS - 1;
    assert_int_equal(play(FLOOR_COIN_IN, 1), 0); /* which counts as a sign of life, too */
    mono_ms += LEASE_MS;
    assert_int_equal(play(FLOOR_GAME_OVER, 2), 0); /* a round that has begun may end */
    mono_ms += LEASE_MS;
    assert_int_equal(play(FLOOR_COIN_IN, 3), CR_E_STATE);
    assert_non_null(strstr(request.err.text, "join again"));
    join(0);
    assert_int_equal(play(FLOOR_COIN_IN, 1), 0);
}

/* Finds lost tables and records them, as the writer does. Returns how many. */
static size_t sweep(void)
{
    struct manager_request *all[TABLES];
    const size_t count = manager_lost_tables(m, mono_ms, lost, TABLES);
    for (size_t i = 0; i < count; i++)
        all[i] = &lost[i];
    assert_int_equal(manager_batch(m, all, count, 1000 + mono_ms, mono_ms, &err), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(lost[i].result, 0);
    return count;
}

static unsigned waiting(void)
{
    const struct floor *f = manager_floor(m);
    unsigned count = 0;
    for (uint32_t i = 0; i < f->alarm_count; i++)
        count += !f->alarms[i].answered;
    return count;
}

static void answer(uint64_t alarm)
{
    struct floor_event *e = begin(FLOOR_ALARM_ACKNOWLEDGED);
    e->alarm = alarm;
    strcpy(e->user, "Ann");
    assert_int_equal(ask(), 0);
}

static void a_lost_table_is_an_alarm(void **state)
{
    (void)state;
    const struct floor *f = manager_floor(m);
    mono_ms = 2 * LEASE_MS - 1;
    assert_int_equal(sweep(), 0);
    join(1);
    mono_ms = 2 * LEASE_MS;
    assert_int_equal(sweep(), 2);
    assert_string_equal(said, "table t2 has not been heard of for 4 seconds; look after it");
    assert_int_equal(waiting(), 2);
    assert_string_equal(f->alarms[0].item, "lost table");
    assert_int_equal(f->alarms[0].table, 0);
    assert_int_equal(f->alarms[0].halts, 0);
    assert_true(f->tables[0].lost && !f->tables[1].lost && f->tables[2].lost);
    assert_true(manager_has_alarm(m, ALARM_LOST_TABLE, "t0"));
    assert_false(manager_has_alarm(m, ALARM_LOST_TABLE, "t1"));
    assert_int_equal(sweep(), 0);
    /* the table joins again; the alarm still waits for a person, and one is enough */
    join(0);
    assert_false(f->tables[0].lost);
    assert_int_equal(waiting(), 2);
    answer(f->alarms[0].seq);
    assert_int_equal(waiting(), 1);
}

static void one_alarm_waits_for_a_table(void **state)
{
    (void)state;
    for (unsigned times = 0; times < 3; times++) {
        mono_ms += 2 * LEASE_MS;
        assert_int_equal(sweep(), times == 0 ? TABLES : 1);
        assert_int_equal(waiting(), TABLES);
        join(0);
    }
    answer(manager_floor(m)->alarms[0].seq);
    assert_int_equal(waiting(), TABLES - 1);
    mono_ms += 61000;
    assert_int_equal(sweep(), 1);
    assert_string_equal(said, "table t0 has not been heard of for 61 seconds; look after it");
    assert_int_equal(waiting(), TABLES);
}

/* A manager that stood still heard nobody: one alarm says that, and none blames a table. */
static void a_manager_that_was_away_blames_no_table(void **state)
{
    (void)state;
    static struct manager_request away;
    struct manager_request *all[1] = {&away};
    mono_ms += LEASE_MS;
    assert_false(manager_was_away(m, LEASE_MS, mono_ms, &away)); /* too short to be an absence */
    mono_ms += 27000;
    assert_true(manager_was_away(m, 27000, mono_ms, &away));
    assert_int_equal(manager_batch(m, all, 1, 1000 + mono_ms, mono_ms, &err), 0);
    assert_int_equal(waiting(), 1);
    assert_non_null(
        strstr(said, "manager m1 stood still for 27 seconds and heard nobody: 3 tables"));
    assert_true(manager_has_alarm(m, ALARM_MANAGER_AWAY, ""));
    assert_false(manager_was_away(m, 27000, mono_ms, &away)); /* one such alarm at a time */
    assert_int_equal(sweep(), 0);
    join(0);
    join(1);
    /* a table that does not come back in time is lost after all */
    mono_ms += LEASE_MS;
    assert_int_equal(sweep(), 1);
    assert_true(manager_has_alarm(m, ALARM_LOST_TABLE, "t2"));
    assert_int_equal(waiting(), 2);
}

static void tables_that_do_not_come_back_to_a_new_manager(void **state)
{
    (void)state;
    stop();
    mono_ms = 500000;
    start();
    join(1);
    mono_ms += 2 * LEASE_MS;
    join(1);
    assert_int_equal(sweep(), 2);
    assert_string_equal(
        said, "table t2 has not come back since manager m1 started 4 seconds ago; look after it");
    assert_int_equal(waiting(), 2);
}

/* ---- Rows of a version that had no lost tables ---- */

static int take_table(void *context, const struct store_row *row)
{
    assert_int_equal(row->len, sizeof(struct floor_table));
    memcpy(context, row->body, row->len);
    return 0;
}

static void write_old_row(uint64_t id, uint64_t layout)
{
    struct store_head head;
    struct floor_table old;
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(store_rows(store, id, id, take_table, &old, &err), 0);
    assert_int_equal(old.lost, 1);
    old.lost = 0;
    const struct store_row rows[] = {{id, &old, sizeof(old)},
                                     {FLOOR_ROW_ID(FLOOR_ROW_LAYOUT, 0), &layout, sizeof(layout)}};
    assert_int_equal(store_begin(store, &head, &err), 0);
    assert_int_equal(store_append(store, NULL, 0, rows, 2, &err), 0);
    assert_int_equal(store_commit(store, &err), 0);
    store_close(store);
}

static void older_rows_are_made_anew(void **state)
{
    (void)state;
    mono_ms = 2 * LEASE_MS;
    assert_int_equal(sweep(), TABLES);
    stop();
    write_old_row(FLOOR_ROW_ID(FLOOR_ROW_TABLE, 1), floor_layout(1) ^ 1);
    start();
    assert_int_equal(manager_floor(m)->tables[1].lost, 1);
    /* but rows that claim to have this layout are compared with the log */
    stop();
    write_old_row(FLOOR_ROW_ID(FLOOR_ROW_TABLE, 1), floor_layout(1));
    const struct manager_config config = {
        .id = "m1", .version = "1", .lease_ms = LEASE_MS, .limits = floor_limits_usual};
    uint64_t rows = 0;
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000 + mono_ms, mono_ms, &m, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "the row of table t1 is not what the log says"));
    assert_int_equal(stored_floor_rebuild(store, &rows, &err), 0);
    store_close(store);
    start();
    assert_int_equal(manager_floor(m)->tables[1].lost, 1);
}

int main(void)
{
#define ON_FLOOR(test) cmocka_unit_test_setup_teardown(test, open_floor, close_floor)
    const struct CMUnitTest tests[] = {
        ON_FLOOR(no_coin_after_the_lease),
        ON_FLOOR(a_lost_table_is_an_alarm),
        ON_FLOOR(one_alarm_waits_for_a_table),
        ON_FLOOR(a_manager_that_was_away_blames_no_table),
        ON_FLOOR(tables_that_do_not_come_back_to_a_new_manager),
        ON_FLOOR(older_rows_are_made_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
