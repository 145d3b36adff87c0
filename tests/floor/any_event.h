/* Events and members out of chance: any value that can be written down. */
#pragma once

#include "floor/event.h"
#include "support/rng.h"

/* A value that is not empty. */
void any_member(struct rng *rng, struct floor_event *e, const struct event_field *field);
/* With every member, or with each one by the toss of a coin; meters come together. */
void any_event(struct rng *rng, struct floor_event *e, unsigned kind, bool all);

/* How many words a field knows. */
unsigned any_word_count(const struct event_field *field);
