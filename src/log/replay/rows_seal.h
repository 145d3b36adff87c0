/* The rows of one moment in files of their own, outside of the store: with them a start can tell
 * whether every row is what the log says without replaying a log of years. What was added since is
 * replayed upon them.
 *
 * They lie in the trust folder. Whoever can write there has the keys that sign the log, and whoever
 * can write the database only cannot make them fit what he changed. A floor without a trust folder
 * has them beside its SQLite file; there they are no more than what that file is.
 *
 * Two files are written in turn, so that one of them is whole at any moment. Nothing depends on
 * them but time: where none can be used, the whole log is replayed. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

#include <limits.h>

#define ROWS_SEAL_FILES 2
#define ROWS_SEAL_EVERY (UINT64_C(1) << 16) /* events; a start replays so many, in a moment */

struct rows_seal {
    char paths[ROWS_SEAL_FILES][PATH_MAX];
    int fds[ROWS_SEAL_FILES]; /* -1: it is not there */
    unsigned next;            /* the file that is written next */
    uint64_t every;           /* events between two of them; 0: they are only read */
    uint64_t seq;             /* of the last event that is in one; 0: there is none */
};

/* Opens FOLDER/rows.1 and FOLDER/rows.2, and makes them where they are missing: later the process
 * may not be allowed to. */
void rows_seal_open_folder(struct rows_seal *seal, const char *folder);
/* PATH.rows.1 and PATH.rows.2, made with the first rows. */
void rows_seal_open_beside(struct rows_seal *seal, const char *path);
/* Those of a folder, to read only. */
void rows_seal_look(struct rows_seal *seal, const char *folder);
void rows_seal_close(struct rows_seal *seal);

/* Whether that many events were added since the last one. */
bool rows_seal_is_due(const struct rows_seal *seal, uint64_t seq);

/* The rows of the floor as it is after the event at that head of the store's log. */
int rows_seal_write(struct rows_seal *seal, struct store *store, const struct store_head *head,
                    const struct floor *f, struct cr_err *err);

/* The newest that is of this store, of its log as it is, and of this program's layout, into an
 * empty floor; *head says after which event. CR_E_NOT_FOUND: there is none, and the floor is to be
 * emptied again. */
int rows_seal_read(struct rows_seal *seal, struct store *store, struct floor *f,
                   struct store_head *head, struct cr_err *err);
