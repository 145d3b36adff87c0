/* Reports about a part of the log, against sums that the test makes itself: from what it played and
 * from the texts of the events. */
#include "reports/floor/report_hits.h"
#include "story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Coin-in ---- */

static void coins_are_where_they_went(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_COIN_IN);
    q.shift = s.first_shift;
    yajl_val report = tree_make(s.n, q);
    yajl_val main_link = tree_section(report, "main"), tables = tree_table(main_link, "tables");
    /* t1: 14 rounds of 4 and one of 2; t2: 13 of 4, and 5 coins that were returned; t3: 13 of 4 and
     * 3. */
    assert_int_equal(tree_rows(tables), 2);
    assert_string_equal(tree_words(tree_cell(tables, 0, "table")), "t1");
    assert_int_equal(tree_number(tree_cell(tables, 0, "rounds")), 15);
    assert_int_equal(tree_number(tree_cell(tables, 0, "coins")), 58);
    assert_int_equal(tree_micro(tree_cell(tables, 0, "coin_in")), 58 * UNIT);
    assert_int_equal(tree_micro(tree_cell(tables, 0, "house")), 58 * UNIT * 32 / 100);
    assert_int_equal(tree_micro(tree_cell(tables, 0, "to_jackpot")), 58 * UNIT * 53 / 100);
    assert_int_equal(tree_micro(tree_cell(tables, 0, "reserve")), 58 * UNIT * 15 / 100);
    assert_string_equal(tree_words(tree_cell(tables, 1, "table")), "t2");
    assert_int_equal(tree_number(tree_cell(tables, 1, "coins")), 57);
    assert_int_equal(tree_micro(tree_cell(tables, 1, "returned")), 5 * UNIT);
    assert_int_equal(tree_micro(tree_cell(tables, 1, "to_jackpot")), 52 * UNIT * 53 / 100);
    yajl_val total = tree_get(tables, "total");
    assert_int_equal(tree_micro(YAJL_GET_ARRAY(total)->values[tree_column(tables, "coin_in")]),
                     115 * UNIT);
    assert_string_equal(tree_words(tree_fact(main_link, "balances")), "yes");
    assert_int_equal(tree_micro(tree_fact(main_link, "net")), 110 * UNIT);
    assert_int_equal(tree_micro(tree_fact(main_link, "accounted")), 110 * UNIT);
    yajl_val hard = tree_table(main_link, "hard_meters");
    assert_int_equal(tree_number(tree_cell(hard, 0, "begin")), 7);
    assert_int_equal(tree_number(tree_cell(hard, 0, "end")), 65);
    yajl_val uth = tree_table(tree_section(report, "uth"), "tables");
    assert_int_equal(tree_rows(uth), 1);
    assert_int_equal(tree_micro(tree_cell(uth, 0, "coin_in")), 55 * UNIT);
    assert_int_equal(tree_micro(tree_cell(uth, 0, "to_mega")), 55 * UNIT * 14 / 100);
    assert_int_equal(tree_micro(tree_cell(uth, 0, "to_minor")), 55 * UNIT * 6 / 100);
    yajl_tree_free(report);
    /* One table only, for the whole log. */
    q = report_of(REPORT_COIN_IN);
    strcpy(q.table, "t2");
    report = tree_make(s.n, q);
    assert_int_equal(YAJL_GET_ARRAY(tree_get(report, "sections"))->len, 1);
    tables = tree_table(tree_section(report, "main"), "tables");
    assert_int_equal(tree_rows(tables), 1);
    assert_int_equal(tree_number(tree_cell(tables, 0, "coins")), 57 + 1 + 8 * 4 + 1);
    yajl_tree_free(report);
    night_close(s.n);
}

/* Reports for consecutive pieces of time must add up to the report for the whole time. */
static void pieces_add_up(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_COIN_IN);
    strcpy(q.link, "main");
    int64_t pieces = 0, at = NIGHT_START_MS - 5000;
    for (; at < s.n->now_ms + 30000; at += 29000) {
        q.since_ms = at;
        q.until_ms = at + 29000;
        yajl_val report = tree_make(s.n, q);
        yajl_val sections = tree_get(report, "sections");
        if (YAJL_GET_ARRAY(sections)->len > 0) {
            pieces += tree_micro(tree_fact(tree_section(report, "main"), "net"));
            assert_string_equal(tree_words(tree_fact(tree_section(report, "main"), "balances")),
                                "yes");
        }
        yajl_tree_free(report);
    }
    /* 7 before the first shift, 110 in it, 1 between the shifts, 9 and 8 rounds of 4, and 1. */
    assert_int_equal(pieces, (7 + 110 + 1 + 17 * 4 + 1) * UNIT);
    night_close(s.n);
}

/* ---- Activity ---- */

struct counting {
    const char *part, *other;
    size_t count;
    char room[STORE_BODY_MAX + 1];
};

static int count_event(void *context, const struct store_event *event)
{
    struct counting *c = context;
    memcpy(c->room, event->body, event->len);
    c->room[event->len] = '\0';
    c->count += strstr(c->room, c->part) != NULL || strstr(c->room, c->other) != NULL;
    return 0;
}

/* Counts events whose texts contain one of the two. */
static size_t count_texts(struct night *n, const char *part, const char *other)
{
    static struct counting c;
    struct cr_err err = {0};
    c = (struct counting){.part = part, .other = other};
    assert_int_equal(store_read(n->store, 1, UINT32_MAX, count_event, &c, &err), 0);
    return c.count;
}

static void every_event_is_in_words(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_ACTIVITY);
    yajl_val report = tree_make(s.n, q);
    yajl_val events = tree_table(tree_section(report, "events"), "events");
    assert_int_equal(tree_rows(events), manager_floor(s.n->manager)->seq);
    for (size_t i = 0; i < tree_rows(events); i++)
        assert_int_equal(tree_number(tree_cell(events, i, "seq")), i + 1);
    assert_string_equal(tree_words(tree_cell(events, s.paid - 1, "what")), "JACKPOT PAID");
    assert_string_equal(tree_words(tree_cell(events, s.paid - 1, "meter")), "jackpot");
    assert_non_null(
        strstr(tree_words(tree_cell(events, s.paid - 1, "details")), "royal flush from jackpot"));
    assert_string_equal(tree_words(tree_cell(events, s.first_shift - 1, "who")), "Ann");
    yajl_tree_free(report);
    /* t1: its own events, and those of its claim: verified, two approvals, method, cleared. */
    strcpy(q.table, "t1");
    report = tree_make(s.n, q);
    events = tree_table(tree_section(report, "events"), "events");
    char claim[32];
    snprintf(claim, sizeof claim, "\"claim\":%llu", (unsigned long long)s.claim);
    assert_int_equal(tree_rows(events), count_texts(s.n, "\"table\":\"t1\"", claim));
    yajl_tree_free(report);
    q = report_of(REPORT_ACTIVITY);
    q.shift = s.first_shift;
    report = tree_make(s.n, q);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "events"), "events")),
                     s.first_close - s.first_shift - 1);
    yajl_tree_free(report);
    night_close(s.n);
}

static yajl_val events_of(yajl_val report)
{
    return tree_table(tree_section(report, "events"), "events");
}

/* REC-2: filters by kind, by person, and by both with a table. */
static void activity_by_kind_and_person(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_ACTIVITY);
    struct cr_err err = {0};
    assert_int_equal(event_kinds_parse("claim_paid,shift_opened", &q.kinds, &err), CR_OK);
    yajl_val report = tree_make(s.n, q), events = events_of(report);
    assert_string_equal(tree_words(tree_fact(report, "kind")), "shift_opened,claim_paid");
    assert_string_equal(tree_words(tree_fact(report, "user")), "all");
    assert_int_equal(tree_rows(events),
                     count_texts(s.n, "\"kind\":\"claim_paid\"", "\"kind\":\"shift_opened\""));
    assert_int_equal(tree_number(tree_cell(events, 0, "seq")), s.first_shift);
    assert_int_equal(tree_number(tree_cell(events, 1, "seq")), s.paid);
    yajl_tree_free(report);
    /* A person's events are those that they did or approved, not those about them. */
    q = report_of(REPORT_ACTIVITY);
    strcpy(q.user, "Ben");
    report = tree_make(s.n, q);
    assert_string_equal(tree_words(tree_fact(report, "user")), "Ben");
    const size_t of_ben = count_texts(s.n, "\"user\":\"Ben\"", "\"approver\":\"Ben\"");
    assert_true(of_ben > 0 && of_ben < count_texts(s.n, "\"Ben\"", "\"Ben\""));
    assert_int_equal(tree_rows(events_of(report)), of_ben);
    yajl_tree_free(report);
    /* Both filters, and the table of the claim that the event names. */
    assert_int_equal(event_kinds_parse("jackpots", &q.kinds, &err), CR_OK);
    strcpy(q.table, "t1");
    report = tree_make(s.n, q);
    assert_string_equal(tree_words(tree_fact(report, "kind")), "jackpots");
    events = events_of(report);
    assert_int_equal(tree_rows(events), 1);
    assert_string_equal(tree_words(tree_cell(events, 0, "who")), "Ben");
    yajl_tree_free(report);
    /* No event fits: the report says so. */
    strcpy(q.user, "setup");
    report = tree_make(s.n, q);
    assert_int_equal(tree_rows(events_of(report)), 0);
    yajl_tree_free(report);
    night_close(s.n);
}

/* A set of kinds that is written as text must be read as the same set. */
static void kinds_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char *const lists[] = {"money",   "jackpots", "changes",
                                        "trouble", "coin_in",  "table_lost,coin_in"};
    char room[EVENT_KINDS_TEXT_MAX];
    struct text t;
    struct cr_err err = {0};
    event_kinds kinds, again;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        assert_int_equal(event_kinds_parse(lists[i], &kinds, &err), CR_OK);
        text_init(&t, room, sizeof room);
        event_kinds_write(kinds, &t);
        assert_string_equal(room, lists[i]);
    }
    kinds = event_kinds_of(FLOOR_KIND_COUNT) - 2;
    text_init(&t, room, sizeof room);
    event_kinds_write(kinds, &t);
    assert_false(t.cut);
    assert_int_equal(event_kinds_parse(room, &again, &err), CR_OK);
    assert_true(again == kinds);
    again = 5;
    static const char *const wrong[] = {"", ",", "coin_in,", "coins", "coin_in, table_lost"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(event_kinds_parse(wrong[i], &again, &err), CR_E_INPUT);
    assert_int_equal(again, 5);
}

/* ---- Jackpots ---- */

static void jackpots_are_told_apart(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_JACKPOTS);
    yajl_val report = tree_make(s.n, q);
    yajl_val paid = tree_table(tree_section(report, "paid"), "paid");
    assert_int_equal(tree_rows(paid), 2);
    assert_int_equal(tree_number(tree_cell(paid, 0, "number")), s.award);
    assert_string_equal(tree_words(tree_cell(paid, 0, "from")), "tray");
    assert_int_equal(tree_micro(tree_cell(paid, 0, "amount")), 10 * UNIT);
    assert_int_equal(tree_number(tree_cell(paid, 1, "number")), s.claim);
    assert_string_equal(tree_words(tree_cell(paid, 1, "hand")), "royal flush");
    assert_string_equal(tree_words(tree_cell(paid, 1, "key")), "high");
    /* 10,000 and 53 % of 7 + 27 * 4 + 2 coins, rounded down to cents. */
    assert_int_equal(tree_micro(tree_cell(paid, 1, "amount")),
                     10000 * UNIT + 117 * UNIT * 53 / 100);
    assert_int_equal(tree_micro(tree_cell(paid, 1, "reseeded")), 10000 * UNIT);
    yajl_val released = tree_table(tree_section(report, "released"), "released");
    assert_int_equal(tree_rows(released), 1);
    assert_string_equal(tree_words(tree_cell(released, 0, "verified")), "Cy");
    assert_string_equal(tree_words(tree_cell(released, 0, "approved")), "Ann, Ben");
    assert_string_equal(tree_words(tree_cell(released, 0, "method")), "cheques");
    assert_string_equal(tree_words(tree_cell(released, 0, "cleared")), "Ann");
    assert_int_equal(tree_number(tree_fact(report, "cancelled")), 1);
    yajl_val pending = tree_table(tree_section(report, "pending"), "pending");
    assert_int_equal(tree_rows(pending), 1);
    assert_int_equal(tree_number(tree_cell(pending, 0, "number")), s.pending);
    yajl_val levels = tree_table(tree_section(report, "levels"), "levels");
    assert_int_equal(tree_rows(levels), 2);
    assert_string_equal(tree_words(tree_cell(levels, 0, "from")), "jackpot");
    yajl_tree_free(report);
    night_close(s.n);
}

/* The sum over 40 links, each with the most that a link can hold, is more than one amount can be.
 */
static void sums_go_beyond_an_amount(void **state)
{
    (void)state;
    static struct hit list[41];
    const struct hits hits = {.list = list, .count = 41};
    char *text = NULL;
    size_t len;
    for (unsigned i = 0; i < 41; i++) {
        list[i] = (struct hit){.state = i < 40 ? HIT_PAID : HIT_CANCELLED,
                               .amount = {CR_MONEY_METER_MAX_MICRO},
                               .envy = {UNIT}};
        snprintf(list[i].link, sizeof list[i].link, "l%u", i / 2);
    }
    const struct hit_sums all = hits_sum(&hits, NULL, NULL), one = hits_sum(&hits, "l7", NULL);
    assert_true(all.amount == (hit_wide)40 * CR_MONEY_METER_MAX_MICRO);
    assert_true(all.count == 40 && all.envy == 40 * UNIT);
    assert_true(one.count == 2 && one.amount == (hit_wide)2 * CR_MONEY_METER_MAX_MICRO);
    struct paper *p = paper_new(PAPER_REPORT, "sums", "Sums");
    paper_section(p, "sums", "Sums");
    PAPER_TABLE(p, "sums", {"all", "All", PAPER_MONEY}, {"one", "One", PAPER_MONEY}, );
    hits_cell_sum(p, all.amount);
    hits_cell_sum(p, one.amount);
    assert_int_equal(paper_render(p, PAPER_AS_TEXT, &text, &len, NULL), CR_OK);
    assert_non_null(strstr(text, "beyond 9 trillion"));
    assert_non_null(strstr(text, "1,000,000,000,000.00"));
    free(text);
    paper_free(p);
}

/* Confirms a step of a claim; items are the checked items where the step is a check of the hand. */
static void confirm(struct night *n, unsigned kind, uint64_t claim, const char *user, uint8_t items)
{
    struct floor_event *e = night_begin(n, kind);
    e->claim = claim;
    e->items = items;
    strcpy(e->user, user);
    night_ask(n);
}

static void pay_royal_of_many(struct night *n)
{
    night_coin_in(n, 0, 0x08);
    const uint64_t claim = night_claim(n, 0, 4, CR_ROYAL_FLUSH);
    confirm(n, FLOOR_CLAIM_VERIFIED, claim, "Cy Hill, Jr", 1u << CLAIM_HAND);
    confirm(n, FLOOR_CLAIM_VERIFIED, claim, "Hill", 1u << CLAIM_LEDS);
    confirm(n, FLOOR_CLAIM_VERIFIED, claim, "Cy", 1u << CLAIM_SHUFFLE);
    confirm(n, FLOOR_CLAIM_VERIFIED, claim, "Jr", 1u << CLAIM_WAGER);
    confirm(n, FLOOR_CLAIM_VERIFIED, claim, "Cy",
            1u << CLAIM_SEQUENCE | 1u << CLAIM_METER | 1u << CLAIM_DECK);
    confirm(n, FLOOR_CLAIM_APPROVED, claim, "Ann", 0);
    confirm(n, FLOOR_CLAIM_APPROVED, claim, "Ben", 0);
    struct floor_event *e = night_begin_at(n, FLOOR_KEY_TURNED, 0);
    e->key = CR_KEY_HIGH;
    e->position = FLOOR_KEY_JPH;
    strcpy(e->user, "Ann");
    night_ask(n);
    night_begin_at(n, FLOOR_CLAIM_PAID, 0)->claim = claim;
    night_ask(n);
}

/* A person whose name is the beginning or end of another's is listed too, and nobody twice. */
static void people_are_listed_by_whole_names(void **state)
{
    static const char *const people[] = {"Cy Hill, Jr", "Hill", "Jr"};
    struct night *n = night_open(*state);
    uint8_t progressive[CR_HASH_BYTES];
    night_document(n, "ptha-2", NULL, progressive);
    night_link(n, "main", progressive, LEDGER_ORDER, false);
    night_open_link(n, "main", true);
    night_ruled_table(n, 0, "main", "pg-flush");
    for (unsigned i = 0; i < 3; i++) {
        struct floor_event *e = night_begin(n, FLOOR_PERSON_ADDED);
        strcpy(e->person, people[i]);
        strcpy(e->item, "manager");
        strcpy(e->user, "Ann");
        strcpy(e->approver, "Ben");
        night_ask(n);
    }
    pay_royal_of_many(n);
    struct report_query q = report_of(REPORT_JACKPOTS);
    yajl_val report = tree_make(n, q);
    yajl_val released = tree_table(tree_section(report, "released"), "released");
    assert_string_equal(tree_words(tree_cell(released, 0, "verified")),
                        "Cy Hill, Jr, Hill, Cy, Jr");
    assert_string_equal(tree_words(tree_cell(released, 0, "approved")), "Ann, Ben");
    yajl_tree_free(report);
    night_close(n);
}

/* Ranges of time that begin or end at the moment of a payment. */
static void a_claim_on_the_edge(void **state)
{
    struct story s = story_tell(*state);
    struct report_query q = report_of(REPORT_JACKPOTS);
    /* A range with the payment only: events are a second apart. */
    const int64_t paid_ms = NIGHT_START_MS + (int64_t)(s.paid - 1) * 1000;
    q.since_ms = paid_ms;
    q.until_ms = paid_ms + 1;
    yajl_val report = tree_make(s.n, q);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "paid"), "paid")), 1);
    yajl_val released = tree_table(tree_section(report, "released"), "released");
    assert_string_equal(tree_words(tree_cell(released, 0, "verified")), "Cy");
    assert_string_equal(tree_words(tree_cell(released, 0, "approved")), "Ann, Ben");
    assert_int_equal(tree_rows(tree_table(tree_section(report, "pending"), "pending")), 0);
    yajl_tree_free(report);
    q.since_ms = 0;
    q.until_ms = paid_ms;
    report = tree_make(s.n, q);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "paid"), "paid")), 1);
    yajl_val pending = tree_table(tree_section(report, "pending"), "pending");
    assert_int_equal(tree_rows(pending), 1);
    assert_int_equal(tree_number(tree_cell(pending, 0, "number")), s.claim);
    yajl_tree_free(report);
    /* A range with the clearing only: the claim was paid earlier and is not pending. */
    q.since_ms = paid_ms + 1;
    q.until_ms = paid_ms + 5000;
    report = tree_make(s.n, q);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "paid"), "paid")), 0);
    assert_int_equal(tree_rows(tree_table(tree_section(report, "pending"), "pending")), 0);
    yajl_tree_free(report);
    night_close(s.n);
}

/* ---- The submission ---- */

static void a_submission_is_of_what_runs(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    uint8_t cn[CR_HASH_BYTES], uth[CR_HASH_BYTES], other[CR_HASH_BYTES];
    night_document(n, "cn", NULL, cn);
    night_document(n, "pg-flush", NULL, uth);
    night_document(n, "ptha-2", NULL, other);
    night_link(n, "main", cn, LEDGER_SPLIT, true);
    struct floor_event *e = night_begin(n, FLOOR_TABLE_CONFIGURED);
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    strcpy(e->table, "t1");
    strcpy(e->link, "main");
    strcpy(e->item, "Hold'em");
    memcpy(e->document, uth, CR_HASH_BYTES);
    night_ask(n);
    struct report_query q = report_of(REPORT_SUBMISSION);
    strcpy(q.link, "main");
    yajl_val report = tree_make(n, q);
    yajl_val link = tree_section(report, "main");
    yajl_val awards = tree_table(link, "awards");
    /* 4 of 2,598,960 hands. */
    assert_string_equal(tree_words(tree_cell(awards, 0, "hand")), "royal flush");
    assert_string_equal(tree_words(tree_cell(awards, 0, "probability")), "1/649740");
    assert_string_equal(tree_words(tree_fact(link, "within_100_million")), "yes");
    char hash[65];
    for (unsigned i = 0; i < 32; i++)
        snprintf(hash + 2 * i, 3, "%02x", cn[i]);
    assert_string_equal(tree_words(tree_fact(link, "document")), hash);
    assert_string_equal(tree_words(tree_cell(tree_table(link, "meters"), 0, "rate")), "14%");
    assert_int_equal(tree_micro(tree_cell(tree_table(link, "meters"), 0, "seed")), 10000 * UNIT);
    /* The house edge of the rules is in the report. */
    yajl_val rules = tree_section(report, "pg-flush");
    assert_string_equal(tree_words(tree_fact(rules, "house_edge")), "5.593505%");
    assert_non_null(tree_keyed(tree_get(report, "sections"), "cn.text"));
    assert_null(tree_keyed(tree_get(report, "sections"), "ptha-2.text"));
    yajl_tree_free(report);
    night_close(n);
}

/* Who compares the file in the submission with its hash needs each line whole. */
static void a_submission_has_long_lines_whole(void **state)
{
    (void)state;
    struct night *n = night_open("memory:");
    const struct cr_shipped *shipped = cr_shipped_find("cn");
    char line[3001], text[FLOOR_TEXT_MAX];
    uint8_t cn[CR_HASH_BYTES];
    memset(line, 'w', sizeof line - 1);
    line[0] = '#';
    line[sizeof line - 1] = '\0';
    snprintf(text, sizeof text, "%s\n%s", line, shipped->text);
    night_document(n, "cn", text, cn);
    night_link(n, "main", cn, LEDGER_SPLIT, true);
    yajl_val report = tree_make(n, report_of(REPORT_SUBMISSION));
    yajl_val lines = tree_table(tree_section(report, "cn.text"), "lines");
    assert_string_equal(tree_words(tree_cell(lines, 0, "text")), line);
    yajl_tree_free(report);
    night_close(n);
}

/* ---- Invalid questions ---- */

static void hostile_queries(void **state)
{
    struct story s = story_tell(*state);
    struct night *n = s.n;
    struct report_query q = report_of(REPORT_COIN_IN);
    strcpy(q.link, "nowhere");
    tree_refuse(n, q, CR_E_NOT_FOUND, "link: there is no \"nowhere\"");
    q = report_of(REPORT_ACTIVITY);
    strcpy(q.table, "t9");
    tree_refuse(n, q, CR_E_NOT_FOUND, "table: there is no \"t9\"");
    q = report_of(REPORT_COIN_IN);
    q.since_ms = NIGHT_START_MS + 5000;
    q.until_ms = NIGHT_START_MS;
    tree_refuse(n, q, CR_E_INPUT, "ends before it begins");
    q.until_ms = NIGHT_START_MS + 6000;
    q.shift = s.first_shift;
    tree_refuse(n, q, CR_E_INPUT, "not both");
    q = report_of(REPORT_SHIFT);
    q.shift = s.first_shift + 1;
    tree_refuse(n, q, CR_E_NOT_FOUND, "no shift was opened by event");
    q.shift = UINT64_MAX;
    tree_refuse(n, q, CR_E_NOT_FOUND, "no shift was opened by event");
    q.shift = 0;
    q.since_ms = 1;
    tree_refuse(n, q, CR_E_INPUT, "of a shift");
    q = report_of(REPORT_RECEIPT);
    tree_refuse(n, q, CR_E_INPUT, "give its number");
    q.claim = s.cancelled;
    tree_refuse(n, q, CR_E_NOT_FOUND, "cancelled");
    q.claim = 1;
    tree_refuse(n, q, CR_E_NOT_FOUND, "claim");
    q.claim = INT64_MAX;
    tree_refuse(n, q, CR_E_NOT_FOUND, "claim");
    q = report_of(REPORT_JACKPOTS);
    q.claim = s.claim;
    tree_refuse(n, q, CR_E_INPUT, "not of one claim");
    q = report_of(REPORT_ACTIVITY);
    strcpy(q.user, "Nobody");
    tree_refuse(n, q, CR_E_NOT_FOUND, "user: there is nobody called \"Nobody\"");
    for (unsigned kind = 0; kind < REPORT_KINDS; kind++) {
        if (kind == REPORT_ACTIVITY)
            continue;
        q = report_of((enum report_kind)kind);
        q.claim = report_is_of_claim(q.kind) ? s.claim : 0;
        q.kinds = UINT64_C(1) << FLOOR_COIN_IN;
        tree_refuse(n, q, CR_E_INPUT, "kind: ");
        q.kinds = 0;
        strcpy(q.user, "Ann");
        tree_refuse(n, q, CR_E_INPUT, "user: ");
    }
    q = report_of(REPORT_SUBMISSION);
    strcpy(q.table, "t1");
    tree_refuse(n, q, CR_E_INPUT, "in force now");
    night_close_shift(n);
    tree_refuse(n, report_of(REPORT_SHIFT), CR_E_NOT_FOUND, "none is open");
    night_close(n);
    /* An empty store, and ranges before and after all events. */
    struct store *empty;
    struct cr_err err = {0};
    struct paper *paper = NULL;
    q = report_of(REPORT_COIN_IN);
    assert_int_equal(store_open("memory:", STORE_CREATE, &empty, &err), 0);
    assert_int_equal(report_build(empty, &q, &paper, &err), CR_E_NOT_FOUND);
    store_close(empty);
}

static void names_are_found(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < REPORT_KINDS; kind++) {
        assert_int_equal(report_find(report_name(kind)), kind);
        assert_true(strlen(report_about((enum report_kind)kind)) > 0);
    }
    assert_null(report_name(REPORT_KINDS));
    assert_int_equal(report_find("coins"), REPORT_KINDS);
}

#define ON_MEMORY(f)                                                                               \
    {                                                                                              \
#f " (memory)", f, NULL, NULL, "memory:"                                                   \
    }

int main(void)
{
    static char file[] = "/tmp/croupier-reports-XXXXXX", address[64];
    const int fd = mkstemp(file);
    if (fd < 0)
        return 1;
    close(fd);
    unlink(file);
    snprintf(address, sizeof address, "sqlite:%s", file);
    const struct CMUnitTest tests[] = {
        ON_MEMORY(coins_are_where_they_went),
        {"coins_are_where_they_went (sqlite)", coins_are_where_they_went, NULL, NULL, address},
        ON_MEMORY(pieces_add_up),
        ON_MEMORY(every_event_is_in_words),
        ON_MEMORY(activity_by_kind_and_person),
        cmocka_unit_test(kinds_are_written_as_they_are_read),
        ON_MEMORY(jackpots_are_told_apart),
        cmocka_unit_test(sums_go_beyond_an_amount),
        ON_MEMORY(people_are_listed_by_whole_names),
        ON_MEMORY(a_claim_on_the_edge),
        cmocka_unit_test(a_submission_is_of_what_runs),
        cmocka_unit_test(a_submission_has_long_lines_whole),
        ON_MEMORY(hostile_queries),
        cmocka_unit_test(names_are_found),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", file, parts[i]);
        unlink(path);
    }
    return failed;
}
