/* Papers as text, CSV and JSON: exact bytes, hostile texts, and faults of whoever builds the paper.
 */
#include "paper/paper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define AT_MS INT64_C(1794751387042) /* 2026-11-15 14:03:07.042 UTC */

static const struct paper_column columns[] = {{"table", "Table", PAPER_TEXT},
                                              {"coins", "Coins", PAPER_COUNT},
                                              {"coin_in", "Coin-in", PAPER_MONEY}};

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

static void assert_refused(struct paper *p, enum paper_format format, int code, const char *fault)
{
    struct cr_err err = {0};
    char *data = NULL;
    size_t len = 7;
    assert_int_equal(paper_render(p, format, &data, &len, &err), code);
    assert_int_equal(err.code, code);
    assert_string_equal(err.text, fault);
    assert_null(data);
    assert_int_equal(len, 7);
    paper_free(p);
}

/* ---- Exact bytes ---- */

static struct paper *small_report(void)
{
    struct paper *p = paper_new(PAPER_REPORT, "coin-in", "Coin-In Report");
    paper_fact(p, "link", "Link", "main");
    paper_fact_time(p, "until", "Until", AT_MS);
    paper_fact(p, "supervisor", "Games supervisor", NULL);
    paper_section(p, "tables", "By table");
    paper_table(p, "coins", columns, 3);
    paper_cell(p, "t1");
    paper_cell_count(p, 1250000);
    paper_cell_money(p, cr_money_from_units(1250000));
    paper_cell(p, "t22");
    paper_cell(p, "");
    paper_cell_money(p, cr_money_from_micro(-1234567));
    paper_cell(p, "Total");
    paper_cell_count(p, 3);
    paper_cell_money(p, cr_money_from_micro(999990000));
    paper_total(p);
    paper_note(p, "Two tables.");
    paper_signature(p, "Cage");
    return p;
}

static void a_report_as_text(void **state)
{
    (void)state;
    struct paper *p = small_report();
    assert_renders(p, PAPER_AS_TEXT,
                   "Coin-In Report\n"
                   "==============\n"
                   "\n"
                   "Link              main\n"
                   "Until             2026-11-15 14:03:07 UTC\n"
                   "Games supervisor  ______________________________\n"
                   "\n"
                   "By table\n"
                   "--------\n"
                   "Table    Coins       Coin-in\n"
                   "----------------------------\n"
                   "t1     1250000  1,250,000.00\n"
                   "t22                -1.234567\n"
                   "----------------------------\n"
                   "Total        3        999.99\n"
                   "\n"
                   "Two tables.\n"
                   "\n"
                   "\n"
                   "______________________________\n"
                   "Cage\n");
    paper_free(p);
}

static void a_report_as_csv(void **state)
{
    (void)state;
    struct paper *p = small_report();
    assert_renders(p, PAPER_AS_CSV,
                   "Coin-In Report\r\n"
                   "Link,main\r\n"
                   "Until,2026-11-15T14:03:07.042Z\r\n"
                   "Games supervisor,\r\n"
                   "\r\n"
                   "By table\r\n"
                   "\r\n"
                   "table,coins,coin_in\r\n"
                   "t1,1250000,1250000.00\r\n"
                   "t22,,-1.234567\r\n"
                   "Total,3,999.99\r\n"
                   "\r\n"
                   "Two tables.\r\n"
                   "Cage,\r\n");
    paper_free(p);
}

static void a_report_as_json(void **state)
{
    (void)state;
    struct paper *p = small_report();
    assert_renders(
        p, PAPER_AS_JSON,
        "{\"report\":\"coin-in\",\"title\":\"Coin-In Report\",\"facts\":{\"link\":\"main\","
        "\"until\":1794751387042,\"supervisor\":null},\"fact_types\":{\"link\":\"text\","
        "\"until\":\"time\",\"supervisor\":\"text\"},\"tables\":[],\"notes\":[],\"sections\":"
        "[{\"key\":\"tables\",\"heading\":\"By table\",\"facts\":{},\"fact_types\":{},"
        "\"tables\":[{\"key\":\"coins\","
        "\"columns\":[{\"key\":\"table\",\"head\":\"Table\",\"type\":\"text\"},"
        "{\"key\":\"coins\",\"head\":\"Coins\",\"type\":\"count\"},"
        "{\"key\":\"coin_in\",\"head\":\"Coin-in\",\"type\":\"money\"}],"
        "\"rows\":[[\"t1\",1250000,\"1250000.00\"],[\"t22\",null,\"-1.234567\"]],"
        "\"total\":[\"Total\",3,\"999.99\"]}],\"notes\":[\"Two tables.\"]}],"
        "\"signatures\":[\"Cage\"]}\n");
    paper_free(p);
}

static void an_empty_paper(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "none", "Nothing");
    assert_renders(p, PAPER_AS_TEXT, "Nothing\n=======\n");
    assert_renders(p, PAPER_AS_CSV, "Nothing\r\n");
    assert_renders(p, PAPER_AS_JSON,
                   "{\"report\":\"none\",\"title\":\"Nothing\",\"facts\":{},\"fact_types\":{},"
                   "\"tables\":[],\"notes\":[],\"sections\":[],\"signatures\":[]}\n");
    paper_free(p);
}

static void a_table_without_rows(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "none", "None");
    paper_table(p, "coins", columns, 3);
    assert_renders(p, PAPER_AS_TEXT, "None\n====\n\nTable  Coins  Coin-in\n");
    assert_renders(p, PAPER_AS_CSV, "None\r\n\r\ntable,coins,coin_in\r\n");
    paper_free(p);
}

/* ---- Charts and wide tables in a terminal ---- */

static void add_grid_cell(struct paper *p, const char *name, const char *letter, double value,
                          unsigned tone)
{
    paper_cell(p, name);
    paper_cell(p, letter);
    paper_cell_number(p, value, 1, PAPER_HUNDREDTHS);
    paper_cell_count(p, tone);
}

static struct paper *study_with_charts(void)
{
    struct paper *p = paper_new(PAPER_STUDY, "charts", "Charts");
    PAPER_TABLE(p, "bars", {"name", "Name", PAPER_TEXT}, {"share", "Share", PAPER_NUMBER});
    paper_shape(p, PAPER_BARS);
    paper_cell(p, "Fold");
    paper_cell_number(p, 0.25, 1, PAPER_PERCENT);
    paper_cell(p, "Bet");
    paper_cell_number(p, 0.75, 1, PAPER_PERCENT);
    PAPER_TABLE(p, "key", {"letter", "Letter", PAPER_TEXT}, {"meaning", "Meaning", PAPER_TEXT},
                {"tone", "Tone", PAPER_COUNT});
    paper_shape(p, PAPER_KEY);
    paper_cell(p, "F");
    paper_cell(p, "fold");
    paper_cell_count(p, PAPER_TONE_APART);
    PAPER_TABLE(p, "grid", {"hand", "Hand", PAPER_TEXT}, {"letter", "Letter", PAPER_TEXT},
                {"ev", "Value", PAPER_NUMBER}, {"tone", "Tone", PAPER_COUNT});
    paper_shape(p, PAPER_GRID);
    add_grid_cell(p, "AA", "4", 2.781, PAPER_TONE_LAST);
    add_grid_cell(p, "AKs", "4", 0.5, PAPER_TONE_LAST);
    add_grid_cell(p, "AKo", "F", -1, PAPER_TONE_APART);
    add_grid_cell(p, "KK", "F", -0.0001, PAPER_TONE_APART);
    return p;
}

static void charts_as_text(void **state)
{
    (void)state;
    struct paper *p = study_with_charts();
    assert_renders(
        p, PAPER_AS_TEXT,
        "Charts\n======\n\n"
        "Fold  25.0%  ############\n"
        "Bet   75.0%  ####################################\n"
        "\n"
        " F  fold\n"
        "\n"
        "    A  K\n"
        " A  4  4\n"
        " K  F  F\n"
        "\n"
        "                                        A                                      K\n"
        " A                                  278.1                                   50.0\n"
        " K                                 -100.0                                    0.0\n");
    paper_set_colors(p);
    size_t len;
    char *data = render(p, PAPER_AS_TEXT, &len);
    assert_non_null(strstr(data, " A \033[48;5;28;38;5;231m 4 \033[0m\033[48;5;28"));
    assert_non_null(strstr(data, "\033[48;5;88;38;5;231m F \033[0m fold"));
    free(data);
    paper_free(p);
}

/* A marked value is followed by a star, a common heading is above its columns, and an indented name
 * keeps its indentation. */
static void marks_and_groups_as_text(void **state)
{
    (void)state;
    static const char *const groups[] = {NULL, "Turn", "Turn"};
    struct paper *p = paper_new(PAPER_STUDY, "marks", "Marks");
    PAPER_TABLE(p, "marks", {"card", "Card", PAPER_TEXT}, {"check", "Check", PAPER_NUMBER},
                {"bet", "Bet", PAPER_NUMBER});
    paper_groups(p, groups);
    paper_cell(p, "7s");
    paper_cell_number(p, 1.5, 1, PAPER_PLAIN);
    paper_mark(p);
    paper_cell_number(p, 2, 0, PAPER_PLAIN);
    paper_cell(p, "  less");
    paper_cell(p, "\u22121/2");
    paper_cell_number(p, 30, 0, PAPER_PLAIN);
    assert_renders(p, PAPER_AS_TEXT,
                   "Marks\n=====\n\n"
                   "           Turn\n"
                   "Card    Check   Bet\n"
                   "-------------------\n"
                   "7s        1.5*    2\n"
                   "  less   -1/2    30\n");
    paper_free(p);
}

/* A table of numbers that is too wide is split into pieces that all have the first column; a table
 * with texts is kept whole, because texts can be broken. */
static void wide_tables_fit_a_terminal(void **state)
{
    (void)state;
    struct paper_column wide[8] = {{"name", "Name", PAPER_TEXT}};
    struct paper *p = paper_new(PAPER_STUDY, "wide", "Wide");
    size_t len, names = 0;
    for (unsigned c = 1; c < 8; c++)
        wide[c] = (struct paper_column){"n", "Number", PAPER_NUMBER};
    paper_table(p, "wide", wide, 8);
    paper_cell(p, "row");
    for (unsigned c = 1; c < 8; c++)
        paper_cell_number(p, 1e15 + c, 0, PAPER_PLAIN);
    paper_fact(p, "hash", "BLAKE2b of the rules file",
               "33922bbb0e037bffdd21dcd66779e07e600e17514a815ed79154f9bc313339fe");
    char *data = render(p, PAPER_AS_TEXT, &len);
    assert_non_null(strstr(data, "1,000,000,000,000,007"));
    assert_non_null(
        strstr(data, "\n  33922bbb0e037bffdd21dcd66779e07e600e17514a815ed79154f9bc313339fe"));
    for (char *line = strtok(data, "\n"); line; line = strtok(NULL, "\n")) {
        assert_true(strlen(line) <= 80);
        names += strncmp(line, "row ", 4) == 0;
    }
    assert_int_equal(names, 3);
    free(data);
    paper_free(p);
}

/* ---- Hostile texts ---- */

static struct paper *with_text(enum paper_look look, const char *text)
{
    static const struct paper_column one[] = {{"text", "Text", PAPER_TEXT}};
    struct paper *p = paper_new(look, "odd", "Odd");
    paper_table(p, "odd", one, 1);
    paper_cell(p, text);
    return p;
}

static void assert_csv_cell(const char *text, const char *expected)
{
    char whole[8192];
    struct paper *p = with_text(PAPER_REPORT, text);
    snprintf(whole, sizeof whole, "Odd\r\n\r\ntext\r\n%s\r\n", expected);
    assert_renders(p, PAPER_AS_CSV, whole);
    paper_free(p);
}

static void csv_cells_are_texts(void **state)
{
    (void)state;
    assert_csv_cell("=cmd|'/c calc'!A1", "\"'=cmd|'/c calc'!A1\"");
    assert_csv_cell("+1", "\"'+1\"");
    assert_csv_cell("-1", "\"'-1\"");
    assert_csv_cell("@SUM(A1)", "\"'@SUM(A1)\"");
    assert_csv_cell("\t=1", "\"'\t=1\"");
    assert_csv_cell("\r=1", "\"'\r=1\"");
    assert_csv_cell("a,b", "\"a,b\"");
    assert_csv_cell("say \"no\"", "\"say \"\"no\"\"\"");
    assert_csv_cell("two\nlines", "\"two\nlines\"");
    assert_csv_cell(" blank ", "\" blank \"");
    assert_csv_cell("<b>&amp;</b>", "<b>&amp;</b>");
    assert_csv_cell("שלום", "שלום");
}

static void json_strings_are_escaped(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "odd", "Odd \"\\\n\x01\x7f <b>&amp; שלום");
    size_t len;
    char *data = render(p, PAPER_AS_JSON, &len);
    assert_non_null(
        strstr(data, "\"title\":\"Odd \\\"\\\\\\u000a\\u0001\\u007f <b>&amp; שלום\",\"facts\""));
    free(data);
    paper_free(p);
}

static void bytes_that_are_no_text(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "odd", "a\xff\xc3(\xed\xa0\x80");
    assert_renders(p, PAPER_AS_CSV, "a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFD\r\n");
    paper_free(p);
}

/* The text for a terminal has no characters that move the cursor or change the direction of
 * writing. */
static void print_is_clean(void **state)
{
    (void)state;
    struct paper *p = with_text(
        PAPER_REPORT, "red \x1b[31m\x07 \302\23331m left\u202egnp.\u2066x\u200b \u05e9\u05dc <b>");
    assert_renders(p, PAPER_AS_TEXT,
                   "Odd\n===\n\nText\n--------------------------------\n"
                   "red  [31m   31m leftgnp.x \u05e9\u05dc <b>\n");
    paper_free(p);
}

static void long_texts_are_broken(void **state)
{
    (void)state;
    char text[2049], *data;
    size_t len;
    memset(text, 'x', 2048);
    for (size_t i = 9; i < 1000; i += 10)
        text[i] = ' ';
    text[2048] = '\0';
    for (unsigned slip = 0; slip < 2; slip++) {
        struct paper *p = with_text(slip ? PAPER_SLIP : PAPER_REPORT, text);
        size_t letters = 0;
        paper_fact(p, "fact", text, text);
        paper_note(p, text);
        data = render(p, PAPER_AS_TEXT, &len);
        for (char *line = strtok(data, "\n"); line; line = strtok(NULL, "\n")) {
            assert_true(strlen(line) <= (slip ? 42 : 2048 + 102));
            for (const char *c = line; *c; c++)
                letters += *c == 'x';
        }
        /* The cell, the label, the value, the note, and the x of the heading "Text". */
        assert_int_equal(letters, 4 * (2048 - 100) + !slip);
        free(data);
        paper_free(p);
    }
}

/* ---- Faults ---- */

static void only_slips_fit_a_printer(void **state)
{
    (void)state;
    assert_refused(small_report(), PAPER_AS_ESCPOS, CR_E_INPUT,
                   "coin-in: only slips and receipts fit a receipt printer; ask for PDF or text");
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    paper_fact(NULL, "a", "A", "a");
    paper_emphasis(NULL);
    paper_table(NULL, "t", columns, 3);
    paper_cell_count(NULL, 1);
    paper_total(NULL);
    assert_refused(NULL, PAPER_AS_JSON, CR_E_IO, "not enough memory for the paper");
}

static void a_row_must_be_whole(void **state)
{
    (void)state;
    static const char fault[] = "table coins: a cell is missing in its last row";
    struct paper *p = paper_new(PAPER_REPORT, "odd", "Odd");
    paper_table(p, "coins", columns, 3);
    paper_cell(p, "t1");
    assert_refused(p, PAPER_AS_TEXT, CR_E_INPUT, fault);
    p = paper_new(PAPER_REPORT, "odd", "Odd");
    paper_table(p, "coins", columns, 3);
    paper_cell(p, "t1");
    paper_note(p, "and more");
    /* The first fault stays; later calls do not change it. */
    paper_cell(p, "nowhere");
    assert_refused(p, PAPER_AS_TEXT, CR_E_INPUT, fault);
}

static void cells_have_their_place(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "odd", "Odd");
    paper_cell(p, "nowhere");
    assert_refused(p, PAPER_AS_CSV, CR_E_INPUT, "paper odd: a cell without a table");
    p = paper_new(PAPER_REPORT, "odd", "Odd");
    paper_table(p, "coins", columns, 3);
    paper_cell(p, "t1");
    paper_cell_money(p, cr_money_from_units(1));
    assert_refused(p, PAPER_AS_CSV, CR_E_INPUT,
                   "table coins: a cell that is not of its column's type");
    p = small_report();
    paper_table(p, "coins", columns, 3);
    for (unsigned i = 0; i < 3; i++)
        paper_cell(p, "");
    paper_total(p);
    paper_cell(p, "t1");
    assert_refused(p, PAPER_AS_CSV, CR_E_INPUT, "table coins: a row after its total");
}

static void a_fact_is_there_once(void **state)
{
    (void)state;
    struct paper *p = paper_new(PAPER_REPORT, "odd", "Odd");
    paper_fact_count(p, "a", "A", 1);
    paper_section(p, "s", NULL);
    paper_fact_count(p, "a", "A", 1);
    paper_note(p, "between");
    paper_fact_count(p, "a", "A again", 2);
    assert_refused(p, PAPER_AS_JSON, CR_E_INPUT, "fact a: it is there twice in one section");
}

static void rows_are_limited(void **state)
{
    (void)state;
    static const struct paper_column one[] = {{"n", "N", PAPER_COUNT}};
    struct paper *p = paper_new(PAPER_REPORT, "odd", "Odd");
    size_t len;
    paper_table(p, "n", one, 1);
    for (uint64_t i = 0; i < PAPER_ROWS_MAX; i++)
        paper_cell_count(p, i);
    char *data = render(p, PAPER_AS_CSV, &len);
    assert_non_null(strstr(data, "\r\n199999\r\n"));
    free(data);
    paper_cell_count(p, 0);
    assert_refused(p, PAPER_AS_CSV, CR_E_RANGE,
                   "table n: more rows than a paper holds; ask for a shorter range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_as_text),
        cmocka_unit_test(a_report_as_csv),
        cmocka_unit_test(a_report_as_json),
        cmocka_unit_test(an_empty_paper),
        cmocka_unit_test(charts_as_text),
        cmocka_unit_test(marks_and_groups_as_text),
        cmocka_unit_test(wide_tables_fit_a_terminal),
        cmocka_unit_test(a_table_without_rows),
        cmocka_unit_test(only_slips_fit_a_printer),
        cmocka_unit_test(csv_cells_are_texts),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(print_is_clean),
        cmocka_unit_test(long_texts_are_broken),
        cmocka_unit_test(no_memory_is_reported),
        cmocka_unit_test(a_row_must_be_whole),
        cmocka_unit_test(cells_have_their_place),
        cmocka_unit_test(a_fact_is_there_once),
        cmocka_unit_test(rows_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
