/* Real processes for tests in C: a manager, tables, and calls to both over HTTP. Each process is
 * ended by its number. What fails, fails the test. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define VENUE_URL 64

void venue_open(const char *program);
/* Ends what still runs and removes the folder. */
void venue_close(void);

/* ---- Processes ---- */

/* `croupier` with these words, NULL at the end; {} in one is the venue's folder. What it prints
 * goes to a file of that name, emptied before. */
pid_t venue_start(const char *name, const char *const *words);
/* Waits until it has printed that; of a table's state: until that is on disk. */
void venue_until_says(const char *name, const char *text);
/* The address that stands behind a text that it has printed. */
void venue_address(const char *name, const char *before, char out[VENUE_URL]);
/* Signals it and waits until it is gone; unless it is killed, it ends well. */
void venue_end(pid_t pid, int signal);

/* The demonstration floor, on the same port each time. A machine that runs tests is busy with
 * others: only a test of the lease has a short one. */
#define VENUE_LEASE "60000"
pid_t venue_start_manager(const char *lease);
const char *venue_manager(void);

/* ---- Calls ---- */

/* Returns the status; the answer is then looked at with venue_at. */
unsigned venue_call(const char *base, const char *method, const char *path, const char *body);
unsigned venue_call_bytes(const char *base, const char *method, const char *path, const char *body,
                          size_t len);
/* "deal.steps.0.seat" of the last answer, as text: "null" and "true" for such, "" when there is no
 * such member. Good for eight more calls. */
const char *venue_at(const char *path);
/* Elements of a list. */
unsigned venue_count(const char *path);
/* Asks until the member says so. */
void venue_until(const char *base, const char *address, const char *path, const char *value);

/* ---- A dealer's console ---- */

#define VENUE_CONSOLE "/api/v1/console"

/* A press must be answered with that status; the answer is the state, or why not. */
void venue_press(const char *console, unsigned status, const char *body);
/* It is refused, in words that hold these. */
void venue_refused(const char *console, const char *body, const char *words);
/* Asks for the state until a member of it says so. */
void venue_state(const char *console, const char *path, const char *value);
