/* Work in a process of its own, which may fail without the program that asks for it.
 *
 * A program that has confined itself starts no processes. So it forks one before that, which does
 * nothing but start the one that works when it is told to, and end it.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct apart;

/* What the process does: it reads questions from the socket and writes answers. When it returns,
 * the process ends. */
typedef void apart_work(int socket, void *context);

/* Before the first thread, and before the program confines itself. context is what it is now. */
int apart_prepare(apart_work *work, void *context, struct apart **out, struct cr_err *err);

/* Starts the process that works, and ends the one before it. The socket is the caller's to close;
 * -1: it could not be started. One thread at a time. */
int apart_begin(struct apart *a, struct cr_err *err);

/* Ends the process that works, if there is one. */
void apart_give_up(struct apart *a);

/* Reads exactly so much; false when the other side is gone before. durable_write writes so. */
bool apart_read(int socket, void *into, size_t len);

/* Closes the socket of a process of this kind and waits until the process has ended. */
void apart_wait(int socket, pid_t pid);

/* Ends both. NULL is allowed. */
void apart_end(struct apart *a);
