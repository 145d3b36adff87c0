/* The End of Shift form (REC-3): it balances with every kind of event in the shift, stays the same
 * afterwards, and raises an alarm at a variance of more than 100 coins. */
#include "floor/shift_figures.h"
#include "log/audit/verify.h"
#include "story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check_meter(yajl_val report, const char *key, int64_t begin, int64_t end,
                        int64_t expected, int64_t returned, int64_t awards, int64_t reseeds,
                        int64_t moved)
{
    yajl_val m = tree_section(report, key);
    assert_int_equal(tree_micro(tree_fact(m, "begin")), begin);
    assert_int_equal(tree_micro(tree_fact(m, "end")), end);
    assert_int_equal(tree_micro(tree_fact(m, "change")), end - begin);
    assert_int_equal(tree_micro(tree_fact(m, "expected")), expected);
    assert_int_equal(tree_micro(tree_fact(m, "returned")), returned);
    assert_int_equal(tree_micro(tree_fact(m, "awards")), awards);
    assert_int_equal(tree_micro(tree_fact(m, "reseeds")), reseeds);
    assert_int_equal(tree_micro(tree_fact(m, "moved_in")), moved);
    assert_int_equal(tree_micro(tree_fact(m, "variance")), 0);
    assert_string_equal(tree_words(tree_fact(m, "variance_coins")), "0.00");
    assert_string_equal(tree_words(tree_fact(m, "result")), "PASS");
}

/* REC-3: a shift with a jackpot, a cancelled claim and a dead round balances to the millionth. */
static void a_shift_balances(void **state)
{
    (void)state;
    struct story s = story_tell("memory:");
    struct report_query q = report_of(REPORT_SHIFT);
    q.shift = s.first_shift;
    yajl_val report = tree_make(s.n, q);
    assert_string_equal(tree_words(tree_fact(report, "shift_name")), "2026-11-15 Day");
    assert_string_equal(tree_words(tree_fact(report, "opened_by")), "Ann");
    assert_string_equal(tree_words(tree_fact(report, "closed_by")), "Ben");
    assert_true(YAJL_IS_NULL(tree_fact(report, "supervisor")));
    /* PIT-6: seven coins were bet before the first shift. */
    yajl_val before = tree_section(report, "main.before");
    assert_int_equal(tree_number(tree_fact(before, "coins")), 7);
    assert_int_equal(tree_micro(tree_fact(before, "coin_in")), 7 * UNIT);
    assert_int_equal(tree_micro(tree_fact(before, "awards")), 0);
    assert_null(tree_keyed(tree_get(report, "sections"), "uth.before"));
    yajl_val link = tree_section(report, "main");
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_begin")), 7);
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_end")), 122);
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_total")), 115);
    const int64_t begin = 10000 * UNIT + 7 * UNIT * 53 / 100;
    const int64_t paid = 10000 * UNIT + 117 * UNIT * 53 / 100;
    const int64_t moved = 117 * UNIT * 15 / 100, expected = 115 * UNIT * 53 / 100;
    const int64_t returned = 5 * UNIT * 53 / 100;
    check_meter(report, "main.jackpot", begin,
                begin + expected - returned - paid + 10000 * UNIT + moved, expected, returned, paid,
                10000 * UNIT, moved);
    check_meter(report, "uth.minor", 250 * UNIT, 250 * UNIT + 55 * UNIT * 6 / 100,
                55 * UNIT * 6 / 100, 0, 0, 0, 0);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "hard_meters"), "tables")), 3);
    assert_true(YAJL_GET_ARRAY(tree_get(report, "signatures"))->len >= 2);
    yajl_tree_free(report);
    /* The open shift, asked for by its number and as the current one, for one link. */
    strcpy(q.link, "uth");
    q.shift = 0;
    report = tree_make(s.n, q);
    assert_int_equal(tree_number(tree_fact(report, "shift")), s.second_shift);
    assert_int_equal(tree_number(tree_fact(tree_section(report, "uth"), "hard_meter_total")),
                     8 * 4);
    assert_null(tree_keyed(tree_get(report, "sections"), "main"));
    assert_null(tree_keyed(tree_get(report, "sections"), "uth.before"));
    yajl_tree_free(report);
    night_close(s.n);
}

static void same_form(yajl_val a, yajl_val b)
{
    yajl_val x = tree_get(a, "sections"), y = tree_get(b, "sections");
    assert_int_equal(YAJL_GET_ARRAY(x)->len, YAJL_GET_ARRAY(y)->len);
    for (size_t i = 0; i < YAJL_GET_ARRAY(x)->len; i++) {
        yajl_val f = tree_get(YAJL_GET_ARRAY(x)->values[i], "facts");
        yajl_val g = tree_get(YAJL_GET_ARRAY(y)->values[i], "facts");
        assert_int_equal(YAJL_GET_OBJECT(f)->len, YAJL_GET_OBJECT(g)->len);
        for (size_t k = 0; k < YAJL_GET_OBJECT(f)->len; k++) {
            yajl_val v = YAJL_GET_OBJECT(f)->values[k], w = YAJL_GET_OBJECT(g)->values[k];
            if (YAJL_IS_STRING(v))
                assert_string_equal(YAJL_GET_STRING(v), YAJL_GET_STRING(w));
            else
                assert_int_equal(tree_number(v), tree_number(w));
        }
    }
}

/* The form of a closed shift never changes: as the last shift, as one of many, and when it is made
 * from the log without rows. */
static void a_form_stays_as_it_was(void **state)
{
    (void)state;
    struct story s = story_tell("memory:");
    struct night *n = s.n;
    struct report_query q = report_of(REPORT_SHIFT);
    yajl_val open = tree_make(n, q);
    night_close_shift(n);
    night_round(n, 0, 0x7f);
    q.shift = s.second_shift;
    yajl_val last = tree_make(n, q);
    same_form(open, last);
    night_open_shift(n, "Grave");
    night_round(n, 2, 0x7f);
    yajl_val past = tree_make(n, q);
    same_form(open, past);
    yajl_tree_free(open);
    yajl_tree_free(last);
    yajl_tree_free(past);
    night_close(n);
}

/* REC-3: a variance of 100 coins passes and one of 101 does not, while the shift is open and after
 * it. */
static void a_variance_is_an_alarm(void **state)
{
    for (unsigned extra = 100; extra <= 101; extra++) {
        struct night *n = night_open("memory:");
        uint8_t cn[CR_HASH_BYTES];
        night_document(n, "cn", NULL, cn);
        night_link(n, "main", cn, LEDGER_ORDER, false);
        night_open_link(n, "main", true);
        night_table(n, 0, "main");
        struct report_query q = report_of(REPORT_SHIFT);
        q.shift = night_open_shift(n, "Day");
        /* The table counted coins that never reached its link. */
        night_read_counter(n, 0, 5000);
        night_round(n, 0, 0x01);
        night_read_counter(n, 0, 5001 + extra);
        for (unsigned closed = 0; closed < 2; closed++) {
            yajl_val report = tree_make(n, q);
            yajl_val mega = tree_section(report, "main.mega");
            assert_int_equal(tree_micro(tree_fact(mega, "variance")),
                             -(int64_t)extra * UNIT * 14 / 100);
            assert_string_equal(tree_words(tree_fact(mega, "variance_coins")),
                                extra == 100 ? "-100.00" : "-101.00");
            assert_string_equal(tree_words(tree_fact(mega, "result")),
                                extra > 100 ? "ALARM" : "PASS");
            yajl_tree_free(report);
            if (!closed)
                night_close_shift(n);
        }
        night_close(n);
    }
    (void)state;
}

/* The same with fewer coins than the meter took, and the figures themselves. */
static void variance_has_two_sides(void **state)
{
    (void)state;
    struct cr_progressive p;
    struct cr_err err = {0};
    assert_int_equal(cr_progressive_load("cn", &p, &err), 0);
    struct ledger begin, end;
    ledger_init(&p, &begin);
    end = begin;
    for (unsigned i = 0; i < 200; i++)
        ledger_coin_in(&p, &end, 7);
    for (int off = -101; off <= 101; off += 101) {
        const struct shift_figures s =
            shift_figures_of(&p, 0, &begin, &end, shift_expected(&p, 0, &begin, &end, 1400 + off));
        int64_t hundredths = 0;
        assert_int_equal(s.variance.micro, -off * UNIT * 14 / 100);
        assert_int_equal(s.is_alarm, off != 0);
        assert_true(shift_figures_coins(&p, 0, s.variance, &hundredths));
        assert_int_equal(hundredths, -off * 100);
    }
    assert_false(
        shift_figures_of(&p, 1, &begin, &end, shift_expected(&p, 1, &begin, &end, 1300)).is_alarm);
}

/* MET-1: a third of a bet leaves a remainder that is carried from shift to shift; no shift shows it
 * as a variance. */
static void fractions_come_out_even(void **state)
{
    (void)state;
    static const char text[] = "progressive: odd\ntitle: Odd\nhouse: A house\nbet: 1\n"
                               "house_share: 66.6666667%\nmeters:\n"
                               "  big: {share: 33.3333333%, reserve: 0%, seed: 100, limit: none}\n"
                               "awards:\n"
                               "  royal flush: {pays: 100%, from: big, key: high, envy: none}\n";
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_parse("odd", text, strlen(text), &p, &err) != 0)
        fail_msg("%s", err.text);
    struct ledger books, begin;
    ledger_init(&p, &books);
    for (unsigned shift = 0; shift < 50; shift++) {
        begin = books;
        for (unsigned i = 0; i < shift; i++)
            ledger_coin_in(&p, &books, 1 + i % 7);
        if (shift == 20)
            ledger_return(&p, &books, 5);
        for (unsigned i = 0; shift == 30 && i < 9; i++)
            ledger_return(&p, &books, 1); /* each leaves another fraction in the meter */
        const struct cr_money expected =
            shift_expected(&p, 0, &begin, &books, (int64_t)(books.coins - begin.coins));
        assert_int_equal(shift_figures_of(&p, 0, &begin, &books, expected).variance.micro, 0);
    }
}

/* UTH-18: if returned coins are more than a meter has, the house pays the rest, and this is no
 * variance of the meter. REG-7: the same holds for coins that went to the overflow. */
static void what_is_returned_explains_itself(void **state)
{
    (void)state;
    static const char text[] = "progressive: low\ntitle: Low\nhouse: A house\nbet: 1\n"
                               "house_share: 20%\nmeters:\n"
                               "  big: {share: 50%, reserve: 0%, seed: 0, limit: none}\n"
                               "  low: {share: 30%, reserve: 0%, seed: 0, limit: 1}\n"
                               "awards:\n"
                               "  royal flush: {pays: 100%, from: big, key: high, envy: none}\n"
                               "  straight flush: {pays: 10%, from: low, key: low, envy: none}\n";
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_parse("low", text, strlen(text), &p, &err) != 0)
        fail_msg("%s", err.text);
    struct ledger books, begin;
    ledger_init(&p, &books);
    for (unsigned i = 0; i < 200; i++)
        ledger_coin_in(&p, &books, 7);
    begin = books;
    const struct ledger_award won = ledger_freeze(&p, &books, &p.awards[CR_ROYAL_FLUSH]);
    ledger_pay(&books, 0, &won);
    ledger_coin_in(&p, &books, 4);
    for (unsigned i = 0; i < 200; i++)
        ledger_return(&p, &books, 7);
    for (unsigned m = 0; m < 2; m++) {
        const struct shift_figures s =
            shift_figures_of(&p, m, &begin, &books, shift_expected(&p, m, &begin, &books, 4));
        assert_int_equal(s.expected.micro, m == 0 ? 2 * UNIT : 12 * UNIT / 10);
        assert_int_equal(s.returned.micro, m == 0 ? 2 * UNIT : 420 * UNIT);
        assert_int_equal(s.variance.micro, 0);
    }
}

static void dead_by_ann(struct night *n, unsigned table)
{
    struct floor_event *e = night_begin_at(n, FLOOR_ROUND_DEAD, table);
    strcpy(e->user, "Ann");
    strcpy(e->text, "the deck is fouled");
    e->text_len = (uint16_t)strlen(e->text);
    night_ask(n);
}

/* REC-3, PIT-6: coins of one shift that are returned in the next are no variance there, and the
 * total hard meter times the rate equals what the form states. */
static void coins_go_back_in_the_next_shift(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t main[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, main);
    night_link(n, "main", main, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_open_shift(n, "Day");
    night_coin_in(n, 0, 0x7f);
    uint64_t shift = night_close_shift(n);
    shift = shift != 0 ? night_open_shift(n, "Swing") : shift;
    dead_by_ann(n, 0);
    night_round(n, 1, 0x07);
    struct report_query q = report_of(REPORT_SHIFT);
    yajl_val report = tree_make(n, q);
    const int64_t begin = 10000 * UNIT + 371 * UNIT / 100;
    check_meter(report, "main.jackpot", begin, begin - 212 * UNIT / 100, 159 * UNIT / 100,
                371 * UNIT / 100, 0, 0, 0);
    yajl_tree_free(report);
    night_close(n);
}

/* PIT-7: a single returned coin is on the Coin-In report too, as in the books. */
static void one_coin_goes_back(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t main[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, main);
    night_link(n, "main", main, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    night_coin_in(n, 0, 0x07);
    struct floor_event *e = night_begin_at(n, FLOOR_COIN_RETURNED, 0);
    e->seat = 2;
    memcpy(e->text, "no Ante", e->text_len = 7);
    night_ask(n);
    yajl_val report = tree_make(n, report_of(REPORT_COIN_IN));
    yajl_val link = tree_section(report, "main"), row = tree_table(link, "tables");
    assert_int_equal(tree_micro(tree_cell(row, 0, "coin_in")), 3 * UNIT);
    assert_int_equal(tree_micro(tree_cell(row, 0, "returned")), UNIT);
    assert_int_equal(tree_micro(tree_cell(row, 0, "to_jackpot")), 106 * UNIT / 100);
    assert_int_equal(tree_micro(tree_fact(link, "net")), 2 * UNIT);
    yajl_tree_free(report);
    night_close(n);
}

/* The cell of a table's row in the list of hard meters must have this text; "" for an empty cell.
 */
static void check_cell(yajl_val report, size_t row, size_t column, const char *text)
{
    yajl_val rows = tree_get(tree_table(tree_section(report, "hard_meters"), "tables"), "rows");
    yajl_val cell = YAJL_GET_ARRAY(YAJL_GET_ARRAY(rows)->values[row])->values[column];
    char number[32];
    if (YAJL_IS_INTEGER(cell)) {
        snprintf(number, sizeof number, "%lld", YAJL_GET_INTEGER(cell));
        assert_string_equal(number, text);
    } else {
        assert_string_equal(YAJL_IS_STRING(cell) ? tree_words(cell) : "", text);
    }
}

static bool has_note(yajl_val report, const char *text)
{
    yajl_val notes = tree_get(tree_section(report, "hard_meters"), "notes");
    for (size_t i = 0; notes != NULL && i < YAJL_GET_ARRAY(notes)->len; i++)
        if (strstr(tree_words(YAJL_GET_ARRAY(notes)->values[i]), text) != NULL)
            return true;
    return false;
}

static void ask_for_readings(struct night *n)
{
    strcpy(night_begin(n, FLOOR_READINGS_ASKED)->user, "Ann");
    night_ask(n);
}

static void check_first_form(struct night *n, uint64_t shift)
{
    struct report_query q = report_of(REPORT_SHIFT);
    q.shift = shift;
    yajl_val report = tree_make(n, q);
    static const char *const rows[3][5] = {{"5000", "5012", "12", "2", "10"},
                                           {"70", "not read", "", "1", "0"},
                                           {"not read", "not read", "", "1", ""}};
    for (size_t row = 0; row < 3; row++)
        for (size_t column = 0; column < 5; column++)
            check_cell(report, row, column + 2, rows[row][column]);
    assert_true(has_note(report, "Not read at the end of this shift: t2, t3."));
    assert_int_equal(tree_number(tree_fact(tree_section(report, "main"), "hard_meter_end")), 14);
    yajl_tree_free(report);
}

/* PIT-5: the rows show readings only. A counter that was not read at the end of the shift is shown
 * as not read, whatever was read earlier and whatever the books say. The form of a closed shift
 * stays the same when counters change later. */
static void what_was_not_read_is_said(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t cn[CR_HASH_BYTES];
    night_document(n, "cn", NULL, cn);
    night_link(n, "main", cn, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    for (unsigned t = 0; t < 3; t++)
        night_table(n, t, "main");
    const uint64_t first = night_open_shift(n, "Day");
    night_read_counter(n, 0, 5000);
    night_read_counter(n, 1, 70);
    for (unsigned t = 0; t < 3; t++)
        night_round(n, t, 0x01);
    night_read_counter(n, 1, 71);
    ask_for_readings(n);
    night_read_counter(n, 0, 5011);
    night_round(n, 0, 0x01);
    check_first_form(n, first);
    const uint64_t second = night_close_shift(n);
    check_first_form(n, first);
    night_round(n, 0, 0x01);
    night_begin_at(n, FLOOR_METER_READ, 0)->coins = 3;
    n->r->event.restart = true; /* another counter */
    night_ask(n);
    check_first_form(n, first);
    if (second != 0)
        night_open_shift(n, "Swing");
    struct report_query q = report_of(REPORT_SHIFT);
    yajl_val report = tree_make(n, q);
    assert_int_equal(tree_number(tree_fact(tree_section(report, "main"), "hard_meter_begin")), 14);
    yajl_tree_free(report);
    night_close(n);
}

/* REC-3: the form of one table has its own coins times the rate, and what the meter took of them.
 */
static void a_table_has_a_form_of_its_own(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t cn[CR_HASH_BYTES];
    night_document(n, "cn", NULL, cn);
    night_link(n, "main", cn, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    struct report_query q = report_of(REPORT_SHIFT);
    q.shift = night_open_shift(n, "Day");
    night_read_counter(n, 0, 5000);
    night_round(n, 0, 0x07);
    night_round(n, 1, 0x7f);
    night_read_counter(n, 0, 5013); /* ten coins that nobody booked */
    strcpy(q.table, night_tables[0]);
    yajl_val report = tree_make(n, q);
    yajl_val rows = tree_get(tree_table(tree_section(report, "part"), "parts"), "rows");
    static const char *const mega[] = {"main", "mega", "13", "14%", "1.82", "0.00", "0.42"};
    assert_int_equal(YAJL_GET_ARRAY(rows)->len, 3);
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(tree_words(YAJL_GET_ARRAY(YAJL_GET_ARRAY(rows)->values[0])->values[i]),
                            mega[i]);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "hard_meters"), "tables")), 1);
    yajl_tree_free(report);
    night_close(n);
}

static void check_cells(yajl_val values, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        yajl_val cell = YAJL_GET_ARRAY(values)->values[i];
        char number[32];
        snprintf(number, sizeof number, "%lld", YAJL_IS_INTEGER(cell) ? YAJL_GET_INTEGER(cell) : 0);
        assert_string_equal(YAJL_IS_INTEGER(cell) ? number : tree_words(cell), cells[i]);
    }
}

/* PIT-6: the list has room for 32 entries and states how many more there are: in the log, where the
 * auditor compares the number with what is open, and on the form. */
static void a_long_handover_says_so(void **state)
{
    (void)state;
    for (unsigned count = 32; count <= 34; count += 2) {
        struct night *n = night_open("memory:");
        struct report_query q = report_of(REPORT_SHIFT);
        q.shift = night_open_shift(n, "Day");
        uint64_t last = 0;
        for (unsigned i = 0; i < count; i++) {
            struct floor_event *e = night_begin(n, FLOOR_DISPUTE_OPENED);
            strcpy(e->user, "Ann");
            memcpy(e->text, "a card", e->text_len = 6);
            last = night_ask(n);
        }
        night_close_shift(n);
        yajl_val report = tree_make(n, q);
        const char *open = tree_words(tree_fact(report, "open"));
        char end[64];
        snprintf(end, sizeof end, count > 32 ? ", %llu and 2 more" : ", %llu",
                 (unsigned long long)last - (count - 32));
        assert_true(strlen(open) > strlen(end));
        assert_string_equal(open + strlen(open) - strlen(end), end);
        yajl_tree_free(report);
        struct verify_report found;
        struct cr_err err = {0};
        const struct verify_options options = {.quick = true, .one_thread = true};
        assert_int_equal(verify_store(n->store, &options, &found, &err), 0);
        assert_int_equal(verify_fault_count(&found), 0);
        night_close(n);
    }
}

static void read_anew(struct night *n, unsigned table, uint64_t coins)
{
    night_begin_at(n, FLOOR_METER_READ, table)->coins = coins;
    n->r->event.restart = true;
    night_ask(n);
}

/* PIT-5: with the first reading of a new counter the coins agree by construction. The form states
 * that, and which coins no machine counted, in the shift of the new counter and not in the next. */
static void a_counter_begins_anew(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t cn[CR_HASH_BYTES];
    night_document(n, "cn", NULL, cn);
    night_link(n, "main", cn, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    for (unsigned t = 0; t < 3; t++)
        night_table(n, t, "main");
    for (unsigned t = 0; t < 2; t++)
        night_read_counter(n, t, 5000);
    const uint64_t day = night_open_shift(n, "Day");
    for (unsigned t = 0; t < 3; t++)
        night_round(n, t, 0x03);
    night_read_counter(n, 1, 5002);
    for (unsigned t = 0; t < 3; t++)
        night_round(n, t, 0x01);
    read_anew(n, 0, 1);
    read_anew(n, 1, 1);
    night_read_counter(n, 2, 9); /* its first reading: there was no earlier one */
    night_round(n, 0, 0x01);
    night_read_counter(n, 0, 2);
    const uint64_t closed = night_close_shift(n);
    const uint64_t swing = night_open_shift(n, "Swing");
    night_round(n, 0, 0x01);
    night_read_counter(n, 0, 3);
    static const char *const rows[3][6] = {{"began anew", "2", "4", "4", "0", "3"},
                                           {"5000", "1", "3", "3", "0", "1"},
                                           {"not read", "9", "3", "3", "0", "3"}};
    struct report_query q = report_of(REPORT_SHIFT);
    q.shift = day;
    yajl_val report = tree_make(n, q);
    for (size_t row = 0; row < 3; row++)
        for (size_t column = 0; column < 6; column++)
            check_cell(report, row, column + 2, rows[row][column]);
    assert_true(has_note(report, "The counter of t1 began anew and showed 1"));
    assert_true(has_note(report, "The counter of t2 began anew and showed 1"));
    assert_false(has_note(report, "The counter of t3"));
    yajl_tree_free(report);
    assert_true(closed != 0);
    q.shift = swing;
    report = tree_make(n, q);
    static const char *const later[] = {"2", "3", "1", "1", "0", "0"};
    for (size_t column = 0; column < 6; column++)
        check_cell(report, 0, column + 2, later[column]);
    assert_false(has_note(report, "began anew"));
    yajl_tree_free(report);
    night_close(n);
}

static void check_row(yajl_val table, size_t row, const char *const *cells, size_t count)
{
    assert_true(row < tree_rows(table));
    check_cells(YAJL_GET_ARRAY(tree_get(table, "rows"))->values[row], cells, count);
}

static void pay_straight(struct night *n, unsigned table, uint8_t seats)
{
    night_coin_in(n, table, seats);
    struct floor_event *e = night_begin_at(n, FLOOR_AWARD_PAID, table);
    e->seat = 1;
    e->award = CR_STRAIGHT + 1;
    night_ask(n);
    night_game_over(n, table);
}

/* PIT-5: t1 plays 3 coins on main and 1 on five; t2 plays 2 on five. The forms of both links must
 * tell the table's coins from those of the link. */
static struct night *move_a_table(void)
{
    struct night *n = night_open("memory:");
    uint8_t main[CR_HASH_BYTES], five[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, main);
    night_document(n, "ptha-7", NULL, five);
    night_link(n, "main", main, LEDGER_ORDER, false);
    night_link(n, "five", five, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_open_link(n, "five", true);
    night_table(n, 0, "main");
    night_table(n, 1, "five");
    night_open_shift(n, "Day");
    night_read_counter(n, 0, 5000);
    pay_straight(n, 0, 0x07);
    night_round(n, 1, 0x03);
    night_table(n, 0, "five");
    night_round(n, 0, 0x01);
    night_read_counter(n, 0, 5004);
    return n;
}

/* PIT-5: an acceptor's board is changed without a record, so the counter shows far less than
 * before. The form's figures still add up as a person would calculate them: end less beginning,
 * times the rate. */
static void a_counter_that_fell(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t main[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, main);
    night_link(n, "main", main, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_table(n, 0, "main");
    night_read_counter(n, 0, 5000);
    night_open_shift(n, "Day");
    night_round(n, 0, 0x07);
    night_read_counter(n, 0, 17);
    yajl_val report = tree_make(n, report_of(REPORT_SHIFT)), link = tree_section(report, "main");
    static const char *const row[] = {"t1", "main", "5000", "17", "-4983", "3", "-4986"};
    check_row(tree_table(tree_section(report, "hard_meters"), "tables"), 0, row, 7);
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_begin")), 0);
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_end")), -4983);
    assert_int_equal(tree_number(tree_fact(link, "hard_meter_total")), -4983);
    assert_int_equal(tree_micro(tree_fact(tree_section(report, "main.jackpot"), "expected")),
                     -4983 * 53 * UNIT / 100);
    yajl_tree_free(report);
    night_close(n);
}

static void a_table_that_moved(void **state)
{
    (void)state;
    struct night *n = move_a_table();
    struct report_query q = report_of(REPORT_SHIFT);
    strcpy(q.table, night_tables[0]);
    yajl_val report = tree_make(n, q), part = tree_section(report, "part");
    static const char *const row[] = {"t1", "main, five", "5000", "5004", "4", "4", "0"};
    static const char *const on_main[] = {"main", "3.00", "0.00", "10.00", "0.00", "0.00"};
    static const char *const on_five[] = {"five", "5.00", "0.00", "0.00", "0.00", "0.00"};
    check_row(tree_table(tree_section(report, "hard_meters"), "tables"), 0, row, 7);
    assert_int_equal(tree_rows(tree_table(part, "books")), 2);
    check_row(tree_table(part, "books"), 0, on_main, 6);
    check_row(tree_table(part, "books"), 1, on_five, 6);
    assert_string_equal(tree_words(tree_fact(part, "result")), "PASS");
    assert_non_null(
        strstr(tree_words(tree_get(tree_section(report, "main"), "heading")), "all its tables"));
    assert_int_equal(tree_number(tree_fact(tree_section(report, "main"), "hard_meter_total")), 3);
    assert_int_equal(tree_number(tree_fact(tree_section(report, "five"), "hard_meter_total")), 3);
    yajl_tree_free(report);
    /* The table's row is on the forms of both links. */
    q = report_of(REPORT_SHIFT);
    strcpy(q.link, "main");
    report = tree_make(n, q);
    check_row(tree_table(tree_section(report, "hard_meters"), "tables"), 0, row, 7);
    assert_string_equal(tree_words(tree_fact(report, "tables")), "t1");
    yajl_tree_free(report);
    /* Beside the coins of a link, the report has the hard meters for that link. */
    report = tree_make(n, report_of(REPORT_COIN_IN));
    static const char *const t1_main[] = {"t1", "0", "4", "3", "1"};
    static const char *const t1_five[] = {"t1", "0", "4", "1", "3"};
    static const char *const all_five[] = {"Total", "0", "6", "3", "3"};
    check_row(tree_table(tree_section(report, "main"), "hard_meters"), 0, t1_main, 5);
    check_row(tree_table(tree_section(report, "five"), "hard_meters"), 0, t1_five, 5);
    check_cells(tree_get(tree_table(tree_section(report, "five"), "hard_meters"), "total"),
                all_five, 5);
    yajl_tree_free(report);
    night_close(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shift_balances),
        cmocka_unit_test(a_form_stays_as_it_was),
        cmocka_unit_test(a_variance_is_an_alarm),
        cmocka_unit_test(variance_has_two_sides),
        cmocka_unit_test(fractions_come_out_even),
        cmocka_unit_test(what_is_returned_explains_itself),
        cmocka_unit_test(coins_go_back_in_the_next_shift),
        cmocka_unit_test(one_coin_goes_back),
        cmocka_unit_test(what_was_not_read_is_said),
        cmocka_unit_test(a_table_has_a_form_of_its_own),
        cmocka_unit_test(a_counter_that_fell),
        cmocka_unit_test(a_table_that_moved),
        cmocka_unit_test(a_counter_begins_anew),
        cmocka_unit_test(a_long_handover_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
