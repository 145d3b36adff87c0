/* Answers of any length: a thread makes the next piece while the server sends the one before. At
 * most AT_ONCE such answers are sent at a time; further ones are refused. */
#include "service/api/api_internal.h"

#include "os/mutex.h"
#include "os/thread.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 4

/* A feed has two holders: the thread that makes the pieces, and the stream that sends them. The
 * last one to let go frees it. */
struct feed {
    struct api *api;
    const struct api_feed_source *source;
    void *user;
    struct http_stream *stream;
    struct mutex lock;
    unsigned holders;
    bool is_closed; /* the client has gone */
    bool is_done;   /* no further piece follows … */
    bool is_broken; /* … because making it failed */
    size_t at;      /* bytes of `sent` that the server has taken */
    struct text sent;
    struct text spare; /* the next piece; only the making thread uses it */
};

static void let_go(struct feed *f)
{
    mutex_lock(&f->lock);
    const unsigned left = --f->holders;
    mutex_unlock(&f->lock);
    if (left > 0)
        return;
    mutex_destroy(&f->lock);
    text_free(&f->sent);
    text_free(&f->spare);
    free(f);
}

/* ---- The stream's side ---- */

static ssize_t feed_read(void *user, char *into, size_t room)
{
    struct feed *f = user;
    mutex_lock(&f->lock);
    const size_t left = f->sent.len - f->at;
    const size_t take = left < room ? left : room;
    if (take > 0)
        memcpy(into, f->sent.data + f->at, take);
    f->at += take;
    if (f->at == f->sent.len)
        mutex_wake(&f->lock);
    const ssize_t n = take > 0 || !f->is_done ? (ssize_t)take
                      : f->is_broken          ? HTTP_STREAM_BROKEN
                                              : HTTP_STREAM_END;
    mutex_unlock(&f->lock);
    return n;
}

static void feed_closed(void *user)
{
    struct feed *f = user;
    mutex_lock(&f->lock);
    f->is_closed = true;
    mutex_wake(&f->lock);
    mutex_unlock(&f->lock);
    let_go(f);
}

static const struct http_stream_ops feed_ops = {feed_read, feed_closed, true};

/* ---- The side of the thread that makes the pieces ---- */

/* Waits until the piece before is sent, and hands over the next one. False when the client has
 * gone. */
static bool hand_over(struct feed *f, bool is_last, bool is_broken)
{
    mutex_lock(&f->lock);
    while (f->at < f->sent.len && !f->is_closed)
        mutex_wait(&f->lock);
    const bool goes_on = !f->is_closed;
    const struct text swapped = f->sent;
    f->sent = f->spare;
    f->spare = swapped;
    f->spare.len = 0;
    f->at = 0;
    f->is_done = is_last;
    f->is_broken = is_broken;
    if (goes_on)
        http_stream_wake(f->stream);
    mutex_unlock(&f->lock);
    return goes_on;
}

static int make_piece(struct feed *f, struct store *store, bool *is_last)
{
    struct cr_err err = {0};
    api_log_lock(f->api);
    int rc = f->source->next(f->user, store, &f->spare, is_last, &err);
    api_log_unlock(f->api);
    return f->spare.cut ? CR_E_IO : rc;
}

/* When making a piece fails, its text is dropped and the answer is broken off, so that no client
 * takes it for the complete answer. */
static void make_all(struct feed *f, struct store *store)
{
    bool is_last = false, goes_on = true;
    while (goes_on && !is_last) {
        const int rc = make_piece(f, store, &is_last);
        if (rc != 0) {
            f->spare.len = 0;
            is_last = true;
        }
        goes_on = hand_over(f, is_last, rc != 0);
    }
}

static void count_down(struct api *api)
{
    mutex_lock(&api->jobs_lock);
    api->feeds--;
    mutex_wake(&api->jobs_lock);
    mutex_unlock(&api->jobs_lock);
}

static void feed_run(void *context)
{
    struct feed *f = context;
    struct api *api = f->api;
    struct cr_err err = {0};
    struct store *own = NULL;
    const char *address = api_papers_address(api);
    if (address == NULL)
        make_all(f, api->log);
    else if (store_open(address, STORE_READ, &own, &err) == 0)
        make_all(f, own);
    else
        hand_over(f, true, true);
    store_close(own);
    f->source->done(f->user);
    let_go(f);
    count_down(api);
}

/* ---- The request ---- */

static bool count_up(struct api *api)
{
    mutex_lock(&api->jobs_lock);
    const bool fits = api->feeds < AT_ONCE;
    api->feeds += fits;
    mutex_unlock(&api->jobs_lock);
    return fits;
}

static void refuse(struct http_request *req, bool is_deferred, const char *detail)
{
    const struct problem p = {.status = 503, .code = "busy", .detail = detail};
    if (is_deferred)
        http_answer_problem(req, &p);
    else
        http_respond_problem(req, &p);
}

static struct feed *feed_new(struct api *api, const struct api_feed_source *source, void *user,
                             struct text *beginning)
{
    struct feed *f = calloc(1, sizeof(*f));
    if (f == NULL)
        return NULL;
    f->api = api;
    f->source = source;
    f->user = user;
    f->holders = 2;
    mutex_init(&f->lock);
    if (beginning != NULL) {
        f->sent = *beginning;
        *beginning = (struct text){0};
    }
    return f;
}

void api_feed_answer(struct api *api, struct http_request *req, bool is_deferred,
                     const char *content_type, const struct api_feed_source *source, void *user,
                     struct text *beginning)
{
    pthread_t thread;
    const bool fits = count_up(api);
    struct feed *f = fits ? feed_new(api, source, user, beginning) : NULL;
    if (f == NULL) {
        refuse(req, is_deferred,
               fits ? "out of memory"
                    : "several long answers are on their way already; ask again later");
        source->done(user);
        if (fits)
            count_down(api);
        return;
    }
    f->stream =
        (is_deferred ? http_answer_stream : http_respond_stream)(req, content_type, &feed_ops, f);
    if (f->stream == NULL)
        let_go(f);
    if (f->stream != NULL && thread_start(&thread, "feed", feed_run, f)) {
        thread_let_go(thread);
        return;
    }
    /* No stream or no thread could be started: this call ends the feed itself. */
    if (f->stream != NULL)
        hand_over(f, true, true);
    source->done(user);
    let_go(f);
    count_down(api);
}
