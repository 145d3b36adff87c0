/* Finds the books at both ends of a span, backwards from now or by a replay from the start. */
#include "reports/floor/report_ends.h"

#include "base/err.h"
#include "base/text.h"
#include "log/replay/floor_memory.h"
#include "log/replay/replay.h"
#include "reports/floor/report_back.h"

#include <stdlib.h>

void report_add(struct cr_money *to, struct cr_money amount)
{
    if (__builtin_add_overflow(to->micro, amount.micro, &to->micro))
        to->micro = amount.micro > 0 ? INT64_MAX : -INT64_MAX;
}

void report_add_difference(struct cr_money *to, struct cr_money before, struct cr_money after)
{
    report_add(to, after);
    report_add(to, cr_money_from_micro(-before.micro));
}

/* ---- Readings ---- */

static int allocate(const struct floor *f, struct report_ends *out, struct cr_err *err)
{
    const size_t links = f->link_count + 1u, tables = f->table_count + 1u;
    *out = (struct report_ends){.link_count = f->link_count, .table_count = f->table_count};
    out->begin = calloc(links, sizeof *out->begin);
    out->end = calloc(links, sizeof *out->end);
    out->document = calloc(links, sizeof *out->document);
    out->begin_drift = calloc(links, sizeof *out->begin_drift);
    out->end_drift = calloc(links, sizeof *out->end_drift);
    out->begin_coins = calloc(tables, sizeof *out->begin_coins);
    out->end_coins = calloc(tables, sizeof *out->end_coins);
    out->table_link = calloc(tables, sizeof *out->table_link);
    if (out->begin && out->end && out->document && out->begin_drift && out->end_drift &&
        out->begin_coins && out->end_coins && out->table_link)
        return CR_OK;
    return err_set(err, CR_E_IO, "out of memory");
}

void report_ends_free(struct report_ends *ends)
{
    free(ends->begin);
    free(ends->end);
    free(ends->document);
    free(ends->begin_drift);
    free(ends->end_drift);
    free(ends->begin_coins);
    free(ends->end_coins);
    free(ends->table_link);
    *ends = (struct report_ends){0};
}

static void read_begin(const struct floor *f, struct report_ends *out)
{
    for (uint32_t l = 0; l < f->link_count; l++) {
        out->begin[l] = f->links[l].books;
        out->begin_drift[l] = f->links[l].drift;
    }
    for (uint32_t t = 0; t < f->table_count; t++)
        out->begin_coins[t] = f->plays[t].coins;
}

static void read_end(const struct floor *f, struct report_ends *out)
{
    for (uint32_t l = 0; l < out->link_count; l++)
        out->document[l] = FLOOR_NONE;
    for (uint32_t t = 0; t < out->table_count; t++)
        out->table_link[t] = FLOOR_NONE;
    for (uint32_t l = 0; l < f->link_count; l++) {
        out->end[l] = f->links[l].books;
        out->end_drift[l] = f->links[l].drift;
        out->document[l] = f->links[l].configured != 0 ? f->links[l].document : FLOOR_NONE;
    }
    for (uint32_t t = 0; t < f->table_count; t++) {
        out->end_coins[t] = f->plays[t].coins;
        out->table_link[t] = f->tables[t].link;
    }
}

static const struct ledger *books_of(const struct floor *f, const struct floor_event *e)
{
    const uint32_t link = e->link[0] ? floor_find_link(f, e->link) : FLOOR_NONE;
    return link != FLOOR_NONE ? &f->links[link].books : NULL;
}

/* ---- Backwards ---- */

#define BLOCK 256

/* The texts of a block of events: they are read forwards and undone from the last. */
struct block {
    struct text texts; /* one behind the other */
    size_t ends[BLOCK];
    unsigned count;
    uint64_t next; /* number of the event that must come next */
    struct cr_err *err;
};

struct going_back {
    struct back back;
    const struct report_span *span;
    const struct report_watch *watch;
    struct report_ends *out;
    struct block block;
    struct floor_event event;
    bool has_end;
};

static int keep_text(void *context, const struct store_event *stored)
{
    struct block *b = context;
    /* without this check a number far ahead would make this read block after block without
     * events */
    if (stored->seq != b->next++)
        return err_set(b->err, CR_E_INPUT, "the log has no event %llu; it was changed",
                       (unsigned long long)b->next - 1);
    text_add_len(&b->texts, stored->body, stored->len);
    if (b->texts.cut)
        return err_set(b->err, CR_E_IO, "out of memory");
    b->ends[b->count++] = b->texts.len;
    return CR_OK;
}

static int event_back(struct going_back *g)
{
    const struct floor_event *e = &g->event;
    const struct report_span *span = g->span;
    struct floor *f = g->back.floor;
    if (e->seq <= span->last && !g->has_end) {
        read_end(f, g->out);
        g->has_end = true;
    }
    if (e->seq > span->last && e->kind == FLOOR_SHIFT_OPENED)
        g->out->has_later_shift = true;
    const struct ledger *books = books_of(f, e);
    const struct ledger after = books ? *books : (struct ledger){0};
    int rc = back_step(&g->back, e);
    if (rc == CR_OK && e->seq <= span->last)
        g->watch->event(g->watch->context, e, books, books ? &after : NULL);
    return rc;
}

static int block_back(struct going_back *g, uint64_t from, uint64_t count)
{
    struct block *b = &g->block;
    text_clear(&b->texts);
    b->count = 0;
    b->next = from;
    int rc = store_read(g->back.store, from, count, keep_text, b, b->err);
    while (rc == CR_OK && b->count > 0) {
        const size_t end = b->ends[--b->count], start = b->count > 0 ? b->ends[b->count - 1] : 0;
        rc = event_decode(b->texts.data + start, end - start, &g->event, b->err);
        rc = rc == CR_OK ? event_back(g)
                         : err_prefix(b->err, "an event after %llu", (unsigned long long)from);
    }
    return rc;
}

static int go_back(struct going_back *g)
{
    const struct report_span *span = g->span;
    int rc = CR_OK;
    for (uint32_t l = 0; rc == CR_OK && l < g->back.floor->link_count; l++)
        if (!back_holds(&g->back.floor->links[l].books))
            rc = err_set(g->back.err, CR_E_INPUT,
                         "the books of link %s have amounts of more than any link holds; verify "
                         "the store (croupier verify)",
                         g->back.floor->links[l].id);
    for (uint64_t end = span->head + 1; rc == CR_OK && end > span->first;) {
        const uint64_t from = end - span->first > BLOCK ? end - BLOCK : span->first;
        rc = block_back(g, from, end - from);
        end = from;
    }
    if (rc == CR_OK && !g->has_end)
        read_end(g->back.floor, g->out);
    if (rc == CR_OK)
        read_begin(g->back.floor, g->out);
    return rc;
}

/* ---- Forwards ---- */

struct folding {
    struct replay replay;
    struct floor_event recorded;
    const struct report_span *span;
    const struct report_watch *watch;
    struct report_ends *out;
    struct cr_err *err;
};

static int fold_event(void *context, const struct store_event *stored)
{
    struct folding *g = context;
    struct floor *f = g->replay.floor;
    struct floor_event *e = &g->recorded;
    struct ledger before = {0};
    if (stored->seq == g->span->first)
        read_begin(f, g->out);
    int rc = event_decode(stored->body, stored->len, e, g->err);
    const struct ledger *books = rc == CR_OK ? books_of(f, e) : NULL;
    if (books)
        before = *books;
    if (rc == CR_OK)
        rc = replay_step(&g->replay, stored, g->err);
    if (rc != CR_OK)
        err_prefix(g->err, "event %llu", (unsigned long long)stored->seq);
    floor_clean(f);
    if (rc != CR_OK || stored->seq < g->span->first)
        return rc;
    if (e->kind == FLOOR_LINK_CONFIGURED && e->prev == 0)
        g->out->begin[f->link_count - 1] = f->links[f->link_count - 1].books;
    books = books_of(f, e);
    g->watch->event(g->watch->context, e, books ? &before : NULL, books);
    return CR_OK;
}

static int see_shift(void *context, const struct floor_event *e)
{
    struct report_ends *out = context;
    out->has_later_shift = out->has_later_shift || e->kind == FLOOR_SHIFT_OPENED;
    return CR_OK;
}

static int fold_into(struct store *store, struct folding *g, struct report_ends *out)
{
    const struct report_span *span = g->span;
    struct floor *f = g->replay.floor;
    int rc = span->last > 0 ? store_read(store, 1, span->last, fold_event, g, g->err) : CR_OK;
    if (rc != CR_OK)
        return rc;
    if (span->last < span->first)
        read_begin(f, out);
    read_end(f, out);
    return log_read_events(store, span->last + 1, span->head, see_shift, out, g->err);
}

static int fold(struct store *store, const struct report_span *span,
                const struct floor_limits *limits, const struct report_watch *watch,
                struct report_ends *out, struct cr_err *err)
{
    void *memory = floor_memory_new(limits);
    struct folding *g = calloc(1, sizeof *g);
    struct floor f;
    int rc = CR_OK;
    if (memory && g) {
        floor_init_in_zeros(&f, limits, limits, memory);
        g->replay.floor = &f;
        g->span = span;
        g->watch = watch;
        g->out = out;
        g->err = err;
        watch->reset(watch->context);
        rc = fold_into(store, g, out);
    } else {
        rc = err_set(err, CR_E_IO, "out of memory");
    }
    free(g);
    floor_memory_free(memory, limits);
    return rc;
}

int report_ends_find(struct store *store, const struct report_span *span, struct floor *now,
                     const struct report_watch *watch, struct report_ends *out, struct cr_err *err)
{
    int rc = allocate(now, out, err);
    if (rc != CR_OK)
        return rc;
    struct going_back *g = calloc(1, sizeof *g);
    if (!g)
        return err_set(err, CR_E_IO, "out of memory");
    g->back.store = store;
    g->back.floor = now;
    g->back.err = g->block.err = err;
    g->span = span;
    g->watch = watch;
    g->out = out;
    rc = go_back(g);
    text_free(&g->block.texts);
    free(g);
    return rc == BACK_UNCLEAR ? fold(store, span, &now->room, watch, out, err) : rc;
}
