/* The part of the story about checkpoints and proofs, on a manager that signs. */
#include "api_story.h"

#include "log/proof/proof_text.h"
#include "log/proof/signing_key.h"
#include "service/notary/notary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define V1 "/api/v1"

/* Requests without a notary, and for what does not exist. */
static void refusals(struct api_server *s)
{
    api_get(s, V1 "/checkpoints", 404);
    api_get(s, V1 "/checkpoints/latest", 404);
    api_get(s, V1 "/checkpoints/consistency?from=1", 404);
    api_get(s, V1 "/proofs/1", 404);
    api_get(s, V1 "/claims/1/evidence", 404);
    api_get(s, V1 "/export?from=1", 422);
}

static void checkpoints(struct api_server *s, struct notary *n)
{
    struct checkpoint c, latest;
    struct cr_err err = {0};
    size_t used = 0;
    while (!notary_latest(n, &latest))
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    assert_int_equal(api_number(api_get(s, V1 "/checkpoints/latest", 200), "seq"), latest.seq);
    const char *list = api_get(s, V1 "/checkpoints?limit=1", 200);
    assert_int_equal(checkpoint_parse(list, strlen(list), &c, &used, &err), 0);
    assert_int_equal(used, strlen(list));
    assert_true(checkpoint_is_signed(&c, c.key));
    api_get(s, V1 "/checkpoints?from=1000000", 404);
    api_get(s, V1 "/checkpoints?limit=1001", 422);
    api_get(s, V1 "/checkpoints?from=0", 422);
}

static void proofs(struct api_server *s)
{
    struct proof_of_event p;
    struct proof_of_growth g;
    struct checkpoint c;
    struct cr_err err = {0};
    size_t used;
    char *text = strdup(api_get(s, V1 "/proofs/1", 200));
    assert_int_equal(proof_read_event(text, strlen(text), &p, &err), 0);
    char path[96];
    snprintf(path, sizeof(path), V1 "/checkpoints?from=%llu&limit=1", (unsigned long long)p.of);
    const char *list = api_get(s, path, 200);
    assert_int_equal(checkpoint_parse(list, strlen(list), &c, &used, &err), 0);
    const struct tree_hash leaf = tree_leaf(p.event, p.event_len);
    assert_true(tree_check_leaf(&leaf, 0, p.of, &p.path, &c.tree));
    free(text);
    api_get(s, V1 "/proofs/1000000", 404);
    api_get(s, V1 "/proofs/x", 404);
    const char *growth = api_get(s, V1 "/checkpoints/consistency?from=1", 200);
    assert_int_equal(proof_read_growth(growth, strlen(growth), &g, &err), 0);
    assert_int_equal(g.from, 1);
    api_get(s, V1 "/checkpoints/consistency", 422);
    api_get(s, V1 "/checkpoints/consistency?from=1000000", 422);
    api_get(s, V1 "/checkpoints/consistency?from=1&to=1000000", 404);
}

void api_story_evidence(void)
{
    static const char *const files[] = {"signing.key", "signing.pub", "checkpoints", "tree",
                                        "db",          "db-wal",      "db-shm",      "db.lock"};
    char dir[] = "/tmp/croupier-api-XXXXXX", path[64], address[80], halted[512];
    struct signer *signer = NULL;
    struct notary *notary = NULL;
    struct cr_err err = {0};
    assert_non_null(mkdtemp(dir));
    assert_int_equal(signing_key_make(dir, &err), 0);
    assert_int_equal(signer_start(dir, &signer, &err), 0);
    assert_int_equal(notary_new(dir, NULL, 0, signer, &notary, &err), 0);
    snprintf(address, sizeof(address), "sqlite:%s/db", dir);
    struct api_server *s = api_server_start(address, "m1", 60000);
    api_set_up(s);
    refusals(s);
    assert_int_equal(notary_start(notary, address, s->writer, halted, &err), 0);
    assert_string_equal(halted, "");
    api_set_notary(s->api, notary);
    checkpoints(s, notary);
    proofs(s);
    notary_stop(notary);
    api_server_stop(s);
    notary_free(notary);
    signer_stop(signer);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}
