/* Fuzz target: any bytes as a checkpoint, as a proof and, with the verifier's own readers, as a
 * line of an export. An accepted checkpoint must be written back to the same bytes. */
#include "log/proof/checkpoint.h"
#include "log/proof/proof_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* In fuzz_verifier.c, a file of its own because the verifier and the program share names. */
void fuzz_verifier(const uint8_t *data, size_t size);

static void read_checkpoint(const char *text, size_t len)
{
    struct checkpoint c;
    struct cr_err err;
    char again[CHECKPOINT_TEXT_MAX];
    size_t used = 0;
    if (checkpoint_parse(text, len, &c, &used, &err) != 0)
        return;
    if (checkpoint_encode(&c, again) != used || memcmp(again, text, used) != 0)
        abort();
    if (checkpoint_parse_signed(text, used, &c, &err) == 0)
        abort();
}

static void read_proofs(const char *text, size_t len)
{
    static struct proof_of_event p;
    static struct proof_of_growth g;
    static char again[1 << 20];
    struct tree_hash root = {{0}};
    struct cr_err err;
    struct text t;
    text_init(&t, again, sizeof(again));
    if (proof_read_event(text, len, &p, &err) == 0) {
        struct tree_hash leaf = tree_leaf(p.event, p.event_len);
        tree_check_leaf(&leaf, p.seq, p.of, &p.path, &root);
        proof_write_event(&t, &p);
        if (t.len != len || memcmp(again, text, len) != 0)
            abort();
    }
    if (proof_read_growth(text, len, &g, &err) == 0) {
        tree_check_growth(g.from, &root, g.to, &root, &g.path);
        proof_write_growth(&t, &g);
        if (t.len != len || memcmp(again, text, len) != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_checkpoint((const char *)data, size);
    read_proofs((const char *)data, size);
    fuzz_verifier(data, size);
    return 0;
}
