/* The key that signs checkpoints, as files of the trust folder: signing.key, 64 hexadecimal digits
 * that nobody else may read, and signing.pub, the public part for everyone. */
#pragma once

#include "log/proof/merkle_tree.h"

#define SIGNING_SEED 32 /* Ed25519 */

/* Makes both files in an existing folder; an existing key is never overwritten. */
int signing_key_make(const char *dir, struct cr_err *err);

/* The seed of DIR/signing.key, which only its owner may read. The caller wipes it. */
int signing_key_read(const char *dir, uint8_t seed[SIGNING_SEED], struct cr_err *err);

/* A public key: 64 hexadecimal digits, or the path of a file that holds them. */
int signing_key_public(const char *text, uint8_t key[TREE_HASH], struct cr_err *err);
