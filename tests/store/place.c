/* Empty places for stores of each engine, and batches to put into them; see place.h. */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp */

#include "store/place.h"

#include <ftw.h>
#include <inttypes.h>
#include <libpq-fe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

const char *place_folder(void)
{
    if (!folder[0]) {
        strcpy(folder, "/tmp/croupier-store.XXXXXX");
        assert_non_null(mkdtemp(folder));
    }
    return folder;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info, (void)kind, (void)at;
    return remove(path);
}

void place_cleanup(void)
{
    if (folder[0])
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    folder[0] = '\0';
}

static void sql_at(const char *address, const char *sql)
{
    PGconn *connection = PQconnectdb(address);
    if (PQstatus(connection) != CONNECTION_OK)
        fail_msg("%s", PQerrorMessage(connection));
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    PQclear(result);
    PQfinish(connection);
}

void place_sql(const struct place *place, const char *sql)
{
    sql_at(place->address, sql);
}

/* Slot 0 is the database of CROUPIER_TEST_PG; databases for other slots are made on the same
 * server. */
static void postgres_fresh(struct place *place, unsigned slot)
{
    const char *server = getenv("CROUPIER_TEST_PG");
    if (!server)
        fail_msg("CROUPIER_TEST_PG is not set; run this under with_postgres.sh");
    const char *base = strstr(server, "/postgres?");
    assert_non_null(base);
    char name[32] = "postgres";
    if (slot > 0) {
        char sql[96];
        snprintf(name, sizeof name, "slot%u", slot);
        snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS %s WITH (FORCE)", name);
        sql_at(server, sql);
        snprintf(sql, sizeof sql, "CREATE DATABASE %s", name);
        sql_at(server, sql);
    }
    snprintf(place->address, sizeof place->address, "%.*s/%s%s", (int)(base - server), server, name,
             base + strlen("/postgres"));
    place_sql(place, "DROP SCHEMA IF EXISTS croupier CASCADE");
}

struct place place_fresh(const char *engine, unsigned slot)
{
    struct place place = {.engine = engine};
    assert_in_range(slot, 0, PLACE_SLOTS - 1);
    if (strcmp(engine, "memory") == 0) {
        place.disk = memory_disk_new();
        assert_non_null(place.disk);
    } else if (strcmp(engine, "postgresql") == 0) {
        postgres_fresh(&place, slot);
    } else {
        static unsigned number;
        snprintf(place.address, sizeof place.address, "sqlite:%s/%u-%u.db", place_folder(),
                 number++, slot);
    }
    return place;
}

struct store *place_open(const struct place *place, enum store_mode mode)
{
    struct store *store = NULL;
    struct cr_err err = {0};
    int code = place->disk ? memory_disk_open(place->disk, &store)
                           : store_open(place->address, mode, &store, &err);
    if (code != CR_OK)
        fail_msg("%s: %s", place->address, err.text);
    assert_string_equal(store_engine(store), place->engine);
    return store;
}

void place_release(struct place *place)
{
    memory_disk_free(place->disk);
    place->disk = NULL;
}

/* ---- Batches ---- */

uint32_t batch_body(uint64_t seq, char *out, size_t size)
{
    int len = snprintf(out, size,
                       "{\"seq\":%" PRIu64 ",\"time\":%" PRIu64 ",\"kind\":\"coin\",\"table\":%u,"
                       "\"seat\":%u,\"amount\":\"%u.00\",\"note\":\"\\\"'\\\\ é € 🂡 %%s {},\"}",
                       seq, 1700000000000 + seq, (unsigned)(seq % 40), (unsigned)(seq % 7 + 1),
                       (unsigned)(seq % 100));
    assert_in_range(len, 1, size - 1);
    return (uint32_t)len;
}

void batch_append(struct store *store, struct store_head *head, size_t events,
                  const struct store_row *rows, size_t row_count)
{
    static struct store_event list[STORE_BATCH_MAX];
    static char bodies[STORE_BATCH_MAX][256];
    struct cr_err err = {0};
    assert_in_range(events, 0, STORE_BATCH_MAX);
    for (size_t i = 0; i < events; i++) {
        list[i].seq = ++head->seq;
        list[i].body = bodies[i];
        list[i].len = batch_body(head->seq, bodies[i], sizeof bodies[i]);
        store_chain(head->hash, bodies[i], list[i].len, list[i].hash);
        memcpy(head->hash, list[i].hash, STORE_HASH_BYTES);
    }
    if (store_append(store, list, events, rows, row_count, &err) != CR_OK)
        fail_msg("%s", err.text);
}

struct store_head batch_begin(struct store *store)
{
    struct store_head head;
    struct cr_err err = {0};
    if (store_begin(store, &head, &err) != CR_OK)
        fail_msg("%s", err.text);
    return head;
}

void batch_commit(struct store *store)
{
    struct cr_err err = {0};
    if (store_commit(store, &err) != CR_OK)
        fail_msg("%s", err.text);
}

void batch_write(struct store *store, size_t events)
{
    struct store_head head = batch_begin(store);
    batch_append(store, &head, events, NULL, 0);
    batch_commit(store);
}

struct checked {
    uint64_t count;
    uint8_t hash[STORE_HASH_BYTES];
};

static int check_event(void *context, const struct store_event *event)
{
    struct checked *checked = context;
    char body[256];
    assert_int_equal(event->seq, ++checked->count);
    assert_int_equal(event->len, batch_body(event->seq, body, sizeof body));
    assert_memory_equal(event->body, body, event->len);
    store_chain(checked->hash, event->body, event->len, checked->hash);
    assert_memory_equal(event->hash, checked->hash, STORE_HASH_BYTES);
    return 0;
}

void log_expect(struct store *store, uint64_t events)
{
    struct checked checked = {0};
    struct store_head head;
    struct cr_err err = {0};
    if (store_read(store, 1, UINT64_MAX, check_event, &checked, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(checked.count, events);
    if (store_head(store, &head, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(head.seq, events);
    assert_memory_equal(head.hash, checked.hash, STORE_HASH_BYTES);
}

static int list_row(void *context, const struct store_row *row)
{
    char *out = context;
    size_t len = strlen(out);
    snprintf(out + len, 4096 - len, "%s%" PRIu64 "=%.*s", len ? " " : "", row->id, (int)row->len,
             (const char *)row->body);
    return 0;
}

void rows_expect(struct store *store, uint64_t from, uint64_t to, const char *expected)
{
    char found[4096] = "";
    struct cr_err err = {0};
    if (store_rows(store, from, to, list_row, found, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_string_equal(found, expected);
}

struct store_row row_text(uint64_t id, const char *text)
{
    return (struct store_row){.id = id, .body = text, .len = (uint32_t)strlen(text)};
}
