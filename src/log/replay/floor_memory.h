/* Memory for a struct floor. */
#pragma once

#include "floor/floor.h"

/* Returns memory of zeros for floor_init_in_zeros, or NULL. A floor reserves some forty megabytes
 * but mostly uses a few; memory that is mapped from the system takes no room until a page of it is
 * written. Free it with floor_memory_free and the same limits; freeing NULL does nothing. */
void *floor_memory_new(const struct floor_limits *room);
void floor_memory_free(void *memory, const struct floor_limits *room);
