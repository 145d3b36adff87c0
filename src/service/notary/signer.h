/* The signing key in a process of its own: whoever takes over the manager can have checkpoints
 * signed while he is there, and only of a log that grows, but never has the key.
 *
 * The process reads the key and the last checkpoint of the trust folder, lets go of everything else
 * and answers until its parent ends. It signs nothing but checkpoints of one floor whose seq never
 * goes back, and never two that differ for one event.
 */
#pragma once

#include "log/proof/checkpoint.h"

#include <sys/types.h>

struct signer;

/* Forks: before there is a thread or a store. Fails when the key cannot be read. */
int signer_start(const char *dir, struct signer **out, struct cr_err *err);
/* Ends the process and waits for its end. */
void signer_stop(struct signer *s);

const uint8_t *signer_key(const struct signer *s);
/* The key for what is acknowledged to tables (V8): made from the signing key, and no way back to
 * it.
 */
#define SIGNER_RECEIPT_KEY 32
const uint8_t *signer_receipts(const struct signer *s);
pid_t signer_pid(const struct signer *s);

/* Fills key and signature. CR_E_STATE: the signer refuses, in its own words. CR_E_IO: it is gone.
 * One thread at a time. */
int signer_sign(struct signer *s, struct checkpoint *c, struct cr_err *err);
