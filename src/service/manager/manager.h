/* The manager: the floor on a store. It takes requests, makes events of them, makes these durable
 * and answers (V1, V2, V8, V9).
 *
 * One thread calls manager_batch(); times come in as arguments, so that a simulation can run it.
 * Any error that manager_batch() or manager_follow() returns is fatal: what the store holds is then
 * unknown, so the process must end, and the next one starts from what is there. A refusal is no
 * error; it is the result of a request.
 *
 * Several managers may share one PostgreSQL store: each batch takes the writer's lock, first takes
 * in what the other managers wrote, and then appends to it. So the state of every manager comes
 * from the same events. */
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
    unsigned lease_ms; /* V9: how long a table may play without hearing from a manager */
    struct floor_limits limits;
    /* A start longer than this after the last event is refused, because the clock is more likely
     * wrong. 0: not checked. */
    int64_t longest_pause_ms;
    /* More bytes than this in the store's write-ahead log raise an alarm. 0: not checked. */
    uint64_t most_pending_bytes;
    /* Where a copy of the rows is kept for the next start (V4); NULL: nowhere. The caller owns
     * it. */
    struct rows_seal *seal;
};

/* Called for each event that became durable, in order: for this manager's events and those of the
 * other managers. body is the event's text, valid during the call. */
typedef void manager_event_fn(void *context, const struct floor_event *event, const char *body,
                              size_t len);

/* REG-1: a random number by which a table's process names itself, in hexadecimal digits. It is in a
 * header of every request of a table. */
#define MANAGER_PROCESS_MAX 33
#define HTTP_PROCESS_HEADER "Croupier-Process"

/* V8: the receipt of what was acknowledged to a table, "EPOCH.SEQ.MAC". It is in a header of the
 * answers to the table, and of the table's joins. */
#define MANAGER_RECEIPT_MAX 80
#define MANAGER_RECEIPT_KEY 32
#define HTTP_RECEIPT_HEADER "Croupier-Receipt"

/* REG-6: the documents by which a table plays, as two hashes in hexadecimal digits: house rules and
 * progressive, zeros for none. It is in a header of the table's events. */
#define MANAGER_RULES_MAX (4 * CR_HASH_BYTES + 1)
#define HTTP_RULES_HEADER "Croupier-Rules"

struct manager_request {
    struct floor_event event; /* in: the given members; out: the complete event */
    /* For CREDENTIAL_SET: the hashed password, PIN or invitation. It is stored beside the log under
     * "ITEM/PERSON", in the same transaction. Its BLAKE2b-256 is the event's member "document". */
    char secret[STORE_SECRET_MAX];
    /* From a table: the name of its process (REG-1); "": not given. */
    char process[MANAGER_PROCESS_MAX];
    /* From a table: the documents by which it plays (HTTP_RULES_HEADER); "": not given. */
    char rules[MANAGER_RULES_MAX];
    /* For a join: the last receipt that the table got; "": none. */
    char receipt[MANAGER_RECEIPT_MAX];
    /* From a table of a closed floor: GAME OVER of a dealt round without its document raises an
     * alarm. */
    bool wants_document;
    int result;    /* 0, or a code of error.h: why it was refused */
    bool repeated; /* V2: the request was done before, and this is the first answer again */
    struct cr_err err;
    const char *body; /* the event's text; valid until the next batch */
    size_t len;
};

struct manager;

/* What a manager of this program tells others on the same store when it takes its name
 * (store_take_name()). */
struct store_program manager_program(void);

/* Starts a manager on a store, which it uses until manager_free(); the caller closes it after that.
 * Loads the rows, or rebuilds them from the log when they have another layout, and records the
 * start (REG-5). */
int manager_new(struct store *store, const struct manager_config *config, int64_t now_ms,
                int64_t mono_ms, struct manager **out, struct cr_err *err);
void manager_free(struct manager *m);

void manager_on_event(struct manager *m, manager_event_fn *each, void *context);

/* Carries out and answers `count` requests, at most MANAGER_BATCH_MAX, in order and in one
 * transaction. */
int manager_batch(struct manager *m, struct manager_request *const *requests, size_t count,
                  int64_t now_ms, int64_t mono_ms, struct cr_err *err);

/* Reads the events that other managers wrote. */
int manager_follow(struct manager *m, struct cr_err *err);

/* V1: checks, when there is nothing to write, that the store's file is still in its place. */
int manager_check_store(struct manager *m, struct cr_err *err);
/* Fills the alarm "snapshot" when the store's write-ahead log has grown too long, as it does while
 * a program holds an old state of the store open. True once, until the log has shrunk again. */
bool manager_pending_alarm(struct manager *m, struct manager_request *out);
uint64_t manager_pending_bytes(const struct manager *m);
/* Fills the next alarm about a variance at the end of the last shift (REC-3); false when there is
 * none, or no room for another alarm. The floor remembers which are still to be raised, so none is
 * lost when a manager ends. */
bool manager_variance_alarm(const struct manager *m, struct manager_request *out);

/* Reads the secret stored under "ITEM/PERSON"; CR_E_NOT_FOUND when there is none. Call this on the
 * thread that calls manager_batch(), or under the writer's lock. */
int manager_secret(struct manager *m, const char *item, const char *person,
                   char out[STORE_SECRET_MAX], struct cr_err *err);

const struct floor *manager_floor(const struct manager *m);
const struct manager_config *manager_configuration(const struct manager *m);

/* ---- Leases (V9), given by this process and by its monotonic clock ---- */

/* A heartbeat: what a table sends when it has nothing to write. */
struct manager_sign {
    const char *table, *instance;
    const char *process; /* as in struct manager_request */
    uint64_t epoch;
};
/* Takes a heartbeat. 0: the table's lease runs for another lease_ms. CR_E_STATE: another controller
 * holds the table, or it has not joined since this process started (V8), so it must join again.
 * *clash: two controllers live under one name, which is to be an alarm (REG-1). */
int manager_heartbeat(struct manager *m, const struct manager_sign *sign, int64_t mono_ms,
                      bool *clash, struct cr_err *err);
/* ---- receipt.c ---- */

/* Signs acknowledgements from now on. Call this before the first request. */
void manager_set_receipts(struct manager *m, const uint8_t key[MANAGER_RECEIPT_KEY]);
/* Makes the receipt of an acknowledged number; NULL when nothing is signed. Any thread may call
 * this. */
const char *manager_receipt(const struct manager *m, const char *table, uint64_t epoch,
                            uint64_t seq, char out[MANAGER_RECEIPT_MAX]);

/* Makes the text of HTTP_RULES_HEADER; returns out. */
char *manager_rules_text(const uint8_t rules[CR_HASH_BYTES],
                         const uint8_t progressive[CR_HASH_BYTES], char out[MANAGER_RULES_MAX]);

/* Whether the table is joined here and its lease is running. */
bool manager_is_alive(const struct manager *m, uint32_t table, int64_t mono_ms);
/* The address at which the table serves its console, as it said when it joined this process; ""
 * when it serves none. */
const char *manager_console(const struct manager *m, uint32_t table);
/* Fills at most max requests with TABLE_LOST, for tables of this manager that have not been heard
 * of for two leases; returns how many. The batch that writes one also raises the alarm "lost
 * table", unless one for that table waits already. */
size_t manager_lost_tables(struct manager *m, int64_t mono_ms, struct manager_request *out,
                           size_t max);

/* Call this when the manager itself stood still for away_ms (its machine was stopped, or its disk).
 * It could hear no table meanwhile, so tables get one more lease before they count as lost. Fills
 * the alarm "manager away" and returns true when a table is joined here and none such alarm
 * waits. */
bool manager_was_away(struct manager *m, int64_t away_ms, int64_t mono_ms,
                      struct manager_request *out);

/* Fills a request with an alarm. */
void manager_alarm(struct manager_request *out, enum alarm_kind kind, const char *table,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whether an alarm of that kind for that table ("" for none) waits for an answer already. */
bool manager_has_alarm(const struct manager *m, enum alarm_kind kind, const char *table);
