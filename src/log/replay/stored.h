/* The floor as a store has it: from its rows, or from its log when the rows are of no use. */
#pragma once

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

/* ---- Whether the rows are what the log comes to (stored_log_check.c) ---- */

#define STORED_SHORT_LOG                                                                           \
    (UINT64_C(1) << 16) /* events that a start replays in a fraction of a second */

struct rows_seal;
struct stored_log;

/* Works out what the log comes to at that head. The store need not be locked: others may write.
 * It begins with the rows of an earlier moment, if there are any (rows_seal.h; seal NULL: none are
 * kept). Without them it begins with the first event, but only where the log has at most short_log
 * events or where such rows will be kept, so that it is slow only once. Free *out with
 * stored_log_free. */
int stored_log_fold(struct store *store, const struct store_head *head, struct rows_seal *seal,
                    uint64_t short_log, struct stored_log **out, struct cr_err *err);
/* Holds all rows of a floor at that head against *log and what was added since. Where *log could
 * not be made, only the rows of what is configured. CR_E_INPUT: a row differs. STORED_LOG_BROKEN:
 * the log's own events do not give its texts, so that only rows of what is configured could be
 * checked; err says where. */
#define STORED_LOG_BROKEN 2
/* The same, because the beginning of the log is in an archive that is not there. */
#define STORED_LOG_AWAY 3
int stored_check_log(struct store *store, const struct store_head *head, const struct floor *f,
                     struct stored_log *log, struct cr_err *err);
/* Whether the last stored_check_log held every row against the log. */
bool stored_log_is_whole(const struct stored_log *log);
void stored_log_free(struct stored_log *log);

/* The log up to that head, checked on the way, from an earlier moment on: *from is the moment that
 * the floor is of (zeros for an empty floor), and moves on with it. */
int stored_fold(struct store *store, struct store_head *from, const struct store_head *head,
                struct floor *f, struct cr_err *err);

/* Every row of a floor, in an order in which they can be loaded. */
int stored_each_row(const struct floor *f, store_row_fn *each, void *context);

/* V4, inside a batch: forgets the rows and makes them again from the log, into an empty floor. */
int stored_rebuild(struct store *store, const struct store_head *head, struct floor *f,
                   uint64_t *row_count, struct cr_err *err);
