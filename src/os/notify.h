/* Tells the service manager of this machine (systemd) the state of the program, where there is one
 * that wants to know ($NOTIFY_SOCKET, $WATCHDOG_USEC). */
#pragma once

#include <signal.h>

/* Sends "READY=1", "STOPPING=1" … It is no fault when nobody listens. */
void notify_say(const char *state);

/* Waits for one of the signals, which must be blocked. When the service manager wants a watchdog,
 * is_well is called twice in its time, and the watchdog is told when it returns. */
void notify_wait(const sigset_t *ends, void (*is_well)(void *), void *context);
