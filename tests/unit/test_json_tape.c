/* The tape at its limits: length, depth, number of values; places of faults. */
#include "base/json_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct json_tape tape;
static char *text; /* JSON_BYTES_MAX + 2 */
static struct cr_err err;

static int make_room(void **state)
{
    (void)state;
    text = malloc(JSON_BYTES_MAX + 2);
    return text == NULL;
}

static int drop_room(void **state)
{
    (void)state;
    free(text);
    return 0;
}

static int read_text(const char *document)
{
    return json_tape_read(&tape, document, strlen(document), &err);
}

static void a_document_is_as_long_as_it_may_be(void **state)
{
    (void)state;
    memset(text, 'a', JSON_BYTES_MAX + 2);
    text[0] = text[JSON_BYTES_MAX - 1] = '"';
    assert_int_equal(json_tape_read(&tape, text, JSON_BYTES_MAX, &err), 0);
    assert_int_equal(tape.nodes[0].len, JSON_BYTES_MAX - 2);
    text[JSON_BYTES_MAX - 1] = 'a';
    text[JSON_BYTES_MAX] = '"';
    assert_int_equal(json_tape_read(&tape, text, JSON_BYTES_MAX + 1, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "longer than"));
}

/* count values in an array, the last of that text. */
static int read_many(unsigned count, const char *last)
{
    char *at = text;
    *at++ = '[';
    for (unsigned i = 1; i < count; i++)
        at += strlen(strcpy(at, "0,"));
    at += strlen(strcpy(at, last));
    *at++ = ']';
    return json_tape_read(&tape, text, (size_t)(at - text), &err);
}

static void there_are_as_many_values_as_there_may_be(void **state)
{
    static const char *const last[] = {"null", "true", "7", "\"a\"", "[]", "{}"};
    (void)state;
    for (unsigned i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        assert_int_equal(read_many(JSON_NODES_MAX - 1, last[i]), 0);
        assert_int_equal(tape.count, JSON_NODES_MAX);
        assert_int_equal(read_many(JSON_NODES_MAX, last[i]), CR_E_INPUT);
        assert_non_null(strstr(err.text, "line 1, column "));
    }
}

static void nesting_is_as_deep_as_it_may_be(void **state)
{
    char deep[2 * JSON_DEPTH_MAX + 3];
    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        const size_t depth = JSON_DEPTH_MAX + more;
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        deep[2 * depth] = '\0';
        assert_int_equal(read_text(deep), more ? CR_E_INPUT : 0);
    }
    assert_non_null(strstr(err.text, "nested too deeply"));
}

static void nothing_is_no_document(void **state)
{
    static const char *const wrong[] = {"", " ", "\n\n", "{", "[1", "1 2", "{} {}", "nul", "\x01"};
    (void)state;
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(read_text(wrong[i]), CR_E_INPUT);
        assert_non_null(strstr(err.text, "not JSON"));
        assert_int_equal(json_tape_read(&tape, wrong[i], strlen(wrong[i]), NULL), CR_E_INPUT);
    }
}

static void a_fault_has_its_line_and_column(void **state)
{
    (void)state;
    assert_int_equal(read_text("{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": 3\n}"), CR_E_INPUT);
    assert_non_null(strstr(err.text, "line 4, column "));
    assert_non_null(strstr(err.text, "the key \"a\" is there twice"));
}

static void members_are_found(void **state)
{
    (void)state;
    assert_int_equal(read_text("{\"a\":[1,[2,3]],\"b\":false,\"ab\":null}"), 0);
    const struct json_node *b = json_member(&tape, &tape.nodes[0], "b");
    assert_non_null(b);
    assert_true(b->kind == JSON_BOOL && !b->truth);
    assert_int_equal(json_member(&tape, &tape.nodes[0], "ab")->kind, JSON_NULL);
    assert_null(json_member(&tape, &tape.nodes[0], "abc"));
    assert_string_equal(json_kind_name(b->kind), "true or false");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_document_is_as_long_as_it_may_be, make_room, drop_room),
        cmocka_unit_test_setup_teardown(there_are_as_many_values_as_there_may_be, make_room,
                                        drop_room),
        cmocka_unit_test(nesting_is_as_deep_as_it_may_be),
        cmocka_unit_test(nothing_is_no_document),
        cmocka_unit_test(a_fault_has_its_line_and_column),
        cmocka_unit_test(members_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
