/* Proofs out of a Merkle tree: block roots from memory, leaves of single blocks from the log. */
#include "log/proof/merkle_tree.h"

#include "base/check.h"
#include "base/err.h"

#include <stdlib.h>

/* The leaves of one block, cached. */
struct block {
    bool known;
    uint64_t number;
    unsigned count;
    struct tree_hash leaves[TREE_BLOCK];
};

/* A proof that is being made. It needs the leaves of two blocks at most: that of the leaf, or of
 * the older size, and the last one. */
struct maker {
    const struct tree *tree;
    tree_leaves_fn *leaves;
    void *context;
    uint64_t size;
    struct block kept[2];
    unsigned next;
    struct tree_proof *proof;
    int rc;
    struct cr_err *err;
};

/* The largest power of two below n; n > 1. */
static uint64_t split(uint64_t n)
{
    return UINT64_C(1) << (63 - __builtin_clzll(n - 1));
}

static const struct tree_hash *leaves_of(struct maker *m, uint64_t number)
{
    for (unsigned i = 0; i < 2; i++)
        if (m->kept[i].known && m->kept[i].number == number)
            return m->kept[i].leaves;
    struct block *b = &m->kept[m->next];
    const uint64_t left = m->size - number * TREE_BLOCK;
    m->next = !m->next;
    b->number = number;
    b->count = left < TREE_BLOCK ? (unsigned)left : TREE_BLOCK;
    m->rc = m->leaves(m->context, number, b->count, b->leaves, m->err);
    b->known = m->rc == 0;
    return b->leaves;
}

/* The root over n leaves inside one block. */
static struct tree_hash small_root(const struct tree_hash *leaves, uint64_t n)
{
    if (n == 1)
        return leaves[0];
    const uint64_t k = split(n);
    struct tree_hash left = small_root(leaves, k), right = small_root(leaves + k, n - k);
    return tree_node(&left, &right);
}

/* The root over leaves begin … begin + n - 1, where begin is a place at which the shape splits. */
static struct tree_hash root_of(struct maker *m, uint64_t begin, uint64_t n)
{
    if (m->rc != 0)
        return (struct tree_hash){{0}};
    if (n == TREE_BLOCK)
        return m->tree->blocks[begin / TREE_BLOCK];
    if (n < TREE_BLOCK) {
        const struct tree_hash *leaves = leaves_of(m, begin / TREE_BLOCK);
        return m->rc != 0 ? (struct tree_hash){{0}} : small_root(leaves + begin % TREE_BLOCK, n);
    }
    const uint64_t k = split(n);
    struct tree_hash left = root_of(m, begin, k), right = root_of(m, begin + k, n - k);
    return tree_node(&left, &right);
}

static void put(struct maker *m, uint64_t begin, uint64_t n)
{
    CHECK(m->proof->count < TREE_PATH_MAX);
    m->proof->path[m->proof->count++] = root_of(m, begin, n);
}

static void path_of(struct maker *m, uint64_t leaf, uint64_t begin, uint64_t n)
{
    if (n == 1)
        return;
    const uint64_t k = split(n);
    if (leaf < k) {
        path_of(m, leaf, begin, k);
        put(m, begin + k, n - k);
    } else {
        path_of(m, leaf - k, begin + k, n - k);
        put(m, begin, k);
    }
}

/* whole: the first `from` leaves are a subtree whose root the checker knows already. */
static void growth_of(struct maker *m, uint64_t from, uint64_t begin, uint64_t n, bool whole)
{
    if (from == n) {
        if (!whole)
            put(m, begin, n);
        return;
    }
    const uint64_t k = split(n);
    if (from <= k) {
        growth_of(m, from, begin, k, whole);
        put(m, begin + k, n - k);
    } else {
        growth_of(m, from - k, begin + k, n - k, false);
        put(m, begin, k);
    }
}

static struct maker *begin_proof(const struct tree *t, tree_leaves_fn *leaves, void *context,
                                 uint64_t size, struct tree_proof *out, struct cr_err *err)
{
    struct maker *m = calloc(1, sizeof(*m));
    if (m == NULL) {
        err_set(err, CR_E_IO, "out of memory");
        return NULL;
    }
    *m = (struct maker){
        .tree = t, .leaves = leaves, .context = context, .size = size, .proof = out, .err = err};
    out->count = 0;
    return m;
}

static int end_proof(struct maker *m)
{
    const int rc = m->rc;
    free(m);
    return rc;
}

int tree_prove_leaf(const struct tree *t, tree_leaves_fn *leaves, void *context, uint64_t leaf,
                    uint64_t size, struct tree_proof *out, struct cr_err *err)
{
    if (leaf >= size || size > t->count)
        return err_set(err, CR_E_NOT_FOUND, "the tree has no such leaf");
    struct maker *m = begin_proof(t, leaves, context, size, out, err);
    if (m == NULL)
        return CR_E_IO;
    path_of(m, leaf, 0, size);
    return end_proof(m);
}

int tree_prove_growth(const struct tree *t, tree_leaves_fn *leaves, void *context, uint64_t from,
                      uint64_t to, struct tree_proof *out, struct cr_err *err)
{
    if (from == 0 || from > to || to > t->count)
        return err_set(err, CR_E_NOT_FOUND, "the tree has no such sizes");
    struct maker *m = begin_proof(t, leaves, context, to, out, err);
    if (m == NULL)
        return CR_E_IO;
    growth_of(m, from, 0, to, true);
    return end_proof(m);
}
