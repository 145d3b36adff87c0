/* What the tests of the books of a link share. */
#pragma once

#include "floor/ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static inline struct cr_progressive load(const char *name)
{
    struct cr_progressive p;
    struct cr_err err = {0};
    if (cr_progressive_load(name, &p, &err) != CR_OK)
        fail_msg("%s", err.text);
    return p;
}

static inline void assert_balanced(const struct cr_progressive *p, const struct ledger *ledger)
{
    struct cr_err err = {0};
    if (ledger_check(p, ledger, &err) != CR_OK)
        fail_msg("%s", err.text);
}

static inline void assert_micro(struct cr_money is, int64_t should)
{
    assert_int_equal(is.micro, should);
}

/* Fails unless the result is a refusal with this code whose message contains `part`. The caller
 * compares what must not have changed. */
static inline void assert_refused(int rc, int code, const struct cr_err *err, const char *part)
{
    assert_int_equal(rc, code);
    assert_int_equal(err->code, code);
    if (!strstr(err->text, part))
        fail_msg("\"%s\" does not say \"%s\"", err->text, part);
}
