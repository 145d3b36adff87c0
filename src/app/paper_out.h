/* Where a paper goes: a file that is whole or not there, a printer, or standard output. */
#pragma once

#include "os/durable_file.h"

#include <croupier/error.h>

#include <limits.h>

enum paper_place {
    PAPER_OUT_STDOUT,
    PAPER_OUT_FILE,     /* a plain file of that name is replaced */
    PAPER_OUT_NEW_FILE, /* one that is there is kept, and is a fault */
    PAPER_OUT_PRINTER   /* a character device or a pipe: /dev/usb/lp0, a serial port */
};

/* What comes in pieces. A file is written beside its name and given the name at the end. */
struct paper_out {
    enum paper_place place;
    const char *path;
    struct durable_file file; /* of a file */
    int printer_fd;           /* of a printer; -1: not open */
    struct cr_err fault;      /* the first; code 0: none */
    int error;                /* … and its errno */
};

/* Faults: it cannot be written there. The path must outlive it. */
int paper_out_open(struct paper_out *o, enum paper_place place, const char *path,
                   struct cr_err *err);
/* An http_piece_fn; false after a fault. */
bool paper_out_add(void *out, const char *data, size_t len);
/* All is there: the file gets its name. */
int paper_out_finish(struct paper_out *o, struct cr_err *err);
/* Nothing is left of it, as far as it has not been printed yet. */
void paper_out_abandon(struct paper_out *o);

/* The whole at once. */
int paper_out_file(const char *path, const char *data, size_t len, struct cr_err *err);
int paper_out_printer(const char *path, const char *data, size_t len, struct cr_err *err);
