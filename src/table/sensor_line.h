/* The lines between a table and its coin sensors: text, one message a line, strict both ways.
 * docs/sensor-protocol.md is the same for a maker of hardware.
 *
 *     #SSSS NNN WORD ARGUMENTS*CCCC LF      session, number, message, checksum
 */
#pragma once

#include "table/acceptor.h"

#include <stddef.h>

#define SENSOR_VERSION  2  /* 1: without READ and COUNT */
#define SENSOR_LINE_MAX 48 /* bytes of a line, the line feed and a final zero included */

enum sensor_word {
    /* either way */
    SENSOR_ACK, /* the line of that session and number is taken */
    SENSOR_NAK, /* a line was garbled; the number is the one expected next */
    /* to the sensors */
    SENSOR_START, /* a new session; its line has number 0 */
    SENSOR_OPEN,  /* chips are taken */
    SENSOR_LOCK,  /* no more chips for this round */
    SENSOR_DROP,  /* seat */
    SENSOR_LIGHT, /* seat, pattern */
    SENSOR_PING,
    /* from the sensors */
    SENSOR_LOST,   /* no such session: start a new one */
    SENSOR_HELLO,  /* seats, version: the first line of a session */
    SENSOR_PLACED, /* seat, and so on: in the order of enum acceptor_event */
    SENSOR_REMOVED,
    SENSOR_DROPPED,
    SENSOR_NOTCOUNTED,
    SENSOR_JAM,
    SENSOR_CLEAR,
    SENSOR_FAULT,
    SENSOR_OK,
    /* PIT-5, from version 2 on: to the sensors, and their answer */
    SENSOR_READ,
    SENSOR_COUNT, /* count: all that ever fell through their counters */
    SENSOR_WORDS
};

struct sensor_line {
    uint16_t session;    /* 0: none */
    uint16_t version;    /* HELLO: 1 to 999 */
    uint8_t number;      /* of the line, in its session and direction */
    uint8_t word;        /* enum sensor_word */
    uint8_t seat;        /* 1 to 7 */
    uint8_t pattern;     /* enum acceptor_pattern */
    uint8_t seats;       /* HELLO */
    uint8_t reserved[7]; /* zero: equal lines are equal bytes */
    uint64_t count;      /* COUNT */
};

/* Writes the line with its line feed, terminated. Returns its length. */
size_t sensor_line_encode(const struct sensor_line *line, char out[SENSOR_LINE_MAX]);

/* Reads one line without its line feed; a carriage return at its end is tolerated. CR_E_INPUT when
 * it is garbled or not exactly what the encoder writes; *out is unchanged then. */
int sensor_line_decode(const char *text, size_t len, struct sensor_line *out, struct cr_err *err);

/* True when lines with this word are numbered and acknowledged: all but ACK, NAK and LOST. */
bool sensor_word_is_numbered(enum sensor_word word);

/* The acceptor's event of a report, or ACCEPTOR_EVENTS. */
enum acceptor_event sensor_word_event(enum sensor_word word);

/* Bytes as they come from a serial line, put together to lines. */
struct sensor_reader {
    char line[SENSOR_LINE_MAX];
    uint8_t len;
    bool skipping; /* the line is too long: drop everything up to its end */
};

/* Takes one byte. True when it ends a line (*len bytes at reader->line, without the line feed); a
 * line that was too long ends as one of no bytes, which decodes as garbled. */
bool sensor_reader_feed(struct sensor_reader *reader, char byte, size_t *len);
