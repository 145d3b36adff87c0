/* The JSON tape at its limits: length, depth and number of values; the places that its messages
 * name. */
#include "base/json_read.h"
#include "support/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct json_tape tape;
static char *text; /* JSON_BYTES_MAX + 2 bytes */
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

/* Reads an array of count values whose last one is given. */
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
        assert_non_null(strstr(err.text, "more than 4096 values"));
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
    assert_int_equal(read_text("{\n\"a\": [1"), CR_E_INPUT); /* cut off: the fault is at the end */
    assert_non_null(strstr(err.text, "line 2, column 8: "));
}

/* Invalid characters are refused, because otherwise two different names could be read as the same.
 */
static void what_is_no_character_is_refused(void **state)
{
    static const char *const wrong[] = {
        "\"\\ud800\"",          /* a high surrogate alone */
        "\"\\udfff\"",          /* a low surrogate alone */
        "\"\\ud83d\\u0041\"",   /* a high surrogate before another character */
        "\"\\udc00\\ud800\"",   /* the two surrogates in the wrong order */
        "\"\\ud83d\\\\udc00\"", /* the second is a backslash and letters */
        "{\"\\udbff\":1}",
        "\"\xc0\xaf\"",         /* a slash encoded in two bytes */
        "\"\xed\xa0\x80\"",     /* a surrogate encoded in three bytes */
        "\"\xf4\x90\x80\x80\"", /* beyond the last code point */
        "\"\xf8\x88\x80\x80\x80\"",
        "\"\xc3\"",
        "\"sixteen bytes and more, then \xff\"",
        "\xef\xbb\xbf{}", /* a byte order mark */
        "\xff\xfe{",
    };
    static const char *const right[] = {
        "\"\\ud83c\\udccf\"", "\"\\uD83C\\uDCCF\"", "\"\xf0\x9f\x83\x8f\"",
        "\"\\\\ud800\"",      "\"\\ufffd\\u007f\"", "\"seventeen bytes, \xe2\x99\xa0\x7f\"",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(read_text(wrong[i]), CR_E_INPUT);
        assert_non_null(strstr(err.text, "line 1, column "));
        assert_non_null(strstr(err.text, "not JSON: "));
    }
    assert_non_null(strstr(err.text, "column 1: not JSON: it is UTF-16"));
    for (unsigned i = 0; i < sizeof(right) / sizeof(right[0]); i++)
        assert_int_equal(read_text(right[i]), 0);
    assert_int_equal(tape.nodes[0].len, 21);
    assert_int_equal(read_text(right[0]), 0);
    assert_memory_equal(tape.nodes[0].text, "\xf0\x9f\x83\x8f", 4);
}

static void members_are_found(void **state)
{
    (void)state;
    assert_int_equal(read_text("{\"a\":[1,[2,3]],\"b\":false,\"ab\":null}"), 0);
    const struct json_node *b = json_member(&tape.nodes[0], "b");
    assert_non_null(b);
    assert_true(b->kind == JSON_BOOL && !b->truth);
    assert_int_equal(json_member(&tape.nodes[0], "ab")->kind, JSON_NULL);
    assert_null(json_member(&tape.nodes[0], "abc"));
    assert_string_equal(json_kind_name(b->kind), "true or false");
}

/* json_read takes a document with any number of values, such as ten thousand tables; a tape of
 * fixed size would not hold this one. */
static void a_document_of_any_length_is_read(void **state)
{
    (void)state;
    const unsigned many = 3 * JSON_NODES_MAX;
    char *long_text = malloc(16 * many), *at = long_text;
    at += sprintf(at, "{\"list\":[");
    for (unsigned i = 0; i < many; i++)
        at += sprintf(at, "%s{\"n\":%u}", i ? "," : "", i);
    strcpy(at, "],\"end\":true}");
    struct json_node *root = json_read(long_text, strlen(long_text), &err);
    assert_non_null(root);
    const struct json_node *list = json_get_list(root, "list"), *each = json_first(list);
    assert_int_equal(list->count, many);
    for (unsigned i = 0; i < many; i++, each = json_next(each))
        assert_int_equal(json_get_count(each, "n"), i);
    assert_ptr_equal(json_next(list), each);
    assert_true(json_get_flag(root, "end"));
    free(root);
    free(long_text);
    assert_null(json_read("[1,", 3, &err));
    assert_null(json_read("", 0, NULL));
}

/* Each key is compared with all before it, so that an object of a million members would keep the
 * program busy for many minutes. */
static void an_object_has_so_many_members(void **state)
{
    (void)state;
    for (unsigned many = JSON_MEMBERS_MAX; many <= JSON_MEMBERS_MAX + 1; many++) {
        char *long_text = malloc(16 * many), *at = long_text;
        for (unsigned i = 0; i < many; i++)
            at += sprintf(at, "%c\"n%u\":0", i ? ',' : '{', i);
        strcpy(at, "}");
        struct json_node *root = json_read(long_text, strlen(long_text), &err);
        assert_int_equal(root != NULL, many == JSON_MEMBERS_MAX);
        free(root);
        free(long_text);
    }
    assert_non_null(strstr(err.text, "an object has more than 4096 members"));
}

static void a_small_room_takes_a_small_document(void **state)
{
    (void)state;
    struct json_node nodes[3];
    char bytes[8];
    const struct json_room room = {nodes, 3, bytes, sizeof bytes};
    assert_int_equal(json_read_into(&room, "[1,2]", 5, &err), 0);
    assert_int_equal(nodes[0].span, 3);
    assert_int_equal(json_read_into(&room, "[1,2,3]", 7, &err), CR_E_INPUT);
    assert_int_equal(json_read_into(&room, "[1 ,  2]  ", 10, &err), CR_E_INPUT);
}

static void a_member_that_is_not_there_is_empty(void **state)
{
    (void)state;
    char out[4];
    uint64_t value = 7;
    assert_int_equal(read_text("{\"a\":\"abc\",\"b\":\"abcd\",\"c\":-1,\"d\":1.5,\"e\":"
                               "18446744073709551615,\"f\":18446744073709551616}"),
                     0);
    const struct json_node *root = &tape.nodes[0];
    assert_true(json_get_text(root, "a", out, sizeof out));
    assert_string_equal(out, "abc");
    assert_false(json_get_text(root, "b", out, sizeof out)); /* the text does not fit and is cut */
    assert_string_equal(out, "abc");
    assert_false(json_get_text(root, "c", out, sizeof out));
    assert_string_equal(out, "");
    assert_false(json_whole(json_member(root, "c"), &value));
    assert_false(json_whole(json_member(root, "d"), &value));
    assert_false(json_whole(json_member(root, "f"), &value));
    assert_false(json_whole(NULL, &value));
    assert_int_equal(value, 7);
    assert_true(json_get_count(root, "e") == UINT64_MAX);
    assert_int_equal(json_get_count(NULL, "e"), 0);
    assert_null(json_member(json_member(root, "a"), "b")); /* a text has no members */
    assert_null(json_get_list(root, "a"));
    assert_false(json_get_flag(root, "a"));
}

static void a_document_without_end_or_memory_is_refused(void **state)
{
    (void)state;
    assert_null(json_read("{}", (size_t)JSON_TEXT_MAX + 1, &err));
    assert_int_equal(err.code, CR_E_RANGE);
    faults_arm(FAULT_MEMORY, 1, false);
    struct json_node *root = json_read("{}", 2, &err);
    faults_disarm();
    assert_null(root);
    assert_int_equal(err.code, CR_E_IO);
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
        cmocka_unit_test(what_is_no_character_is_refused),
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(a_document_of_any_length_is_read),
        cmocka_unit_test(an_object_has_so_many_members),
        cmocka_unit_test(a_small_room_takes_a_small_document),
        cmocka_unit_test(a_member_that_is_not_there_is_empty),
        cmocka_unit_test(a_document_without_end_or_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
