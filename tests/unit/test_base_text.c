/* Bounded and growing texts, and what is written into them: hexadecimal digits, thousands, CSV and
 * JSON; and the reading of UTF-8. */
#include "base/csv.h"
#include "base/hex.h"
#include "base/json_write.h"
#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Texts ---- */

static void a_text_grows_as_far_as_it_is_asked_to(void **state)
{
    (void)state;
    struct text t = {0};
    const size_t many = 3000000;
    for (size_t i = 0; i < many; i++)
        text_add_char(&t, (char)('a' + i % 26));
    assert_int_equal(t.len, many);
    assert_false(t.cut);
    assert_true(t.data[many - 1] == (char)('a' + (many - 1) % 26));
    assert_true(t.data[many] == '\0');
    text_free(&t);
    assert_null(t.data);
    assert_int_equal(t.len, 0);
}

static void every_way_of_adding_grows(void **state)
{
    (void)state;
    char *long_word = malloc(5001);
    memset(long_word, 'x', 5000);
    long_word[5000] = '\0';
    struct text t = {0};
    text_add_format(&t, "%s|%d", long_word, 7);
    text_add_repeated(&t, '-', 5000);
    text_add_uint(&t, 18446744073709551615ul);
    text_add_json(&t, long_word, 5000);
    assert_int_equal(t.len, 5000 + 2 + 5000 + 20 + 5002);
    assert_memory_equal(t.data + 5000, "|7----", 6);
    assert_string_equal(t.data + t.len - 4, "xxx\"");
    assert_false(t.cut);
    text_free(&t);
    free(long_word);
}

static void a_growing_text_is_empty_before_and_after(void **state)
{
    (void)state;
    struct text t = {0};
    text_add(&t, "");
    text_add_len(&t, "a\0b", 3); /* a text may contain zero bytes */
    assert_int_equal(t.len, 3);
    assert_memory_equal(t.data, "a\0b", 4);
    text_clear(&t);
    assert_string_equal(t.data, "");
    text_free(&t);
    text_clear(&t);
    assert_string_equal(t.data, "");
    text_free(&t);
}

/* As after a lack of memory for its first byte. */
static void a_text_without_memory_takes_nothing(void **state)
{
    (void)state;
    struct text t = {.cut = true};
    text_add_format(&t, "%s", "");
    text_add_format(&t, "%d", 7);
    text_add(&t, "");
    text_add_json(&t, "", 0);
    assert_null(t.data);
    assert_int_equal(t.len, 0);
    assert_true(t.cut);
    text_free(&t);
}

static void a_bounded_text_never_grows(void **state)
{
    (void)state;
    char room[9] = "????????";
    struct text t;
    text_init(&t, room, 8);
    text_add_format(&t, "%s", "123456789");
    assert_string_equal(room, "1234567");
    assert_true(t.cut);
    text_clear(&t);
    assert_false(t.cut);
    text_add_repeated(&t, 'y', 100);
    assert_string_equal(room, "yyyyyyy");
    assert_true(t.cut);
    assert_true(room[8] == '\0');
}

static void a_size_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct text t = {0};
    text_add(&t, "a");
    assert_false(text_grow(&t, SIZE_MAX - 2));
    assert_string_equal(t.data, "a");
    text_free(&t);
}

static const char *grouped(const char *digits)
{
    static char room[64];
    struct text t;
    text_init(&t, room, sizeof room);
    text_add_grouped(&t, digits);
    return room;
}

static void thousands_are_grouped(void **state)
{
    (void)state;
    assert_string_equal(grouped(""), "");
    assert_string_equal(grouped("0"), "0");
    assert_string_equal(grouped("999"), "999");
    assert_string_equal(grouped("1000"), "1,000");
    assert_string_equal(grouped("-100"), "-100");
    assert_string_equal(grouped("-1000"), "-1,000");
    assert_string_equal(grouped("-123456.78"), "-123,456.78");
    assert_string_equal(grouped("1250000.000001"), "1,250,000.000001");
    assert_string_equal(grouped("18446744073709551615"), "18,446,744,073,709,551,615");
}

static void money_for_people_is_whole_cents_towards_zero(void **state)
{
    (void)state;
    char room[64];
    struct text t;
    text_init(&t, room, sizeof room);
    text_add_money_grouped(&t, cr_money_from_micro(1234567899999));
    text_add_char(&t, ' ');
    text_add_money_grouped(&t, cr_money_from_micro(-1999999));
    assert_string_equal(room, "1,234,567.89 -1.99");
}

/* ---- Hexadecimal digits ---- */

static void bytes_become_digits_and_bytes_again(void **state)
{
    (void)state;
    uint8_t bytes[256], back[256];
    char digits[HEX_TEXT(256)];
    for (unsigned i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    assert_ptr_equal(hex_encode(bytes, 256, digits), digits);
    assert_int_equal(strlen(digits), 512);
    assert_memory_equal(digits, "000102030405060708090a0b0c0d0e0f10", 34);
    assert_true(hex_decode_lower(digits, 512, back, 256));
    assert_memory_equal(bytes, back, 256);
    assert_string_equal(hex_encode(bytes, 0, digits), "");
    assert_true(hex_decode(digits, 0, back, 0));
}

static void what_is_no_digit_is_refused(void **state)
{
    (void)state;
    uint8_t out[2];
    assert_true(hex_decode("aBcD", 4, out, 2));
    assert_int_equal(out[0], 0xab);
    assert_false(hex_decode_lower("aBcd", 4, out, 2));
    assert_false(hex_decode("abcd", 3, out, 2));
    assert_false(hex_decode("abcdef", 6, out, 2));
    assert_false(hex_decode("ab\0d", 4, out, 2));
    for (int c = 0; c < 256; c++) {
        const bool is_digit = c != 0 && strchr("0123456789abcdefABCDEF", c) != NULL;
        assert_int_equal(hex_digit((char)c) >= 0, is_digit);
        assert_int_equal(hex_digit_lower((char)c) >= 0, is_digit && !(c >= 'A' && c <= 'F'));
    }
}

/* ---- UTF-8 ---- */

static void a_character_has_one_spelling(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len, expected;
    } cases[] = {
        {"a", 1, 1},
        {"", 1, 1},
        {"é", 2, 2},
        {"é", 1, 0},
        {"€", 3, 3},
        {"€", 2, 0},
        {"😀", 4, 4},
        {"😀", 3, 0},
        {"\x80", 1, 0},
        {"\xc1\x81", 2, 0},
        {"\xe0\x81\x81", 3, 0},
        {"\xed\xa0\x80", 3, 0},
        {"\xf4\x90\x80\x80", 4, 0},
        {"\xf5\x80\x80\x80", 4, 0},
        {"\xff", 1, 0},
        {"\xc3(", 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(utf8_length((const unsigned char *)cases[i].bytes, cases[i].len),
                         cases[i].expected);
}

static void every_character_is_written_as_it_is_read(void **state)
{
    (void)state;
    for (uint32_t code = 1; code < 0x110000; code++) {
        char bytes[UTF8_CHAR_MAX + 1] = "";
        const char *at = bytes;
        if (code >= 0xd800 && code < 0xe000)
            continue; /* surrogates are not characters */
        const size_t len = utf8_encode(code, bytes);
        assert_int_equal(utf8_next(&at), code);
        assert_int_equal(at - bytes, len);
    }
}

static void bytes_that_are_no_text_are_passed_one_by_one(void **state)
{
    (void)state;
    const char *at = "a\xe2\x82z";
    assert_int_equal(utf8_next(&at), 'a');
    assert_int_equal(utf8_next(&at), UTF8_REPLACEMENT);
    assert_int_equal(utf8_next(&at), UTF8_REPLACEMENT);
    assert_int_equal(utf8_next(&at), 'z');
    assert_int_equal(utf8_next(&at), 0);
    assert_int_equal(utf8_next(&at), 0); /* reading at the end stays at the end */
}

static void clean_text_has_no_controls(void **state)
{
    (void)state;
    assert_true(utf8_is_clean("", 0, false));
    assert_true(utf8_is_clean("Zoë 10 €", strlen("Zoë 10 €"), false));
    assert_false(utf8_is_clean("a\nb", 3, false));
    assert_true(utf8_is_clean("a\n\tb", 4, true));
    assert_false(utf8_is_clean("a\rb", 3, true));
    assert_false(utf8_is_clean("a\0b", 3, true));
    assert_false(utf8_is_clean("\x7f", 1, true));
    assert_false(utf8_is_clean("\xc3", 1, true));
}

static void cells_are_counted(void **state)
{
    (void)state;
    assert_int_equal(utf8_width("", 0), 0);
    assert_int_equal(utf8_width("abc", 3), 3);
    assert_int_equal(utf8_width("Zoë", strlen("Zoë")), 3);
    assert_int_equal(utf8_width("e\u0301", 3), 1); /* a combining mark takes no column of its own */
    assert_int_equal(utf8_width("百家乐", strlen("百家乐")), 6);
    assert_int_equal(utf8_width("\xff\xff", 2), 2);
    assert_int_equal(utf8_width("a\0b", 3), 1); /* the width is counted up to a zero byte */
}

/* ---- CSV ---- */

static const char *cell(void (*write)(struct text *, const char *, size_t), const char *text,
                        size_t len)
{
    static char room[128];
    struct text t;
    text_init(&t, room, sizeof room);
    write(&t, text, len);
    return room;
}

static void only_what_needs_quotes_gets_them(void **state)
{
    (void)state;
    assert_string_equal(cell(csv_text, "", 0), "");
    assert_string_equal(cell(csv_text, "plain text", 10), "plain text");
    assert_string_equal(cell(csv_text, "a,b", 3), "\"a,b\"");
    assert_string_equal(cell(csv_text, "say \"no\"", 8), "\"say \"\"no\"\"\"");
    assert_string_equal(cell(csv_text, "\"", 1), "\"\"\"\"");
    assert_string_equal(cell(csv_text, "a\nb", 3), "\"a\nb\"");
    assert_string_equal(cell(csv_text, " a", 2), "\" a\"");
    assert_string_equal(cell(csv_text, "a ", 2), "\"a \"");
    assert_string_equal(cell(csv_quoted, "a", 1), "\"a\"");
    assert_string_equal(cell(csv_quoted, "", 0), "\"\"");
}

/* A name such as =HYPERLINK(…) must not become a formula in a spreadsheet. */
static void no_cell_becomes_a_formula(void **state)
{
    (void)state;
    static const char guarded[] = "=+-@\t\r\n\x01";
    for (size_t i = 0; i < sizeof guarded - 1; i++) {
        const char text[] = {guarded[i], '1', '\0'};
        const char *out = cell(csv_text, text, 2);
        assert_memory_equal(out, "\"'", 2);
        assert_true(out[2] == guarded[i]);
        assert_memory_equal(cell(csv_quoted, text, 2), "\"'", 2);
        assert_true(cell(csv_exact, text, 2)[1] == guarded[i]);
    }
    assert_memory_equal(cell(csv_text, "\0=", 2), "\"'", 2);
    assert_string_equal(cell(csv_text, "a=1", 3), "a=1");
    assert_string_equal(cell(csv_exact, "=\"1\"", 4), "\"=\"\"1\"\"\"");
}

/* ---- JSON ---- */

static void commas_come_by_themselves(void **state)
{
    (void)state;
    struct text t = {0};
    json_open(&t, NULL, '{');
    json_text(&t, "text", "ends with {");
    json_text(&t, "list", "ends with [");
    json_text(&t, "key", "ends with : ");
    json_open(&t, "empty", '{');
    json_close(&t, '}');
    json_open(&t, "none", '[');
    json_close(&t, ']');
    json_key(&t, "raw");
    json_raw(&t, NULL, "[1]", 3);
    json_flag(&t, "flag", true);
    json_close(&t, '}');
    text_add_char(&t, '\n');
    json_open(&t, NULL, '[');
    json_count(&t, NULL, 0);
    json_null(&t, NULL);
    json_close(&t, ']');
    assert_string_equal(t.data,
                        "{\"text\":\"ends with {\",\"list\":\"ends with [\",\"key\":\"ends with : "
                        "\",\"empty\":{},\"none\":[],\"raw\":[1],\"flag\":true}\n[0,null]");
    text_free(&t);
}

static void texts_and_keys_are_escaped(void **state)
{
    (void)state;
    struct text t = {0};
    json_open(&t, NULL, '{');
    json_text(&t, "a\"b", "\\ \" \x01 \x7f \xff é\n");
    json_text_len(&t, "nul", "a\0b", 3);
    json_text(&t, "none", NULL);
    json_text_or_null(&t, "empty", "");
    json_text(&t, "blank", "");
    json_close(&t, '}');
    assert_string_equal(t.data,
                        "{\"a\\\"b\":\"\\\\ \\\" \\u0001 \\u007f \\ufffd é\\u000a\","
                        "\"nul\":\"a\\u0000b\",\"none\":null,\"empty\":null,\"blank\":\"\"}");
    text_free(&t);
}

static void numbers_are_written_exactly(void **state)
{
    (void)state;
    struct text t = {0};
    json_open(&t, NULL, '[');
    json_count(&t, NULL, UINT64_MAX);
    json_integer(&t, NULL, INT64_MIN);
    json_integer(&t, NULL, INT64_MAX);
    json_integer(&t, NULL, 0);
    json_count_or_null(&t, NULL, 0);
    json_number(&t, NULL, -0.0);
    json_number(&t, NULL, 0.1);
    json_number(&t, NULL, (double)NAN);
    json_number(&t, NULL, (double)-INFINITY);
    json_share(&t, NULL, 1000000000);
    json_share(&t, NULL, 1);
    json_money(&t, NULL, cr_money_from_micro(-1));
    json_percent(&t, NULL, 125000);
    json_seats(&t, NULL, 0x41);
    json_close(&t, ']');
    assert_string_equal(
        t.data, "[18446744073709551615,-9223372036854775808,9223372036854775807,0,null,0,"
                "0.10000000000000001,null,null,1,0.000000001,\"-0.000001\",\"12.5%\",[1,7]]");
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_grows_as_far_as_it_is_asked_to),
        cmocka_unit_test(every_way_of_adding_grows),
        cmocka_unit_test(a_growing_text_is_empty_before_and_after),
        cmocka_unit_test(a_text_without_memory_takes_nothing),
        cmocka_unit_test(a_bounded_text_never_grows),
        cmocka_unit_test(a_size_that_cannot_be_is_refused),
        cmocka_unit_test(thousands_are_grouped),
        cmocka_unit_test(money_for_people_is_whole_cents_towards_zero),
        cmocka_unit_test(bytes_become_digits_and_bytes_again),
        cmocka_unit_test(what_is_no_digit_is_refused),
        cmocka_unit_test(a_character_has_one_spelling),
        cmocka_unit_test(every_character_is_written_as_it_is_read),
        cmocka_unit_test(bytes_that_are_no_text_are_passed_one_by_one),
        cmocka_unit_test(clean_text_has_no_controls),
        cmocka_unit_test(cells_are_counted),
        cmocka_unit_test(only_what_needs_quotes_gets_them),
        cmocka_unit_test(no_cell_becomes_a_formula),
        cmocka_unit_test(commas_come_by_themselves),
        cmocka_unit_test(texts_and_keys_are_escaped),
        cmocka_unit_test(numbers_are_written_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
