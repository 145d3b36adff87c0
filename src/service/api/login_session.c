/* Sessions of people who are signed in; see login_session.h. */
#include "service/api/login_session.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

void sessions_init(struct sessions *s, int64_t idle_ms, int64_t whole_ms, session_over_fn *over,
                   void *context)
{
    memset(s, 0, sizeof(*s));
    s->idle_ms = idle_ms != 0 ? idle_ms : SESSION_IDLE_MS;
    s->whole_ms = whole_ms != 0 ? whole_ms : SESSION_WHOLE_MS;
    s->over = over;
    s->context = context;
}

void session_hash(const uint8_t secret[SESSION_SECRET], uint8_t out[CR_HASH_BYTES])
{
    CHECK(crypto_generichash(out, CR_HASH_BYTES, secret, SESSION_SECRET, NULL, 0) == 0);
}

void session_end(struct sessions *s, struct session *one, const char *why)
{
    CHECK(one >= s->list && one < s->list + s->count);
    const struct session ended = *one;
    *one = s->list[--s->count];
    sodium_memzero(&s->list[s->count], sizeof(s->list[s->count]));
    if (s->over != NULL)
        s->over(s->context, &ended, why);
}

/* Finds the least recently used session of a person, or of everybody (NULL), and counts their
 * sessions. */
static struct session *find_oldest(struct sessions *s, const char *person, unsigned *count)
{
    struct session *oldest = NULL;
    *count = 0;
    for (unsigned i = 0; i < s->count; i++) {
        struct session *one = &s->list[i];
        if (person != NULL && strcmp(one->person, person) != 0)
            continue;
        ++*count;
        if (oldest == NULL || one->used_ms < oldest->used_ms)
            oldest = one;
    }
    return oldest;
}

struct session *session_begin(struct sessions *s, const char *person,
                              const uint8_t hash[CR_HASH_BYTES], int64_t now_ms)
{
    unsigned count;
    CHECK(strlen(person) < FLOOR_PERSON_MAX);
    struct session *oldest = find_oldest(s, person, &count);
    if (count < SESSIONS_PER_PERSON)
        oldest = s->count == SESSIONS_MAX ? find_oldest(s, NULL, &count) : NULL;
    if (oldest != NULL)
        session_end(s, oldest, "ended");
    struct session *one = &s->list[s->count++];
    memcpy(one->hash, hash, CR_HASH_BYTES);
    memcpy(one->person, person, strlen(person) + 1);
    one->begun_ms = one->used_ms = now_ms;
    one->must_change = false;
    return one;
}

static const char *why_over(const struct sessions *s, const struct session *one, int64_t now_ms)
{
    if (now_ms - one->used_ms >= s->idle_ms)
        return "idle";
    return now_ms - one->begun_ms >= s->whole_ms ? "ended" : NULL;
}

struct session *session_find(struct sessions *s, const uint8_t hash[CR_HASH_BYTES], int64_t now_ms)
{
    for (unsigned i = 0; i < s->count; i++) {
        struct session *one = &s->list[i];
        /* The first byte may be compared with a shortcut: where two hashes differ tells nothing
         * about the secret. */
        if (one->hash[0] != hash[0] || sodium_memcmp(one->hash, hash, CR_HASH_BYTES) != 0)
            continue;
        const char *why = why_over(s, one, now_ms);
        if (why == NULL)
            return one;
        session_end(s, one, why);
        return NULL;
    }
    return NULL;
}

void session_end_person(struct sessions *s, const char *person, const char *why)
{
    for (unsigned i = s->count; i-- > 0;)
        if (strcmp(s->list[i].person, person) == 0)
            session_end(s, &s->list[i], why);
}

void session_sweep(struct sessions *s, int64_t now_ms)
{
    for (unsigned i = s->count; i-- > 0;) {
        const char *why = why_over(s, &s->list[i], now_ms);
        if (why != NULL)
            session_end(s, &s->list[i], why);
    }
}
