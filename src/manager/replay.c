/* Folding recorded events again: the same steps must give the same texts (V4). */
#include "manager/replay.h"

#include "base/err.h"

#include <string.h>

static int check_chain(const struct replay *r, const struct store_event *event, struct cr_err *err)
{
    uint8_t hash[STORE_HASH_BYTES];
    if (event->seq != r->head.seq + 1)
        return err_set(err, CR_E_INPUT, "event %llu is missing: %llu follows",
                       (unsigned long long)r->head.seq + 1, (unsigned long long)event->seq);
    store_chain(r->head.hash, event->body, event->len, hash);
    if (memcmp(hash, event->hash, sizeof(hash)) != 0)
        return err_set(err, CR_E_INPUT, "event %llu: its hash does not follow from the one before",
                       (unsigned long long)event->seq);
    return 0;
}

int replay_event(struct replay *r, const struct store_event *event, struct cr_err *err)
{
    int rc = check_chain(r, event, err);
    if (rc != 0)
        return rc;
    rc = event_decode(event->body, event->len, &r->recorded, err);
    if (rc == 0) {
        event_copy_given(&r->again, &r->recorded);
        rc = floor_step(r->floor, &r->again, r->recorded.time_ms, err);
    }
    if (rc != 0)
        return err_prefix(err, "event %llu", (unsigned long long)event->seq);
    const size_t len = event_encode(&r->again, r->text, sizeof(r->text));
    if (len != event->len || memcmp(r->text, event->body, len) != 0)
        return err_set(err, CR_E_INPUT,
                       "event %llu says %.*s, but what was asked for comes to %.*s",
                       (unsigned long long)event->seq, (int)(event->len < 200 ? event->len : 200),
                       event->body, (int)(len < 200 ? len : 200), r->text);
    r->head.seq = event->seq;
    memcpy(r->head.hash, event->hash, sizeof(r->head.hash));
    return 0;
}
