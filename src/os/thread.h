/* Threads with a name for debuggers, which receive no signals. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

/* The name has at most 15 characters and must last until the thread has started. False: no thread
 * could be started. */
bool thread_start(pthread_t *out, const char *name, void (*run)(void *context), void *context);

/* thread_join waits for the end of a thread, thread_let_go lets it end by itself. Each thread
 * needs one of the two. */
void thread_join(pthread_t thread);
void thread_let_go(pthread_t thread);
