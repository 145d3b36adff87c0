/* What each command that stays up or reads what strangers made may do: the guard, with the
 * command's own files. Each is called before the command starts its first thread. */
#pragma once

#include "os/sandbox.h"

/* What a command reads or writes besides its store; NULL: nothing. */
struct confine {
    const char *store;     /* its address; the folder of an SQLite file is the store's */
    const char *state;     /* a file of the command's own, with what it makes beside it */
    const char *writes[4]; /* a folder or a device */
    const char *trust; /* a folder of croupier pki: the server's files, never the keys that sign */
    const char *reads[8];
};

/* GUARD_VERIFY: after the store was opened; nothing new is connected to. */
int confine(enum guard_role role, const struct confine *c, struct cr_err *err);

/* --no-guard, said where it is seen. */
void confine_not(void);
