/* Reads reports as trees of JSON, and plays a night that the reports are about. */
#include "story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Reading a report ---- */

yajl_val tree_make(struct night *n, struct report_query q)
{
    struct cr_err err = {0};
    struct paper *paper = NULL;
    char *data = NULL;
    size_t len = 0;
    if (report_build(n->store, &q, &paper, &err) != 0)
        fail_msg("%s", err.text);
    if (paper_render(paper, PAPER_AS_JSON, &data, &len, &err) != 0)
        fail_msg("%s", err.text);
    paper_free(paper);
    char *text = calloc(1, len + 1);
    memcpy(text, data, len);
    yajl_val tree = yajl_tree_parse(text, NULL, 0);
    assert_non_null(tree);
    free(text);
    free(data);
    return tree;
}

void tree_refuse(struct night *n, struct report_query q, int code, const char *part)
{
    struct cr_err err = {0};
    struct paper *paper = NULL;
    assert_int_equal(report_build(n->store, &q, &paper, &err), code);
    assert_null(paper);
    if (!strstr(err.text, part))
        fail_msg("no '%s' in: %s", part, err.text);
}

yajl_val tree_get(yajl_val from, const char *key)
{
    const char *path[] = {key, NULL};
    return yajl_tree_get(from, path, yajl_t_any);
}

const char *tree_words(yajl_val v)
{
    return YAJL_IS_STRING(v) ? YAJL_GET_STRING(v) : "";
}

yajl_val tree_keyed(yajl_val list, const char *key)
{
    for (size_t i = 0; list && i < YAJL_GET_ARRAY(list)->len; i++)
        if (strcmp(tree_words(tree_get(YAJL_GET_ARRAY(list)->values[i], "key")), key) == 0)
            return YAJL_GET_ARRAY(list)->values[i];
    return NULL;
}

yajl_val tree_section(yajl_val report, const char *key)
{
    yajl_val found = tree_keyed(tree_get(report, "sections"), key);
    if (!found)
        fail_msg("no section %s", key);
    return found;
}

yajl_val tree_table(yajl_val in, const char *key)
{
    yajl_val found = tree_keyed(tree_get(in, "tables"), key);
    if (!found)
        fail_msg("no table %s", key);
    return found;
}

size_t tree_rows(yajl_val of)
{
    return YAJL_GET_ARRAY(tree_get(of, "rows"))->len;
}

/* The index of a column in a table of the report. */
size_t tree_column(yajl_val of, const char *key)
{
    yajl_val columns = tree_get(of, "columns");
    for (size_t i = 0; i < YAJL_GET_ARRAY(columns)->len; i++)
        if (strcmp(tree_words(tree_get(YAJL_GET_ARRAY(columns)->values[i], "key")), key) == 0)
            return i;
    fail_msg("no column %s", key);
    return 0;
}

yajl_val tree_cell(yajl_val of, size_t row, const char *key)
{
    yajl_val line = YAJL_GET_ARRAY(tree_get(of, "rows"))->values[row];
    return YAJL_GET_ARRAY(line)->values[tree_column(of, key)];
}

int64_t tree_micro(yajl_val v)
{
    struct cr_money m = {0};
    const char *text = tree_words(v);
    const bool minus = text[0] == '-';
    assert_int_equal(cr_money_parse(text + minus, strlen(text + minus), CR_MONEY_MICRO, &m, NULL),
                     0);
    return minus ? -m.micro : m.micro;
}

long long tree_number(yajl_val v)
{
    assert_true(YAJL_IS_INTEGER(v));
    return YAJL_GET_INTEGER(v);
}

yajl_val tree_fact(yajl_val of, const char *key)
{
    yajl_val v = tree_get(tree_get(of, "facts"), key);
    if (!v)
        fail_msg("no fact %s", key);
    return v;
}

/* ---- A night in which everything happens ---- */

struct story story_tell(const char *address)
{
    struct story s = {.n = night_open(address)};
    struct night *n = s.n;
    uint8_t pg[CR_HASH_BYTES], cn[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, pg);
    night_document(n, "cn", NULL, cn);
    night_link(n, "main", pg, LEDGER_ORDER, false);
    night_link(n, "uth", cn, LEDGER_ORDER, true);
    night_open_link(n, "main", true);
    night_open_link(n, "uth", true);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_table(n, 2, "uth");
    /* Before the first shift, in which this round must not be counted. */
    night_round(n, 0, 0x7f);
    s.first_shift = night_open_shift(n, "Day");
    for (unsigned i = 0; i < 40; i++)
        night_round(n, i % 3, 0x0f);
    /* A straight is paid from the tray, then a royal flush at t1 wins the whole jackpot of $10,0xx.
     */
    night_coin_in(n, 0, 0x03);
    struct floor_event *e = night_begin_at(n, FLOOR_AWARD_PAID, 0);
    e->seat = 1;
    e->award = 1 + CR_STRAIGHT;
    s.award = night_ask(n);
    s.claim = night_claim(n, 0, 2, CR_ROYAL_FLUSH);
    s.paid = night_pay(n, 0, s.claim, CR_KEY_HIGH);
    night_game_over(n, 0);
    night_clear(n, s.claim);
    /* A claim whose amount is frozen at once and given back when it is cancelled. */
    night_coin_in(n, 2, 0x07);
    s.cancelled = night_claim(n, 2, 3, CR_FOUR_OF_A_KIND);
    e = night_begin(n, FLOOR_CLAIM_CANCELLED);
    e->claim = s.cancelled;
    strcpy(e->user, "Ann");
    night_ask(n);
    night_game_over(n, 2);
    /* A round is declared dead, and its five coins are returned. */
    night_coin_in(n, 1, 0x1f);
    e = night_begin_at(n, FLOOR_ROUND_DEAD, 1);
    memcpy(e->text, "power", e->text_len = 5);
    night_ask(n);
    s.first_close = night_close_shift(n);
    /* A round between the shifts, and then rounds of the second shift. */
    night_round(n, 1, 0x01);
    s.second_shift = night_open_shift(n, "Swing");
    for (unsigned i = 0; i < 25; i++)
        night_round(n, i % 3, 0x71);
    night_coin_in(n, 1, 0x10);
    s.pending = night_claim(n, 1, 5, CR_STRAIGHT_FLUSH);
    return s;
}

struct report_query report_of(enum report_kind kind)
{
    return (struct report_query){.kind = kind};
}
