/* The dealer console's door to browsers: routes of a server (http/server.h) onto a table's loop.
 *
 * A table is one thread. Requests wait here until its loop takes them (desk_fd() says when), so a
 * press is checked against the state of that moment, however many screens press at once. What the
 * loop publishes reaches every screen that listens.
 *
 *     GET  /api/v1/console           the state
 *     GET  /api/v1/console/stream    the state as it changes (server-sent events)
 *     POST /api/v1/console/press     one press; its answer is the state after it
 */
#ifndef SERVICE_CONTROLLER_DESK_H
#define SERVICE_CONTROLLER_DESK_H

#include "net/server.h"

#define DESK_WAITING_MAX 64

struct desk;

/* Taken by the loop, which answers it with http_answer(). */
struct desk_request {
    struct http_request *http;
    bool is_press; /* its body says which; else the state is asked for */
};

int desk_new(struct desk **out, struct cr_err *err);
/* After the server that has its routes has stopped. */
void desk_free(struct desk *d);

/* They live as long as the desk. */
const struct http_route *desk_routes(const struct desk *d, size_t *count);

/* ---- For the table's loop ---- */

/* Readable while requests wait. */
int desk_fd(const struct desk *d);
/* False when none waits. */
bool desk_take(struct desk *d, struct desk_request *out);
/* The state as everybody shall see it from now on. */
void desk_publish(struct desk *d, const char *json, size_t len);

#endif
