/* Streams the whole log, one event on each line, so that it can be verified elsewhere. */
#include "service/api/api_internal.h"

#include <stdlib.h>

#define PIECE 512           /* events read at once … */
#define ROOM  (256u * 1024) /* … or this many bytes, and the event that exceeds them */

struct export
{
    uint64_t next, end; /* end: the last event to export; 0: not known yet */
    struct text *piece;
};

static int add_line(void *context, const struct store_event *event)
{
    struct export *e = context;
    if (event->seq > e->end || e->piece->len > ROOM)
        return 1;
    text_add_len(e->piece, event->body, event->len);
    text_add_char(e->piece, '\n');
    e->next = event->seq + 1;
    return 0;
}

/* Makes the next piece. The export ends with the event that is the last one when the first piece is
 * made. */
static int export_next(void *user, struct store *store, struct text *piece, bool *is_last,
                       struct cr_err *err)
{
    struct export *e = user;
    struct store_head head;
    int rc = 0;
    if (e->end == 0) {
        rc = store_head(store, &head, err);
        if (rc != 0)
            return rc;
        e->end = head.seq;
    }
    e->piece = piece;
    const uint64_t before = e->next;
    if (e->next <= e->end)
        rc = store_read(store, e->next, PIECE, add_line, e, err);
    if (rc >= 0 && e->next == before && e->next <= e->end)
        return err_set(err, CR_E_IO, "event %llu is missing", (unsigned long long)e->next);
    *is_last = e->next > e->end;
    return rc < 0 ? rc : 0;
}

void api_run_export(struct api *api, const struct api_row *row, struct http_request *req)
{
    static const struct api_feed_source source = {export_next, free};
    struct export *e = calloc(1, sizeof(*e));
    (void)row;
    if (e == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    e->next = 1;
    http_add_header(req, "Content-Disposition", "attachment; filename=\"export.jsonl\"");
    api_feed_answer(api, req, false, "application/x-ndjson", &source, e, NULL);
}
