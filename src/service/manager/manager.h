/* The manager: the floor on a store. Requests in, events durable, answers out (V1, V2, V8, V9).
 *
 * One thread calls manager_batch; time comes in as arguments, so that a simulation can run it. Any
 * error that manager_batch or manager_follow returns is fatal: what the store has is then unknown,
 * the process ends and the next one starts from what is there. Refusals are not errors; they are
 * results of a request.
 *
 * Several managers may share one PostgreSQL store: each batch holds the writer's lock, first takes
 * in what the others wrote, and then writes on. Every manager's state is the same fold over the
 * same log.
 */
#pragma once

#include "base/err.h"
#include "floor/alarms.h"
#include "floor/floor.h"
#include "log/store/store.h"

#define MANAGER_BATCH_MAX 256

struct rows_seal;

struct manager_config {
    char id[FLOOR_ID_MAX];          /* this manager among several */
    char version[CR_NAME_MAX];      /* REG-5: program version … */
    uint8_t program[CR_HASH_BYTES]; /* … and hash of its file; zeros when unknown */
    unsigned lease_ms; /* V9: how long a table may play without hearing from us; 2000 */
    struct floor_limits limits;
    /* A start so long after the last event is refused: the clock is more likely wrong. 0: it is not
     * looked at. */
    int64_t longest_pause_ms;
    /* More than that beside the store's file is an alarm. 0: it is not looked at. */
    uint64_t most_pending_bytes;
    /* Where rows are kept for the next start (V4); NULL: nowhere. The caller's. */
    struct rows_seal *seal;
};

/* What a manager tells of each event that became durable, in order: its own and the others'. */
typedef void manager_event_fn(void *context, const struct floor_event *event, const char *body,
                              size_t len);

/* A random number in hexadecimal digits, in a header of every request of a table. */
#define MANAGER_PROCESS_MAX 33
#define HTTP_PROCESS_HEADER "Croupier-Process"

/* V8: what was acknowledged to a table, "EPOCH.SEQ.MAC", in a header of answers to it and of its
 * joins. */
#define MANAGER_RECEIPT_MAX 80
#define MANAGER_RECEIPT_KEY 32
#define HTTP_RECEIPT_HEADER "Croupier-Receipt"

/* REG-6: by which documents a table plays, as two hashes in hexadecimal digits: its house rules and
 * its progressive, zeros for none. In a header of its events. */
#define MANAGER_RULES_MAX (4 * CR_HASH_BYTES + 1)
#define HTTP_RULES_HEADER "Croupier-Rules"

struct manager_request {
    struct floor_event event; /* given members in; complete out */
    /* CREDENTIAL_SET: what the password, PIN or invitation was made into; kept beside the log under
     * "ITEM/PERSON", in the same transaction. Its BLAKE2b-256 is the event's document. */
    char secret[STORE_SECRET_MAX];
    /* Of a table: what its process calls itself (REG-1); "": it says nothing. */
    char process[MANAGER_PROCESS_MAX];
    /* Of a table: by which rules it plays; "": it does not say. */
    char rules[MANAGER_RULES_MAX];
    /* Of a join: the last receipt that the table was given; "": none. */
    char receipt[MANAGER_RECEIPT_MAX];
    /* Of a table of a closed floor: GAME OVER of a dealt round without its document is told. */
    bool wants_document;
    int result;    /* 0, or why not: a code of error.h */
    bool repeated; /* V2: it was done before, and this is the first answer */
    struct cr_err err;
    const char *body; /* the event's text, until the next batch */
    size_t len;
};

struct manager;

/* What this program says of itself when its manager takes a name on a store (store_take_name). */
struct store_program manager_program(void);

/* Takes the store over for as long as the manager lives; the caller closes it afterwards. Loads the
 * rows, or rebuilds them from the log when they are of another layout, and records the start
 * (REG-5). */
int manager_new(struct store *store, const struct manager_config *config, int64_t now_ms,
                int64_t mono_ms, struct manager **out, struct cr_err *err);
void manager_free(struct manager *m);

void manager_on_event(struct manager *m, manager_event_fn *each, void *context);

/* Answers count requests in order, in one transaction. */
int manager_batch(struct manager *m, struct manager_request *const *requests, size_t count,
                  int64_t now_ms, int64_t mono_ms, struct cr_err *err);

/* Takes in what other managers wrote. */
int manager_follow(struct manager *m, struct cr_err *err);

/* V1: with nothing to write, whether what was written can still be found. */
int manager_check_store(struct manager *m, struct cr_err *err);
/* Fills the alarm "snapshot" when the store's write-ahead log grows because somebody holds an old
 * state of it open; once until it has shrunk again. */
bool manager_pending_alarm(struct manager *m, struct manager_request *out);
uint64_t manager_pending_bytes(const struct manager *m);
/* Fills the next alarm about what the last shift ended with (REC-3). The floor remembers which are
 * still to be raised, so none is lost with a manager. */
bool manager_variance_alarm(const struct manager *m, struct manager_request *out);

/* What is kept under "ITEM/PERSON"; CR_E_NOT_FOUND when there is nothing. By the thread that may
 * call manager_batch, or under the writer's lock. */
int manager_secret(struct manager *m, const char *item, const char *person,
                   char out[STORE_SECRET_MAX], struct cr_err *err);

const struct floor *manager_floor(const struct manager *m);
const struct manager_config *manager_configuration(const struct manager *m);

/* ---- Leases (V9): of this process only, by its monotonic clock ---- */

/* A table's sign of life. 0: its lease runs for another lease_ms. CR_E_STATE: it is not (or no
 * longer) this controller that holds the table, or it has not joined since this process started
 * (V8): it joins again; *clash says that two controllers
 * live under one name, which is an alarm (REG-1). */
struct manager_sign {
    const char *table, *instance;
    const char *process; /* as of a request */
    uint64_t epoch;
};
int manager_heartbeat(struct manager *m, const struct manager_sign *sign, int64_t mono_ms,
                      bool *clash, struct cr_err *err);
/* ---- receipt.c ---- */

/* Before anything is asked: acknowledgements are signed from now on. */
void manager_set_receipts(struct manager *m, const uint8_t key[MANAGER_RECEIPT_KEY]);
/* The receipt of an acknowledged number; NULL: nothing is signed. From any thread. */
const char *manager_receipt(const struct manager *m, const char *table, uint64_t epoch,
                            uint64_t seq, char out[MANAGER_RECEIPT_MAX]);

/* The text of HTTP_RULES_HEADER; returns out. */
char *manager_rules_text(const uint8_t rules[CR_HASH_BYTES],
                         const uint8_t progressive[CR_HASH_BYTES], char out[MANAGER_RULES_MAX]);

/* Whether the table is heard of: a joined table under a running lease here. */
bool manager_is_alive(const struct manager *m, uint32_t table, int64_t mono_ms);
/* Where the table serves its console, as it said when it joined this process; "" when it does not.
 */
const char *manager_console(const struct manager *m, uint32_t table);
/* Fills at most max requests with TABLE_LOST for tables of this manager that have not been heard of
 * for two leases; returns how many. The batch that writes one raises the alarm "lost table" too,
 * unless one for that table waits already. */
size_t manager_lost_tables(struct manager *m, int64_t mono_ms, struct manager_request *out,
                           size_t max);

/* The manager itself stood still for away_ms (its machine was stopped, or its disk): nobody could
 * be heard, so tables have one more lease to be heard of before they are lost. Fills the alarm
 * "manager away" and returns true when a table is joined here. */
bool manager_was_away(struct manager *m, int64_t away_ms, int64_t mono_ms,
                      struct manager_request *out);

/* An alarm as a request; text is a format. */
void manager_alarm(struct manager_request *out, enum alarm_kind kind, const char *table,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whether an alarm of that kind for that table waits for an answer already. */
bool manager_has_alarm(const struct manager *m, enum alarm_kind kind, const char *table);
