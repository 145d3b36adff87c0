/* A JSON document as a flat list of nodes in the caller's memory. */
#include "base/json_read.h"

#include "base/check.h"
#include "base/err.h"
#include "base/hex.h"
#include "base/scan.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

/* The state of one reading. `open` has the indices of the containers that are open. */
struct reading {
    struct json_node *nodes;
    uint32_t count, node_max;
    char *bytes; /* keys and strings */
    size_t used, byte_max;
    uint32_t open[JSON_DEPTH_MAX];
    unsigned depth;
    const char *key; /* of the value to come */
    uint32_t key_len;
    struct cr_err *err;
    bool refused; /* by us, with err set; else a fault is yajl's */
};

bool json_text_is(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

const char *json_kind_name(enum json_kind kind)
{
    static const char *const names[] = {
        [JSON_NULL] = "null",       [JSON_BOOL] = "true or false", [JSON_NUMBER] = "a number",
        [JSON_STRING] = "a string", [JSON_ARRAY] = "a list",       [JSON_OBJECT] = "an object"};
    return names[kind];
}

static int refuse(struct reading *r, const char *what)
{
    r->refused = true;
    err_set(r->err, CR_E_INPUT, "%s", what);
    return 0;
}

/* Keeps a text. Decoded text is never longer than the document, so it fits. */
static const char *keep(struct reading *r, const char *text, size_t len)
{
    CHECK(len <= r->byte_max - r->used);
    char *copy = r->bytes + r->used;
    memcpy(copy, text, len);
    r->used += len;
    return copy;
}

/* Appends a node, also to its container; NULL when it is refused. */
static struct json_node *add_node(struct reading *r, enum json_kind kind)
{
    if (r->count == r->node_max) {
        char message[64];
        snprintf(message, sizeof message, "the document has more than %u values", r->node_max);
        refuse(r, message);
        return NULL;
    }
    struct json_node *node = &r->nodes[r->count++];
    *node = (struct json_node){.kind = kind, .span = 1, .key = r->key, .key_len = r->key_len};
    if (r->depth > 0)
        r->nodes[r->open[r->depth - 1]].count++;
    return node;
}

static int on_scalar(struct reading *r, enum json_kind kind, const char *text, size_t len)
{
    struct json_node *node = add_node(r, kind);
    if (!node)
        return 0;
    node->text = keep(r, text, len);
    node->len = (uint32_t)len;
    return 1;
}

static int on_null(void *context)
{
    return add_node(context, JSON_NULL) != NULL;
}

static int on_bool(void *context, int value)
{
    struct json_node *node = add_node(context, JSON_BOOL);
    if (node)
        node->truth = value != 0;
    return node != NULL;
}

static int on_number(void *context, const char *text, size_t len)
{
    return on_scalar(context, JSON_NUMBER, text, len);
}

static int on_string(void *context, const unsigned char *text, size_t len)
{
    return on_scalar(context, JSON_STRING, (const char *)text, len);
}

static int on_open(struct reading *r, enum json_kind kind)
{
    if (r->depth == JSON_DEPTH_MAX)
        return refuse(r, "the document is nested too deeply");
    struct json_node *node = add_node(r, kind);
    if (!node)
        return 0;
    r->open[r->depth++] = (uint32_t)(node - r->nodes);
    r->key = NULL;
    r->key_len = 0;
    return 1;
}

static int on_open_object(void *context)
{
    return on_open(context, JSON_OBJECT);
}

static int on_open_array(void *context)
{
    return on_open(context, JSON_ARRAY);
}

static int on_close(void *context)
{
    struct reading *r = context;
    const uint32_t opened = r->open[--r->depth];
    r->nodes[opened].span = r->count - opened;
    r->key = NULL;
    r->key_len = 0;
    return 1;
}

static int on_key(void *context, const unsigned char *text, size_t len)
{
    struct reading *r = context;
    const struct json_node *object = &r->nodes[r->open[r->depth - 1]];
    const struct json_node *member = json_first(object);
    char message[128];
    if (object->count == JSON_MEMBERS_MAX) {
        snprintf(message, sizeof message, "an object has more than %d members", JSON_MEMBERS_MAX);
        return refuse(r, message);
    }
    for (uint32_t i = 0; i < object->count; i++, member = json_next(member)) {
        if (member->key_len != len || memcmp(member->key, text, len) != 0)
            continue;
        struct text t;
        text_init(&t, message, sizeof message);
        text_add(&t, "the key ");
        text_add_json(&t, (const char *)text, len < 40 ? len : 40);
        text_add(&t, " is there twice in one object");
        return refuse(r, message);
    }
    r->key = keep(r, (const char *)text, len);
    r->key_len = (uint32_t)len;
    return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_bool,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_open_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_close,
    .yajl_start_array = on_open_array,
    .yajl_end_array = on_close,
};

/* ---- Characters ----
 * yajl takes overlong forms and surrogates for characters, and half a pair of \u escapes for a
 * question mark: names that differ would become the same one. They are refused here. */

/* The code of a \u escape, or -1 where there is none. */
static long escaped_code(const char *at, const char *end)
{
    long code = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        const int digit = hex_digit(at[i]);
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

static bool is_surrogate(long code, long first)
{
    return code >= first && code < first + 0x400;
}

/* The length of the escape at a backslash; 0 for half a pair. yajl refuses what is no escape. */
static size_t escape_length(const char *at, const char *end)
{
    const long code = escaped_code(at, end);
    if (is_surrogate(code, 0xd800))
        return is_surrogate(escaped_code(at + 6, end), 0xdc00) ? 12 : 0;
    if (is_surrogate(code, 0xdc00))
        return 0;
    return end - at < 2 ? 1 : 2;
}

/* The place of the first bytes that are no character, with the reason in *what; len when all are
 * characters. */
static size_t find_no_character(const char *text, size_t len, const char **what)
{
    size_t at = 0;
    while (at < len) {
        if (len - at >= SCAN_BYTES) {
            const scan_bytes bytes = scan_load(text + at);
            const scan_marks odd = scan_beyond(bytes, 0x7f) | scan_equal(bytes, '\\');
            at += odd == 0 ? SCAN_BYTES : scan_first(odd);
            if (odd == 0)
                continue;
        }
        const bool is_escape = text[at] == '\\';
        const size_t size = is_escape ? escape_length(text + at, text + len)
                                      : utf8_length((const unsigned char *)text + at, len - at);
        *what =
            is_escape ? "half a pair of \\u escapes is no character" : "these bytes are no UTF-8";
        if (size == 0)
            return at;
        at += size;
    }
    return len;
}

/* Why a text cannot be read, as its first bytes tell, or NULL. */
static const char *explain_start(const char *text, size_t len)
{
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return "it begins with a byte order mark; save it as UTF-8 without one";
    if (len >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return "it is UTF-16; save it as UTF-8";
    return NULL;
}

/* ---- Reading ---- */

/* Says where in the text a fault is. */
static void add_place(const char *text, size_t at, struct cr_err *err)
{
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    err_prefix(err, "line %u, column %u", line, column);
}

/* Says where in the text the reading stopped, and why. */
static void explain_fault(yajl_handle handle, const char *text, size_t len, size_t at,
                          struct reading *r)
{
    if (!r->refused) {
        unsigned char *said = yajl_get_error(handle, 0, (const unsigned char *)text, len);
        const char *why = strchr((const char *)said, ':');
        why = why ? why + 1 + strspn(why + 1, " ") : (const char *)said;
        err_set(r->err, CR_E_INPUT, "not JSON: %.*s", (int)strcspn(why, "\n"), why);
        yajl_free_error(handle, said);
    }
    add_place(text, at < len ? at : len, r->err);
}

static int parse(struct reading *r, const char *text, size_t len)
{
    yajl_handle handle = yajl_alloc(&callbacks, NULL, r);
    CHECK(handle);
    yajl_status status = yajl_parse(handle, (const unsigned char *)text, len);
    size_t at = yajl_get_bytes_consumed(handle);
    if (status == yajl_status_ok) {
        /* A fault from here on is something missing at the end of the text. */
        status = yajl_complete_parse(handle);
        at = len;
    }
    if (status != yajl_status_ok)
        explain_fault(handle, text, len, at, r);
    yajl_free(handle);
    return status == yajl_status_ok ? CR_OK : CR_E_INPUT;
}

static int read_document(struct reading *r, const char *text, size_t len, struct cr_err *err)
{
    struct cr_err own;
    const char *what = explain_start(text, len);
    const size_t odd = what ? 0 : find_no_character(text, len, &what);
    r->err = err ? err : &own;
    if (odd == len)
        return parse(r, text, len);
    err_set(r->err, CR_E_INPUT, "not JSON: %s", what);
    add_place(text, odd, r->err);
    return CR_E_INPUT;
}

int json_tape_read(struct json_tape *tape, const char *text, size_t len, struct cr_err *err)
{
    tape->count = tape->used = 0;
    if (len > JSON_BYTES_MAX)
        return err_set(err, CR_E_INPUT, "the document is longer than %d bytes", JSON_BYTES_MAX);
    struct reading r = {.nodes = tape->nodes,
                        .node_max = JSON_NODES_MAX,
                        .bytes = tape->bytes,
                        .byte_max = JSON_BYTES_MAX};
    const int rc = read_document(&r, text, len, err);
    tape->count = r.count;
    tape->used = (uint32_t)r.used;
    return rc;
}

int json_read_into(const struct json_room *room, const char *text, size_t len, struct cr_err *err)
{
    struct reading r = {.nodes = room->nodes,
                        .node_max = room->node_max,
                        .bytes = room->bytes,
                        .byte_max = room->byte_max};
    if (len > room->byte_max)
        return err_set(err, CR_E_INPUT, "the document is longer than %zu bytes", room->byte_max);
    return read_document(&r, text, len, err);
}

struct json_node *json_read(const char *text, size_t len, struct cr_err *err)
{
    size_t values = 1;
    if (len > JSON_TEXT_MAX) {
        err_set(err, CR_E_RANGE, "the document is longer than %u bytes", JSON_TEXT_MAX);
        return NULL;
    }
    /* Every value but the first stands behind one of these characters. */
    for (size_t i = 0; i < len; i++)
        values += text[i] == ',' || text[i] == ':' || text[i] == '[';
    struct json_node *nodes = malloc(values * sizeof *nodes + len + 1);
    if (!nodes) {
        err_set(err, CR_E_IO, "not enough memory for the document");
        return NULL;
    }
    struct reading r = {.nodes = nodes,
                        .node_max = (uint32_t)values,
                        .bytes = (char *)(nodes + values),
                        .byte_max = len};
    if (read_document(&r, text, len, err) == CR_OK)
        return nodes;
    free(nodes);
    return NULL;
}

const struct json_node *json_member(const struct json_node *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, member = json_next(member))
        if (json_text_is(member->key, member->key_len, key))
            return member;
    return NULL;
}

/* ---- Members of answers ---- */

static const struct json_node *member_of(const struct json_node *object, const char *key,
                                         enum json_kind kind)
{
    const struct json_node *member = json_member(object, key);
    return member && member->kind == kind ? member : NULL;
}

bool json_get_text(const struct json_node *object, const char *key, char *out, size_t size)
{
    const struct json_node *member = member_of(object, key, JSON_STRING);
    struct text t;
    text_init(&t, out, size);
    if (member)
        text_add_len(&t, member->text, member->len);
    return member && !t.cut;
}

bool json_whole(const struct json_node *node, uint64_t *out)
{
    char digits[24];
    unsigned long long value;
    if (!node || node->kind != JSON_NUMBER || node->len >= sizeof digits)
        return false;
    memcpy(digits, node->text, node->len);
    digits[node->len] = '\0';
    if (!text_read_uint(digits, UINT64_MAX, &value))
        return false;
    *out = value;
    return true;
}

uint64_t json_get_count(const struct json_node *object, const char *key)
{
    uint64_t value = 0;
    return json_whole(json_member(object, key), &value) ? value : 0;
}

bool json_get_flag(const struct json_node *object, const char *key)
{
    const struct json_node *member = member_of(object, key, JSON_BOOL);
    return member && member->truth;
}

const struct json_node *json_get_list(const struct json_node *object, const char *key)
{
    return member_of(object, key, JSON_ARRAY);
}
