/* The worker with which the manager verifies its store; see self_audit.h. */
#include "service/notary/self_audit.h"

#include "base/check.h"
#include "floor/alarms.h"
#include "floor/semantics.h"
#include "log/audit/verify.h"
#include "os/clock.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_AFTER_S 2
#define LOWEST        19 /* priority, as of nice(1) */

struct self_audit {
    const char *address;
    unsigned every_s;
    struct writer *writer;
    struct api *api;
    struct worker *worker;
    atomic_bool stop; /* makes a running verification end early */
    uint64_t told;    /* number of faults in the last alarm … */
    uint64_t halted;  /* … and in the last one that halted the floor */
    struct verify_report report;
    struct manager_request alarm;
};

/* ---- Alarms ---- */

/* Raises an alarm, unless one of that kind waits or the faults are no more than those of the last
 * one. */
static void raise_alarm(struct self_audit *a, enum alarm_kind kind, uint64_t faults, uint64_t *told,
                        const char *what, const char *todo)
{
    char text[1024];
    if (faults <= *told)
        return;
    snprintf(text, sizeof(text), "%s; %s", what, todo);
    if (raise_alarm_once(a->writer, &a->alarm, kind, 0, text))
        *told = faults;
}

/* V3, V4: halts the floor when amounts or rows do not agree with the log. A log whose events have
 * only the first version of their meaning has just one alarm that halts (rollback). */
static void halt(struct self_audit *a)
{
    const struct verify_report *r = &a->report;
    const uint64_t faults = r->faults[3] + r->faults[4];
    unsigned i = 0;
    char what[900];
    while (i < r->kept_count && r->kept[i].promise != 3 && r->kept[i].promise != 4)
        i++;
    if (faults == 0 || i == r->kept_count)
        return;
    const bool has_books = floor_semantics(writer_lock(a->writer)) >= 2;
    writer_unlock(a->writer);
    snprintf(what, sizeof(what), "the books are not what the log comes to: V%u: %s",
             r->kept[i].promise, r->kept[i].text);
    raise_alarm(a, has_books ? ALARM_BOOKS : ALARM_ROLLBACK, faults, &a->halted, what,
                "the floor is halted; stop the manager, run croupier verify, then croupier db "
                "rebuild, and find out who changed the store");
}

static void tell(struct self_audit *a, int rc, const struct cr_err *err)
{
    const struct verify_report *r = &a->report;
    const uint64_t faults = rc == 0 ? verify_fault_count(r) : 1;
    char what[900], place[64] = "";
    if (faults == 0) {
        a->told = 0;
        a->halted = 0;
        api_note_verified(a->api, r->head.seq, clock_wall_ms());
        return;
    }
    if (rc != 0) {
        snprintf(what, sizeof(what), "the log cannot be verified: %s", err->text);
    } else {
        const struct verify_fault *first = &r->kept[0];
        if (first->seq != 0)
            snprintf(place, sizeof(place), ", event %llu", (unsigned long long)first->seq);
        snprintf(what, sizeof(what), "the log does not verify: V%u%s: %s (%llu fault%s in all)",
                 first->promise, place, first->text, (unsigned long long)faults,
                 faults == 1 ? "" : "s");
    }
    raise_alarm(a, ALARM_VERIFICATION, faults, &a->told, what,
                "keep the store as it is, run croupier verify on it, and decide with the pit "
                "manager whether play goes on");
    if (rc == 0)
        halt(a);
    api_note_not_verified(a->api);
}

/* ---- The worker ---- */

static int64_t audit(void *context)
{
    struct self_audit *a = context;
    const struct verify_options options = {.stop = &a->stop};
    struct store *store = NULL;
    struct cr_err err = {0};
    int rc = store_open(a->address, STORE_READ, &store, &err);
    if (rc == 0) {
        rc = verify_store(store, &options, &a->report, &err);
        store_close(store);
    }
    if (!atomic_load(&a->stop))
        tell(a, rc, &err);
    return (int64_t)a->every_s * 1000;
}

int self_audit_start(const char *address, unsigned every_s, struct writer *writer, struct api *api,
                     struct self_audit **out, struct cr_err *err)
{
    CHECK(every_s > 0);
    struct self_audit *a = calloc(1, sizeof(*a));
    if (a == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    a->address = address;
    a->every_s = every_s;
    a->writer = writer;
    a->api = api;
    const unsigned first_s = every_s < FIRST_AFTER_S ? every_s : FIRST_AFTER_S;
    const struct worker_config config = {.name = "self audit",
                                         .context = a,
                                         .tick = audit,
                                         .first_tick_ms = (int64_t)first_s * 1000,
                                         .nice = LOWEST};
    int rc = worker_start(&config, &a->worker, err);
    return err_or_made(rc, out, a, free);
}

void self_audit_stop(struct self_audit *a)
{
    if (a == NULL)
        return;
    atomic_store(&a->stop, true);
    worker_stop(a->worker);
    free(a);
}
