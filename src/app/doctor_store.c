/* croupier doctor: opens a store, and checks the end of its log, its rows, and its floor. */
#include "app/doctor.h"
#include "base/err.h"
#include "log/replay/rows_seal.h"
#include "os/clock.h"
#include "service/notary/self_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TAIL_EVENTS 1000

/* ---- The end of the log ---- */

struct tail {
    uint64_t seq; /* of the event before; 0: none yet */
    int64_t time_ms;
    uint8_t hash[STORE_HASH_BYTES];
    struct floor_event event;
    struct cr_err err;
};

static int check_chain(struct tail *t, const struct store_event *event)
{
    uint8_t hash[STORE_HASH_BYTES];
    if (t->seq == 0)
        return CR_OK;
    if (event->seq != t->seq + 1)
        return err_set(&t->err, CR_E_INPUT, "event %" PRIu64 " is missing", t->seq + 1);
    store_chain(t->hash, event->body, event->len, hash);
    if (memcmp(hash, event->hash, sizeof hash) != 0)
        return err_set(&t->err, CR_E_INPUT,
                       "the hash of event %" PRIu64 " does not follow from the one before",
                       event->seq);
    return CR_OK;
}

static int check_event(void *context, const struct store_event *event)
{
    struct tail *t = context;
    int rc = check_chain(t, event);
    if (rc == CR_OK && event_decode(event->body, event->len, &t->event, &t->err) != CR_OK)
        rc = err_prefix(&t->err, "event %" PRIu64 " is not as it was written", event->seq);
    if (rc == CR_OK && (t->event.seq != event->seq || t->event.time_ms < t->time_ms))
        rc = err_set(&t->err, CR_E_INPUT, "event %" PRIu64 " has another's number or time",
                     event->seq);
    if (rc != CR_OK)
        return rc;
    t->seq = event->seq;
    t->time_ms = t->event.time_ms;
    memcpy(t->hash, event->hash, sizeof t->hash);
    return CR_OK;
}

/* Checks the last events of the log. False when they cannot be relied on. */
static bool look_at_tail(struct doctor *d, struct store *store, const struct store_head *head,
                         struct tail *t)
{
    const uint64_t from =
        store_first_at_hand(store, head->seq > TAIL_EVENTS ? head->seq - TAIL_EVENTS : 1);
    int rc = store_read(store, from, head->seq - from + 1, check_event, t, &t->err);
    if (rc == CR_OK && (t->seq != head->seq || memcmp(t->hash, head->hash, sizeof t->hash) != 0))
        rc = err_set(&t->err, CR_E_INPUT, "the log does not end where the store says it does");
    if (rc != CR_OK) {
        doctor_problem(d, "log", "%s", t->err.text);
        doctor_todo(d, "someone or something has changed the store: close the floor, keep the file "
                       "as it is, run 'croupier verify' and restore the last good backup");
        return false;
    }
    doctor_ok(d, "log",
              "the chain holds over the last %" PRIu64 " events ('croupier verify' checks "
              "all)",
              head->seq - from + 1);
    return true;
}

static void look_at_time(struct doctor *d, const struct store_facts *facts)
{
    char span[WHEN_TEXT_MAX];
    const int64_t ahead = facts->last_ms - clock_wall_ms();
    if (ahead > 1000) {
        doctor_problem(d, "clock", "this machine's clock is %s behind the last event",
                       when_format_span(ahead, span));
        doctor_todo(d, "set the clock; until it has caught up, events carry the last event's time");
    } else {
        doctor_ok(d, "clock", "the last event was %s ago", when_format_span(-ahead, span));
    }
}

/* ---- The rows ---- */

/* Whether the rows agree with the log. */
static bool agrees(struct doctor *d, struct store *store, const struct stored_floor *floor,
                   const char *trust)
{
    struct cr_err err = {0};
    struct stored_log *log = NULL;
    struct rows_seal seal;
    if (trust != NULL)
        rows_seal_look(&seal, trust);
    int rc = stored_check(store, &floor->head, &floor->floor, &err);
    if (rc == CR_OK)
        rc = stored_log_fold(store, &floor->head, trust != NULL ? &seal : NULL, STORED_SHORT_LOG,
                             &log, &err);
    if (rc == CR_OK)
        rc = stored_check_log(store, &floor->head, &floor->floor, log, &err);
    stored_log_free(log);
    if (trust != NULL)
        rows_seal_close(&seal);
    if (rc == CR_OK)
        return true;
    if (rc == STORED_LOG_AWAY) {
        doctor_warn(d, "rows", "they cannot be held against the whole log: %s", err.text);
        doctor_todo(d,
                    "bring the archive back; a manager that has kept no rows (docs/operations.md) "
                    "halts the floor without it");
        return false;
    }
    doctor_problem(d, "rows", "%s", err.text);
    doctor_todo(d, "stop the manager, run 'croupier verify', then 'croupier db rebuild'");
    return false;
}

static void look_at_checkpoints(struct doctor *d, struct store *store, const char *trust)
{
    struct cr_err err = {0};
    if (trust == NULL || self_check_checkpoints(store, trust, &err) == CR_OK)
        return;
    doctor_problem(d, "evidence", "%s", err.text);
    doctor_todo(d,
                "start the manager with --trust, and with --new-checkpoints once two people have "
                "accepted a rollback (docs/operations.md)");
}

static void look_at_floor(struct doctor *d, struct store *store, const char *trust, bool with_floor)
{
    struct stored_floor *floor;
    struct cr_err err = {0};
    enum stored_rows rows;
    if (stored_look(store, &rows, &err) != CR_OK ||
        stored_floor_read(store, &floor, &err) != CR_OK) {
        doctor_problem(d, "rows", "%s", err.text);
        doctor_todo(d, "stop the manager and rebuild the rows from the log: croupier db rebuild");
        return;
    }
    struct summary *g = calloc(1, sizeof *g);
    if (rows != STORED_ROWS_FIT)
        doctor_warn(d, "rows", "%s", stored_rows_names[rows].text);
    else if (floor_check(&floor->floor, &err) != CR_OK)
        doctor_problem(d, "books", "%s", err.text);
    else if (agrees(d, store, floor, trust))
        doctor_ok(d, "rows", "they agree with the log's end, and the books of every link balance");
    look_at_checkpoints(d, store, trust);
    doctor_look_hashes(d, &floor->floor, trust);
    if (g && with_floor && summary_read_floor(floor, g, NULL) == CR_OK)
        doctor_look_floor(d, g);
    free(g);
    stored_floor_free(floor);
}

/* ---- The store ---- */

static const char *what_to_do(int code)
{
    switch (code) {
    case CR_E_NOT_FOUND:
        return "give the right address; 'croupier serve' makes a new store, 'croupier restore' "
               "brings a backup back";
    case CR_E_INPUT:
        return "give the right file, or use the program that wrote it; a damaged store is replaced "
               "by its last backup ('croupier restore')";
    default:
        return "look at permissions, at the disk (dmesg), or at the database server";
    }
}

static void look_for_strangers(struct doctor *d, struct store *store)
{
    char names[256];
    struct cr_err err = {0};
    if (store_strangers(store, names, sizeof names, &err) != CR_OK)
        doctor_problem(d, "database", "%s", err.text);
    else if (names[0] != '\0')
        doctor_problem(d, "database", "it is not as the program made it: %s", names);
    else
        return;
    doctor_todo(d, "find out who changed it, run 'croupier verify', and put it back as it was");
}

static void look_inside(struct doctor *d, struct store *store, const struct store_facts *facts,
                        const char *trust, bool with_floor)
{
    char number[COPYING_COUNT_MAX];
    struct tail *t = calloc(1, sizeof *t);
    doctor_ok(d, "store", "%s, schema current, %s events, identity %s", facts->engine,
              copying_count(facts->head.seq, number), facts->identity);
    look_for_strangers(d, store);
    if (facts->head.seq > 0 && t && look_at_tail(d, store, &facts->head, t)) {
        look_at_time(d, facts);
        look_at_floor(d, store, trust, with_floor);
    }
    free(t);
}

void doctor_look_store(struct doctor *d, const char *address, const char *trust, bool with_floor)
{
    struct store *store;
    struct store_facts facts;
    struct cr_err err = {0};
    const char *path = address_path(address);
    int rc = store_open(address, STORE_READ, &store, &err);
    if (rc != CR_OK) {
        doctor_problem(d, "store", "%s", err.text);
        doctor_todo(d, "%s", what_to_do(rc));
        if (path && path[0])
            doctor_look_disk(d, path, NULL);
        return;
    }
    rc = store_facts_read(store, address, &facts, &err);
    if (rc == CR_OK) {
        look_inside(d, store, &facts, trust, with_floor);
    } else {
        doctor_problem(d, "store", "%s", err.text);
        doctor_todo(d, "%s", what_to_do(rc));
    }
    store_close(store);
    if (path)
        doctor_look_disk(d, path, rc == CR_OK ? &facts : NULL);
}
