/* Writing a struct cr_err. */
#include "base/err.h"

#include "base/text.h"

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
        err->reason[0] = '\0';
        err->field[0] = '\0';
    }
    return code;
}

int err_refuse(struct cr_err *err, int code, enum reason reason, const char *field,
               const char *format, ...)
{
    if (!err)
        return code;
    va_list args;
    err_set(err, code, "%s%s", field ? field : "", field ? ": " : "");
    const size_t len = strlen(err->text);
    va_start(args, format);
    vsnprintf(err->text + len, sizeof err->text - len, format, args);
    va_end(args);
    return err_blame(err, reason, field, field ? strlen(field) : 0);
}

int err_blame(struct cr_err *err, enum reason reason, const char *field, size_t len)
{
    struct text t;
    if (!err)
        return CR_E_INPUT;
    snprintf(err->reason, sizeof err->reason, "%s", reason_word(reason));
    text_init(&t, err->field, sizeof err->field);
    text_add_len(&t, field, len);
    return err->code;
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

int err_in_field(struct cr_err *err, const char *field)
{
    if (err) {
        snprintf(err->field, sizeof err->field, "%s", field);
        if (err->reason[0] == '\0')
            snprintf(err->reason, sizeof err->reason, "%s", reason_word(REASON_INVALID_VALUE));
    }
    return err_prefix(err, "%s", field);
}

const char *err_without_field(const struct cr_err *err)
{
    const size_t len = strlen(err->field);
    const bool is_named =
        len > 0 && memcmp(err->text, err->field, len) == 0 && memcmp(err->text + len, ": ", 2) == 0;
    return is_named ? err->text + len + 2 : err->text;
}

bool err_is(const struct cr_err *err, enum reason reason)
{
    return strcmp(err->reason, reason_word(reason)) == 0;
}

/* ---- What codes and reasons mean ---- */

static const struct {
    const char *word, *meaning;
} reasons[] = {[REASON_NONE] = {"", ""},
#define REASON_ROW(name, word, meaning) [REASON_##name] = {word, meaning},
               REASONS(REASON_ROW)
#undef REASON_ROW
};

const char *reason_word(enum reason reason)
{
    return reasons[reason].word;
}

const char *reason_meaning(enum reason reason)
{
    return reasons[reason].meaning;
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
