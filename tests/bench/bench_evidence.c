/* Benchmark: what proofs cost. Measures the tree in addition to the chain for each event, and
 * croupier-verify beside reading and hashing alone.
 * usage: bench_evidence CROUPIER_VERIFY [EVENTS [FOLDER]]     1,000,000 events without them */
#define _GNU_SOURCE
#include "log/proof/checkpoint.h"
#include "log/store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "bench_evidence: %s\n", what);
    exit(1);
}

/* Writes an event with the length and amounts of a coin-in on a link with one meter. */
static size_t write_event(char *out, size_t size, uint64_t seq)
{
    if (seq == 1)
        return (size_t)snprintf(
            out, size,
            "{\"seq\":1,\"time\":1794762600548,\"kind\":\"link_configured\","
            "\"link\":\"main\",\"user\":\"Ann\",\"approver\":\"Ben\",\"before\":"
            "[\"0.00\"],\"after\":[\"10000.00\"],\"reserves\":[\"0.00\"]}");
    const unsigned long long before = 10000 + seq - 2;
    return (size_t)snprintf(
        out, size,
        "{\"seq\":%llu,\"time\":1794762602466,\"kind\":\"coin_in\",\"table\":\"pit1-t2\",\"epoch\":"
        "1,"
        "\"table_seq\":%llu,\"prev\":%llu,\"seats\":[1,2],\"round\":%llu,\"link\":\"main\","
        "\"amount\":\"2.00\",\"house\":\"1.00\",\"before\":[\"%llu.00\"],\"after\":[\"%llu.00\"],"
        "\"reserves\":[\"0.00\"]}",
        (unsigned long long)seq, (unsigned long long)seq, (unsigned long long)seq - 1,
        (unsigned long long)seq, before, before + 1);
}

struct hashed {
    double chain_s, tree_s;
    uint8_t chain[STORE_HASH_BYTES];
    struct tree_hash root;
};

static void write_export(const char *path, uint64_t events)
{
    char text[512];
    FILE *out = fopen(path, "wb");
    must(out != NULL, path);
    for (uint64_t seq = 1; seq <= events; seq++) {
        const size_t len = write_event(text, sizeof(text), seq);
        text[len] = '\n';
        must(fwrite(text, 1, len + 1, out) == len + 1, path);
    }
    must(fclose(out) == 0, path);
}

/* Reads the file and checks the chain, which every verification has to do. */
static void hash_chain(const char *path, struct hashed *h)
{
    static char line[STORE_BODY_MAX];
    uint8_t before[STORE_HASH_BYTES];
    FILE *in = fopen(path, "rb");
    must(in != NULL, path);
    memset(h->chain, 0, sizeof(h->chain));
    const double begin = now();
    while (fgets(line, sizeof(line), in) != NULL) {
        memcpy(before, h->chain, sizeof(before));
        store_chain(before, line, strlen(line) - 1, h->chain);
    }
    h->chain_s = now() - begin;
    fclose(in);
}

static void hash_tree(const char *path, struct hashed *h)
{
    static char line[STORE_BODY_MAX];
    struct tree tree = {0};
    struct cr_err err = {0};
    uint8_t before[STORE_HASH_BYTES], chain[STORE_HASH_BYTES] = {0};
    FILE *in = fopen(path, "rb");
    must(in != NULL, path);
    const double begin = now();
    while (fgets(line, sizeof(line), in) != NULL) {
        const size_t len = strlen(line) - 1;
        memcpy(before, chain, sizeof(before));
        store_chain(before, line, len, chain);
        const struct tree_hash leaf = tree_leaf(line, len);
        must(tree_add(&tree, &leaf, &err) == 0, err.text);
    }
    h->tree_s = now() - begin;
    h->root = tree_root(&tree);
    tree_free(&tree);
    fclose(in);
}

static void write_checkpoint(const char *path, uint64_t events, const struct hashed *h)
{
    struct checkpoint c = {.seq = events};
    uint8_t secret[crypto_sign_SECRETKEYBYTES];
    char text[CHECKPOINT_TEXT_MAX];
    memset(c.floor, '0', CHECKPOINT_FLOOR);
    memcpy(c.chain, h->chain, sizeof(c.chain));
    c.tree = h->root;
    crypto_sign_keypair(c.key, secret);
    size_t len = checkpoint_encode_signed(&c, text);
    crypto_sign_detached(c.signature, NULL, (const unsigned char *)text, len, secret);
    len = checkpoint_encode(&c, text);
    FILE *out = fopen(path, "wb");
    must(out != NULL && fwrite(text, 1, len, out) == len && fclose(out) == 0, path);
}

static double run_verifier(const char *program, const char *export, const char *checkpoint,
                           long *resident_kb)
{
    int status = 1;
    struct rusage use;
    const double begin = now();
    const pid_t child = fork();
    if (child == 0) {
        must(freopen("/dev/null", "w", stdout) != NULL, "/dev/null");
        execl(program, program, export, checkpoint, (char *)NULL);
        _exit(127);
    }
    must(child > 0 && wait4(child, &status, 0, &use) == child, "fork");
    must(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the verifier does not confirm it");
    *resident_kb = use.ru_maxrss;
    return now() - begin;
}

int main(int argc, char **argv)
{
    const uint64_t events = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
    char export[512], checkpoint[512];
    struct hashed h;
    long resident_kb = 0;
    must(argc > 1 && sodium_init() >= 0, "usage: bench_evidence CROUPIER_VERIFY [EVENTS [FOLDER]]");
    snprintf(export, sizeof(export), "%s/bench-export.jsonl", argc > 3 ? argv[3] : ".");
    snprintf(checkpoint, sizeof(checkpoint), "%s/bench-checkpoint", argc > 3 ? argv[3] : ".");
    write_export(export, events);
    hash_chain(export, &h);
    hash_tree(export, &h);
    write_checkpoint(checkpoint, events, &h);
    const double verify_s = run_verifier(argv[1], export, checkpoint, &resident_kb);
    const double n = (double)events;
    printf("%llu events\n", (unsigned long long)events);
    printf("  reading, chain            %9.0f events/s\n", n / h.chain_s);
    printf("  reading, chain and tree   %9.0f events/s, ratio %.2f of the chain alone\n",
           n / h.tree_s, h.tree_s / h.chain_s);
    printf(
        "  croupier-verify           %9.0f events/s, ratio %.2f of the chain alone, %.2f of chain "
        "and tree; %.1f MiB\n",
        n / verify_s, verify_s / h.chain_s, verify_s / h.tree_s, (double)resident_kb / 1024);
    printf("  the notary's share        %9.0f ns an event\n", (h.tree_s - h.chain_s) / n * 1e9);
    unlink(export);
    unlink(checkpoint);
    return 0;
}
