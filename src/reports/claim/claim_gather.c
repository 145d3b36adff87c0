/* Gathers one payment from the log alone: the claim's own events. */
#include "reports/claim/claim_gather.h"

#include "base/check.h"
#include "base/err.h"
#include "base/list.h"

#include <stdlib.h>
#include <string.h>

#define AFTER_MAX  200000 /* events after a payment in which its clearing is looked for */
#define BODIES_MAX (1024u * 1024)
#define FOUND_ALL  1

struct walk {
    struct claim_story *story;
    uint64_t last;    /* the claim's last event so far */
    bool stops_early; /* AFTER_MAX events after a payment */
    struct floor_event event;
    struct cr_err *err;
};

void claim_story_free(struct claim_story *story)
{
    if (!story)
        return;
    free(story->entries);
    text_free(&story->bodies);
    free(story);
}

void claim_story_event(const struct claim_story *story, size_t i, struct floor_event *out)
{
    const struct claim_entry *entry = &story->entries[i];
    struct cr_err err;
    CHECK(event_decode(story->bodies.data + entry->at, entry->len, out, &err) == CR_OK);
}

static int keep_entry(struct claim_story *s, const struct store_event *stored, struct cr_err *err)
{
    if (s->bodies.len + stored->len > BODIES_MAX)
        return err_refuse(err, CR_E_IO, REASON_NO_ROOM, "claim",
                          "its events are too long for a paper; see the log");
    if (!list_grow(&s->entries, &s->entry_room, s->entry_count, sizeof *s->entries))
        return err_set(err, CR_E_IO, "not enough memory for the claim's events");
    struct claim_entry *entry = &s->entries[s->entry_count++];
    *entry = (struct claim_entry){.at = s->bodies.len, .len = stored->len};
    memcpy(entry->hash, stored->hash, sizeof entry->hash);
    text_add_len(&s->bodies, stored->body, stored->len);
    return s->bodies.cut ? err_set(err, CR_E_IO, "not enough memory for the claim's events")
                         : CR_OK;
}

static bool is_own(const struct claim_story *s, const struct floor_event *e)
{
    if (e->seq == s->number || e->claim == s->number)
        return true;
    for (unsigned i = 0; e->kind == FLOOR_ORDER_RULED && i < e->order_count; i++)
        if (e->order[i] == s->number)
            return true;
    return false;
}

/* Notes what one of the claim's events says about the payment. */
static void take_in(struct claim_story *s, const struct floor_event *e)
{
    if (e->seq == s->number)
        s->made = *e;
    if (e->kind == FLOOR_CLAIM_PAID || e->kind == FLOOR_AWARD_PAID) {
        s->paid = *e;
        s->is_paid = true;
    }
    s->is_award = e->kind == FLOOR_AWARD_PAID;
    s->is_cancelled = e->kind == FLOOR_CLAIM_CANCELLED ||
                      (e->kind == FLOOR_CLAIM_RULED && strcmp(e->item, "void") == 0);
    s->is_cleared = e->kind == FLOOR_CLAIM_CLEARED;
    /* The event that took the amount off the meter: under a claim lock or a shared win that is
     * before the payment. */
    if (s->taken == 0 && e->meter_count > 0 && memcmp(e->before, e->after, sizeof e->before) != 0)
        s->taken = e->seq;
}

/* Whether an event may be the claim's, by its kind alone: most of a log is play, and a jackpot may
 * be paid days after it was claimed. */
static bool may_be_own(const struct claim_story *s, const struct store_event *stored)
{
    const unsigned kind = event_text_kind(stored->body, stored->len);
    return stored->seq == s->number || kind == FLOOR_NO_KIND || kind == FLOOR_ORDER_RULED ||
           event_member_find(event_kind(kind), "claim", 5) != NULL;
}

static int walk_forward(void *context, const struct store_event *stored)
{
    struct walk *w = context;
    struct claim_story *s = w->story;
    const struct floor_event *e = &w->event;
    if (w->stops_early && s->is_paid && stored->seq > w->last + AFTER_MAX) {
        s->unread = stored->seq;
        return FOUND_ALL;
    }
    if (!may_be_own(s, stored))
        return CR_OK;
    int rc = event_decode(stored->body, stored->len, &w->event, w->err);
    if (rc != CR_OK)
        return err_prefix(w->err, "event %llu", (unsigned long long)stored->seq);
    if (e->seq == s->number && e->kind != FLOOR_CLAIM_MADE && e->kind != FLOOR_AWARD_PAID)
        return FOUND_ALL;
    if (!is_own(s, e))
        return CR_OK;
    rc = keep_entry(s, stored, w->err);
    if (rc != CR_OK)
        return rc;
    take_in(s, e);
    w->last = e->seq;
    return s->is_award || s->is_cancelled || s->is_cleared ? FOUND_ALL : CR_OK;
}

static int refuse_number(struct cr_err *err)
{
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                      "there is no claim of that number");
}

int claim_check_paid(const struct claim_story *story, struct cr_err *err)
{
    if (story->is_award)
        return refuse_number(err);
    if (story->is_paid)
        return CR_OK;
    return err_refuse(err, CR_E_NOT_FOUND, REASON_CLAIM_NOT_PAID, "claim",
                      "%llu %s; only a paid claim has a receipt", (unsigned long long)story->number,
                      story->is_cancelled ? "was cancelled" : "is not paid");
}

static int read_forward(struct store *store, uint64_t from, bool stops_early, struct claim_story *s,
                        struct cr_err *err)
{
    struct walk *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(err, CR_E_IO, "not enough memory for the claim");
    *w = (struct walk){.story = s, .stops_early = stops_early, .err = err};
    const int rc = store_read(store, from, UINT64_MAX, walk_forward, w, err);
    free(w);
    return rc >= 0 ? CR_OK : rc;
}

int claim_gather(struct store *store, uint64_t number, struct claim_story **out, struct cr_err *err)
{
    struct claim_story *s = calloc(1, sizeof *s);
    int rc = CR_OK;
    if (!s)
        return err_set(err, CR_E_IO, "not enough memory for the claim");
    s->number = number;
    if (number > 0)
        rc = read_forward(store, number, true, s, err);
    if (rc == CR_OK && s->entry_count == 0)
        rc = refuse_number(err);
    return err_or_made(rc, out, s, claim_story_free);
}

int claim_gather_clearing(struct store *store, struct claim_story *story, struct cr_err *err)
{
    return story->unread == 0 ? CR_OK : read_forward(store, story->unread, false, story, err);
}
