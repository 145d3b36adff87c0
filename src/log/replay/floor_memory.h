/* Memory for a floor. */
#pragma once

#include "floor/floor.h"

/* Zeros for floor_init_in_zeros, or NULL. A floor's room is some forty megabytes of which it mostly
 * uses a few: it comes straight from the system, which gives each page when it is first written.
 * Freed by floor_memory_free with the same room; NULL is nothing. */
void *floor_memory_new(const struct floor_limits *room);
void floor_memory_free(void *memory, const struct floor_limits *room);
