/* Where a paper goes: a file that is whole or not there, or a printer. */
#ifndef OPERATE_PAPER_OUT_H
#define OPERATE_PAPER_OUT_H

#include <croupier/error.h>

#include <stddef.h>

/* Written beside it and given its name at the end; a plain file of that name is replaced. */
int paper_out_file(const char *path, const char *data, size_t len, struct cr_err *err);

/* A character device or a pipe: /dev/usb/lp0, a serial port. */
int paper_out_printer(const char *path, const char *data, size_t len, struct cr_err *err);

#endif
