/* The whole log as lines, for whoever verifies it elsewhere: streamed, however long it is. */
#include "http/api_inside.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

#define ROOM    (256u * 1024) /* more than one event */
#define PIECE   512           /* events read at once */
#define AT_ONCE 2

/* Two hold it: the thread that reads the store and the stream that sends. */
struct export
{
    struct api *api;
    struct http_stream *stream;
    pthread_mutex_t lock;
    pthread_cond_t drained;
    unsigned holders;
    bool is_closed; /* nobody listens */
    bool is_done;   /* nothing more comes */
    size_t at, len; /* of what is being sent */
    char *sent;
    /* The reader's own. */
    uint64_t next, end;
    size_t filled;
    char *spare;
    char rooms[2][ROOM];
};

static void let_go(struct export *e)
{
    CHECK(pthread_mutex_lock(&e->lock) == 0);
    const unsigned left = --e->holders;
    CHECK(pthread_mutex_unlock(&e->lock) == 0);
    if (left > 0)
        return;
    CHECK(pthread_cond_destroy(&e->drained) == 0);
    CHECK(pthread_mutex_destroy(&e->lock) == 0);
    free(e);
}

/* ---- The stream's side ---- */

static ssize_t export_read(void *user, char *into, size_t room)
{
    struct export *e = user;
    CHECK(pthread_mutex_lock(&e->lock) == 0);
    const size_t left = e->len - e->at;
    const size_t take = left < room ? left : room;
    memcpy(into, e->sent + e->at, take);
    e->at += take;
    if (e->at == e->len)
        CHECK(pthread_cond_signal(&e->drained) == 0);
    const bool ends = take == 0 && e->is_done;
    CHECK(pthread_mutex_unlock(&e->lock) == 0);
    return ends ? -1 : (ssize_t)take;
}

static void export_closed(void *user)
{
    struct export *e = user;
    CHECK(pthread_mutex_lock(&e->lock) == 0);
    e->is_closed = true;
    CHECK(pthread_cond_signal(&e->drained) == 0);
    CHECK(pthread_mutex_unlock(&e->lock) == 0);
    let_go(e);
}

/* ---- The reader's side ---- */

static int add_line(void *context, const struct store_event *event)
{
    struct export *e = context;
    if (event->seq > e->end || e->filled + event->len + 1 > ROOM)
        return 1;
    memcpy(e->spare + e->filled, event->body, event->len);
    e->spare[e->filled + event->len] = '\n';
    e->filled += event->len + 1;
    e->next = event->seq + 1;
    return 0;
}

/* False when nothing more comes. */
static bool fill(struct export *e, struct store *store)
{
    struct cr_err err = {0};
    e->filled = 0;
    if (e->next > e->end)
        return false;
    api_log_lock(e->api);
    int rc = store_read(store, e->next, PIECE, add_line, e, &err);
    api_log_unlock(e->api);
    return rc >= 0 && e->filled > 0;
}

/* Waits until the last piece is sent, and hands over the next; false when nobody listens. */
static bool hand_over(struct export *e, bool is_last)
{
    CHECK(pthread_mutex_lock(&e->lock) == 0);
    while (e->at < e->len && !e->is_closed)
        CHECK(pthread_cond_wait(&e->drained, &e->lock) == 0);
    const bool goes_on = !e->is_closed;
    char *swapped = e->sent;
    e->sent = e->spare;
    e->spare = swapped;
    e->at = 0;
    e->len = e->filled;
    e->is_done = is_last;
    if (goes_on)
        http_stream_wake(e->stream);
    CHECK(pthread_mutex_unlock(&e->lock) == 0);
    return goes_on;
}

static int open_log(struct export *e, struct store **own, struct store **from)
{
    struct cr_err err = {0};
    struct store_head head;
    const char *address = api_papers_address(e->api);
    if (address != NULL && store_open(address, STORE_READ, own, &err) != 0)
        return CR_E_IO;
    *from = address != NULL ? *own : e->api->log;
    api_log_lock(e->api);
    int rc = store_head(*from, &head, &err);
    api_log_unlock(e->api);
    e->end = rc == 0 ? head.seq : 0;
    return rc;
}

static void count_down(struct api *api)
{
    CHECK(pthread_mutex_lock(&api->jobs_lock) == 0);
    api->exports--;
    CHECK(pthread_cond_broadcast(&api->jobs_done) == 0);
    CHECK(pthread_mutex_unlock(&api->jobs_lock) == 0);
}

static void *export_run(void *context)
{
    struct export *e = context;
    struct api *api = e->api;
    struct store *own = NULL, *from = NULL;
    if (open_log(e, &own, &from) == 0)
        while (fill(e, from) && hand_over(e, false))
            ;
    e->filled = 0;
    hand_over(e, true);
    if (own != NULL)
        store_close(own);
    let_go(e);
    count_down(api);
    return NULL;
}

/* ---- The request ---- */

static bool count_up(struct api *api)
{
    CHECK(pthread_mutex_lock(&api->jobs_lock) == 0);
    const bool fits = api->exports < AT_ONCE;
    api->exports += fits;
    CHECK(pthread_mutex_unlock(&api->jobs_lock) == 0);
    return fits;
}

static struct export *export_new(struct api *api)
{
    struct export *e = calloc(1, sizeof(*e));
    if (e == NULL)
        return NULL;
    e->api = api;
    e->next = 1;
    e->holders = 2;
    e->sent = e->rooms[0];
    e->spare = e->rooms[1];
    CHECK(pthread_mutex_init(&e->lock, NULL) == 0);
    CHECK(pthread_cond_init(&e->drained, NULL) == 0);
    return e;
}

void api_run_export(struct api *api, const struct api_row *row, struct http_request *req)
{
    static const struct http_stream_ops ops = {export_read, export_closed};
    pthread_t thread;
    (void)row;
    if (!count_up(api)) {
        http_respond_problem(req, &(struct problem){.status = 503,
                                                    .code = "busy",
                                                    .detail = "the log is being exported already; "
                                                              "ask again later"});
        return;
    }
    struct export *e = export_new(api);
    if (e == NULL) {
        count_down(api);
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    http_add_header(req, "Content-Disposition", "attachment; filename=\"export.jsonl\"");
    e->stream = http_respond_stream(req, "application/x-ndjson", &ops, e);
    if (e->stream == NULL)
        let_go(e);
    if (e->stream == NULL || pthread_create(&thread, NULL, export_run, e) != 0) {
        /* The stream ends with nothing in it, which no checkpoint fits. */
        e->is_done = true;
        let_go(e);
        count_down(api);
        return;
    }
    CHECK(pthread_detach(thread) == 0);
}
