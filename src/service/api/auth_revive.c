/* Continues sessions after a restart of the manager: the log has the hash of each session's secret
 * with its beginning and end, and the browser still has the secret. Only the last LOOK_BACK events
 * are read, so that a start takes no longer on an old floor; people who signed in before that sign
 * in again. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <sodium.h>
#include <string.h>

#define LOOK_BACK 100000 /* events: a night of a hundred tables has several times as many */

/* Times in the log are of the wall clock; those of sessions are of the monotonic clock. */
struct reviving {
    struct sessions *sessions;
    int64_t ago_ms; /* subtracted from a time of the log to get one of the monotonic clock */
    int64_t last_ms;
};

/* Looks only at the kind in the text: most events are of tables and need no decoding. */
static bool is_about_people(const char *text, size_t len)
{
    const unsigned kind = event_text_kind(text, len);
    return kind == FLOOR_SIGNED_IN || kind == FLOOR_SIGNED_OUT || kind == FLOOR_CREDENTIAL_SET ||
           kind == FLOOR_PERSON_CHANGED;
}

static bool has_hash(const struct floor_event *e)
{
    return !sodium_is_zero(e->document, sizeof(e->document));
}

static void end_one(struct sessions *s, const uint8_t hash[CR_HASH_BYTES])
{
    for (unsigned i = 0; i < s->count; i++)
        if (memcmp(s->list[i].hash, hash, CR_HASH_BYTES) == 0) {
            session_end(s, &s->list[i], "ended");
            return;
        }
}

/* Does what auth_on_event() does while the manager runs. A session that was logged without its
 * hash, by an older version, cannot be told from others of the same person, so all of these end. */
static void follow(struct reviving *r, const struct floor_event *e)
{
    const bool is_secret = e->kind == FLOOR_CREDENTIAL_SET && strcmp(e->item, "pin") != 0;
    const bool is_out = e->kind == FLOOR_SIGNED_OUT;
    if (e->kind == FLOOR_SIGNED_IN && has_hash(e))
        session_begin(r->sessions, e->person, e->document, e->time_ms - r->ago_ms);
    else if (is_out && has_hash(e))
        end_one(r->sessions, e->document);
    else if (is_out || is_secret || e->kind == FLOOR_PERSON_CHANGED)
        session_end_person(r->sessions, e->person, "ended");
}

static int look_at(void *context, const struct store_event *event)
{
    struct reviving *r = context;
    struct floor_event e;
    struct cr_err err = {0};
    if (!is_about_people(event->body, event->len))
        return 0;
    if (event_decode(event->body, event->len, &e, &err) == 0)
        follow(r, &e);
    return 0;
}

static int take_time(void *context, const struct store_event *event)
{
    struct reviving *r = context;
    struct floor_event e;
    struct cr_err err = {0};
    if (event_decode(event->body, event->len, &e, &err) == 0)
        r->last_ms = e.time_ms;
    return 0;
}

/* A session that had no manager could not be used: the time since the last event counts as idle. */
static void set_used(struct reviving *r)
{
    for (unsigned i = 0; i < r->sessions->count; i++)
        r->sessions->list[i].used_ms = r->last_ms - r->ago_ms;
}

int auth_revive(struct auth *auth, struct store *log, struct cr_err *err)
{
    struct reviving r = {.sessions = &auth->sessions, .ago_ms = clock_wall_ms() - clock_mono_ms()};
    struct store_head head;
    session_over_fn *over = auth->sessions.over;
    int rc = store_head(log, &head, err);
    if (rc != 0 || head.seq == 0)
        return rc;
    auth->sessions.over = NULL; /* the log has the ends of these sessions already */
    const uint64_t from = store_first_at_hand(log, head.seq > LOOK_BACK ? head.seq - LOOK_BACK : 1);
    rc = store_read(log, from, LOOK_BACK + 1, look_at, &r, err);
    if (rc == 0)
        rc = store_read(log, head.seq, 1, take_time, &r, err);
    set_used(&r);
    auth->sessions.over = over;
    return rc;
}
