/* Verification of a whole store: runs the readers over the log, compares the rows, and collects
 * what they find. */
#include "log/audit/verify.h"

#include "base/err.h"
#include "floor/semantics.h"
#include "log/audit/verify_internal.h"
#include "log/replay/floor_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Faults ---- */

/* Faults are in the order of the log, those without an event (0) last; those of one event are
 * ordered by promise, so that the order does not depend on which thread was first. */
static bool comes_later(const struct verify_fault *a, const struct verify_fault *b)
{
    return a->seq != b->seq ? a->seq - 1 > b->seq - 1 : a->promise > b->promise;
}

/* The earliest ones are kept, in order. */
static void keep(struct verify_report *r, const struct verify_fault *fault)
{
    unsigned at = r->kept_count;
    while (at > 0 && comes_later(&r->kept[at - 1], fault))
        at--;
    if (at == VERIFY_KEPT_FAULTS)
        return;
    const unsigned moved =
        r->kept_count < VERIFY_KEPT_FAULTS ? r->kept_count - at : VERIFY_KEPT_FAULTS - 1 - at;
    memmove(&r->kept[at + 1], &r->kept[at], moved * sizeof(r->kept[0]));
    r->kept[at] = *fault;
    r->kept_count += r->kept_count < VERIFY_KEPT_FAULTS;
}

static void verify_add_fault(void *verifier, const struct verify_fault *fault)
{
    struct verifier *v = verifier;
    mutex_lock(&v->lock);
    v->report->faults[fault->promise]++;
    keep(v->report, fault);
    mutex_unlock(&v->lock);
}

void verify_say(struct verifier *v, unsigned promise, uint64_t seq, const char *format, ...)
{
    struct verify_fault fault = {.promise = promise, .seq = seq};
    va_list args;
    va_start(args, format);
    vsnprintf(fault.text, sizeof(fault.text), format, args);
    va_end(args);
    verify_add_fault(v, &fault);
}

uint64_t verify_fault_count(const struct verify_report *report)
{
    uint64_t count = 0;
    for (unsigned p = 1; p <= VERIFY_PROMISES; p++)
        count += report->faults[p];
    return count;
}

/* ---- Readers ---- */

static void read_chain(struct verifier *v, const struct store_event *event)
{
    struct cr_err err;
    if (replay_check_chain(&v->chained, event, &err) != 0)
        verify_say(v, 7, event->seq, "%s", err.text);
    v->chained.seq = event->seq;
    memcpy(v->chained.hash, event->hash, STORE_HASH_BYTES);
    const struct store_head *expect = v->options->expect;
    if (expect != NULL && expect->seq == event->seq &&
        memcmp(expect->hash, event->hash, STORE_HASH_BYTES) != 0)
        verify_say(v, 7, event->seq, "this is not the event that was seen before under its number");
}

static void read_for_audit(struct verifier *v, const struct store_event *event)
{
    if (atomic_load(&v->refused))
        return;
    const int rc = auditor_event(v->auditor, event->seq, event->body, event->len);
    if (rc == CR_E_IO)
        v->out_of_memory = true;
    if (rc == CR_E_STATE) {
        v->refused_at = event->seq;
        atomic_store(&v->refused, true);
    }
}

static void read_for_replay(struct verifier *v, const struct store_event *event)
{
    struct cr_err err;
    if (v->report->replay_stopped)
        return;
    if (replay_step(v->replay, event, &err) != 0) {
        /* The state after this event is not known, so nothing behind it can be replayed. */
        v->report->replay_stopped = true;
        verify_say(v, 4, event->seq, "%s", err.text);
        return;
    }
    if ((v->check_all ? floor_check : floor_check_touched)(&v->floor, &err) != 0) {
        v->check_all = true;
        verify_say(v, 3, event->seq, "%s", err.text);
    }
    if (v->floor.dirty_count > 0 && !verify_rows_clean(&v->rows, &v->floor))
        v->out_of_memory = true;
}

/* ---- The whole ---- */

#define HELD_EVENTS 4096
#define ROUNDS_MAX  8

/* Not a fault of the log: the program does not know what these events mean, and cannot judge
 * them. */
static int refuse(const struct verifier *v, struct cr_err *err)
{
    floor_refuse_semantics(auditor_unknown_semantics(v->auditor), auditor_semantics_known, "", err);
    return err_prefix(err, "event %llu", (unsigned long long)v->refused_at);
}

static int read_up_to(struct verifier *v, struct store *store, struct store_head *head,
                      struct cr_err *err)
{
    verify_reader *const readers[] = {read_for_audit, read_for_replay};
    const uint64_t from = v->report->head.seq + 1;
    int rc = store_head(store, head, err);
    if (rc == 0)
        rc = verify_pipe_run(v, store, from, head->seq, read_chain, readers,
                             v->options->quick ? 1 : 2, err);
    if (atomic_load(&v->refused))
        return refuse(v, err);
    if (rc != 0)
        return rc;
    if (v->out_of_memory)
        return err_set(err, CR_E_IO, "out of memory");
    v->report->head = *head;
    return 0;
}

static void check_end(struct verifier *v)
{
    const struct verify_report *r = v->report;
    const struct store_head *expect = v->options->expect;
    if (v->chained.seq != r->head.seq ||
        memcmp(v->chained.hash, r->head.hash, STORE_HASH_BYTES) != 0)
        verify_say(v, 7, r->head.seq, "the log says it ends at %llu, its last event is %llu",
                   (unsigned long long)r->head.seq, (unsigned long long)v->chained.seq);
    if (expect != NULL && expect->seq > r->head.seq)
        verify_say(v, 8, 0,
                   "event %llu was seen before, the log now ends at %llu: it was cut short or put "
                   "back to an older state",
                   (unsigned long long)expect->seq, (unsigned long long)r->head.seq);
}

/* Reads most of the log while others may write. The rest and the rows are read in one snapshot of
 * the store (store_hold), so that they fit together. A snapshot keeps the store from cleaning up
 * behind its writer, so it is taken only when few events are left to read, or when ROUNDS_MAX
 * attempts did not get there. */
static int read_all(struct verifier *v, struct store *store, struct cr_err *err)
{
    struct store_head head;
    uint64_t before;
    unsigned rounds = 0;
    int rc;
    do {
        before = v->report->head.seq;
        rc = read_up_to(v, store, &head, err);
    } while (rc == 0 && head.seq - before > HELD_EVENTS && ++rounds < ROUNDS_MAX);
    if (rc == 0)
        rc = store_hold(store, err);
    if (rc != 0)
        return rc;
    rc = read_up_to(v, store, &head, err);
    if (rc == 0 && !v->options->quick && !v->report->replay_stopped)
        rc = verify_rows_compare(v, store, err);
    if (rc == 0 && !verify_is_stopped(v))
        rc = verify_secrets_compare(v, store, err);
    store_release(store);
    /* Readers that are told to stop skip events, so their findings do not count. */
    if (verify_is_stopped(v))
        return err_set(err, CR_E_STATE, "the verification was stopped before its end");
    if (rc == 0)
        check_end(v);
    return rc;
}

/* The readers see only the log's texts. Objects in the database that could act beside them, such as
 * triggers, are searched for here. */
static int look_for_strangers(struct verifier *v, struct store *store, struct cr_err *err)
{
    char names[256];
    int rc = store_strangers(store, names, sizeof(names), err);
    if (rc == 0 && names[0] != '\0')
        verify_say(v, 4, 0, "the database is not as the program made it: %s", names);
    return rc;
}

static bool prepare(struct verifier *v)
{
    v->auditor = auditor_new(verify_add_fault, v);
    if (v->options->quick)
        return v->auditor != NULL;
    v->replay = calloc(1, sizeof(*v->replay));
    v->floor_memory = floor_memory_new(v->room);
    if (v->auditor == NULL || v->replay == NULL || v->floor_memory == NULL)
        return false;
    floor_init_in_zeros(&v->floor, v->room, v->room, v->floor_memory);
    v->replay->floor = &v->floor;
    return true;
}

/* V3: after an event only the books that it touched are checked. True when, at the end, others do
 * not balance. */
static bool has_hidden_fault(const struct verifier *v)
{
    return !v->options->quick && !v->check_all && !v->report->replay_stopped &&
           floor_check(&v->floor, NULL) != 0;
}

static int verify_once(struct store *store, const struct verify_options *options, bool check_all,
                       struct verify_report *out, bool *hidden_fault, struct cr_err *err)
{
    struct verifier *v = calloc(1, sizeof(*v));
    if (v == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    memset(out, 0, sizeof(*out));
    v->options = options;
    v->room = options->limits != NULL ? options->limits : &floor_limits_largest;
    v->report = out;
    v->check_all = check_all;
    mutex_init(&v->lock);
    int rc = prepare(v) ? read_all(v, store, err) : err_set(err, CR_E_IO, "out of memory");
    if (rc == 0)
        rc = look_for_strangers(v, store, err);
    *hidden_fault = rc == 0 && has_hidden_fault(v);
    mutex_destroy(&v->lock);
    auditor_free(v->auditor);
    verify_rows_release(&v->rows);
    free(v->replay);
    floor_memory_free(v->floor_memory, v->room);
    free(v);
    return rc;
}

int verify_store(struct store *store, const struct verify_options *options,
                 struct verify_report *out, struct cr_err *err)
{
    bool hidden_fault = false;
    int rc = verify_once(store, options, false, out, &hidden_fault, err);
    /* A second run checks all books after every event, to find the one that did it. */
    if (rc == 0 && hidden_fault)
        rc = verify_once(store, options, true, out, &hidden_fault, err);
    return rc;
}
