/* Writing a struct cr_err. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct cr_err *err, int code, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        err->code = code;
    }
    return code;
}

int err_prefix(struct cr_err *err, const char *format, ...)
{
    if (!err)
        return CR_E_INPUT;
    char where[128];
    char what[CR_ERR_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(where, sizeof where, format, args);
    va_end(args);
    memcpy(what, err->text, sizeof what);
    snprintf(err->text, sizeof err->text, "%s: %.*s", where,
             (int)(sizeof err->text - strlen(where) - 3), what);
    return err->code;
}

const char *cr_error_meaning(int code)
{
    switch (code) {
    case CR_OK:
        return "done";
#define CASE(name, value, text)                                                                    \
    case value:                                                                                    \
        return text;
        CR_ERRORS(CASE)
#undef CASE
    default:
        return "an unknown error";
    }
}
