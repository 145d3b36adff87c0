/* A YAML file as a small tree in which everything knows its line and column.
 *
 * Only the plain part of YAML is taken: maps with plain keys, lists and one-line texts. Anchors,
 * tags, merge keys, repeated keys, several documents and anything beyond the limits below are
 * faults. Scalars stay text: whoever reads a value decides what it must look like.
 */
#pragma once

#include <croupier/error.h>

#include <stddef.h>
#include <stdint.h>

#define DOC_DEPTH_MAX 8

/* The most that is read of one file. */
struct doc_limits {
    size_t bytes;
    uint32_t nodes;
};

enum doc_kind { DOC_TEXT, DOC_LIST, DOC_MAP };

/* Counted from 1. */
struct doc_mark {
    unsigned line, column;
};

struct doc_text {
    const char *data; /* not terminated */
    size_t len;
};

struct doc_node {
    enum doc_kind kind;
    struct doc_mark at;
    struct doc_text text; /* of a DOC_TEXT */
    struct doc_text key;  /* of an entry of a map; no data elsewhere */
    struct doc_mark key_at;
    uint32_t first, last; /* indexes of the children; 0 for none */
    uint32_t next;        /* index of the next child of the same parent; 0 for none */
    uint32_t count;       /* children */
};

struct doc;

/* Reads the bytes into a new tree whose root is a map. origin is the file's name in faults; it
 * and err (which may be NULL) must live as long as the tree, because later faults use them too.
 * On failure *out is unchanged. */
int doc_new(const char *origin, const char *bytes, size_t len, const struct doc_limits *limits,
            struct cr_err *err, struct doc **out);
void doc_free(struct doc *doc);

const struct doc_node *doc_root(const struct doc *doc);

/* for (const struct doc_node *n = doc_first(doc, map); n; n = doc_next(doc, n)) */
const struct doc_node *doc_first(const struct doc *doc, const struct doc_node *parent);
const struct doc_node *doc_next(const struct doc *doc, const struct doc_node *child);

/* The entry of a map under that key, or NULL. */
const struct doc_node *doc_find(const struct doc *doc, const struct doc_node *map, const char *key);

/* Sets the fault "origin:line:column: …" and returns CR_E_INPUT. */
int doc_fault(const struct doc *doc, struct doc_mark at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A file's name as faults show it: of a long path the end. */
#define DOC_ORIGIN_TEXT_MAX 128
void doc_origin_text(const char *origin, char out[DOC_ORIGIN_TEXT_MAX]);

/* Arguments for "%.*s" that quote a text, cut so that a message is not too long for its buffer; a
 * character of several bytes is not cut in half. */
int doc_quote_len(struct doc_text text);
#define DOC_QUOTE(t) doc_quote_len(t), (t).data
