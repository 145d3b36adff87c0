/* A line on standard error that says a long run is alive; only on a terminal, only after a
 * second, and gone at the end. */
#ifndef APP_SPINNER_H
#define APP_SPINNER_H

#include <pthread.h>
#include <stdbool.h>

struct spinner {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool running; /* the thread exists */
    bool done;    /* under lock: it shall end */
};

/* Stays quiet where threads are not to be had. The spinner must not move. */
void spinner_start(struct spinner *s);
void spinner_stop(struct spinner *s);

#endif
