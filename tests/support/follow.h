/* A client of server-sent events, like the screens: follows what a server pushes. */
#pragma once

#include "net/client.h"

#include <stdatomic.h>

/* An event of the stream. A NULL name says that the stream broke and will be opened again. */
struct http_event {
    const char *name; /* "message" if the server gives none */
    const char *id;   /* "" if the server gives none */
    const char *data; /* ends with a zero byte that len does not count */
    size_t len;
};

/* Returns false to end the following. */
typedef bool (*http_event_fn)(void *user, const struct http_event *event);

/* Follows a stream of server-sent events, reconnecting and changing servers as needed, until the
 * callback returns false or *stop is set (CR_OK), or a server refuses with a status of 4xx
 * (CR_E_INPUT). *stop is checked ten times a second. */
int http_follow(struct http_client *client, const char *path, http_event_fn on_event, void *user,
                const atomic_bool *stop, struct cr_err *err);

/* ---- Parser of the stream's text, which may arrive in pieces of any size ---- */

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
    unsigned retry_ms; /* the pause that the server asked for; 0: it asked for none */
    bool after_cr;
    bool ended; /* the callback has returned false */
};

void sse_init(struct sse *s, http_event_fn on_event, void *user);
void sse_free(struct sse *s);

/* Discards an incomplete event, before a new connection. */
void sse_reset(struct sse *s);

/* Parses the next piece. Returns false if the callback wants no more, the event is larger than
 * SSE_EVENT_MAX or memory is short. */
bool sse_feed(struct sse *s, const char *text, size_t len);
