/* The signer: a process of its own that has the signing key. An intruder who takes over the manager
 * can have checkpoints signed while there, and only of a log that grows, but never gets the key.
 *
 * The process reads the key and the last checkpoint of the trust folder, closes everything else,
 * and answers until its parent ends. It signs only checkpoints of one floor whose seq never goes
 * back, and never two different ones of the same event. */
#pragma once

#include "log/proof/checkpoint.h"

#include <sys/types.h>

struct signer;

/* Forks, so call this before any thread is started or a store is opened. Fails when the key cannot
 * be read. */
int signer_start(const char *dir, struct signer **out, struct cr_err *err);
/* Ends the process and waits for its end. */
void signer_stop(struct signer *s);

const uint8_t *signer_key(const struct signer *s);
/* The key for receipts of tables (V8). It is derived from the signing key, which cannot be computed
 * from it. */
#define SIGNER_RECEIPT_KEY 32
const uint8_t *signer_receipts(const struct signer *s);
pid_t signer_pid(const struct signer *s);

/* Fills in key and signature. CR_E_STATE: the signer refuses, and err has its words. CR_E_IO: it is
 * gone. Only one thread at a time may call this. */
int signer_sign(struct signer *s, struct checkpoint *c, struct cr_err *err);
