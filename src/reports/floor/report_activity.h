/* The rows of the Activity Log (REC-1, REC-2), for a paper as a whole or in pieces. */
#pragma once

#include "reports/floor/report_kinds.h"

struct activity;

/* The paper gets its head and an empty table. Of the job, query and floor are used; the floor is
 * kept. */
int activity_open(const struct report_job *job, struct paper *p, struct activity **out,
                  struct cr_err *err);
void activity_close(struct activity *a);

/* Adds the rows of events first … last. */
int activity_read(struct activity *a, struct store *store, uint64_t first, uint64_t last,
                  struct cr_err *err);
