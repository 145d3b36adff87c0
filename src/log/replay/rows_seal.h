/* Copies of all rows at one moment, in files outside of the store. With them a start can check
 * every row against the log without replaying a log of years: only the events since that moment are
 * replayed upon the copy.
 *
 * The files are in the trust folder. Somebody who can write only to the database cannot make them
 * agree with rows that were changed there; somebody who can write to the folder has the keys that
 * sign the log anyway. A floor without a trust folder has the files beside its SQLite file, where
 * they are no safer than that file.
 *
 * Two files are written in turn, so that one of them is whole at any moment. They only save time:
 * when neither can be used, the whole log is replayed.
 */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

#include <limits.h>

#define ROWS_SEAL_FILES 2
/* Events between two copies: a start replays as many in a moment. */
#define ROWS_SEAL_EVERY (UINT64_C(1) << 16)

struct rows_seal {
    char paths[ROWS_SEAL_FILES][PATH_MAX];
    int fds[ROWS_SEAL_FILES]; /* -1: it is not there */
    unsigned next;            /* the file that is written next */
    uint64_t every;           /* events between two of them; 0: they are only read */
    uint64_t seq;             /* last event that is in the newest file; 0: there is none */
};

/* Opens FOLDER/rows.1 and FOLDER/rows.2, and makes missing ones, because later the process may not
 * be allowed to. */
void rows_seal_open_folder(struct rows_seal *seal, const char *folder);
/* Opens PATH.rows.1 and PATH.rows.2; missing ones are made when rows are first written. */
void rows_seal_open_beside(struct rows_seal *seal, const char *path);
/* Opens the files of a folder for reading only. */
void rows_seal_look(struct rows_seal *seal, const char *folder);
void rows_seal_close(struct rows_seal *seal);

/* True when `every` events were added since the last file was written. */
bool rows_seal_is_due(const struct rows_seal *seal, uint64_t seq);

/* Writes the rows of a floor into the next file, if that is possible. The floor must be as it is
 * after the event at `head`, which is in the store's log. */
void rows_seal_write(struct rows_seal *seal, struct store *store, const struct store_head *head,
                     const struct floor *f);

/* Loads the newest file that is of this store, of its log as it is, and of a layout that this
 * program knows, into an empty floor; *head is the event after which the rows were taken.
 * CR_E_NOT_FOUND: there is none, and the caller must empty the floor again. */
int rows_seal_read(struct rows_seal *seal, struct store *store, struct floor *f,
                   struct store_head *head, struct cr_err *err);
