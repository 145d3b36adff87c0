/* How the floor has a table on record, as its controller needs it. Pure. */
#pragma once

#include "floor/floor.h"
#include "table/controller.h"

void record_of(const struct floor *f, uint32_t table, uint32_t lease_ms,
               struct controller_record *out);
