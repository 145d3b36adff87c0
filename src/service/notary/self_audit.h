/* The manager verifies itself: the whole store, again and again, beside the running writer.
 *
 * A worker of the lowest priority with a handle of its own. A store that does not verify is an
 * alarm ("verification"). Amounts or rows that the log does not come to (V3, V4) halt the floor as
 * well ("books"), until two people have acknowledged it; everything else is for people to decide.
 */
#pragma once

#include "service/api/api.h"

struct self_audit;

/* The first one as soon as the manager runs, then every every_s seconds. The
 * writer and the interface outlive it. address: of a store that others can open, not in memory. */
int self_audit_start(const char *address, unsigned every_s, struct writer *writer, struct api *api,
                     struct self_audit **out, struct cr_err *err);
/* Gives up a verification that is under way. NULL is fine. */
void self_audit_stop(struct self_audit *audit);
