/* A night on a floor, through a manager on any store: what the tests of reports are about. */
#pragma once

#include "service/manager/manager.h"

#define NIGHT_TABLES 4

struct night {
    struct store *store;
    struct manager *manager;
    struct manager_request *r;
    int64_t now_ms;
    uint64_t epoch[NIGHT_TABLES], seq[NIGHT_TABLES];
};

extern const char *const night_tables[NIGHT_TABLES];

/* 2026-11-15 10:00:00 UTC; each event is 1000 ms after the one before. */
#define NIGHT_START_MS INT64_C(1794736800000)

/* People Ann, Ben and Cy; nothing else. */
struct night *night_open(const char *address);
void night_close(struct night *n);

/* The event to fill, of that kind; of a table: with its numbers. */
struct floor_event *night_begin(struct night *n, unsigned kind);
struct floor_event *night_begin_at(struct night *n, unsigned kind, unsigned table);
/* Asks for it; 0 or why not. A refused event of a table gives its number back. */
int night_try(struct night *n);
/* Must work; returns the event's number. */
uint64_t night_ask(struct night *n);

/* Text is a document of its own, or NULL for the shipped one of that name. Hash out. */
void night_document(struct night *n, const char *shipped, const char *text,
                    uint8_t hash[CR_HASH_BYTES]);
void night_link(struct night *n, const char *id, const uint8_t hash[CR_HASH_BYTES], uint8_t policy,
                bool claim_lock);
void night_open_link(struct night *n, const char *id, bool open);
void night_table(struct night *n, unsigned table, const char *link);
/* The same with house rules that are shipped, and so with their checklists. */
void night_ruled_table(struct night *n, unsigned table, const char *link, const char *shipped);
uint64_t night_open_shift(struct night *n, const char *name);
/* The counter of the table's acceptors is read. */
uint64_t night_read_counter(struct night *n, unsigned table, uint64_t coins);
uint64_t night_close_shift(struct night *n);

/* A round of those seats, begun and ended. */
void night_round(struct night *n, unsigned table, uint8_t seats);
uint64_t night_coin_in(struct night *n, unsigned table, uint8_t seats);
void night_game_over(struct night *n, unsigned table);
uint64_t night_claim(struct night *n, unsigned table, uint8_t seat, enum cr_category award);
/* Verified by Cy, approved by Ann and Ben, in cheques, the key turned, paid, the key turned back;
 * returns the payment's number. */
uint64_t night_pay(struct night *n, unsigned table, uint64_t claim, enum cr_key key);
void night_clear(struct night *n, uint64_t claim);
