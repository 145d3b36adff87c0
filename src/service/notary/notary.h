/* The notary: a worker beside the writer that has checkpoints signed and hands them to witnesses
 * (V7, V8, V10). Each second in which something happened, and at the latest after about 1,000
 * events.
 *
 * It only reads the log. When it cannot sign or a witness cannot be written, an alarm "witness"
 * says so and the floor goes on; when a witness knows more than the log, or something else, the
 * alarm "rollback" halts the floor and nothing is signed any more.
 */
#pragma once

#include "base/text.h"
#include "service/manager/writer.h"
#include "service/notary/signer.h"

#define NOTARY_WITNESSES_MAX 8

struct notary;

/* Opens DIR/checkpoints, DIR/tree and the other witnesses, and keeps them open: so that the process
 * can give up its rights to open files. The signer stays the caller's. */
int notary_new(const char *dir, const char *const *witnesses, size_t witness_count,
               struct signer *signer, struct notary **out, struct cr_err *err);
/* Compares the witnesses with the store, halts the floor if they do not fit, and begins. halted
 * says why, or is "". Between notary_new and notary_stop, once. */
int notary_start(struct notary *n, const char *address, struct writer *writer, char halted[512],
                 struct cr_err *err);
/* Ends the worker. What is written until then and not yet signed is signed. */
void notary_stop(struct notary *n);
void notary_free(struct notary *n);

/* ---- From any thread ---- */

/* The last checkpoint that was handed out; false before the first. */
bool notary_latest(struct notary *n, struct checkpoint *out);

/* Texts of checkpoints, as in a file of them. */
int notary_list(struct notary *n, uint64_t from, uint64_t limit, struct text *out, uint64_t *next,
                struct cr_err *err);

/* Proofs as text, from a store of the caller's own. CR_E_NOT_FOUND: not covered by the last
 * checkpoint. The texts are the caller's to free. of: the seq of a checkpoint; 0: the last one. */
int notary_prove_event(struct notary *n, struct store *store, uint64_t seq, uint64_t of,
                       char **text, size_t *len, struct cr_err *err);
/* to 0: the last checkpoint. */
int notary_prove_growth(struct notary *n, struct store *store, uint64_t from, uint64_t to,
                        char **text, size_t *len, struct cr_err *err);
