/* Reports, histories and past shifts through the interface, in memory and on SQLite. */
#include "api_fixture.h"
#include "os/clock.h"
#include "raw.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_tree.h>

#include <cmocka.h>

#define V1 "/api/v1"

/* ---- A floor ---- */

static char file[] = "/tmp/croupier-api-report-XXXXXX";

static struct api_server *start(bool on_disk)
{
    char address[128];
    snprintf(address, sizeof(address), "sqlite:%s", file);
    struct api_server *s = api_server_start(on_disk ? address : NULL, "m1", 60000);
    api_set_up(s);
    api_post(s, V1 "/links/main/open", 200, "{\"user\":\"a\"}");
    api_post(s, V1 "/tables/t1/join", 200, "{\"instance\":\"one\"}");
    return s;
}

static unsigned table_seq;

static unsigned long long open_shift(struct api_server *s, const char *name)
{
    return api_number(api_post(s, V1 "/shifts", 201, "{\"item\":\"%s\",\"user\":\"a\"}", name),
                      "seq");
}

/* ---- JSON ---- */

static yajl_val parsed(const char *text)
{
    yajl_val tree = yajl_tree_parse(text, NULL, 0);
    if (!tree)
        fail_msg("no JSON: %s", text);
    return tree;
}

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

static const char *words(yajl_val v)
{
    return YAJL_IS_STRING(v) ? YAJL_GET_STRING(v) : "";
}

static yajl_val section(yajl_val report, const char *key)
{
    yajl_val list = get(report, "sections");
    for (size_t i = 0; i < YAJL_GET_ARRAY(list)->len; i++)
        if (strcmp(words(get(at(list, i), "key")), key) == 0)
            return get(at(list, i), "facts");
    fail_msg("no section %s", key);
    return NULL;
}

/* ---- The form against /shifts/current ---- */

static void same(yajl_val form, const char *key, yajl_val view)
{
    yajl_val a = get(form, key);
    if (YAJL_IS_STRING(a))
        assert_string_equal(YAJL_GET_STRING(a), YAJL_GET_STRING(view));
    else
        assert_int_equal(YAJL_GET_INTEGER(a), YAJL_GET_INTEGER(view));
}

/* Compares every figure. */
static void compare(yajl_val form, yajl_val view)
{
    static const char *const sums[] = {"coin_in",      "returned",  "house",
                                       "house_funded", "tray_paid", "envy_paid"};
    static const char *const figures[] = {"begin",   "end",      "change",    "expected", "awards",
                                          "reseeds", "moved_in", "corrected", "variance"};
    yajl_val links = get(view, "links");
    for (size_t l = 0; l < YAJL_GET_ARRAY(links)->len; l++) {
        yajl_val link = at(links, l), meters = get(link, "meters");
        const char *id = YAJL_GET_STRING(get(link, "link"));
        yajl_val facts = section(form, id);
        same(facts, "hard_meter_begin", get(get(link, "hard_meter"), "begin"));
        same(facts, "hard_meter_end", get(get(link, "hard_meter"), "end"));
        same(facts, "hard_meter_total", get(get(link, "hard_meter"), "coins"));
        for (unsigned i = 0; i < 6; i++)
            same(facts, sums[i], get(link, sums[i]));
        for (size_t m = 0; m < YAJL_GET_ARRAY(meters)->len; m++) {
            yajl_val meter = at(meters, m);
            char key[128];
            snprintf(key, sizeof(key), "%s.%s", id, YAJL_GET_STRING(get(meter, "name")));
            for (unsigned i = 0; i < 9; i++)
                same(section(form, key), figures[i], get(meter, figures[i]));
            assert_string_equal(YAJL_GET_STRING(get(section(form, key), "result")),
                                YAJL_IS_TRUE(get(meter, "alarm")) ? "ALARM" : "PASS");
        }
    }
}

static void jackpot(struct api_server *s)
{
    char more[64], path[128];
    api_event(s, &table_seq, "coin_in", ",\"seats\":[1,4]");
    const unsigned long long claim =
        api_event(s, &table_seq, "claim_made", ",\"seat\":4,\"award\":\"four of a kind\"");
    snprintf(path, sizeof(path), V1 "/claims/%llu/verify", claim);
    api_post(s, path, 200,
             "{\"items\":[\"hand\",\"leds\",\"shuffle\",\"wager\",\"sequence\",\"meter\","
             "\"deck\"],\"user\":\"c\"}");
    snprintf(path, sizeof(path), V1 "/claims/%llu/approve", claim);
    api_post(s, path, 200, "{\"user\":\"a\"}");
    api_post(s, path, 200, "{\"user\":\"b\"}");
    static const char *const items[] = {"title 31", "ofac", "patron record"};
    snprintf(path, sizeof(path), V1 "/claims/%llu/comply", claim);
    for (unsigned i = 0; i < 3; i++) {
        struct api_said said;
        char body[96];
        snprintf(body, sizeof(body), "{\"item\":\"%s\",\"user\":\"c\"}", items[i]);
        said = api_ask(s->client, "POST", path, body);
        api_said_free(&said);
    }
    snprintf(path, sizeof(path), V1 "/claims/%llu/method", claim);
    api_post(s, path, 200, "{\"method\":\"cheques\",\"user\":\"a\"}");
    api_event(s, &table_seq, "key_turned", ",\"key\":\"high\",\"position\":\"JPH\",\"user\":\"a\"");
    snprintf(more, sizeof(more), ",\"claim\":%llu", claim);
    api_event(s, &table_seq, "claim_paid", more);
    api_event(s, &table_seq, "key_turned", ",\"key\":\"high\",\"position\":\"R\",\"user\":\"a\"");
    api_event(s, &table_seq, "game_over", "");
}

static void forms_stay(bool on_disk)
{
    char path[128];
    table_seq = 0;
    struct api_server *s = start(on_disk);
    api_rounds(s, &table_seq, 3);
    const unsigned long long shift = open_shift(s, "day");
    api_rounds(s, &table_seq, 8);
    jackpot(s);
    api_event(s, &table_seq, "coin_in", ",\"seats\":[3,7]");
    api_event(s, &table_seq, "round_dead", ",\"text\":\"power\"");
    yajl_val view = parsed(api_get(s, V1 "/shifts/current", 200));
    yajl_val form = parsed(api_get(s, V1 "/reports/shift", 200));
    compare(form, view);
    yajl_tree_free(form);
    api_post(s, V1 "/shifts/close", 200, "{\"user\":\"b\"}");
    api_rounds(s, &table_seq, 5);
    open_shift(s, "swing");
    api_rounds(s, &table_seq, 5);
    snprintf(path, sizeof(path), V1 "/reports/shift?shift=%llu", shift);
    form = parsed(api_get(s, path, 200));
    compare(form, view);
    yajl_tree_free(form);
    yajl_tree_free(view);
    /* The shift is in the list, with its person and time. */
    yajl_val list = parsed(api_get(s, V1 "/shifts", 200));
    assert_int_equal(YAJL_GET_ARRAY(get(list, "shifts"))->len, 1);
    yajl_val one = at(get(list, "shifts"), 0);
    assert_int_equal(YAJL_GET_INTEGER(get(one, "shift")), shift);
    assert_string_equal(YAJL_GET_STRING(get(one, "name")), "day");
    assert_string_equal(YAJL_GET_STRING(get(one, "closed_by")), "b");
    assert_true(YAJL_IS_FALSE(get(list, "cut")));
    yajl_tree_free(list);
    api_server_stop_at(s, file);
}

static void forms_stay_in_memory(void **state)
{
    (void)state;
    forms_stay(false);
}

static void forms_stay_on_disk(void **state)
{
    (void)state;
    forms_stay(true);
}

#define COINS_OF_A_ROUND 3

/* The acceptors' counter shows this number of coins. */
static void read_counter(struct api_server *s, unsigned coins)
{
    char members[32];
    snprintf(members, sizeof(members), ",\"coins\":%u", coins);
    api_event(s, &table_seq, "meter_read", members);
}

/* REC-3: coins that are missing are found on the form, by the shift's view and by the alarm. */
static void a_planted_discrepancy(void **state)
{
    (void)state;
    table_seq = 0;
    struct api_server *s = start(false);
    char path[128];
    unsigned long long shifts[2];
    unsigned counter = 5000;
    for (unsigned extra = 100; extra <= 101; extra++) {
        shifts[extra - 100] = open_shift(s, "day");
        read_counter(s, counter);
        api_rounds(s, &table_seq, 1);
        read_counter(s, counter += COINS_OF_A_ROUND + extra);
        yajl_val form = parsed(api_get(s, V1 "/reports/shift?link=main", 200));
        yajl_val mega = section(form, "main.mega");
        assert_string_equal(YAJL_GET_STRING(get(mega, "result")), extra > 100 ? "ALARM" : "PASS");
        assert_string_equal(YAJL_GET_STRING(get(mega, "variance")),
                            extra > 100 ? "-14.14" : "-14.00");
        yajl_tree_free(form);
        api_post(s, V1 "/shifts/close", 200, "{\"user\":\"a\"}");
    }
    while (strstr(api_get(s, V1 "/alarms", 200), "\"item\":\"variance\"") == NULL)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    /* Long afterwards the form still says what it said. */
    open_shift(s, "later");
    snprintf(path, sizeof(path), V1 "/reports/shift?format=text&shift=%llu", shifts[1]);
    assert_non_null(strstr(api_get(s, path, 200), "ALARM"));
    snprintf(path, sizeof(path), V1 "/reports/shift?format=text&shift=%llu", shifts[0]);
    assert_null(strstr(api_get(s, path, 200), "ALARM"));
    api_server_stop_at(s, file);
}

/* ---- The history of the meters ---- */

static void check_course(const char *text, unsigned long long most, const char *newest)
{
    yajl_val course = parsed(text), points = get(course, "points");
    const size_t count = YAJL_GET_ARRAY(points)->len;
    long long time = 0, seq = 0;
    assert_true(count > 0 && count <= most);
    for (size_t i = 0; i < count; i++) {
        assert_true(YAJL_GET_INTEGER(get(at(points, i), "time")) > time);
        assert_true(YAJL_GET_INTEGER(get(at(points, i), "seq")) > seq);
        time = YAJL_GET_INTEGER(get(at(points, i), "time"));
        seq = YAJL_GET_INTEGER(get(at(points, i), "seq"));
        assert_int_equal(YAJL_GET_ARRAY(get(at(points, i), "amounts"))->len, 3);
    }
    assert_string_equal(YAJL_GET_STRING(at(get(at(points, count - 1), "amounts"), 0)), newest);
    yajl_tree_free(course);
}

/* Waits for the next millisecond, because a chart has one point for each. */
static void wait_a_moment(void)
{
    for (const int64_t now = clock_wall_ms(); clock_wall_ms() <= now;)
        ;
}

static void meters_have_a_course(void **state)
{
    (void)state;
    table_seq = 0;
    struct api_server *s = start(true);
    char path[160], newest[64];
    for (unsigned i = 0; i < 60; i++) {
        api_rounds(s, &table_seq, 1);
        wait_a_moment();
    }
    jackpot(s);
    api_word(api_get(s, V1 "/links/main", 200), "amount", newest, sizeof(newest));
    check_course(api_get(s, V1 "/links/main/history?points=10", 200), 10, newest);
    check_course(api_get(s, V1 "/links/main/history?points=2", 200), 2, newest);
    check_course(api_get(s, V1 "/links/main/history", 200), 200, newest);
    yajl_val course = parsed(api_get(s, V1 "/links/main/history?points=1000", 200));
    assert_true(YAJL_GET_ARRAY(get(course, "points"))->len > 30);
    assert_int_equal(YAJL_GET_ARRAY(get(course, "hits"))->len, 1);
    yajl_val hit = at(get(course, "hits"), 0);
    assert_string_equal(YAJL_GET_STRING(get(hit, "award")), "four of a kind");
    /* The points are what the log says. */
    for (size_t i = 0; i < YAJL_GET_ARRAY(get(course, "points"))->len; i++) {
        yajl_val point = at(get(course, "points"), i);
        char after[128];
        snprintf(path, sizeof(path), V1 "/log/%lld", YAJL_GET_INTEGER(get(point, "seq")));
        const char *text = api_get(s, path, 200);
        snprintf(after, sizeof(after), "\"after\":[\"%s\"",
                 YAJL_GET_STRING(at(get(point, "amounts"), 0)));
        if (strstr(text, "\"after\"") != NULL)
            assert_non_null(strstr(text, after));
    }
    /* The last point is the present, even if the last event was about something else. */
    wait_a_moment();
    api_post(s, V1 "/people", 201,
             "{\"person\":\"z\",\"item\":\"dealer\",\"user\":\"a\",\"approver\":\"b\"}");
    const unsigned long long head = api_head(s);
    yajl_val again = parsed(api_get(s, V1 "/links/main/history?points=5", 200));
    yajl_val last = at(get(again, "points"), YAJL_GET_ARRAY(get(again, "points"))->len - 1);
    assert_int_equal(YAJL_GET_INTEGER(get(last, "seq")), head);
    yajl_tree_free(again);
    /* A history ends at the time that was asked for. */
    const long long time = YAJL_GET_INTEGER(get(hit, "time"));
    yajl_tree_free(course);
    snprintf(path, sizeof(path), V1 "/links/main/history?until=%lld", time);
    course = parsed(api_get(s, path, 200));
    assert_int_equal(YAJL_GET_ARRAY(get(course, "hits"))->len, 0);
    yajl_val points = get(course, "points");
    for (size_t i = 0; i < YAJL_GET_ARRAY(points)->len; i++)
        assert_true(YAJL_GET_INTEGER(get(at(points, i), "time")) < time);
    yajl_tree_free(course);
    api_server_stop_at(s, file);
}

/* ---- The activity, by kind and person ---- */

/* The report must have the same events as /log for the same question. */
static void compare_activity(struct api_server *s, const char *asked, unsigned long long least)
{
    char path[160];
    snprintf(path, sizeof(path), V1 "/log?limit=1000&%s", asked);
    yajl_val log = parsed(api_get(s, path, 200)), events = get(log, "events");
    snprintf(path, sizeof(path), V1 "/reports/activity?%s", asked);
    yajl_val report = parsed(api_get(s, path, 200));
    yajl_val rows = get(at(get(at(get(report, "sections"), 0), "tables"), 0), "rows");
    assert_true(YAJL_GET_ARRAY(events)->len >= least);
    assert_int_equal(YAJL_GET_ARRAY(rows)->len, YAJL_GET_ARRAY(events)->len);
    for (size_t i = 0; i < YAJL_GET_ARRAY(rows)->len; i++)
        assert_int_equal(YAJL_GET_INTEGER(at(at(rows, i), 0)),
                         YAJL_GET_INTEGER(get(at(events, i), "seq")));
    yajl_tree_free(report);
    yajl_tree_free(log);
}

static void activity_is_the_log(void **state)
{
    (void)state;
    table_seq = 0;
    struct api_server *s = start(true);
    api_rounds(s, &table_seq, 4);
    jackpot(s);
    compare_activity(s, "kind=coin_in", 5);
    compare_activity(s, "kind=claim_approved", 2);
    compare_activity(s, "kind=dispute_opened", 0);
    compare_activity(s, "user=a", 3);
    compare_activity(s, "user=b&kind=person_added", 1);
    api_server_stop_at(s, file);
}

/* ---- Requests that make no sense, and too many ---- */

static void hostile_queries(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        unsigned status;
    } asks[] = {
        {"/reports/coin-in?link=nowhere", 404},
        {"/reports/coin-in?link=", 422},
        {"/reports/coin-in?table=a-name-that-is-much-too-long-for-one", 422},
        {"/reports/coin-in?since=2000&until=1000", 422},
        {"/reports/coin-in?since=-1", 422},
        {"/reports/coin-in?since=99999999999999999999", 422},
        {"/reports/coin-in?shift=current", 422},
        {"/reports/coin-in?shift=1", 404},
        {"/reports/coin-in?claim=1", 422},
        {"/reports/coin-in?format=xml", 422},
        {"/reports/coin-in?format=escpos", 422},
        {"/reports/coin-in?surprise=1", 422},
        {"/reports/coin-in?kind=coin_in", 422},
        {"/reports/shift?user=a", 422},
        {"/reports/activity?kind=coins", 422},
        {"/reports/activity?kind=", 422},
        {"/reports/activity?kind=coin_in,", 422},
        {"/reports/activity?user=", 422},
        {"/reports/activity?user=a-name-that-is-much-too-long-for-a-person-of-the-floor", 422},
        {"/reports/activity?user=nobody", 404},
        {"/reports/..%2fcoin-in", 400},
        {"/reports/receipt", 422},
        {"/reports/receipt?claim=1", 404},
        {"/reports/receipt?claim=9007199254740993", 404},
        {"/reports/slip?claim=0", 422},
        {"/reports/derivation?claim=x", 422},
        {"/reports/shift", 404},
        {"/links/main/history?points=0", 422},
        {"/links/main/history?points=1", 422},
        {"/links/main/history?points=1000000000", 422},
        {"/links/main/history?since=5&until=5", 422},
        {"/links/nowhere/history", 404},
        {"/links/a-name-that-is-much-too-long-for-one/history", 404},
    };
    table_seq = 0;
    struct api_server *s = start(true);
    for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
        char path[160];
        snprintf(path, sizeof(path), V1 "%s", asks[i].path);
        struct api_said said = api_ask(s->client, "GET", path, NULL);
        if (said.status != asks[i].status && !(asks[i].status == 400 && said.status == 404))
            fail_msg("%s: %u, not %u: %s", path, said.status, asks[i].status, said.body);
        assert_string_equal(said.type, "application/problem+json");
        api_said_free(&said);
    }
    /* A cancelled claim has no receipt, and the answer says why. */
    api_event(s, &table_seq, "coin_in", ",\"seats\":[1]");
    char path[128];
    const unsigned long long claim =
        api_event(s, &table_seq, "claim_made", ",\"seat\":1,\"award\":\"royal flush\"");
    snprintf(path, sizeof(path), V1 "/claims/%llu/cancel", claim);
    api_post(s, path, 200, "{\"user\":\"a\",\"text\":\"misread\"}");
    snprintf(path, sizeof(path), V1 "/reports/receipt?claim=%llu", claim);
    assert_non_null(strstr(api_get(s, path, 404), "cancelled"));
    api_server_stop_at(s, file);
}

static void every_format_comes_with_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *format, *type, *begin;
    } forms[] = {{"json", "application/json", "{\"report\":\"coin-in\""},
                 {"csv", "text/csv", ""},
                 {"text", "text/plain", "Coin-In Report"},
                 {"pdf", "application/pdf", "%PDF-"}};
    table_seq = 0;
    struct api_server *s = start(true);
    api_rounds(s, &table_seq, 2);
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof(path), V1 "/reports/coin-in?format=%s", forms[i].format);
        struct api_said said = api_ask(s->client, "GET", path, NULL);
        assert_int_equal(said.status, 200);
        assert_string_equal(said.type, forms[i].type);
        assert_memory_equal(said.body, forms[i].begin, strlen(forms[i].begin));
        api_said_free(&said);
    }
    const struct raw_answer answer =
        raw_ask(http_server_port(s->http), "GET " V1 "/reports/coin-in?format=csv HTTP/1.1\r\n"
                                           "Host: 127.0.0.1\r\n\r\n");
    assert_int_equal(answer.status, 200);
    assert_non_null(
        strstr(answer.head, "Content-Disposition: attachment; filename=\"coin-in.csv\""));
    api_server_stop_at(s, file);
}

/* Sixteen reports wait while one is made; a request that comes then is refused at once. */
struct crowd {
    struct api_server *s;
    atomic_uint ok, busy, other;
};

static void *ask_once(void *context)
{
    struct crowd *c = context;
    const char *base = c->s->base;
    struct http_client *client;
    struct cr_err err = {0};
    assert_int_equal(http_client_new(&base, 1, &client, &err), 0);
    struct api_said said = api_ask(client, "GET", V1 "/reports/coin-in?format=csv", NULL);
    atomic_fetch_add(said.status == 200 ? &c->ok : said.status == 503 ? &c->busy : &c->other, 1);
    api_said_free(&said);
    http_client_free(client);
    return NULL;
}

#define CROWD 24
#define FITS  (16 + 1)

static void a_crowd_is_told_to_wait(void **state)
{
    (void)state;
    table_seq = 0;
    struct api_server *s = start(false);
    pthread_t threads[CROWD];
    struct crowd crowd = {.s = s};
    /* In memory a report reads under the writer's lock: while the test holds it, no report is
     * finished. */
    writer_lock(s->writer);
    for (unsigned i = 0; i < CROWD; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_once, &crowd), 0);
    while (atomic_load(&crowd.busy) < CROWD - FITS)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    writer_unlock(s->writer);
    for (unsigned i = 0; i < CROWD; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&crowd.other), 0);
    /* It is chance whether the first one was taken up before the seventeenth came. */
    assert_in_range(atomic_load(&crowd.busy), CROWD - FITS, CROWD - FITS + 1);
    assert_int_equal(atomic_load(&crowd.ok) + atomic_load(&crowd.busy), CROWD);
    api_server_stop_at(s, file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_stay_in_memory),
        cmocka_unit_test(forms_stay_on_disk),
        cmocka_unit_test(a_planted_discrepancy),
        cmocka_unit_test(meters_have_a_course),
        cmocka_unit_test(activity_is_the_log),
        cmocka_unit_test(hostile_queries),
        cmocka_unit_test(every_format_comes_with_a_name),
        cmocka_unit_test(a_crowd_is_told_to_wait),
    };
    const int fd = mkstemp(file);
    if (fd < 0)
        return 1;
    close(fd);
    unlink(file);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
