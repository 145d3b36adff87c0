/* A message to many subscribers: its text as it goes over the wire, written once and shared. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

struct message {
    atomic_uint refs;
    unsigned whom; /* enum push_for; all, until the publisher says otherwise */
    size_t len;
    char text[];
};

/* An event with its data, line by line. One reference; NULL without memory. */
struct message *message_new(const char *event, const char *id, const char *data, size_t len);

/* Text that is no event. */
struct message *message_plain(const char *text);

struct message *message_ref(struct message *m);

/* NULL may be given. */
void message_unref(struct message *m);
