/* Alarms that workers beside the writer raise about their own trouble. */
#pragma once

#include "service/manager/writer.h"

/* Raises an alarm about no table, unless one of that kind waits for an answer; the text may hold
 * any bytes: the log takes plain text only, and gets that. room is the caller's memory for the
 * request. True when the alarm is in the log now. witnessed: up to which event a witness has seen
 * the log (V8); 0 for other alarms. */
bool raise_alarm_once(struct writer *w, struct manager_request *room, enum alarm_kind kind,
                      uint64_t witnessed, const char *text);
