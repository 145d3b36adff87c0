/* The manager tells a service manager such as systemd that it is ready, that it is still working,
 * and that it stops.
 * usage: test_notify CROUPIER */
#define _GNU_SOURCE

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define PATIENCE_MS 60000

static const char *croupier;

static int listen_at(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
    return fd;
}

static pid_t start(const char *socket_path, const char *watchdog_us)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child != 0)
        return child;
    setenv("NOTIFY_SOCKET", socket_path, 1);
    setenv("WATCHDOG_USEC", watchdog_us, 1);
    unsetenv("WATCHDOG_PID");
    if (freopen("/dev/null", "w", stdout) == NULL)
        _exit(126);
    execl(croupier, croupier, "serve", "--open", "--store", "memory:", "--listen", "127.0.0.1:0",
          (char *)NULL);
    _exit(127);
}

static void hear(int fd, const char *wanted)
{
    char text[256];
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    do {
        assert_int_equal(poll(&waits, 1, PATIENCE_MS), 1);
        const ssize_t len = recv(fd, text, sizeof(text) - 1, 0);
        assert_true(len > 0);
        text[len] = '\0';
        /* it may send WATCHDOG=1 more often than expected */
    } while (strcmp(text, "WATCHDOG=1") == 0 && strcmp(wanted, text) != 0);
    assert_string_equal(text, wanted);
}

static void it_says_how_it_goes(void **state)
{
    char folder[] = "notify-test-XXXXXX", path[64];
    int status = 0;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/socket", folder);
    int fd = listen_at(path);
    char full[4096];
    assert_non_null(realpath(path, full));
    pid_t child = start(full, "100000");
    hear(fd, "READY=1");
    hear(fd, "WATCHDOG=1");
    hear(fd, "WATCHDOG=1");
    assert_int_equal(kill(child, SIGTERM), 0);
    hear(fd, "STOPPING=1");
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(fd);
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_says_how_it_goes)};
    if (argc != 2)
        return 2;
    croupier = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
