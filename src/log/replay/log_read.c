/* Events of a log, decoded; see log_read.h. */
#include "log/replay/log_read.h"

#include "base/err.h"

#include <stdlib.h>

struct reading {
    struct floor_event *event;
    log_event_fn *each; /* NULL: one event is read */
    void *context;
    uint64_t last;
    bool found, is_past; /* is_past: an event after the last one came, and ended the reading */
    struct cr_err *err;
};

static int read_one(void *context, const struct store_event *stored)
{
    struct reading *r = context;
    r->is_past = stored->seq > r->last;
    if (r->is_past)
        return 1;
    int rc = event_decode(stored->body, stored->len, r->event, r->err);
    /* `prev` must point back, so that following it from event to event comes to an end. */
    if (rc == CR_OK && r->event->prev != 0 && r->event->prev >= stored->seq)
        rc = err_set(r->err, CR_E_INPUT, "prev: %llu does not come before it; verify the store",
                     (unsigned long long)r->event->prev);
    if (rc != CR_OK)
        return err_prefix(r->err, "event %llu", (unsigned long long)stored->seq);
    r->found = true;
    return r->each ? r->each(r->context, r->event) : CR_OK;
}

/* Reads the events first … last. Where somebody removed one, the store gives a later one in its
 * place. */
static int read_span(struct store *store, uint64_t first, struct reading *r)
{
    const int rc = store_read(store, first, r->last - first + 1, read_one, r, r->err);
    return r->is_past ? CR_OK : rc;
}

int log_read_event(struct store *store, uint64_t seq, struct floor_event *out, struct cr_err *err)
{
    struct reading r = {.event = out, .last = seq, .err = err};
    int rc = seq == 0 ? CR_OK : read_span(store, seq, &r);
    if (rc == CR_OK && !r.found)
        rc = err_set(err, CR_E_NOT_FOUND, "the log has no event %llu", (unsigned long long)seq);
    return rc;
}

int log_read_events(struct store *store, uint64_t first, uint64_t last, log_event_fn *each,
                    void *context, struct cr_err *err)
{
    if (last < first)
        return CR_OK;
    struct floor_event *event = malloc(sizeof *event);
    if (!event)
        return err_set(err, CR_E_IO, "out of memory");
    struct reading r = {.event = event, .each = each, .context = context, .last = last, .err = err};
    int rc = read_span(store, first, &r);
    free(event);
    return rc;
}

int log_find_time(struct store *store, uint64_t from, uint64_t head, int64_t time_ms, uint64_t *seq,
                  struct cr_err *err)
{
    struct floor_event *event = malloc(sizeof *event);
    uint64_t low = from > 0 ? from : 1, high = head + 1;
    int rc = event ? CR_OK : err_set(err, CR_E_IO, "out of memory");
    while (rc == CR_OK && low < high) {
        const uint64_t middle = low + (high - low) / 2;
        rc = log_read_event(store, middle, event, err);
        if (rc == CR_OK && event->time_ms < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    free(event);
    *seq = low;
    return rc;
}
