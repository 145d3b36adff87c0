/* A line on standard error that says a long run is alive. */
#include "app/spinner.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void *spin(void *context)
{
    struct spinner *s = context;
    struct timespec until;
    bool shown = false;
    clock_gettime(CLOCK_REALTIME, &until);
    pthread_mutex_lock(&s->lock);
    for (unsigned seconds = 1; !s->done; seconds++) {
        until.tv_sec++;
        while (!s->done && pthread_cond_timedwait(&s->wake, &s->lock, &until) == 0)
            continue;
        if (!s->done) {
            fprintf(stderr, "\ranalysing... %u s", seconds);
            fflush(stderr);
            shown = true;
        }
    }
    pthread_mutex_unlock(&s->lock);
    if (shown)
        fputs("\r\033[K", stderr);
    return NULL;
}

void spinner_start(struct spinner *s)
{
    *s = (struct spinner){0};
    if (!isatty(STDERR_FILENO))
        return;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->wake, NULL);
    /* Signals are the main thread's. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    s->running = pthread_create(&s->thread, NULL, spin, s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!s->running) {
        pthread_cond_destroy(&s->wake);
        pthread_mutex_destroy(&s->lock);
    }
}

void spinner_stop(struct spinner *s)
{
    if (!s->running)
        return;
    pthread_mutex_lock(&s->lock);
    s->done = true;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    s->running = false;
}
