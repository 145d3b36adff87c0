/* Reads the text of server-sent events, however it is cut into pieces. */
#ifndef NET_SSE_H
#define NET_SSE_H

#include "net/client.h"

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

#endif
