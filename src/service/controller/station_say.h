/* Prints what happens at a table, in one line each; for station.c. */
#pragma once

#include "service/controller/station.h"

/* Prints what a call of the controller brought about. was_open: whether the progressive was open
 * before the call. */
void station_say_output(struct station *s, const struct controller_output *out, bool was_open);
/* Prints a refusal, unless it is the same as the last one. */
void station_say_refused(struct station *s, const char *why);
/* Prints a line like "what 1 3 7". */
void station_say_seats(struct station *s, const char *what, uint8_t seats);
