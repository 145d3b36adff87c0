/* A file of checkpoints. Each is appended and made durable before anybody is told of it, and never
 * changed. Any selection of whole checkpoints in their order is such a file too, so a file may be
 * copied, thinned out or begun anew. */
#pragma once

#include "base/text.h"
#include "log/proof/checkpoint.h"

#define WITNESS_OWN "checkpoints" /* name of the file in the trust folder */

struct witness_file {
    char *path;
    int fd;        /* -1: not open */
    uint64_t size; /* bytes of whole checkpoints */
    bool has_last;
    struct checkpoint last;
};

/* Opens the file, or makes it. An unfinished checkpoint that a crash left at its end is cut off.
 * CR_E_STATE while another process has it open. */
int witness_file_open(const char *path, struct witness_file *out, struct cr_err *err);
void witness_file_close(struct witness_file *w);
/* CR_E_STATE when the checkpoint does not follow the last one in the file. */
int witness_file_append(struct witness_file *w, const struct checkpoint *c, struct cr_err *err);
/* Adds to `out` the texts of at most `limit` checkpoints, beginning with the first of seq `from` or
 * later; *next is the seq of the first one left out, or 0. */
int witness_file_list(const struct witness_file *w, uint64_t from, uint64_t limit, struct text *out,
                      uint64_t *next, struct cr_err *err);

/* The last whole checkpoint of a file; *has is false when there is no file or nothing in it. */
int witness_file_last(const char *path, struct checkpoint *out, bool *has, struct cr_err *err);
