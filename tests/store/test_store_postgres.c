/* The PostgreSQL back end with several managers, and with a server that goes away. Needs
 * with_postgres.sh; the last test stops the server. */
#include "store/place.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MANAGERS 3
#define BATCHES  60

static struct cr_err err;

static struct place fresh(void)
{
    return place_fresh("postgresql", 0);
}

static void expect_refused(const char *address, enum store_mode mode, int code, const char *words)
{
    struct store *store;
    err = (struct cr_err){0};
    assert_int_equal(store_open(address, mode, &store, &err), code);
    assert_null(store);
    if (!strstr(err.text, words))
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
}

/* ---- Several managers ---- */

struct manager {
    pthread_t thread;
    struct store *store;
    int code;
    struct cr_err err;
};

/* Without cmocka's asserts, which belong to the main thread. */
static int write_one(struct manager *m)
{
    struct store_head head;
    struct store_event events[3];
    char bodies[3][256];
    int code = store_begin(m->store, &head, &m->err);
    for (unsigned i = 0; i < 3; i++) {
        struct store_event *e = &events[i];
        e->seq = ++head.seq;
        e->body = bodies[i];
        e->len = batch_body(e->seq, bodies[i], sizeof bodies[i]);
        store_chain(head.hash, e->body, e->len, e->hash);
        memcpy(head.hash, e->hash, STORE_HASH_BYTES);
    }
    if (code == CR_OK)
        code = store_append(m->store, events, 3, NULL, 0, &m->err);
    return code == CR_OK ? store_commit(m->store, &m->err) : code;
}

static void *manage(void *context)
{
    struct manager *m = context;
    for (unsigned i = 0; i < BATCHES && m->code == CR_OK; i++)
        m->code = write_one(m);
    return NULL;
}

static void managers_write_in_turn(void **state)
{
    (void)state;
    struct place place = fresh();
    struct manager managers[MANAGERS] = {0};
    for (unsigned i = 0; i < MANAGERS; i++)
        managers[i].store = place_open(&place, STORE_CREATE);
    for (unsigned i = 0; i < MANAGERS; i++)
        assert_int_equal(pthread_create(&managers[i].thread, NULL, manage, &managers[i]), 0);
    for (unsigned i = 0; i < MANAGERS; i++) {
        assert_int_equal(pthread_join(managers[i].thread, NULL), 0);
        if (managers[i].code != CR_OK)
            fail_msg("%s", managers[i].err.text);
    }
    log_expect(managers[0].store, MANAGERS * BATCHES * 3);
    for (unsigned i = 0; i < MANAGERS; i++)
        store_close(managers[i].store);
}

static void *wait_long(void *context)
{
    struct manager *m = context;
    m->code = store_wait(m->store, 600000, &m->err);
    return NULL;
}

/* If the wait were not woken, it would take longer than the test may. */
static void a_commit_wakes_the_other_managers(void **state)
{
    (void)state;
    struct place place = fresh();
    struct manager m = {.store = place_open(&place, STORE_CREATE)};
    struct store *other = place_open(&place, STORE_WRITE);
    assert_int_equal(store_wait(m.store, 600000, &err), CR_OK); /* begins to listen */
    batch_write(m.store, 1);                                    /* one's own commit does not wake */
    assert_int_equal(pthread_create(&m.thread, NULL, wait_long, &m), 0);
    batch_write(other, 2);
    assert_int_equal(pthread_join(m.thread, NULL), 0);
    assert_int_equal(m.code, CR_OK);
    log_expect(m.store, 3);
    /* a commit before the wait begins ends the wait at once */
    batch_write(other, 1);
    assert_int_equal(store_wait(m.store, 600000, &err), CR_OK);
    /* and wakes only once */
    batch_write(m.store, 1);
    assert_int_equal(store_wait(m.store, 1, &err), CR_OK);
    store_close(other);
    store_close(m.store);
}

/* ---- What is refused ---- */

static void a_newer_store_is_refused(void **state)
{
    (void)state;
    struct place place = fresh();
    store_close(place_open(&place, STORE_CREATE));
    place_sql(&place, "UPDATE croupier.meta SET value = '4' WHERE key = 'schema'");
    for (enum store_mode mode = STORE_READ; mode <= STORE_CREATE; mode++)
        expect_refused(place.address, mode, CR_E_INPUT,
                       "newer program (schema 4; this one knows 3)");
}

/* Secrets came with the second version of the schema. */
static void an_older_store_is_brought_up_to_date(void **state)
{
    (void)state;
    struct place place = fresh();
    char text[STORE_SECRET_MAX];
    struct cr_err fault;
    store_close(place_open(&place, STORE_CREATE));
    place_sql(&place, "DROP TABLE croupier.secret");
    place_sql(&place, "UPDATE croupier.meta SET value = '1' WHERE key = 'schema'");
    expect_refused(place.address, STORE_READ, CR_E_INPUT, "older program (schema 1)");
    struct store *store = place_open(&place, STORE_WRITE);
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, NULL, 0);
    assert_int_equal(store_put_secret(store, "pin/Ann", "kept", &fault), CR_OK);
    batch_commit(store);
    assert_int_equal(store_secret(store, "pin/Ann", text, sizeof text, &fault), CR_OK);
    store_close(store);
}

static void a_log_that_was_cut_is_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "DELETE FROM croupier.event WHERE seq = 3",
        "INSERT INTO croupier.event VALUES(4, '{}', decode(repeat('00', 32), 'hex'))",
        "UPDATE croupier.event SET hash = decode(repeat('00', 32), 'hex') WHERE seq = 3",
        "DELETE FROM croupier.head",
    };
    for (unsigned i = 0; i < 4; i++) {
        struct place place = fresh();
        struct store *store = place_open(&place, STORE_CREATE);
        batch_write(store, 3);
        store_close(store);
        place_sql(&place, "DROP TRIGGER event_kept ON croupier.event");
        place_sql(&place, changes[i]);
        expect_refused(place.address, STORE_WRITE, CR_E_INPUT, "changed");
        expect_refused(place.address, STORE_READ, CR_E_INPUT, "changed");
    }
}

/* Objects and settings that act in the store's tables or show them otherwise, and how to undo them.
 */
static const struct {
    const char *change, *back, *words;
} strange[] = {
    {"ALTER TABLE croupier.event DISABLE TRIGGER event_kept",
     "ALTER TABLE croupier.event ENABLE TRIGGER event_kept", "no trigger event_kept"},
    {"ALTER TABLE croupier.event ENABLE REPLICA TRIGGER event_kept",
     "ALTER TABLE croupier.event ENABLE TRIGGER event_kept", "no trigger event_kept"},
    {"CREATE OR REPLACE FUNCTION croupier.keep_events() RETURNS trigger LANGUAGE plpgsql AS"
     " 'BEGIN RETURN NULL; END'",
     "CREATE OR REPLACE FUNCTION croupier.keep_events() RETURNS trigger LANGUAGE plpgsql AS"
     " 'BEGIN RAISE EXCEPTION ''events are never changed or removed''; END'",
     "no trigger event_kept"},
    {"DROP TRIGGER event_kept ON croupier.event; CREATE TRIGGER event_kept BEFORE UPDATE ON"
     " croupier.event FOR EACH STATEMENT EXECUTE FUNCTION croupier.keep_events()",
     "DROP TRIGGER event_kept ON croupier.event; CREATE TRIGGER event_kept BEFORE UPDATE OR DELETE"
     " OR TRUNCATE ON croupier.event FOR EACH STATEMENT EXECUTE FUNCTION croupier.keep_events()",
     "no trigger event_kept"},
    {"CREATE TRIGGER thief AFTER INSERT ON croupier.head FOR EACH ROW EXECUTE FUNCTION"
     " croupier.keep_events(); ALTER TABLE croupier.head DISABLE TRIGGER thief",
     "DROP TRIGGER thief ON croupier.head", "trigger thief"},
    {"CREATE RULE thief AS ON INSERT TO croupier.secret DO INSTEAD NOTHING",
     "DROP RULE thief ON croupier.secret", "rule thief"},
    {"CREATE VIEW croupier.thief AS SELECT 1", "DROP VIEW croupier.thief", "view thief"},
    {"ALTER TABLE croupier.event ADD CONSTRAINT thief CHECK (length(body) > 0)",
     "ALTER TABLE croupier.event DROP CONSTRAINT thief", "constraint thief"},
    {"ALTER TABLE croupier.secret ADD CONSTRAINT thief FOREIGN KEY (id) REFERENCES"
     " croupier.meta(key) ON DELETE CASCADE NOT VALID",
     "ALTER TABLE croupier.secret DROP CONSTRAINT thief", "constraint thief"},
    {"CREATE TABLE public.theirs(seq bigint CONSTRAINT thief REFERENCES croupier.event(seq))",
     "DROP TABLE public.theirs", "constraint thief"},
    {"ALTER TABLE croupier.\"row\" ALTER body SET DEFAULT '\\x00'",
     "ALTER TABLE croupier.\"row\" ALTER body DROP DEFAULT", "default of row"},
    {"CREATE INDEX thief ON croupier.event(length(body))", "DROP INDEX croupier.thief",
     "index thief"},
    {"CREATE INDEX thief ON croupier.event(seq) WHERE length(body) > 5",
     "DROP INDEX croupier.thief", "index thief"},
    {"CREATE UNIQUE INDEX thief ON croupier.event(hash)", "DROP INDEX croupier.thief",
     "index thief"},
    {"ALTER TABLE croupier.event ENABLE ROW LEVEL SECURITY",
     "ALTER TABLE croupier.event DISABLE ROW LEVEL SECURITY", "row security of event"},
    {"CREATE POLICY thief ON croupier.secret USING (false)", "DROP POLICY thief ON croupier.secret",
     "policy thief"},
    {"CREATE TABLE public.theirs() INHERITS (croupier.event)", "DROP TABLE public.theirs",
     "inheritance of event"},
    {"ALTER TABLE croupier.head ADD thief int", "ALTER TABLE croupier.head DROP thief",
     "column head.thief"},
    {"ALTER TABLE croupier.secret ALTER text DROP NOT NULL",
     "ALTER TABLE croupier.secret ALTER text SET NOT NULL", "column secret.text"},
    {"CREATE DOMAIN public.thief AS bytea CHECK (length(value) > 0);"
     "ALTER TABLE croupier.\"row\" ALTER body TYPE public.thief",
     "ALTER TABLE croupier.\"row\" ALTER body TYPE bytea; DROP DOMAIN public.thief",
     "column row.body"},
    {"ALTER TABLE croupier.event SET UNLOGGED", "ALTER TABLE croupier.event SET LOGGED",
     "kind of table of event"},
    {"ALTER TABLE croupier.secret DROP CONSTRAINT secret_pkey",
     "ALTER TABLE croupier.secret ADD PRIMARY KEY (id)", "no key of secret"},
};

static void what_acts_in_the_tables_is_named(void **state)
{
    (void)state;
    char names[512];
    struct cr_err fault;
    struct place place = fresh();
    store_close(place_open(&place, STORE_CREATE));
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        place_sql(&place, strange[i].change);
        struct store *store = place_open(&place, STORE_READ);
        assert_int_equal(store_strangers(store, names, sizeof names, &fault), CR_OK);
        if (strstr(names, strange[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", strange[i].change, names, strange[i].words);
        store_close(store);
        place_sql(&place, strange[i].back);
    }
    /* An index on plain columns runs no foreign code and is not reported. */
    place_sql(&place, "CREATE INDEX plain ON croupier.event(hash)");
    struct store *store = place_open(&place, STORE_READ);
    assert_int_equal(store_strangers(store, names, sizeof names, &fault), CR_OK);
    assert_string_equal(names, "");
    store_close(store);
}

static void a_server_that_does_not_sync_is_refused(void **state)
{
    (void)state;
    struct place place = fresh();
    store_close(place_open(&place, STORE_CREATE));
    static const char *const settings[] = {"off", "on"};
    for (unsigned i = 0; i < 2; i++) {
        char sql[128], seen[8] = "";
        snprintf(sql, sizeof sql, "ALTER SYSTEM SET fsync = %s", settings[i]);
        place_sql(&place, sql);
        place_sql(&place, "SELECT pg_reload_conf()");
        while (strcmp(seen, settings[i]) != 0) { /* the server takes a moment */
            PGconn *connection = PQconnectdb(place.address);
            PGresult *result = PQexec(connection, "SHOW fsync");
            snprintf(seen, sizeof seen, "%s", PQgetvalue(result, 0, 0));
            PQclear(result);
            PQfinish(connection);
        }
        if (i == 0)
            expect_refused(place.address, STORE_WRITE, CR_E_INPUT, "fsync = off");
    }
    store_close(place_open(&place, STORE_WRITE));
}

static void a_database_of_another_encoding_is_refused(void **state)
{
    (void)state;
    struct place place = fresh(), other = place_fresh("postgresql", 1);
    place_sql(&place, "DROP DATABASE slot1 WITH (FORCE)");
    place_sql(&place, "CREATE DATABASE slot1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    expect_refused(other.address, STORE_CREATE, CR_E_INPUT, "ENCODING 'UTF8'");
}

static void no_server_no_store(void **state)
{
    (void)state;
    expect_refused("postgresql://me:secret@127.0.0.1:1/x", STORE_CREATE, CR_E_IO, "cannot connect");
    assert_null(strstr(err.text, "secret"));
    expect_refused("postgresql://[", STORE_CREATE, CR_E_IO, "cannot connect");
}

static void auditors_have_a_view(void **state)
{
    (void)state;
    struct place place = fresh();
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 150);
    store_close(store);
    PGconn *connection = PQconnectdb(place.address);
    PGresult *result = PQexec(connection, "SELECT concat_ws(' ', seq, time, kind, \"table\", seat, "
                                          "amount, coalesce(\"user\", '-'))"
                                          " FROM croupier.activity WHERE seq = 123");
    assert_string_equal(PQgetvalue(result, 0, 0), "123 1700000000123 coin 3 5 23.00 -");
    PQclear(result);
    /* REC-1, REG-15 */
    static const char *const changes[] = {"DELETE FROM croupier.event WHERE seq = 1",
                                          "UPDATE croupier.event SET body = '{}' WHERE seq = 1",
                                          "TRUNCATE croupier.event"};
    for (unsigned i = 0; i < 3; i++) {
        result = PQexec(connection, changes[i]);
        assert_non_null(strstr(PQresultErrorMessage(result), "events are never changed"));
        PQclear(result);
    }
    PQfinish(connection);
}

/* ---- A server that goes away ---- */

static void end_other_sessions(const struct place *place)
{
    place_sql(place, "SELECT pg_terminate_backend(pid, 300000) FROM pg_stat_activity"
                     " WHERE application_name = 'croupier'");
}

static int take_nothing(void *context, const struct store_event *event)
{
    (void)context, (void)event;
    return 0;
}

/* Between batches nothing is lost: the handle connects again, takes its name again, and goes on. */
static void a_cut_connection_between_batches_is_made_anew(void **state)
{
    (void)state;
    const struct store_program program = {.semantics = 1, .layout = 7};
    struct place place = fresh();
    struct store *store = place_open(&place, STORE_CREATE);
    struct store *reader = place_open(&place, STORE_READ);
    struct store_head head;
    assert_int_equal(store_take_name(store, "m1", &program, &err), CR_OK);
    batch_write(store, 2);
    end_other_sessions(&place);
    batch_write(store, 3);
    assert_int_equal(store_head(reader, &head, &err), CR_OK);
    assert_int_equal(head.seq, 5);
    end_other_sessions(&place);
    assert_int_equal(store_read(reader, 1, 9, take_nothing, NULL, &err), CR_OK);
    assert_int_equal(store_head(store, &head, &err), CR_OK);
    end_other_sessions(&place);
    assert_int_equal(store_hold(reader, &err), CR_OK);
    store_release(reader);
    rows_expect(store, 1, 9, "");
    assert_int_equal(store_wait(store, 1, &err), CR_OK);
    end_other_sessions(&place);
    assert_int_equal(store_wait(store, 600000, &err), CR_OK);
    batch_write(store, 1);
    /* The name is still taken. */
    struct store *other = place_open(&place, STORE_WRITE);
    assert_int_equal(store_take_name(other, "m1", &program, &err), CR_E_STATE);
    store_close(other);
    log_expect(store, 6);
    store_close(reader);
    store_close(store);
}

/* Another store has come to the address: it is refused however often it is asked, until the first
 * one is back. */
static void another_store_at_the_address_is_never_read(void **state)
{
    (void)state;
    const struct store_program program = {.semantics = 1, .layout = 7};
    struct place place = fresh();
    struct store *store = place_open(&place, STORE_CREATE), *other;
    struct store *reader = place_open(&place, STORE_READ);
    struct store_head head;
    assert_int_equal(store_take_name(store, "m1", &program, &err), CR_OK);
    batch_write(store, 2);
    place_sql(&place, "UPDATE croupier.meta SET value = translate(value, '0123', '1230')"
                      " WHERE key = 'identity'");
    end_other_sessions(&place);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(store_head(reader, &head, &err), CR_E_IO);
        assert_non_null(strstr(err.text, "another store answers"));
        assert_int_equal(store_read(store, 1, 9, take_nothing, NULL, &err), CR_E_IO);
    }
    place_sql(&place, "UPDATE croupier.meta SET value = translate(value, '1230', '0123')"
                      " WHERE key = 'identity'");
    assert_int_equal(store_head(reader, &head, &err), CR_OK);
    assert_int_equal(head.seq, 2);
    batch_write(store, 1);
    other = place_open(&place, STORE_WRITE);
    assert_int_equal(store_take_name(other, "m1", &program, &err), CR_E_STATE);
    store_close(other);
    store_close(reader);
    store_close(store);
}

/* In the middle of a batch its outcome is unknown, so the handle ends; nothing of the batch is kept
 * (V1). */
static void a_cut_connection_in_a_batch_ends_the_handle(void **state)
{
    (void)state;
    struct place place = fresh();
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 2);
    struct store_head head;
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    batch_append(store, &head, 5, NULL, 0);
    end_other_sessions(&place);
    assert_int_equal(store_commit(store, &err), CR_E_IO);
    assert_int_equal(store_begin(store, &head, &err), CR_E_IO);
    store_close(store);
    store = place_open(&place, STORE_WRITE);
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    end_other_sessions(&place);
    assert_int_equal(store_read(store, 1, 1, take_nothing, NULL, &err), CR_E_IO);
    assert_int_equal(store_rows(store, 1, 1, NULL, NULL, &err), CR_E_IO);
    store_close(store);
    store = place_open(&place, STORE_READ);
    assert_int_equal(store_hold(store, &err), CR_OK);
    end_other_sessions(&place);
    assert_int_equal(store_read(store, 1, 1, take_nothing, NULL, &err), CR_E_IO);
    store_release(store);
    log_expect(store, 2);
    store_close(store);
}

/* A manager stands still in the middle of a batch: another one gets the lock before it gives up,
 * and the first one is told that its batch is lost. */
static void a_frozen_manager_does_not_stop_the_others(void **state)
{
    (void)state;
    struct place place = fresh();
    struct store *frozen = place_open(&place, STORE_CREATE);
    struct store *other = place_open(&place, STORE_WRITE);
    struct store_head head;
    batch_write(frozen, 2);
    assert_int_equal(store_begin(frozen, &head, &err), CR_OK);
    batch_append(frozen, &head, 5, NULL, 0);
    batch_write(other, 1);
    assert_int_equal(store_commit(frozen, &err), CR_E_IO);
    store_close(frozen);
    log_expect(other, 3);
    store_close(other);
}

static pid_t server_pid(void)
{
    char path[300];
    long pid = 0;
    snprintf(path, sizeof path, "%s/postmaster.pid", getenv("CROUPIER_TEST_PG_DATA"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &pid), 1);
    fclose(file);
    return (pid_t)pid;
}

static void a_stopped_server_ends_the_handle(void **state)
{
    (void)state;
    struct place place = fresh();
    struct store *store = place_open(&place, STORE_CREATE);
    struct store_head head;
    batch_write(store, 2);
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    batch_append(store, &head, 5, NULL, 0);
    assert_int_equal(kill(server_pid(), SIGQUIT), 0); /* SIGQUIT: at once, without a shutdown */
    struct store *none;
    while (store_open(place.address, STORE_READ, &none, &err) == CR_OK)
        store_close(none);
    assert_int_equal(store_commit(store, &err), CR_E_IO);
    store_close(store);
    expect_refused(place.address, STORE_WRITE, CR_E_IO, "cannot connect");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(managers_write_in_turn),
        cmocka_unit_test(a_commit_wakes_the_other_managers),
        cmocka_unit_test(a_newer_store_is_refused),
        cmocka_unit_test(an_older_store_is_brought_up_to_date),
        cmocka_unit_test(a_log_that_was_cut_is_refused),
        cmocka_unit_test(what_acts_in_the_tables_is_named),
        cmocka_unit_test(a_server_that_does_not_sync_is_refused),
        cmocka_unit_test(a_database_of_another_encoding_is_refused),
        cmocka_unit_test(no_server_no_store),
        cmocka_unit_test(auditors_have_a_view),
        cmocka_unit_test(a_cut_connection_between_batches_is_made_anew),
        cmocka_unit_test(another_store_at_the_address_is_never_read),
        cmocka_unit_test(a_cut_connection_in_a_batch_ends_the_handle),
        cmocka_unit_test(a_frozen_manager_does_not_stop_the_others),
        cmocka_unit_test(a_stopped_server_ends_the_handle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
