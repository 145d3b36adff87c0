/* The program confines itself once it knows what it needs: a list of system calls (seccomp) and a
 * list of files (landlock). An attacker who takes the program over later has no more than that.
 *
 * Called once, by the first thread before it starts others: a file list is inherited by threads,
 * not shared. A kernel without landlock leaves the files to the permissions of the user; a kernel
 * without seccomp is refused. Builds with a sanitizer or for coverage leave the guard out, because
 * those tools open files and make calls of their own: guard_left_out says so.
 */
#pragma once

#include <croupier/error.h>

enum guard_use {
    GUARD_READ,        /* a file, or a folder with all in it */
    GUARD_WRITE,       /* the same, read and written */
    GUARD_READ_BESIDE, /* a file and what is made next to it: its folder, read */
    GUARD_BESIDE       /* the same, read and written */
};

/* A list of these ends with a path of NULL. A path that does not exist is skipped. */
struct guard_path {
    const char *path;
    enum guard_use use;
};

enum guard_role {
    GUARD_MANAGER,  /* network, threads, the paths given */
    GUARD_TABLE,    /* the same, and a serial line */
    GUARD_VERIFY,   /* threads, reading; no new connection of any kind */
    GUARD_SIGNER,   /* only what is open already: read, write, end */
    GUARD_QUESTIONS /* threads, the paths given; no connection of any kind */
};

int guard_enter(enum guard_role role, const struct guard_path *paths, struct cr_err *err);

/* ---- About the guard, for people ---- */

/* Why this build has no guard; NULL when it has one. */
const char *guard_left_out(void);
/* How many system calls a role may make. */
unsigned guard_call_count(enum guard_role role);
/* The version of landlock that this kernel has; 0: none. */
int guard_landlock_version(void);
