/* The activity through the interface: for the same question the screens' list and the report have
 * the same events, and a report can have any length. */
#include "api_fixture.h"
#include "raw.h"
#include "reports/floor/report.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_tree.h>

#include <cmocka.h>

#define V1         "/api/v1"
#define EVENTS_MAX 2000

/* ---- A floor ---- */

static char file[] = "/tmp/croupier-api-activity-XXXXXX";
static unsigned table_seq;

static void configure(struct api_server *s, const char *table, const char *link)
{
    char path[64];
    snprintf(path, sizeof(path), V1 "/tables/%s/configure", table);
    api_post(s, path, 200,
             "{\"is_live\":true,\"link\":\"%s\",\"item\":\"Bonus\",\"user\":\"a\","
             "\"approver\":\"b\"}",
             link);
}

static struct api_server *start(const char *address)
{
    struct api_server *s = api_server_start(address, "m1", 600000);
    char hash[65];
    table_seq = 0;
    api_set_up(s);
    api_post(s, V1 "/links/main/open", 200, "{\"user\":\"a\"}");
    api_add_document(s, "ptha-2", hash);
    api_post(s, V1 "/links/side/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\"}", hash);
    api_post(s, V1 "/links/side/open", 200, "{\"user\":\"b\"}");
    configure(s, "t2", "side");
    api_post(s, V1 "/tables/t1/join", 200, "{\"instance\":\"one\"}");
    return s;
}

/* A claim that people act on and that two declare void; its table moves away and comes back. */
static void tell(struct api_server *s)
{
    char path[96];
    api_rounds(s, &table_seq, 3);
    api_event(s, &table_seq, "coin_in", ",\"seats\":[1,4]");
    const unsigned long long claim =
        api_event(s, &table_seq, "claim_made", ",\"seat\":4,\"award\":\"royal flush\"");
    snprintf(path, sizeof(path), V1 "/claims/%llu/verify", claim);
    api_post(s, path, 200,
             "{\"items\":[\"hand\",\"leds\",\"shuffle\",\"wager\",\"sequence\",\"meter\","
             "\"deck\"],\"user\":\"c\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/approve", claim);
    api_post(s, path, 200, "{\"user\":\"d\"}");
    const unsigned long long dispute =
        api_number(api_post(s, V1 "/disputes", 201,
                            "{\"user\":\"a\",\"text\":\"seen\",\"claim\":%llu}", claim),
                   "seq");
    snprintf(path, sizeof(path), V1 "/claims/%llu/rule", claim);
    api_post(s, path, 200,
             "{\"item\":\"void\",\"user\":\"a\",\"approver\":\"b\",\"text\":\"misread\"}");
    api_event(s, &table_seq, "game_over", "");
    configure(s, "t1", "side");
    api_rounds(s, &table_seq, 2);
    snprintf(path, sizeof(path), V1 "/disputes/%llu/decide", dispute);
    api_post(s, path, 200, "{\"user\":\"b\",\"text\":\"not so\"}");
    api_post(s, V1 "/disputes", 201, "{\"user\":\"a\",\"text\":\"loud\",\"table\":\"t1\"}");
    configure(s, "t1", "main");
    api_rounds(s, &table_seq, 2);
}

/* ---- List and report ---- */

struct numbers {
    size_t count;
    long long seq[EVENTS_MAX];
};

static yajl_val get(yajl_val from, const char *key)
{
    const char *path[] = {key, NULL};
    yajl_val v = yajl_tree_get(from, path, yajl_t_any);
    if (!v)
        fail_msg("no %s", key);
    return v;
}

static yajl_val at(yajl_val list, size_t i)
{
    assert_true(i < YAJL_GET_ARRAY(list)->len);
    return YAJL_GET_ARRAY(list)->values[i];
}

static void add(struct numbers *n, yajl_val v)
{
    assert_true(n->count < EVENTS_MAX);
    n->seq[n->count++] = YAJL_GET_INTEGER(v);
}

/* Reads the list in pages, as the screens do. */
static void read_list(struct api_server *s, const char *asked, struct numbers *n)
{
    static char text[1024 * 1024];
    char path[256];
    n->count = 0;
    for (unsigned long long from = 1; from != 0; from = api_number(text, "next")) {
        snprintf(path, sizeof(path), V1 "/log?limit=7&from=%llu%s", from, asked);
        snprintf(text, sizeof(text), "%s", api_get(s, path, 200));
        yajl_val page = yajl_tree_parse(text, NULL, 0);
        assert_non_null(page);
        for (size_t i = 0; i < YAJL_GET_ARRAY(get(page, "events"))->len; i++)
            add(n, get(at(get(page, "events"), i), "seq"));
        yajl_tree_free(page);
    }
}

static void read_report(struct api_server *s, const char *asked, struct numbers *n)
{
    char path[256];
    snprintf(path, sizeof(path), V1 "/reports/activity?format=json%s", asked);
    yajl_val report = yajl_tree_parse(api_get(s, path, 200), NULL, 0);
    assert_non_null(report);
    yajl_val rows = get(at(get(at(get(report, "sections"), 0), "tables"), 0), "rows");
    n->count = 0;
    for (size_t i = 0; i < YAJL_GET_ARRAY(rows)->len; i++)
        add(n, at(at(rows, i), 0));
    yajl_tree_free(report);
}

/* Compares list and report; each has its own parameters. Returns how many events there are. */
static size_t compare(struct api_server *s, const char *of_list, const char *of_report)
{
    static struct numbers list, report;
    read_list(s, of_list, &list);
    read_report(s, of_report, &report);
    if (list.count != report.count ||
        memcmp(list.seq, report.seq, list.count * sizeof(list.seq[0])) != 0)
        fail_msg("%s: %zu events in the list, %zu in the report", of_report, list.count,
                 report.count);
    return list.count;
}

static void compare_shift(struct api_server *s, unsigned long long opened,
                          unsigned long long closed)
{
    char list[128], report[128];
    snprintf(list, sizeof(list), "&to=%llu&table=t1", closed - 1);
    /* The list is asked for a range of events, the report for the shift's number. */
    snprintf(report, sizeof(report), "&shift=%llu&table=t1", opened);
    static struct numbers before, all;
    read_list(s, list, &all);
    snprintf(list, sizeof(list), "&to=%llu&table=t1", opened);
    read_list(s, list, &before);
    static struct numbers in_report;
    read_report(s, report, &in_report);
    assert_true(in_report.count > 0);
    assert_int_equal(all.count - before.count, in_report.count);
    assert_memory_equal(all.seq + before.count, in_report.seq,
                        in_report.count * sizeof(all.seq[0]));
}

static void compare_times(struct api_server *s)
{
    char path[64], asked[128];
    const unsigned long long head = api_head(s);
    unsigned long long times[3];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(path, sizeof(path), V1 "/log/%llu", head / 4 * (i + 1));
        times[i] = api_number(api_get(s, path, 200), "time");
    }
    snprintf(asked, sizeof(asked), "&since=%llu", times[1]);
    const size_t after = compare(s, asked, asked);
    snprintf(asked, sizeof(asked), "&until=%llu", times[1]);
    assert_int_equal(compare(s, asked, asked) + after, head);
    snprintf(asked, sizeof(asked), "&link=main&since=%llu&until=%llu", times[0], times[2]);
    compare(s, asked, asked);
}

static void list_and_report_are_one(void **state)
{
    static const struct {
        const char *asked;
        size_t least;
    } asks[] = {
        {"", 40},
        {"&table=t1", 25},
        {"&table=t2", 1},
        {"&link=main", 20},
        {"&link=side", 7},
        {"&link=main&table=t1", 15},
        {"&link=side&table=t1", 5},
        {"&link=side&table=t2", 1},
        {"&link=main&table=t2", 0},
        {"&kind=coin_in", 8},
        {"&kind=coin_in,game_over&link=side", 4},
        {"&kind=jackpots", 4},
        {"&kind=jackpots&table=t1", 4},
        {"&kind=dispute_decided&link=main", 1},
        {"&user=d", 1},
        {"&user=b&link=main", 3},
    };
    struct api_server *s = start(*state);
    const unsigned long long opened =
        api_number(api_post(s, V1 "/shifts", 201, "{\"item\":\"day\",\"user\":\"a\"}"), "seq");
    tell(s);
    for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
        const size_t found = compare(s, asks[i].asked, asks[i].asked);
        if (found < asks[i].least)
            fail_msg("%s: %zu events only", asks[i].asked, found);
    }
    compare_times(s);
    const unsigned long long closed =
        api_number(api_post(s, V1 "/shifts/close", 200, "{\"user\":\"b\"}"), "seq");
    api_rounds(s, &table_seq, 1);
    compare_shift(s, opened, closed);
    api_server_stop_at(s, file);
}

/* ---- Long ones ---- */

static void add_words(struct api_server *s, unsigned count)
{
    static char more[6400];
    memset(more, 0, sizeof(more));
    int n = snprintf(more, sizeof(more), ",\"seat\":4,\"user\":\"a\",\"text\":\"");
    memset(more + n, 'w', 6000);
    strcpy(more + n + 6000, "\"");
    for (unsigned i = 0; i < count; i++)
        api_event(s, &table_seq, i % 2 == 0 ? "seat_closed" : "seat_opened", more);
}

struct taken {
    char *data;
    size_t len;
};

static bool take(void *user, const char *data, size_t len)
{
    struct taken *t = user;
    t->data = realloc(t->data, t->len + len);
    if (!t->data)
        return false;
    memcpy(t->data + t->len, data, len);
    t->len += len;
    return true;
}

/* A report that is longer than what is made before the answer begins has the same bytes as the
 * whole paper. */
static void a_long_report_is_whole(void **state)
{
    static const struct {
        const char *name;
        enum paper_format format;
    } forms[] = {{"csv", PAPER_AS_CSV}, {"json", PAPER_AS_JSON}};
    struct api_server *s = start(*state);
    add_words(s, 250);
    for (unsigned i = 0; i < 2; i++) {
        struct taken t = {0};
        struct http_client_answer answer;
        struct cr_err err = {0};
        struct paper *paper = NULL;
        const struct report_query q = {.kind = REPORT_ACTIVITY, .table = "t1"};
        char path[128], *data = NULL;
        size_t len = 0;
        snprintf(path, sizeof(path), V1 "/reports/activity?table=t1&format=%s", forms[i].name);
        assert_int_equal(http_fetch(s->client, path, 60, take, &t, &answer, &err), 0);
        assert_int_equal(answer.status, 200);
        assert_true(t.len > HTTP_ANSWER_MAX + HTTP_ANSWER_MAX / 4);
        writer_lock(s->writer);
        assert_int_equal(report_build(s->store, &q, &paper, &err), 0);
        writer_unlock(s->writer);
        assert_int_equal(paper_render(paper, forms[i].format, &data, &len, &err), 0);
        assert_int_equal(t.len, len);
        assert_memory_equal(t.data, data, len);
        paper_free(paper);
        free(data);
        free(t.data);
    }
    api_server_stop_at(s, file);
}

#define FEEDS 4

static void begin(struct raw *r, struct api_server *s)
{
    raw_open(r, http_server_port(s->http));
    raw_send(r, "GET " V1 "/reports/activity?format=csv HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert_true(raw_wait_for(r, "\r\n\r\n"));
    assert_non_null(strstr(r->data, "HTTP/1.1 200 "));
}

static void *stop_all(void *server)
{
    api_server_stop_at(server, file);
    return NULL;
}

/* Reads to the end. True if the last chunk came. */
static bool ends_well(struct raw *r)
{
    static const char last[] = "\r\n0\r\n\r\n";
    static char room[65536];
    size_t kept = 0;
    for (ssize_t n; (n = read(r->fd, room + kept, sizeof(room) - kept)) > 0;) {
        kept += (size_t)n;
        if (kept > sizeof(last)) {
            memmove(room, room + kept - sizeof(last), sizeof(last));
            kept = sizeof(last);
        }
    }
    return kept >= sizeof(last) - 1 &&
           memcmp(room + kept - (sizeof(last) - 1), last, sizeof(last) - 1) == 0;
}

/* Clients that do not read what they asked for hold their places and nothing more. */
static void idle_readers_hold_places_only(void **state)
{
    struct api_server *s = start(*state);
    struct raw readers[FEEDS];
    struct taken t = {0};
    struct http_client_answer answer = {0};
    struct cr_err err = {0};
    add_words(s, 1500);
    for (unsigned i = 0; i < FEEDS; i++)
        begin(&readers[i], s);
    struct api_said said = api_ask(s->client, "GET", V1 "/reports/activity?format=json", NULL);
    assert_int_equal(said.status, 503);
    assert_non_null(strstr(said.body, "ask again later"));
    api_said_free(&said);
    /* Short reports are still answered. */
    api_get(s, V1 "/reports/activity?format=csv&kind=link_opened", 200);
    raw_close(&readers[0]);
    do {
        assert_int_equal(
            http_fetch(s->client, V1 "/reports/activity?format=csv", 60, take, &t, &answer, &err),
            0);
    } while (answer.status == 503);
    assert_int_equal(answer.status, 200);
    assert_true(t.len > 8 * HTTP_ANSWER_MAX);
    free(t.data);
    /* A stop breaks the long answers off, so that they do not look complete. */
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, stop_all, s), 0);
    for (unsigned i = 1; i < FEEDS; i++)
        assert_false(ends_well(&readers[i]));
    assert_int_equal(pthread_join(stopper, NULL), 0);
    for (unsigned i = 1; i < FEEDS; i++)
        raw_close(&readers[i]);
}

#define IN_MEMORY(test)                                                                            \
    {                                                                                              \
#test, test, NULL, NULL, NULL                                                              \
    }
#define ON_DISK(test)                                                                              \
    {                                                                                              \
#test " on disk", test, NULL, NULL, address                                                \
    }

int main(void)
{
    static char address[64];
    const int fd = mkstemp(file);
    if (fd < 0)
        return 1;
    close(fd);
    unlink(file);
    snprintf(address, sizeof(address), "sqlite:%s", file);
    const struct CMUnitTest tests[] = {
        IN_MEMORY(list_and_report_are_one),       ON_DISK(list_and_report_are_one),
        IN_MEMORY(a_long_report_is_whole),        ON_DISK(a_long_report_is_whole),
        IN_MEMORY(idle_readers_hold_places_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
