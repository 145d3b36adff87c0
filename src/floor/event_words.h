/* An event of the floor in words (REC-1): what it is called, what happened, who did it. For the
 * terminal and for papers alike. */
#ifndef FLOOR_EVENT_WORDS_H
#define FLOOR_EVENT_WORDS_H

#include "base/text.h"
#include "floor/event.h"

/* How texts that people typed are added: a terminal and a printer have different fears. */
typedef void event_words_clean_fn(struct text *out, const char *text, size_t len);

/* As they are, but for line ends and other control characters, which become blanks. */
event_words_clean_fn event_words_plain;

/* The rest of what happened as a sentence. Amounts are in whole cents, rounded down (MET-5), times
 * in UTC. */
void event_words_details(const struct floor_event *e, event_words_clean_fn *clean,
                         struct text *out);

/* One member's value; nothing when the event has no such member, or it is empty. */
void event_words_member(const struct floor_event *e, const char *name, event_words_clean_fn *clean,
                        struct text *out);

/* "Ann", or "Ann + Ben" where two people are needed. */
void event_words_people(const struct floor_event *e, event_words_clean_fn *clean, struct text *out);

/* The meter that moved most; -1 when the event shows none. */
int event_words_meter(const struct floor_event *e);

#endif
