/* Makes an event of the body of a request; see body.h. */
#include "service/api/body.h"

#include "base/err.h"
#include "base/text.h"

#include <string.h>

int body_parse(struct json_tape *tape, const char *text, size_t len, struct body_fault *fault)
{
    fault->not_json = true;
    if (len == 0)
        return err_set(&fault->err, CR_E_INPUT, "the request has no body; send a JSON object");
    int rc = json_tape_read(tape, text, len, &fault->err);
    if (rc != 0)
        return rc;
    fault->not_json = false;
    if (tape->nodes[0].kind != JSON_OBJECT)
        return err_set(&fault->err, CR_E_INPUT, "the body is %s; send a JSON object",
                       json_kind_name(tape->nodes[0].kind));
    return 0;
}

int body_kind(const struct json_tape *tape, unsigned *out, struct body_fault *fault)
{
    const struct json_node *node = json_member(&tape->nodes[0], "kind");
    if (node == NULL)
        return err_refuse(&fault->err, CR_E_INPUT, REASON_MISSING, "kind",
                          "missing; it says what happened");
    *out = node->kind == JSON_STRING ? event_kind_find(node->text, node->len) : FLOOR_NO_KIND;
    if (*out == FLOOR_NO_KIND || !event_kind_is_for_tables(event_kind(*out)))
        return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, "kind",
                          "expected an event of a table");
    return 0;
}

static int set_list(const struct json_node *node, const struct event_field *field,
                    struct floor_event *e, struct cr_err *err)
{
    const struct json_node *element = json_first(node);
    const bool is_list =
        field->type == EVENT_SEATS || field->type == EVENT_WORDS || field->type == EVENT_SEQS;
    if (!is_list)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, field->name,
                          "expected one value, not a list");
    for (uint32_t i = 0; i < node->count; i++, element = json_next(element)) {
        int rc;
        if (element->kind == JSON_STRING)
            rc = event_add_string(e, field, i, element->text, element->len, err);
        else if (element->kind == JSON_NUMBER)
            rc = event_add_number(e, field, i, element->text, element->len, err);
        else
            rc = err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, field->name,
                            "a list does not hold %s", json_kind_name(element->kind));
        if (rc != 0)
            return rc;
    }
    return 0;
}

int body_set(const struct json_node *node, const struct event_field *field, struct floor_event *e,
             struct body_fault *fault)
{
    switch (node->kind) {
    case JSON_STRING:
        return event_set_string(e, field, node->text, node->len, &fault->err);
    case JSON_NUMBER:
        return event_set_number(e, field, node->text, node->len, &fault->err);
    case JSON_BOOL:
        return event_set_flag(e, field, node->truth, &fault->err);
    case JSON_ARRAY:
        return set_list(node, field, e, &fault->err);
    case JSON_NULL:
    case JSON_OBJECT:
        break;
    }
    return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, field->name,
                      "%s is no value of it", json_kind_name(node->kind));
}

static int refuse(const struct json_node *node, const char *why, struct body_fault *fault)
{
    char quoted[128];
    struct text t = text_in(quoted, sizeof(quoted));
    text_add_json(&t, node->key, node->key_len < 40 ? node->key_len : 40);
    err_set(&fault->err, CR_E_INPUT, "%s: %s", quoted, why);
    return err_blame(&fault->err, REASON_UNWANTED_MEMBER, node->key, node->key_len);
}

static bool is_among(const char *const *names, const struct json_node *node)
{
    for (; *names != NULL; names++)
        if (json_text_is(node->key, node->key_len, *names))
            return true;
    return false;
}

int body_fill(const struct json_tape *tape, const char *const *elsewhere, const char *const *taken,
              struct floor_event *e, struct body_fault *fault)
{
    const struct event_kind *kind = event_kind(e->kind);
    const struct json_node *object = &tape->nodes[0], *node = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, node = json_next(node)) {
        if (is_among(taken, node))
            continue;
        const struct event_member *m = event_member_find(kind, node->key, node->key_len);
        if (m == NULL)
            return refuse(node, "no member of this request has that name", fault);
        if (is_among(elsewhere, node))
            return refuse(node, "this is not given in the body here; leave it out", fault);
        if (m->use == EVENT_MADE)
            return refuse(node, "the manager works this out; leave it out", fault);
        int rc = body_set(node, m->field, e, fault);
        if (rc != 0)
            return rc;
    }
    return event_check_given(e, &fault->err);
}

void body_keep_field(unsigned kind, struct cr_err *err)
{
    if (event_member_find(event_kind(kind), err->field, strlen(err->field)) == NULL)
        err->field[0] = '\0';
}
