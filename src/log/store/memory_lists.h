/* Lists of events and of versions of rows, for the store in memory. */
#pragma once

#include "log/store/store.h"

struct kept_event {
    char *body;
    uint32_t len;
    uint8_t hash[STORE_HASH_BYTES];
};

struct event_list {
    struct kept_event *items;
    size_t count, room;
};

/* A version of a row; the batch that wrote it ended at seq. len 0: removed. */
struct row_version {
    uint64_t id, seq;
    void *body;
    uint32_t len;
    bool clears; /* not a row: all rows were forgotten here */
};

struct row_list {
    struct row_version *items;
    size_t count, room;
};

/* A secret as a batch left it; no text: removed. The last of a name counts. */
struct secret_version {
    uint64_t seq; /* the batch ended there */
    char id[STORE_SECRET_ID], text[STORE_SECRET_MAX];
};

struct secret_list {
    struct secret_version *items;
    size_t count, room;
};

/* A copy of its own. */
void *memory_bytes(const void *bytes, size_t len);

/* A list takes over the bodies that are added, and cutting it frees them. */
void memory_events_add(struct event_list *list, struct kept_event event);
void memory_events_cut(struct event_list *list, size_t count);
void memory_rows_add(struct row_list *list, struct row_version row);
void memory_rows_cut(struct row_list *list, size_t count);

void memory_secrets_add(struct secret_list *list, const char *id, const char *text, uint64_t seq);
/* The last version of the name, or NULL. */
const struct secret_version *memory_secrets_find(const struct secret_list *list, const char *id);

/* Lists of latest versions, by rising id: the first place whose id is not below, and entering a
 * version. Their bodies are borrowed. */
size_t memory_rows_find(const struct row_list *list, uint64_t id);
void memory_rows_apply(struct row_list *list, const struct row_version *row);
