/* The auditor: reads the log's texts in order and keeps plain books of its own.
 *
 * It has its own reader of texts, its own sums and its own claims. It shares with the floor that
 * wrote the log the reader of house rules, and with the manager that admitted a round the reader of
 * its document and cr_settle. What it checks at every event:
 *     V2   epoch and table_seq of each table follow each other; each round once
 *     V3   no millionth appears or goes missing; each coin is split as configured, without drift
 *     V5   a claim is paid once, exactly, with the checklist, people and checks it needs, by people
 *          whose role allows it, who saw this table and this amount; a round that left a document
 *          is settled again, and its awards are those of the hands
 *     V6   a meter goes down only for a listed reason; people are known, not barred and have the
 *          right to what they do; where it takes two, they are two, of two departments if the link
 *          asks for that; nobody decides about themselves
 *     V8   no coin is taken while the floor is halted
 *     V10  each start has the hash of the configuration, the same while nothing was configured; a
 *          program that is not the last one raises an alarm
 *     V11  the log's order is the order of wins, and rulings are followed
 */
#pragma once

#include <croupier/error.h>

#include <stddef.h>
#include <stdint.h>

#define VERIFY_PROMISES 11 /* V1 to V11 */

/* The highest version of what events mean that the auditor can judge: a number of its own, because
 * it judges by rules of its own (docs/upgrading.md). */
extern const unsigned auditor_semantics_known;

struct verify_fault {
    unsigned promise; /* 1 to VERIFY_PROMISES */
    uint64_t seq;     /* the event that shows it; 0: none in particular */
    char text[400];
};
typedef void verify_fault_fn(void *context, const struct verify_fault *fault);

struct auditor;

/* `fault` is called with `context` for each fault found by auditor_event. NULL when memory ran out;
 * auditor_free frees the auditor. */
struct auditor *auditor_new(verify_fault_fn *fault, void *context);
void auditor_free(struct auditor *a);

/* Takes the next event of the log. After a fault the recorded figures are taken over, so that one
 * fault is reported once. Returns 0; CR_E_IO when memory ran out; CR_E_STATE when this event and
 * those after it have a version of meaning that the auditor does not know
 * (auditor_unknown_semantics): it does not judge them. */
int auditor_event(struct auditor *a, uint64_t seq, const char *text, size_t len);
/* The version of meaning that the auditor does not know; 0 when it knows all so far. */
uint64_t auditor_unknown_semantics(const struct auditor *a);

/* What the log says about the secrets that are kept beside it. `id` is "password/NAME", "pin/NAME"
 * or "invitation/NAME"; the result is the hash of the text that the store must have under this id,
 * as 64 digits, or "" when there must be none. The count is of all secrets. */
const char *auditor_secret(const struct auditor *a, const char *id);
uint64_t auditor_secret_count(const struct auditor *a);
