/* Texts for tests of the reader of rules files: shipped files with one place changed, and tables of
 * faults that the reader must find, place and explain. */
#pragma once

#include <croupier/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Numbers of slots; a game's own list of wagers has the order. */
enum { UTH_ANTE = 1, UTH_BLIND, UTH_TRIPS, TCP_PAIR_PLUS = 3 };

/* Loads shipped rules; a failure fails the test. */
struct cr_rules rules_load_shipped(const char *name);

/* Returns the shipped file with the first occurrence of old replaced by new; the caller frees it.
 */
char *rules_text_replaced(const char *shipped, const char *old, const char *new);

/* Parses a shipped file that was changed in this way; the reader must accept it. */
void rules_accept(const char *shipped, const char *old, const char *new, struct cr_rules *out);

/* Parses a text that the reader must refuse; checks that the output stays as it was. */
void rules_parse_fault(bool is_progressive, const char *text, size_t len, struct cr_err *err);

struct rules_fault {
    const char *name;    /* name of the test */
    const char *shipped; /* the shipped file that is changed */
    const char *old;     /* the text that is replaced … */
    const char *new; /* … by this one. A ^ marks the place at which the fault must be reported, … */
    const char *message;
    const char *at; /* … unless at names the text where it is reported */
};

#define FAULT(name, shipped, old, new, message)                                                    \
    {                                                                                              \
        name, shipped, old, new, message, NULL                                                     \
    }
#define FAULT_AT(name, shipped, old, new, message, at)                                             \
    {                                                                                              \
        name, shipped, old, new, message, at                                                       \
    }

/* Endings of messages that more than one table of faults expects. */
#define NAME_HELP  "; use a to z, 0 to 9, - and _, a letter first, at most 31 characters"
#define ORDER_HELP " is expected; list hands from the best downward and leave none out"
#define MORE_HELP  "; lower it or raise the other"

/* Runs the plain tests and then one test for each fault. Returns what main returns: the number of
 * failed tests. */
int rules_faults_run(const char *group, const struct CMUnitTest *plain, size_t plain_count,
                     const struct rules_fault *faults, size_t fault_count);
