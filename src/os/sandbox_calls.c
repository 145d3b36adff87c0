/* The filter of system calls for each role, made with libseccomp.
 *
 * A call that a role may not make gets one of three answers. A call that only an intruder makes
 * ends the process at once. A call that libraries try and can do without fails with an error.
 * Anything else ends the process too, but first tells its number, so that a call that was
 * forgotten in the lists is found the first time it is made.
 */
#define _GNU_SOURCE /* CLONE_THREAD, tgkill */

#include "os/sandbox_internal.h"

#include "base/err.h"
#include "base/text.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(x) SCMP_SYS(x)

/* mmap, mprotect, clone and prctl have rules of their own; so has socket. */
#define SPECIAL_CALLS         4
#define SPECIAL_CALLS_NETWORK 5

static bool has_network(enum guard_role role)
{
    return role == GUARD_MANAGER || role == GUARD_TABLE;
}

unsigned guard_call_count(enum guard_role role)
{
    unsigned count = role == GUARD_SIGNER ? 0
                     : has_network(role)  ? SPECIAL_CALLS_NETWORK
                                          : SPECIAL_CALLS;
    for (const int *const *list = role_calls[role]; *list != NULL; list++)
        for (const int *call = *list; *call != ROLE_CALLS_END; call++)
            count++;
    return count;
}

/* ---- Rules ---- */

/* Adds a rule for each call of a list; calls that this architecture does not have are skipped. */
static int add_list(scmp_filter_ctx filter, uint32_t action, const int *list)
{
    int rc = 0;
    for (; rc == 0 && *list != ROLE_CALLS_END; list++) {
        rc = seccomp_rule_add(filter, action, *list, 0);
        rc = rc == -EDOM ? 0 : rc;
    }
    return rc;
}

/* Memory that can be written can never be run, nor become so: code comes from files only. */
static int add_memory(scmp_filter_ctx filter)
{
    const scmp_datum_t both = PROT_WRITE | PROT_EXEC;
    int rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), CALL(mmap), 1,
                              SCMP_A2_64(SCMP_CMP_MASKED_EQ, both, both));
    for (scmp_datum_t prot = 0; rc == 0 && prot <= both; prot += PROT_WRITE)
        if (prot != both)
            rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mmap), 1,
                                  SCMP_A2_64(SCMP_CMP_MASKED_EQ, both, prot));
    if (rc == 0)
        rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(mprotect), 1,
                              SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (rc == 0)
        rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), CALL(mprotect), 1,
                              SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
    return rc;
}

/* Allows threads, but no processes. A filter cannot see what clone3 is to make; without clone3 the
 * C library uses clone. */
static int add_threads(scmp_filter_ctx filter)
{
    int rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(clone), 1,
                              SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    if (rc == 0)
        rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), CALL(clone), 1,
                              SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    if (rc == 0)
        rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), CALL(clone3), 0);
    return rc;
}

/* Allows the names of threads and PR_GET_DUMPABLE. Options that are newer than these fail with an
 * error and do not end the process. */
static int add_prctl(scmp_filter_ctx filter)
{
    static const int options[] = {PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME};
    int rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), CALL(prctl), 1,
                              SCMP_A0_64(SCMP_CMP_GT, PR_GET_NAME, 0));
    for (size_t i = 0; rc == 0 && i < sizeof options / sizeof options[0]; i++)
        rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(prctl), 1,
                              SCMP_A0_64(SCMP_CMP_EQ, (scmp_datum_t)options[i], 0));
    return rc;
}

/* Allows sockets for the internet, for this machine, and to ask the kernel for the machine's
 * addresses. */
static int add_sockets(scmp_filter_ctx filter)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < sizeof families / sizeof families[0]; i++)
        rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL(socket), 1,
                              SCMP_A0_64(SCMP_CMP_EQ, (scmp_datum_t)families[i], 0));
    return rc;
}

static int add_role(scmp_filter_ctx filter, enum guard_role role)
{
    int rc = 0;
    for (const int *const *list = role_calls[role]; rc == 0 && *list != NULL; list++)
        rc = add_list(filter, SCMP_ACT_ALLOW, *list);
    if (rc != 0 || role == GUARD_SIGNER) /* for which every other call is deadly */
        return rc;
    rc = add_list(filter, SCMP_ACT_KILL_PROCESS, deadly_calls);
    if (rc == 0)
        rc = add_list(filter, SCMP_ACT_ERRNO(EPERM), refused_calls);
    if (rc == 0)
        rc = add_memory(filter);
    if (rc == 0)
        rc = add_threads(filter);
    if (rc == 0)
        rc = add_prctl(filter);
    if (rc == 0 && has_network(role))
        rc = add_sockets(filter);
    return rc;
}

/* ---- When a call is not allowed ---- */

static void say(const char *text)
{
    ssize_t done = write(STDERR_FILENO, text, strlen(text));
    (void)done;
}

/* Runs in place of the call. The signal is raised again with its default effect, and ends the
 * process. */
static void on_call(int number, siginfo_t *info, void *context)
{
    char line[160];
    struct text t;
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    (void)context;
    text_init(&t, line, sizeof line);
    text_add(&t, "croupier: guard: system call ");
    text_add_uint(&t, (unsigned long)info->si_syscall);
    text_add(&t, " is not one that this program makes; it ends here\n");
    say(line);
    sigaction(number, &usual, NULL);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

static int catch_calls(struct cr_err *err)
{
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGSYS);
    if (sigaction(SIGSYS, &action, NULL) != 0 || sigprocmask(SIG_UNBLOCK, &own, NULL) != 0)
        return err_set(err, CR_E_IO, "guard: %s", strerror(errno));
    return 0;
}

/* ---- The whole ---- */

int calls_confine(enum guard_role role, struct cr_err *err)
{
    const uint32_t other = role == GUARD_SIGNER ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_TRAP;
    int rc = catch_calls(err);
    if (rc != 0)
        return rc;
    scmp_filter_ctx filter = seccomp_init(other);
    if (filter == NULL)
        return err_set(err, CR_E_IO, "guard: out of memory");
    rc = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (rc == 0)
        rc = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (rc == 0)
        rc = add_role(filter, role);
    if (rc == 0)
        rc = seccomp_load(filter);
    seccomp_release(filter);
    if (rc == 0)
        return 0;
    return err_set(err, CR_E_IO, "guard: this kernel does not take the list of system calls: %s",
                   strerror(-rc));
}
