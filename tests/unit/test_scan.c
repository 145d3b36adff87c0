/* Searching for bytes several at a time and writing numbers eight digits at a time, against one at
 * a time. The test is built twice: with the processor's vector instructions and with portable code.
 */
#include "base/digits.h"
#include "base/scan.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool is_marked(scan_marks marks, unsigned place)
{
    while (marks != 0) {
        if (scan_first(marks) == place)
            return true;
        marks &= marks - 1;
    }
    return false;
}

/* Tries each byte at each place, beside bytes that could cause or receive a carry. */
static void every_byte_is_found_at_every_place(void **state)
{
    static const char looked_for[] = {'"', '\\', ',', '}', 0x7f};
    static const unsigned char neighbours[] = {0x00, 0x01, 0x21, 0x22, 0x23, 0x7f, 0x80, 0xff};
    (void)state;
    for (unsigned n = 0; n < sizeof(neighbours); n++)
        for (unsigned place = 0; place < SCAN_BYTES; place++)
            for (unsigned byte = 0; byte < 256; byte++) {
                char text[SCAN_BYTES];
                memset(text, neighbours[n], sizeof(text));
                text[place] = (char)byte;
                const scan_bytes bytes = scan_load(text);
                for (unsigned i = 0; i < SCAN_BYTES; i++) {
                    for (unsigned c = 0; c < sizeof(looked_for); c++)
                        assert_int_equal(is_marked(scan_equal(bytes, looked_for[c]), i),
                                         text[i] == looked_for[c]);
                    assert_int_equal(is_marked(scan_below(bytes, 0x20), i),
                                     (unsigned char)text[i] < 0x20);
                    assert_int_equal(is_marked(scan_beyond(bytes, 0x7e), i),
                                     (unsigned char)text[i] > 0x7e);
                }
            }
}

static void eight_bytes_are_one_number(void **state)
{
    (void)state;
    assert_int_equal(scan_eight("\x01\x02\x03\x04\x05\x06\x07\xff"), 0xff07060504030201);
}

static void as_many_bytes_as_asked_for_are_compared(void **state)
{
    (void)state;
    for (unsigned count = 0; count <= SCAN_BYTES; count++)
        for (unsigned place = 0; place < SCAN_BYTES; place++) {
            char one[SCAN_BYTES] = {0}, other[SCAN_BYTES] = {0};
            other[place] = (char)0x80;
            assert_int_equal(scan_same(scan_load(one), scan_load(other), count), place >= count);
        }
}

/* ---- Digits ---- */

static void digits_at_the_beginning_are_a_number(void **state)
{
    static const char others[] = {'/', ':', '\0', ',', (char)0x80, (char)0xb0, (char)0xff};
    (void)state;
    for (uint64_t number = 0; number < 100000000; number += 1 + number / 40) {
        char text[32];
        const int len = snprintf(text, sizeof(text), "%" PRIu64, number);
        for (unsigned i = 0; i < sizeof(others); i++) {
            uint64_t read = 1;
            memset(text + len, others[i], sizeof(text) - (size_t)len);
            assert_int_equal(scan_digits(scan_eight(text), &read), len);
            assert_int_equal(read, number);
        }
    }
    uint64_t none = 1;
    assert_int_equal(scan_digits(scan_eight("x1234567"), &none), 0);
    assert_int_equal(none, 0);
}

static void assert_written(uint64_t number)
{
    char own[DIGITS_ROOM], expected[32];
    const int len = snprintf(expected, sizeof(expected), "%" PRIu64, number);
    assert_int_equal(digits_write(own, number), len);
    assert_memory_equal(own, expected, (size_t)len);
}

static void numbers_are_written_as_everybody_writes_them(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 200000; number++)
        assert_written(number);
    for (uint64_t power = 1;; power *= 10) {
        for (uint64_t factor = 1; factor < 10; factor++) {
            assert_written(power * factor - 1);
            assert_written(power * factor);
            assert_written(power * factor + 1);
        }
        if (power > UINT64_MAX / 10)
            break;
    }
    assert_written(UINT64_MAX);
    for (uint64_t number = 1; number < UINT64_MAX / 3; number += number / 7 + 1)
        assert_written(number);
}

static void last_digits_have_zeros_in_front(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 100000000; number += 1 + number / 50)
        for (size_t count = 1; count <= 8; count++) {
            char own[8], expected[16];
            snprintf(expected, sizeof(expected), "%08" PRIu64, number);
            digits_write_last(own, number, count);
            assert_memory_equal(own, expected + 8 - count, count);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_found_at_every_place),
        cmocka_unit_test(eight_bytes_are_one_number),
        cmocka_unit_test(as_many_bytes_as_asked_for_are_compared),
        cmocka_unit_test(digits_at_the_beginning_are_a_number),
        cmocka_unit_test(numbers_are_written_as_everybody_writes_them),
        cmocka_unit_test(last_digits_have_zeros_in_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
