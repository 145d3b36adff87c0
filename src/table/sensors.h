/* The table's end of the line to its coin sensors: a device (serial or pseudo-terminal), or sensors
 * emulated in this process. Console effects go out as lines, lines come in as console events. */
#ifndef TABLE_SENSORS_H
#define TABLE_SENSORS_H

#include "console/console.h"
#include "console/sensor_bank.h"

#define SENSORS_TICK_MS 200

struct sensors {
    int fd; /* -1: emulated */
    struct sensor_session session;
    struct sensor_reader reader;
    bool is_open;   /* what the sensors were last told */
    bool is_lost;   /* the line does not answer: every seat counts as failed */
    bool has_hello; /* the session has begun */
    uint8_t pattern[CR_SEATS];
    int64_t next_tick_ms;
    struct sensor_bank bank;   /* emulated … */
    struct sensor_bytes inbox; /* … and what it has said */
};

/* What a line says, for the controller. */
typedef void sensors_event_fn(void *context, const struct console_event *event);

/* device: NULL for emulated sensors. first: see sensor_session_init. */
int sensors_open(struct sensors *s, const char *device, uint16_t first, struct cr_err *err);
void sensors_close(struct sensors *s);

/* What the console wants of its acceptors; effects of other kinds are ignored. */
void sensors_apply(struct sensors *s, const struct console_effect *effect,
                   const struct console *console);

/* Reads what is there and says again what was not answered. CR_E_IO: the device is gone. */
int sensors_poll(struct sensors *s, int64_t now_ms, sensors_event_fn *each, void *context,
                 struct cr_err *err);

/* Every line to the sensors has arrived. */
bool sensors_is_idle(const struct sensors *s);

/* Hands at emulated sensors: "place", "remove", "clear", "fail", "repair", "jam" (the next drop
 * jams), "miss" (the next drop is not counted). False when it cannot be done. */
bool sensors_touch(struct sensors *s, const char *what, unsigned seat);

#endif
