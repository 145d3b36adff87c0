/* Writes a paper to its place: a file that is complete or not there, a printer, or standard
 * output. */
#pragma once

#include "os/durable_file.h"

#include <croupier/error.h>

enum paper_place {
    PAPER_OUT_STDOUT,
    PAPER_OUT_FILE,     /* replaces a plain file of that name */
    PAPER_OUT_NEW_FILE, /* fails when the file exists */
    PAPER_OUT_PRINTER   /* a character device or a pipe: /dev/usb/lp0, a serial port */
};

/* A paper that is written in pieces. A file gets its name only at the end. */
struct paper_out {
    enum paper_place place;
    const char *path;
    struct durable_file file; /* for a file */
    int printer_fd;           /* for a printer; -1: not open */
    struct cr_err fault;      /* the first fault; code 0: none */
    int error;                /* its errno */
};

/* Opens the place. The path must stay valid until the end. "-" as a file is standard output. */
int paper_out_open(struct paper_out *o, enum paper_place place, const char *path,
                   struct cr_err *err);
/* Adds a piece; may be used as an http_piece_fn. False after a fault, which is in o->fault. */
bool paper_out_add(void *out, const char *data, size_t len);
/* Ends the paper: the file gets its name. Reports the first fault, also one of paper_out_add(). */
int paper_out_finish(struct paper_out *o, struct cr_err *err);
/* Gives the paper up: no file is left. What was sent to a printer cannot be taken back. */
void paper_out_abandon(struct paper_out *o);

/* Write a whole paper at once. */
int paper_out_file(const char *path, const char *data, size_t len, struct cr_err *err);
int paper_out_printer(const char *path, const char *data, size_t len, struct cr_err *err);
