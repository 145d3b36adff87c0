/* Writing a struct cr_err. */
#pragma once

#include "base/reason.h"

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>

/* Sets code and text (when err is not NULL), with neither reason nor field, and returns code, so
 * that `return err_set(err, CR_E_INPUT, "seat %d: …", seat);` is one line. Cold: compilers move
 * the code that leads here out of the path that succeeds. */
int err_set(struct cr_err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* The same with a reason that programs may read, and the member that is at fault: the text becomes
 * "field: …". field may be NULL. */
int err_refuse(struct cr_err *err, int code, enum reason reason, const char *field,
               const char *format, ...) __attribute__((format(printf, 5, 6), cold));

/* The most frequent refusal: a value that the member cannot have. */
#define err_invalid(err, field, ...)                                                               \
    err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, field, __VA_ARGS__)

/* Puts "where: " before the text already there. Keeps everything else and returns the code. */
int err_prefix(struct cr_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* The same with the member that is at fault; when there is no reason yet, it becomes an invalid
 * value. */
int err_in_field(struct cr_err *err, const char *field) __attribute__((cold));

/* Adds reason and member to a text that names them in its own way. */
int err_blame(struct cr_err *err, enum reason reason, const char *field, size_t len)
    __attribute__((cold));

/* The text without the member's name that stands before it, for readers who do not know it. */
const char *err_without_field(const struct cr_err *err);

/* Gives a caller who passed no place for faults one of its own, where the code of a failure can be
 * found: `struct cr_err own = {0}; err = err_or(err, &own);` */
static inline struct cr_err *err_or(struct cr_err *err, struct cr_err *own)
{
    return err ? err : own;
}

bool err_is(const struct cr_err *err, enum reason reason);

/* For the end of a function that makes something: `return err_or_made(rc, out, made, made_free);`
 * keeps what was made in *out, or undoes it when something failed on the way. */
#define err_or_made(rc, out, made, undo)                                                           \
    ((rc) == CR_OK ? (*(out) = (made), CR_OK) : ((undo)(made), (rc)))
/* The same for a struct that is handed over by value, and undone in its place. */
#define err_or_filled(rc, out, filled, undo)                                                       \
    ((rc) == CR_OK ? (*(out) = (filled), CR_OK) : ((undo)(&(filled)), (rc)))
