/* Many tables at once: 32 clients with 50 tables each, while others read. Nothing is lost or
 * counted twice (MET-7). */
#include "api_fixture.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define V1      "/api/v1"
#define CLIENTS 32
#define TABLES  50
#define ROUNDS  3

struct player {
    pthread_t thread;
    unsigned number;
    const char *base;
    const char *rules;
    unsigned refused; /* requests that were refused and should not have been */
    unsigned long long coins;
    char last[256];
};

static struct http_client *connect_to(const char *base)
{
    struct http_client *client = NULL;
    struct cr_err err;
    return http_client_new(&base, 1, &client, &err) == 0 ? client : NULL;
}

static void post(struct player *p, struct http_client *client, const char *path, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* Only counts a fault: cmocka's asserts belong to the main thread. */
static void post(struct player *p, struct http_client *client, const char *path, const char *format,
                 ...)
{
    char body[512];
    struct http_client_answer answer;
    struct cr_err err;
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof(body), format, args);
    va_end(args);
    if (http_call(client, "POST", path, body, strlen(body), 60000, &answer, &err) != 0) {
        p->refused++;
        snprintf(p->last, sizeof(p->last), "%.200s", err.text);
    } else if (answer.status != 200) {
        p->refused++;
        snprintf(p->last, sizeof(p->last), "%.200s", answer.body);
    }
}

static void play_round(struct player *p, struct http_client *client, unsigned table, unsigned round)
{
    char path[64];
    static const char *const seats[] = {"[1]", "[2,3]", "[1,4,7]", "[]"};
    const unsigned count = (table + round) % 4 == 3 ? 0 : (table + round) % 4 + 1;
    snprintf(path, sizeof(path), V1 "/tables/t%u-%u/events", p->number, table);
    /* Each event is sent twice, so that the second one is a repeat. */
    for (int i = 0; i < 2; i++)
        post(p, client, path, "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":%u,\"seats\":%s}",
             2 * round + 1, seats[(table + round) % 4]);
    post(p, client, path, "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":%u}", 2 * round + 2);
    p->coins += count;
    snprintf(path, sizeof(path), V1 "/tables/t%u-%u/heartbeat", p->number, table);
    post(p, client, path, "{\"instance\":\"box\",\"epoch\":1}");
}

static void *play(void *context)
{
    struct player *p = context;
    struct http_client *client = connect_to(p->base);
    char path[64];
    for (unsigned t = 0; client != NULL && t < TABLES; t++) {
        snprintf(path, sizeof(path), V1 "/tables/t%u-%u/configure", p->number, t);
        post(p, client, path,
             "{\"document\":\"%s\",\"link\":\"main\",\"item\":\"x\",\"user\":\"a\",\"approver\":"
             "\"b\"}",
             p->rules);
        snprintf(path, sizeof(path), V1 "/tables/t%u-%u/join", p->number, t);
        post(p, client, path, "{\"instance\":\"box\"}");
    }
    for (unsigned r = 0; client != NULL && r < ROUNDS; r++)
        for (unsigned t = 0; t < TABLES; t++)
            play_round(p, client, t, r);
    http_client_free(client);
    return NULL;
}

/* A client that reads all the time. */
struct watcher {
    const char *base;
    atomic_bool stop;
    unsigned looks, failed;
};

static void *watch(void *context)
{
    static const char *const paths[] = {V1 "/floor", V1 "/links/main",
                                        V1 "/log?limit=50&kind=coin_in", "/metrics",
                                        V1 "/shifts/current"};
    struct watcher *w = context;
    struct http_client *client = connect_to(w->base);
    struct http_client_answer answer;
    struct cr_err err;
    while (!w->stop) {
        const char *path = paths[w->looks++ % 5];
        if (http_call(client, "GET", path, NULL, 0, 60000, &answer, &err) != 0 ||
            answer.status != 200)
            w->failed++;
    }
    http_client_free(client);
    return NULL;
}

/* Counts the coin_in events of the log, and their coins, page by page. */
static void count_log(struct api_server *s, unsigned long long *events, unsigned long long *coins)
{
    unsigned long long from = 1;
    *events = *coins = 0;
    while (from != 0) {
        char path[96];
        snprintf(path, sizeof(path), V1 "/log?kind=coin_in&limit=777&from=%llu", from);
        const char *page = api_get(s, path, 200);
        for (const char *at = page; (at = strstr(at, "\"kind\":\"coin_in\"")) != NULL; at++) {
            const char *end = strchr(at, '}');
            const char *list = strstr(at, "\"seats\":[");
            (*events)++;
            for (; list != NULL && list < end && *list != ']'; list++)
                *coins += *list >= '1' && *list <= '7';
        }
        from = api_number(strstr(page, "\"next\":"), "next");
    }
}

static void totals_are_equal(const char *address)
{
    static struct player players[CLIENTS];
    /* A table's turn comes only after all others: a short lease could end before. */
    struct api_server *s = api_server_start(address, "m1", 3600000);
    struct watcher w = {.base = s->base};
    pthread_t watching;
    char rules[65] = "";
    api_set_up(s);
    api_word(api_get(s, V1 "/tables/t1", 200), "rules", rules, sizeof(rules));
    api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}");
    api_post(s, V1 "/links/main/open", 200, "{\"user\":\"a\"}");
    pthread_create(&watching, NULL, watch, &w);
    for (unsigned i = 0; i < CLIENTS; i++) {
        players[i] = (struct player){.number = i, .base = s->base, .rules = rules};
        assert_int_equal(pthread_create(&players[i].thread, NULL, play, &players[i]), 0);
    }
    unsigned long long coins = 0;
    for (unsigned i = 0; i < CLIENTS; i++) {
        pthread_join(players[i].thread, NULL);
        if (players[i].refused != 0)
            print_message("%u: %s\n", i, players[i].last);
        assert_int_equal(players[i].refused, 0);
        coins += players[i].coins;
    }
    w.stop = true;
    pthread_join(watching, NULL);
    assert_int_equal(w.failed, 0);
    assert_true(w.looks > 10);
    const char *link = api_get(s, V1 "/links/main", 200);
    assert_int_equal(api_number(link, "coins"), coins);
    char amount[32], expected[32];
    api_word(strstr(link, "\"seeded\""), "contributed", amount, sizeof(amount));
    snprintf(expected, sizeof(expected), "%llu.%02llu", coins * 14 / 100, coins * 14 % 100);
    assert_string_equal(amount, expected);
    unsigned long long events = 0, logged = 0;
    count_log(s, &events, &logged);
    assert_int_equal(events, CLIENTS * TABLES * ROUNDS);
    assert_int_equal(logged, coins);
    /* REC-3: the coins that the tables counted explain the meters. */
    const char *shift = api_get(s, V1 "/shifts/current", 200);
    assert_non_null(strstr(shift, "\"variance\":\"0.00\""));
    assert_null(strstr(shift, "\"alarm\":true"));
    api_server_stop(s);
}

static void many_tables_in_memory(void **state)
{
    (void)state;
    totals_are_equal(NULL);
}

static void many_tables_in_sqlite(void **state)
{
    (void)state;
    char folder[] = "/tmp/croupier-load-XXXXXX", address[64], path[64];
    static const char *const files[] = {"floor.db", "floor.db-wal", "floor.db-shm",
                                        "floor.db.lock"};
    assert_non_null(mkdtemp(folder));
    snprintf(address, sizeof(address), "sqlite:%s/floor.db", folder);
    totals_are_equal(address);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_tables_in_memory),
        cmocka_unit_test(many_tables_in_sqlite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
