/* The HTTP interface of the dealer console: routes of a server (net/server.h) to a table's loop.
 *
 * A table runs on one thread. Requests wait here until its loop takes them (console_server_fd()
 * says when), so a press is checked against the state of that moment, however many screens press at
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

/* A request, which the loop takes and answers with http_answer(). */
struct console_server_request {
    struct http_request *http;
    bool is_press; /* true: a press, which the body describes; false: asks for the state */
};

int console_server_new(struct console_server **out, struct cr_err *err);
/* Call this after the HTTP server that has these routes has stopped. */
void console_server_free(struct console_server *d);

/* The routes, which are valid as long as the console_server exists. */
const struct http_route *console_server_routes(const struct console_server *d, size_t *count);

/* ---- For the table's loop ---- */

/* A descriptor that is readable while requests wait. */
int console_server_fd(const struct console_server *d);
/* Takes the next request; false when none waits. */
bool console_server_take(struct console_server *d, struct console_server_request *out);
/* Publishes a state: screens get it at once, and later requests get it as the present one. */
void console_server_publish(struct console_server *d, const char *json, size_t len);
