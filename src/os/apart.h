/* Runs work in a process of its own, so that a failure there does not end the program.
 *
 * A program that has confined itself (sandbox.h) starts no processes. So before that it forks a
 * helper process, which does nothing but start the worker process when it is told to, and end it.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct apart;

/* What the worker process does: it reads questions from the socket and writes answers. When it
 * returns, the process ends. */
typedef void apart_work(int socket, void *context);

/* Forks the helper process. To be called before the first thread starts and before the program
 * confines itself. The worker gets `context` as it is now. */
int apart_prepare(apart_work *work, void *context, struct apart **out, struct cr_err *err);

/* Starts the worker process, and ends the one before it. Returns the socket to it, which the
 * caller closes; -1: it could not be started. From one thread at a time. */
int apart_begin(struct apart *a, struct cr_err *err);

/* Ends the worker process, if there is one. */
void apart_give_up(struct apart *a);

/* Reads exactly len bytes; false when the other side ends before. To write, use durable_write. */
bool apart_read(int socket, void *into, size_t len);

/* Closes the socket to a process of this kind and waits until the process has ended. */
void apart_wait(int socket, pid_t pid);

/* Ends the helper and the worker process. NULL is allowed. */
void apart_end(struct apart *a);
