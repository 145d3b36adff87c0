/* In a fixed day of work every call of the store fails, once or from then on. Answered requests
 * must be in the log, unanswered ones are repeated, and nothing counts twice (V1, V2). */
#include "audited.h"
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

#define ROUNDS 12
#define SETUP  6 /* requests before the first round */

static const struct floor_limits limits = {
    .tables = 2, .links = 2, .claims = 8, .disputes = 2, .alarms = 32, .people = 4, .documents = 2};

struct day {
    struct memory_disk *disk;
    struct store *store;
    struct manager *manager;
    uint64_t epoch, acked; /* as the table was told */
    uint8_t document[CR_HASH_BYTES];
    unsigned answered; /* how many requests of the day were answered */
    bool asked_before; /* the next request was made before, without an answer */
};

static bool start(struct day *d)
{
    const struct manager_config config = {.id = "gm", .lease_ms = 2000, .limits = limits};
    assert_int_equal(memory_disk_open(d->disk, &d->store), 0);
    if (manager_new(d->store, &config, 1700000000000, 1000, &d->manager, NULL) == 0)
        return true;
    store_close(d->store);
    d->store = NULL;
    return false;
}

static void stop(struct day *d)
{
    if (d->store == NULL)
        return;
    manager_free(d->manager);
    store_close(d->store);
    d->store = NULL;
}

/* Fills in request number i of the day. */
static void fill(const struct day *d, unsigned i, struct floor_event *e)
{
    static const unsigned kinds[SETUP] = {FLOOR_PERSON_ADDED,     FLOOR_PERSON_ADDED,
                                          FLOOR_DOCUMENT_ADDED,   FLOOR_LINK_CONFIGURED,
                                          FLOOR_TABLE_CONFIGURED, FLOOR_LINK_OPENED};
    const struct cr_shipped *shipped = cr_shipped_find("cn");
    event_init(e, i < SETUP ? kinds[i] : i % 2 == 0 ? FLOOR_COIN_IN : FLOOR_GAME_OVER);
    if (i >= SETUP) {
        memcpy(e->table, "t1", 2);
        e->epoch = d->epoch;
        e->table_seq = i - SETUP + 1;
        e->seats = i % 2 == 0 ? (uint8_t)(1 + i % 7) : 0;
        return;
    }
    memcpy(e->user, i < 2 ? "setup" : "ann", i < 2 ? 5 : 3);
    memcpy(e->item, "manager", 7);
    memcpy(e->person, i == 0 ? "ann" : "bob", 3);
    memcpy(e->approver, "bob", 3);
    memcpy(e->link, "main", 4);
    memcpy(e->table, "t1", 2);
    memcpy(e->document, d->document, CR_HASH_BYTES);
    e->is_live = 1;
    memcpy(e->text, shipped->text, shipped->len);
    e->text_len = (uint16_t)shipped->len;
}

/* Clears members that do not belong to the event's kind; fill sets some for all kinds. */
static void keep_given(struct floor_event *e)
{
    static struct floor_event all;
    all = *e;
    event_copy_given(e, &all);
    if (e->kind == FLOOR_TABLE_CONFIGURED)
        memset(e->document, 0, sizeof(e->document));
    if (e->kind == FLOOR_PERSON_ADDED)
        memset(e->approver, 0, sizeof(e->approver));
}

static int join(struct day *d)
{
    static struct manager_request request;
    struct manager_request *r = &request;
    event_init(&r->event, FLOOR_TABLE_JOINED);
    memcpy(r->event.table, "t1", 2);
    memcpy(r->event.manager, "gm", 2);
    memcpy(r->event.instance, "box", 3);
    r->event.acked_epoch = d->epoch;
    r->event.acked_seq = d->acked;
    const int rc = manager_batch(d->manager, &r, 1, 1700000000000, 1000, NULL);
    if (rc != 0)
        return rc;
    assert_int_equal(r->result, 0);
    if (d->epoch == 0)
        d->epoch = r->event.epoch;
    assert_int_equal(r->event.epoch, d->epoch);
    return 0;
}

/* A repeated request of the desk may be refused, because it was durable although its answer was
 * lost. */
static void check_answer(struct day *d, const struct manager_request *r)
{
    if (r->result != 0 && (r->event.kind > FLOOR_TABLE_JOINED || !d->asked_before))
        fail_msg("request %u: %s", d->answered, r->err.text);
    if (r->event.kind == FLOOR_DOCUMENT_ADDED && r->result == 0)
        memcpy(d->document, r->event.document, CR_HASH_BYTES);
    if (r->event.table_seq != 0)
        d->acked = r->event.table_seq;
    d->answered++;
}

/* Works until the day is done or until managers have died so many times. */
static void work(struct day *d, unsigned deaths)
{
    static struct manager_request request;
    struct manager_request *r = &request;
    bool joined = false;
    while (d->answered < SETUP + 2 * ROUNDS && deaths > 0) {
        if (d->store == NULL) {
            joined = false;
            if (!start(d)) {
                deaths--;
                continue;
            }
        }
        int rc = 0;
        if (d->answered >= SETUP && !joined)
            rc = join(d);
        joined = joined || (rc == 0 && d->answered >= SETUP);
        if (rc == 0) {
            fill(d, d->answered, &r->event);
            keep_given(&r->event);
            rc = manager_batch(d->manager, &r, 1, 1700000000000, 1000, NULL);
        }
        if (rc == 0) {
            check_answer(d, r);
            d->asked_before = false;
        } else {
            d->asked_before = true;
            stop(d);
            deaths--;
        }
    }
}

static int take_document(void *context, const struct store_event *event)
{
    struct day *d = context;
    static struct floor_event e;
    assert_int_equal(event_decode(event->body, event->len, &e, NULL), 0);
    if (e.kind == FLOOR_DOCUMENT_ADDED)
        memcpy(d->document, e.document, CR_HASH_BYTES);
    return 0;
}

static void count_fault(void *context, const struct verify_fault *fault)
{
    (void)context;
    fail_msg("V%u: %s", fault->promise, fault->text);
}

static int audit(void *context, const struct store_event *event)
{
    return auditor_event(context, event->seq, event->body, event->len);
}

/* The log must have the coins of all answered rounds, and may have those of one that was not
 * answered. */
static void check_log(struct day *d, bool all)
{
    static struct verify_report report;
    const struct verify_options options = {.one_thread = true, .limits = &limits};
    struct auditor *a = auditor_new(count_fault, NULL);
    struct store *reader = NULL;
    assert_int_equal(memory_disk_open(d->disk, &reader), 0);
    assert_int_equal(store_read(reader, 1, UINT64_MAX, audit, a, NULL), 0);
    uint64_t coins = 0, next = 0;
    for (unsigned i = SETUP; i < SETUP + 2 * ROUNDS; i += 2) {
        const unsigned worth = (unsigned)__builtin_popcount(1 + i % 7);
        if (i < d->answered)
            coins += worth;
        else if (i == d->answered)
            next = worth;
    }
    const uint64_t logged = audited_table(a, "t1")->coins_in;
    assert_true(logged == coins || (!all && logged == coins + next));
    auditor_free(a);
    assert_int_equal(verify_store(reader, &options, &report, NULL), 0);
    if (verify_fault_count(&report) > 0)
        fail_msg("V%u: %s", report.kept[0].promise, report.kept[0].text);
    store_close(reader);
}

/* Lets the k-th call of this kind fail; returns false if there were fewer calls. */
static bool fail_at(unsigned kind, unsigned k, bool from_then_on)
{
    struct day d = {.disk = memory_disk_new()};
    unsigned *faults[] = {&memory_disk_faults(d.disk)->fail_begin,
                          &memory_disk_faults(d.disk)->fail_append,
                          &memory_disk_faults(d.disk)->fail_commit_lost,
                          &memory_disk_faults(d.disk)->fail_commit_durable};
    *faults[kind] = k;
    work(&d, 1);
    const bool happened = *faults[kind] == 0;
    for (unsigned again = 0; from_then_on && happened && again < 5; again++) {
        *faults[kind] = 1;
        work(&d, 1);
    }
    if (from_then_on && happened)
        check_log(&d, false);
    *faults[kind] = 0;
    /* The document's hash is in the log even if its answer was lost. */
    struct store *reader = NULL;
    assert_int_equal(memory_disk_open(d.disk, &reader), 0);
    assert_int_equal(store_read(reader, 1, UINT64_MAX, take_document, &d, NULL), 0);
    store_close(reader);
    work(&d, 100);
    assert_int_equal(d.answered, SETUP + 2 * ROUNDS);
    check_log(&d, true);
    stop(&d);
    memory_disk_free(d.disk);
    return happened;
}

static void survives_each_failure(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 4; kind++) {
        for (unsigned from_then_on = 0; from_then_on < 2; from_then_on++) {
            unsigned k = 1;
            while (fail_at(kind, k, from_then_on))
                k++;
            assert_true(k > SETUP + 2 * ROUNDS);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(survives_each_failure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
