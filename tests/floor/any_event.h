/* Makes random events and members of events: any value that can be written down. */
#pragma once

#include "floor/event.h"
#include "support/rng.h"

/* Sets one member to a random value that is not empty. */
void any_member(struct rng *rng, struct floor_event *e, const struct event_field *field);
/* Makes an event of this kind: with every member, or with each one by the toss of a coin. The lists
 * of meters are there together or not at all. */
void any_event(struct rng *rng, struct floor_event *e, unsigned kind, bool all);

/* How many words a field of words knows. */
unsigned any_word_count(const struct event_field *field);
