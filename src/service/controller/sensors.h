/* The table's connection to its coin sensors: a device (serial or pseudo-terminal), or sensors
 * emulated in this process. The console's effects are sent as lines, and lines that arrive become
 * console events. */
#pragma once

#include "table/sensor_host.h"

#define SENSORS_TICK_MS 200

struct sensors {
    int fd; /* -1: emulated */
    struct sensor_host end;
    int64_t next_tick_ms;
    struct sensor_bank bank;   /* the emulated sensors … */
    struct sensor_bytes inbox; /* … and the bytes they have sent */
};

/* Called for each event that a line reports. */
typedef void sensors_event_fn(void *context, const struct console_event *event);

/* device: NULL for emulated sensors. first: see sensor_session_init. */
int sensors_open(struct sensors *s, const char *device, uint16_t first, struct cr_err *err);
void sensors_close(struct sensors *s);

/* Sends the acceptors what the console wants of them. Call this after each step of the console. */
void sensors_obey(struct sensors *s, const struct console *console,
                  const struct console_effect *effects, unsigned count);

/* Reads what has arrived, and sends again what was not acknowledged. CR_E_IO: the device is
 * gone. */
int sensors_poll(struct sensors *s, int64_t now_ms, sensors_event_fn *each, void *context,
                 struct cr_err *err);

/* Whether every line sent to the sensors has been acknowledged. */
bool sensors_is_idle(const struct sensors *s);

/* PIT-5: asks the sensors for their counter; end.has_count says when it is there. False when these
 * sensors cannot tell it. */
bool sensors_ask_count(struct sensors *s);

/* Does to emulated sensors what hands would do: "place", "remove", "clear", "fail", "repair", "jam"
 * (the next drop jams), "miss" (the next drop is not counted), "stray" (a chip falls without a COIN
 * IN). False when it cannot be done. */
bool sensors_touch(struct sensors *s, const char *what, unsigned seat);
