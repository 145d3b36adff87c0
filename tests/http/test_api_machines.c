/* A table's document: the machines that may speak for the table, and who is told of them. */
#include "closed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define V1    "/api/v1"
#define TABLE V1 "/tables/t1"
#define FIRST "11111111111111111111111111111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define NEXT  "22222222222222222222222222222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static struct api_server *s;
static struct caller a;

static int start(void **state)
{
    (void)state;
    s = closed_start(NULL);
    a = closed_sign_in(s, "a");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    api_server_stop(s);
    return 0;
}

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Enrols a key. until: the time of its end, or 0. Returns the time of the event. */
static long long enrol(const char *key, long long until)
{
    char end[48] = "";
    if (until != 0)
        snprintf(end, sizeof(end), ",\"effective\":%lld", until);
    const char *body = closed_ask(s, &a, 200, "POST", TABLE "/enrol",
                                  "{\"document\":\"%s\"%s,\"approver\":\"b\",\"proof\":%s}", key,
                                  end, closed_proof("a", "b"));
    const char *time = strstr(body, "\"time\":");
    assert_non_null(time);
    return strtoll(time + strlen("\"time\":"), NULL, 10);
}

static void tells(const char *what)
{
    const char *body = closed_ask(s, &a, 200, "GET", TABLE, NULL);
    if (strstr(body, what) == NULL)
        fail_msg("no %s in %s", what, body);
}

static void two_people_are_named(void **state)
{
    (void)state;
    char want[512];
    tells("\"machines\":[]");
    const long long first = enrol(FIRST, 0), later = now_ms() + 3600000, next = enrol(NEXT, later);
    snprintf(want, sizeof(want),
             "\"machines\":[{\"fingerprint\":\"" FIRST "\",\"since\":%lld,\"until\":null,"
             "\"by\":\"a\",\"with\":\"b\",\"state\":\"good\"},"
             "{\"fingerprint\":\"" NEXT "\",\"since\":%lld,\"until\":%lld,"
             "\"by\":\"a\",\"with\":\"b\",\"state\":\"good\"}]",
             first, next, later);
    tells(want);
    closed_ask(s, &a, 200, "POST", TABLE "/revoke", "{\"document\":\"" FIRST "\"}");
    tells("\"machines\":[{\"fingerprint\":\"" NEXT "\"");
    closed_ask(s, &a, 200, "POST", TABLE "/revoke", "{\"document\":\"" NEXT "\"}");
    tells("\"machines\":[]");
}

static void a_machine_ends(void **state)
{
    (void)state;
    const struct timespec pause = {.tv_nsec = 10000000};
    const long long until = now_ms() + 500;
    enrol(FIRST, until);
    while (now_ms() <= until)
        nanosleep(&pause, NULL);
    tells("\"state\":\"ended\"");
}

/* A caller that may look at a table but not at the books is not told of its machines. */
static void only_the_books_know(void **state)
{
    (void)state;
    struct caller auditor = closed_sign_in(s, "auditor"), dealer = closed_sign_in(s, "dealer");
    struct caller sign = closed_token(s, "wall", "sign"), box = closed_token(s, "box", "table:t1");
    struct caller reader = closed_token(s, "office", "read");
    const struct caller *with[] = {&auditor, &reader}, *without[] = {&dealer, &sign, &box};
    enrol(FIRST, 0);
    for (unsigned i = 0; i < 2; i++)
        assert_non_null(strstr(closed_ask(s, with[i], 200, "GET", TABLE, NULL), FIRST));
    for (unsigned i = 0; i < 3; i++) {
        const char *body = closed_ask(s, without[i], 200, "GET", TABLE, NULL);
        assert_null(strstr(body, "machines"));
        assert_null(strstr(body, FIRST));
    }
    assert_null(strstr(closed_ask(s, &a, 200, "GET", V1 "/tables", NULL), FIRST));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_people_are_named, start, stop),
        cmocka_unit_test_setup_teardown(a_machine_ends, start, stop),
        cmocka_unit_test_setup_teardown(only_the_books_know, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
