/* Files that hold secrets: read only when nobody else can read them, and written whole or not at
 * all. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>

/* Reads up to room - 1 bytes and adds a terminating 0; *len may be NULL. Refuses a file that
 * others than its owner can open, one that is not a plain file, and one that does not fit. */
int secret_file_read(const char *path, char *out, size_t room, size_t *len, struct cr_err *err);

/* Makes the same checks without reading: for files that a library opens by name. */
int secret_file_check(const char *path, struct cr_err *err);

/* Makes a new file in the folder, for its owner only; its content is on disk when this returns,
 * and the caller syncs the folder. Never overwrites. */
int secret_file_make(const char *dir, const char *name, const void *data, size_t len,
                     struct cr_err *err);
