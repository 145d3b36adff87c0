/* Replay: steps the floor with recorded events; each step must make the recorded text again
 * (V4). */
#include "log/replay/replay.h"

#include "base/err.h"
#include "floor/semantics.h"

#include <string.h>

int replay_check_chain(const struct store_head *head, const struct store_event *event,
                       struct cr_err *err)
{
    uint8_t hash[STORE_HASH_BYTES];
    if (event->seq != head->seq + 1)
        return err_set(err, CR_E_INPUT, "event %llu is missing before it",
                       (unsigned long long)head->seq + 1);
    store_chain(head->hash, event->body, event->len, hash);
    if (memcmp(hash, event->hash, sizeof(hash)) != 0)
        return err_set(err, CR_E_INPUT, "its hash does not follow from the one before");
    return 0;
}

static int length_shown(size_t len)
{
    return (int)(len < 200 ? len : 200);
}

/* Steps the floor with the given members of an event, and encodes the event that results. */
static int make_again(struct replay *r, const struct store_event *event, size_t *len,
                      struct cr_err *err)
{
    int rc = event_decode_given(event->body, event->len, &r->event, err);
    if (rc == 0)
        rc = floor_step_again(r->floor, &r->event, err);
    if (rc == 0)
        *len = event_encode(&r->event, r->text, sizeof(r->text));
    return rc;
}

/* Says why an event does not come out as it is recorded. First comes a version of the events'
 * meaning that this program does not know, then a text that is not an event's, then the rest. */
static int explain(struct replay *r, const struct store_event *event, int rc, size_t len,
                   struct cr_err *err)
{
    struct cr_err unreadable;
    if (floor_check_text_semantics(event->body, event->len, err) != 0)
        return err->code;
    const int read = event_decode(event->body, event->len, &r->event, &unreadable);
    if (read != 0)
        *err = unreadable;
    if (read != 0 || rc != 0)
        return read != 0 ? read : rc;
    return err_set(err, CR_E_INPUT, "it says %.*s, but what was asked for comes to %.*s",
                   length_shown(event->len), event->body, length_shown(len), r->text);
}

int replay_step(struct replay *r, const struct store_event *event, struct cr_err *err)
{
    size_t len = 0;
    int rc = make_again(r, event, &len, err);
    if (rc == 0 && len == event->len && memcmp(r->text, event->body, len) == 0)
        return 0;
    return explain(r, event, rc, len, err);
}

int replay_event(struct replay *r, const struct store_event *event, struct cr_err *err)
{
    int rc = replay_check_chain(&r->head, event, err);
    if (rc == 0)
        rc = replay_step(r, event, err);
    if (rc != 0)
        return err_prefix(err, "event %llu", (unsigned long long)event->seq);
    r->head.seq = event->seq;
    memcpy(r->head.hash, event->hash, sizeof(r->head.hash));
    return 0;
}
