/* A desk at a floor, for tests in C (scenarios in words use pit.h). The desk makes up the next
 * event, steps it, and compares what comes of it. A failure fails the test. */
#pragma once

#include "floor/harness.h"

/* The desk of this test program. */
extern struct desk {
    struct harness h;
    struct floor_event e; /* the next event; after its step, the event as it was recorded */
    struct cr_err err;
} desk;

extern const struct floor_limits desk_small;

/* Starts a floor with the people Ann, Ben and Cy, with link main on PTHA-2, which is open, and with
 * tables t0, t1, … that have a coin on every seat. */
void desk_start(const struct floor_limits *limits, unsigned tables);

/* Checks everything that must hold for any floor, and frees it. */
void desk_stop(void);

/* Set members of the next event. */
void desk_put(char *to, size_t size, const char *text);
#define DESK_PUT(member, text) desk_put(desk.e.member, sizeof desk.e.member, text)
void desk_say(const char *text);

/* Begin the next event and set its usual members. */
void desk_by_two(unsigned kind);
void desk_person(const char *name, const char *user, const char *approver);
void desk_document(const char *name);
void desk_configure_table(const char *id);
void desk_join(const char *id);
void desk_at_table(unsigned kind, const char *id);

/* Step the next event. desk_step returns the floor's answer (0 or a CR_E_ code); desk_good fails
 * the test if the event is refused; desk_refused fails it unless the event is refused with this
 * code and these words in the message. */
int desk_step(void);
void desk_good(void);
void desk_refused(int code, const char *words);

/* Makes a claim for this seat and steps it. Returns what desk_step returns. */
int desk_claim(const char *table, unsigned seat, enum cr_category award);
