/* The server of the dealer console; see console_server.h. */
#include "service/controller/console_server.h"

#include "base/check.h"
#include "base/err.h"
#include "net/push.h"
#include "os/mutex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define ROUTES 3

struct console_server {
    struct push_hub *hub;
    struct http_route routes[ROUTES];
    int fd;
    struct mutex lock; /* protects all members below */
    struct console_server_request waiting[CONSOLE_SERVER_WAITING_MAX];
    unsigned first, count;
    char *state; /* the state published last; NULL: none yet */
    size_t state_len;
};

/* ---- On the server's threads ---- */

static const struct problem crowded = {
    .status = 503, .code = "busy", .detail = "Too many screens ask at once; try again."};

static void enqueue(struct console_server *d, struct http_request *req, bool is_press)
{
    const uint64_t one = 1;
    mutex_lock(&d->lock);
    const bool fits = d->count < CONSOLE_SERVER_WAITING_MAX;
    if (fits) {
        http_defer(req);
        d->waiting[(d->first + d->count++) % CONSOLE_SERVER_WAITING_MAX] =
            (struct console_server_request){.http = req, .is_press = is_press};
        CHECK(write(d->fd, &one, sizeof(one)) == (ssize_t)sizeof(one));
    }
    mutex_unlock(&d->lock);
    if (!fits)
        http_respond_problem(req, &crowded);
}

static void ask_state(struct http_request *req, void *user)
{
    enqueue(user, req, false);
}

static void ask_press(struct http_request *req, void *user)
{
    enqueue(user, req, true);
}

static char *snapshot(void *user, size_t *len)
{
    struct console_server *d = user;
    mutex_lock(&d->lock);
    char *copy = d->state != NULL ? malloc(d->state_len + 1) : NULL;
    if (copy != NULL) {
        memcpy(copy, d->state, d->state_len);
        *len = d->state_len;
    }
    mutex_unlock(&d->lock);
    return copy;
}

/* ---- On the table's loop ---- */

int console_server_fd(const struct console_server *d)
{
    return d->fd;
}

bool console_server_take(struct console_server *d, struct console_server_request *out)
{
    uint64_t woken;
    mutex_lock(&d->lock);
    const bool any = d->count > 0;
    if (any) {
        *out = d->waiting[d->first];
        d->first = (d->first + 1) % CONSOLE_SERVER_WAITING_MAX;
        d->count--;
    }
    if (d->count == 0)
        CHECK(read(d->fd, &woken, sizeof(woken)) > 0 || errno == EAGAIN);
    mutex_unlock(&d->lock);
    return any;
}

void console_server_publish(struct console_server *d, const char *json, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy == NULL)
        return;
    memcpy(copy, json, len);
    mutex_lock(&d->lock);
    free(d->state);
    d->state = copy;
    d->state_len = len;
    mutex_unlock(&d->lock);
    push_publish(d->hub, "console", NULL, json, len);
}

/* ---- Start and stop ---- */

const struct http_route *console_server_routes(const struct console_server *d, size_t *count)
{
    *count = ROUTES;
    return d->routes;
}

int console_server_new(struct console_server **out, struct cr_err *err)
{
    struct console_server *d = calloc(1, sizeof(*d));
    if (d == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    /* A state has a few kilobytes, and a screen that falls behind needs only the newest, so the
     * queue may be small. */
    const struct push_config config = {
        .messages = 64, .bytes = 1 << 20, .snapshot = snapshot, .snapshot_user = d};
    mutex_init(&d->lock);
    d->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int rc = d->fd >= 0 ? push_hub_new(&config, &d->hub, err)
                        : err_set(err, CR_E_IO, "the console cannot make an event descriptor");
    if (rc != 0) {
        console_server_free(d);
        return rc;
    }
    d->routes[0] = (struct http_route){HTTP_GET, "/api/v1/console", ask_state, d};
    d->routes[1] = (struct http_route){HTTP_GET, "/api/v1/console/stream", push_subscribe, d->hub};
    d->routes[2] = (struct http_route){HTTP_POST, "/api/v1/console/press", ask_press, d};
    *out = d;
    return 0;
}

void console_server_free(struct console_server *d)
{
    static const struct problem over = {
        .status = 503, .code = "stopping", .detail = "The table's program has ended."};
    struct console_server_request request;
    if (d == NULL)
        return;
    while (d->fd >= 0 && console_server_take(d, &request))
        http_answer_problem(request.http, &over);
    push_hub_free(d->hub);
    if (d->fd >= 0)
        close(d->fd);
    free(d->state);
    mutex_destroy(&d->lock);
    free(d);
}
