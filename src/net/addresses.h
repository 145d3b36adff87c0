/* How many connections each address has: a limit on what one machine can take from the others,
 * before anyone knows who it is. Threads share it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct addresses;

struct address_limits {
    unsigned connections; /* in all */
    unsigned reserve;     /* of these, for addresses of machines that are known */
    unsigned per_address; /* 0: no limit */
};

/* NULL without memory. */
struct addresses *addresses_new(const struct address_limits *limits);
void addresses_free(struct addresses *a);

/* The owner of the line: an IPv4 address, or the 64 bits of an IPv6 network, within which a machine
 * takes as many addresses as it likes. */
uint64_t address_key(const struct sockaddr *address);

/* Whether one more may come. */
bool addresses_admit(struct addresses *a, uint64_t key);

/* Counts a connection. False: no room to count it, so it must not stay. */
bool addresses_enter(struct addresses *a, uint64_t key);
void addresses_leave(struct addresses *a, uint64_t key);

/* A machine that showed a good certificate was here; it may use the reserve from now on. */
void addresses_know(struct addresses *a, uint64_t key);
