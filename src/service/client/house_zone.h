/* PIT-15: in which zone a house reads its clocks, for commands that print times. */
#pragma once

#include "base/zone.h"

#include <stddef.h>

/* The zone of the floor in a store, or of a running manager's; the other is NULL. UTC where the
 * house has set none, or it cannot be asked: times say which zone they are of. */
struct zone house_zone_of(const char *store, const char *manager);

/* The same from what GET /api/v1/house answers. */
struct zone house_zone_read(const char *text, size_t len);
