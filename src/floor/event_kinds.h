/* Sets of event kinds as people ask for them: by name, several with commas between, or by group. */
#pragma once

#include "base/text.h"
#include "floor/event.h"

/* A set of kinds: bit k is enum floor_kind k. 0 stands for all. */
__extension__ typedef unsigned __int128 event_kinds;

#define EVENT_KINDS_TEXT_MAX 2048

static inline event_kinds event_kinds_of(unsigned kind)
{
    return (event_kinds)1 << kind;
}

/* Reads "coin_in,claim_paid", or groups: "money", "jackpots", "changes", "trouble", "people".
 * CR_E_INPUT, naming the word, when it is neither a kind nor a group. */
int event_kinds_parse(const char *list, event_kinds *out, struct cr_err *err);

/* Writes a set as event_kinds_parse reads it: the group's name, or the kinds with commas
 * between. */
void event_kinds_write(event_kinds kinds, struct text *t);

/* The name of the group that is bit i of a kind's groups; NULL after the last. */
const char *event_group_name(unsigned i);

static inline bool event_kinds_has(event_kinds kinds, unsigned kind)
{
    return kinds == 0 || (kinds >> kind & 1u) != 0;
}
