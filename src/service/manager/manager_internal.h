/* The manager's own memory, for the files of this folder. */
#pragma once

#include "service/manager/manager.h"

#define MANAGER_REPEAT_STEPS 64
#define MANAGER_TEXTS_SIZE   (8u * 1024 * 1024)
#define MANAGER_LOST_TEXT    256
/* A table that joined a thousand times a second would need thirty years for it. */
#define MANAGER_EPOCH_MAX (UINT64_C(1) << 40)

/* The process that holds a table, as this manager has heard of it. */
struct manager_holder {
    char process[MANAGER_PROCESS_MAX],
        former[MANAGER_PROCESS_MAX]; /* "": none, or it says nothing */
    int64_t heard_ms, rival_ms;
    bool has_rival; /* another process asked for the table while this one was there */
};

/* What this process knows of a table besides the floor. */
struct manager_table {
    int64_t lease_until; /* 0: none was given by this process */
    bool has_joined;     /* this very process (V8) */
    struct manager_holder holder;
    char console[CR_TITLE_MAX]; /* where it serves its screens, as it said then */
};

/* ---- holder.c ---- */

enum holder_says {
    HOLDER_SAME,
    HOLDER_RIVAL, /* the same, and another one is there too: an alarm */
    HOLDER_OTHER, /* not the one that joined */
    HOLDER_TWO    /* the one before it, which still lives: an alarm */
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
    struct manager_rounds *rounds; /* for reading documents of rounds; NULL: none came yet */
    manager_event_fn *each;
    void *each_context;

    bool is_log_broken;      /* at the start it did not come to itself, … */
    bool is_log_away;        /* … or its beginning was not there: … */
    struct cr_err log_fault; /* … which */
    bool is_pending_told;    /* that the write-ahead log grows */

    /* the batch */
    struct store_head head; /* where the log ends once the batch is durable */
    struct store_event events[STORE_BATCH_MAX];
    /* the same as it was stepped, in its request; NULL: an alarm of the manager's own */
    const struct floor_event *stepped[STORE_BATCH_MAX];
    size_t event_count;
    struct floor_event *alarms; /* those of the manager's own, in the order of the batch */
    size_t alarm_count, alarm_room;
    bool is_unreadable; /* an event of the batch could not be read back; the floor has stepped it */
    struct store_row rows[STORE_BATCH_MAX];
    char *texts;
    size_t texts_used, texts_size;
    struct manager_request alarm;
    struct floor_general before_start; /* what the last start said, while another is recorded */
    struct floor_event told;           /* an event read back */
};

/* Takes in events up to that head. The store's lock may or may not be held. */
int manager_take_in(struct manager *m, const struct store_head *head, struct cr_err *err);

/* Inside a batch to which nothing was added yet: the floor as the rows have it. */
int manager_reload(struct manager *m, struct cr_err *err);

/* manager_watch.c, before a start is written down: whether the machine's clock can be right. */
int manager_check_clock(const struct manager *m, int64_t now_ms, struct cr_err *err);

/* manager_others.c, inside a batch: nobody else writes rows of another layout; and the version of
 * the events' meaning that a start may say, as far as every live manager knows it. */
int manager_check_rows_of_others(struct manager *m, bool rows_fit, struct cr_err *err);
int manager_choose_semantics(struct manager *m, struct floor_event *start, struct cr_err *err);

/* manager_secrets.c: the secret that a CREDENTIAL_SET brings must be what its event says; and
 * keeping it, inside the batch. */
int manager_check_secret(const struct manager_request *r, struct cr_err *err);
int manager_write_secret(struct manager *m, const struct manager_request *r, struct cr_err *err);

/* manager_round.c: a document that GAME OVER brings is a round of this floor, can be settled, and
 * wins what the log has. */
int manager_check_round(struct manager *m, struct manager_request *request);

/* receipt.c: the table shows a receipt for more than the store has; or nothing is signed here, and
 * its word is taken. */
bool manager_is_proved_behind(const struct manager *m, const struct manager_request *r);

/* V8: marks were compared by this process, and the table has not gone to another manager since. */
bool manager_has_joined(const struct manager *m, uint32_t table);

/* V9: an answered event of a table is a sign of life. */
void manager_renew(struct manager *m, const struct floor_event *e, int64_t mono_ms);

/* When a lost table was heard of last, in words for the alarm. */
void manager_say_lost(const struct manager *m, uint32_t table, int64_t mono_ms,
                      char text[MANAGER_LOST_TEXT]);
