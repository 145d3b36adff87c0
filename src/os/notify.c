/* Tells the service manager the state of the program: a datagram, as sd_notify(3) describes it. */
#include "os/notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

void notify_say(const char *state)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    const size_t len = path != NULL ? strlen(path) : 0;
    if (len == 0 || len >= sizeof(to.sun_path) || (path[0] != '/' && path[0] != '@'))
        return;
    memcpy(to.sun_path, path, len);
    if (to.sun_path[0] == '@') /* an abstract socket, which has no file */
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    ssize_t sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
    (void)sent; /* nobody may be listening */
    close(fd);
}

/* Half the time after which the service manager gives up; 0: it does not watch this process. */
static unsigned long long half_watchdog_us(void)
{
    const char *time = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (time == NULL || (pid != NULL && strtoll(pid, NULL, 10) != (long long)getpid()))
        return 0;
    return strtoull(time, NULL, 10) / 2;
}

void notify_wait(const sigset_t *ends, void (*is_well)(void *), void *context)
{
    const unsigned long long us = half_watchdog_us();
    const struct timespec turn = {.tv_sec = (time_t)(us / 1000000),
                                  .tv_nsec = (long)(us % 1000000 * 1000)};
    int number = 0;
    if (us == 0) {
        sigwait(ends, &number);
        return;
    }
    while (sigtimedwait(ends, NULL, &turn) < 0) {
        if (errno != EAGAIN)
            continue;
        is_well(context);
        notify_say("WATCHDOG=1");
    }
}
