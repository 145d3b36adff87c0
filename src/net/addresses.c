/* How many connections each address has; see addresses.h. */
#include "net/addresses.h"

#include "base/check.h"
#include "os/mutex.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* Addresses that stay known while they have no connection. */
#define KNOWN_MAX 1024

struct slot {
    uint64_t key;
    unsigned count;
    bool known;
};

/* Open addressing; a slot is free when it has no connection and is not known. */
struct addresses {
    struct address_limits limits;
    struct mutex lock;
    unsigned total, known;
    uint32_t mask;
    struct slot slots[];
};

struct addresses *addresses_new(const struct address_limits *limits)
{
    uint32_t size = 1024;
    while (size / 2 < limits->connections + KNOWN_MAX)
        size *= 2;
    struct addresses *a = calloc(1, sizeof *a + size * sizeof a->slots[0]);
    if (!a)
        return NULL;
    a->limits = *limits;
    a->mask = size - 1;
    mutex_init(&a->lock);
    return a;
}

void addresses_free(struct addresses *a)
{
    if (a)
        mutex_destroy(&a->lock);
    free(a);
}

static uint64_t key_of_four(uint32_t address)
{
    return UINT64_C(0xffff00000000) | address;
}

uint64_t address_key(const struct sockaddr *address)
{
    uint64_t key = 0;
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return key_of_four(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6)
        return 0;
    struct sockaddr_in6 in6;
    memcpy(&in6, address, sizeof in6);
    if (IN6_IS_ADDR_V4MAPPED(&in6.sin6_addr)) {
        /* A socket that listens on :: has IPv4 peers in this form: ::ffff:192.0.2.1. Half of it is
         * the same for all of them. */
        uint32_t in4;
        memcpy(&in4, &in6.sin6_addr.s6_addr[12], sizeof in4);
        return key_of_four(ntohl(in4));
    }
    for (unsigned i = 0; i < 8; i++)
        key = key << 8 | in6.sin6_addr.s6_addr[i];
    return key;
}

static bool is_free(const struct slot *s)
{
    return s->count == 0 && !s->known;
}

static uint32_t home_of(const struct addresses *a, uint64_t key)
{
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & a->mask;
}

/* The key's slot, or the free one where it would go; there is always one. */
static struct slot *find(struct addresses *a, uint64_t key)
{
    uint32_t i = home_of(a, key);
    while (!is_free(&a->slots[i]) && a->slots[i].key != key)
        i = (i + 1) & a->mask;
    return &a->slots[i];
}

/* Moves the slots behind a freed one up, so that find never has to look past a free slot. */
static void close_gap(struct addresses *a, uint32_t gap)
{
    for (uint32_t i = (gap + 1) & a->mask; !is_free(&a->slots[i]); i = (i + 1) & a->mask) {
        uint32_t home = home_of(a, a->slots[i].key);
        if (((i - home) & a->mask) < ((i - gap) & a->mask))
            continue;
        a->slots[gap] = a->slots[i];
        a->slots[i] = (struct slot){0};
        gap = i;
    }
}

bool addresses_admit(struct addresses *a, uint64_t key)
{
    const struct address_limits *l = &a->limits;
    mutex_lock(&a->lock);
    const struct slot *s = find(a, key);
    const unsigned count = is_free(s) ? 0 : s->count;
    const bool known = !is_free(s) && s->known;
    const bool fits = known || a->total + l->reserve < l->connections;
    const bool admitted = fits && (l->per_address == 0 || count < l->per_address);
    mutex_unlock(&a->lock);
    return admitted;
}

bool addresses_enter(struct addresses *a, uint64_t key)
{
    mutex_lock(&a->lock);
    const bool fits = a->total + KNOWN_MAX < a->mask;
    if (fits) {
        struct slot *s = find(a, key);
        s->key = key;
        s->count++;
        a->total++;
    }
    mutex_unlock(&a->lock);
    return fits;
}

void addresses_leave(struct addresses *a, uint64_t key)
{
    mutex_lock(&a->lock);
    struct slot *s = find(a, key);
    CHECK(s->count > 0);
    s->count--;
    a->total--;
    if (is_free(s))
        close_gap(a, (uint32_t)(s - a->slots));
    mutex_unlock(&a->lock);
}

void addresses_know(struct addresses *a, uint64_t key)
{
    mutex_lock(&a->lock);
    struct slot *s = find(a, key);
    if (s->count > 0 && !s->known && a->known < KNOWN_MAX) {
        s->known = true;
        a->known++;
    }
    mutex_unlock(&a->lock);
}
