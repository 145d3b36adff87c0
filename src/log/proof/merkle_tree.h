/* The Merkle tree over the events of a log, in the shape of RFC 6962: a leaf is H(0 ‖ body), a node
 * H(1 ‖ left ‖ right), H is BLAKE2b-256, and the left part of n leaves holds the largest power of
 * two below n.
 *
 * The tree keeps the roots of all full blocks of 1,024 leaves, so that a proof needs the leaves of
 * at most two blocks of the log. Leaves count from 0: event N is leaf N - 1. No files, no time.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_HASH  32
#define TREE_BLOCK 1024
/* A path from a leaf to a root of fewer than 2^63 leaves; a consistency proof has one more. */
#define TREE_PATH_MAX 64

struct tree_hash {
    uint8_t bytes[TREE_HASH];
};

struct tree {
    uint64_t count;            /* leaves */
    struct tree_hash left[64]; /* for each bit of count, the full subtree of that size */
    struct tree_hash *blocks;
    size_t block_count, block_room;
};

struct tree_proof {
    unsigned count;
    struct tree_hash path[TREE_PATH_MAX];
};

/* Reads the leaves of one block: `count` of them from leaf block * TREE_BLOCK on. */
typedef int tree_leaves_fn(void *context, uint64_t block, unsigned count, struct tree_hash *out,
                           struct cr_err *err);

struct tree_hash tree_leaf(const char *body, size_t len);
struct tree_hash tree_node(const struct tree_hash *left, const struct tree_hash *right);
bool tree_same(const struct tree_hash *a, const struct tree_hash *b);

void tree_free(struct tree *t);
/* CR_E_IO without memory; the tree is then as before. */
int tree_add(struct tree *t, const struct tree_hash *leaf, struct cr_err *err);
/* Adds a whole block by its root; the tree must end with a full block. */
int tree_add_block(struct tree *t, const struct tree_hash *block, struct cr_err *err);
/* The tree must have at least one leaf. */
struct tree_hash tree_root(const struct tree *t);

/* Makes the path from leaf `leaf` to the root of the first `size` leaves. */
int tree_prove_leaf(const struct tree *t, tree_leaves_fn *leaves, void *context, uint64_t leaf,
                    uint64_t size, struct tree_proof *out, struct cr_err *err);
/* Makes the proof that the first `from` leaves are the beginning of the first `to` leaves; 0 < from
 * <= to. */
int tree_prove_growth(const struct tree *t, tree_leaves_fn *leaves, void *context, uint64_t from,
                      uint64_t to, struct tree_proof *out, struct cr_err *err);

bool tree_check_leaf(const struct tree_hash *leaf_hash, uint64_t leaf, uint64_t size,
                     const struct tree_proof *proof, const struct tree_hash *root);
bool tree_check_growth(uint64_t from, const struct tree_hash *from_root, uint64_t to,
                       const struct tree_hash *to_root, const struct tree_proof *proof);
