/* Telling the service manager of this machine how it goes, where there is one that wants to know
 * ($NOTIFY_SOCKET, $WATCHDOG_USEC). */
#pragma once

#include <signal.h>

/* "READY=1", "STOPPING=1" … Nobody who listens is no fault. */
void notify_say(const char *state);

/* Waits for one of the signals, which must be blocked. When a watchdog is wanted, is_well is called
 * twice in its time and says so by coming back. */
void notify_wait(const sigset_t *ends, void (*is_well)(void *), void *context);
