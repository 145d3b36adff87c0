/* Makes checkpoints of whole stores with keys of the test's own, as notary and signer would, and
 * writes exports. */
#pragma once

#include "log/proof/log_tree.h"

/* The key pair with this number; the same number gives the same keys. */
void sign_log_key(unsigned char number, uint8_t public[TREE_HASH], uint8_t secret[64]);
void sign_log_checkpoint(struct checkpoint *c, const uint8_t secret[64]);
/* Signs events 1 … seq with key number `key`; seq 0: all events. */
void sign_log(struct store *store, uint64_t seq, unsigned char key, struct checkpoint *out);

/* Write the log as an export, and one checkpoint as a file. */
void write_export(struct store *store, const char *path);
void write_checkpoint(const struct checkpoint *c, const char *path);
