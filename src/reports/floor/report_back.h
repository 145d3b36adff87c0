/* Taking events of the log back, the newest first: from the books as they are now to the books as
 * they were.
 *
 * An event says what the meters were before and after it, and what it paid; what it does not say
 * (the reserve's part of a coin, say) follows from the books after it, because every step of the
 * ledger can be turned round: even the carries, which count in billionths of a bet. So a report of
 * last week reads last week's events and those since, and never the years before.
 */
#pragma once

#include "floor/floor.h"
#include "log/store/store.h"

/* The event alone does not tell: a win shared by a ruling, coins returned with a frozen claim on
 * the table, a reserve moved to another link. The books then come from a fold of the log. */
#define BACK_UNCLEAR 1

struct back {
    struct store *store; /* for the events that one refers to */
    struct floor *floor; /* links' books and configuration, tables' coins and links */
    struct floor_event other;
    struct cr_err *err;
};

/* Takes the last event back. The floor has then the books before it; a link that it made keeps
 * those it began with, and has no configuration (0). */
int back_step(struct back *b, const struct floor_event *e);
