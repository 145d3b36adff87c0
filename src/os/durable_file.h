/* Files that are whole and on disk under their name, or not there: written beside the name, synced,
 * renamed, and the folder synced, because a name that is not synced in its folder can vanish with
 * the power, whatever the file holds.
 *
 * Functions without a struct cr_err return 0 or an errno, for callers that have their own words for
 * the fault and for the file. */
#pragma once

#include <croupier/error.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* ---- The whole at once ---- */

/* Makes a new file; never overwrites. The caller syncs its folder, once for all files in it. On
 * failure nothing is left. */
int durable_file_make(const char *path, mode_t mode, const void *data, size_t len,
                      struct cr_err *err);

/* Puts a file into the place of the one of that name, if there is one: after a crash either the
 * old or the new one is there. For a file that one process writes: the new one is written as
 * PATH.new. */
int durable_file_replace(const char *path, mode_t mode, const void *data, size_t len,
                         struct cr_err *err);

/* ---- In pieces ---- */

struct durable_file {
    const char *path; /* the caller's */
    char beside[PATH_MAX];
    int fd; /* to be written to; -1: nothing is under way */
};

/* Begins a new file beside the path. Several processes may do this for one path: the last one that
 * finishes wins. */
int durable_file_begin(struct durable_file *f, const char *path, mode_t mode);
/* Gives the file its name. may_replace false: EEXIST when there is a file of that name by now. On
 * failure nothing of the new file is left. A folder that cannot be read, or has no sync, does not
 * count as a failure. */
int durable_file_finish(struct durable_file *f, bool may_replace);
/* Removes what was written. */
void durable_file_abandon(struct durable_file *f);

/* ---- Parts ---- */

/* Writes everything, however often signals come between. */
int durable_write(int fd, const void *data, size_t len);
/* Syncs a file or a folder. */
int durable_sync(const char *path);
/* Syncs the folder that the path is in. */
int durable_sync_folder_of(const char *path);
