/* PIT-15: in which zone a house reads its clocks, for commands that print times. */
#pragma once

#include "base/zone.h"

#include <stddef.h>

struct asking;

/* The zone of the floor in a store; without one (NULL) of a running manager's. UTC where the
 * house has set none, or it cannot be asked: times say which zone they are of. */
struct zone house_zone_of(const char *store, const struct asking *asking);

/* The same from what GET /api/v1/house answers. */
struct zone house_zone_read(const char *text, size_t len);
