/* Transports messages from a table to its manager: over HTTP, or to a manager in the same process.
 * Calls block; only one thread at a time may use a transport. */
#pragma once

#include "service/manager/writer.h"
#include "table/controller.h"

struct transport_rules {
    char rules[FLOOR_TEXT_MAX + 1];
    char progressive[FLOOR_TEXT_MAX + 1];
    size_t rules_len, progressive_len;
};

struct transport {
    /* Sends a message and waits for its answer. When no manager can be reached, out->kind is
     * CONTROLLER_NO_ANSWER. */
    void (*exchange)(struct transport *t, const struct controller_message *message,
                     struct controller_answer *out);
    /* SYS-1: reads the documents that the manager has configured for the table, terminated; "" for
     * none. */
    int (*rules)(struct transport *t, const char *table, struct transport_rules *out,
                 struct cr_err *err);
    void (*free)(struct transport *t);
};

struct http_identity;

/* urls: one address, or several separated by commas, any of which may answer. who: the table's
 * certificate or token; its files are read again when they change. */
int transport_http_new(const char *urls, const struct http_identity *who, struct transport **out,
                       struct cr_err *err);

/* The writer must outlive the transport. */
int transport_local_new(struct writer *writer, struct transport **out, struct cr_err *err);
