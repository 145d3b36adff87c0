/* Papers as PDF: the text of their pages, the same bytes for the same paper, and papers that are
 * too large. */
#include "pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct paper_column columns[] = {{"table", "Table", PAPER_TEXT},
                                              {"coins", "Coins", PAPER_COUNT},
                                              {"coin_in", "Coin-in", PAPER_MONEY},
                                              {"at", "Time", PAPER_TIME}};

static struct paper *report(unsigned rows)
{
    struct paper *p = paper_new(PAPER_REPORT, "coin-in", "Coin-In Report");
    char name[16];
    paper_fact(p, "house", "House", "The Grand");
    paper_fact(p, "link", "Link", "main");
    paper_section(p, "tables", "By table");
    paper_table(p, "coins", columns, 4);
    for (unsigned i = 1; i <= rows; i++) {
        snprintf(name, sizeof name, "row-%u-", i);
        paper_cell(p, name);
        paper_cell_count(p, i);
        paper_cell_money(p, cr_money_from_micro(INT64_C(1234567) * i));
        paper_cell_time(p, INT64_C(1794751387000) + i);
    }
    paper_cell(p, "Total");
    paper_cell_count(p, 4711);
    paper_cell_money(p, cr_money_from_units(1250000));
    paper_cell(p, "");
    paper_total(p);
    paper_note(p, "Counted by the acceptors.");
    paper_signature(p, "Cage");
    return p;
}

static char *text_of(struct paper *p)
{
    size_t len;
    char *pdf = pages_render(p, &len), *text = pages_text(pdf, len);
    free(pdf);
    paper_free(p);
    return text;
}

static void what_stands_on_a_page(void **state)
{
    (void)state;
    char *text = text_of(report(3));
    static const char *const there[] = {"The Grand",    "Coin-In Report",
                                        "Link",         "main",
                                        "By table",     "Coin-in",
                                        "row-3-",       "1.234567",
                                        "Total",        "2026-11-15 14:03:07",
                                        "1,250,000.00", "Counted by the acceptors.",
                                        "Cage",         "page 1 of 1",
                                        "Croupier "};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (!strstr(text, there[i]))
            fail_msg("not on the page: %s\n%s", there[i], text);
    assert_int_equal(pages_count(text), 1);
    free(text);
}

/* Every page with rows has the table's heading, and no row is lost between pages. */
static void a_long_table(void **state)
{
    (void)state;
    enum { ROWS = 3000 };
    char *text = text_of(report(ROWS)), name[16];
    const unsigned pages = pages_count(text);
    assert_true(pages > 20 && pages < 100);
    assert_int_equal(pages_find(text, "Coin-in"), pages);
    assert_int_equal(pages_find(text, "The Grand"), pages);
    assert_int_equal(pages_find(text, "Total"), 1);
    for (unsigned i = 1; i <= ROWS; i++) {
        snprintf(name, sizeof name, "row-%u-", i);
        assert_int_equal(pages_find(text, name), 1);
    }
    for (unsigned i = 1; i <= pages; i++) {
        char number[32];
        snprintf(number, sizeof number, "page %u of %u\n", i, pages);
        assert_int_equal(pages_find(text, number), 1);
    }
    free(text);
}

static void equal_papers_are_equal_bytes(void **state)
{
    (void)state;
    for (unsigned rows = 1; rows < 500; rows += 211) {
        struct paper *a = report(rows), *b = report(rows);
        size_t a_len, b_len;
        char *first = pages_render(a, &a_len), *second = pages_render(b, &b_len);
        assert_int_equal(a_len, b_len);
        assert_memory_equal(first, second, a_len);
        free(first);
        free(second);
        paper_free(a);
        paper_free(b);
    }
}

static void too_many_rows(void **state)
{
    (void)state;
    struct paper *p = report(PAPER_PDF_ROWS);
    struct cr_err err = {0};
    char *data = NULL;
    size_t len;
    assert_int_equal(paper_render(p, PAPER_AS_PDF, &data, &len, &err), CR_E_RANGE);
    assert_string_equal(err.text, "coin-in: 20001 rows, and a PDF holds 20000; ask for a shorter "
                                  "range, or for CSV");
    assert_null(data);
    paper_free(p);
}

static void as_many_rows_as_it_holds(void **state)
{
    (void)state;
    char *text = text_of(report(PAPER_PDF_ROWS - 1));
    assert_int_equal(pages_find(text, "row-19999-"), 1);
    assert_int_equal(pages_find(text, "Total"), 1);
    free(text);
}

/* Signatures are on the same page as the note that is signed, wherever the first page ends. */
static void signatures_stay_with_their_note(void **state)
{
    (void)state;
    for (unsigned rows = 30; rows <= 45; rows++) { /* some of them end the first page there */
        struct paper *p = report(rows);
        paper_signature(p, "Director");
        paper_signature(p, "Regulator");
        paper_signature(p, "Witness");
        char *text = text_of(p);
        const char *first = strstr(text, "Counted by"), *last = strstr(text, "Witness");
        assert_non_null(first);
        assert_non_null(last);
        if (memchr(first, '\f', (size_t)(last - first)))
            fail_msg("torn with %u rows", rows);
        free(text);
    }
}

/* ---- Forms ---- */

/* A section that fits on a page is not split. */
static void sections_stay_whole(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_FORM, "shift", "End of Shift");
    char key[16], begin[32], end[32];
    for (unsigned s = 0; s < 12; s++) {
        snprintf(key, sizeof key, "s%u", s);
        snprintf(begin, sizeof begin, "begin%u.", s);
        snprintf(end, sizeof end, "end%u.", s);
        paper_section(p, key, begin);
        paper_fact(p, "name", "Games supervisor", NULL);
        for (unsigned i = 0; i <= s; i++)
            paper_note(p, "A remark.");
        paper_signature(p, "Incoming");
        paper_note(p, end);
    }
    char *text = text_of(p);
    assert_true(pages_count(text) > 1);
    for (unsigned s = 0; s < 12; s++) {
        snprintf(begin, sizeof begin, "begin%u.", s);
        snprintf(end, sizeof end, "end%u.", s);
        char *first = strstr(text, begin), *last = strstr(text, end);
        assert_non_null(first);
        assert_non_null(last);
        assert_true(first < last && !memchr(first, '\f', (size_t)(last - first)));
    }
    free(text);
}

/* ---- Slips ---- */

static void a_slip_is_one_strip(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_SLIP, "receipt", "Jackpot Receipt");
    size_t len;
    paper_fact(p, "house", "House", "The Grand");
    paper_fact_money(p, "amount", "Amount paid", cr_money_from_micro(1250000280000));
    paper_emphasis(p);
    for (unsigned i = 0; i < 300; i++)
        paper_note(p, "A line.");
    paper_signature(p, "Patron");
    char *pdf = pages_render(p, &len), *text = pages_text(pdf, len);
    assert_int_equal(pages_count(text), 1);
    assert_int_equal(pages_find(text, "A line."), 300);
    assert_int_equal(pages_find(text, "1,250,000.28"), 1);
    assert_int_equal(pages_find(text, "The Grand"), 1);
    assert_int_equal(pages_find(text, "Patron"), 1);
    free(pdf);
    free(text);
    paper_free(p);
}

/* A slip that is longer than a page of a PDF may be. */
static void a_slip_without_end(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_SLIP, "receipt", "Jackpot Receipt");
    for (unsigned i = 0; i < 3000; i++)
        paper_note(p, "A line.");
    char *text = text_of(p);
    assert_int_equal(pages_find(text, "A line."), 3000);
    assert_int_equal(pages_count(text), 3);
    free(text);
}

/* ---- Unusual papers ---- */

static void an_empty_paper(void **state)
{
    (void)state;
    for (unsigned look = PAPER_REPORT; look <= PAPER_SLIP; look++) {
        char *text = text_of(paper_new((enum paper_look)look, "none", "Nothing"));
        assert_int_equal(pages_count(text), 1);
        assert_non_null(strstr(text, "Nothing"));
        free(text);
    }
}

static void add_hostile(struct paper *p, const char *text)
{
    static const struct paper_column two[] = {{"text", "Text", PAPER_TEXT},
                                              {"money", "Money", PAPER_MONEY}};
    paper_fact(p, "house", "House", text);
    paper_fact(p, "fact", text, text);
    paper_fact(p, "big", text, text);
    paper_emphasis(p);
    paper_section(p, "s", text);
    paper_table(p, "t", two, 2);
    for (unsigned i = 0; i < 3; i++) {
        paper_cell(p, text);
        paper_cell_money(p, cr_money_from_micro(INT64_MAX));
    }
    paper_note(p, text);
    paper_signature(p, text);
    paper_signature(p, text);
}

static void hostile_texts(void **state)
{
    (void)state;
    static char word[2049], words[6145];
    memset(word, 'W', 2048);
    for (size_t i = 0; i + 6 < sizeof words; i += 6)
        memcpy(words + i, "w\u00efde ", 6);
    const char *const texts[] = {"<b>bold</b> &amp; &lt;",
                                 "\x1b[31m\x07\x01 \x7f control \n\r\t\v",
                                 "\u202eevil \u05e9\u05dc\u05d5\u05dd \u0627\u0644\u0639",
                                 "\xff\xfe broken \xc3",
                                 "\"quoted\", 'and' \\ %s %n {0}",
                                 word,
                                 words};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (unsigned look = PAPER_REPORT; look <= PAPER_SLIP; look++) {
            struct paper *p = paper_new((enum paper_look)look, "odd", texts[i]);
            add_hostile(p, texts[i]);
            char *text = text_of(p);
            assert_true(pages_count(text) >= 1);
            assert_true(strstr(text, "9,223,372,036,854.775807"));
            assert_true(i != 0 || strstr(text, "<b>bold</b> &amp; &lt;"));
            assert_null(strstr(text, "\u202e"));
            free(text);
        }
}

/* The largest number of columns, with six decimals: the letters become smaller and no figure is
 * lost. */
static void a_wide_table(void **state)
{
    (void)state;
    struct paper_column many[PAPER_COLUMNS_MAX];
    struct paper *p = paper_new(PAPER_REPORT, "wide", "Wide");
    for (unsigned c = 0; c < PAPER_COLUMNS_MAX; c++)
        many[c] = (struct paper_column){"c", "A head of words", PAPER_MONEY};
    paper_table(p, "wide", many, PAPER_COLUMNS_MAX);
    for (unsigned c = 0; c < PAPER_COLUMNS_MAX; c++)
        paper_cell_money(p, cr_money_from_micro(123456789012345));
    char *text = text_of(p);
    assert_int_equal(pages_find(text, "123,456,789.012345"), PAPER_COLUMNS_MAX);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_on_a_page),
        cmocka_unit_test(a_long_table),
        cmocka_unit_test(equal_papers_are_equal_bytes),
        cmocka_unit_test(too_many_rows),
        cmocka_unit_test(as_many_rows_as_it_holds),
        cmocka_unit_test(signatures_stay_with_their_note),
        cmocka_unit_test(sections_stay_whole),
        cmocka_unit_test(a_slip_is_one_strip),
        cmocka_unit_test(a_slip_without_end),
        cmocka_unit_test(an_empty_paper),
        cmocka_unit_test(hostile_texts),
        cmocka_unit_test(a_wide_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
