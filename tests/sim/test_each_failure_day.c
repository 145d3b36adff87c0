/* A floor file is read, and a round and a jackpot are played from claim to payment, on a real file.
 * Every call for memory, every write and every sync fails, once or from then on. Answered requests
 * must be in the log, unanswered ones are repeated, nothing counts twice (V1, V2), and the next
 * process completes the day.
 *
 * usage: test_each_failure_day [MOST]   failures of each kind; 0: every call */
#include "audited.h"
#include "each_call.h"

#include "log/audit/verify.h"
#include "service/manager/floor_config.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define NOW_MS INT64_C(1794736800000)

static unsigned at_most = 60;

static const char floor_file[] =
    "floor: Small\n"
    "configured_by: [Ann, Ben]\n"
    "people: {Ann: manager, Ben: manager, Cy: supervisor}\n"
    "links:\n"
    "  main: {progressive: cn, approvals: {high: 2, low: 1}, open: yes}\n"
    "tables:\n"
    "  t1: {game: Four Card Poker, link: main, live: yes}\n";

static const struct floor_limits limits = {
    .tables = 2, .links = 2, .claims = 8, .disputes = 2, .alarms = 32, .people = 8, .documents = 4};

/* ---- The requests after those of the floor file ---- */

enum step {
    STEP_ROUND,
    STEP_ROUND_OVER,
    STEP_COINS,
    STEP_CLAIM,
    STEP_VERIFIED,
    STEP_FIRST,
    STEP_SECOND,
    STEP_METHOD,
    STEP_KEY,
    STEP_PAID,
    STEP_KEY_BACK,
    STEP_OVER,
    STEP_CLEARED,
    STEPS
};
#define DAY_COINS (3 + 7)

static const struct {
    unsigned kind;
    const char *user;
    bool by_table, of_claim;
} steps[STEPS] = {
    [STEP_ROUND] = {FLOOR_COIN_IN, "", true, false},
    [STEP_ROUND_OVER] = {FLOOR_GAME_OVER, "", true, false},
    [STEP_COINS] = {FLOOR_COIN_IN, "", true, false},
    [STEP_CLAIM] = {FLOOR_CLAIM_MADE, "", true, false},
    [STEP_VERIFIED] = {FLOOR_CLAIM_VERIFIED, "Cy", false, true},
    [STEP_FIRST] = {FLOOR_CLAIM_APPROVED, "Ann", false, true},
    [STEP_SECOND] = {FLOOR_CLAIM_APPROVED, "Ben", false, true},
    [STEP_METHOD] = {FLOOR_CLAIM_METHOD_CHOSEN, "Ann", false, true},
    [STEP_KEY] = {FLOOR_KEY_TURNED, "Ann", true, false},
    [STEP_PAID] = {FLOOR_CLAIM_PAID, "", true, true},
    [STEP_KEY_BACK] = {FLOOR_KEY_TURNED, "Ann", true, false},
    [STEP_OVER] = {FLOOR_GAME_OVER, "", true, false},
    [STEP_CLEARED] = {FLOOR_CLAIM_CLEARED, "Ann", false, true},
};

static void fill_step(enum step step, const struct told *told, struct floor_event *e)
{
    event_init(e, steps[step].kind);
    strcpy(e->user, steps[step].user);
    if (steps[step].of_claim)
        e->claim = told->claim;
    if (steps[step].by_table) {
        strcpy(e->table, "t1");
        e->epoch = told->epoch;
        e->table_seq = told->acked + 1;
    }
    if (e->kind == FLOOR_COIN_IN)
        e->seats = step == STEP_ROUND ? 0x15 : 0x7f;
    if (step == STEP_CLAIM) {
        e->seat = 3;
        e->award = 1 + CR_ROYAL_FLUSH;
    }
    if (step == STEP_VERIFIED)
        e->items = 0x7f;
    if (step == STEP_METHOD)
        e->method = CLAIM_CHEQUES;
    if (step == STEP_KEY || step == STEP_KEY_BACK) {
        e->key = CR_KEY_HIGH;
        e->position = step == STEP_KEY ? FLOOR_KEY_JPH : FLOOR_KEY_R;
    }
}

/* ---- The work: in the child ---- */

struct day {
    struct told *told;
    struct store *store;
    struct manager *manager;
    struct manager_request *r;
    struct floor_config *config;
    size_t fed; /* requests of the floor file that were made */
    bool joined;
};

static int say(const struct cr_err *err)
{
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

/* Makes one request. A repeated request of the desk may be refused, because it was durable although
 * its answer was lost. */
static int ask(struct day *d, bool counts, struct cr_err *err)
{
    struct told *told = d->told;
    const bool again = told->asked;
    told->asked = told->asked || counts;
    int rc = manager_batch(d->manager, &d->r, 1, NOW_MS, 1000, err);
    if (rc != 0)
        return rc;
    const struct floor_event *e = &d->r->event;
    if (d->r->result != 0 && !(again && counts && e->table_seq == 0)) {
        *err = d->r->err;
        fprintf(stderr, "refused: ");
        return d->r->result;
    }
    rc = store_head(d->store, &told->head, err);
    if (rc != 0)
        return rc;
    if (e->kind == FLOOR_CLAIM_MADE)
        told->claim = e->seq;
    if (e->kind == FLOOR_TABLE_JOINED)
        told->epoch = e->epoch;
    if (e->table_seq != 0)
        told->acked = e->table_seq;
    if (counts) {
        told->done++;
        told->asked = false;
    }
    return 0;
}

static int join(struct day *d, struct cr_err *err)
{
    struct floor_event *e = &d->r->event;
    event_init(e, FLOOR_TABLE_JOINED);
    strcpy(e->table, "t1");
    strcpy(e->manager, "m1");
    strcpy(e->instance, "box");
    e->acked_epoch = d->told->epoch;
    e->acked_seq = d->told->acked;
    d->joined = true;
    return ask(d, false, err);
}

static int go_on(struct day *d, struct cr_err *err)
{
    unsigned line;
    while (floor_config_request(d->config, d->fed, &line) != NULL)
        d->fed++;
    int rc = floor_config_try(d->config, "floor.yaml", NOW_MS, err);
    while (rc == 0 && d->told->done < d->fed + STEPS) {
        if (d->told->done >= d->fed && !d->joined && (rc = join(d, err)) != 0)
            break;
        memset(d->r, 0, sizeof(*d->r));
        if (d->told->done < d->fed)
            floor_config_fill(d->config, d->told->done, NOW_MS, &d->r->event);
        else
            fill_step((enum step)(d->told->done - d->fed), d->told, &d->r->event);
        rc = ask(d, true, err);
    }
    return rc;
}

static int work(struct told *told)
{
    static struct manager_request request;
    const struct manager_config config = {.id = "m1", .lease_ms = 2000, .limits = limits};
    struct day d = {.told = told, .r = &request};
    struct cr_err err = {0};
    int rc = floor_config_load(each_path("floor.yaml"), &d.config, &err);
    if (rc == 0)
        rc = store_open(each_path("day"), STORE_CREATE, &d.store, &err);
    if (rc == 0)
        rc = manager_new(d.store, &config, NOW_MS, 1000, &d.manager, &err);
    if (rc == 0)
        rc = go_on(&d, &err);
    manager_free(d.manager);
    if (d.store != NULL)
        store_close(d.store);
    floor_config_free(d.config);
    return rc == 0 ? 0 : say(&err);
}

/* ---- What is left: in the parent ---- */

static void begin(void)
{
    static const char *const parts[] = {"day", "day-wal", "day-shm", "day-journal", "day.lock"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        unlink(each_path(parts[i]));
    FILE *file = fopen(each_path("floor.yaml"), "w");
    assert_non_null(file);
    fputs(floor_file, file);
    assert_int_equal(fclose(file), 0);
}

static void found(void *context, const struct verify_fault *fault)
{
    (void)context;
    fail_msg("V%u: %s", fault->promise, fault->text);
}

static int audit(void *context, const struct store_event *event)
{
    return auditor_event(context, event->seq, event->body, event->len);
}

static void check(const struct told *told, int status)
{
    static struct verify_report report;
    const struct verify_options options = {
        .one_thread = true, .limits = &limits, .expect = told->head.seq > 0 ? &told->head : NULL};
    struct store *store = NULL;
    struct cr_err err = {0};
    if (store_open(each_path("day"), STORE_READ, &store, &err) != 0) {
        /* The store was never completely created, so no request can have been answered. */
        if (told->done > 0 || status == 0)
            fail_msg("%s", err.text);
        return;
    }
    assert_int_equal(verify_store(store, &options, &report, &err), 0);
    if (verify_fault_count(&report) > 0)
        fail_msg("after %u answers: V%u: %s", told->done, report.kept[0].promise,
                 report.kept[0].text);
    if (status == 0) {
        struct auditor *a = auditor_new(found, NULL);
        assert_int_equal(store_read(store, 1, UINT64_MAX, audit, a, NULL), 0);
        assert_int_equal(audited_table(a, "t1")->coins_in, DAY_COINS);
        auditor_free(a);
    }
    store_close(store);
}

static void no_failure_loses_an_answer(void **state)
{
    static const struct job job = {.name = "day", .run = work, .prepare = begin, .check = check};
    (void)state;
    each_call(&job, at_most);
    begin();
    unlink(each_path("floor.yaml"));
    unlink(each_path(EACH_OUTPUT));
    unlink(each_path("said.err"));
    assert_int_equal(rmdir(each_folder()), 0);
}

int main(int argc, char **argv)
{
    faults_watch_sqlite();
    if (argc > 1)
        at_most = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_failure_loses_an_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
