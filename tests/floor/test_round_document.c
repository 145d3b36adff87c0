/* V5: a dealt round ends with its document, whose wins must be those on record. Any other document
 * is refused before it is in the log, and the other tables go on. */
#include "log/audit/verify.h"
#include "paper/night.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SEAT   2
#define DEALT  0
#define LIVE   1
#define COINS  0x02
#define FLUSH  "2d"
#define NORMAL "2c"

static struct night *n;

static void open_floor(void)
{
    uint8_t hash[CR_HASH_BYTES];
    n = night_open("memory:");
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_ruled_table(n, DEALT, "main", "uth-cn");
    night_table(n, LIVE, "main");
    night_open_link(n, "main", true);
}

/* Ends the round with this third card of the flop. Seat 2 holds two diamonds, and two more are in
 * the flop. */
static void set_document(struct floor_event *e, const char *card)
{
    e->text_len = (uint16_t)snprintf(
        e->text, sizeof(e->text),
        "{\"rules\":\"uth-cn\",\"progressive\":\"cn\",\"meters\":{\"mega\":\"10000.00\","
        "\"major\":\"1000.00\",\"minor\":\"250.00\"},\"reserves\":{\"mega\":\"0.00\","
        "\"major\":\"0.00\",\"minor\":\"0.00\"},\"seats\":[{\"seat\":2,\"wagers\":{\"ante\":"
        "\"50.00\",\"blind\":\"50.00\",\"progressive\":\"1.00\"},\"cards\":[\"6d\",\"Kd\"],"
        "\"actions\":[\"4x\"]}],\"board\":[\"Qd\",\"9d\",\"%s\",\"Ac\",\"Jh\"],\"dealer\":"
        "[\"3h\",\"Ad\"]}",
        card);
}

static int try_game_over(const char *card)
{
    set_document(night_begin_at(n, FLOOR_GAME_OVER, DEALT), card);
    return night_try(n);
}

static int try_words(unsigned table, const char *words)
{
    struct floor_event *e = night_begin_at(n, FLOOR_GAME_OVER, table);
    e->text_len = (uint16_t)strlen(words);
    memcpy(e->text, words, e->text_len);
    return night_try(n);
}

static void set_award(struct floor_event *e)
{
    e->seat = SEAT;
    e->award = CR_FLUSH + 1;
}

static void award_flush(void)
{
    set_award(night_begin_at(n, FLOOR_AWARD_PENDING, DEALT));
    night_ask(n);
    set_award(night_begin_at(n, FLOOR_AWARD_PAID, DEALT));
    night_ask(n);
}

static void expect_refused(int rc, const char *words)
{
    assert_int_equal(rc, CR_E_INPUT);
    if (strstr(n->r->err.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", n->r->err.text, words);
    night_round(n, LIVE, 0x7f);
}

static void close_floor(void)
{
    struct verify_report report;
    struct cr_err err;
    assert_int_equal(verify_store(n->store, &(struct verify_options){0}, &report, &err), 0);
    assert_int_equal(verify_fault_count(&report), 0);
    night_close(n);
}

static void a_document_wins_what_is_on_record(void **state)
{
    (void)state;
    open_floor();
    night_coin_in(n, DEALT, COINS);
    expect_refused(try_game_over(FLUSH), "wins flush, and no award is on record");
    award_flush();
    expect_refused(try_game_over(NORMAL), "wins no award, and flush is on record");
    assert_int_equal(try_game_over(FLUSH), 0);
    night_coin_in(n, DEALT, COINS);
    expect_refused(try_game_over(FLUSH), "wins flush, and no award is on record");
    assert_int_equal(try_game_over(NORMAL), 0);
    close_floor();
}

/* An award that was cancelled is not on record. */
static void an_award_that_was_cancelled_is_none(void **state)
{
    (void)state;
    open_floor();
    night_coin_in(n, DEALT, COINS);
    set_award(night_begin_at(n, FLOOR_AWARD_PENDING, DEALT));
    const uint64_t claim = night_ask(n);
    night_begin_at(n, FLOOR_CLAIM_CANCELLED, DEALT)->claim = claim;
    night_ask(n);
    expect_refused(try_game_over(FLUSH), "wins flush, and no award is on record");
    assert_int_equal(try_game_over(NORMAL), 0);
    close_floor();
}

static void no_document_is_refused_where_cards_are_dealt(void **state)
{
    (void)state;
    open_floor();
    n->r->wants_document = true;
    night_coin_in(n, DEALT, COINS);
    expect_refused(try_words(DEALT, "x"), "expected the document of the round");
    expect_refused(try_words(DEALT, "{}"), "no round that can be settled");
    assert_int_equal(try_game_over(NORMAL), 0);
    night_coin_in(n, LIVE, COINS);
    assert_int_equal(try_words(LIVE, "x"), 0);
    assert_int_equal(try_words(DEALT, "x"), CR_E_INPUT);
    close_floor();
}

/* The award is in the same batch as the end of the round, and not in the store yet. */
static void a_whole_round_may_come_at_once(void **state)
{
    (void)state;
    static struct manager_request requests[4];
    static const uint8_t kinds[] = {FLOOR_COIN_IN, FLOOR_AWARD_PENDING, FLOOR_AWARD_PAID,
                                    FLOOR_GAME_OVER};
    struct manager_request *all[4];
    struct cr_err err = {0};
    open_floor();
    for (unsigned i = 0; i < 4; i++) {
        struct floor_event *e = &requests[i].event;
        all[i] = &requests[i];
        *e = *night_begin_at(n, kinds[i], DEALT);
        e->seats = kinds[i] == FLOOR_COIN_IN ? COINS : 0;
        if (kinds[i] == FLOOR_GAME_OVER)
            set_document(e, FLUSH);
        else if (kinds[i] != FLOOR_COIN_IN)
            set_award(e);
    }
    assert_int_equal(manager_batch(n->manager, all, 4, n->now_ms, 0, &err), 0);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(requests[i].result, 0);
    close_floor();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_wins_what_is_on_record),
        cmocka_unit_test(an_award_that_was_cancelled_is_none),
        cmocka_unit_test(no_document_is_refused_where_cards_are_dealt),
        cmocka_unit_test(a_whole_round_may_come_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
