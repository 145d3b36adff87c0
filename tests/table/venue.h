/* Real processes for tests in C: a manager, tables, and calls to both over HTTP. Processes are
 * ended by their process id. Any failure fails the test. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define VENUE_URL 64

void venue_open(const char *program);
/* Ends what still runs, and removes the folder. */
void venue_close(void);

/* ---- Processes ---- */

/* Starts `croupier` with these words, which end with NULL; {} in a word stands for the venue's
 * folder. The process's output goes to the file `name` in that folder, which is emptied first.
 * Returns the process id. */
pid_t venue_start(const char *name, const char *const *words);
/* Waits until the file `name` has this text: the process has printed it, or it is in a table's
 * journal of that name. */
void venue_until_says(const char *name, const char *text);
/* The address that the process printed behind the text `before`. */
void venue_address(const char *name, const char *before, char out[VENUE_URL]);
/* Sends the signal and waits until the process is gone. Unless it was killed, its status must be 0.
 */
void venue_end(pid_t pid, int signal);

/* Starts a manager on the demonstration floor, on the same port each time. The usual lease is long,
 * because a machine that runs tests is busy; only tests of the lease give a short one. */
#define VENUE_LEASE "60000"
pid_t venue_start_manager(const char *lease);
const char *venue_manager(void);

/* ---- Calls ---- */

/* Ask, and return the status. The body of the answer is then read with venue_at. */
unsigned venue_call(const char *base, const char *method, const char *path, const char *body);
unsigned venue_call_bytes(const char *base, const char *method, const char *path, const char *body,
                          size_t len);
/* A member of the last answer by its path, such as "deal.steps.0.seat", as text: "null" and "true"
 * for those values, "" if there is no such member. Valid during eight more calls. */
const char *venue_at(const char *path);
/* How many elements a list of the last answer has. */
unsigned venue_count(const char *path);
/* Asks this address until the member at `path` has this value. */
void venue_until(const char *base, const char *address, const char *path, const char *value);

/* ---- A dealer's console ---- */

#define VENUE_CONSOLE "/api/v1/console"

/* A press must be answered with this status. The answer is the console's state, or the reason of
 * the refusal. */
void venue_press(const char *console, unsigned status, const char *body);
/* A press must be refused, with these words in the answer. */
void venue_refused(const char *console, const char *body, const char *words);
/* Asks for the console's state until a member has this value. */
void venue_state(const char *console, const char *path, const char *value);
