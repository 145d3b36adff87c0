/* The limits of a floor by name: how many tables, links, people … it has room for. The floor file
 * says them at every start; two people raise one on a floor that exists (limit_raised), and then it
 * holds at once and for good. A limit only ever refuses what is new. */
#pragma once

#include "floor/floor.h"

#define FLOOR_LIMIT_COUNT 8

const char *floor_limit_name(unsigned limit);
/* By its name; FLOOR_LIMIT_COUNT when there is none. */
unsigned floor_limit_find(const char *name);
uint32_t floor_limit_of(const struct floor_limits *limits, unsigned limit);
/* How much of it is taken now. */
uint32_t floor_limit_used(const struct floor *f, unsigned limit);

/* What was raised is in force, where the floor has the memory. */
void floor_limits_apply(struct floor *f);
/* Those of the floor file and what was raised; while events of the log are stepped again, the room
 * itself is the limit. */
void floor_limits_set(struct floor *f, const struct floor_limits *limits);
/* Raising it is news: the floor file does not say as much already. Of a new event; the file is no
 * part of the log. */
int floor_limits_check_raise(const struct floor *f, const struct floor_event *e,
                             struct cr_err *err);
/* Nothing is beyond a limit in force: whoever starts a floor that exists with lower ones is told.
 */
int floor_limits_check(const struct floor *f, struct cr_err *err);
