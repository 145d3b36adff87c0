/* The notary: a worker beside the writer that has checkpoints signed and hands them to witnesses
 * (V7, V8, V10): each second in which something was written, and at the latest after about 1,000
 * events.
 *
 * The notary only reads the log. When it cannot sign, or a witness cannot be written, an alarm
 * "witness" says so and the floor goes on. When a witness knows more than the log, or something
 * else, the alarm "rollback" halts the floor and nothing more is signed. */
#pragma once

#include "base/text.h"
#include "service/manager/writer.h"
#include "service/notary/signer.h"

#define NOTARY_WITNESSES_MAX 8

struct notary;

/* Opens DIR/checkpoints, DIR/tree and the other witnesses, and keeps them open, so that the process
 * can give up its right to open files. The caller still owns the signer. */
int notary_new(const char *dir, const char *const *witnesses, size_t witness_count,
               struct signer *signer, struct notary **out, struct cr_err *err);
/* Compares the witnesses with the store, halts the floor if they do not agree, and starts the
 * worker. halted says why, or is "". Call this once. */
int notary_start(struct notary *n, const char *address, struct writer *writer, char halted[512],
                 struct cr_err *err);
/* Ends the worker, after a last checkpoint over what is not signed yet. */
void notary_stop(struct notary *n);
void notary_free(struct notary *n);

/* ---- From any thread ---- */

/* Copies the last checkpoint; false when there is none yet. */
bool notary_latest(struct notary *n, struct checkpoint *out);

/* Appends the texts of up to `limit` checkpoints, from the first one that covers event `from` on.
 * *next is where to go on; 0 at the end. */
int notary_list(struct notary *n, uint64_t from, uint64_t limit, struct text *out, uint64_t *next,
                struct cr_err *err);

/* Proves that an event is in the log, as text, which the caller frees. store: a handle of the
 * caller's own. of: the event of the checkpoint to prove against; 0: the last one. CR_E_NOT_FOUND
 * when the last checkpoint does not cover the event. */
int notary_prove_event(struct notary *n, struct store *store, uint64_t seq, uint64_t of,
                       char **text, size_t *len, struct cr_err *err);
/* Proves that the log up to `to` continues the log up to `from`. to 0: the last checkpoint. */
int notary_prove_growth(struct notary *n, struct store *store, uint64_t from, uint64_t to,
                        char **text, size_t *len, struct cr_err *err);
