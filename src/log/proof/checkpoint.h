/* A checkpoint: what the log was at one moment, signed (V7, V10). Whoever keeps one can tell later
 * whether the log still begins with the same events.
 *
 * As text it is ten lines of a word and a value and an empty line; the signature covers the bytes
 * of all lines above its own. There is one text for a checkpoint, and the reader takes nothing
 * else.
 */
#pragma once

#include "log/proof/merkle_tree.h"

#define CHECKPOINT_FLOOR     32  /* digits of a floor's identity */
#define CHECKPOINT_SIGNATURE 64  /* Ed25519 */
#define CHECKPOINT_TEXT_MAX  768 /* with its end */

struct checkpoint {
    char floor[CHECKPOINT_FLOOR + 1];
    uint64_t seq; /* the last event it covers, from 1 */
    int64_t time_ms;
    uint8_t chain[TREE_HASH]; /* hash of that event in the log's chain */
    struct tree_hash tree;    /* over events 1 … seq */
    uint8_t program[TREE_HASH];
    uint8_t configuration[TREE_HASH];
    uint8_t key[TREE_HASH]; /* public */
    uint8_t signature[CHECKPOINT_SIGNATURE];
};

/* Writes the text that is signed, without the line of the signature; returns its length. */
size_t checkpoint_encode_signed(const struct checkpoint *c, char out[CHECKPOINT_TEXT_MAX]);
size_t checkpoint_encode(const struct checkpoint *c, char out[CHECKPOINT_TEXT_MAX]);

/* Parses a text of `len` bytes that is to be signed and has no signature yet. */
int checkpoint_parse_signed(const char *text, size_t len, struct checkpoint *out,
                            struct cr_err *err);
/* Parses one checkpoint at the beginning of a text; *used is its length. */
int checkpoint_parse(const char *text, size_t len, struct checkpoint *out, size_t *used,
                     struct cr_err *err);

/* True when the checkpoint names this key and its signature is by this key. */
bool checkpoint_is_signed(const struct checkpoint *c, const uint8_t key[TREE_HASH]);

/* False when both are of the same event but say different things of it, so that they cannot be of
 * one log. */
bool checkpoint_agrees(const struct checkpoint *a, const struct checkpoint *b);
