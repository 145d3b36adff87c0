/* A password is typed without echo, and however the question ends, the terminal has its echo again.
 * A file of passwords is on disk, and so is its name, before anybody is told so. */
#define _GNU_SOURCE /* posix_openpt */
#include "os/clock.h"
#include "service/client/password_file.h"
#include "support/faults.h"

#include <croupier/error.h>

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#define WAIT_MS 20000

static bool has_echo(int terminal)
{
    struct termios t;
    assert_int_equal(tcgetattr(terminal, &t), 0);
    return (t.c_lflag & ECHO) != 0;
}

/* Asks in a process that has the terminal; returns what the process ended with. */
static int ask(int keys, int terminal, const char *typed, int signal)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        char secret[SECRET_ROOM];
        struct cr_err err = {0};
        setsid();
        ioctl(terminal, TIOCSCTTY, 0);
        const int rc = secrets_ask("password", secret, sizeof(secret), &err);
        _exit(rc == 0 && strcmp(secret, "hush") == 0 ? 0 : 1);
    }
    const int64_t until_ms = clock_mono_ms() + WAIT_MS;
    while (has_echo(terminal) && clock_mono_ms() < until_ms)
        clock_sleep_ms(5);
    assert_false(has_echo(terminal));
    if (signal != 0)
        kill(pid, signal);
    assert_int_equal(write(keys, typed, strlen(typed)), strlen(typed));
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void the_terminal_has_its_echo_again(void **state)
{
    (void)state;
    const int keys = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(keys >= 0 && grantpt(keys) == 0 && unlockpt(keys) == 0);
    const int terminal = open(ptsname(keys), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    int status = ask(keys, terminal, "hush\n", 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0 && has_echo(terminal));
    status = ask(keys, terminal, "hus\x03", 0); /* Ctrl-C */
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT && has_echo(terminal));
    status = ask(keys, terminal, "", SIGTERM);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM && has_echo(terminal));
    status = ask(keys, terminal, "hu\x1ash\n", 0); /* Ctrl-Z is a character like any other */
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1 && has_echo(terminal));
    close(terminal);
    close(keys);
}

/* Writes a file of one password, whose k-th sync fails; 0: none does. */
static int write_file(const char *path, unsigned k)
{
    struct secrets s = {.count = 1};
    struct cr_err err = {0};
    int fd;
    strcpy(s.people[0].name, "Ann");
    strcpy(s.people[0].password, "hush");
    assert_int_equal(secrets_begin(path, &fd, &err), CR_OK);
    faults_arm(FAULT_SYNC, k, false);
    const int rc = secrets_finish(fd, path, &s, &err);
    faults_disarm();
    assert_int_equal(faults_happened(), k != 0);
    assert_int_equal(unlink(path), 0);
    return rc;
}

static void a_file_of_passwords_is_on_disk(void **state)
{
    char folder[] = "/tmp/croupier-passwords-XXXXXX", path[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/passwords", folder);
    assert_int_equal(write_file(path, 1), CR_E_IO);
    assert_int_equal(write_file(path, 2), CR_E_IO); /* its name */
    assert_int_equal(write_file(path, 0), CR_OK);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_terminal_has_its_echo_again),
                                       cmocka_unit_test(a_file_of_passwords_is_on_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
