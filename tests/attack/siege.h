/* A live manager with two listeners, plain HTTP and TLS, two tables that play through them, and
 * functions for attackers. All connections are on the loopback network; attackers use other
 * addresses of 127/8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum siege_door { SIEGE_PLAIN, SIEGE_TLS, SIEGE_DOORS };

/* Starts a manager, and with_tables also t1, over TLS with a certificate, and t2, over plain HTTP.
 */
void siege_open(const char *program, bool with_tables);
/* Ends everything, also after a failure; used as a test's teardown. Returns -1 if the manager does
 * not end with status 0. */
int siege_close(void **state);

uint16_t siege_port(enum siege_door door);
/* The manager's memory in KiB. */
long siege_memory(void);

/* The number of rounds that a table has played, as the floor shows it. */
unsigned siege_rounds(const char *table);
/* Waits until both tables have played that many more rounds. */
void siege_wait_rounds(unsigned more);

/* Checks that both listeners answer and that no table was lost or left. */
void siege_check(void);

/* Sends a GET or POST over plain HTTP; returns the answer's status. The body is valid until the
 * next call. */
unsigned siege_ask(const char *method, const char *path, const char *body, const char **answer);

/* Connects from an address 127.x.y.z that the attacker's number chooses. Returns the socket, or -1
 * if the connection was refused. */
int siege_dial(enum siege_door door, unsigned attacker);

/* Reads what the other end sends until it closes. Returns the number of bytes, at most room - 1. */
size_t siege_hear(int fd, char *out, size_t room);

/* Sends all data; returns false if the other end has closed. */
bool siege_say(int fd, const void *data, size_t len);
