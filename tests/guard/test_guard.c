/* The guard stops what it must stop, and nothing that the program does.
 *
 * Each act runs in a process of its own that enters the guard first. The test then sees from
 * outside that the act succeeded, was refused with an error, or ended the process. */
#define _GNU_SOURCE

#include "os/sandbox.h"

#include "guard/acts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#define DIES  1000 /* the process is ended at once */
#define NAMED 1001 /* the process is ended after it has named the call */

static char folder[64], inside[96], outside[96];

/* ---- Running one act ---- */

static const struct guard_path manager_paths[] = {{act_store, GUARD_BESIDE}, {NULL, GUARD_READ}};
static const struct guard_path verify_paths[] = {{act_store, GUARD_READ_BESIDE},
                                                 {NULL, GUARD_READ}};

static int enter(enum guard_role role)
{
    struct cr_err err = {0};
    const struct guard_path *paths = role == GUARD_SIGNER   ? NULL
                                     : role == GUARD_VERIFY ? verify_paths
                                                            : manager_paths;
    int rc = guard_enter(role, paths, &err);
    if (rc != 0)
        fprintf(stderr, "%s\n", err.text);
    return rc;
}

/* An exit status, DIES or NAMED. */
static int outcome(int status, const char *said)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSYS);
    return strstr(said, "guard: system call ") != NULL ? NAMED : DIES;
}

static int try_in_process(enum guard_role role, int (*act)(void))
{
    char said[512] = "";
    int talk[2], status = 0;
    assert_int_equal(pipe(talk), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(talk[1], STDERR_FILENO);
        _exit(enter(role) == 0 ? act() : 255);
    }
    close(talk[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t len = read(talk[0], said, sizeof said - 1);
    said[len > 0 ? len : 0] = '\0';
    close(talk[0]);
    return outcome(status, said);
}

struct attempt {
    const char *what;
    int (*act)(void);
    int expected;
    int is_landlock; /* only where the kernel has Landlock */
};

static void try_all(enum guard_role role, const struct attempt *list)
{
    for (; list->what != NULL; list++) {
        if (list->is_landlock && guard_landlock_version() == 0) {
            print_message("landlock: this kernel has none; not tried: %s\n", list->what);
            continue;
        }
        int found = try_in_process(role, list->act);
        if (found != list->expected)
            fail_msg("%s: %d instead of %d", list->what, found, list->expected);
    }
}

/* ---- Roles ---- */

static void a_manager_works(void **state)
{
    static const struct attempt list[] = {{"nothing", act_nothing, 0, 0},
                                          {"its store", act_write_store, 0, 0},
                                          {"beside its store", act_work_beside, 0, 0},
                                          {"the network", act_open_internet, 0, 0},
                                          {"a neighbour", act_open_neighbour, 0, 0},
                                          {"its own hash", act_hash_itself, 0, 0},
                                          {"shut", act_look_at_itself, 0, 0},
                                          {NULL, NULL, 0, 0}};
    (void)state;
    try_all(GUARD_MANAGER, list);
}

static void a_manager_is_stopped(void **state)
{
    static const struct attempt list[] = {{"execve", act_run_program, DIES, 0},
                                          {"ptrace", act_trace, DIES, 0},
                                          {"setuid", act_become_another, DIES, 0},
                                          {"fork", act_make_process, EPERM, 0},
                                          {"vhangup", act_hang_up, NAMED, 0},
                                          {"packets", act_open_raw, NAMED, 0},
                                          {"written and run", act_run_memory, EACCES, 0},
                                          {"made runnable", act_turn_runnable, EACCES, 0},
                                          {"/etc/shadow", act_read_shadow, EACCES, 1},
                                          {"reading outside", act_read_stranger, EACCES, 1},
                                          {"writing outside", act_write_outside, EACCES, 1},
                                          {"cutting outside", act_cut_outside, EACCES, 1},
                                          {"removing outside", act_remove_outside, EACCES, 1},
                                          {"a thread outside", act_start_thread, EACCES, 1},
                                          {NULL, NULL, 0, 0}};
    (void)state;
    try_all(GUARD_MANAGER, list);
}

static void an_auditor_only_reads(void **state)
{
    static const struct attempt list[] = {{"reading", act_read_store, 0, 0},
                                          {"a socket", act_open_internet, NAMED, 0},
                                          {"a neighbour", act_open_neighbour, NAMED, 0},
                                          {"execve", act_run_program, DIES, 0},
                                          {"removing", act_remove_outside, NAMED, 0},
                                          {"writing", act_write_store, EACCES, 1},
                                          {"beside", act_make_beside, EACCES, 1},
                                          {"/etc/shadow", act_read_shadow, EACCES, 1},
                                          {NULL, NULL, 0, 0}};
    (void)state;
    try_all(GUARD_VERIFY, list);
}

static void a_signer_only_answers(void **state)
{
    static const struct attempt list[] = {
        {"a file", act_read_store, DIES, 0},  {"a socket", act_open_internet, DIES, 0},
        {"execve", act_run_program, DIES, 0}, {"fork", act_make_process, DIES, 0},
        {"memory", act_run_memory, DIES, 0},  {NULL, NULL, 0, 0}};
    (void)state;
    try_all(GUARD_SIGNER, list);
    assert_int_equal(pipe(act_ends), 0);
    assert_int_equal(write(act_ends[1], "q", 1), 1);
    assert_int_equal(try_in_process(GUARD_SIGNER, act_answer), 0);
    close(act_ends[0]);
    close(act_ends[1]);
}

/* ---- A serial line ---- */

static char device[64];

static int speak_serial(void)
{
    struct termios t;
    int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || tcgetattr(fd, &t) != 0 || tcsetattr(fd, TCSANOW, &t) != 0)
        return errno;
    return write(fd, "x", 1) == 1 ? 0 : errno;
}

static int serial_in_guard(void)
{
    const struct guard_path paths[] = {{device, GUARD_WRITE}, {NULL, GUARD_READ}};
    struct cr_err err = {0};
    return guard_enter(GUARD_TABLE, paths, &err) == 0 ? speak_serial() : 255;
}

static void a_table_has_its_line(void **state)
{
    (void)state;
    int line = posix_openpt(O_RDWR | O_NOCTTY), status = 0;
    assert_true(line >= 0 && grantpt(line) == 0 && unlockpt(line) == 0);
    assert_int_equal(ptsname_r(line, device, sizeof device), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(serial_in_guard());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(outcome(status, ""), 0);
    if (guard_landlock_version() > 0)
        assert_int_equal(try_in_process(GUARD_TABLE, speak_serial), EACCES);
    close(line);
}

/* ---- Threads that were started before the guard ---- */

static int talk_to_thread[2];

static void *wait_then_trace(void *context)
{
    char byte;
    (void)context;
    if (read(talk_to_thread[0], &byte, 1) == 1)
        ptrace(PTRACE_ATTACH, 0, NULL, NULL);
    return NULL;
}

static int with_old_thread(void)
{
    pthread_t thread;
    if (pipe(talk_to_thread) != 0 || pthread_create(&thread, NULL, wait_then_trace, NULL) != 0)
        return 254;
    if (enter(GUARD_MANAGER) != 0 || write(talk_to_thread[1], "x", 1) != 1)
        return 255;
    pthread_join(thread, NULL);
    return 0;
}

static void older_threads_are_in_it_too(void **state)
{
    int status = 0;
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(with_old_thread());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(outcome(status, ""), DIES);
}

/* ---- A build without the guard ---- */

static void it_is_left_out(void **state)
{
    (void)state;
    assert_non_null(guard_left_out());
    assert_int_equal(try_in_process(GUARD_MANAGER, act_open_raw) == DIES, 0);
    assert_int_equal(try_in_process(GUARD_MANAGER, act_read_stranger), 0);
}

/* ---- The folders ---- */

static int make_folders(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "guard-test-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(inside, sizeof inside, "%s/inside", folder);
    snprintf(outside, sizeof outside, "%s/outside", folder);
    snprintf(act_store, sizeof act_store, "%s/store.db", inside);
    snprintf(act_stranger, sizeof act_stranger, "%s/stranger", outside);
    return mkdir(inside, 0700) != 0 || mkdir(outside, 0700) != 0 || act_make_file(act_store) != 0 ||
                   act_make_file(act_stranger) != 0
               ? -1
               : 0;
}

static int remove_folders(void **state)
{
    (void)state;
    unlink(act_store);
    unlink(act_stranger);
    return rmdir(inside) != 0 || rmdir(outside) != 0 || rmdir(folder) != 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest guarded[] = {
        cmocka_unit_test(a_manager_works),       cmocka_unit_test(a_manager_is_stopped),
        cmocka_unit_test(an_auditor_only_reads), cmocka_unit_test(a_signer_only_answers),
        cmocka_unit_test(a_table_has_its_line),  cmocka_unit_test(older_threads_are_in_it_too)};
    const struct CMUnitTest left_out[] = {cmocka_unit_test(it_is_left_out)};
    return guard_left_out() == NULL
               ? cmocka_run_group_tests(guarded, make_folders, remove_folders)
               : cmocka_run_group_tests(left_out, make_folders, remove_folders);
}
