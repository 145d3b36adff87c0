/* V3, V4: rows that somebody has changed so that they still balance are refused. A manager starts
 * only on rows that agree with the last events about the same things. */
#include "log/audit/verify.h"
#include "log/replay/stored_floor.h"
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

static struct floor_event *begin_by_two(struct night *n, unsigned kind, const char *item,
                                        const char *text)
{
    struct floor_event *e = night_begin(n, kind);
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    strcpy(e->item, item);
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
    return e;
}

/* One of everything that people can decide on a floor. */
static void configure(struct night *n)
{
    struct floor_event *e = begin_by_two(n, FLOOR_PERSON_ADDED, "dealer", "");
    strcpy(e->person, "Dan");
    night_ask(n);
    e = begin_by_two(n, FLOOR_TOKEN_ADDED, "screens", "read");
    memset(e->document, 7, sizeof(e->document));
    night_ask(n);
    e = begin_by_two(n, FLOOR_MACHINE_ENROLLED, "", "");
    strcpy(e->table, "t1");
    memset(e->document, 8, sizeof(e->document));
    night_ask(n);
    e = begin_by_two(n, FLOOR_THRESHOLD_SET, "check", "");
    e->amount = cr_money_from_micro(MORE);
    e->effective_ms = n->now_ms + 3600000;
    night_ask(n);
    begin_by_two(n, FLOOR_HOUSE_SET, "name", "The House");
    night_ask(n);
    e = begin_by_two(n, FLOOR_LIMIT_RAISED, "tables", "");
    e->most = 2048;
    night_ask(n);
    begin_by_two(n, FLOOR_MESSAGE_SET, "", "Welcome")->approver[0] = '\0';
    night_ask(n);
}

/* A night with a link without play, and with a claim and an alarm that wait. */
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
    configure(n);
    night_open_link(n, "main", true);
    for (unsigned i = 0; i < 5; i++)
        night_round(n, 1, 0x7f);
    night_coin_in(n, 0, 0x7f);
    night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    manager_alarm(n->r, ALARM_WITNESS, "", "a disk is nearly full");
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
    struct floor_person person;
    struct floor_token token;
    struct floor_table table;
    struct floor_general general;
    struct floor_house house;
    struct floor_messages messages;
    struct floor_raised raised;
    struct floor_document document;
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

/* Changes the row of that kind and key, or the first one after it; a start must be refused with
 * these words. Then the row is put back. */
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

/* ---- Changes of what people decided ---- */

static void an_approval(union body *body)
{
    body->claim.claim.approved = 2;
    strcpy(body->claim.claim.approved_by[0], "Ann");
    strcpy(body->claim.claim.approved_by[1], "Ben");
}

static void no_wagers(union body *body)
{
    body->plays[0].seats = 0x01;
}

static void a_closed_link(union body *body)
{
    body->link.open = !body->link.open;
}

static void a_halted_floor(union body *body)
{
    body->general.halted = 1;
}

static void a_lost_table(union body *body)
{
    body->table.lost = 1;
}

static void a_halting_alarm(union body *body)
{
    body->alarm.halts = 1;
}

static void a_manager(union body *body)
{
    strcpy(body->person.role, "manager");
}

static void a_password(union body *body)
{
    memset(body->person.password, 9, sizeof(body->person.password));
}

static void a_barred_one(union body *body)
{
    body->person.is_barred = 1;
}

static void more_scopes(union body *body)
{
    strcpy(body->token.scopes, "read table:t1");
}

static void another_token(union body *body)
{
    body->token.hash[0] ^= 1;
}

static void another_machine(union body *body)
{
    body->table.machines[0][0] ^= 1;
}

static void one_more_machine(union body *body)
{
    memset(body->table.machines[1], 9, sizeof(body->table.machines[1]));
}

static void a_live_game(union body *body)
{
    body->table.is_live = !body->table.is_live;
}

static void another_link(union body *body)
{
    body->table.link = 1;
}

static void no_approvals(union body *body)
{
    body->link.high_approvals = 0;
}

static void a_higher_threshold(union body *body)
{
    body->general.thresholds[0].amount.micro += MORE;
}

static void another_meaning(union body *body)
{
    body->general.semantics = 0;
}

static void another_house(union body *body)
{
    strcpy(body->house.texts[HOUSE_NAME], "Another House");
}

static void another_message(union body *body)
{
    strcpy(body->messages.list[0].text, "Go home");
}

static void a_higher_limit(union body *body)
{
    body->raised.most.tables = 4000;
}

static void another_name(union body *body)
{
    body->document.name[0] ^= 1;
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
    /* changes that the last events do not show, but a replay does */
    expect_refused(FLOOR_ROW_CLAIM, 0, an_approval, "a claim");
    expect_refused(FLOOR_ROW_PLAY, 0, no_wagers, "table t1");
    expect_refused(FLOOR_ROW_LINK, 0, a_closed_link, "link main");
    expect_refused(FLOOR_ROW_GENERAL, 0, a_halted_floor, "the floor's shift and state");
    expect_refused(FLOOR_ROW_TABLE, 1, a_lost_table, "table t2");
    expect_refused(FLOOR_ROW_ALARM, 0, a_halting_alarm, "an alarm");
    assert_int_equal(start(), 0);
    place_cleanup();
}

static uint64_t log_end(void)
{
    struct store_head head = {0};
    struct store *store = place_open(&place, STORE_READ);
    assert_int_equal(store_head(store, &head, &err), CR_OK);
    store_close(store);
    return head.seq;
}

/* V10: such a start would record a configuration that no replay can come to. It must be noticed
 * before anything is written. */
static void expect_configuration_held(void)
{
    const uint64_t end = log_end();
    expect_refused(FLOOR_ROW_PERSON, 3, a_manager, "person Dan");
    expect_refused(FLOOR_ROW_PERSON, 0, a_password, "person Ann");
    expect_refused(FLOOR_ROW_PERSON, 1, a_barred_one, "person Ben");
    expect_refused(FLOOR_ROW_TOKEN, 0, more_scopes, "token screens");
    expect_refused(FLOOR_ROW_TOKEN, 0, another_token, "token screens");
    expect_refused(FLOOR_ROW_TABLE, 0, another_machine, "table t1");
    expect_refused(FLOOR_ROW_TABLE, 1, one_more_machine, "table t2");
    expect_refused(FLOOR_ROW_TABLE, 0, a_live_game, "table t1");
    expect_refused(FLOOR_ROW_TABLE, 0, another_link, "table t1");
    expect_refused(FLOOR_ROW_LINK, 0, no_approvals, "link main");
    expect_refused(FLOOR_ROW_GENERAL, 0, a_higher_threshold, "thresholds");
    expect_refused(FLOOR_ROW_GENERAL, 0, another_meaning, "last start");
    expect_refused(FLOOR_ROW_HOUSE, 0, another_house, "the house");
    expect_refused(FLOOR_ROW_MESSAGES, 0, another_message, "messages");
    expect_refused(FLOOR_ROW_LIMITS, 0, a_higher_limit, "limits");
    expect_refused(FLOOR_ROW_DOCUMENT, 0, another_name, "document");
    assert_int_equal(log_end(), end);
}

static void a_changed_configuration_opens_nothing(void **state)
{
    (void)state;
    make_night();
    expect_configuration_held();
    assert_int_equal(start(), 0);
    expect_configuration_held();
    assert_int_equal(start(), 0);
    place_cleanup();
}

/* A long log is not read from its beginning: the event of the last start has the hash of the
 * configuration. */
static int check_as_long_log(void)
{
    struct stored_floor *floor = NULL;
    struct store *store = place_open(&place, STORE_READ);
    err = (struct cr_err){0};
    struct stored_log *log = NULL;
    assert_int_equal(stored_floor_read(store, &floor, &err), CR_OK);
    assert_int_equal(stored_log_fold(store, &floor->head, NULL, 0, &log, &err), CR_OK);
    const int rc = stored_check_log(store, &floor->head, &floor->floor, log, &err);
    stored_log_free(log);
    stored_floor_free(floor);
    store_close(store);
    return rc;
}

static void a_long_log_is_held_by_its_last_start(void **state)
{
    (void)state;
    struct found before = {0};
    make_night();
    for (unsigned i = 0; i < 2; i++) { /* with changes since the last start, and without */
        assert_int_equal(check_as_long_log(), CR_OK);
        struct store *store = place_open(&place, STORE_READ);
        assert_int_equal(store_rows(store, FLOOR_ROW_ID(FLOOR_ROW_PERSON, 3),
                                    FLOOR_ROW_ID(FLOOR_ROW_PERSON, 3), take_row, &before, &err),
                         1);
        store_close(store);
        struct found changed = before;
        a_manager(&changed.body);
        put_row(&changed);
        assert_int_equal(check_as_long_log(), CR_E_INPUT);
        assert_non_null(strstr(err.text, i == 0 ? "person Dan" : "do not have the hash"));
        put_row(&before);
        assert_int_equal(start(), 0);
    }
    place_cleanup();
}

/* V4: verify names the row, of whatever kind it is. */
static void a_row_is_called_by_its_kind(void **state)
{
    static const struct {
        enum floor_row_kind kind;
        const char *words;
    } rows[] = {{FLOOR_ROW_LINK, "row link 0 is"}, {FLOOR_ROW_LIMITS, "row limits 0 is"}};
    const struct verify_options options = {.one_thread = true};
    (void)state;
    make_night();
    for (unsigned i = 0; i < 2; i++) {
        struct verify_report report;
        struct found before = {0};
        const uint64_t id = FLOOR_ROW_ID(rows[i].kind, 0);
        struct store *store = place_open(&place, STORE_READ);
        assert_int_equal(store_rows(store, id, id, take_row, &before, &err), 1);
        store_close(store);
        struct found changed = before;
        ((char *)&changed.body)[0] ^= 1;
        put_row(&changed);
        store = place_open(&place, STORE_READ);
        assert_int_equal(verify_store(store, &options, &report, &err), CR_OK);
        store_close(store);
        assert_int_equal(report.kept_count, 1);
        assert_non_null(strstr(report.kept[0].text, rows[i].words));
        put_row(&before);
    }
    place_cleanup();
}

/* The progressive "cn" with its meters in another order, and one more. */
static const char *const other_order =
    "progressive: other\ntitle: Other\nhouse: Test\nbet: 1\nhouse_share: 70%\nmeters:\n"
    "  minor: {share: 6%, reserve: 0%, seed: 20, limit: none}\n"
    "  extra: {share: 5%, reserve: 0%, seed: 25, limit: none}\n"
    "  mega: {share: 14%, reserve: 0%, seed: 30, limit: none}\n"
    "  major: {share: 5%, reserve: 0%, seed: 40, limit: none}\n"
    "awards:\n"
    "  royal flush: {pays: 100%, from: mega, key: high, envy: none}\n"
    "  straight flush: {pays: 100%, from: major, key: high, envy: none}\n"
    "  four of a kind: {pays: 100%, from: minor, key: high, envy: none}\n"
    "  full house: {pays: 100%, from: extra, key: high, envy: none}\n";

/* REG-14: meters go to the meters of their names, wherever these stand. */
static void a_transfer_to_other_places_agrees(void **state)
{
    (void)state;
    uint8_t hash[CR_HASH_BYTES];
    place = place_fresh("sqlite", 0);
    struct night *n = night_open(place.address);
    night_document(n, "cn", NULL, hash);
    night_link(n, "from", hash, 0, false);
    night_document(n, NULL, other_order, hash);
    night_link(n, "to", hash, 0, false);
    struct floor_event *e = begin_by_two(n, FLOOR_LINK_TRANSFERRED, "", "the pit moves");
    strcpy(e->link, "from");
    strcpy(e->to_link, "to");
    night_ask(n);
    night_close(n);
    if (start() != 0)
        fail_msg("%s", err.text);
    place_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transfer_to_other_places_agrees),
        cmocka_unit_test(a_row_is_called_by_its_kind),
        cmocka_unit_test(rows_changed_by_hand_open_nothing),
        cmocka_unit_test(a_changed_configuration_opens_nothing),
        cmocka_unit_test(a_long_log_is_held_by_its_last_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
