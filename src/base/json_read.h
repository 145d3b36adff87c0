/* A JSON document as a flat list of nodes in the caller's memory: strict, bounded, no allocation
 * of ours. yajl tokenises and checks; this keeps what it says, in order, with its place.
 *
 * A container's children follow it at once; `next` of a node is the index of what follows its
 * whole subtree. Duplicate keys, nesting deeper than JSON_DEPTH_MAX, more than JSON_NODES_MAX
 * values and anything after the document are faults.
 */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_NODES_MAX 4096
#define JSON_DEPTH_MAX 16
#define JSON_BYTES_MAX (1024 * 1024)

enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER, /* text is what the document says */
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json_node {
    enum json_kind kind;
    bool truth;      /* JSON_BOOL */
    uint32_t count;  /* children of a container */
    uint32_t next;   /* index of the next sibling */
    const char *key; /* inside an object */
    uint32_t key_len;
    const char *text; /* JSON_STRING (decoded) and JSON_NUMBER; may hold NUL bytes */
    uint32_t len;
};

struct json_tape {
    uint32_t count;
    struct json_node nodes[JSON_NODES_MAX];
    uint32_t used;
    char bytes[JSON_BYTES_MAX]; /* keys and strings */
};

/* Reads one document of at most JSON_BYTES_MAX bytes. nodes[0] is its root. */
int json_tape_read(struct json_tape *tape, const char *text, size_t len, struct cr_err *err);

/* The member of that key, or NULL. object must be JSON_OBJECT. */
const struct json_node *json_member(const struct json_tape *tape, const struct json_node *object,
                                    const char *key);

/* First child, and the one after; the caller counts. */
static inline const struct json_node *json_first(const struct json_node *container)
{
    return container + 1;
}

static inline const struct json_node *json_next(const struct json_tape *tape,
                                                const struct json_node *node)
{
    return &tape->nodes[node->next];
}

bool json_text_is(const char *text, size_t len, const char *word);

/* "an object", "a number": for messages. */
const char *json_kind_name(enum json_kind kind);

#endif
