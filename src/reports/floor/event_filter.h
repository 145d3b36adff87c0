/* Decides which events of the log are wanted. The list on the screens, the activity report and the
 * programs that use the API all ask here.
 *
 * An event belongs to the table that it names, or that is named by the claim, dispute or alarm
 * which it is about. It belongs to a link in the same way; and so does everything that happens at a
 * table while the table belongs to the link. That goes by the table's configuration at the time of
 * the event, not by today's, so that last year's list stays as it was. */
#pragma once

#include "floor/event_kinds.h"
#include "floor/floor.h"
#include "log/store/store.h"

/* What is asked for; a member that is zero or empty asks for all. */
struct event_wish {
    event_kinds kinds;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
    char user[FLOOR_PERSON_MAX]; /* who did it, or was the second person */
};

struct event_filter;

/* f, the floor now or a moment ago, tells when tables were configured; it is not kept, and may be
 * NULL when no link is asked for. Returns NULL for lack of memory. */
struct event_filter *event_filter_new(const struct event_wish *wish, const struct floor *f);
void event_filter_free(struct event_filter *filter);

/* The last event that the floor knew. Later events must all be passed to event_filter_takes, in
 * order. */
uint64_t event_filter_seen(const struct event_filter *filter);

/* Sets *out to whether the event is wanted. What the event refers to is read from the store and
 * cached. */
int event_filter_takes(struct event_filter *filter, struct store *store,
                       const struct floor_event *e, bool *out, struct cr_err *err);
