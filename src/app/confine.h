/* Confines a command that runs for long or reads what strangers made: calls the guard
 * (os/sandbox.h) with the command's own files. Call this before the command starts its first
 * thread. */
#pragma once

#include "os/sandbox.h"

/* The files that a command reads or writes; NULL: none. */
struct confine {
    const char *store;     /* its address; an SQLite file may be used with its folder */
    const char *state;     /* a file of the command, and the files it makes beside it */
    const char *writes[4]; /* folders or devices */
    const char *trust;     /* of croupier pki: the server's files only, not the keys that sign */
    const char *reads[8];
};

/* Confines the process. For GUARD_VERIFY, call this after the store was opened, because nothing can
 * be connected to any more. */
int confine(enum guard_role role, const struct confine *c, struct cr_err *err);

/* Prints that --no-guard was given, and the program is not confined. */
void confine_not(void);
