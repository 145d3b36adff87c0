/* Metrics as text, and many threads at once. */
#include "net/metrics.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const int64_t bounds[] = {1000000, 250000000, 2000000000};

enum { ROUNDS_UTH, ROUNDS_PG, LEVEL, WAIT, METRICS };

static const struct metric_def defs[METRICS] = {
    {"croupier_rounds_total", "Rounds settled.", "game=\"uth\"", METRIC_COUNTER, NULL, 0},
    {"croupier_rounds_total", "Rounds settled.", "game=\"pg\"", METRIC_COUNTER, NULL, 0},
    {"croupier_level", "A level.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_wait_seconds", "Waiting.", "kind=\"a\"", METRIC_HISTOGRAM, bounds, 3},
};

static void metrics_are_written(void **state)
{
    (void)state;
    char text[2048];
    struct text t;
    struct metrics *m = metrics_new(defs, METRICS);
    assert_non_null(m);
    metrics_count(m, ROUNDS_UTH, 3);
    metrics_count(m, ROUNDS_PG, 1);
    metrics_set(m, LEVEL, 5);
    metrics_set(m, LEVEL, -2);
    metrics_observe(m, WAIT, 1000000);
    metrics_observe(m, WAIT, 1000001);
    metrics_observe(m, WAIT, 3000000000);
    text_init(&t, text, sizeof text);
    metrics_render(m, &t);
    assert_string_equal(text, "# HELP croupier_rounds_total Rounds settled.\n"
                              "# TYPE croupier_rounds_total counter\n"
                              "croupier_rounds_total{game=\"uth\"} 3\n"
                              "croupier_rounds_total{game=\"pg\"} 1\n"
                              "# HELP croupier_level A level.\n"
                              "# TYPE croupier_level gauge\n"
                              "croupier_level -2\n"
                              "# HELP croupier_wait_seconds Waiting.\n"
                              "# TYPE croupier_wait_seconds histogram\n"
                              "croupier_wait_seconds_bucket{kind=\"a\",le=\"0.001\"} 1\n"
                              "croupier_wait_seconds_bucket{kind=\"a\",le=\"0.25\"} 2\n"
                              "croupier_wait_seconds_bucket{kind=\"a\",le=\"2\"} 2\n"
                              "croupier_wait_seconds_bucket{kind=\"a\",le=\"+Inf\"} 3\n"
                              "croupier_wait_seconds_sum{kind=\"a\"} 3.002000001\n"
                              "croupier_wait_seconds_count{kind=\"a\"} 3\n");
    metrics_free(m);
}

static void *count_many(void *m)
{
    for (unsigned i = 0; i < 100000; i++) {
        metrics_count(m, ROUNDS_UTH, 1);
        metrics_observe(m, WAIT, 1);
    }
    return NULL;
}

static void threads_lose_no_count(void **state)
{
    (void)state;
    char text[2048];
    struct text t;
    struct metrics *m = metrics_new(defs, METRICS);
    pthread_t threads[4];
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_many, m), 0);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    text_init(&t, text, sizeof text);
    metrics_render(m, &t);
    assert_non_null(strstr(text, "{game=\"uth\"} 400000\n"));
    assert_non_null(strstr(text, "_sum{kind=\"a\"} 0.0004\n"));
    assert_non_null(strstr(text, "_count{kind=\"a\"} 400000\n"));
    metrics_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_written),
        cmocka_unit_test(threads_lose_no_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
