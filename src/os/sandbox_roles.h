/* The system calls of each role, as lists. Inside the guard only. */
#ifndef OS_SANDBOX_ROLES_H
#define OS_SANDBOX_ROLES_H

#include "os/sandbox.h"

#define ROLE_LISTS_MAX 8
/* The end of a list; the numbers that libseccomp makes up for calls it lacks start at -101. */
#define ROLE_CALLS_END (-1)

/* What a role may do: lists up to NULL. By enum guard_role. */
extern const int *const role_calls[][ROLE_LISTS_MAX + 1];
/* What ends the process at once, in every role. */
extern const int deadly_calls[];
/* What is answered with EPERM. */
extern const int refused_calls[];

#endif
