/* Limits how often something may happen; see throttle.h. */
#include "net/throttle.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#define ONE    1000
#define MINUTE (60 * 1000)

void throttle_init(struct throttle *t, unsigned most, unsigned per_minute)
{
    memset(t, 0, sizeof(*t));
    t->most = most;
    t->per_minute = per_minute;
}

static int64_t level_at(const struct throttle *t, const struct throttle_name *n, int64_t now_ms)
{
    const int64_t gone = (now_ms - n->at_ms) * t->per_minute * ONE / MINUTE;
    return n->level > gone ? n->level - gone : 0;
}

static const struct throttle_name *find(const struct throttle *t, const char *name)
{
    for (unsigned i = 0; i < THROTTLE_NAMES; i++)
        if (strncmp(t->names[i].name, name, THROTTLE_NAME_MAX - 1) == 0)
            return &t->names[i];
    return NULL;
}

unsigned throttle_wait_s(const struct throttle *t, const char *name, int64_t now_ms)
{
    const struct throttle_name *n = find(t, name);
    const int64_t room = (int64_t)(t->most - 1) * ONE;
    if (n == NULL || level_at(t, n, now_ms) <= room)
        return 0;
    const int64_t ms = (level_at(t, n, now_ms) - room) * MINUTE / ((int64_t)t->per_minute * ONE);
    return (unsigned)((ms + 999) / 1000) + (ms == 0);
}

/* The place of a name, taken over from the one with the least on it when the name is new. */
static struct throttle_name *place(struct throttle *t, const char *name, int64_t now_ms)
{
    struct throttle_name *least = &t->names[0];
    for (unsigned i = 0; i < THROTTLE_NAMES; i++) {
        struct throttle_name *n = &t->names[i];
        if (strncmp(n->name, name, THROTTLE_NAME_MAX - 1) == 0)
            return n;
        if (level_at(t, n, now_ms) < level_at(t, least, now_ms))
            least = n;
    }
    memset(least, 0, sizeof(*least));
    snprintf(least->name, sizeof(least->name), "%s", name);
    least->at_ms = now_ms;
    return least;
}

void throttle_count(struct throttle *t, const char *name, int64_t now_ms)
{
    struct throttle_name *n = place(t, name, now_ms);
    n->level = level_at(t, n, now_ms) + ONE;
    n->at_ms = now_ms;
}

bool throttle_take(struct throttle *t, const char *name, int64_t now_ms)
{
    if (throttle_wait_s(t, name, now_ms) > 0)
        return false;
    throttle_count(t, name, now_ms);
    return true;
}

void throttle_name_of(const char *address, char out[THROTTLE_NAME_MAX])
{
    struct in6_addr in6;
    snprintf(out, THROTTLE_NAME_MAX, "%s", address);
    if (strchr(address, ':') == NULL || inet_pton(AF_INET6, address, &in6) != 1 ||
        IN6_IS_ADDR_V4MAPPED(&in6))
        return;
    memset(&in6.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &in6, out, THROTTLE_NAME_MAX);
}
