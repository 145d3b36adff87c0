/* The floor as a store has it: from its rows, or from its log when the rows are of no use. */
#ifndef LOG_REPLAY_STORED_H
#define LOG_REPLAY_STORED_H

#include "floor/floor.h"
#include "log/store/store.h"

enum stored_rows {
    STORED_ROWS_FIT,     /* of this program's layout */
    STORED_ROWS_OTHER,   /* of another version's */
    STORED_ROWS_MISSING, /* none */
    STORED_ROWS_COUNT
};

/* "current", "other", "none"; and a sentence. */
extern const struct stored_rows_name {
    const char *word, *text;
} stored_rows_names[STORED_ROWS_COUNT];

int stored_look(struct store *store, enum stored_rows *out, struct cr_err *err);
/* Whether there are rows of people, documents, links or tables: of a log that was begun. */
int stored_has_floor(struct store *store, bool *out, struct cr_err *err);

/* Rows that fit, of a log that ends at that head (not an empty one), into an empty floor. */
int stored_load(struct store *store, const struct store_head *head, struct floor *f,
                struct cr_err *err);

/* Whether the rows agree with the last events of what they are about: the meters of each link, the
 * numbers of each table, claims and alarms. CR_E_INPUT says which does not. */
int stored_check(struct store *store, const struct store_head *head, const struct floor *f,
                 struct cr_err *err);

/* Whether the rows are what the log comes to: all of them where the log has at most short_log
 * events, which are replayed for it; what is configured, in a longer one (stored_log_check.c). A
 * log that does not come to itself is left to verify. */
#define STORED_SHORT_LOG (UINT64_C(1) << 16) /* a start takes a fraction of a second for it */
int stored_check_log(struct store *store, const struct store_head *head, const struct floor *f,
                     uint64_t short_log, struct cr_err *err);

/* The whole log up to that head into an empty floor, checked on the way. */
int stored_fold(struct store *store, const struct store_head *head, struct floor *f,
                struct cr_err *err);

/* V4, inside a batch: forgets the rows and makes them again from the log, into an empty floor. */
int stored_rebuild(struct store *store, const struct store_head *head, struct floor *f,
                   uint64_t *row_count, struct cr_err *err);

#endif
