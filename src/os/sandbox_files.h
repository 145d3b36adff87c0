/* Which files a role sees: landlock. Inside the guard only. */
#ifndef OS_SANDBOX_FILES_H
#define OS_SANDBOX_FILES_H

#include "os/sandbox.h"

/* A kernel without landlock is no error. */
int files_confine(enum guard_role role, const struct guard_path *paths, struct cr_err *err);

#endif
