/* Selects the events of the log that belong to a claim's evidence: its own, those of its round, and
 * those that configured what was in force. */
#pragma once

#include "floor/event.h"
#include "log/store/store.h"

struct pick {
    uint64_t *seqs; /* ascending, each once */
    size_t count, room;
};

/* made: the claim's first event. 0, or an error; the caller frees the result with pick_free. */
int pick_events(struct store *store, const struct floor_event *made, struct pick *out,
                struct cr_err *err);
void pick_free(struct pick *p);
