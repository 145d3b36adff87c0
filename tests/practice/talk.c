/* Asks a practice questions and reads its answers. */
#include "talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BODY_MAX (256 * 1024)

static struct practice *practice;
static struct json_node *root; /* of the last answer */
static struct practice_answer answer;
static char *body, *text;

struct practice *talk_practice(void)
{
    if (practice == NULL) {
        practice = practice_new();
        body = malloc(BODY_MAX);
        assert_non_null(practice);
        assert_non_null(body);
    }
    return practice;
}

void talk_end(void)
{
    practice_free(practice);
    free(root);
    free(body);
    free(text);
}

__attribute__((format(printf, 2, 0))) static int ask(enum practice_question question,
                                                     const char *format, va_list args)
{
    talk_practice();
    int len = vsnprintf(body, BODY_MAX, format, args);
    assert_in_range(len, 0, BODY_MAX - 1);
    return practice_ask(practice, question, body, (size_t)len, &answer);
}

const struct json_node *talk_ask(enum practice_question question, const char *format, ...)
{
    struct cr_err err = {0};
    va_list args;
    va_start(args, format);
    int rc = ask(question, format, args);
    va_end(args);
    if (rc != CR_OK)
        fail_msg("%s\nrefused: %s: %s", body, answer.err.field, answer.err.text);
    free(text);
    text = malloc(answer.len + 1);
    assert_non_null(text);
    memcpy(text, answer.data, answer.len);
    text[answer.len] = '\0';
    if (strcmp(answer.content_type, "application/json") != 0)
        return NULL;
    free(root);
    root = json_read(answer.data, answer.len, &err);
    if (root == NULL)
        fail_msg("%s: %s", text, err.text);
    return root;
}

const char *talk_text(void)
{
    return text;
}

const struct practice_answer *talk_refused(enum practice_question question, int code,
                                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int rc = ask(question, format, args);
    va_end(args);
    if (rc != code)
        fail_msg("%s\nanswered %d, not %d: %s", body, rc, code, answer.err.text);
    assert_int_equal(answer.err.code, code);
    assert_true(strlen(answer.err.text) > 10);
    return &answer;
}

const struct json_node *talk_in(const struct json_node *object, const char *key)
{
    assert_int_equal(object->kind, JSON_OBJECT);
    const struct json_node *node = json_member(object, key);
    if (node == NULL)
        fail_msg("%s is missing in %s", key, text);
    return node;
}

const struct json_node *talk_at(const struct json_node *list, uint32_t index)
{
    assert_int_equal(list->kind, JSON_ARRAY);
    assert_in_range(index, 0, list->count - 1);
    const struct json_node *node = json_first(list);
    while (index-- > 0)
        node = json_next(node);
    return node;
}

const char *talk_word(const struct json_node *node)
{
    static char words[8][256];
    static unsigned next;
    char *out = words[next++ % 8];
    assert_true(node->kind == JSON_STRING || node->kind == JSON_NUMBER);
    snprintf(out, sizeof(words[0]), "%.*s", (int)node->len, node->text);
    return out;
}

double talk_number(const struct json_node *node)
{
    assert_int_equal(node->kind, JSON_NUMBER);
    return strtod(talk_word(node), NULL);
}

bool talk_is(const struct json_node *node, const char *word)
{
    return node->kind == JSON_STRING && json_text_is(node->text, node->len, word);
}

bool talk_flag(const struct json_node *object, const char *key)
{
    const struct json_node *node = talk_in(object, key);
    assert_int_equal(node->kind, JSON_BOOL);
    return node->truth;
}
