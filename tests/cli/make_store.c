/* Makes a store with something of everything in it, for the tests of the operator's commands.
 * usage: make_store ADDRESS [ROUNDS [START_MS [ZONE]]]   people, two links, three tables, rounds of
 *                                                 coins, an award, a claim that waits, alarms, a
 *                                                 shift; from 1000 rounds on several in a batch;
 *                                                 the house's zone with its rule
 *        make_store --write ADDRESS               plays rounds until it is killed; writes a line to
 *                                                 standard output after each batch
 *        make_store --close ADDRESS               closes the shift
 *        make_store --sql PATH STATEMENTS         changes an SQLite file directly
 *        make_store --post URL PATH BODY          sends a request to a running manager
 *        make_store --get URL PATH                reads from a running manager */
#include "net/client.h"
#include "service/manager/manager.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 32
#define MANY  1000

struct maker {
    struct store *store;
    struct manager *manager;
    struct manager_request *r;
    int64_t now_ms;
    uint64_t epoch[3], seq[3];
};

static const char *const tables[] = {"pit1-t1", "pit1-t2", "pit2-t1"};

static void must(int rc, const struct cr_err *err, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "make_store: %s: %s\n", what, err->text);
    exit(1);
}

static void ask(struct maker *m, const char *what)
{
    struct cr_err err = {0};
    m->now_ms += 137;
    must(manager_batch(m->manager, &m->r, 1, m->now_ms, 0, &err), &err, what);
    must(m->r->result, &m->r->err, what);
}

static struct floor_event *begin(struct maker *m, unsigned kind)
{
    event_init(&m->r->event, kind);
    return &m->r->event;
}

static void set_two(struct floor_event *e)
{
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
}

static void set_text(struct floor_event *e, const char *text)
{
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
}

static struct floor_event *begin_table(struct maker *m, unsigned kind, unsigned t)
{
    struct floor_event *e = begin(m, kind);
    strcpy(e->table, tables[t]);
    e->epoch = m->epoch[t];
    e->table_seq = ++m->seq[t];
    return e;
}

static void add_person(struct maker *m, const char *name, const char *role)
{
    struct floor_event *e = begin(m, FLOOR_PERSON_ADDED);
    strcpy(e->person, name);
    strcpy(e->item, role);
    strcpy(e->user, "setup");
    ask(m, "person");
}

static void add_link(struct maker *m, const char *id, const char *progressive)
{
    const struct cr_shipped *file = cr_shipped_find(progressive);
    struct floor_event *e = begin(m, FLOOR_DOCUMENT_ADDED);
    uint8_t hash[CR_HASH_BYTES];
    strcpy(e->user, "Ann");
    memcpy(e->text, file->text, file->len);
    e->text_len = (uint16_t)file->len;
    ask(m, "document");
    memcpy(hash, e->document, CR_HASH_BYTES);
    e = begin(m, FLOOR_LINK_CONFIGURED);
    set_two(e);
    strcpy(e->link, id);
    memcpy(e->document, hash, CR_HASH_BYTES);
    ask(m, "link");
    e = begin(m, FLOOR_LINK_OPENED);
    strcpy(e->user, "Ann");
    strcpy(e->link, id);
    ask(m, "open");
}

static void join_table(struct maker *m, unsigned t, const char *instance)
{
    struct floor_event *e = begin(m, FLOOR_TABLE_JOINED);
    strcpy(e->table, tables[t]);
    strcpy(e->manager, "m1");
    strcpy(e->instance, instance);
    /* V8: the table remembers what the floor has. */
    const struct floor *f = manager_floor(m->manager);
    const uint32_t place = floor_find_table(f, tables[t]);
    if (f->plays[place].epoch > 0) {
        e->acked_epoch = f->plays[place].epoch;
        e->acked_seq = f->plays[place].seq;
    }
    ask(m, "join");
    m->epoch[t] = f->plays[place].epoch;
    m->seq[t] = f->plays[place].seq;
}

static void add_table(struct maker *m, unsigned t, const char *link, const char *game)
{
    struct floor_event *e = begin(m, FLOOR_TABLE_CONFIGURED);
    set_two(e);
    strcpy(e->table, tables[t]);
    strcpy(e->link, link);
    strcpy(e->item, game);
    e->is_live = 1;
    ask(m, "table");
    join_table(m, t, "made");
}

/* Plays many rounds, with as many events in each transaction as fit. */
static void play_together(struct maker *m, unsigned long rounds)
{
    struct manager_request *all = calloc(2 * BATCH, sizeof(*all)), *list[2 * BATCH];
    struct cr_err err = {0};
    must(all ? 0 : 1, &err, "memory");
    for (unsigned long i = 0; i < rounds;) {
        unsigned n = 0;
        for (; n < 2 * BATCH && i < rounds; i++) {
            for (unsigned k = 0; k < 2; k++) {
                m->r = list[n] = &all[n];
                n++;
                begin_table(m, k == 0 ? FLOOR_COIN_IN : FLOOR_GAME_OVER, (unsigned)(i % 3))->seats =
                    k == 0 ? (uint8_t)(1 + i % 127) : 0;
            }
        }
        m->now_ms += 137;
        must(manager_batch(m->manager, list, n, m->now_ms, 0, &err), &err, "rounds");
        for (unsigned k = 0; k < n; k++)
            must(list[k]->result, &list[k]->err, "rounds");
    }
    free(all);
}

static void play_rounds(struct maker *m, unsigned long rounds)
{
    struct manager_request *own = m->r;
    if (rounds >= MANY) {
        play_together(m, rounds);
        m->r = own;
        return;
    }
    for (unsigned long i = 0; i < rounds; i++) {
        const unsigned t = (unsigned)(i % 3);
        begin_table(m, FLOOR_COIN_IN, t)->seats = (uint8_t)(1 + i % 127);
        ask(m, "coin-in");
        begin_table(m, FLOOR_GAME_OVER, t);
        ask(m, "game over");
    }
}

/* A straight is paid, a royal flush waits, a table is lost, an alarm waits. */
static void add_stories(struct maker *m)
{
    begin_table(m, FLOOR_COIN_IN, 0)->seats = 0x16;
    ask(m, "coin-in");
    struct floor_event *e = begin_table(m, FLOOR_AWARD_PAID, 0);
    e->seat = 5;
    e->award = 1 + CR_STRAIGHT;
    ask(m, "award");
    e = begin_table(m, FLOOR_CLAIM_MADE, 0);
    e->seat = 3;
    e->award = 1 + CR_ROYAL_FLUSH;
    ask(m, "claim");
    begin_table(m, FLOOR_COIN_IN, 2)->seats = 0x41;
    ask(m, "coin-in");
    e = begin_table(m, FLOOR_SEAT_CLOSED, 2);
    e->seat = 4;
    set_text(e, "=cmd|'/c calc'!A1, \"quoted\"\nand a second line");
    ask(m, "seat closed");
    e = begin(m, FLOOR_ALARM_RAISED);
    strcpy(e->item, "contribution");
    strcpy(e->table, tables[1]);
    set_text(e, "300 coins in a minute; 120 is the most");
    ask(m, "alarm");
    e = begin(m, FLOOR_TABLE_LOST);
    strcpy(e->table, tables[1]);
    strcpy(e->manager, "m1");
    e->epoch = m->epoch[1];
    ask(m, "lost");
}

/* PIT-15: the house's time zone, and a setting that takes effect at a later time. */
static void add_house(struct maker *m, const char *zone)
{
    struct floor_event *e = begin(m, FLOOR_HOUSE_SET);
    set_two(e);
    strcpy(e->item, "zone");
    set_text(e, zone);
    ask(m, "zone");
    e = begin(m, FLOOR_HOUSE_SET);
    set_two(e);
    strcpy(e->item, "day start");
    set_text(e, "06:00");
    ask(m, "day start");
    e = begin(m, FLOOR_THRESHOLD_SET);
    set_two(e);
    strcpy(e->item, "cash report");
    e->amount = cr_money_from_micro(INT64_C(10000) * CR_MICRO_PER_UNIT);
    e->effective_ms = m->now_ms + 3600000;
    ask(m, "threshold");
}

static void make(struct maker *m, unsigned long rounds, const char *zone)
{
    struct floor_event *e;
    add_person(m, "Ann", "manager");
    add_person(m, "Ben", "manager");
    if (zone != NULL)
        add_house(m, zone);
    add_link(m, "main", "ptha-2");
    add_link(m, "uth", "cn");
    e = begin(m, FLOOR_SHIFT_OPENED);
    strcpy(e->item, "Day");
    strcpy(e->user, "Ann");
    ask(m, "shift");
    add_table(m, 0, "main", "Texas Hold'em Bonus");
    add_table(m, 1, "main", "Texas Hold'em Bonus");
    add_table(m, 2, "uth", "Ultimate Texas Hold'em");
    play_rounds(m, rounds);
    add_stories(m);
}

/* Plays batches of rounds on a store that make() made, at the table that was lost there, until this
 * process is killed. */
static void go_on(struct maker *m)
{
    join_table(m, 1, "another");
    for (;;) {
        for (unsigned i = 0; i < BATCH; i++) {
            begin_table(m, FLOOR_COIN_IN, 1)->seats = 0x7f;
            ask(m, "coin-in");
            begin_table(m, FLOOR_GAME_OVER, 1);
            ask(m, "game over");
        }
        printf("%llu\n", (unsigned long long)m->r->event.seq);
        fflush(stdout);
    }
}

static int run_sql(const char *path, const char *statements)
{
    sqlite3 *db;
    char *fault = NULL;
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    /* Events are protected by a trigger, which this deliberate change turns off. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, statements, NULL, NULL, &fault);
    if (rc != SQLITE_OK)
        fprintf(stderr, "make_store: %s\n", fault ? fault : sqlite3_errmsg(db));
    sqlite3_free(fault);
    sqlite3_close(db);
    return rc != SQLITE_OK;
}

/* With a body: a POST, whose status and answer are written. Without one: a GET, whose answer alone
 * is written. */
static int ask_manager(const char *url, const char *path, const char *body)
{
    struct http_client *client;
    struct http_client_answer answer;
    struct cr_err err = {0};
    must(http_client_new(&url, 1, &client, &err), &err, "client");
    must(http_call(client, body ? "POST" : "GET", path, body, body ? strlen(body) : 0, 120000,
                   &answer, &err),
         &err, path);
    if (body)
        printf("%u %s\n", answer.status, answer.body);
    else
        printf("%s\n", answer.body);
    const int failed = answer.status >= 300;
    http_client_free(client);
    return failed;
}

static void close_shift(struct maker *m)
{
    strcpy(begin(m, FLOOR_SHIFT_CLOSED)->user, "Ann");
    ask(m, "close the shift");
}

int main(int argc, char **argv)
{
    const bool closes = argc == 3 && strcmp(argv[1], "--close") == 0;
    const bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc == 4 && strcmp(argv[1], "--sql") == 0)
        return run_sql(argv[2], argv[3]);
    if (argc == 5 && strcmp(argv[1], "--post") == 0)
        return ask_manager(argv[2], argv[3], argv[4]);
    if (argc == 4 && strcmp(argv[1], "--get") == 0)
        return ask_manager(argv[2], argv[3], NULL);
    if (argc < 2 || (argv[1][0] == '-' && !writes && !closes)) {
        fputs("usage: make_store ADDRESS [ROUNDS [START_MS [ZONE]]] | --write ADDRESS | "
              "--close ADDRESS | --sql PATH SQL | "
              "--post URL PATH BODY | --get URL PATH\n",
              stderr);
        return 2;
    }
    struct maker m = {.r = calloc(1, sizeof(*m.r))};
    struct cr_err err = {0};
    m.now_ms = (int64_t)time(NULL) * 1000 - 3600000;
    if (argc > 3)
        m.now_ms = strtoll(argv[3], NULL, 10);
    must(store_open(argv[writes || closes ? 2 : 1], STORE_CREATE, &m.store, &err), &err, "store");
    struct manager_config config = {
        .id = "m1", .version = "0.1.0", .lease_ms = 2000, .limits = floor_limits_usual};
    must(manager_new(m.store, &config, m.now_ms, 0, &m.manager, &err), &err, "manager");
    if (closes)
        close_shift(&m);
    else if (writes)
        go_on(&m);
    else
        make(&m, argc > 2 ? strtoul(argv[2], NULL, 10) : 30, argc > 4 ? argv[4] : NULL);
    manager_free(m.manager);
    store_close(m.store);
    free(m.r);
    return 0;
}
