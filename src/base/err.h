/* Writing a struct cr_err. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <croupier/error.h>

/* Sets code and text (when err is not NULL) and returns code, so that
 * `return err_set(err, CR_E_INPUT, "seat %d: …", seat);` is one line. Cold: compilers keep what
 * leads here out of the way of rounds that are well. */
int err_set(struct cr_err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Puts "where: " before the text already there. Keeps the code and returns it. */
int err_prefix(struct cr_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

#endif
