/* V3, V4: rows that somebody has changed so that they balance are not played on. A manager starts
 * only on rows that agree with the last events of what they are about. */
#include "paper/night.h"
#include "store/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MORE INT64_C(5000000000)

static struct place place;
static struct cr_err err;

/* A night with a link that nobody plays on, a claim and an alarm that wait. */
static void make_night(void)
{
    place = place_fresh("sqlite", 0);
    struct night *n = night_open(place.address);
    uint8_t hash[CR_HASH_BYTES];
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_link(n, "idle", hash, 0, false);
    night_table(n, 0, "main");
    night_table(n, 1, "main");
    night_open_link(n, "main", true);
    for (unsigned i = 0; i < 5; i++)
        night_round(n, 1, 0x7f);
    night_coin_in(n, 0, 0x7f);
    night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    manager_alarm(n->r, "disk", "", "a disk is nearly full");
    night_ask(n);
    night_close(n);
}

static int start(void)
{
    static const struct manager_config config = {.id = "m1", .version = "test", .lease_ms = 2000};
    struct manager_config usual = config;
    struct manager *m = NULL;
    struct store *store = place_open(&place, STORE_WRITE);
    usual.limits = floor_limits_usual;
    err = (struct cr_err){0};
    const int rc = manager_new(store, &usual, NIGHT_START_MS + 3600000, 0, &m, &err);
    if (rc == 0)
        manager_free(m);
    store_close(store);
    return rc;
}

union body {
    struct floor_link link;
    struct floor_play plays[FLOOR_PLAYS_IN_ROW];
    struct floor_claim claim;
    struct floor_alarm alarm;
};

struct found {
    uint64_t id;
    uint32_t len;
    union body body;
};

static int take_row(void *context, const struct store_row *row)
{
    struct found *found = context;
    assert_true(row->len <= sizeof(found->body));
    found->id = row->id;
    found->len = row->len;
    memcpy(&found->body, row->body, row->len);
    return 1;
}

typedef void change_fn(union body *body);

static void put_row(const struct found *found)
{
    struct store *store = place_open(&place, STORE_WRITE);
    struct store_head head = batch_begin(store);
    const struct store_row row = {found->id, &found->body, found->len};
    batch_append(store, &head, 0, &row, 1);
    batch_commit(store);
    store_close(store);
}

/* Changes the row of that kind and key, or the first one after it, and puts it back afterwards. */
static void expect_refused(enum floor_row_kind kind, uint64_t key, change_fn *change,
                           const char *words)
{
    struct found before = {0};
    struct store *store = place_open(&place, STORE_WRITE);
    assert_int_equal(store_rows(store, FLOOR_ROW_ID(kind, key), FLOOR_ROW_ID(kind + 1, 0) - 1,
                                take_row, &before, &err),
                     1);
    store_close(store);
    struct found changed = before;
    change(&changed.body);
    put_row(&changed);
    if (start() == 0)
        fail_msg("nobody noticed: %s", words);
    if (strstr(err.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.text, words);
    put_row(&before);
}

/* ---- Changes that balance ---- */

static void more_coins(union body *body)
{
    struct ledger *books = &body->link.books;
    books->levels[0].meter.amount.micro += MORE;
    books->levels[0].contributed.micro += MORE;
    books->coin_in.micro += MORE;
    books->coins += 5000;
}

static void more_seed(union body *body)
{
    body->link.books.levels[0].meter.amount.micro += MORE;
    body->link.books.levels[0].seeded.micro += MORE;
}

static void from_the_house(union body *body)
{
    struct ledger *books = &body->link.books;
    books->levels[0].meter.reserve.micro += MORE;
    books->levels[0].reserved.micro += MORE;
    books->house.micro -= MORE;
}

static void an_earlier_number(union body *body)
{
    body->plays[1].seq--;
}

static void a_later_epoch(union body *body)
{
    body->plays[1].epoch++;
}

static void an_earlier_event(union body *body)
{
    body->plays[1].last--;
}

static void another_seat(union body *body)
{
    body->claim.seat = 4;
}

static void another_alarm(union body *body)
{
    strcpy(body->alarm.item, "clock");
}

static void rows_changed_by_hand_open_nothing(void **state)
{
    (void)state;
    make_night();
    assert_int_equal(start(), 0);
    expect_refused(FLOOR_ROW_LINK, 0, more_coins, "link main");
    expect_refused(FLOOR_ROW_LINK, 0, more_seed, "link main");
    expect_refused(FLOOR_ROW_LINK, 0, from_the_house, "link main");
    expect_refused(FLOOR_ROW_LINK, 1, more_seed, "link idle");
    expect_refused(FLOOR_ROW_PLAY, 0, an_earlier_number, "table t2");
    expect_refused(FLOOR_ROW_PLAY, 0, a_later_epoch, "table t2");
    expect_refused(FLOOR_ROW_PLAY, 0, an_earlier_event, "table t2");
    expect_refused(FLOOR_ROW_CLAIM, 0, another_seat, "claim at t1");
    expect_refused(FLOOR_ROW_ALARM, 0, another_alarm, "alarm clock");
    assert_int_equal(start(), 0);
    place_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_changed_by_hand_open_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
