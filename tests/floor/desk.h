/* A desk at a floor, for tests that work below the words of scenarios: it makes up the next event,
 * steps it, and says what must come of it. A failure fails the test.
 */
#pragma once

#include "floor/harness.h"

/* There is one in each test. */
extern struct desk {
    struct harness h;
    struct floor_event e; /* the next event; after its step what became of it */
    struct cr_err err;
} desk;

extern const struct floor_limits desk_small;

/* Ann, Ben and Cy; link main on PTHA-2, open; tables t0 … with a coin on every seat. */
void desk_start(const struct floor_limits *limits, unsigned tables);

/* Ends it, after everything that must hold for a floor held. */
void desk_stop(void);

/* Members of the next event. */
void desk_put(char *to, size_t size, const char *text);
#define DESK_PUT(member, text) desk_put(desk.e.member, sizeof desk.e.member, text)
void desk_say(const char *text);

/* The next event, with what is usual in it. */
void desk_by_two(unsigned kind);
void desk_person(const char *name, const char *user, const char *approver);
void desk_document(const char *name);
void desk_configure_table(const char *id);
void desk_join(const char *id);
void desk_at_table(unsigned kind, const char *id);

/* Steps the next event. */
int desk_step(void);
void desk_good(void);
void desk_refused(int code, const char *words);

/* Makes up a claim and steps it. */
int desk_claim(const char *table, unsigned seat, enum cr_category award);
