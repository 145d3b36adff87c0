/* Sets up the floor of a standalone or master table: the people, documents, link and table that it
 * needs before it can play (SYS-2, SYS-3).
 *
 * Says which event is missing next, so that a set-up that was broken off goes on where it stopped,
 * and one that is complete writes nothing. Pure.
 */
#pragma once

#include "floor/floor.h"

struct house {
    const char *people[2]; /* who answer for the configuration together (REG-6) */
    const char *user;      /* who turns keys; NULL: only the two */
    const char *table, *item;
    bool is_live;
    const char *rules; /* text of a rules file; NULL for a live game without one */
    size_t rules_len;
    const char *progressive; /* NULL for a table without one */
    size_t progressive_len;
    const char *link;
};

/* Returns 1 when *out is the next event that is missing, 0 when the floor has everything, and a
 * negative code when a document is broken. */
int house_next(const struct house *h, const struct floor *f, struct floor_event *out,
               struct cr_err *err);

/* Writes a progressive's text with another seed for its first meter and another bet; zero keeps
 * what is there. Returns the length, or a negative code when the text is written in a way that
 * cannot be changed, or does not fit. */
int house_change_progressive(const char *text, size_t len, struct cr_money seed,
                             struct cr_money bet, char *out, size_t size, struct cr_err *err);
