/* How the floor has a table on record, as its controller needs it. Pure. */
#ifndef TABLE_RECORD_H
#define TABLE_RECORD_H

#include "floor/floor.h"
#include "table/controller.h"

void record_of(const struct floor *f, uint32_t table, uint32_t lease_ms,
               struct controller_record *out);

#endif
