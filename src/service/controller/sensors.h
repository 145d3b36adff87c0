/* The table's end of the line to its coin sensors: a device (serial or pseudo-terminal), or sensors
 * emulated in this process. Console effects go out as lines, lines come in as console events. */
#pragma once

#include "table/sensor_host.h"

#define SENSORS_TICK_MS 200

struct sensors {
    int fd; /* -1: emulated */
    struct sensor_host end;
    int64_t next_tick_ms;
    struct sensor_bank bank;   /* emulated … */
    struct sensor_bytes inbox; /* … and what it has said */
};

/* What a line says, for the controller. */
typedef void sensors_event_fn(void *context, const struct console_event *event);

/* device: NULL for emulated sensors. first: see sensor_session_init. */
int sensors_open(struct sensors *s, const char *device, uint16_t first, struct cr_err *err);
void sensors_close(struct sensors *s);

/* After each step of the console: what it wants of its acceptors. */
void sensors_obey(struct sensors *s, const struct console *console,
                  const struct console_effect *effects, unsigned count);

/* Reads what is there and says again what was not answered. CR_E_IO: the device is gone. */
int sensors_poll(struct sensors *s, int64_t now_ms, sensors_event_fn *each, void *context,
                 struct cr_err *err);

/* Every line to the sensors has arrived. */
bool sensors_is_idle(const struct sensors *s);

/* PIT-5: asks the sensors for their counter; end.has_count says when it is there. False: they do
 * not tell it. */
bool sensors_ask_count(struct sensors *s);

/* Hands at emulated sensors: "place", "remove", "clear", "fail", "repair", "jam" (the next drop
 * jams), "miss" (the next drop is not counted), "stray" (a chip falls that nobody was told of).
 * False when it cannot be done. */
bool sensors_touch(struct sensors *s, const char *what, unsigned seat);
