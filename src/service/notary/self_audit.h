/* The self-audit: the manager verifies its whole store again and again, beside the running writer.
 *
 * A worker of the lowest priority does that, with a store handle of its own. A store that does not
 * verify raises the alarm "verification". Amounts or rows that do not agree with the log (V3, V4)
 * also halt the floor (alarm "books"), until two people have acknowledged that; everything else is
 * for people to decide. */
#pragma once

#include "service/api/api.h"

struct self_audit;

/* Verifies soon after the start, and then every every_s seconds. The writer and the interface must
 * outlive the audit. address: of the store, which must not be one in memory; must stay valid. */
int self_audit_start(const char *address, unsigned every_s, struct writer *writer, struct api *api,
                     struct self_audit **out, struct cr_err *err);
/* Breaks off a verification that is running, and ends the worker. audit may be NULL. */
void self_audit_stop(struct self_audit *audit);
