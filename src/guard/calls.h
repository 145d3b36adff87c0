/* Which system calls a role makes: seccomp. Inside the guard only. */
#ifndef GUARD_CALLS_H
#define GUARD_CALLS_H

#include "guard/guard.h"

/* For all threads of the process. */
int calls_confine(enum guard_role role, struct cr_err *err);

#endif
