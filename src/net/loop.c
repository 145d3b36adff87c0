/* The thread that runs a daemon of libmicrohttpd. */
#include "net/loop.h"

#include "os/clock.h"
#include "os/thread.h"

#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Milliseconds between two ticks; deadlines are no more exact than this. */
#define TICK_MS 250

static int wait_for(const struct loop *loop)
{
    MHD_UNSIGNED_LONG_LONG timeout;
    if (MHD_get_timeout(loop->daemon, &timeout) != MHD_YES)
        return TICK_MS;
    return timeout > TICK_MS ? TICK_MS : (int)timeout;
}

static void run(void *user)
{
    struct loop *loop = user;
    struct pollfd fds[2] = {{.fd = loop->epoll, .events = POLLIN},
                            {.fd = loop->wake, .events = POLLIN}};
    int64_t ticked = clock_mono_ms();
    while (!atomic_load(&loop->quit)) {
        poll(fds, 2, wait_for(loop));
        if (fds[1].revents & POLLIN) {
            eventfd_t value;
            eventfd_read(loop->wake, &value);
            /* Reset before MHD_run, so that a later loop_wake wakes this thread again. */
            atomic_store(&loop->woken, false);
        }
        if (clock_mono_ms() - ticked >= TICK_MS) {
            loop->tick(loop->tick_user);
            ticked = clock_mono_ms();
        }
        MHD_run(loop->daemon);
    }
}

bool loop_start(struct loop *loop, struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    loop->daemon = daemon;
    loop->epoll = info->epoll_fd;
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->wake < 0)
        return false;
    const bool started = thread_start(&loop->thread, "server", run, loop);
    if (!started)
        close(loop->wake);
    return started;
}

void loop_wake(struct loop *loop)
{
    if (!atomic_exchange(&loop->woken, true))
        eventfd_write(loop->wake, 1);
}

void loop_stop(struct loop *loop)
{
    atomic_store(&loop->quit, true);
    eventfd_write(loop->wake, 1);
    thread_join(loop->thread);
    close(loop->wake);
}
