/* The Merkle tree and its proofs, compared with a tree that is calculated from the definition
 * alone. */
#include "log/proof/merkle_tree.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SMALL 200
#define LARGE 5000

static struct tree_hash leaves[LARGE];
static unsigned blocks_read;

/* The hash of a tree over n leaves, word for word as it is defined. */
static struct tree_hash naive(uint64_t from, uint64_t n)
{
    uint64_t k = 1;
    if (n == 1)
        return leaves[from];
    while (2 * k < n)
        k *= 2;
    struct tree_hash left = naive(from, k), right = naive(from + k, n - k);
    return tree_node(&left, &right);
}

static int give_leaves(void *context, uint64_t block, unsigned count, struct tree_hash *out,
                       struct cr_err *err)
{
    (void)context;
    (void)err;
    blocks_read++;
    memcpy(out, leaves + block * TREE_BLOCK, count * sizeof(*out));
    return 0;
}

static void make_leaves(void)
{
    char body[32];
    for (unsigned i = 0; i < LARGE; i++) {
        const int len = snprintf(body, sizeof(body), "{\"seq\":%u}", i + 1);
        leaves[i] = tree_leaf(body, (size_t)len);
    }
}

static void grow(struct tree *t, uint64_t count)
{
    struct cr_err err = {0};
    memset(t, 0, sizeof(*t));
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(tree_add(t, &leaves[i], &err), 0);
}

static void known_values(void **state)
{
    (void)state;
    /* Calculated with b2sum -l 256: BLAKE2b-256 of the byte 0, and of the byte 1 followed by that
     * hash twice. */
    static const char *const expected[] = {
        "03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314",
        "0c016437c78efa22c464489ebd968d467ee4de4d6fdb88d4a5d20ab14aae018b"};
    const struct tree_hash leaf = tree_leaf("", 0), node = tree_node(&leaf, &leaf);
    const struct tree_hash *found[] = {&leaf, &node};
    for (unsigned k = 0; k < 2; k++) {
        char hex[2 * TREE_HASH + 1];
        for (unsigned i = 0; i < TREE_HASH; i++)
            snprintf(hex + 2 * i, 3, "%02x", found[k]->bytes[i]);
        assert_string_equal(hex, expected[k]);
    }
}

static void roots_are_the_definition(void **state)
{
    (void)state;
    struct tree t = {0};
    struct cr_err err = {0};
    for (uint64_t n = 1; n <= LARGE; n++) {
        assert_int_equal(tree_add(&t, &leaves[n - 1], &err), 0);
        if (n > SMALL && n % 97 != 0 && n % TREE_BLOCK > 1)
            continue;
        struct tree_hash root = tree_root(&t), expected = naive(0, n);
        assert_true(tree_same(&root, &expected));
    }
    assert_int_equal(t.block_count, LARGE / TREE_BLOCK);
    for (unsigned b = 0; b < LARGE / TREE_BLOCK; b++) {
        struct tree_hash expected = naive((uint64_t)b * TREE_BLOCK, TREE_BLOCK);
        assert_true(tree_same(&t.blocks[b], &expected));
    }
    tree_free(&t);
}

/* A tree that begins with the hashes of whole blocks continues like one that has seen every leaf.
 */
static void blocks_stand_for_leaves(void **state)
{
    (void)state;
    struct tree whole, t = {0};
    struct cr_err err = {0};
    grow(&whole, LARGE);
    for (unsigned b = 0; b < LARGE / TREE_BLOCK; b++)
        assert_int_equal(tree_add_block(&t, &whole.blocks[b], &err), 0);
    for (uint64_t i = t.count; i < LARGE; i++)
        assert_int_equal(tree_add(&t, &leaves[i], &err), 0);
    struct tree_hash a = tree_root(&t), b = tree_root(&whole);
    assert_true(tree_same(&a, &b));
    assert_int_equal(t.block_count, whole.block_count);
    tree_free(&t);
    tree_free(&whole);
}

/* ---- Inclusion ---- */

/* root: of the tree over the first `size` leaves */
static void check_leaf_of(const struct tree *t, uint64_t leaf, uint64_t size, struct tree_hash root)
{
    struct tree_proof proof;
    struct cr_err err = {0};
    blocks_read = 0;
    assert_int_equal(tree_prove_leaf(t, give_leaves, NULL, leaf, size, &proof, &err), 0);
    assert_true(blocks_read <= 2);
    assert_true(tree_check_leaf(&leaves[leaf], leaf, size, &proof, &root));
    /* No other leaf, place, size or root is confirmed. */
    assert_false(tree_check_leaf(&leaves[(leaf + 1) % LARGE], leaf, size, &proof, &root));
    assert_false(tree_check_leaf(&leaves[leaf], leaf, size, &proof, &leaves[leaf]) && size > 1);
    if (leaf + 1 < size)
        assert_false(tree_check_leaf(&leaves[leaf], leaf + 1, size, &proof, &root));
    assert_false(tree_check_leaf(&leaves[leaf], size, size, &proof, &root));
    assert_false(tree_check_leaf(&leaves[leaf], leaf, 2 * size, &proof, &root));
    assert_false(tree_check_leaf(&leaves[leaf], leaf, 4 * size + 1, &proof, &root));
    if (proof.count > 0) {
        struct tree_proof bent = proof;
        bent.path[(leaf + size) % proof.count].bytes[leaf % TREE_HASH] ^= 1;
        assert_false(tree_check_leaf(&leaves[leaf], leaf, size, &bent, &root));
        bent = proof;
        bent.count--;
        assert_false(tree_check_leaf(&leaves[leaf], leaf, size, &bent, &root));
        bent.count += 2;
        bent.path[proof.count] = root;
        assert_false(tree_check_leaf(&leaves[leaf], leaf, size, &bent, &root));
    }
}

static void check_leaf(const struct tree *t, uint64_t leaf, uint64_t size)
{
    check_leaf_of(t, leaf, size, naive(0, size));
}

static void every_leaf_of_small_trees(void **state)
{
    (void)state;
    struct tree t;
    grow(&t, SMALL);
    for (uint64_t size = 1; size <= SMALL; size++) {
        const struct tree_hash root = naive(0, size);
        for (uint64_t leaf = 0; leaf < size; leaf++)
            check_leaf_of(&t, leaf, size, root);
    }
    tree_free(&t);
}

static void some_leaves_of_large_trees(void **state)
{
    (void)state;
    struct tree t;
    struct rng rng = {.state = 7};
    grow(&t, LARGE);
    for (unsigned i = 0; i < 300; i++) {
        const uint64_t size = 1 + rng_next(&rng) % LARGE;
        check_leaf(&t, rng_next(&rng) % size, size);
    }
    for (uint64_t size = TREE_BLOCK - 1; size <= TREE_BLOCK + 1; size++)
        check_leaf(&t, size - 1, size);
    struct tree_proof proof;
    struct cr_err err = {0};
    assert_int_equal(tree_prove_leaf(&t, give_leaves, NULL, LARGE, LARGE + 1, &proof, &err),
                     CR_E_NOT_FOUND);
    assert_int_equal(tree_prove_leaf(&t, give_leaves, NULL, 5, 5, &proof, &err), CR_E_NOT_FOUND);
    tree_free(&t);
}

/* ---- Consistency of a longer log with a shorter one ---- */

static void check_growth(const struct tree *t, uint64_t from, uint64_t to)
{
    struct tree_proof proof;
    struct cr_err err = {0};
    const struct tree_hash a = naive(0, from), b = naive(0, to);
    blocks_read = 0;
    assert_int_equal(tree_prove_growth(t, give_leaves, NULL, from, to, &proof, &err), 0);
    assert_true(blocks_read <= 2);
    assert_true(tree_check_growth(from, &a, to, &b, &proof));
    assert_false(tree_check_growth(from, &b, to, &a, &proof) && from != to);
    assert_false(tree_check_growth(from, &leaves[LARGE - 1], to, &b, &proof));
    assert_false(tree_check_growth(from, &a, to, &leaves[LARGE - 1], &proof));
    assert_false(tree_check_growth(from, &a, 4 * to, &b, &proof));
    if (from > 1)
        assert_false(tree_check_growth(from - 1, &a, to, &b, &proof));
    for (unsigned i = 0; i < proof.count; i++) {
        struct tree_proof bent = proof;
        bent.path[i].bytes[(from + i) % TREE_HASH] ^= 0x80;
        assert_false(tree_check_growth(from, &a, to, &b, &bent));
    }
    if (proof.count > 0) {
        struct tree_proof bent = proof;
        bent.count--;
        assert_false(tree_check_growth(from, &a, to, &b, &bent));
        bent.count += 2;
        bent.path[proof.count] = a;
        assert_false(tree_check_growth(from, &a, to, &b, &bent));
    }
}

static void every_growth_of_small_trees(void **state)
{
    (void)state;
    struct tree t;
    grow(&t, SMALL);
    for (uint64_t to = 1; to <= SMALL; to++)
        for (uint64_t from = 1; from <= to; from += to > 64 ? 3 : 1)
            check_growth(&t, from, to);
    tree_free(&t);
}

static void some_growth_of_large_trees(void **state)
{
    (void)state;
    struct tree t;
    struct rng rng = {.state = 11};
    grow(&t, LARGE);
    for (unsigned i = 0; i < 150; i++) {
        const uint64_t to = 1 + rng_next(&rng) % LARGE;
        check_growth(&t, 1 + rng_next(&rng) % to, to);
    }
    struct tree_proof proof;
    struct cr_err err = {0};
    assert_int_equal(tree_prove_growth(&t, give_leaves, NULL, 0, 5, &proof, &err), CR_E_NOT_FOUND);
    assert_int_equal(tree_prove_growth(&t, give_leaves, NULL, 6, 5, &proof, &err), CR_E_NOT_FOUND);
    assert_int_equal(tree_prove_growth(&t, give_leaves, NULL, 5, LARGE + 1, &proof, &err),
                     CR_E_NOT_FOUND);
    tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(roots_are_the_definition),
        cmocka_unit_test(blocks_stand_for_leaves),
        cmocka_unit_test(every_leaf_of_small_trees),
        cmocka_unit_test(some_leaves_of_large_trees),
        cmocka_unit_test(every_growth_of_small_trees),
        cmocka_unit_test(some_growth_of_large_trees),
    };
    make_leaves();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
