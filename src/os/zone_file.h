/* The rule of a time zone from the system's tz database. */
#pragma once

#include "base/zone.h"

/* The rule of "America/Chicago": the last line of its file in the database. A text that is a rule
 * itself is taken as it is. CR_E_INPUT when there is no such zone, or its file has no rule. */
int zone_file_rule(const char *name, char rule[ZONE_RULE_MAX], struct cr_err *err);
