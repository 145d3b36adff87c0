/* Loads the floor from a store: from its rows, or by replaying its log when the rows cannot be
 * used. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

enum stored_rows {
    STORED_ROWS_FIT,     /* of this program's layout */
    STORED_ROWS_OTHER,   /* of another version's */
    STORED_ROWS_MISSING, /* none */
    STORED_ROWS_COUNT
};

/* A word ("current", "other", "none") and a sentence for each. */
extern const struct stored_rows_name {
    const char *word, *text;
} stored_rows_names[STORED_ROWS_COUNT];

int stored_look(struct store *store, enum stored_rows *out, struct cr_err *err);
/* True when there are rows of documents, links, tables, people or the like: a floor was begun in
 * this store. */
int stored_has_floor(struct store *store, bool *out, struct cr_err *err);

/* Loads rows that fit into an empty floor. `head` is the end of the log, which must not be
 * empty. */
int stored_load(struct store *store, const struct store_head *head, struct floor *f,
                struct cr_err *err);

/* Compares rows with the last event about each: the meters of each link, the numbers of each table,
 * claims and alarms. CR_E_INPUT says which row differs. */
int stored_check(struct store *store, const struct store_head *head, const struct floor *f,
                 struct cr_err *err);

/* ---- Whether the rows are what the log comes to (stored_log_check.c) ---- */

#define STORED_SHORT_LOG                                                                           \
    (UINT64_C(1) << 16) /* events that a start replays in a fraction of a second */

struct rows_seal;
struct stored_log;

/* Replays the log up to `head`, so that rows can be compared with the result. The store need not be
 * locked: others may write. The replay begins with the rows of an earlier moment, if `seal` has any
 * (rows_seal.h; NULL: none are kept). Without them it begins with the first event, but only when
 * the log has at most short_log events, or when such rows will be kept, so that it is slow only
 * once. Free *out with stored_log_free. */
int stored_log_fold(struct store *store, const struct store_head *head, struct rows_seal *seal,
                    uint64_t short_log, struct stored_log **out, struct cr_err *err);
/* Compares all rows of a floor at `head` with the replay in *log and the events since then. When
 * the log could not be replayed, only the rows of what is configured are compared. CR_E_INPUT: a
 * row differs. STORED_LOG_BROKEN: replaying the log's events does not give their texts, so that
 * only the rows of what is configured could be compared; err says where. */
#define STORED_LOG_BROKEN 2
/* The same, because the beginning of the log is in an archive that is not there. */
#define STORED_LOG_AWAY 3
int stored_check_log(struct store *store, const struct store_head *head, const struct floor *f,
                     struct stored_log *log, struct cr_err *err);
/* True when the last stored_check_log compared every row. */
bool stored_log_is_whole(const struct stored_log *log);
void stored_log_free(struct stored_log *log);

/* Replays the log upon a floor up to `head`, checking every event. *from is the event that the
 * floor has come to (zeros for an empty floor), and advances with the replay. */
int stored_fold(struct store *store, struct store_head *from, const struct store_head *head,
                struct floor *f, struct cr_err *err);

/* Calls back for every row of a floor, in an order in which they can be loaded. */
int stored_each_row(const struct floor *f, store_row_fn *each, void *context);

/* V4, inside a batch: removes all rows and makes them again by replaying the log into an empty
 * floor. */
int stored_rebuild(struct store *store, const struct store_head *head, struct floor *f,
                   uint64_t *row_count, struct cr_err *err);
