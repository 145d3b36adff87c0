/* A JSON document as a flat list of nodes in the caller's memory: strict, bounded, no allocation
 * of ours. yajl tokenises and checks; this keeps its tokens in order, as nodes.
 *
 * A container's children follow it directly, and its next sibling follows its whole subtree.
 * Duplicate keys, nesting deeper than JSON_DEPTH_MAX, more than JSON_NODES_MAX values, more than
 * JSON_MEMBERS_MAX members in an object and anything after the document are faults.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_NODES_MAX   4096
#define JSON_DEPTH_MAX   16
#define JSON_BYTES_MAX   (1024 * 1024)
#define JSON_MEMBERS_MAX 4096 /* in one object: each key is compared with those before it */

enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER, /* `text` is the number as the document has it */
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json_node {
    enum json_kind kind;
    bool truth;      /* JSON_BOOL */
    uint32_t count;  /* children of a container */
    uint32_t span;   /* nodes of the whole subtree, itself included */
    const char *key; /* inside an object */
    uint32_t key_len;
    const char *text; /* JSON_STRING (decoded) and JSON_NUMBER; may hold NUL bytes */
    uint32_t len;
};

struct json_tape {
    uint32_t count; /* nodes of the last reading, and `used` bytes, even if it failed */
    uint32_t used;
    struct json_node nodes[JSON_NODES_MAX];
    char bytes[JSON_BYTES_MAX]; /* keys and strings */
};

/* Reads one document of at most JSON_BYTES_MAX bytes. nodes[0] is its root. */
int json_tape_read(struct json_tape *tape, const char *text, size_t len, struct cr_err *err);

/* Memory for a document whose size is known to be small; a larger one is refused. */
struct json_room {
    struct json_node *nodes;
    uint32_t node_max;
    char *bytes;
    size_t byte_max; /* also the longest document */
};
int json_read_into(const struct json_room *room, const char *text, size_t len, struct cr_err *err);

#define JSON_TEXT_MAX (1u << 30) /* so that its values can be counted in 32 bits */

/* Reads one document of any length and number of values into memory of its own, which free() gives
 * back. Returns its root; NULL with err set (err may be NULL). */
struct json_node *json_read(const char *text, size_t len, struct cr_err *err);

/* The member of that key, or NULL; also NULL when object is none. */
const struct json_node *json_member(const struct json_node *object, const char *key);

/* The first child, and the next sibling; the caller counts them. */
static inline const struct json_node *json_first(const struct json_node *container)
{
    return container + 1;
}

static inline const struct json_node *json_next(const struct json_node *node)
{
    return node + node->span;
}

/* ---- Members of answers, read without a fault for each ---- */

/* True when there is such a text and it fits. *out is cut when it is longer, and "" when there is
 * none. */
bool json_get_text(const struct json_node *object, const char *key, char *out, size_t size);
/* A whole number that is not negative; 0 when there is none. */
uint64_t json_get_count(const struct json_node *object, const char *key);
bool json_get_flag(const struct json_node *object, const char *key);
/* The member when it is a list, or NULL. */
const struct json_node *json_get_list(const struct json_node *object, const char *key);
/* The value of a number, when it is whole and not negative. */
bool json_whole(const struct json_node *node, uint64_t *out);

bool json_text_is(const char *text, size_t len, const char *word);

/* "an object", "a number": for messages. */
const char *json_kind_name(enum json_kind kind);
