/* The limits of a floor by name: how many tables, links, people … it has room for. The floor file
 * sets them at every start; two people can raise one on a floor that exists (limit_raised), and
 * then it holds at once and for good. A limit refuses what would be one too many; it never removes
 * what is there. */
#pragma once

#include "floor/floor.h"

#define FLOOR_LIMIT_COUNT 8

const char *floor_limit_name(unsigned limit);
/* The limit of that name, or FLOOR_LIMIT_COUNT. */
unsigned floor_limit_find(const char *name);
uint32_t floor_limit_of(const struct floor_limits *limits, unsigned limit);
/* How much of it is taken now. */
uint32_t floor_limit_used(const struct floor *f, unsigned limit);

/* Puts raised limits in force, as far as the floor has memory for them. */
void floor_limits_apply(struct floor *f);
/* Puts the limits of the floor file in force, and what was raised since. Until then, while events
 * of the log are stepped again, the room itself is the limit. */
void floor_limits_set(struct floor *f, const struct floor_limits *limits);
/* Refuses to raise a limit to what the floor file says already. Only a new event is asked this: the
 * file is no part of the log. */
int floor_limits_check_raise(const struct floor *f, const struct floor_event *e,
                             struct cr_err *err);
/* Refuses when a floor that exists has more of something than the limits it is started with. */
int floor_limits_check(const struct floor *f, struct cr_err *err);
