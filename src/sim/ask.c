/* Reads single members of a question, and sets its faults. */
#include "sim/ask.h"

#include "base/check.h"
#include "base/err.h"
#include "service/api/body.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ask_fault(struct ask *a, int code, const char *field, const char *format, ...)
{
    char why[CR_ERR_TEXT_MAX];
    va_list args;
    if (a->err.code != CR_OK)
        return a->err.code;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return err_refuse(&a->err, code, REASON_INVALID_VALUE, field, "%.400s", why);
}

int ask_blame(struct ask *a, int rc, const char *field)
{
    if (rc == CR_OK)
        return rc;
    err_blame(&a->err, REASON_INVALID_VALUE, field, strlen(field));
    if (rc == CR_E_STATE)
        rc = a->err.code = CR_E_INPUT;
    return rc;
}

static int refuse_unknown(struct ask *a, const struct json_node *node)
{
    char quoted[256];
    struct text t = text_in(quoted, sizeof quoted);
    text_add_json(&t, node->key, node->key_len < 40 ? node->key_len : 40);
    err_set(&a->err, CR_E_INPUT, "%s: no member of this question has that name", quoted);
    return err_blame(&a->err, REASON_UNWANTED_MEMBER, node->key, node->key_len);
}

int ask_open(struct ask *a, const char *const *known)
{
    struct body_fault fault = {.not_json = true};
    const int rc = body_parse(a->tape, a->body, a->len, &fault);
    a->not_json = fault.not_json;
    a->err = fault.err;
    if (rc != CR_OK)
        return rc;
    const struct json_node *root = a->tape->nodes, *node = json_first(root);
    for (uint32_t i = 0; i < root->count; i++, node = json_next(node)) {
        const char *const *name = known;
        while (*name && !json_text_is(node->key, node->key_len, *name))
            name++;
        if (!*name)
            return refuse_unknown(a, node);
    }
    return CR_OK;
}

const struct json_node *ask_member(const struct ask *a, const char *key)
{
    return a->err.code == CR_OK ? json_member(a->tape->nodes, key) : NULL;
}

bool ask_is_null(const struct json_node *node)
{
    return !node || node->kind == JSON_NULL;
}

int ask_count(struct ask *a, const char *key, uint64_t least, uint64_t most, uint64_t usual,
              uint64_t *out)
{
    const struct json_node *node = ask_member(a, key);
    uint64_t value = usual;
    if (node && (!json_whole(node, &value) || value < least || value > most))
        return ask_fault(a, CR_E_INPUT, key, "must be a whole number from %llu to %llu",
                         (unsigned long long)least, (unsigned long long)most);
    *out = value;
    return a->err.code;
}

int ask_flag(struct ask *a, const char *key, bool *out)
{
    const struct json_node *node = ask_member(a, key);
    if (node && node->kind != JSON_BOOL)
        return ask_fault(a, CR_E_INPUT, key, "must be true or false, not %s",
                         json_kind_name(node->kind));
    *out = node && node->truth;
    return a->err.code;
}

int ask_word(struct ask *a, const struct json_node *node, const char *key, char *out, size_t size)
{
    if (!node || node->kind != JSON_STRING)
        return ask_fault(a, CR_E_INPUT, key, "must be a string");
    if (node->len == 0 || node->len >= size || memchr(node->text, '\0', node->len))
        return ask_fault(a, CR_E_INPUT, key, "must be a text of 1 to %zu characters", size - 1);
    memcpy(out, node->text, node->len);
    out[node->len] = '\0';
    return a->err.code;
}

int ask_amount(struct ask *a, const struct json_node *node, const char *key,
               enum cr_money_form form, struct cr_money *out)
{
    if (!node || node->kind != JSON_STRING)
        return ask_fault(a, CR_E_INPUT, key, "must be an amount in quotes, such as \"10.00\"");
    struct cr_err why;
    if (cr_money_parse(node->text, node->len, form, out, &why) == CR_OK)
        return a->err.code;
    return ask_fault(a, why.code, key, "%s", why.text);
}

int ask_stake(struct ask *a, const char *key, struct cr_money usual, struct cr_money *out)
{
    const struct json_node *node = ask_member(a, key);
    *out = usual;
    if (ask_is_null(node))
        return CR_OK;
    int rc = ask_amount(a, node, key, CR_MONEY_CENTS, out);
    if (rc == CR_OK && out->micro == 0)
        rc = ask_fault(a, CR_E_INPUT, key, "must be above zero");
    return rc;
}

int ask_cards(struct ask *a, const char *key, cr_card *out, unsigned max, unsigned *count)
{
    const struct json_node *list = ask_member(a, key);
    *count = 0;
    if (ask_is_null(list))
        return a->err.code;
    if (list->kind != JSON_ARRAY || list->count > max)
        return ask_fault(a, CR_E_INPUT, key, "must be a list of at most %u cards", max);
    const struct json_node *node = json_first(list);
    for (uint32_t i = 0; i < list->count; i++, node = json_next(node)) {
        if (node->kind != JSON_STRING)
            return ask_fault(a, CR_E_INPUT, key, "a card is a string, such as \"As\"");
        struct cr_err why;
        if (cr_card_parse(node->text, node->len, &out[i], &why) != CR_OK)
            return ask_fault(a, why.code, key, "%s", why.text);
    }
    *count = list->count;
    return a->err.code;
}

void *ask_memory(struct ask *a, size_t size)
{
    CHECK(!a->memory);
    a->memory = calloc(1, size);
    if (!a->memory)
        err_set(&a->err, CR_E_IO, "out of memory");
    return a->memory;
}

void *ask_begin(struct ask *a, const char *const *known, size_t size)
{
    return ask_open(a, known) == CR_OK ? ask_memory(a, size) : NULL;
}
