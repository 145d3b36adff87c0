/* Copying a whole store into an empty one: "croupier db copy". */
#include "base/check.h"
#include "base/err.h"
#include "log/store/backend.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COPY_ITEMS 512
#define COPY_BYTES (1 << 20)

/* Bodies are valid only during a callback, so they are copied here and written many at a time. */
struct copier {
    struct store *to;
    store_progress_fn *progress;
    void *context;
    uint64_t total;
    uint8_t hash[STORE_HASH_BYTES];
    struct store_event events[COPY_ITEMS];
    struct store_row rows[COPY_ITEMS];
    size_t event_count, row_count, used;
    struct cr_err *err;
    char bytes[COPY_BYTES];
};

static int copier_flush(struct copier *c)
{
    if (c->event_count + c->row_count == 0)
        return CR_OK;
    int code = store_append(c->to, c->events, c->event_count, c->rows, c->row_count, c->err);
    c->event_count = c->row_count = c->used = 0;
    if (code == CR_OK && c->progress)
        c->progress(c->context, c->to->head.seq, c->total);
    return code;
}

static int copier_make_room(struct copier *c, size_t len)
{
    if (c->event_count < COPY_ITEMS && c->row_count < COPY_ITEMS && c->used + len <= COPY_BYTES)
        return CR_OK;
    return copier_flush(c);
}

static int copier_keep(struct copier *c, const void *body, size_t len, const char **out)
{
    int code = copier_make_room(c, len);
    if (code != CR_OK)
        return code;
    *out = memcpy(c->bytes + c->used, body, len);
    c->used += len;
    return CR_OK;
}

static int copy_event(void *context, const struct store_event *event)
{
    struct copier *c = context;
    if (event->len > STORE_BODY_MAX)
        return err_set(c->err, CR_E_INPUT, "event %" PRIu64 " is larger than any we write",
                       event->seq);
    store_chain(c->hash, event->body, event->len, c->hash);
    if (memcmp(c->hash, event->hash, STORE_HASH_BYTES) != 0)
        return err_set(c->err, CR_E_INPUT,
                       "event %" PRIu64
                       ": the chain is broken here; the log was changed. Nothing was copied",
                       event->seq);
    struct store_event kept = *event;
    int code = copier_keep(c, event->body, event->len, &kept.body);
    if (code == CR_OK)
        c->events[c->event_count++] = kept;
    return code;
}

static int copy_row(void *context, const struct store_row *row)
{
    struct copier *c = context;
    if (row->len > STORE_BODY_MAX)
        return err_set(c->err, CR_E_INPUT, "row %" PRIu64 " is larger than any we write", row->id);
    const char *body = NULL;
    int code = copier_keep(c, row->body, row->len, &body);
    if (code == CR_OK)
        c->rows[c->row_count++] = (struct store_row){row->id, body, row->len};
    return code;
}

static int copy_secret(void *context, const char *id, const char *text)
{
    struct copier *c = context;
    if (id[0] == '\0' || strlen(id) >= STORE_SECRET_ID || strlen(text) >= STORE_SECRET_MAX)
        return err_set(c->err, CR_E_INPUT, "a secret is larger than any we write");
    return store_put_secret(c->to, id, text, c->err);
}

static int found_row(void *context, const struct store_row *row)
{
    (void)context, (void)row;
    return 1;
}

static int check_empty(struct store *to, const struct store_head *head, struct cr_err *err)
{
    int code = head->seq > 0 ? 1 : store_rows(to, 0, UINT64_MAX, found_row, NULL, err);
    if (code == 1)
        return err_set(err, CR_E_STATE, "the store to copy into is not empty; nothing was copied");
    return code;
}

/* Events that were removed from the store stay in their archive: the copy begins where the store
 * begins. */
static int copy_beginning(struct store *from, struct copier *c, struct cr_err *err)
{
    const struct store_beginning *b = &from->beginning;
    if (b->first <= 1)
        return CR_OK;
    int code = store_trim(c->to, b, err);
    if (code != CR_OK)
        return code;
    c->to->head.seq = b->first - 1;
    memcpy(c->to->head.hash, b->before, STORE_HASH_BYTES);
    memcpy(c->hash, b->before, STORE_HASH_BYTES);
    return CR_OK;
}

static int copy_all(struct store *from, struct copier *c, struct cr_err *err)
{
    struct store_head end;
    int code = store_head(from, &end, err);
    if (code != CR_OK)
        return code;
    c->total = end.seq;
    code = copy_beginning(from, c, err);
    if (code == CR_OK)
        code = store_read(from, from->beginning.first, UINT64_MAX, copy_event, c, err);
    if (code == CR_OK)
        code = store_rows(from, 0, UINT64_MAX, copy_row, c, err);
    if (code == CR_OK)
        code = copier_flush(c);
    if (code == CR_OK)
        code = store_secrets(from, copy_secret, c, err);
    if (code == CR_OK && c->to->head.seq != end.seq)
        return err_set(err, CR_E_INPUT, "the log says it has %" PRIu64 " events and has %" PRIu64,
                       end.seq, c->to->head.seq);
    if (code == CR_OK)
        code = c->to->ops->put_meta(c->to, "identity", from->identity, err);
    return code;
}

static int copy_held(struct store *from, struct copier *c, struct cr_err *err)
{
    struct store_head head;
    int code = store_begin(c->to, &head, err);
    if (code != CR_OK)
        return code;
    code = check_empty(c->to, &head, err);
    if (code == CR_OK)
        code = copy_all(from, c, err);
    if (code == CR_OK)
        return store_commit(c->to, err);
    store_abandon(c->to);
    return code;
}

int store_copy(struct store *from, struct store *to, store_progress_fn *progress, void *context,
               struct cr_err *err)
{
    CHECK(from != to && !from->in_batch);
    struct copier *c = malloc(sizeof *c);
    if (!c)
        return err_set(err, CR_E_IO, "no memory to copy with");
    memset(c, 0, offsetof(struct copier, bytes));
    c->to = to;
    c->progress = progress;
    c->context = context;
    c->err = err;
    int code = store_hold(from, err);
    if (code == CR_OK) {
        code = copy_held(from, c, err);
        store_release(from);
    }
    if (code == CR_OK)
        memcpy(to->identity, from->identity, sizeof to->identity);
    free(c);
    return code;
}
