/* Checkpoints as text, and their signatures. */
#include "log/proof/checkpoint.h"

#include "base/err.h"
#include "base/hex.h"
#include "log/proof/note_lines.h"

#include <sodium.h>
#include <string.h>

_Static_assert(crypto_sign_PUBLICKEYBYTES == TREE_HASH, "Ed25519");
_Static_assert(crypto_sign_BYTES == CHECKPOINT_SIGNATURE, "Ed25519");

#define TITLE "croupier checkpoint 1"

static void write_signed(const struct checkpoint *c, struct text *t)
{
    text_add(t, TITLE "\n");
    text_add_format(t, "floor %s\nseq %llu\ntime %lld\n", c->floor, (unsigned long long)c->seq,
                    (long long)c->time_ms);
    lines_add_hex(t, "chain", c->chain, TREE_HASH);
    lines_add_hex(t, "tree", c->tree.bytes, TREE_HASH);
    lines_add_hex(t, "program", c->program, TREE_HASH);
    lines_add_hex(t, "configuration", c->configuration, TREE_HASH);
    lines_add_hex(t, "key", c->key, TREE_HASH);
}

size_t checkpoint_encode_signed(const struct checkpoint *c, char out[CHECKPOINT_TEXT_MAX])
{
    struct text t;
    text_init(&t, out, CHECKPOINT_TEXT_MAX);
    write_signed(c, &t);
    return t.len;
}

size_t checkpoint_encode(const struct checkpoint *c, char out[CHECKPOINT_TEXT_MAX])
{
    struct text t;
    text_init(&t, out, CHECKPOINT_TEXT_MAX);
    write_signed(c, &t);
    lines_add_hex(&t, "signature", c->signature, CHECKPOINT_SIGNATURE);
    text_add(&t, "\n");
    return t.len;
}

/* ---- Reading ---- */

static void read_signed(struct lines *in, struct checkpoint *c)
{
    uint8_t floor[CHECKPOINT_FLOOR / 2];
    uint64_t time_ms = 0;
    lines_title(in, TITLE);
    lines_hex(in, "floor", floor, sizeof(floor));
    lines_number(in, "seq", &c->seq);
    lines_number(in, "time", &time_ms);
    lines_hex(in, "chain", c->chain, TREE_HASH);
    lines_hex(in, "tree", c->tree.bytes, TREE_HASH);
    lines_hex(in, "program", c->program, TREE_HASH);
    lines_hex(in, "configuration", c->configuration, TREE_HASH);
    lines_hex(in, "key", c->key, TREE_HASH);
    c->time_ms = (int64_t)time_ms;
    hex_encode(floor, sizeof(floor), c->floor);
    if (c->seq == 0)
        lines_fail(in, "seq: counts from 1");
}

int checkpoint_parse_signed(const char *text, size_t len, struct checkpoint *out,
                            struct cr_err *err)
{
    struct checkpoint c = {0};
    struct lines in = lines_of(text, len);
    read_signed(&in, &c);
    if (in.fault == NULL && in.at != len)
        lines_fail(&in, "something follows the last line");
    if (in.fault != NULL)
        return err_set(err, CR_E_INPUT, "checkpoint, line %u: %s", in.line, in.fault);
    *out = c;
    return 0;
}

int checkpoint_parse(const char *text, size_t len, struct checkpoint *out, size_t *used,
                     struct cr_err *err)
{
    struct checkpoint c = {0};
    struct lines in = lines_of(text, len);
    read_signed(&in, &c);
    lines_hex(&in, "signature", c.signature, CHECKPOINT_SIGNATURE);
    lines_end(&in);
    if (in.fault != NULL)
        return err_set(err, CR_E_INPUT, "checkpoint, line %u: %s", in.line, in.fault);
    *out = c;
    *used = in.at;
    return 0;
}

/* ---- Checking ---- */

bool checkpoint_is_signed(const struct checkpoint *c, const uint8_t key[TREE_HASH])
{
    char text[CHECKPOINT_TEXT_MAX];
    const size_t len = checkpoint_encode_signed(c, text);
    return memcmp(c->key, key, TREE_HASH) == 0 &&
           crypto_sign_verify_detached(c->signature, (const unsigned char *)text, len, key) == 0;
}

bool checkpoint_agrees(const struct checkpoint *a, const struct checkpoint *b)
{
    return strcmp(a->floor, b->floor) == 0 &&
           (a->seq != b->seq ||
            (memcmp(a->chain, b->chain, TREE_HASH) == 0 && tree_same(&a->tree, &b->tree)));
}
