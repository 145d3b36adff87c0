/* The lines in which two texts differ; see line_diff.h. */
#include "reports/configuration/line_diff.h"

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 3
/* The longest common part is looked for in a table of this many cells at most. Larger texts, beyond
 * any document of a floor, are shown as removed and added. */
#define CELLS_MAX (8u << 20)

struct line {
    const char *at;
    size_t len;
};

/* One line of the result, and its place in both texts (from 0). */
struct step {
    char sign;
    uint32_t a, b;
};

struct diff {
    struct line *a, *b;
    uint32_t a_count, b_count;
    struct step *steps;
    uint32_t step_count;
    uint16_t *cells; /* for each pair of places: length of the longest common part of the rests of
                        both texts */
};

static uint32_t count_lines(const char *text, size_t len)
{
    uint32_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += text[i] == '\n' || i + 1 == len;
    return count;
}

static void split_lines(const char *text, size_t len, struct line *out)
{
    const char *end = text + len;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop != NULL ? stop : end;
        *out++ = (struct line){text, (size_t)(stop - text)};
        text = stop + 1;
    }
}

static bool is_same(const struct line *a, const struct line *b)
{
    return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

static void add_step(struct diff *d, char sign, uint32_t a, uint32_t b)
{
    d->steps[d->step_count++] = (struct step){sign, a, b};
}

/* ---- The part between the equal beginning and the equal end ---- */

static void fill_cells(struct diff *d, uint32_t from, uint32_t n, uint32_t m)
{
    const size_t row = (size_t)m + 1;
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t j = m; j-- > 0;) {
            uint16_t *cell = &d->cells[i * row + j];
            const uint16_t down = cell[row], right = cell[1];
            if (is_same(&d->a[from + i], &d->b[from + j]))
                *cell = (uint16_t)(cell[row + 1] + 1);
            else
                *cell = down > right ? down : right;
        }
}

static void walk_middle(struct diff *d, uint32_t from, uint32_t n, uint32_t m)
{
    const size_t row = (size_t)m + 1;
    uint32_t i = 0, j = 0;
    while (d->cells != NULL && i < n && j < m) {
        const uint16_t *cell = &d->cells[i * row + j];
        if (is_same(&d->a[from + i], &d->b[from + j])) {
            add_step(d, ' ', from + i, from + j);
            i++, j++;
        } else if (cell[row] >= cell[1]) {
            add_step(d, '-', from + i, from + j);
            i++;
        } else {
            add_step(d, '+', from + i, from + j);
            j++;
        }
    }
    for (; i < n; i++)
        add_step(d, '-', from + i, from + j);
    for (; j < m; j++)
        add_step(d, '+', from + i, from + j);
}

static int compare(struct diff *d, struct cr_err *err)
{
    uint32_t first = 0, n = d->a_count, m = d->b_count, same = 0;
    while (first < n && first < m && is_same(&d->a[first], &d->b[first])) {
        add_step(d, ' ', first, first);
        first++;
    }
    while (n > first && m > first && is_same(&d->a[n - 1], &d->b[m - 1]))
        n--, m--, same++;
    n -= first, m -= first;
    const uint64_t cells = ((uint64_t)n + 1) * ((uint64_t)m + 1);
    if (n > 0 && m > 0 && cells <= CELLS_MAX && n < UINT16_MAX && m < UINT16_MAX) {
        d->cells = calloc((size_t)cells, sizeof(*d->cells));
        if (d->cells == NULL)
            return err_set(err, CR_E_IO, "out of memory");
        fill_cells(d, first, n, m);
    }
    walk_middle(d, first, n, m);
    for (uint32_t i = 0; i < same; i++)
        add_step(d, ' ', first + n + i, first + m + i);
    return 0;
}

/* ---- Output ---- */

/* Whether a changed line is so near that this line is shown as context. */
static bool is_near(const struct diff *d, uint32_t at)
{
    const uint32_t from = at > CONTEXT ? at - CONTEXT : 0;
    for (uint32_t i = from; i < d->step_count && i <= at + CONTEXT; i++)
        if (d->steps[i].sign != ' ')
            return true;
    return false;
}

static void show_part(const struct diff *d, uint32_t from, uint32_t to, line_diff_fn *each,
                      void *context)
{
    uint32_t removed = 0, added = 0;
    char head[64];
    for (uint32_t i = from; i < to; i++) {
        removed += d->steps[i].sign != '+';
        added += d->steps[i].sign != '-';
    }
    int len = snprintf(head, sizeof(head), "@ -%u,%u +%u,%u @@", d->steps[from].a + (removed > 0),
                       removed, d->steps[from].b + (added > 0), added);
    each(context, '@', head, (size_t)len);
    for (uint32_t i = from; i < to; i++) {
        const struct step *s = &d->steps[i];
        const struct line *line = s->sign == '+' ? &d->b[s->b] : &d->a[s->a];
        each(context, s->sign, line->at, line->len);
    }
}

static void show(const struct diff *d, line_diff_fn *each, void *context)
{
    uint32_t from = 0;
    while (from < d->step_count) {
        uint32_t to = from;
        while (to < d->step_count && is_near(d, to))
            to++;
        if (to > from)
            show_part(d, from, to, each, context);
        from = to > from ? to : from + 1;
    }
}

int line_diff(const char *a, size_t a_len, const char *b, size_t b_len, line_diff_fn *each,
              void *context, struct cr_err *err)
{
    struct diff d = {.a_count = count_lines(a, a_len), .b_count = count_lines(b, b_len)};
    const size_t lines = (size_t)d.a_count + d.b_count;
    d.a = calloc(lines + 1, sizeof(*d.a));
    d.steps = calloc(lines + 1, sizeof(*d.steps));
    int rc = d.a != NULL && d.steps != NULL ? 0 : err_set(err, CR_E_IO, "out of memory");
    if (rc == 0) {
        d.b = d.a + d.a_count;
        split_lines(a, a_len, d.a);
        split_lines(b, b_len, d.b);
        rc = compare(&d, err);
    }
    if (rc == 0)
        show(&d, each, context);
    free(d.cells);
    free(d.steps);
    free(d.a);
    return rc;
}
