/* The interface's stories: a whole day, repeats, two controllers of one name, a table that knows
 * more than its store, a lost table, and what the stream sends. */
#include "api_schema.h"
#include "api_story.h"
#include "support/follow.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define V1 "/api/v1"

static void a_day_in_memory(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    api_story_run(s);
    api_server_stop(s);
}

/* After a restart the manager shows the same floor. */
static void a_day_in_sqlite(void **state)
{
    (void)state;
    char folder[] = "/tmp/croupier-api-XXXXXX", address[64], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(address, sizeof(address), "sqlite:%s/floor.db", folder);
    struct api_server *s = api_server_start(address, "m1", 60000);
    api_story_run(s);
    char *links = strdup(api_get(s, V1 "/links/five-2", 200));
    api_server_stop(s);
    s = api_server_start(address, "m1", 60000);
    const char *again = api_get(s, V1 "/links/five-2", 200);
    /* Everything but the number of the last event, because the start is an event itself. */
    assert_string_equal(strstr(again, "\"progressive\""), strstr(links, "\"progressive\""));
    free(links);
    api_server_stop(s);
    static const char *const files[] = {"floor.db", "floor.db-wal", "floor.db-shm",
                                        "floor.db.lock"};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* ---- Repeats (V2) ---- */

static struct api_server *open_table_for(unsigned lease_ms)
{
    struct api_server *s = api_server_start(NULL, "m1", lease_ms);
    api_set_up(s);
    api_post(s, V1 "/links/main/open", 200, "{\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/join", 200, "{\"instance\":\"box-1\"}");
    return s;
}

static struct api_server *open_table(void)
{
    return open_table_for(60000);
}

static void a_repeat_gets_the_same_bytes(void **state)
{
    (void)state;
    static const char coins[] =
        "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1,4]}";
    static const char other[] =
        "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1,5]}";
    struct api_server *s = open_table();
    struct api_said first = api_ask(s->client, "POST", V1 "/tables/t1/events", coins);
    assert_int_equal(first.status, 200);
    const unsigned long long head = api_head(s);
    for (int i = 0; i < 3; i++) {
        struct api_said again = api_ask(s->client, "POST", V1 "/tables/t1/events", coins);
        assert_int_equal(again.status, 200);
        assert_string_equal(again.body, first.body);
        api_said_free(&again);
    }
    assert_int_equal(api_head(s), head);
    char path[64];
    snprintf(path, sizeof(path), V1 "/log/%llu", api_number(first.body, "seq"));
    assert_string_equal(api_get(s, path, 200), first.body);
    api_said_free(&first);
    /* Another body under the same number is refused, and raises one alarm. */
    for (int i = 0; i < 2; i++)
        assert_non_null(
            strstr(api_post(s, V1 "/tables/t1/events", 409, "%s", other), "something else"));
    assert_int_equal(api_head(s), head + 1);
    assert_non_null(strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"mismatch\""));
    api_server_stop(s);
}

/* REG-1 */
static void two_controllers_of_one_name(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    api_post(s, V1 "/tables/t1/heartbeat", 409, "{\"instance\":\"box-2\",\"epoch\":1}");
    /* The alarm is written by the writer's thread a little later. */
    while (strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"identity\"") == NULL)
        ;
    const unsigned long long head = api_head(s);
    api_post(s, V1 "/tables/t1/heartbeat", 409, "{\"instance\":\"box-2\",\"epoch\":1}");
    api_post(s, V1 "/tables/t1/join", 409, "{\"instance\":\"box-2\"}");
    assert_int_equal(api_head(s), head);
    api_post(s, V1 "/tables/t1/heartbeat", 200, "{\"instance\":\"box-1\",\"epoch\":1}");
    api_server_stop(s);
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static struct http_client *process_of(const struct api_server *s, const char *name)
{
    struct http_client *client;
    struct cr_err err;
    const char *base = s->base;
    assert_int_equal(http_client_new(&base, 1, &client, &err), 0);
    assert_int_equal(http_client_set_header(client, "Croupier-Process", name, &err), 0);
    return client;
}

static unsigned say(struct http_client *process, const char *path, const char *body)
{
    struct api_said said = api_ask(process, "POST", path, body);
    const unsigned status = said.status;
    api_said_free(&said);
    return status;
}

#define JOIN_SAME  V1 "/tables/t1/join", "{\"instance\":\"box-1\",\"acked_epoch\":1}"
#define JOIN_FENCE V1 "/tables/t1/join", "{\"instance\":\"box-1\",\"acked_epoch\":1,\"fence\":true}"
#define BEAT       V1 "/tables/t1/heartbeat", "{\"instance\":\"box-1\",\"epoch\":1}"
#define COINS                                                                                      \
    V1 "/tables/t1/events", "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[2]}"

/* REG-1: a thief with a copy of the table's files uses the same instance name, but is another
 * process. */
static void a_copy_of_a_table_is_seen(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    struct http_client *table = process_of(s, "aaaa"), *thief = process_of(s, "bbbb");
    assert_int_equal(say(table, JOIN_SAME), 200);
    assert_int_equal(say(thief, COINS), 409);
    assert_int_equal(say(thief, BEAT), 409);
    assert_null(strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"identity\""));
    /* A process that starts anew asks the same way. The next message of the other process shows
     * that there are two. */
    unsigned joined = say(thief, JOIN_FENCE);
    while (strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"identity\"") == NULL) {
        say(table, BEAT);
        joined = say(thief, JOIN_FENCE);
    }
    printf("the thief's last join: %u\n", joined);
    http_client_free(table);
    http_client_free(thief);
    api_server_stop(s);
}

/* The process that had the table speaks after another one has taken it over: both are alive. */
static void the_process_before_is_seen(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    struct http_client *first = process_of(s, "aaaa"), *second = process_of(s, "bbbb");
    assert_int_equal(say(first, JOIN_SAME), 200);
    /* While the first process is there, the second one has to wait. Then the first one comes back
     * within its lease. */
    while (say(second, JOIN_SAME) != 200)
        nap();
    assert_int_equal(say(second, BEAT), 200);
    assert_null(strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"identity\""));
    assert_int_equal(say(first, COINS), 409);
    assert_non_null(strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"identity\""));
    assert_int_equal(say(second, COINS), 200);
    http_client_free(first);
    http_client_free(second);
    api_server_stop(s);
}

/* V8 */
static void a_table_ahead_of_the_store_halts_the_floor(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    api_post(s, V1 "/tables/t1/join", 409,
             "{\"instance\":\"box-1\",\"acked_epoch\":1,\"acked_seq\":9}");
    assert_non_null(strstr(api_get(s, V1 "/floor", 200), "\"halted\":true"));
    api_post(s, V1 "/tables/t1/events", 409,
             "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1]}");
    char path[64];
    snprintf(path, sizeof(path), V1 "/alarms/%llu/acknowledge",
             api_number(api_get(s, V1 "/alarms", 200), "alarm"));
    api_post(s, path, 422, "{\"user\":\"a\"}");
    api_post(s, path, 200, "{\"user\":\"a\",\"approver\":\"b\"}");
    assert_non_null(strstr(api_get(s, V1 "/floor", 200), "\"halted\":false"));
    api_server_stop(s);
}

/* Joins as a table that knows of more events than the store has, with this receipt (NULL: none). */
static unsigned join_showing(const struct api_server *s, const char *receipt)
{
    struct http_client *client = process_of(s, "");
    struct cr_err err;
    assert_int_equal(http_client_set_header(client, HTTP_RECEIPT_HEADER, receipt, &err), 0);
    const unsigned status = say(client, V1 "/tables/t1/join",
                                "{\"instance\":\"box-1\",\"acked_epoch\":1,\"acked_seq\":9}");
    http_client_free(client);
    return status;
}

/* V8: where the manager has a key for receipts, a table's word alone closes only that table, and
 * two people let it in again. */
static void a_table_that_only_says_so_halts_nobody(void **state)
{
    (void)state;
    static const uint8_t key[MANAGER_RECEIPT_KEY] = {7};
    char receipt[MANAGER_RECEIPT_MAX], path[64];
    struct api_server *s = open_table();
    writer_lock(s->writer);
    manager_set_receipts(s->manager, key);
    writer_unlock(s->writer);
    /* An acknowledgement comes with a receipt. */
    struct api_said said =
        api_ask(s->client, "POST", V1 "/tables/t1/events",
                "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[1]}");
    assert_int_equal(said.status, 200);
    api_said_free(&said);
    assert_true(http_client_header(s->client, HTTP_RECEIPT_HEADER, receipt, sizeof(receipt)));
    assert_memory_equal(receipt, "1.1.", 4);
    /* Without a receipt, with one for what the store has, and with a forged one. */
    assert_int_equal(join_showing(s, NULL), 409);
    assert_int_equal(join_showing(s, receipt), 409);
    receipt[2] = '9';
    assert_int_equal(join_showing(s, receipt), 409);
    assert_non_null(strstr(api_get(s, V1 "/floor", 200), "\"halted\":false"));
    const char *alarms = api_get(s, V1 "/alarms", 200);
    assert_non_null(strstr(alarms, "\"item\":\"unproved\""));
    assert_null(strstr(alarms, "\"item\":\"rollback\""));
    snprintf(path, sizeof(path), V1 "/alarms/%llu/acknowledge", api_number(alarms, "alarm"));
    api_post(s, path, 422, "{\"user\":\"a\"}");
    /* A receipt of this floor's manager proves it: the store is older than the floor. */
    assert_non_null(manager_receipt(s->manager, "t1", 1, 9, receipt));
    assert_int_equal(join_showing(s, receipt), 409);
    assert_non_null(strstr(api_get(s, V1 "/floor", 200), "\"halted\":true"));
    api_post(s, path, 200, "{\"user\":\"a\",\"approver\":\"b\"}");
    assert_int_equal(join_showing(s, NULL), 200);
    api_server_stop(s);
}

/* V9: a table that the manager does not hear any more raises an alarm. */
static void a_lost_table_is_an_alarm(void **state)
{
    (void)state;
    struct api_server *s = open_table_for(100);
    char path[64];
    /* The writer's thread finds the lost table by itself. */
    while (strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"lost table\"") == NULL)
        nap();
    const char *alarms = api_get(s, V1 "/alarms", 200);
    assert_non_null(strstr(alarms, "\"table\":\"t1\",\"halts\":false"));
    snprintf(path, sizeof(path), V1 "/alarms/%llu/acknowledge", api_number(alarms, "alarm"));
    assert_non_null(
        strstr(api_get(s, V1 "/tables/t1", 200), "\"joined\":false,\"alive\":false,\"lost\":true"));
    assert_non_null(strstr(api_get(s, V1 "/tables", 200), "\"lost\":true"));
    api_post(s, path, 200, "{\"user\":\"a\",\"text\":\"a loose cable\"}");
    assert_null(strstr(api_get(s, V1 "/alarms", 200), "lost table"));
    api_server_stop(s);
}

/* ---- The stream ---- */

struct heard {
    struct api_server *server;
    char base[64];
    atomic_bool stop;
    atomic_int snapshots, claims;
    pthread_mutex_t lock;
    char meters[512], play[512];
    char snapshot[65536];
};

static bool on_event(void *user, const struct http_event *e)
{
    struct heard *h = user;
    if (e->name == NULL)
        return true;
    if (strcmp(e->name, "snapshot") == 0) {
        snprintf(h->snapshot, sizeof(h->snapshot), "%s", e->data);
        h->snapshots++;
    }
    if (strcmp(e->name, "claim") == 0)
        h->claims++;
    pthread_mutex_lock(&h->lock);
    if (strcmp(e->name, "play") == 0)
        snprintf(h->play, sizeof(h->play), "%s", e->data);
    if (strcmp(e->name, "meters") == 0)
        snprintf(h->meters, sizeof(h->meters), "%s", e->data);
    pthread_mutex_unlock(&h->lock);
    return true;
}

static void *listen_to(void *user)
{
    struct heard *h = user;
    struct http_client *client;
    struct cr_err err;
    const char *base = h->base;
    if (http_client_new(&base, 1, &client, &err) == 0) {
        http_follow(client, V1 "/stream", on_event, h, &h->stop, &err);
        http_client_free(client);
    }
    return NULL;
}

static void expect_schema(const char *name, const char *json)
{
    yaml_node_t *schemas = schema_get(schema_get(schema_root(), "components"), "schemas");
    const char *why = schema_check(schema_get(schemas, name), json, strlen(json));
    if (why != NULL)
        fail_msg("%s: %s", why, json);
}

static void the_stream_brings_the_last_meters(void **state)
{
    (void)state;
    static struct heard h = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct api_server *s = open_table();
    h.server = s;
    pthread_t thread;
    snprintf(h.base, sizeof(h.base), "%s", s->base);
    assert_int_equal(pthread_create(&thread, NULL, listen_to, &h), 0);
    while (h.snapshots == 0)
        nap();
    unsigned seq = 0;
    for (int round = 0; round < 50; round++) {
        api_post(s, V1 "/tables/t1/events", 200,
                 "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":%u,\"seats\":[1,2,3]}", ++seq);
        api_post(s, V1 "/tables/t1/events", 200,
                 "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":%u}", ++seq);
    }
    api_post(s, V1 "/tables/t1/events", 200,
             "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":%u,\"seats\":[1]}", ++seq);
    api_post(s, V1 "/tables/t1/events", 200,
             "{\"kind\":\"claim_made\",\"epoch\":1,\"table_seq\":%u,\"seat\":1,\"award\":\"royal "
             "flush\"}",
             ++seq);
    /* 151 coins at 14 % are on the meter and on the hard meter, and the claim is shown. */
    bool there = false;
    while (!there || h.claims == 0) {
        pthread_mutex_lock(&h.lock);
        there = strstr(h.meters, "\"amount\":\"10021.14\"") != NULL &&
                strstr(h.meters, "\"pending\":true") != NULL &&
                strstr(h.play, "{\"table\":\"t1\",\"mode\":\"in play\",\"round\":51,"
                               "\"seats\":[1],\"coins\":151}") != NULL;
        pthread_mutex_unlock(&h.lock);
        nap();
    }
    assert_int_equal(h.claims, 1);
    assert_int_equal(h.snapshots, 1);
    h.stop = true;
    pthread_join(thread, NULL);
    api_server_stop(s);
    expect_schema("Floor", h.snapshot);
    expect_schema("LinkSign", h.meters);
}

/* ---- The log ---- */

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

static void the_log_comes_in_pages_and_parts(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    char path[128];
    for (unsigned seq = 1; seq <= 60; seq += 2) {
        api_post(s, V1 "/tables/t1/events", 200,
                 "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":%u,\"seats\":[1]}", seq);
        api_post(s, V1 "/tables/t1/events", 200,
                 "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":%u}", seq + 1);
    }
    const unsigned long long head = api_head(s);
    unsigned pages = 0, events = 0;
    for (unsigned long long from = 1; from != 0; pages++) {
        snprintf(path, sizeof(path), V1 "/log?limit=7&from=%llu", from);
        const char *page = api_get(s, path, 200);
        events += count_of(page, "{\"seq\":");
        from = api_number(page, "next");
    }
    assert_int_equal(events, head);
    assert_int_equal(pages, (head + 6) / 7);
    assert_int_equal(count_of(api_get(s, V1 "/log?kind=coin_in&limit=1000", 200), "{\"seq\":"), 30);
    assert_int_equal(count_of(api_get(s, V1 "/log?link=main&user=b", 200), "{\"seq\":"), 2);
    snprintf(path, sizeof(path), V1 "/log?from=%llu&to=%llu", head - 4, head - 2);
    assert_int_equal(count_of(api_get(s, path, 200), "{\"seq\":"), 3);
    /* By time: the first event is of the same millisecond as the last one, and none is older. */
    snprintf(path, sizeof(path), V1 "/log/%llu", head);
    const unsigned long long last = api_number(api_get(s, path, 200), "time");
    snprintf(path, sizeof(path), V1 "/log?limit=1000&since=%llu", last);
    const unsigned at_last = count_of(api_get(s, path, 200), "{\"seq\":");
    assert_true(at_last >= 1);
    snprintf(path, sizeof(path), V1 "/log?limit=1000&until=%llu", last);
    assert_int_equal(count_of(api_get(s, path, 200), "{\"seq\":") + at_last, head);
    snprintf(path, sizeof(path), V1 "/log?since=%llu", last + 1);
    assert_int_equal(count_of(api_get(s, path, 200), "{\"seq\":"), 0);
    api_server_stop(s);
}

/* REC-3 */
static void a_variance_is_an_alarm(void **state)
{
    (void)state;
    static const char reading[] =
        "{\"kind\":\"meter_read\",\"epoch\":1,\"table_seq\":%llu,\"coins\":%u}";
    struct api_server *s = open_table();
    unsigned counter = 5000;
    unsigned long long number = 1;
    api_post(s, V1 "/tables/t1/events", 200, reading, number++, counter);
    for (unsigned extra = 100; extra <= 101; extra++) {
        api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}");
        /* The table's acceptors counted coins that never reached the link. */
        api_post(s, V1 "/tables/t1/events", 200, reading, number++, counter += extra);
        const char *shift = api_get(s, V1 "/shifts/current", 200);
        assert_int_equal(strstr(shift, "\"alarm\":true") != NULL, extra > 100);
        assert_non_null(
            strstr(shift, extra > 100 ? "\"variance\":\"-14.14\"" : "\"variance\":\"-14.00\""));
        api_post(s, V1 "/shifts/close", 200, "{\"user\":\"a\"}");
    }
    while (strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"variance\"") == NULL)
        nap();
    /* PIT-5: one alarm of the link and one of the table. */
    while (count_of(api_get(s, V1 "/alarms", 200), "\"alarm\":") < 2)
        nap();
    assert_int_equal(count_of(api_get(s, V1 "/alarms", 200), "\"alarm\":"), 2);
    api_server_stop(s);
}

/* ---- Readings (PIT-5) ---- */

/* Another client, which closes the shift while the test goes on. */
struct closer {
    struct http_client *client;
    struct api_said said;
};

static void *close_shift(void *context)
{
    struct closer *c = context;
    c->said = api_ask(c->client, "POST", V1 "/shifts/close", "{\"user\":\"a\"}");
    return NULL;
}

static void start_closing(struct api_server *s, struct closer *c, pthread_t *thread)
{
    const char *base = s->base;
    struct cr_err err = {0};
    assert_int_equal(http_client_new(&base, 1, &c->client, &err), 0);
    assert_int_equal(pthread_create(thread, NULL, close_shift, c), 0);
}

static void end_closing(struct closer *c, pthread_t thread)
{
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(c->said.status, 200);
    assert_non_null(strstr(c->said.body, "\"kind\":\"shift_closed\""));
    api_said_free(&c->said);
    http_client_free(c->client);
}

static unsigned long long due_at(struct api_server *s)
{
    return api_number(api_get(s, V1 "/tables/t1", 200), "reading_due");
}

/* The first shift asks for the readings with which it begins; closing it asks again, waits for the
 * table, and then closes. */
static void a_shift_waits_for_its_readings(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    struct closer closer;
    pthread_t thread;
    unsigned seq = 0;
    api_server_reopen(s, &(struct api_config){.is_open = true, .reading_wait_ms = 600000});
    assert_int_equal(due_at(s), 0);
    api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}");
    while (due_at(s) == 0)
        nap();
    const unsigned long long first = due_at(s);
    start_closing(s, &closer, &thread);
    while (due_at(s) == first)
        nap();
    static const char *const readings[] = {
        ",\"coins\":5000", ",\"from\":\"mega\",\"amount\":\"10000\"",
        ",\"from\":\"major\",\"amount\":\"1000\"", ",\"from\":\"minor\",\"amount\":\"250\""};
    unsigned long long last = 0;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(api_number(api_get(s, V1 "/shifts/current", 200), "shift"), first - 1);
        last = api_event(s, &seq, "meter_read", readings[i]);
    }
    end_closing(&closer, thread);
    const char *log = api_get(s, V1 "/log?kind=shift_closed", 200);
    assert_int_equal(api_number(log, "seq"), last + 1);
    api_server_stop(s);
}

/* Closing waits for a table that is there and does not answer, but not for ever. */
static void a_shift_does_not_wait_for_ever(void **state)
{
    (void)state;
    struct api_server *s = open_table();
    struct closer closer;
    pthread_t thread;
    api_server_reopen(s, &(struct api_config){.is_open = true, .reading_wait_ms = 1});
    api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}");
    api_post(s, V1 "/shifts/close", 200, "{\"user\":\"a\",\"next\":\"swing\"}");
    assert_true(due_at(s) > 0);
    api_post(s, V1 "/shifts/close", 422, "{\"user\":\"nobody\"}");
    /* when all tables have left, there is nothing to wait for */
    api_server_reopen(s, &(struct api_config){.is_open = true, .reading_wait_ms = 600000});
    api_post(s, V1 "/tables/t1/events", 200,
             "{\"kind\":\"table_left\",\"epoch\":1,\"table_seq\":1}");
    start_closing(s, &closer, &thread);
    end_closing(&closer, thread);
    api_server_stop(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_in_memory),
        cmocka_unit_test(a_day_in_sqlite),
        cmocka_unit_test(a_repeat_gets_the_same_bytes),
        cmocka_unit_test(two_controllers_of_one_name),
        cmocka_unit_test(a_copy_of_a_table_is_seen),
        cmocka_unit_test(the_process_before_is_seen),
        cmocka_unit_test(a_table_ahead_of_the_store_halts_the_floor),
        cmocka_unit_test(a_table_that_only_says_so_halts_nobody),
        cmocka_unit_test(a_lost_table_is_an_alarm),
        cmocka_unit_test(the_stream_brings_the_last_meters),
        cmocka_unit_test(the_log_comes_in_pages_and_parts),
        cmocka_unit_test(a_variance_is_an_alarm),
        cmocka_unit_test(a_shift_waits_for_its_readings),
        cmocka_unit_test(a_shift_does_not_wait_for_ever),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    yaml_document_delete(schema_document());
    return failed;
}
