/* Each message once and in order, over a serial line that loses, repeats and garbles.
 *
 * One numbered line is under way in each direction; it is sent again at every tick until its ACK
 * comes. The receiver takes the number it expects, acknowledges again what it has, and ignores the
 * rest. Sessions begin at the table's end (START); sensors that do not know the session say LOST.
 * Knows no time: the caller ticks (every 200 ms) and writes what comes out.
 */
#pragma once

#include "table/sensor_line.h"

#define SENSOR_QUEUE    64 /* messages waiting to be sent */
#define SENSOR_ATTEMPTS 10 /* unanswered ticks after which the line counts as lost */

enum sensor_end { SENSOR_TABLE, SENSOR_BANK };

struct sensor_session {
    uint8_t end;      /* enum sensor_end */
    uint16_t session; /* 0: none yet */
    uint8_t next_out; /* number of the next new line */
    uint8_t next_in;  /* number expected */
    uint8_t attempts; /* ticks since the line under way was first sent */
    uint8_t head, count;
    struct sensor_line queue[SENSOR_QUEUE]; /* the first one is under way */
};

/* The result of a call: bytes to write, and a message to act on. */
struct sensor_output {
    char text[2 * SENSOR_LINE_MAX];
    size_t len;
    bool has_message;
    struct sensor_line message; /* numbered words only; START at the sensors' end */
    bool restarted;             /* the session is new: both ends say again how things stand */
};

#define SENSOR_BANK_OUT 4096

/* Bytes for the other end: functions add to them, and the caller removes what it has written. */
struct sensor_bytes {
    char data[SENSOR_BANK_OUT];
    size_t len;
};

/* Adds bytes. What does not fit is lost, as on a real line, and sent again at a tick. */
void sensor_bytes_add(struct sensor_bytes *bytes, const struct sensor_output *part);

/* The table's end begins a session at once; first must differ from the one before a restart (take
 * it from a clock or at random), 1 to 65535. The sensors' end waits for one (first is ignored). */
void sensor_session_init(struct sensor_session *s, enum sensor_end end, uint16_t first);

/* Queues a message. CR_E_STATE when the queue is full or, at the sensors' end, there is no session.
 */
int sensor_session_send(struct sensor_session *s, const struct sensor_line *line,
                        struct sensor_output *out, struct cr_err *err);

/* Takes one line as it came, without its line feed. */
void sensor_session_receive(struct sensor_session *s, const char *text, size_t len,
                            struct sensor_output *out);

/* To be called every 200 ms: sends the line under way again. */
void sensor_session_tick(struct sensor_session *s, struct sensor_output *out);

/* True when the other end has not answered for SENSOR_ATTEMPTS ticks. */
bool sensor_session_is_lost(const struct sensor_session *s);
