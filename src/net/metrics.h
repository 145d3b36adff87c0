/* Counters, gauges and histograms in the text format of Prometheus. Updates are single atomic
 * operations, from any thread. Times are whole nanoseconds inside and seconds in the text. */
#pragma once

#include "base/text.h"

#include <stdint.h>

enum metric_kind { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

/* Rows of one name that differ in their labels stand next to each other. */
struct metric_def {
    const char *name;
    const char *help;
    const char *labels; /* for example "method=\"GET\""; NULL: none */
    enum metric_kind kind;
    const int64_t *bounds; /* a histogram's upper bounds in ns, rising */
    unsigned bound_count;
};

/* 100 us to 10 s, for answers over a network. */
extern const int64_t metric_bounds_answer[];
extern const unsigned metric_bounds_answer_count;

struct metrics;

/* The definitions must outlive the registry. NULL without memory. */
struct metrics *metrics_new(const struct metric_def *defs, unsigned count);
void metrics_free(struct metrics *m);

/* `which` is an index of the definitions, from 0. */
void metrics_count(struct metrics *m, unsigned which, uint64_t n);
void metrics_set(struct metrics *m, unsigned which, int64_t value);
void metrics_observe(struct metrics *m, unsigned which, int64_t ns);

void metrics_render(const struct metrics *m, struct text *t);
