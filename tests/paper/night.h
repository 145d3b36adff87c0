/* Plays a night on a floor through a manager on any store. Tests of reports and papers fill an
 * event, ask the manager for it and read what the papers then say. A failure fails the test. */
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

/* 2026-11-15 10:00:00 UTC; each event comes 1000 ms after the one before. */
#define NIGHT_START_MS INT64_C(1794736800000)

/* Opens a manager on the store at this address, with the people Ann, Ben and Cy and nothing else.
 * night_close frees it. */
struct night *night_open(const char *address);
void night_close(struct night *n);

/* Starts an event of this kind and returns it, to be filled in. With a table the event also gets
 * that table's name and its next number. */
struct floor_event *night_begin(struct night *n, unsigned kind);
struct floor_event *night_begin_at(struct night *n, unsigned kind, unsigned table);
/* Asks the manager for the event that was begun. Returns 0, or the error of the refusal; then the
 * table's number may be used again. */
int night_try(struct night *n);
/* Like night_try, but the event must be accepted. Returns its number in the log. */
uint64_t night_ask(struct night *n);

/* Adds a document: text if it is not NULL, otherwise the shipped one of that name. Writes its hash.
 */
void night_document(struct night *n, const char *shipped, const char *text,
                    uint8_t hash[CR_HASH_BYTES]);
void night_link(struct night *n, const char *id, const uint8_t hash[CR_HASH_BYTES], uint8_t policy,
                bool claim_lock);
void night_open_link(struct night *n, const char *id, bool open);
void night_table(struct night *n, unsigned table, const char *link);
/* Like night_table, with shipped house rules and their checklists. */
void night_ruled_table(struct night *n, unsigned table, const char *link, const char *shipped);
uint64_t night_open_shift(struct night *n, const char *name);
/* Records a reading of the coin counter in the table's acceptors. */
uint64_t night_read_counter(struct night *n, unsigned table, uint64_t coins);
uint64_t night_close_shift(struct night *n);

/* Plays a whole round with these seats (bits) betting the progressive. */
void night_round(struct night *n, unsigned table, uint8_t seats);
uint64_t night_coin_in(struct night *n, unsigned table, uint8_t seats);
void night_game_over(struct night *n, unsigned table);
uint64_t night_claim(struct night *n, unsigned table, uint8_t seat, enum cr_category award);
/* Takes a claim to its payment: verified by Cy, approved by Ann and Ben, to be paid in cheques,
 * with the key turned before and back after it. Returns the number of the payment's event. */
uint64_t night_pay(struct night *n, unsigned table, uint64_t claim, enum cr_key key);
void night_clear(struct night *n, uint64_t claim);
