/* The auditor: reads the log's texts in order and keeps plain books of its own.
 *
 * It shares nothing with the floor that wrote them but the reader of house rules: its own reader of
 * texts, its own sums, its own claims. What it checks at every event:
 *     V2   epoch and table_seq of each table follow each other; each round once
 *     V3   no millionth appears or goes missing; each coin is split as configured, without drift
 *     V5   a claim is paid once, exactly, with the checklist, people and checks it needs; a round
 *          that left a document is settled again, and its awards are those of the hands
 *     V6   a meter goes down only for a listed reason, by the people it takes
 *     V8   no coin is taken while the floor is halted
 *     V11  the log's order is the order of wins, and rulings are followed
 */
#ifndef VERIFY_AUDITOR_H
#define VERIFY_AUDITOR_H

#include <croupier/error.h>

#include <stddef.h>
#include <stdint.h>

#define VERIFY_PROMISES 11 /* V1 to V11 */

struct verify_fault {
    unsigned promise; /* 1 to VERIFY_PROMISES */
    uint64_t seq;     /* the event where it shows; 0: none in particular */
    char text[400];
};
typedef void verify_fault_fn(void *context, const struct verify_fault *fault);

struct auditor;

/* NULL: no memory. */
struct auditor *auditor_new(verify_fault_fn *fault, void *context);
void auditor_free(struct auditor *a);

/* The next event. Faults are reported, then the recorded figures are believed, so that one fault is
 * one report. 0, or CR_E_IO when memory ran out. */
int auditor_event(struct auditor *a, uint64_t seq, const char *text, size_t len);

/* For checks from outside: coins taken and coins given back by a table, as the log has them. */
uint64_t auditor_coins_in(const struct auditor *a, const char *table);
uint64_t auditor_coins_returned(const struct auditor *a, const char *table);
/* What was paid out on all links: awards and envy, by the log. */
int64_t auditor_paid_micro(const struct auditor *a);

#endif
