/* Which files a role sees: landlock. Inside the guard only. */
#ifndef GUARD_FILES_H
#define GUARD_FILES_H

#include "guard/guard.h"

/* A kernel without landlock is no error. */
int files_confine(enum guard_role role, const struct guard_path *paths, struct cr_err *err);

#endif
