/* A live manager with both doors open, plain and TLS, two tables that play through them, and what
 * an attacker needs. Network on loopback only: attackers come from other addresses of 127/8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum siege_door { SIEGE_PLAIN, SIEGE_TLS, SIEGE_DOORS };

/* The manager, and tables if wanted: t1 through TLS with a certificate, t2 plain. */
void siege_open(const char *program, bool with_tables);
/* Ends everything, also after a failure: a test's teardown. It fails when the manager does not stop
 * in order. */
int siege_close(void **state);

uint16_t siege_port(enum siege_door door);
/* Of the manager's memory, in KiB. */
long siege_memory(void);

/* Rounds that a table has played, from the floor's own view. */
unsigned siege_rounds(const char *table);
/* Waits until both tables have played so many rounds more. */
void siege_wait_rounds(unsigned more);

/* Both doors answer, and no table was ever lost or left. */
void siege_check(void);

/* GET or POST at the plain door; the answer's status. The body is good until the next call. */
unsigned siege_ask(const char *method, const char *path, const char *body, const char **answer);

/* A connection from 127.x.y.z, by number; -1: refused. */
int siege_dial(enum siege_door door, unsigned attacker);

/* Waits for what the other end says until it closes; how many bytes, at most room - 1. */
size_t siege_hear(int fd, char *out, size_t room);

/* Sends all of it; false when the other end has closed. */
bool siege_say(int fd, const void *data, size_t len);
