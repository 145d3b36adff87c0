/* Checkpoints and exports of the stores of tests; see sign_log.h. */
#include "sign_log.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "sign_log: %s\n", what);
    exit(1);
}

void sign_log_key(unsigned char number, uint8_t public[TREE_HASH], uint8_t secret[64])
{
    uint8_t seed[crypto_sign_SEEDBYTES];
    memset(seed, number, sizeof(seed));
    must(sodium_init() >= 0, "sodium");
    crypto_sign_seed_keypair(public, secret, seed);
}

void sign_log_checkpoint(struct checkpoint *c, const uint8_t secret[64])
{
    char text[CHECKPOINT_TEXT_MAX];
    const size_t len = checkpoint_encode_signed(c, text);
    crypto_sign_detached(c->signature, NULL, (const unsigned char *)text, len, secret);
}

void sign_log(struct store *store, uint64_t seq, unsigned char key, struct checkpoint *out)
{
    struct log_tree t = {0};
    struct cr_err err = {0};
    struct store_head head;
    uint8_t secret[64];
    must(store_head(store, &head, &err) == 0, err.text);
    memset(out, 0, sizeof(*out));
    out->seq = seq == 0 ? head.seq : seq;
    must(log_tree_follow(&t, store, out->seq, &err) == 0, err.text);
    memcpy(out->floor, store_identity(store), CHECKPOINT_FLOOR);
    memcpy(out->chain, t.chain, sizeof(t.chain));
    out->tree = tree_root(&t.tree);
    tree_free(&t.tree);
    sign_log_key(key, out->key, secret);
    sign_log_checkpoint(out, secret);
}

static int write_line(void *context, const struct store_event *event)
{
    return fwrite(event->body, 1, event->len, context) == event->len && putc('\n', context) == '\n'
               ? 0
               : -1;
}

void write_export(struct store *store, const char *path)
{
    struct cr_err err = {0};
    FILE *out = fopen(path, "wb");
    must(out != NULL, path);
    must(store_read(store, 1, INT64_MAX, write_line, out, &err) == 0, err.text);
    must(fclose(out) == 0, path);
}

void write_checkpoint(const struct checkpoint *c, const char *path)
{
    char text[CHECKPOINT_TEXT_MAX];
    FILE *out = fopen(path, "wb");
    must(out != NULL, path);
    must(fputs((checkpoint_encode(c, text), text), out) >= 0, path);
    must(fclose(out) == 0, path);
}
