/* Which system calls a role makes: seccomp. Inside the guard only. */
#ifndef OS_SANDBOX_CALLS_H
#define OS_SANDBOX_CALLS_H

#include "os/sandbox.h"

/* For all threads of the process. */
int calls_confine(enum guard_role role, struct cr_err *err);

#endif
