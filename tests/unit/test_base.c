/* Amounts of money as text and in products; strings in JSON. */
#include "base/err.h"
#include "base/money.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int64_t parse(const char *text, enum cr_money_form form)
{
    struct cr_money m = {-7};
    struct cr_err err = {0};
    if (cr_money_parse(text, strlen(text), form, &m, &err) != CR_OK) {
        assert_int_equal(m.micro, -7); /* a failed parse leaves the amount as it was */
        assert_true(strlen(err.text) > 0);
        return -1;
    }
    return m.micro;
}

static void amounts_are_read(void **state)
{
    (void)state;
    assert_int_equal(parse("10", CR_MONEY_CENTS), 10000000);
    assert_int_equal(parse("10.00", CR_MONEY_CENTS), 10000000);
    assert_int_equal(parse("0.01", CR_MONEY_CENTS), 10000);
    assert_int_equal(parse("0", CR_MONEY_CENTS), 0);
    assert_int_equal(parse("000000000000000000000000000010.25", CR_MONEY_CENTS), 10250000);
    assert_int_equal(parse("1000000000.00", CR_MONEY_CENTS), CR_MONEY_INPUT_MAX_MICRO);
    assert_int_equal(parse("0.000001", CR_MONEY_MICRO), 1);
    assert_int_equal(parse("0.5", CR_MONEY_MICRO), 500000);
    assert_int_equal(parse("250000.14", CR_MONEY_MICRO), INT64_C(250000140000));
}

static void what_is_no_amount_is_refused(void **state)
{
    (void)state;
    const char *const cents[] = {"",
                                 "-1",
                                 "+1",
                                 ".5",
                                 "1.",
                                 "1.5",
                                 "1.005",
                                 "1,000",
                                 "1e3",
                                 " 1",
                                 "1 ",
                                 "0x10",
                                 "1.0.0",
                                 "--1",
                                 "1.00x",
                                 "one",
                                 "١",
                                 "1..0",
                                 "-",
                                 ".",
                                 "1000000000.01",
                                 "99999999999999999999999999999999"};
    for (size_t i = 0; i < sizeof cents / sizeof cents[0]; i++)
        assert_int_equal(parse(cents[i], CR_MONEY_CENTS), -1);
    assert_int_equal(parse("1.0000001", CR_MONEY_MICRO), -1);
    assert_int_equal(parse("1000000000.000001", CR_MONEY_MICRO), -1);
    assert_int_equal(parse("1000000000.01", CR_MONEY_CENTS), -1);
    assert_int_equal(parse("500000000000.000001", CR_MONEY_METER), -1);
    assert_int_equal(parse("500000000000", CR_MONEY_METER), CR_MONEY_METER_MAX_MICRO);
    struct cr_money m;
    assert_int_equal(cr_money_parse("1\0", 2, CR_MONEY_CENTS, &m, NULL), CR_E_INPUT);
}

/* However long the text is, the message quotes only a piece of it and says what is wrong. */
static void a_long_amount_is_refused_in_few_words(void **state)
{
    (void)state;
    static const struct {
        const char *begin, *rest, *words;
        enum cr_money_form form;
    } cases[] = {
        {"-", "0", "is negative", CR_MONEY_CENTS},
        {"", "9", "is more than", CR_MONEY_CENTS},
        {"1.", "0", "finer than a cent", CR_MONEY_CENTS},
        {"1.", "0", "finer than a millionth", CR_MONEY_MICRO},
        {"", "x", "is not an amount", CR_MONEY_CENTS},
        {"1000000000.000001", "", "is more than", CR_MONEY_MICRO},
        {"500000000000.000001", "", "is more than 500,000,000,000.00", CR_MONEY_METER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512] = {0};
        struct cr_err err = {0};
        struct cr_money m;
        strcat(text, cases[i].begin);
        for (unsigned n = 0; n < 200; n++)
            strcat(text, cases[i].rest);
        assert_int_equal(cr_money_parse(text, strlen(text), cases[i].form, &m, &err), CR_E_INPUT);
        assert_non_null(strstr(err.text, cases[i].words));
        assert_true(strlen(err.text) < 120);
    }
    /* digits that are too much, and something behind them that a terminal must not see */
    static const char escape[] = "99999999999\0\033[31m";
    struct cr_err err = {0};
    struct cr_money m;
    assert_int_equal(cr_money_parse(escape, sizeof escape - 1, CR_MONEY_CENTS, &m, &err),
                     CR_E_INPUT);
    assert_string_equal(err.text, "\"99999999999\\u0000\\u001b[31m\" is more than "
                                  "1,000,000,000.00");
    /* leading zeros are accepted */
    char text[64];
    memset(text, '0', sizeof text);
    memcpy(text + sizeof text - 4, "1.5", 4);
    assert_int_equal(parse(text, CR_MONEY_CENTS), -1);
    assert_int_equal(parse(text, CR_MONEY_MICRO), 1500000);
}

static void amounts_are_written(void **state)
{
    (void)state;
    const struct {
        int64_t micro;
        const char *text;
    } cases[] = {{0, "0.00"},
                 {10000, "0.01"},
                 {-10000, "-0.01"},
                 {1, "0.000001"},
                 {-1, "-0.000001"},
                 {250000140000, "250000.14"},
                 {10000530000, "10000.53"},
                 {10000535000, "10000.535000"},
                 {INT64_MAX, "9223372036854.775807"},
                 {INT64_MIN, "-9223372036854.775808"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[CR_MONEY_TEXT_MAX];
        assert_int_equal(cr_money_format(cr_money_from_micro(cases[i].micro), text),
                         strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

static void products_round_down(void **state)
{
    (void)state;
    struct cr_money out = {0};
    assert_true(
        money_mul_floor_cent(cr_money_from_micro(10000), 3, 2, &out)); /* 3 to 2 on a cent */
    assert_int_equal(out.micro, 10000);
    assert_true(money_mul_floor_cent(cr_money_from_micro(30000), 3, 2, &out));
    assert_int_equal(out.micro, 40000);
    assert_true(money_mul_floor(cr_money_from_micro(10), 1, 3, &out));
    assert_int_equal(out.micro, 3);
    out.micro = 5;
    assert_false(money_mul_floor(cr_money_from_micro(CR_MONEY_INPUT_MAX_MICRO), 1000000, 1, &out));
    assert_int_equal(out.micro, 5);
}

static void text_that_does_not_fit_is_cut_and_remembered(void **state)
{
    (void)state;
    char room[8];
    struct text t;
    text_init(&t, room, sizeof room);
    text_add(&t, "seven");
    assert_false(t.cut);
    text_add(&t, "eight");
    assert_true(t.cut);
    assert_string_equal(room, "sevenei");
    text_clear(&t);
    text_add_format(&t, "%d", 123456789);
    assert_true(t.cut);
    assert_string_equal(room, "1234567");
}

static void percentages_have_no_needless_digits(void **state)
{
    (void)state;
    const struct {
        unsigned long ppm;
        const char *text;
    } cases[] = {{1000000, "100%"}, {100000, "10%"},      {125000, "12.5%"},
                 {5000, "0.5%"},    {333333, "33.3333%"}, {10100, "1.01%"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char room[16];
        struct text t;
        text_init(&t, room, sizeof room);
        text_add_percent(&t, cases[i].ppm);
        assert_string_equal(room, cases[i].text);
    }
}

static void json_strings_are_always_json(void **state)
{
    (void)state;
    const struct {
        const char *raw;
        const char *json;
    } cases[] = {{"", "\"\""},
                 {"plain", "\"plain\""},
                 {"a\"b\\c", "\"a\\\"b\\\\c\""},
                 {"\n\x01\x7f", "\"\\u000a\\u0001\\u007f\""},
                 {"é♠🂡", "\"é♠🂡\""},
                 {"\xc3", "\"\\ufffd\""},                       /* cut in half */
                 {"\xe2\x99", "\"\\ufffd\\ufffd\""},            /* cut in half */
                 {"\xc0\x80", "\"\\ufffd\\ufffd\""},            /* overlong */
                 {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""}, /* a surrogate */
                 {"\xf5x", "\"\\ufffdx\""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char room[64];
        struct text t;
        text_init(&t, room, sizeof room);
        text_add_json(&t, cases[i].raw, strlen(cases[i].raw));
        assert_string_equal(room, cases[i].json);
    }
}

/* Texts of every length up to forty with every byte at every place, against an escaping that goes
 * byte by byte. */
static void json_strings_are_escaped_at_every_place(void **state)
{
    (void)state;
    for (size_t len = 1; len <= 40; len++)
        for (size_t place = 0; place < len; place++)
            for (unsigned byte = 1; byte < 256; byte++) {
                char raw[40], want[64], room[128];
                memset(raw, 'x', sizeof raw);
                raw[place] = (char)byte;
                if (byte < 0x20 || byte == 0x7f)
                    snprintf(want, sizeof want, "\\u%04x", byte);
                else if (byte > 0x7f)
                    snprintf(want, sizeof want, "\\ufffd");
                else
                    snprintf(want, sizeof want, "%s%c", byte == '"' || byte == '\\' ? "\\" : "",
                             (char)byte);
                char json[128];
                snprintf(json, sizeof json, "\"%.*s%s%.*s\"", (int)place, raw, want,
                         (int)(len - place - 1), raw + place + 1);
                struct text t;
                text_init(&t, room, sizeof room);
                text_add_json(&t, raw, len);
                assert_string_equal(room, json);
            }
}

static void long_errors_keep_their_place(void **state)
{
    (void)state;
    struct cr_err err;
    char longer[2 * CR_ERR_TEXT_MAX];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(err_set(&err, CR_E_INPUT, "%s", longer), CR_E_INPUT);
    assert_int_equal(err_prefix(&err, "seat %d", 3), CR_E_INPUT);
    assert_int_equal(strlen(err.text), CR_ERR_TEXT_MAX - 1);
    assert_memory_equal(err.text, "seat 3: xxx", 11);
    assert_int_equal(err_set(NULL, CR_E_IO, "nobody listens"), CR_E_IO);
}

static void errors_say_what_programs_read(void **state)
{
    (void)state;
    struct cr_err err;
    assert_int_equal(err_refuse(&err, CR_E_STATE, REASON_WRONG_EPOCH, "epoch", "it is %d", 2),
                     CR_E_STATE);
    assert_string_equal(err.text, "epoch: it is 2");
    assert_string_equal(err.field, "epoch");
    assert_string_equal(err.reason, "wrong-epoch");
    assert_true(err_is(&err, REASON_WRONG_EPOCH));
    assert_string_equal(err_without_field(&err), "it is 2");
    err_prefix(&err, "table %s", "t1");
    assert_string_equal(err.reason, "wrong-epoch");
    assert_string_equal(err_without_field(&err), "table t1: epoch: it is 2");
    err_refuse(&err, CR_E_INPUT, REASON_NO_ROOM, NULL, "full");
    assert_string_equal(err.text, "full");
    assert_string_equal(err.field, "");
    assert_int_equal(err_in_field(&err, "amount"), CR_E_INPUT);
    assert_string_equal(err.text, "amount: full");
    assert_string_equal(err.field, "amount");
    assert_string_equal(err.reason, "no-room");
    err_set(&err, CR_E_IO, "nothing more is known");
    assert_true(err_is(&err, REASON_NONE));
    assert_string_equal(err.field, "");
    err_in_field(&err, "amount");
    assert_true(err_is(&err, REASON_INVALID_VALUE));
    assert_int_equal(err_refuse(NULL, CR_E_IO, REASON_WAIT, NULL, "nobody listens"), CR_E_IO);
}

static void reasons_are_words(void **state)
{
    (void)state;
    for (unsigned r = REASON_NONE + 1; r < REASON_COUNT; r++) {
        const char *word = reason_word((enum reason)r);
        assert_in_range(strlen(word), 1, CR_ERR_REASON_MAX - 1);
        assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz-"), strlen(word));
        assert_true(strlen(reason_meaning((enum reason)r)) > 0);
        for (unsigned other = REASON_NONE; other < r; other++)
            assert_string_not_equal(word, reason_word((enum reason)other));
    }
}

static void every_code_has_a_meaning(void **state)
{
    (void)state;
    for (int code = 0; code >= CR_E_IO; code--)
        assert_string_not_equal(cr_error_meaning(code), "an unknown error");
    assert_string_equal(cr_error_meaning(77), "an unknown error");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_are_read),
        cmocka_unit_test(what_is_no_amount_is_refused),
        cmocka_unit_test(a_long_amount_is_refused_in_few_words),
        cmocka_unit_test(amounts_are_written),
        cmocka_unit_test(products_round_down),
        cmocka_unit_test(text_that_does_not_fit_is_cut_and_remembered),
        cmocka_unit_test(percentages_have_no_needless_digits),
        cmocka_unit_test(json_strings_are_always_json),
        cmocka_unit_test(json_strings_are_escaped_at_every_place),
        cmocka_unit_test(long_errors_keep_their_place),
        cmocka_unit_test(errors_say_what_programs_read),
        cmocka_unit_test(reasons_are_words),
        cmocka_unit_test(every_code_has_a_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
