/* A file of checkpoints: appended, on disk before anyone is told, never changed. Any part of it
 * that is whole checkpoints in order is such a file too, so it may be copied, thinned or begun
 * anew. */
#pragma once

#include "base/text.h"
#include "log/proof/checkpoint.h"

#define WITNESS_OWN "checkpoints" /* the trust folder's own */

struct witness_file {
    char *path;
    int fd;        /* -1: not open */
    uint64_t size; /* of whole checkpoints */
    bool has_last;
    struct checkpoint last;
};

/* Opens it, or makes it. What a crash left of an unfinished checkpoint is cut off. One process at a
 * time. */
int witness_file_open(const char *path, struct witness_file *out, struct cr_err *err);
void witness_file_close(struct witness_file *w);
/* CR_E_STATE: it does not follow the last one. */
int witness_file_append(struct witness_file *w, const struct checkpoint *c, struct cr_err *err);
/* Adds the texts of those from seq `from` on, at most `limit`; *next is the first not added, or 0.
 */
int witness_file_list(const struct witness_file *w, uint64_t from, uint64_t limit, struct text *out,
                      uint64_t *next, struct cr_err *err);

/* The last whole checkpoint of a file; *has is false when there is no file or nothing in it. */
int witness_file_last(const char *path, struct checkpoint *out, bool *has, struct cr_err *err);
