/* A JSON document as a flat list of nodes in the caller's memory. */
#include "base/json_read.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"

#include <string.h>
#include <yajl/yajl_parse.h>

/* One reading. `open` are the indices of the containers we are in. */
struct reading {
    struct json_tape *tape;
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

/* Copies text to the tape. Decoded text is never longer than the document, so it fits. */
static const char *keep(struct json_tape *tape, const char *text, size_t len)
{
    CHECK(len <= JSON_BYTES_MAX - tape->used);
    char *copy = tape->bytes + tape->used;
    memcpy(copy, text, len);
    tape->used += (uint32_t)len;
    return copy;
}

/* Appends a node to the tape and to its container; NULL when it is refused. */
static struct json_node *add_node(struct reading *r, enum json_kind kind)
{
    if (r->tape->count == JSON_NODES_MAX) {
        refuse(r, "the document has more values than a round can need");
        return NULL;
    }
    struct json_node *node = &r->tape->nodes[r->tape->count++];
    *node = (struct json_node){
        .kind = kind, .next = r->tape->count, .key = r->key, .key_len = r->key_len};
    if (r->depth > 0)
        r->tape->nodes[r->open[r->depth - 1]].count++;
    return node;
}

static int on_scalar(struct reading *r, enum json_kind kind, const char *text, size_t len)
{
    struct json_node *node = add_node(r, kind);
    if (!node)
        return 0;
    node->text = keep(r->tape, text, len);
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
    r->open[r->depth++] = (uint32_t)(node - r->tape->nodes);
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
    r->tape->nodes[r->open[--r->depth]].next = r->tape->count;
    r->key = NULL;
    r->key_len = 0;
    return 1;
}

static int on_key(void *context, const unsigned char *text, size_t len)
{
    struct reading *r = context;
    const struct json_node *object = &r->tape->nodes[r->open[r->depth - 1]];
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, member = json_next(r->tape, member)) {
        if (member->key_len != len || memcmp(member->key, text, len) != 0)
            continue;
        char message[128];
        struct text t;
        text_init(&t, message, sizeof message);
        text_add(&t, "the key ");
        text_add_json(&t, (const char *)text, len < 40 ? len : 40);
        text_add(&t, " is there twice in one object");
        return refuse(r, message);
    }
    r->key = keep(r->tape, (const char *)text, len);
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

/* Says where in the text the reading stopped, and why. */
static void explain_fault(yajl_handle handle, const char *text, size_t len, struct reading *r)
{
    size_t at = yajl_get_bytes_consumed(handle);
    if (at > len)
        at = len;
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    if (!r->refused) {
        unsigned char *said = yajl_get_error(handle, 0, (const unsigned char *)text, len);
        const char *why = strchr((const char *)said, ':');
        why = why ? why + 1 + strspn(why + 1, " ") : (const char *)said;
        err_set(r->err, CR_E_INPUT, "not JSON: %.*s", (int)strcspn(why, "\n"), why);
        yajl_free_error(handle, said);
    }
    err_prefix(r->err, "line %u, column %u", line, column);
}

int json_tape_read(struct json_tape *tape, const char *text, size_t len, struct cr_err *err)
{
    if (len > JSON_BYTES_MAX)
        return err_set(err, CR_E_INPUT, "the document is longer than %d bytes", JSON_BYTES_MAX);
    struct cr_err own;
    struct reading r = {.tape = tape, .err = err ? err : &own};
    tape->count = 0;
    tape->used = 0;
    yajl_handle handle = yajl_alloc(&callbacks, NULL, &r);
    CHECK(handle);
    yajl_status status = yajl_parse(handle, (const unsigned char *)text, len);
    if (status == yajl_status_ok)
        status = yajl_complete_parse(handle);
    if (status != yajl_status_ok)
        explain_fault(handle, text, len, &r);
    yajl_free(handle);
    return status == yajl_status_ok ? CR_OK : CR_E_INPUT;
}

const struct json_node *json_member(const struct json_tape *tape, const struct json_node *object,
                                    const char *key)
{
    const struct json_node *member = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, member = json_next(tape, member))
        if (json_text_is(member->key, member->key_len, key))
            return member;
    return NULL;
}
