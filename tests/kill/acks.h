/* Keeps the acknowledgements that tables and desks got, and checks that the log holds each of them
 * (V1, V2). */
#pragma once

#include "floor/event.h"

/* An acknowledged event, with its text as it was received. */
struct ack {
    uint64_t seq;
    char *body;
    size_t len;
};

struct acks {
    struct ack *list;
    size_t count, room;
};

/* Copies the text and reads the event's number from it. Returns false if it does not begin like an
 * event. */
bool acks_add(struct acks *a, const char *body, size_t len);
void acks_release(struct acks *a);

/* What one table did by its own count. Every command of it was acknowledged in the end. */
struct acks_table {
    char id[FLOOR_ID_MAX];
    uint64_t events, coins, returned;
};

/* Verifies the store and compares: each acknowledged text is in the log under its number, byte for
 * byte; no two acknowledgements are for the same event; and each table has as many events and coins
 * in the log as it counted, none of them twice. Faults are written to standard error. Returns true
 * if there are none. */
bool acks_check(struct acks *a, const struct acks_table *tables, unsigned table_count,
                const char *store);
