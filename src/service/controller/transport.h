/* The way from a table to its manager: over HTTP, or to one in the same process. Calls block; one
 * thread at a time uses a transport. */
#pragma once

#include "service/manager/writer.h"
#include "table/controller.h"

struct transport_rules {
    char rules[FLOOR_TEXT_MAX + 1];
    char progressive[FLOOR_TEXT_MAX + 1];
    size_t rules_len, progressive_len;
};

struct transport {
    /* Carries a message and brings its answer; nobody reached is an answer too. */
    void (*exchange)(struct transport *t, const struct controller_message *message,
                     struct controller_answer *out);
    /* SYS-1: the documents that the manager has configured for the table, terminated; empty for
     * none. */
    int (*rules)(struct transport *t, const char *table, struct transport_rules *out,
                 struct cr_err *err);
    void (*free)(struct transport *t);
};

struct http_identity;

/* urls: one address, or several with commas between that can stand in for each other. who: the
 * table's certificate or token; its files are read again when they change. */
int transport_http_new(const char *urls, const struct http_identity *who, struct transport **out,
                       struct cr_err *err);

/* The writer must outlive it. */
int transport_local_new(struct writer *writer, struct transport **out, struct cr_err *err);
