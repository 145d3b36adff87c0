/* Reads events from a store or from a running manager; see log_source.h. */
#include "service/client/log_source.h"

#include "base/err.h"
#include "log/store/store.h"
#include "service/client/ask_manager.h"
#include "service/client/log_filter.h"

#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>

#define WAIT_MS    250
#define PAGE_LIMIT 500 /* events asked of a manager at once */

struct log_source {
    struct store *store; /* one of these two is NULL */
    struct ask_manager *manager;
};

int log_source_open(const char *store, const struct asking *asking, struct log_source **out,
                    struct cr_err *err)
{
    struct log_source *s = calloc(1, sizeof *s);
    if (!s)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = store ? store_open(store, STORE_READ, &s->store, err)
                   : ask_manager_open(asking, &s->manager, err);
    return err_or_made(rc, out, s, free);
}

void log_source_close(struct log_source *s)
{
    if (!s)
        return;
    store_close(s->store);
    ask_manager_close(s->manager);
    free(s);
}

int log_source_head(struct log_source *s, uint64_t *seq, struct cr_err *err)
{
    if (!s->store)
        return ask_manager_head(s->manager, seq, err);
    struct store_head head;
    int rc = store_head(s->store, &head, err);
    if (rc == CR_OK)
        *seq = head.seq;
    return rc;
}

/* ---- Reading ---- */

struct reading {
    log_event_fn *each;
    void *context;
};

static int give(void *context, const struct store_event *event)
{
    const struct reading *r = context;
    return r->each(r->context, event->seq, event->body, event->len);
}

static int read_pages(struct log_source *s, uint64_t from, uint64_t to, log_event_fn *each,
                      void *context, struct cr_err *err)
{
    while (from <= to) {
        uint64_t next = from, count = to - from + 1;
        int rc = ask_manager_log(s->manager, from, count < PAGE_LIMIT ? count : PAGE_LIMIT, &next,
                                 each, context, err);
        if (rc != CR_OK)
            return rc;
        if (next == from)
            return CR_OK;
        from = next;
    }
    return CR_OK;
}

int log_source_read(struct log_source *s, uint64_t from, uint64_t to, log_event_fn *each,
                    void *context, struct cr_err *err)
{
    if (from > to)
        return CR_OK;
    if (!s->store)
        return read_pages(s, from, to, each, context, err);
    struct reading r = {each, context};
    return store_read(s->store, from, to - from + 1, give, &r, err);
}

int log_source_wait(struct log_source *s, struct cr_err *err)
{
    if (s->store)
        return store_wait(s->store, WAIT_MS, err);
    poll(NULL, 0, WAIT_MS);
    return CR_OK;
}

/* ---- Times ---- */

struct looking {
    int64_t time_ms;
    struct cr_err *err;
};

static int note_time(void *context, uint64_t seq, const char *text, size_t len)
{
    struct looking *l = context;
    struct log_line line;
    if (!log_line_read(text, len, &line))
        return err_set(l->err, CR_E_INPUT, "event %" PRIu64 " does not begin as events do", seq);
    l->time_ms = line.time_ms;
    return 0;
}

int log_source_find_time(struct log_source *s, int64_t time_ms, uint64_t head, uint64_t *seq,
                         struct cr_err *err)
{
    uint64_t low = 1, high = head + 1;
    struct looking l = {0, err};
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int rc = log_source_read(s, middle, middle, note_time, &l, err);
        if (rc != CR_OK)
            return rc;
        if (l.time_ms < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    *seq = low;
    return CR_OK;
}
