/* Undoes events of the log, the newest first: from the books as they are now to the books as they
 * were.
 *
 * An event says what the meters were before and after it, and what it paid. What it does not say
 * (the reserve's part of a coin, say) follows from the books after it, because every step of the
 * ledger can be reversed: even the carries, which count in billionths of a bet. So a report of last
 * week reads last week's events and those since, and never the years before. */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

/* The event alone does not tell the books before it: a win shared by a ruling, coins returned with
 * a frozen claim on the table, a reserve moved to another link. The caller then replays the log
 * from its start. */
#define BACK_UNCLEAR 1

struct back {
    struct store *store; /* for events to which the one at hand refers */
    struct floor *floor; /* its links' books and configuration, and its tables' coins and links, are
                            changed */
    struct floor_event other;
    struct cr_err *err;
};

/* Whether a link can hold such books; if not, somebody else than a floor wrote them. */
bool back_holds(const struct ledger *books);

/* Undoes the last event. The floor then has the books before it. A link that the event made keeps
 * the books that it began with, and its `configured` is 0. */
int back_step(struct back *b, const struct floor_event *e);
