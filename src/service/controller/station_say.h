/* What a table says of what happens, a line each; for station.c. */
#pragma once

#include "service/controller/station.h"

/* What a call of the controller made of it. was_open: whether the progressive was before. */
void station_say_output(struct station *s, const struct controller_output *out, bool was_open);
/* A refusal that comes again and again is said once. */
void station_say_refused(struct station *s, const char *why);
/* "what 1 3 7" */
void station_say_seats(struct station *s, const char *what, uint8_t seats);
