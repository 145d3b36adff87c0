/* Acknowledgements as tables and desks got them, and whether the log holds each of them (V1, V2).
 */
#pragma once

#include "floor/event.h"

/* One event that was answered; the text as it came. */
struct ack {
    uint64_t seq;
    char *body;
    size_t len;
};

struct acks {
    struct ack *list;
    size_t count, room;
};

/* Copies the text; its number is read from it. False: it does not begin as an event does. */
bool acks_add(struct acks *a, const char *body, size_t len);
void acks_release(struct acks *a);

/* What one table did, by its own count; every command of it was acknowledged in the end. */
struct acks_table {
    char id[FLOOR_ID_MAX];
    uint64_t events, coins, returned;
};

/* Verifies the store, then compares: each acknowledged text stands in the log, byte for byte, under
 * its number; no two answers are the same event; and each table has as many events and coins there
 * as it counted, none of them twice. Faults go to standard error. True: all is well. */
bool acks_check(struct acks *a, const struct acks_table *tables, unsigned table_count,
                const char *store);
