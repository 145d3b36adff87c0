/* The signer's process, and the functions that ask it; see signer.h. */
#define _GNU_SOURCE
#include "service/notary/signer.h"

#include "base/err.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "os/apart.h"
#include "os/sandbox.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 5000

struct signer {
    pid_t pid;
    int fd;
    uint8_t key[TREE_HASH], receipts[SIGNER_RECEIPT_KEY];
};

/* The signer's answer. With code 0, bytes are the public key and the key of receipts in the first
 * answer, and a signature in all later ones. */
struct answer {
    int code;
    uint8_t bytes[CHECKPOINT_SIGNATURE];
    char text[sizeof(((struct cr_err *)0)->text)];
};

/* ---- The child ---- */

struct keeper {
    uint8_t *secret; /* guarded memory, locked */
    uint8_t key[TREE_HASH], receipts[SIGNER_RECEIPT_KEY];
    bool has_last;
    struct checkpoint last;
};

static int refuse(const struct keeper *k, const struct checkpoint *c, struct cr_err *err)
{
    if (memcmp(c->key, k->key, TREE_HASH) != 0)
        return err_set(err, CR_E_STATE, "the signer has another key");
    if (!k->has_last)
        return 0;
    if (strcmp(c->floor, k->last.floor) != 0)
        return err_set(err, CR_E_STATE, "the signer signs for floor %s, not %s", k->last.floor,
                       c->floor);
    if (c->seq < k->last.seq)
        return err_set(err, CR_E_STATE, "the signer signed event %llu and does not go back to %llu",
                       (unsigned long long)k->last.seq, (unsigned long long)c->seq);
    if (!checkpoint_agrees(c, &k->last))
        return err_set(err, CR_E_STATE, "the signer signed event %llu with another hash",
                       (unsigned long long)c->seq);
    return 0;
}

static void answer_request(struct keeper *k, const char *text, size_t len, struct answer *a)
{
    struct checkpoint c;
    struct cr_err err = {0};
    memset(a, 0, sizeof(*a));
    a->code = checkpoint_parse_signed(text, len, &c, &err);
    if (a->code == 0)
        a->code = refuse(k, &c, &err);
    if (a->code == 0) {
        crypto_sign_detached(a->bytes, NULL, (const unsigned char *)text, len, k->secret);
        k->last = c;
        k->has_last = true;
    }
    snprintf(a->text, sizeof(a->text), "%s", err.text);
}

static bool tell(int fd, const struct answer *a)
{
    return write(fd, a, sizeof(*a)) == (ssize_t)sizeof(*a);
}

/* Derives the key of receipts from the secret alone, so that it is the same for every store of this
 * floor, also for an old one. */
static void derive_receipts(const uint8_t seed[SIGNING_SEED], uint8_t out[SIGNER_RECEIPT_KEY])
{
    static const char purpose[] = "croupier receipts of tables";
    crypto_generichash(out, SIGNER_RECEIPT_KEY, (const uint8_t *)purpose, sizeof(purpose), seed,
                       SIGNING_SEED);
}

static int prepare(struct keeper *k, const char *dir, struct cr_err *err)
{
    uint8_t seed[SIGNING_SEED];
    char path[4096];
    k->secret = sodium_malloc(crypto_sign_SECRETKEYBYTES);
    if (k->secret == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = signing_key_read(dir, seed, err);
    if (rc != 0)
        return rc;
    crypto_sign_seed_keypair(k->key, k->secret, seed);
    derive_receipts(seed, k->receipts);
    sodium_memzero(seed, sizeof(seed));
    sodium_mprotect_readonly(k->secret);
    snprintf(path, sizeof(path), "%s/" WITNESS_OWN, dir);
    return witness_file_last(path, &k->last, &k->has_last, err);
}

static void let_go(int fd)
{
    /* Closes every descriptor but the socket. */
    if (fd > 0)
        syscall(SYS_close_range, 0u, (unsigned)fd - 1, 0u);
    syscall(SYS_close_range, (unsigned)fd + 1, ~0u, 0u);
}

__attribute__((noreturn)) static void keep(int fd, const char *dir, pid_t parent)
{
    struct keeper k = {0};
    struct answer a = {0};
    struct cr_err err = {0};
    static char text[CHECKPOINT_TEXT_MAX];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "croupier-sign");
    prctl(PR_SET_DUMPABLE, 0);
    signal(SIGINT, SIG_IGN); /* the terminal must not end the signer before its parent */
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    if (getppid() != parent)
        _exit(1);
    a.code = prepare(&k, dir, &err);
    let_go(fd);
    if (a.code == 0)
        a.code = guard_enter(GUARD_SIGNER, NULL, &err);
    snprintf(a.text, sizeof(a.text), "%s", err.text);
    memcpy(a.bytes, k.key, TREE_HASH);
    memcpy(a.bytes + TREE_HASH, k.receipts, SIGNER_RECEIPT_KEY);
    bool goes_on = tell(fd, &a) && a.code == 0;
    while (goes_on) {
        const ssize_t len = read(fd, text, sizeof(text));
        if (len <= 0)
            break;
        answer_request(&k, text, (size_t)len, &a);
        goes_on = tell(fd, &a);
    }
    _exit(0);
}

/* ---- The parent ---- */

static int hear(struct signer *s, struct answer *a, struct cr_err *err)
{
    struct pollfd waits = {.fd = s->fd, .events = POLLIN};
    int ready;
    do
        ready = poll(&waits, 1, ANSWER_MS);
    while (ready < 0 && errno == EINTR);
    if (ready == 1 && recv(s->fd, a, sizeof(*a), 0) == (ssize_t)sizeof(*a))
        return 0;
    return err_set(err, CR_E_IO, "the process that has the signing key does not answer");
}

int signer_start(const char *dir, struct signer **out, struct cr_err *err)
{
    int pair[2];
    struct answer a;
    struct signer *s = calloc(1, sizeof(*s));
    if (s == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        free(s);
        return err_set(err, CR_E_IO, "no pair of sockets: %s", strerror(errno));
    }
    const pid_t parent = getpid();
    s->pid = fork();
    if (s->pid == 0)
        keep(pair[1], dir, parent);
    close(pair[1]);
    s->fd = pair[0];
    int rc = s->pid < 0 ? err_set(err, CR_E_IO, "no process for the signer: %s", strerror(errno))
                        : hear(s, &a, err);
    if (rc == 0 && a.code != 0)
        rc = err_set(err, a.code, "%s", a.text);
    if (rc != 0) {
        signer_stop(s);
        return rc;
    }
    memcpy(s->key, a.bytes, TREE_HASH);
    memcpy(s->receipts, a.bytes + TREE_HASH, SIGNER_RECEIPT_KEY);
    *out = s;
    return 0;
}

void signer_stop(struct signer *s)
{
    if (s != NULL)
        apart_wait(s->fd, s->pid);
    free(s);
}

const uint8_t *signer_key(const struct signer *s)
{
    return s->key;
}

const uint8_t *signer_receipts(const struct signer *s)
{
    return s->receipts;
}

pid_t signer_pid(const struct signer *s)
{
    return s->pid;
}

int signer_sign(struct signer *s, struct checkpoint *c, struct cr_err *err)
{
    char text[CHECKPOINT_TEXT_MAX];
    struct answer a;
    memcpy(c->key, s->key, TREE_HASH);
    const size_t len = checkpoint_encode_signed(c, text);
    /* Drops an answer that came too late for the request before. */
    while (recv(s->fd, &a, sizeof(a), MSG_DONTWAIT) > 0)
        ;
    if (send(s->fd, text, len, MSG_NOSIGNAL) != (ssize_t)len)
        return err_set(err, CR_E_IO, "the process that has the signing key is gone");
    int rc = hear(s, &a, err);
    if (rc != 0)
        return rc;
    if (a.code != 0)
        return err_set(err, a.code, "%s", a.text);
    memcpy(c->signature, a.bytes, CHECKPOINT_SIGNATURE);
    /* The signature must be of this checkpoint. */
    if (!checkpoint_is_signed(c, s->key))
        return err_set(err, CR_E_IO, "the signer's answer is no signature");
    return 0;
}
