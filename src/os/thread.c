/* Starting threads; see thread.h. */
#define _GNU_SOURCE /* pthread_setname_np */
#include "os/thread.h"

#include "base/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define NAME_ROOM 16 /* of a thread on Linux, with the byte that ends it */

struct beginning {
    const char *name;
    void (*run)(void *context);
    void *context;
};

static void *begin(void *beginning)
{
    const struct beginning own = *(struct beginning *)beginning;
    free(beginning);
    pthread_setname_np(pthread_self(), own.name); /* without one the work is done all the same */
    own.run(own.context);
    return NULL;
}

/* Blocks all signals in the new thread, so that the main thread gets them; except SIGSYS, by which
 * a forbidden system call reports itself (sandbox_calls.c). */
bool thread_start(pthread_t *out, const char *name, void (*run)(void *context), void *context)
{
    sigset_t all, before;
    CHECK(strlen(name) < NAME_ROOM);
    struct beginning *beginning = malloc(sizeof *beginning);
    if (beginning == NULL)
        return false;
    *beginning = (struct beginning){.name = name, .run = run, .context = context};
    sigfillset(&all);
    sigdelset(&all, SIGSYS);
    CHECK(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
    const bool is_started = pthread_create(out, NULL, begin, beginning) == 0;
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    if (!is_started)
        free(beginning);
    return is_started;
}

void thread_join(pthread_t thread)
{
    CHECK(pthread_join(thread, NULL) == 0);
}

void thread_let_go(pthread_t thread)
{
    CHECK(pthread_detach(thread) == 0);
}
