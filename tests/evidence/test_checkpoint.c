/* Checkpoints and proofs as text, files of checkpoints, the signing key and its process. */
#include "log/proof/checkpoint.h"
#include "log/proof/proof_text.h"
#include "log/proof/signing_key.h"
#include "log/proof/witness_file.h"
#include "service/notary/notary_internal.h"
#include "service/notary/signer.h"
#include "sign_log.h"
#include "support/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[64], path[128];
static uint8_t public[TREE_HASH], secret[64];

static struct checkpoint sample(uint64_t seq)
{
    struct checkpoint c = {.seq = seq, .time_ms = 1794766371996};
    strcpy(c.floor, "0123456789abcdef0123456789abcdef");
    memset(c.chain, (int)(seq % 251), TREE_HASH);
    memset(c.tree.bytes, (int)(seq % 241), TREE_HASH);
    memcpy(c.key, public, TREE_HASH);
    sign_log_checkpoint(&c, secret);
    return c;
}

/* ---- A witness whose disk is slow ---- */

/* Whoever asks for the last checkpoint, perhaps with the writer's lock, does not wait for a file
 * that is being written: a witness may be on another machine's disk. */
static void the_last_checkpoint_waits_for_no_disk(void **state)
{
    struct notary *n = NULL;
    struct checkpoint c;
    struct cr_err err = {0};
    char tree[128];
    (void)state;
    assert_int_equal(notary_new(dir, NULL, 0, NULL, &n, &err), 0);
    mutex_lock(&n->files_lock); /* as while one is written */
    alarm(20);
    assert_false(notary_latest(n, &c));
    alarm(0);
    mutex_unlock(&n->files_lock);
    notary_free(n);
    snprintf(tree, sizeof(tree), "%s/tree", dir);
    assert_int_equal(unlink(tree), 0);
}

/* ---- Events that wait for a signature ---- */

/* A manager that was stopped for half a minute signs first and is not behind: the events of that
 * time waited for another reason, which has an alarm of its own. A manager that signs nothing for
 * ten seconds is behind. */
static void who_signs_is_not_behind(void **state)
{
    (void)state;
    struct behind b = {0};
    assert_false(notary_is_behind(&b, 10, 10, false, 1000));
    assert_false(notary_is_behind(&b, 11, 10, false, 1050));
    assert_false(notary_is_behind(&b, 15, 12, false, 31050)); /* stood still, has signed 12 */
    assert_false(notary_is_behind(&b, 16, 15, false, 32050));
    for (int64_t ms = 32100; ms < 42050; ms += 50) /* from here on nothing more is signed */
        assert_false(notary_is_behind(&b, 17, 15, false, ms));
    assert_true(notary_is_behind(&b, 18, 15, false, 42050));
    b.told_ms = 42050;
    assert_false(notary_is_behind(&b, 19, 15, false, 60000));
    assert_true(notary_is_behind(&b, 19, 15, false, 42050 + 3600000));
    b = (struct behind){0}; /* halted: no event waits, and none will be signed */
    assert_false(notary_is_behind(&b, 15, 15, true, 1000));
    assert_true(notary_is_behind(&b, 15, 15, true, 11000));
}

/* ---- Text ---- */

static void a_checkpoint_has_one_text(void **state)
{
    (void)state;
    char text[CHECKPOINT_TEXT_MAX], again[CHECKPOINT_TEXT_MAX];
    struct checkpoint c = sample(4711), read;
    struct cr_err err = {0};
    size_t used = 0;
    const size_t len = checkpoint_encode(&c, text);
    assert_int_equal(checkpoint_parse(text, len, &read, &used, &err), 0);
    assert_int_equal(used, len);
    assert_true(checkpoint_is_signed(&read, public));
    assert_int_equal(checkpoint_encode(&read, again), len);
    assert_memory_equal(text, again, len);
    /* Whatever can be read from changed bytes is another checkpoint, which nobody signed. */
    for (size_t i = 0; i < len; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            memcpy(again, text, len);
            again[i] = (char)(again[i] ^ 1 << bit);
            if (checkpoint_parse(again, len, &read, &used, &err) == 0)
                assert_false(checkpoint_is_signed(&read, public));
        }
    for (size_t cut = 0; cut < len; cut++)
        assert_int_not_equal(checkpoint_parse(text, cut, &read, &used, &err), 0);
}

static void other_spellings_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } changes[] = {{"seq 4711", "seq 04711"},
                   {"seq 4711", "seq 0"},
                   {"seq 4711", "seq +4711"},
                   {"seq 4711", "seq  4711"},
                   {"seq 4711", "Seq 4711"},
                   {"seq 4711", "seq 4711 "},
                   {"seq 4711", "seq 9999999999999999999"},
                   {"floor 0123456789abcdef", "floor 0123456789ABCDEF"},
                   {"checkpoint 1", "checkpoint 2"},
                   {"\n\n", "\n \n"},
                   {"time ", "tyme "}};
    char text[CHECKPOINT_TEXT_MAX], changed[CHECKPOINT_TEXT_MAX + 32];
    struct checkpoint c = sample(4711), read;
    struct cr_err err = {0};
    size_t used;
    checkpoint_encode(&c, text);
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const char *at = strstr(text, changes[i].from);
        snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(at - text), text, changes[i].to,
                 at + strlen(changes[i].from));
        assert_int_not_equal(checkpoint_parse(changed, strlen(changed), &read, &used, &err), 0);
    }
}

static void proofs_come_back(void **state)
{
    (void)state;
    char room[PROOF_TEXT_ROOM + 256];
    struct text t;
    struct cr_err err = {0};
    struct proof_of_event p = {.seq = 3, .of = 9, .event = "{\"seq\":3}", .event_len = 9}, q;
    struct proof_of_growth g = {.from = 4, .to = 9}, h;
    p.path.count = 4;
    g.path.count = TREE_PATH_MAX;
    memset(p.path.path, 0xa5, sizeof(p.path.path));
    text_init(&t, room, sizeof(room));
    proof_write_event(&t, &p);
    assert_int_equal(proof_read_event(room, t.len, &q, &err), 0);
    assert_int_equal(q.seq, 3);
    assert_int_equal(q.of, 9);
    assert_int_equal(q.path.count, 4);
    assert_memory_equal(q.event, p.event, 9);
    assert_int_not_equal(proof_read_event(room, t.len - 1, &q, &err), 0);
    text_add(&t, "\n");
    assert_int_not_equal(proof_read_event(room, t.len, &q, &err), 0);
    text_init(&t, room, sizeof(room));
    proof_write_growth(&t, &g);
    assert_int_equal(proof_read_growth(room, t.len, &h, &err), 0);
    assert_int_equal(h.path.count, TREE_PATH_MAX);
    assert_int_not_equal(proof_read_event(room, t.len, &q, &err), 0);
}

/* ---- Files ---- */

static void add_bytes(const char *bytes)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

static void a_file_grows_and_is_searched(void **state)
{
    (void)state;
    struct witness_file w;
    struct checkpoint c;
    struct cr_err err = {0};
    static char room[400 * CHECKPOINT_TEXT_MAX];
    struct text t;
    uint64_t next;
    bool has = true;
    assert_int_equal(witness_file_last(path, &c, &has, &err), 0);
    assert_false(has);
    assert_int_equal(witness_file_open(path, &w, &err), 0);
    for (uint64_t seq = 7; seq < 3000; seq += 7) {
        c = sample(seq);
        assert_int_equal(witness_file_append(&w, &c, &err), 0);
    }
    c = sample(2000);
    assert_int_equal(witness_file_append(&w, &c, &err), CR_E_STATE);
    for (uint64_t from = 1; from < 3010; from += 13) {
        text_init(&t, room, sizeof(room));
        assert_int_equal(witness_file_list(&w, from, 2, &t, &next, &err), 0);
        const uint64_t first = (from + 6) / 7 * 7;
        size_t used = 0;
        if (first >= 3000) {
            assert_int_equal(t.len, 0);
            continue;
        }
        assert_int_equal(checkpoint_parse(room, t.len, &c, &used, &err), 0);
        assert_int_equal(c.seq, first);
        assert_int_equal(next, first + 14 < 3000 ? first + 14 : 0);
    }
    struct witness_file second;
    assert_int_equal(witness_file_open(path, &second, &err), CR_E_STATE);
    witness_file_close(&w);
    assert_int_equal(witness_file_last(path, &c, &has, &err), 0);
    assert_true(has && c.seq == 2996);
}

/* An unfinished entry that a crash left is removed; one that somebody wrote is kept, and reported.
 */
static void the_end_of_a_file_is_looked_at(void **state)
{
    (void)state;
    struct witness_file w;
    struct checkpoint c = sample(10);
    struct cr_err err = {0};
    char text[CHECKPOINT_TEXT_MAX];
    assert_int_equal(witness_file_open(path, &w, &err), 0);
    assert_int_equal(witness_file_append(&w, &c, &err), 0);
    const uint64_t size = w.size;
    witness_file_close(&w);
    c = sample(11);
    const size_t len = checkpoint_encode(&c, text);
    for (size_t cut = 1; cut < len; cut += 37) {
        text[cut] = '\0';
        add_bytes(text);
        assert_int_equal(witness_file_open(path, &w, &err), 0);
        assert_int_equal(w.size, size);
        assert_int_equal(w.last.seq, 10);
        witness_file_close(&w);
        checkpoint_encode(&c, text);
    }
    assert_int_equal(witness_file_open(path, &w, &err), 0);
    assert_int_equal(witness_file_append(&w, &c, &err), 0);
    witness_file_close(&w);
    add_bytes("something else\n\n");
    assert_int_equal(witness_file_open(path, &w, &err), CR_E_INPUT);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_size, size + len + 16);
}

static void a_full_disk_leaves_no_half(void **state)
{
    (void)state;
    struct witness_file w;
    struct checkpoint c = sample(10), d = sample(20);
    struct cr_err err = {0};
    assert_int_equal(witness_file_open(path, &w, &err), 0);
    assert_int_equal(witness_file_append(&w, &c, &err), 0);
    const int kept = dup(w.fd), full = open("/dev/full", O_RDWR);
    assert_true(full >= 0);
    dup2(full, w.fd);
    assert_int_equal(witness_file_append(&w, &d, &err), CR_E_IO);
    dup2(kept, w.fd);
    close(kept);
    close(full);
    assert_int_equal(w.last.seq, 10);
    assert_int_equal(witness_file_append(&w, &d, &err), 0);
    witness_file_close(&w);
}

/* A new name that may not be on disk yet is no place for checkpoints. */
static void a_new_file_has_a_durable_name(void **state)
{
    (void)state;
    struct witness_file w;
    struct cr_err err = {0};
    faults_arm(FAULT_SYNC, 1, false);
    assert_int_equal(witness_file_open(path, &w, &err), CR_E_IO);
    faults_disarm();
    assert_true(faults_happened());
    assert_int_equal(witness_file_open(path, &w, &err), 0);
    witness_file_close(&w);
}

struct writing {
    struct witness_file w;
    atomic_bool is_over;
};

/* Appends a checkpoint and takes it off again, as after a failed write. */
static void *append_and_cut(void *context)
{
    struct writing *writing = context;
    const struct checkpoint c = sample(20);
    char text[CHECKPOINT_TEXT_MAX];
    const size_t len = checkpoint_encode(&c, text);
    while (!atomic_load(&writing->is_over)) {
        if (write(writing->w.fd, text, len) != (ssize_t)len ||
            ftruncate(writing->w.fd, (off_t)writing->w.size) != 0)
            break;
    }
    return NULL;
}

/* Whoever looks while the floor writes sees the file as it was or as it is. */
static void a_file_is_looked_at_while_it_grows(void **state)
{
    (void)state;
    struct writing writing = {.is_over = false};
    struct checkpoint c = sample(10);
    struct cr_err err = {0};
    pthread_t thread;
    int rc = 0;
    bool has;
    assert_int_equal(witness_file_open(path, &writing.w, &err), 0);
    assert_int_equal(witness_file_append(&writing.w, &c, &err), 0);
    assert_int_equal(pthread_create(&thread, NULL, append_and_cut, &writing), 0);
    for (unsigned i = 0; rc == 0 && i < 100000; i++)
        rc = witness_file_last(path, &c, &has, &err);
    atomic_store(&writing.is_over, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    witness_file_close(&writing.w);
    if (rc != 0)
        fail_msg("%s", err.text);
}

/* Makes the file too long to be read whole, and takes nearly all of it off again. */
static void *grow_and_cut(void *context)
{
    struct writing *writing = context;
    while (!atomic_load(&writing->is_over))
        if (ftruncate(writing->w.fd, 4 * CHECKPOINT_TEXT_MAX + 1) != 0 ||
            ftruncate(writing->w.fd, 10) != 0)
            break;
    return NULL;
}

/* A file that holds no checkpoint is refused, also when somebody cuts it while it is looked at:
 * nothing is taken for its end that was not read. */
static void a_file_is_looked_at_while_it_is_cut(void **state)
{
    (void)state;
    struct writing writing = {.is_over = false};
    struct checkpoint c;
    struct cr_err err = {0};
    pthread_t thread;
    bool has;
    int rc = CR_E_INPUT;
    assert_int_equal(witness_file_open(path, &writing.w, &err), 0);
    assert_int_equal(write(writing.w.fd, "\n\n12345678", 10), 10);
    assert_int_equal(pthread_create(&thread, NULL, grow_and_cut, &writing), 0);
    for (unsigned i = 0; rc == CR_E_INPUT && i < 100000; i++)
        rc = witness_file_last(path, &c, &has, &err);
    atomic_store(&writing.is_over, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    witness_file_close(&writing.w);
    assert_int_equal(rc, CR_E_INPUT);
}

/* ---- The signer ---- */

static struct signer *start(void)
{
    struct signer *s = NULL;
    struct cr_err err = {0};
    const int rc = signer_start(dir, &s, &err);
    if (rc != 0)
        fail_msg("%s", err.text);
    return s;
}

static int sign(struct signer *s, uint64_t seq, int fill, struct cr_err *err)
{
    struct checkpoint c = sample(seq);
    memset(c.chain, fill, TREE_HASH);
    int rc = signer_sign(s, &c, err);
    if (rc == 0) {
        assert_memory_equal(c.key, signer_key(s), TREE_HASH);
        assert_true(checkpoint_is_signed(&c, signer_key(s)));
    }
    return rc;
}

static void the_signer_never_goes_back(void **state)
{
    (void)state;
    struct cr_err err = {0};
    assert_int_equal(signing_key_make(dir, &err), 0);
    struct signer *s = start();
    assert_int_equal(sign(s, 10, 1, &err), 0);
    assert_int_equal(sign(s, 10, 1, &err), 0);
    assert_int_equal(sign(s, 10, 2, &err), CR_E_STATE);
    assert_int_equal(sign(s, 9, 1, &err), CR_E_STATE);
    assert_int_equal(sign(s, 11, 1, &err), 0);
    assert_int_equal(sign(s, 10, 1, &err), CR_E_STATE);
    struct checkpoint other = sample(12);
    memset(other.floor, 'a', CHECKPOINT_FLOOR);
    assert_int_equal(signer_sign(s, &other, &err), CR_E_STATE);
    other = sample(0);
    assert_int_equal(signer_sign(s, &other, &err), CR_E_INPUT);
    assert_int_equal(sign(s, 12, 1, &err), 0);
    signer_stop(s);
}

/* The signer remembers what it signed by the file in the trust folder. */
static void a_new_signer_goes_on_from_the_file(void **state)
{
    (void)state;
    struct cr_err err = {0};
    struct witness_file w;
    struct checkpoint c = sample(100);
    char own[128];
    assert_int_equal(signing_key_make(dir, &err), 0);
    struct signer *s = start();
    memset(c.chain, 5, TREE_HASH);
    assert_int_equal(signer_sign(s, &c, &err), 0);
    snprintf(own, sizeof(own), "%s/" WITNESS_OWN, dir);
    assert_int_equal(witness_file_open(own, &w, &err), 0);
    assert_int_equal(witness_file_append(&w, &c, &err), 0);
    witness_file_close(&w);
    signer_stop(s);
    s = start();
    assert_int_equal(sign(s, 99, 5, &err), CR_E_STATE);
    assert_int_equal(sign(s, 100, 6, &err), CR_E_STATE);
    assert_int_equal(sign(s, 101, 5, &err), 0);
    signer_stop(s);
}

static void a_signer_that_is_gone_is_noticed(void **state)
{
    (void)state;
    struct cr_err err = {0};
    assert_int_equal(signing_key_make(dir, &err), 0);
    struct signer *s = start();
    assert_int_equal(sign(s, 1, 1, &err), 0);
    assert_int_equal(kill(signer_pid(s), SIGKILL), 0);
    assert_int_equal(sign(s, 2, 1, &err), CR_E_IO);
    assert_int_equal(sign(s, 3, 1, &err), CR_E_IO);
    signer_stop(s);
}

/* When the parent ends, the signer ends. */
static void a_signer_ends_with_its_parent(void **state)
{
    (void)state;
    struct cr_err err = {0};
    int pipes[2];
    pid_t signer = 0;
    char byte;
    assert_int_equal(signing_key_make(dir, &err), 0);
    assert_int_equal(pipe(pipes), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        struct signer *s = NULL;
        if (signer_start(dir, &s, &err) != 0)
            _exit(1);
        signer = signer_pid(s);
        if (write(pipes[1], &signer, sizeof(signer)) != (ssize_t)sizeof(signer))
            _exit(1);
        raise(SIGKILL);
    }
    close(pipes[1]);
    assert_int_equal(read(pipes[0], &signer, sizeof(signer)), sizeof(signer));
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    /* The read returns when all writing ends of the pipe are closed. The signer has closed its own
     * at its start. */
    assert_int_equal(read(pipes[0], &byte, 1), 0);
    close(pipes[0]);
    while (kill(signer, 0) == 0) {
        char file[64], line[256] = "";
        snprintf(file, sizeof(file), "/proc/%d/stat", (int)signer);
        FILE *in = fopen(file, "r");
        if (in == NULL)
            break;
        const bool has = fgets(line, sizeof(line), in) != NULL;
        fclose(in);
        /* A zombie that nobody waits for has ended, too. */
        if (!has || strstr(line, ") Z") != NULL)
            break;
    }
}

static void keys_are_kept_from_others(void **state)
{
    (void)state;
    struct cr_err err = {0};
    struct signer *s = NULL;
    uint8_t key[TREE_HASH], seed[SIGNING_SEED];
    char file[128];
    assert_int_equal(signer_start(dir, &s, &err), CR_E_NOT_FOUND);
    assert_int_equal(signing_key_make(dir, &err), 0);
    assert_int_equal(signing_key_make(dir, &err), CR_E_IO);
    snprintf(file, sizeof(file), "%s/signing.pub", dir);
    assert_int_equal(signing_key_public(file, key, &err), 0);
    s = start();
    assert_memory_equal(key, signer_key(s), TREE_HASH);
    signer_stop(s);
    snprintf(file, sizeof(file), "%s/signing.key", dir);
    struct stat facts;
    assert_int_equal(stat(file, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(chmod(file, 0640), 0);
    assert_int_equal(signing_key_read(dir, seed, &err), CR_E_STATE);
    assert_int_equal(signer_start(dir, &s, &err), CR_E_STATE);
    assert_int_equal(signing_key_public("00", key, &err), CR_E_NOT_FOUND);
}

/* ---- The list of tests ---- */

static int set_up(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/croupier-evidence-XXXXXX");
    if (mkdtemp(dir) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/witness", dir);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"witness", "signing.key", "signing.pub", WITNESS_OWN};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        char file[128];
        snprintf(file, sizeof(file), "%s/%s", dir, names[i]);
        unlink(file);
    }
    return rmdir(dir);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_signs_is_not_behind),
        TEST(the_last_checkpoint_waits_for_no_disk),
        TEST(a_checkpoint_has_one_text),
        TEST(other_spellings_are_refused),
        TEST(proofs_come_back),
        TEST(a_file_grows_and_is_searched),
        TEST(the_end_of_a_file_is_looked_at),
        TEST(a_full_disk_leaves_no_half),
        TEST(a_new_file_has_a_durable_name),
        TEST(a_file_is_looked_at_while_it_grows),
        TEST(a_file_is_looked_at_while_it_is_cut),
        TEST(the_signer_never_goes_back),
        TEST(a_new_signer_goes_on_from_the_file),
        TEST(a_signer_that_is_gone_is_noticed),
        TEST(a_signer_ends_with_its_parent),
        TEST(keys_are_kept_from_others),
    };
    sign_log_key(3, public, secret);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
