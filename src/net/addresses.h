/* Counts the connections of each address, to limit what one machine can take from the others
 * before it is known who it is. May be used from several threads. */
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

/* The key under which an address is counted: an IPv4 address, or the 64 bits of an IPv6 network,
 * within which a machine takes as many addresses as it likes. */
uint64_t address_key(const struct sockaddr *address);

/* True when one more connection from there is admitted. */
bool addresses_admit(struct addresses *a, uint64_t key);

/* Counts a connection. False: no room to count it, so it must not stay. */
bool addresses_enter(struct addresses *a, uint64_t key);
void addresses_leave(struct addresses *a, uint64_t key);

/* Notes that a machine with a good certificate is at this address; it may use the reserve from now
 * on. */
void addresses_know(struct addresses *a, uint64_t key);
