/* Which events of the log are wanted: one answer for the list on the screens, for the activity
 * report and for whoever asks the interface.
 *
 * An event is of a table that it names, or that the claim, dispute or alarm names which it is
 * about. It is of a link in the same way, and so is what happens at a table while that belongs to
 * the link: by its configuration at that event, not by today's, so that last year's list stays as
 * it was.
 */
#pragma once

#include "floor/event_kinds.h"
#include "floor/floor.h"
#include "log/store/store.h"

/* Zero or empty: all. */
struct event_wish {
    event_kinds kinds;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
    char user[FLOOR_PERSON_MAX]; /* who did it, or was the second person */
};

struct event_filter;

/* The floor, now or a moment ago, says when tables were configured; it is not kept, and may be NULL
 * when no link is asked for. NULL without memory. */
struct event_filter *event_filter_new(const struct event_wish *wish, const struct floor *f);
void event_filter_free(struct event_filter *filter);

/* The last event that the floor knew. Those after it must be shown to the filter, in order. */
uint64_t event_filter_seen(const struct event_filter *filter);

/* Reads what the event refers to from the store, and remembers it. */
int event_filter_takes(struct event_filter *filter, struct store *store,
                       const struct floor_event *e, bool *out, struct cr_err *err);
