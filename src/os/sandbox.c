/* A role is a list of calls and a list of files; see sandbox.h. */
#include "os/sandbox_internal.h"

#include "base/err.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#ifndef GUARD_LEFT_OUT
#define GUARD_LEFT_OUT NULL
#endif

const char *guard_left_out(void)
{
    return GUARD_LEFT_OUT;
}

/* No program that is started gains rights, no core file holds keys, and no other process of the
 * same user reads the memory. */
static int shut(struct cr_err *err)
{
    const struct rlimit none = {0, 0};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
        setrlimit(RLIMIT_CORE, &none) != 0)
        return err_set(err, CR_E_IO, "guard: the process cannot be shut: %s", strerror(errno));
    return 0;
}

int guard_enter(enum guard_role role, const struct guard_path *paths, struct cr_err *err)
{
    if (guard_left_out() != NULL)
        return 0;
    int rc = shut(err);
    if (rc == 0)
        rc = files_confine(role, paths, err);
    if (rc == 0)
        rc = calls_confine(role, err);
    return rc;
}
