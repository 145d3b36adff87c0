/* A slip as text and as bytes for a receipt printer: what the printer would print is the text. */
#include "paper/paper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define AT_MS INT64_C(1794751387042) /* 2026-11-15 14:03:07.042 UTC */

static char *render(const struct paper *p, enum paper_format format, size_t *len)
{
    char *data = NULL;
    struct cr_err err = {0};
    if (paper_render(p, format, &data, len, &err) != CR_OK)
        fail_msg("%s", err.text);
    return data;
}

static void assert_renders(const struct paper *p, enum paper_format format, const char *expected)
{
    size_t len;
    char *data = render(p, format, &len);
    assert_string_equal(data, expected);
    assert_int_equal(len, strlen(expected));
    free(data);
}

static struct paper *small_slip(void)
{
    static const struct paper_column steps[] = {
        {"step", "Step", PAPER_TEXT}, {"by", "By", PAPER_TEXT}, {"at", "At", PAPER_TIME}};
    struct paper *p = paper_new(PAPER_SLIP, "receipt", "Jackpot Receipt");
    paper_fact(p, "house", "House", "The Grand");
    paper_fact(p, "table", "Table", "t1");
    paper_fact_money(p, "amount", "Amount paid", cr_money_from_micro(1250000280000));
    paper_emphasis(p);
    paper_fact(p, "name", "Name", "");
    paper_section(p, "steps", "Confirmed by");
    paper_table(p, "steps", steps, 3);
    paper_cell(p, "Verified");
    paper_cell(p, "Ann");
    paper_cell_time(p, AT_MS);
    paper_cell(p, "Complied: patron record");
    paper_cell(p, "Ben of the second floor");
    paper_cell_time(p, AT_MS);
    paper_note(p, "A remark that is longer than the forty-two letters of a line.");
    paper_signature(p, "Patron");
    return p;
}

static const char slip_text[] = "                The Grand\n"
                                "\n"
                                "             Jackpot Receipt\n"
                                "==========================================\n"
                                "Table                                   t1\n"
                                "\n"
                                "               Amount paid\n"
                                "               1,250,000.28\n"
                                "\n"
                                "Name                ______________________\n"
                                "------------------------------------------\n"
                                "Confirmed by\n"
                                "Verified  Ann  2026-11-15 14:03:07 UTC\n"
                                "Complied: patron record\n"
                                "  Ben of the second floor\n"
                                "  2026-11-15 14:03:07 UTC\n"
                                "A remark that is longer than the forty-two\n"
                                "letters of a line.\n"
                                "\n"
                                "\n"
                                "__________________________________________\n"
                                "Patron\n";

static void a_slip_as_text(void **state)
{
    (void)state;
    struct paper *p = small_slip();
    assert_renders(p, PAPER_AS_TEXT, slip_text);
    paper_free(p);
}

/* A simulated receipt printer: obeys the commands and collects the text. A command that such
 * printers do not know fails the test. */
struct printer {
    bool is_centred, is_bold, is_double, is_cut;
    char text[8192];
    size_t len;
    unsigned bold_lines, double_lines;
};

static void print_line(struct printer *out, const char *line, size_t len)
{
    const size_t width = 42; /* in letters; a letter of double width counts twice */
    assert_true(len * (out->is_double ? 2 : 1) <= width);
    out->bold_lines += out->is_bold;
    out->double_lines += out->is_double;
    if (out->is_centred)
        out->len += (size_t)sprintf(out->text + out->len, "%*s", (int)((width - len) / 2), "");
    out->len += (size_t)sprintf(out->text + out->len, "%.*s\n", (int)len, line);
}

static size_t obey(struct printer *out, const unsigned char *at, size_t left)
{
    assert_true(left >= 2 && !out->is_cut);
    if (memcmp(at, "\x1b@", 2) == 0)
        return 2;
    assert_true(left >= 3);
    if (memcmp(at, "\033a", 2) == 0)
        out->is_centred = at[2] == 1;
    else if (memcmp(at, "\033E", 2) == 0)
        out->is_bold = at[2] == 1;
    else if (memcmp(at, "\x1d!", 2) == 0)
        out->is_double = at[2] == 0x11;
    else if (memcmp(at, "\x1dVB", 3) == 0)
        out->is_cut = true;
    else
        assert_true(memcmp(at, "\x1bt\0", 3) == 0 || memcmp(at, "\033d", 2) == 0);
    return out->is_cut ? 4 : 3;
}

static void print(const char *bytes, size_t len, struct printer *out)
{
    const unsigned char *at = (const unsigned char *)bytes;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < len;) {
        if (at[i] == 0x1b || at[i] == 0x1d) {
            i += obey(out, at + i, len - i);
            continue;
        }
        const char *end = memchr(bytes + i, '\n', len - i);
        assert_non_null(end);
        for (const char *c = bytes + i; c < end; c++)
            assert_true(*c >= 0x20 && *c < 0x7f);
        print_line(out, bytes + i, (size_t)(end - (bytes + i)));
        i = (size_t)(end - bytes) + 1;
    }
    assert_true(out->is_cut);
}

static void a_printer_prints_the_same(void **state)
{
    (void)state;
    struct paper *p = small_slip();
    struct printer printer;
    size_t len;
    char *bytes = render(p, PAPER_AS_ESCPOS, &len);
    assert_memory_equal(bytes, "\x1b@\x1bt\0", 5);
    print(bytes, len, &printer);
    assert_string_equal(printer.text, slip_text);
    assert_int_equal(printer.double_lines, 2); /* the title and the amount */
    assert_int_equal(printer.bold_lines, 3);   /* these and the heading */
    free(bytes);
    paper_free(p);
}

static void a_printer_knows_ascii_only(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_SLIP, "slip", "Slip");
    struct printer printer;
    size_t len;
    paper_fact(p, "a", "Zażółć", "Øystein Müßig–Ðorđe");
    paper_fact(p, "b", "Name",
               "王 e\u0301 €5 \x1b@\x1dVB \x07"
               "end");
    char *bytes = render(p, PAPER_AS_ESCPOS, &len);
    print(bytes, len, &printer);
    assert_non_null(strstr(printer.text, "\nZazolc               Oystein Muessig-Dorde\n"));
    assert_non_null(strstr(printer.text, "? e EUR5  @ VB  end\n"));
    free(bytes);
    paper_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_as_text),
        cmocka_unit_test(a_printer_prints_the_same),
        cmocka_unit_test(a_printer_knows_ascii_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
