/* croupier verify on logs that were tampered with, including their hashes. */
#include "log/audit/verify.h"
#include "log/store/memory.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#define EVENTS_MAX 64

static const struct floor_limits limits = {
    .tables = 4, .links = 2, .claims = 8, .disputes = 4, .alarms = 8, .people = 8, .documents = 4};

/* The events of a good log, which tests write again with changes. */
struct history {
    char *bodies[EVENTS_MAX];
    unsigned count;
    struct store_row rows[EVENTS_MAX];
    unsigned row_count;
};

static struct history good;

/* ---- Making a good log ---- */

static void set_member(struct floor_event *e, const char *name, size_t name_len, const char *value,
                       size_t len)
{
    const struct event_member *m = event_member_find(event_kind(e->kind), name, name_len);
    assert_non_null(m);
    const struct event_field *f = m->field;
    const bool words = f->type == EVENT_WORDS;
    if (f->type == EVENT_SEATS || words) {
        for (unsigned i = 0; len > 0; i++) {
            size_t n = 0;
            while (n < len && value[n] != ',')
                n++;
            assert_int_equal(words ? event_add_string(e, f, i, value, n, NULL)
                                   : event_add_number(e, f, i, value, n, NULL),
                             0);
            const size_t step = n < len ? n + 1 : n;
            value += step;
            len -= step;
        }
    } else if (event_set_string(e, f, value, len, NULL) != 0) {
        assert_int_equal(event_set_number(e, f, value, len, NULL), 0);
    }
}

/* members: "name=value;name=value", set in an event of this kind */
static void ask(struct manager *m, const char *kind, const char *members)
{
    static struct manager_request request;
    struct manager_request *r = &request;
    struct cr_err err = {0};
    event_init(&r->event, event_kind_find(kind, strlen(kind)));
    while (*members != '\0') {
        const size_t name = strcspn(members, "=");
        const size_t value = strcspn(members + name + 1, ";");
        set_member(&r->event, members, name, members + name + 1, value);
        members += name + 1 + value;
        members += *members == ';';
    }
    assert_int_equal(manager_batch(m, &r, 1, 1700000000000, 1000, &err), 0);
    if (r->result != 0)
        fail_msg("%s: %s", kind, r->err.text);
}

static void add_document(struct manager *m, const char *name, uint8_t hash[CR_HASH_BYTES])
{
    static struct manager_request request;
    struct manager_request *r = &request;
    const struct cr_shipped *shipped = cr_shipped_find(name);
    event_init(&r->event, FLOOR_DOCUMENT_ADDED);
    memcpy(r->event.user, "ann", 3);
    memcpy(r->event.text, shipped->text, shipped->len);
    r->event.text_len = (uint16_t)shipped->len;
    assert_int_equal(manager_batch(m, &r, 1, 1700000000000, 1000, NULL), 0);
    assert_int_equal(r->result, 0);
    memcpy(hash, r->event.document, CR_HASH_BYTES);
}

static void configure(struct manager *m)
{
    uint8_t hash[CR_HASH_BYTES];
    char members[256], hex[2 * CR_HASH_BYTES + 1];
    ask(m, "person_added", "person=ann;item=manager;department=Pit;user=setup");
    ask(m, "person_added", "person=bob;item=manager;department=Eye;user=setup");
    add_document(m, "cn", hash);
    for (unsigned i = 0; i < CR_HASH_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
    snprintf(members, sizeof(members), "link=main;document=%s;user=ann;approver=bob", hex);
    ask(m, "link_configured", members);
    /* is_live is a flag, which text cannot set */
    static struct manager_request request;
    struct manager_request *r = &request;
    event_init(&r->event, FLOOR_TABLE_CONFIGURED);
    memcpy(r->event.table, "t1", 2);
    memcpy(r->event.link, "main", 4);
    memcpy(r->event.item, "Live", 4);
    memcpy(r->event.user, "ann", 3);
    memcpy(r->event.approver, "bob", 3);
    r->event.is_live = 1;
    assert_int_equal(manager_batch(m, &r, 1, 1700000000000, 1000, NULL), 0);
    assert_int_equal(r->result, 0);
    ask(m, "link_opened", "link=main;user=ann");
}

static void play(struct manager *m)
{
    ask(m, "table_joined", "table=t1;manager=gm;instance=box");
    ask(m, "coin_in", "table=t1;epoch=1;table_seq=1;seats=1,2,5");
    ask(m, "claim_made", "table=t1;epoch=1;table_seq=2;seat=2;award=straight flush");
    ask(m, "claim_verified", "claim=10;items=hand,leds,shuffle,wager,sequence,meter,deck;user=ann");
    ask(m, "claim_approved", "claim=10;table=t1;amount=1000.15;user=ann");
    ask(m, "claim_approved", "claim=10;user=bob");
    ask(m, "key_turned", "table=t1;epoch=1;table_seq=3;key=high;position=JPH;user=ann");
    ask(m, "claim_paid", "table=t1;epoch=1;table_seq=4;claim=10");
    ask(m, "claim_cleared", "claim=10;user=ann");
    ask(m, "key_turned", "table=t1;epoch=1;table_seq=5;key=high;position=R;user=ann");
    ask(m, "game_over", "table=t1;epoch=1;table_seq=6");
    ask(m, "coin_in", "table=t1;epoch=1;table_seq=7;seats=3");
    /* V8: two people accept that events were lost */
    ask(m, "alarm_raised", "item=rollback;table=t1;text=it remembers more");
    ask(m, "alarm_acknowledged", "alarm=20;user=ann;approver=bob");
    ask(m, "table_joined", "table=t1;manager=gm;instance=box;acked_epoch=4;acked_seq=2");
    ask(m, "game_over", "table=t1;epoch=5;table_seq=1");
}

#define KEPT "$argon2id$of a password"

/* People are added and removed, and one gets a password. */
static void staff(struct manager *m)
{
    static struct manager_request request;
    struct manager_request *r = &request;
    ask(m, "person_added", "person=cat;item=dealer;user=ann;approver=bob");
    ask(m, "person_added", "person=dan;item=cage;user=ann;approver=bob");
    ask(m, "person_changed", "person=dan;item=supervisor;user=ann;approver=bob");
    event_init(&r->event, FLOOR_CREDENTIAL_SET);
    memcpy(r->event.person, "ann", 3);
    memcpy(r->event.user, "setup", 5);
    memcpy(r->event.item, "password", 8);
    strcpy(r->secret, KEPT);
    crypto_generichash(r->event.document, CR_HASH_BYTES, (const unsigned char *)KEPT,
                       sizeof(KEPT) - 1, NULL, 0);
    assert_int_equal(manager_batch(m, &r, 1, 1700000000000, 1000, NULL), 0);
    assert_int_equal(r->result, 0);
    ask(m, "signed_in", "person=ann;item=setup");
}

static int keep_event(void *context, const struct store_event *event)
{
    struct history *h = context;
    char *copy = malloc((size_t)event->len + 1);
    memcpy(copy, event->body, event->len);
    copy[event->len] = '\0';
    h->bodies[h->count++] = copy;
    return 0;
}

static int keep_row(void *context, const struct store_row *row)
{
    struct history *h = context;
    void *copy = malloc(row->len);
    memcpy(copy, row->body, row->len);
    h->rows[h->row_count++] = (struct store_row){row->id, copy, row->len};
    return 0;
}

static int make_history(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct store *store = NULL;
    struct manager *m = NULL;
    struct manager_config config = {.id = "gm", .program = {1}, .lease_ms = 2000, .limits = limits};
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1700000000000, 1000, &m, NULL), 0);
    configure(m);
    play(m);
    staff(m);
    manager_free(m);
    /* V10: the manager starts as another program, which raises an alarm */
    config.program[0] = 2;
    assert_int_equal(manager_new(store, &config, 1700000000000, 1000, &m, NULL), 0);
    assert_int_equal(store_read(store, 1, UINT64_MAX, keep_event, &good, NULL), 0);
    assert_int_equal(store_rows(store, 0, INT64_MAX, keep_row, &good, NULL), 0);
    manager_free(m);
    store_close(store);
    memory_disk_free(disk);
    return 0;
}

static int free_history(void **state)
{
    (void)state;
    for (unsigned i = 0; i < good.count; i++)
        free(good.bodies[i]);
    for (unsigned i = 0; i < good.row_count; i++)
        free((void *)(uintptr_t)good.rows[i].body);
    return 0;
}

/* ---- Writing a changed log ---- */

struct tampered {
    struct memory_disk *disk;
    struct store *store;
    struct store_head head;
};

static void open_tampered(struct tampered *t)
{
    t->disk = memory_disk_new();
    assert_int_equal(memory_disk_open(t->disk, &t->store), 0);
    assert_int_equal(store_begin(t->store, &t->head, NULL), 0);
}

static void write_body(struct tampered *t, const char *body)
{
    struct store_event e = {.seq = t->head.seq + 1, .body = body, .len = (uint32_t)strlen(body)};
    store_chain(t->head.hash, body, e.len, e.hash);
    assert_int_equal(store_append(t->store, &e, 1, NULL, 0, NULL), 0);
    t->head.seq = e.seq;
    memcpy(t->head.hash, e.hash, sizeof(e.hash));
}

/* with_rows: the rows of the good log are stored too. */
static void close_tampered(struct tampered *t, bool with_rows)
{
    assert_int_equal(store_put_secret(t->store, "password/ann", KEPT, NULL), 0);
    if (with_rows)
        assert_int_equal(store_append(t->store, NULL, 0, good.rows, good.row_count, NULL), 0);
    assert_int_equal(store_commit(t->store, NULL), 0);
}

static void verify(struct tampered *t, const struct store_head *expect,
                   struct verify_report *report)
{
    for (unsigned threads = 0; threads < 2; threads++) {
        const struct verify_options options = {
            .one_thread = threads == 0, .limits = &limits, .expect = expect};
        struct cr_err err = {0};
        if (verify_store(t->store, &options, report, &err) != 0)
            fail_msg("%s", err.text);
    }
    store_close(t->store);
    memory_disk_free(t->disk);
}

/* Writes the log with `from` replaced by `to` in event number `at`, and verifies it. */
static void change(unsigned at, const char *from, const char *to, struct verify_report *report)
{
    struct tampered t;
    open_tampered(&t);
    for (unsigned i = 0; i < good.count; i++) {
        char body[8192];
        const char *found = i + 1 == at ? strstr(good.bodies[i], from) : NULL;
        if (i + 1 == at)
            assert_non_null(found);
        if (found == NULL)
            snprintf(body, sizeof(body), "%s", good.bodies[i]);
        else
            snprintf(body, sizeof(body), "%.*s%s%s", (int)(found - good.bodies[i]), good.bodies[i],
                     to, found + strlen(from));
        write_body(&t, body);
    }
    close_tampered(&t, true);
    verify(&t, NULL, report);
}

/* ---- Tests ---- */

static struct verify_report report;

static void passes_a_good_log(void **state)
{
    (void)state;
    struct tampered t;
    open_tampered(&t);
    for (unsigned i = 0; i < good.count; i++)
        write_body(&t, good.bodies[i]);
    close_tampered(&t, true);
    verify(&t, &t.head, &report);
    if (verify_fault_count(&report) != 0)
        fail_msg("%s", report.kept[0].text);
    assert_int_equal(report.head.seq, good.count);
    assert_int_equal(report.rows, good.row_count);
}

static void stop_now(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    atomic_store((atomic_bool *)context, true);
}

/* Verification can be stopped before the first event or at the end; what it has not checked is no
 * fault. */
static void gives_up_when_told_to(void **state)
{
    (void)state;
    struct tampered t;
    open_tampered(&t);
    for (unsigned i = 0; i < good.count; i++)
        write_body(&t, good.bodies[i]);
    close_tampered(&t, true);
    for (unsigned i = 0; i < 4; i++) {
        atomic_bool stop = i < 2;
        const struct verify_options options = {.one_thread = i % 2 == 0,
                                               .limits = &limits,
                                               .stop = &stop,
                                               .progress = stop_now,
                                               .context = &stop};
        struct cr_err err = {0};
        assert_int_equal(verify_store(t.store, &options, &report, &err), CR_E_STATE);
        assert_non_null(strstr(err.text, "stopped"));
        assert_int_equal(verify_fault_count(&report), 0);
    }
    store_close(t.store);
    memory_disk_free(t.disk);
}

/* The number of the first event of this kind that contains these words. */
static unsigned find_event(const char *kind, const char *words)
{
    char text[64];
    snprintf(text, sizeof(text), "\"kind\":\"%s\"", kind);
    for (unsigned i = 0; i < good.count; i++)
        if (strstr(good.bodies[i], text) != NULL && strstr(good.bodies[i], words) != NULL)
            return i + 1;
    fail_msg("no %s with %s", kind, words);
    return 0;
}

/* Each change must be reported as the promise that it breaks. */
static void names_the_promise(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *from, *to;
        unsigned promise;
    } cases[] = {
        {"coin_in", "\"after\":[\"10000.42\"", "\"after\":[\"10000.41\"", 3},
        {"coin_in", "\"house\":\"2.25\"", "\"house\":\"2.26\"", 3},
        {"coin_in", "\"amount\":\"3.00\"", "\"amount\":\"4.00\"", 3},
        {"coin_in", "\"table_seq\":1", "\"table_seq\":2", 2},
        {"coin_in", "\"round\":1", "\"round\":2", 2},
        {"key_turned", "JPH", "JPL", 5},
        {"claim_paid", "\"amount\":\"1000.15\"", "\"amount\":\"1000.16\"", 5},
        {"claim_verified", "\"deck\"", "\"hand\"", 5},
        {"claim_approved", "ann", "bob", 5},
        {"claim_approved", "ann", "eve", 5},
        {"link_configured", "\"approver\":\"bob\"", "\"approver\":\"ann\"", 6},
        {"claim_made", "\"time\":1700", "\"time\":1600", 11},
        {"claim_cleared", "\"claim\":10", "\"claim\":11", 5},
        {"claim_approved", "\"amount\":\"1000.15\"", "\"amount\":\"1000.16\"", 5},
        {"claim_approved", "\"table\":\"t1\"", "\"table\":\"t2\"", 5},
        {"person_added", "\"item\":\"manager\"", "\"item\":\"dealer\"", 6},
        {"person_changed", "\"approver\":\"bob\"", "\"approver\":\"dan\"", 6},
        {"person_changed", "\"approver\":\"bob\"", "\"approver\":\"cat\"", 6},
        {"person_changed", "\"user\":\"ann\"", "\"user\":\"cat\"", 6},
        {"credential_set", "\"user\":\"setup\"", "\"user\":\"bob\"", 6},
        {"manager_started", "\"configuration\":\"", "\"configuration\":\"0", 10},
        {"alarm_raised", "\"item\":\"program\"", "\"item\":\"printer\"", 10},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        change(find_event(cases[i].kind, cases[i].from), cases[i].from, cases[i].to, &report);
        if (report.faults[cases[i].promise] == 0)
            fail_msg("%s with %s: V%u is not named", cases[i].kind, cases[i].to, cases[i].promise);
        /* the floor's own replay must refuse the event too */
        if (report.faults[4] == 0)
            fail_msg("%s with %s: the replay takes it", cases[i].kind, cases[i].to);
    }
}

/* An event cannot be left out, repeated or moved, with new numbers or without. */
static void sees_events_moved(void **state)
{
    (void)state;
    const unsigned at = find_event("coin_in", "") - 1;
    for (unsigned how = 0; how < 3; how++) {
        struct tampered t;
        open_tampered(&t);
        for (unsigned i = 0; i < good.count; i++) {
            unsigned from = i;
            if (how == 2 && (i == at || i == at + 1))
                from = i == at ? at + 1 : at;
            if (!(how == 0 && i == at))
                write_body(&t, good.bodies[from]);
            if (how == 1 && i == at)
                write_body(&t, good.bodies[from]);
        }
        close_tampered(&t, true);
        verify(&t, NULL, &report);
        assert_true(report.faults[2] > 0 || report.faults[5] > 0);
        assert_true(report.faults[4] > 0 && report.faults[11] > 0);
    }
}

static void sees_rot_and_rows(void **state)
{
    (void)state;
    for (unsigned seq = 1; seq <= good.count; seq++) {
        struct tampered t;
        open_tampered(&t);
        for (unsigned i = 0; i < good.count; i++)
            write_body(&t, good.bodies[i]);
        close_tampered(&t, true);
        memory_disk_flip(t.disk, seq, (uint32_t)strlen(good.bodies[seq - 1]) / 2, seq % 8);
        verify(&t, NULL, &report);
        assert_true(report.faults[7] > 0);
        assert_int_equal(report.kept[0].seq, seq);
    }
    for (unsigned r = 0; r < good.row_count; r++) {
        struct tampered t;
        open_tampered(&t);
        for (unsigned i = 0; i < good.count; i++)
            write_body(&t, good.bodies[i]);
        char body[16384];
        memcpy(body, good.rows[r].body, good.rows[r].len);
        body[good.rows[r].len / 2] ^= 1;
        const struct store_row changed = {good.rows[r].id, body, good.rows[r].len};
        assert_int_equal(store_append(t.store, NULL, 0, good.rows, good.row_count, NULL), 0);
        assert_int_equal(store_append(t.store, NULL, 0, &changed, 1, NULL), 0);
        close_tampered(&t, false);
        verify(&t, NULL, &report);
        /* rows of an unknown layout are not compared, and the report says so */
        assert_true(report.faults[4] == 1 || report.rows_of_another_layout);
    }
}

/* V4: somebody with access to the database changes, removes or adds a password. */
static void sees_foreign_passwords(void **state)
{
    (void)state;
    static const char *const texts[] = {"$argon2id$of another", "", KEPT};
    for (unsigned i = 0; i < 3; i++) {
        struct tampered t;
        open_tampered(&t);
        for (unsigned e = 0; e < good.count; e++)
            write_body(&t, good.bodies[e]);
        close_tampered(&t, true);
        struct store_head head;
        assert_int_equal(store_begin(t.store, &head, NULL), 0);
        assert_int_equal(
            store_put_secret(t.store, i == 2 ? "password/bob" : "password/ann", texts[i], NULL), 0);
        assert_int_equal(store_commit(t.store, NULL), 0);
        verify(&t, NULL, &report);
        assert_int_equal(report.faults[4], 1);
        assert_int_equal(verify_fault_count(&report), 1);
    }
}

/* V7, V8: only a checkpoint kept elsewhere reveals a log that was cut short or completely
 * rewritten. */
static void needs_a_mark_for_a_cut(void **state)
{
    (void)state;
    struct store_head mark = {0};
    for (unsigned with_mark = 0; with_mark < 2; with_mark++) {
        struct tampered t;
        open_tampered(&t);
        for (unsigned i = 0; i < good.count; i++) {
            if (i + 2 == good.count)
                mark = t.head;
            if (i + 2 < good.count || !with_mark)
                write_body(&t, good.bodies[i]);
        }
        mark.seq += 1;
        close_tampered(&t, false);
        verify(&t, with_mark ? &mark : NULL, &report);
        assert_int_equal(report.faults[7] + report.faults[8], with_mark);
        assert_int_equal(report.faults[8], with_mark);
    }
    struct tampered t;
    open_tampered(&t);
    for (unsigned i = 0; i < good.count; i++)
        write_body(&t, good.bodies[i]);
    close_tampered(&t, true);
    mark = t.head;
    mark.hash[5] ^= 1;
    verify(&t, &mark, &report);
    assert_int_equal(report.faults[7], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_a_good_log),      cmocka_unit_test(gives_up_when_told_to),
        cmocka_unit_test(names_the_promise),      cmocka_unit_test(sees_events_moved),
        cmocka_unit_test(sees_rot_and_rows),      cmocka_unit_test(needs_a_mark_for_a_cut),
        cmocka_unit_test(sees_foreign_passwords),
    };
    return cmocka_run_group_tests(tests, make_history, free_history);
}
