/* A checkpoint of a whole store, signed with a key of the test's own, as notary and signer make it.
 */
#pragma once

#include "log/proof/log_tree.h"

/* The key pair of a number. */
void sign_log_key(unsigned char number, uint8_t public[TREE_HASH], uint8_t secret[64]);
void sign_log_checkpoint(struct checkpoint *c, const uint8_t secret[64]);
/* Of events 1 … seq; 0: all. */
void sign_log(struct store *store, uint64_t seq, unsigned char key, struct checkpoint *out);

/* The log as an export; one checkpoint as a file. */
void write_export(struct store *store, const char *path);
void write_checkpoint(const struct checkpoint *c, const char *path);
