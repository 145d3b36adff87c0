/* The lock that keeps a second writer from an SQLite file, and says who has it. */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>

/* Locks PATH.lock. Gives up at once, with the holder's process number, when another has it; another
 * handle in the same process counts as another. */
int lock_take(const char *path, int *fd, struct cr_err *err);
/* Whether a writer has it, or nobody can say. */
bool lock_is_held(const char *path);
/* in_order: the lock is left empty, so that it can be seen later that nothing is missing. */
void lock_drop(int fd, bool in_order);
