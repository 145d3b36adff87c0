/* The manager's state, and what its files share. */
#pragma once

#include "service/manager/manager.h"

#define MANAGER_REPEAT_STEPS 64
#define MANAGER_TEXTS_SIZE   (8u * 1024 * 1024)
#define MANAGER_LOST_TEXT    256
/* The most epochs of a table: joining a thousand times a second would take thirty years to reach
 * it. */
#define MANAGER_EPOCH_MAX (UINT64_C(1) << 40)

/* The process that holds a table, as far as this manager knows. */
struct manager_holder {
    char process[MANAGER_PROCESS_MAX],
        former[MANAGER_PROCESS_MAX]; /* "": none, or it gave no name */
    int64_t heard_ms, rival_ms;
    bool has_rival; /* another process asked for the table while this one was present */
};

/* What this manager knows of a table beside the floor's state. */
struct manager_table {
    int64_t lease_until; /* end of the lease; 0: this process gave none */
    bool has_joined;     /* the table has joined this very process (V8) */
    struct manager_holder holder;
    char console[CR_TITLE_MAX]; /* where it serves its console, as it said when it joined */
};

/* ---- holder.c ---- */

enum holder_says {
    HOLDER_SAME,
    HOLDER_RIVAL, /* the holder, but another one is present, too: an alarm */
    HOLDER_OTHER, /* not the process that joined */
    HOLDER_TWO    /* the former holder, which still lives: an alarm */
};

/* Whether that process may take the table now. */
bool holder_may_join(struct manager_holder *h, const char *process, int64_t mono_ms);
void holder_joined(struct manager_holder *h, const char *process, int64_t mono_ms);
enum holder_says holder_hears(struct manager_holder *h, const char *process, int64_t mono_ms);

struct manager {
    struct store *store;
    struct manager_config config;
    struct floor floor;
    void *floor_memory;
    struct manager_table *tables;
    bool has_receipts;
    uint8_t receipt_key[MANAGER_RECEIPT_KEY];
    struct manager_rounds *rounds; /* memory for documents of rounds; NULL: none came yet */
    manager_event_fn *each;
    void *each_context;

    bool is_log_broken;      /* at the start, a replay of the log did not give its texts */
    bool is_log_away;        /* at the start, the archive with the log's beginning was missing */
    struct cr_err log_fault; /* which of these, for the alarm */
    bool is_pending_told;    /* the alarm that the write-ahead log grows was raised */

    /* the batch */
    struct store_head head; /* where the log ends once the batch is durable */
    struct store_event events[STORE_BATCH_MAX];
    /* the same events as stepped, in their requests; NULL: an alarm that the manager raised */
    const struct floor_event *stepped[STORE_BATCH_MAX];
    size_t event_count;
    struct floor_event *alarms; /* alarms that the manager raised, in the order of the batch */
    size_t alarm_count, alarm_room;
    bool is_unreadable; /* the floor has stepped an event that cannot be read back */
    struct store_row rows[STORE_BATCH_MAX];
    char *texts;
    size_t texts_used, texts_size;
    struct manager_request alarm;
    struct floor_general before_start; /* of the last start, while this one is recorded */
    struct floor_event told;           /* an event read back */
};

/* Takes in events up to that head. The store's lock may or may not be held. */
int manager_take_in(struct manager *m, const struct store_head *head, struct cr_err *err);

/* Loads the floor from the rows again. Call this inside a batch to which nothing has been added. */
int manager_reload(struct manager *m, struct cr_err *err);

/* manager_watch.c: whether the machine's clock can be right; called before a start is recorded. */
int manager_check_clock(const struct manager *m, int64_t now_ms, struct cr_err *err);

/* raise_alarm.c: replaces everything but printable ASCII. An alarm's text may quote a file's name
 * or a changed event, which can hold any bytes, or be cut within a letter; the floor would refuse
 * it.
 */
void manager_make_plain(char *text);

/* manager_others.c, inside a batch: CR_E_STATE when another manager writes rows of another layout;
 * and the highest version of the events' meaning that every live manager knows, for the event of a
 * start. */
int manager_check_rows_of_others(struct manager *m, bool rows_fit, struct cr_err *err);
int manager_choose_semantics(struct manager *m, struct floor_event *start, struct cr_err *err);

/* manager_secrets.c: checks that the secret of a CREDENTIAL_SET has the hash in its event; and
 * stores it, inside the batch. */
int manager_check_secret(const struct manager_request *r, struct cr_err *err);
int manager_write_secret(struct manager *m, const struct manager_request *r, struct cr_err *err);

/* manager_round.c: checks that the document of a GAME OVER is a round of this floor, can be
 * settled, and wins the awards that the log has. */
int manager_check_round(struct manager *m, struct manager_request *request);

/* receipt.c: whether the table has a receipt for more than the store has. Always true where
 * receipts are not signed: the table is then believed. */
bool manager_is_proved_behind(const struct manager *m, const struct manager_request *r);

/* V8: whether the table has joined this process, and has not gone to another manager since. */
bool manager_has_joined(const struct manager *m, uint32_t table);

/* V9: renews the lease of the table whose event was answered. */
void manager_renew(struct manager *m, const struct floor_event *e, int64_t mono_ms);

/* Writes the alarm's text for a lost table: when it was heard of last. */
void manager_say_lost(const struct manager *m, uint32_t table, int64_t mono_ms,
                      char text[MANAGER_LOST_TEXT]);
