/* A client of server-sent events, as screens are: what a server pushes is read and followed. */
#pragma once

#include "net/client.h"

#include <stdatomic.h>

/* What a stream brings. A NULL name: the stream broke and will be opened again. */
struct http_event {
    const char *name; /* "message" when the server gives none */
    const char *id;   /* "" when the server gives none */
    const char *data; /* terminated */
    size_t len;
};

/* False ends the following. */
typedef bool (*http_event_fn)(void *user, const struct http_event *event);

/* Follows a stream of server-sent events, through breaks and changes of server, until the callback
 * or *stop ends it (CR_OK), or a server refuses with a 4xx (CR_E_INPUT). stop is looked at ten
 * times a second. */
int http_follow(struct http_client *client, const char *path, http_event_fn on_event, void *user,
                const atomic_bool *stop, struct cr_err *err);

/* ---- The text of a stream, however it is cut into pieces ---- */

#define SSE_EVENT_MAX (4 * 1024 * 1024)

struct sse {
    http_event_fn on_event;
    void *user;
    char *line;
    size_t line_len, line_room;
    char *data;
    size_t data_len, data_room;
    char name[64];
    char id[128];
    unsigned retry_ms; /* 0: the server did not say */
    bool after_cr;
    bool ended; /* the callback wants no more */
};

void sse_init(struct sse *s, http_event_fn on_event, void *user);
void sse_free(struct sse *s);

/* Forgets a half event, for a new connection. */
void sse_reset(struct sse *s);

/* False: no more is wanted, or the event is larger than SSE_EVENT_MAX, or there is no memory. */
bool sse_feed(struct sse *s, const char *text, size_t len);
