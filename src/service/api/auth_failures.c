/* Wrong secrets by person and place; see auth_failures.h. */
#include "service/api/auth_failures.h"

#include <string.h>

static bool is_of(const struct failure *one, const char *place, const char *person)
{
    return strcmp(one->person, person) == 0 && strcmp(one->place, place) == 0;
}

static struct failure *find(struct failures *f, const char *place, const char *person)
{
    for (unsigned i = 0; i < FAILURES_MAX; i++)
        if (is_of(&f->all[i], place, person))
            return &f->all[i];
    return NULL;
}

/* Finds a free entry, or the one to be overwritten: the oldest without a running lock, and only if
 * there is none the oldest with one. */
static struct failure *make_room(struct failures *f, int64_t now_ms)
{
    struct failure *best = &f->all[0];
    for (unsigned i = 0; i < FAILURES_MAX; i++) {
        struct failure *one = &f->all[i];
        if (one->person[0] == '\0')
            return one;
        const bool locks = one->until_ms > now_ms, best_locks = best->until_ms > now_ms;
        if (locks != best_locks ? best_locks : one->last_ms < best->last_ms)
            best = one;
    }
    return best;
}

bool failures_count(struct failures *f, const char *place, const char *person, int64_t now_ms)
{
    struct failure *one = find(f, place, person);
    if (one == NULL) {
        one = make_room(f, now_ms);
        memset(one, 0, sizeof(*one));
        memcpy(one->place, place, strlen(place) + 1);
        memcpy(one->person, person, strlen(person) + 1);
    }
    one->last_ms = now_ms;
    if (++one->count < FAILURES_LOCK)
        return false;
    one->count = 0;
    one->until_ms = now_ms + FAILURES_LOCK_MS;
    return true;
}

void failures_forget(struct failures *f, const char *place, const char *person)
{
    struct failure *one = find(f, place, person);
    if (one != NULL)
        memset(one, 0, sizeof(*one));
}

bool failures_lock(const struct failures *f, const char *place, const char *person, int64_t now_ms)
{
    for (unsigned i = 0; i < FAILURES_MAX; i++)
        if (is_of(&f->all[i], place, person))
            return f->all[i].until_ms > now_ms;
    return false;
}

bool failures_lock_somewhere(const struct failures *f, const char *person, int64_t now_ms)
{
    for (unsigned i = 0; i < FAILURES_MAX; i++)
        if (f->all[i].until_ms > now_ms && strcmp(f->all[i].person, person) == 0)
            return true;
    return false;
}
