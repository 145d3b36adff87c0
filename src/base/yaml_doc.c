/* Builds a bounded tree from the events of libyaml. */
#include "base/yaml_doc.h"

#include "base/err.h"
#include "base/list.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct doc {
    const char *origin;
    const struct doc_limits *limits;
    struct cr_err *err;
    uint32_t node_count;
    size_t node_room;
    size_t text_len, text_room;
    struct doc_node *nodes; /* the root is the first one */
    char *text;
};

/* ---- Reading a tree ---- */

const struct doc_node *doc_root(const struct doc *doc)
{
    return &doc->nodes[0];
}

const struct doc_node *doc_first(const struct doc *doc, const struct doc_node *parent)
{
    return parent->first ? &doc->nodes[parent->first] : NULL;
}

const struct doc_node *doc_next(const struct doc *doc, const struct doc_node *child)
{
    return child->next ? &doc->nodes[child->next] : NULL;
}

static const struct doc_node *find_key(const struct doc *doc, const struct doc_node *map,
                                       struct doc_text key)
{
    for (const struct doc_node *n = doc_first(doc, map); n; n = doc_next(doc, n))
        if (n->key.len == key.len && memcmp(n->key.data, key.data, key.len) == 0)
            return n;
    return NULL;
}

const struct doc_node *doc_find(const struct doc *doc, const struct doc_node *map, const char *key)
{
    return find_key(doc, map, (struct doc_text){key, strlen(key)});
}

/* ---- Faults ---- */

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

void doc_origin_text(const char *origin, char out[DOC_ORIGIN_TEXT_MAX])
{
    static const char dots[] = "...";
    const size_t len = strlen(origin);
    if (len < DOC_ORIGIN_TEXT_MAX) {
        memcpy(out, origin, len + 1);
        return;
    }
    const char *tail = origin + len - (DOC_ORIGIN_TEXT_MAX - sizeof dots);
    while (is_continuation(*tail))
        tail++;
    snprintf(out, DOC_ORIGIN_TEXT_MAX, "%s%s", dots, tail);
}

int doc_fault(const struct doc *doc, struct doc_mark at, const char *format, ...)
{
    char what[CR_ERR_TEXT_MAX];
    char origin[DOC_ORIGIN_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    doc_origin_text(doc->origin, origin);
    return err_set(doc->err, CR_E_INPUT, "%s:%u:%u: %s", origin, at.line, at.column, what);
}

int doc_quote_len(struct doc_text text)
{
    const size_t quote_max = 40;
    if (text.len <= quote_max)
        return (int)text.len;
    size_t len = quote_max;
    while (len > 0 && is_continuation(text.data[len]))
        len--;
    return (int)len;
}

static int memory_fault(const char *path, struct cr_err *err)
{
    char origin[DOC_ORIGIN_TEXT_MAX];
    doc_origin_text(path, origin);
    return err_set(err, CR_E_IO, "%s: not enough memory to read it", origin);
}

/* ---- Building a tree ---- */

/* A list or map that is still open. */
struct open_node {
    uint32_t index;
    bool has_key; /* in a map: the next node is the value of this key */
    struct doc_text key;
    struct doc_mark key_at;
};

struct builder {
    struct doc *doc;
    unsigned depth;
    struct open_node open[DOC_DEPTH_MAX];
    unsigned documents;
};

static struct doc_mark mark_of(yaml_mark_t mark)
{
    return (struct doc_mark){(unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

/* True for control characters (C0, DEL and C1): such a text would break a screen, a log line or a
 * terminal. */
static bool has_control(const unsigned char *s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (s[i] < 0x20 || s[i] == 0x7f || (s[i] == 0xc2 && i + 1 < len && s[i + 1] < 0xa0))
            return true;
    return false;
}

static int keep_text(struct doc *doc, const yaml_event_t *event, struct doc_text *out)
{
    const struct doc_mark at = mark_of(event->start_mark);
    const unsigned char *value = event->data.scalar.value;
    size_t len = event->data.scalar.length;
    if (has_control(value, len))
        return doc_fault(doc, at,
                         "a line break or a control character inside a text; write it on "
                         "one line in plain characters");
    if (len > doc->text_room - doc->text_len)
        return doc_fault(doc, at, "more text than a file can hold; shorten the file");
    char *kept = doc->text + doc->text_len;
    memcpy(kept, value, len);
    doc->text_len += len;
    *out = (struct doc_text){kept, len};
    return CR_OK;
}

static int take_key(struct builder *b, struct open_node *map, const yaml_event_t *event)
{
    struct doc *doc = b->doc;
    const struct doc_mark at = mark_of(event->start_mark);
    if (event->type != YAML_SCALAR_EVENT)
        return doc_fault(doc, at,
                         "a list or map stands where a key is expected; write a plain "
                         "key followed by a colon");
    struct doc_text key;
    int rc = keep_text(doc, event, &key);
    if (rc)
        return rc;
    if (key.len == 0)
        return doc_fault(doc, at, "an empty key; write a name before the colon");
    if (key.len == 2 && memcmp(key.data, "<<", 2) == 0)
        return doc_fault(doc, at, "merge keys (<<) are not taken; write the keys out");
    const struct doc_node *twin = find_key(doc, &doc->nodes[map->index], key);
    if (twin)
        return doc_fault(doc, at, "the key \"%.*s\" is already on line %u; keep one of the two",
                         DOC_QUOTE(key), twin->key_at.line);
    map->key = key;
    map->key_at = at;
    map->has_key = true;
    return CR_OK;
}

/* Links a new node to the list or map that is open. */
static int add_node(struct builder *b, const yaml_event_t *event, enum doc_kind kind)
{
    struct doc *doc = b->doc;
    const struct doc_mark at = mark_of(event->start_mark);
    if (doc->node_count == doc->limits->nodes)
        return doc_fault(doc, at, "more than %u values; shorten the file", doc->limits->nodes);
    if (!list_grow(&doc->nodes, &doc->node_room, doc->node_count, sizeof *doc->nodes))
        return memory_fault(doc->origin, doc->err);
    const uint32_t index = doc->node_count;
    struct doc_node *node = &doc->nodes[index];
    *node = (struct doc_node){.kind = kind, .at = at};
    if (kind == DOC_TEXT) {
        int rc = keep_text(doc, event, &node->text);
        if (rc)
            return rc;
    }
    doc->node_count++;
    if (b->depth > 0) {
        struct open_node *open = &b->open[b->depth - 1];
        struct doc_node *parent = &doc->nodes[open->index];
        node->key = open->key;
        node->key_at = open->key_at;
        open->key = (struct doc_text){NULL, 0};
        open->has_key = false;
        if (parent->last)
            doc->nodes[parent->last].next = index;
        else
            parent->first = index;
        parent->last = index;
        parent->count++;
    }
    if (kind == DOC_TEXT)
        return CR_OK;
    if (b->depth == DOC_DEPTH_MAX)
        return doc_fault(doc, at, "nested deeper than %d levels; rules need no more than four",
                         DOC_DEPTH_MAX);
    b->open[b->depth++] = (struct open_node){.index = index};
    return CR_OK;
}

static int take_value(struct builder *b, const yaml_event_t *event, enum doc_kind kind,
                      const unsigned char *anchor, const unsigned char *tag)
{
    const struct doc_mark at = mark_of(event->start_mark);
    if (anchor)
        return doc_fault(b->doc, at, "anchors (&) are not taken; write the value out");
    if (tag)
        return doc_fault(b->doc, at, "tags (!) are not taken; write the plain value");
    struct open_node *open = b->depth > 0 ? &b->open[b->depth - 1] : NULL;
    if (open && b->doc->nodes[open->index].kind == DOC_MAP && !open->has_key)
        return take_key(b, open, event);
    return add_node(b, event, kind);
}

static int take_document(struct builder *b, const yaml_event_t *event)
{
    const struct doc_mark at = mark_of(event->start_mark);
    if (b->documents++ > 0)
        return doc_fault(b->doc, at, "a second document starts here; keep one to a file");
    if (event->data.document_start.version_directive ||
        event->data.document_start.tag_directives.start !=
            event->data.document_start.tag_directives.end)
        return doc_fault(b->doc, at, "directives (%%) are not taken; remove the line");
    return CR_OK;
}

static int take_event(struct builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return take_document(b, event);
    case YAML_ALIAS_EVENT:
        return doc_fault(b->doc, mark_of(event->start_mark),
                         "aliases (*) are not taken; write the value out");
    case YAML_SCALAR_EVENT:
        return take_value(b, event, DOC_TEXT, event->data.scalar.anchor, event->data.scalar.tag);
    case YAML_SEQUENCE_START_EVENT:
        return take_value(b, event, DOC_LIST, event->data.sequence_start.anchor,
                          event->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return take_value(b, event, DOC_MAP, event->data.mapping_start.anchor,
                          event->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return CR_OK;
    default:
        return CR_OK;
    }
}

/* The mark of a byte, for faults of the encoding, which come before YAML counts lines. */
static struct doc_mark mark_of_byte(const char *bytes, size_t len, size_t offset)
{
    struct doc_mark at = {1, 1};
    for (size_t i = 0; i < len && i < offset; i++) {
        if (bytes[i] == '\n')
            at = (struct doc_mark){at.line + 1, 1};
        else if (!is_continuation(bytes[i]))
            at.column++;
    }
    return at;
}

static int parser_fault(const struct doc *doc, const yaml_parser_t *parser, const char *bytes,
                        size_t len)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return memory_fault(doc->origin, doc->err);
    if (parser->error == YAML_READER_ERROR)
        return doc_fault(doc, mark_of_byte(bytes, len, parser->problem_offset),
                         "not plain UTF-8 text: %s; save the file as UTF-8", parser->problem);
    return doc_fault(doc, mark_of(parser->problem_mark),
                     "not YAML: %s; check indentation, colons, brackets and quotes up to here",
                     parser->problem);
}

static int build(struct doc *doc, yaml_parser_t *parser, const char *bytes, size_t len)
{
    struct builder b = {.doc = doc};
    for (bool more = true; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return parser_fault(doc, parser, bytes, len);
        more = event.type != YAML_STREAM_END_EVENT;
        int rc = take_event(&b, &event);
        yaml_event_delete(&event);
        if (rc)
            return rc;
    }
    if (doc->node_count == 0)
        return doc_fault(doc, (struct doc_mark){1, 1},
                         "the file is empty; start from a shipped one (croupier rules list)");
    if (doc->nodes[0].kind != DOC_MAP)
        return doc_fault(doc, doc->nodes[0].at,
                         "the file must consist of keys and values; start from a shipped one "
                         "(croupier rules list)");
    return CR_OK;
}

static int parse(struct doc *doc, const char *bytes, size_t len)
{
    if (len > doc->limits->bytes)
        return doc_fault(doc, (struct doc_mark){1, 1},
                         "larger than %zu bytes, the most that is read; shorten it",
                         doc->limits->bytes);
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return memory_fault(doc->origin, doc->err);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, len);
    int rc = build(doc, &parser, bytes, len);
    yaml_parser_delete(&parser);
    return rc;
}

int doc_new(const char *origin, const char *bytes, size_t len, const struct doc_limits *limits,
            struct cr_err *err, struct doc **out)
{
    struct doc *doc = malloc(sizeof *doc);
    if (!doc)
        return memory_fault(origin, err);
    *doc = (struct doc){.origin = origin, .limits = limits, .err = err};
    /* A scalar can be longer than its source: "\P" is two bytes and becomes three. */
    doc->text_room = 2 * (len < limits->bytes ? len : limits->bytes) + 1;
    doc->text = malloc(doc->text_room);
    int rc = doc->text ? parse(doc, len ? bytes : "", len) : memory_fault(origin, err);
    if (rc)
        doc_free(doc);
    else
        *out = doc;
    return rc;
}

void doc_free(struct doc *doc)
{
    if (!doc)
        return;
    free(doc->nodes);
    free(doc->text);
    free(doc);
}
