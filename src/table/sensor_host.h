/* The table's end of the line to the sensors: lines become the console's events, the console's
 * effects become lines. When the line is silent too long every seat's sensor counts as failed
 * (UTH-19). When the sensors are back, both ends tell each other their state. */
#pragma once

#include "table/console.h"
#include "table/sensor_bank.h"

#define SENSOR_PING_TICKS 5 /* after so many quiet ticks the table asks whether anyone is there */

struct sensor_host {
    struct sensor_session session;
    struct sensor_reader reader;
    bool up;                    /* the sensors have said HELLO in this session */
    bool failed;                /* the console was told that they are gone */
    bool resync;                /* the sensors do not know yet whether betting is open */
    uint8_t quiet;              /* ticks since something was said */
    uint8_t patterns[CR_SEATS]; /* what they show; PATTERNS when unknown */
    uint16_t version;           /* of the protocol, as the sensors said; 0: they have not yet */
    bool has_count;             /* they have told their counter since it was asked for */
    uint64_t count;             /* what the counter shows */
};

/* What the console is to be told: at most one event a seat at a time. */
struct sensor_events {
    uint8_t count;
    struct console_event list[CR_SEATS];
};

/* first: the number of the first session, other than before a restart; not 0. */
void sensor_host_init(struct sensor_host *d, uint16_t first);

/* Takes one byte from the sensors. Bytes for them are added to out. */
void sensor_host_feed(struct sensor_host *d, char byte, struct sensor_events *events,
                      struct sensor_bytes *out);

/* To be called every 200 ms. */
void sensor_host_tick(struct sensor_host *d, struct sensor_events *events,
                      struct sensor_bytes *out);

/* Sends the sensors what a step of the console means for them. To be called after each step, with
 * its effects. */
void sensor_host_obey(struct sensor_host *d, const struct console *c,
                      const struct console_effect *effects, unsigned count,
                      struct sensor_bytes *out);

/* PIT-5: asks for the counter; has_count says when it has come. False: these sensors are away, or
 * do not tell it. */
bool sensor_host_ask_count(struct sensor_host *d, struct sensor_bytes *out);
