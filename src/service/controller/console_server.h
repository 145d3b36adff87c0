/* The server of the dealer console: routes of a server (http/server.h) onto a table's loop.
 *
 * A table is one thread. Requests wait here until its loop takes them (console_server_fd() says
 * when), so a press is checked against the state of that moment, however many screens press at
 * once. What the loop publishes reaches every screen that listens.
 *
 *     GET  /api/v1/console           the state
 *     GET  /api/v1/console/stream    the state as it changes (server-sent events)
 *     POST /api/v1/console/press     one press; its answer is the state after it
 */
#pragma once

#include "net/server.h"

#define CONSOLE_SERVER_WAITING_MAX 64

struct console_server;

/* Taken by the loop, which answers it with http_answer(). */
struct console_server_request {
    struct http_request *http;
    bool is_press; /* its body says which; else the state is asked for */
};

int console_server_new(struct console_server **out, struct cr_err *err);
/* After the server that has its routes has stopped. */
void console_server_free(struct console_server *d);

/* They live as long as it does. */
const struct http_route *console_server_routes(const struct console_server *d, size_t *count);

/* ---- For the table's loop ---- */

/* Readable while requests wait. */
int console_server_fd(const struct console_server *d);
/* False when none waits. */
bool console_server_take(struct console_server *d, struct console_server_request *out);
/* The state as everybody shall see it from now on. */
void console_server_publish(struct console_server *d, const char *json, size_t len);
