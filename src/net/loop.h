/* The thread that runs a daemon of libmicrohttpd ("the library" in the files of this folder).
 *
 * The library could have threads of its own. But when exactly 128 sockets become ready at once, its
 * 0.9.75 waits for a further one before it looks at any (MHD_epoll). Waiting outside of it, and
 * calling it only to work, avoids that.
 */
#pragma once

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct loop {
    struct MHD_Daemon *daemon;
    int epoll;
    int wake; /* an eventfd */
    atomic_bool woken;
    atomic_bool quit;
    pthread_t thread;
    /* Called by the thread several times a second, between its work. */
    void (*tick)(void *user);
    void *tick_user;
};

/* The caller sets tick and tick_user before. False: no thread or no file descriptor. */
bool loop_start(struct loop *loop, struct MHD_Daemon *daemon);

/* To be called after MHD_resume_connection(). The library signals that itself, but may take its
 * signal for done before it has looked at the connection. */
void loop_wake(struct loop *loop);

/* Ends the thread; the daemon is the caller's again. */
void loop_stop(struct loop *loop);
