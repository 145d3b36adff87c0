/* Counters, gauges and histograms in the text format of Prometheus. */
#include "net/metrics.h"

#include "base/check.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_SECOND INT64_C(1000000000)

const int64_t metric_bounds_answer[] = {
    100000,   250000,    500000,    1000000,   2500000,    5000000,    10000000,   25000000,
    50000000, 100000000, 250000000, 500000000, 1000000000, 2500000000, 5000000000, 10000000000,
};
const unsigned metric_bounds_answer_count =
    sizeof metric_bounds_answer / sizeof metric_bounds_answer[0];

/* A counter or gauge is one cell. A histogram has a cell for each bound, one for what lies above
 * them all, and the sum. */
struct metrics {
    const struct metric_def *defs;
    unsigned count;
    unsigned *first;
    _Atomic int64_t *cells;
};

static unsigned cells_of(const struct metric_def *def)
{
    return def->kind == METRIC_HISTOGRAM ? def->bound_count + 2 : 1;
}

struct metrics *metrics_new(const struct metric_def *defs, unsigned count)
{
    struct metrics *m = calloc(1, sizeof *m);
    unsigned *first = calloc(count + 1, sizeof *first);
    unsigned total = 0;
    for (unsigned i = 0; first && i < count; i++) {
        first[i] = total;
        total += cells_of(&defs[i]);
    }
    _Atomic int64_t *cells = calloc(total + 1, sizeof *cells);
    if (!m || !first || !cells) {
        free(m);
        free(first);
        free((void *)cells);
        return NULL;
    }
    *m = (struct metrics){.defs = defs, .count = count, .first = first, .cells = cells};
    return m;
}

void metrics_free(struct metrics *m)
{
    if (!m)
        return;
    free(m->first);
    free((void *)m->cells);
    free(m);
}

static _Atomic int64_t *cell(struct metrics *m, unsigned which, enum metric_kind kind)
{
    CHECK(which < m->count && m->defs[which].kind == kind);
    return &m->cells[m->first[which]];
}

void metrics_count(struct metrics *m, unsigned which, uint64_t n)
{
    atomic_fetch_add_explicit(cell(m, which, METRIC_COUNTER), (int64_t)n, memory_order_relaxed);
}

void metrics_set(struct metrics *m, unsigned which, int64_t value)
{
    atomic_store_explicit(cell(m, which, METRIC_GAUGE), value, memory_order_relaxed);
}

void metrics_observe(struct metrics *m, unsigned which, int64_t ns)
{
    _Atomic int64_t *cells = cell(m, which, METRIC_HISTOGRAM);
    const struct metric_def *def = &m->defs[which];
    unsigned i = 0;
    while (i < def->bound_count && ns > def->bounds[i])
        i++;
    atomic_fetch_add_explicit(&cells[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&cells[def->bound_count + 1], ns, memory_order_relaxed);
}

static void add_seconds(struct text *t, int64_t ns)
{
    text_add_decimal(t, (uint64_t)ns, NS_PER_SECOND);
}

static void add_name(struct text *t, const struct metric_def *def, const char *suffix)
{
    text_add_format(t, "%s%s", def->name, suffix);
    if (def->labels)
        text_add_format(t, "{%s}", def->labels);
    text_add_char(t, ' ');
}

static void add_histogram(struct text *t, const struct metric_def *def,
                          const _Atomic int64_t *cells)
{
    int64_t sum = 0;
    for (unsigned i = 0; i <= def->bound_count; i++) {
        sum += atomic_load_explicit(&cells[i], memory_order_relaxed);
        text_add_format(t, "%s_bucket{%s%sle=\"", def->name, def->labels ? def->labels : "",
                        def->labels ? "," : "");
        if (i < def->bound_count)
            add_seconds(t, def->bounds[i]);
        else
            text_add(t, "+Inf");
        text_add_format(t, "\"} %" PRId64 "\n", sum);
    }
    add_name(t, def, "_sum");
    add_seconds(t, atomic_load_explicit(&cells[def->bound_count + 1], memory_order_relaxed));
    text_add_char(t, '\n');
    add_name(t, def, "_count");
    text_add_format(t, "%" PRId64 "\n", sum);
}

void metrics_render(const struct metrics *m, struct text *t)
{
    static const char *const kinds[] = {
        [METRIC_COUNTER] = "counter", [METRIC_GAUGE] = "gauge", [METRIC_HISTOGRAM] = "histogram"};
    for (unsigned i = 0; i < m->count; i++) {
        const struct metric_def *def = &m->defs[i];
        if (i == 0 || strcmp(m->defs[i - 1].name, def->name) != 0)
            text_add_format(t, "# HELP %s %s\n# TYPE %s %s\n", def->name, def->help, def->name,
                            kinds[def->kind]);
        const _Atomic int64_t *cells = &m->cells[m->first[i]];
        if (def->kind == METRIC_HISTOGRAM) {
            add_histogram(t, def, cells);
        } else {
            add_name(t, def, "");
            text_add_format(t, "%" PRId64 "\n", atomic_load_explicit(cells, memory_order_relaxed));
        }
    }
}
