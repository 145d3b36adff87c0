/* The parts of the guard: which files a role sees (landlock), which system calls it makes
 * (seccomp), and the lists of those calls. */
#pragma once

#include "os/sandbox.h"

/* Confines the process to the files of a role. A kernel without landlock is no error. */
int files_confine(enum guard_role role, const struct guard_path *paths, struct cr_err *err);
/* Confines all threads of the process to the system calls of a role. */
int calls_confine(enum guard_role role, struct cr_err *err);

#define ROLE_LISTS_MAX 8
/* The end of a list; the numbers that libseccomp makes up for calls it lacks start at -101. */
#define ROLE_CALLS_END (-1)

/* The system calls that a role may make: lists that end with NULL, by enum guard_role. */
extern const int *const role_calls[][ROLE_LISTS_MAX + 1];
/* Calls that end the process at once, in every role. */
extern const int deadly_calls[];
/* Calls that fail with EPERM. */
extern const int refused_calls[];
