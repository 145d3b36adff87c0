/* A Merkle tree that grows, and the check of proofs; merkle_prove.c makes them. */
#include "log/proof/merkle_tree.h"

#include "base/check.h"
#include "base/err.h"
#include "base/list.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The level at which a subtree is a whole block. */
#define BLOCK_LEVEL 10
_Static_assert(TREE_BLOCK == 1 << BLOCK_LEVEL, "a block is a subtree");
_Static_assert(crypto_generichash_BYTES == TREE_HASH, "BLAKE2b-256");

static struct tree_hash hash_of(uint8_t first, const void *a, size_t a_len, const void *b,
                                size_t b_len)
{
    struct tree_hash out;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, TREE_HASH);
    crypto_generichash_update(&state, &first, 1);
    crypto_generichash_update(&state, a, a_len);
    crypto_generichash_update(&state, b, b_len);
    crypto_generichash_final(&state, out.bytes, TREE_HASH);
    return out;
}

struct tree_hash tree_leaf(const char *body, size_t len)
{
    return hash_of(0, (const unsigned char *)body, len, (const unsigned char *)"", 0);
}

struct tree_hash tree_node(const struct tree_hash *left, const struct tree_hash *right)
{
    return hash_of(1, left->bytes, TREE_HASH, right->bytes, TREE_HASH);
}

bool tree_same(const struct tree_hash *a, const struct tree_hash *b)
{
    return memcmp(a->bytes, b->bytes, TREE_HASH) == 0;
}

/* ---- Growing ---- */

void tree_free(struct tree *t)
{
    free(t->blocks);
    memset(t, 0, sizeof(*t));
}

static int make_room(struct tree *t, struct cr_err *err)
{
    if (!list_grow(&t->blocks, &t->block_room, t->block_count, sizeof *t->blocks))
        return err_set(err, CR_E_IO, "out of memory");
    return 0;
}

/* Adds a full subtree of 2^level leaves. Two subtrees of one size become one of twice the size. */
static void add_full(struct tree *t, struct tree_hash hash, unsigned level)
{
    const uint64_t leaves = UINT64_C(1) << level;
    for (; (t->count >> level & 1) != 0; level++) {
        hash = tree_node(&t->left[level], &hash);
        if (level + 1 == BLOCK_LEVEL)
            t->blocks[t->block_count++] = hash;
    }
    t->left[level] = hash;
    t->count += leaves;
}

int tree_add(struct tree *t, const struct tree_hash *leaf, struct cr_err *err)
{
    int rc = make_room(t, err);
    if (rc == 0)
        add_full(t, *leaf, 0);
    return rc;
}

int tree_add_block(struct tree *t, const struct tree_hash *block, struct cr_err *err)
{
    CHECK(t->count % TREE_BLOCK == 0);
    int rc = make_room(t, err);
    if (rc != 0)
        return rc;
    t->blocks[t->block_count++] = *block;
    add_full(t, *block, BLOCK_LEVEL);
    return 0;
}

struct tree_hash tree_root(const struct tree *t)
{
    CHECK(t->count > 0);
    unsigned level = 0;
    while ((t->count >> level & 1) == 0)
        level++;
    struct tree_hash root = t->left[level];
    while (++level < 64 && t->count >> level != 0)
        if ((t->count >> level & 1) != 0)
            root = tree_node(&t->left[level], &root);
    return root;
}

/* ---- Checking ---- */

/* Goes from a node to its parent, on a level whose last node is `last`. A last node without a
 * neighbour goes up unchanged until it has one. True when the neighbour is on the left. */
static bool climb(uint64_t *at, uint64_t *last)
{
    const bool is_right = (*at & 1) != 0 || *at == *last;
    if (is_right)
        for (; (*at & 1) == 0 && *at != 0; *at >>= 1)
            *last >>= 1;
    *at >>= 1;
    *last >>= 1;
    return is_right;
}

bool tree_check_leaf(const struct tree_hash *leaf_hash, uint64_t leaf, uint64_t size,
                     const struct tree_proof *proof, const struct tree_hash *root)
{
    if (leaf >= size)
        return false;
    struct tree_hash hash = *leaf_hash;
    uint64_t at = leaf, last = size - 1;
    for (unsigned i = 0; i < proof->count; i++) {
        if (last == 0)
            return false;
        hash = climb(&at, &last) ? tree_node(&proof->path[i], &hash)
                                 : tree_node(&hash, &proof->path[i]);
    }
    return last == 0 && tree_same(&hash, root);
}

bool tree_check_growth(uint64_t from, const struct tree_hash *from_root, uint64_t to,
                       const struct tree_hash *to_root, const struct tree_proof *proof)
{
    if (from == 0 || from > to)
        return false;
    if (from == to)
        return proof->count == 0 && tree_same(from_root, to_root);
    unsigned i = 0;
    uint64_t at = from - 1, last = to - 1;
    for (; (at & 1) != 0; at >>= 1)
        last >>= 1;
    /* When the beginning is one whole subtree, its root is from_root and is not in the proof. */
    struct tree_hash first = *from_root;
    if (at != 0) {
        if (proof->count == 0)
            return false;
        first = proof->path[i++];
    }
    struct tree_hash second = first;
    for (; i < proof->count; i++) {
        if (last == 0)
            return false;
        if (climb(&at, &last)) {
            first = tree_node(&proof->path[i], &first);
            second = tree_node(&proof->path[i], &second);
        } else {
            second = tree_node(&second, &proof->path[i]);
        }
    }
    return last == 0 && tree_same(&first, from_root) && tree_same(&second, to_root);
}
