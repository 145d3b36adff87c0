/* A thread of the program's own. It has a name for debuggers, and signals are not for it. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

/* The name, of at most 15 characters, outlives the start. False: no thread is to be had. */
bool thread_start(pthread_t *out, const char *name, void (*run)(void *context), void *context);

/* Waits for its end; or lets it end by itself. One of the two. */
void thread_join(pthread_t thread);
void thread_let_go(pthread_t thread);
