/* Texts of rules to test the reader of rules files with: shipped files with one place changed, and
 * faults that must be found, placed and explained.
 */
#pragma once

#include <croupier/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Slots in the order of the games. */
enum { UTH_ANTE = 1, UTH_BLIND, UTH_TRIPS, TCP_PAIR_PLUS = 3 };

/* Loads shipped rules; a failure fails the test. */
struct cr_rules rules_load_shipped(const char *name);

/* The shipped file with its first old replaced by new; the caller frees it. */
char *rules_text_replaced(const char *shipped, const char *old, const char *new);

/* Parses such a text, which must be accepted. */
void rules_accept(const char *shipped, const char *old, const char *new, struct cr_rules *out);

/* Parses text that must fail: *out stays as it was. */
void rules_parse_fault(bool is_progressive, const char *text, size_t len, struct cr_err *err);

struct rules_fault {
    const char *name;    /* of the test */
    const char *shipped; /* the file to spoil */
    const char *old;     /* this text in it … */
    const char *new;     /* … becomes this one. A ^ marks where the fault must be shown, */
    const char *message;
    const char *at; /* unless it is somewhere else: the first place of this text */
};

#define FAULT(name, shipped, old, new, message)                                                    \
    {                                                                                              \
        name, shipped, old, new, message, NULL                                                     \
    }
#define FAULT_AT(name, shipped, old, new, message, at)                                             \
    {                                                                                              \
        name, shipped, old, new, message, at                                                       \
    }

/* What more than one table of faults expects to be told. */
#define NAME_HELP  "; use a to z, 0 to 9, - and _, a letter first, at most 31 characters"
#define ORDER_HELP " is expected; list hands from the best downward and leave none out"
#define MORE_HELP  "; lower it or raise the other"

/* Runs a test for each of the faults after the plain ones; returns what main does. */
int rules_faults_run(const char *group, const struct CMUnitTest *plain, size_t plain_count,
                     const struct rules_fault *faults, size_t fault_count);
