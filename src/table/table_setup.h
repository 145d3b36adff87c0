/* Setting up a floor of one's own: the people, documents, link and table that a standalone or
 * master table needs before it can play (SYS-2, SYS-3).
 *
 * Says which event is missing next, so that a set-up that was broken off goes on where it stopped,
 * and one that is complete writes nothing. Pure. */
#pragma once

#include "floor/floor.h"

struct house {
    const char *people[2]; /* who answer for the configuration together (REG-6) */
    const char *user;      /* who turns keys; NULL or one of the two: nobody more */
    const char *table, *item;
    bool is_live;
    const char *rules; /* text of a file; NULL for a live game without one */
    size_t rules_len;
    const char *progressive; /* NULL for a table without one */
    size_t progressive_len;
    const char *link;
};

/* 1: *out is the next event. 0: the floor has all of it. Negative: a document is broken. */
int house_next(const struct house *h, const struct floor *f, struct floor_event *out,
               struct cr_err *err);

/* A progressive's text with another seed for its first meter and another bet; zero keeps what is
 * there. Returns the length, or a negative code: the text does not say it in a way that can be
 * changed, or it does not fit. */
int house_change_progressive(const char *text, size_t len, struct cr_money seed,
                             struct cr_money bet, char *out, size_t size, struct cr_err *err);
