/* Server-sent events: what is published once reaches every subscriber, in order.
 *
 * Messages stand in one ring for all; a subscriber is a place in it. One that falls out of the ring
 * is sent a "resync" event and the snapshot again, so that neither the publisher's time nor memory
 * depends on the slowest reader.
 */
#pragma once

#include "net/server.h"

struct push_hub;

/* Who gets a message, as bits. A subscriber is public or inside; one inside may have the right to
 * the books as well. */
enum push_for { PUSH_INSIDE = 1, PUSH_PUBLIC = 2, PUSH_EVERYONE = 3, PUSH_BOOKS = 4 };

/* The state a new subscriber starts from, allocated with malloc; NULL: none. Called on the server's
 * thread. What it returns must hold everything published before the call. */
typedef char *(*push_snapshot)(void *user, size_t *len);

/* Zero means the default given here. */
struct push_config {
    unsigned messages;             /* 1024: how many the ring holds */
    size_t bytes;                  /* 4 MiB: of text in the ring */
    unsigned heartbeat_ms;         /* 15000 */
    unsigned retry_ms;             /* 1000: what clients are told to wait before they come back */
    push_snapshot snapshot;        /* or NULL */
    push_snapshot public_snapshot; /* what those outside start from; or NULL */
    void *snapshot_user;
};

int push_hub_new(const struct push_config *config, struct push_hub **out, struct cr_err *err);

/* To be called after the servers that have routes to it are stopped. */
void push_hub_free(struct push_hub *hub);

/* The handler of a GET route whose user is the hub. The subscriber is inside. */
void push_subscribe(struct http_request *req, void *hub);

/* The same for a subscriber of that kind. tag: from malloc, the hub's to free, or NULL; by
 * it push_review() knows the subscriber again. */
void push_subscribe_as(struct http_request *req, struct push_hub *hub, enum push_for whom,
                       void *tag);

/* Ends the streams whose tag is no longer good. is_good must not wait. */
void push_review(struct push_hub *hub, bool (*is_good)(void *user, const void *tag), void *user);

/* How many subscribers have a tag like that one. */
unsigned push_count(struct push_hub *hub, bool (*is_same)(const void *tag, const void *other),
                    const void *tag);

/* Publishes a message, from any thread; never waits for a subscriber. The text is copied; its
 * lines become the event's data lines. Name and id hold no line breaks; id may be NULL. A message
 * that is larger than the whole ring makes every subscriber resync. */
void push_publish(struct push_hub *hub, const char *event, const char *id, const char *data,
                  size_t len);
void push_publish_to(struct push_hub *hub, enum push_for whom, const char *event, const char *id,
                     const char *data, size_t len);

unsigned push_subscribers(struct push_hub *hub);

/* How often a subscriber was too slow. */
uint64_t push_resyncs(struct push_hub *hub);
