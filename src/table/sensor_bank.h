/* Seven emulated coin sensors: the other end of the line, for tables without the hardware and for
 * tests. What a hand does at a seat is a function call; the lines to the table come out as bytes.
 */
#pragma once

#include "table/sensor_session.h"

#include <croupier/rules.h>

struct sensor_slot {
    uint8_t coins;   /* 0 to ACCEPTOR_COINS_MAX */
    uint8_t pattern; /* enum acceptor_pattern: what the table told it to show */
    bool jammed, failed;
    bool jam_next, miss_next; /* what the next drop does */
};

struct sensor_bank {
    struct sensor_session session;
    struct sensor_reader reader;
    bool open;
    struct sensor_slot slots[CR_SEATS];
    uint64_t dropped; /* chips in the drop box: what a count of the box must find */
    uint16_t version; /* of the protocol; 1: it does not tell its counter */
};

void sensor_bank_init(struct sensor_bank *b);

/* Bytes from the table; a tick of its clock. */
void sensor_bank_receive(struct sensor_bank *b, const char *data, size_t len,
                         struct sensor_bytes *out);
void sensor_bank_tick(struct sensor_bank *b, struct sensor_bytes *out);

/* What hands do at a seat (1 to 7). False when it cannot be done: no room, no chip, no jam … */
bool sensor_bank_place(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
bool sensor_bank_remove(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
bool sensor_bank_clear(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
bool sensor_bank_fail(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
bool sensor_bank_repair(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
/* A chip falls that nobody was told of: the counter goes up, and no wager is registered. */
bool sensor_bank_stray(struct sensor_bank *b, unsigned seat, struct sensor_bytes *out);
void sensor_bank_jam_next(struct sensor_bank *b, unsigned seat);
void sensor_bank_miss_next(struct sensor_bank *b, unsigned seat);
