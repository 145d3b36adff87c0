/* The Merkle tree over a store's log, and the file that keeps its blocks. */
#define _GNU_SOURCE
#include "log/proof/log_tree.h"

#include "base/err.h"
#include "floor/event.h"

#include <string.h>
#include <unistd.h>

/* ---- Following ---- */

/* V10: true for events that may change what floor_configuration hashes; the kinds listed cannot. */
static bool is_configuring(const char *body, size_t len)
{
    switch (event_text_kind(body, len)) {
    case FLOOR_MANAGER_STARTED:
    case FLOOR_TABLE_LOST:
    case FLOOR_TABLE_JOINED:
    case FLOOR_COIN_IN:
    case FLOOR_GAME_OVER:
    case FLOOR_AWARD_PAID:
    case FLOOR_KEY_TURNED:
    case FLOOR_ALARM_RAISED:
        return false;
    default:
        return true;
    }
}

struct following {
    struct log_tree *t;
    uint64_t to;
    struct cr_err *err;
};

static int follow_event(void *context, const struct store_event *event)
{
    struct following *f = context;
    uint8_t chain[STORE_HASH_BYTES];
    if (event->seq > f->to)
        return 1;
    if (event->seq != f->t->tree.count + 1)
        return err_set(f->err, CR_E_STATE, "event %llu of the log is missing",
                       (unsigned long long)f->t->tree.count + 1);
    store_chain(f->t->chain, event->body, event->len, chain);
    if (memcmp(chain, event->hash, sizeof(chain)) != 0)
        return err_set(f->err, CR_E_STATE, "the log does not chain at event %llu: it was changed",
                       (unsigned long long)event->seq);
    const struct tree_hash leaf = tree_leaf(event->body, event->len);
    int rc = tree_add(&f->t->tree, &leaf, f->err);
    if (rc != 0)
        return rc;
    memcpy(f->t->chain, chain, sizeof(chain));
    f->t->configured = f->t->configured || is_configuring(event->body, event->len);
    return 0;
}

int log_tree_follow(struct log_tree *t, struct store *store, uint64_t to, struct cr_err *err)
{
    struct following f = {t, to, err};
    const uint64_t from = t->tree.count + 1;
    if (to < from)
        return 0;
    int rc = store_read(store, from, to - from + 1, follow_event, &f, err);
    if (rc < 0)
        return rc;
    if (t->tree.count != to)
        return err_set(err, CR_E_STATE, "the log ends at event %llu; %llu is not there",
                       (unsigned long long)t->tree.count, (unsigned long long)to);
    return 0;
}

bool log_tree_is(const struct log_tree *t, const struct checkpoint *c)
{
    if (t->tree.count != c->seq)
        return false;
    const struct tree_hash root = tree_root(&t->tree);
    return tree_same(&root, &c->tree) && memcmp(t->chain, c->chain, sizeof(t->chain)) == 0;
}

/* ---- Leaves ---- */

struct leaves {
    struct tree_hash *out;
    unsigned count;
};

static int take_leaf(void *context, const struct store_event *event)
{
    struct leaves *l = context;
    l->out[l->count++] = tree_leaf(event->body, event->len);
    return 0;
}

int log_tree_leaves(void *store, uint64_t block, unsigned count, struct tree_hash *out,
                    struct cr_err *err)
{
    struct leaves l = {out, 0};
    int rc = store_read(store, block * TREE_BLOCK + 1, count, take_leaf, &l, err);
    if (rc == 0 && l.count != count)
        rc = err_set(err, CR_E_STATE, "the log is shorter than it was");
    return rc;
}

/* ---- The file of blocks ---- */

/* The file has a line "croupier tree 1", a line with the floor, an empty line, then the hashes as
 * bytes. */
#define TITLE    "croupier tree 1\n"
#define HEAD_LEN (sizeof(TITLE) - 1 + CHECKPOINT_FLOOR + 2)

static void write_head(const char *floor, char out[HEAD_LEN])
{
    memcpy(out, TITLE, sizeof(TITLE) - 1);
    memcpy(out + sizeof(TITLE) - 1, floor, CHECKPOINT_FLOOR);
    memcpy(out + HEAD_LEN - 2, "\n\n", 2);
}

int log_tree_load(struct log_tree *t, int fd, struct store *store, uint64_t to, struct cr_err *err)
{
    char head[HEAD_LEN], expected[HEAD_LEN];
    struct tree_hash block;
    off_t at = HEAD_LEN;
    int rc = 0;
    write_head(store_identity(store), expected);
    if (pread(fd, head, HEAD_LEN, 0) != (ssize_t)HEAD_LEN || memcmp(head, expected, HEAD_LEN) != 0)
        return 0;
    while (rc == 0 && t->tree.count + TREE_BLOCK <= to &&
           pread(fd, &block, TREE_HASH, at) == TREE_HASH) {
        rc = tree_add_block(&t->tree, &block, err);
        at += TREE_HASH;
    }
    if (rc != 0 || t->tree.count == 0)
        return rc;
    return store_read_hash(store, t->tree.count, t->chain, err);
}

void log_tree_save(const struct log_tree *t, int fd, const char *floor, size_t from)
{
    char head[HEAD_LEN];
    write_head(floor, head);
    if (from == 0 && (ftruncate(fd, 0) != 0 || pwrite(fd, head, HEAD_LEN, 0) != (ssize_t)HEAD_LEN))
        return;
    const size_t len = (t->tree.block_count - from) * TREE_HASH;
    if (len > 0 && pwrite(fd, t->tree.blocks + from, len, (off_t)(HEAD_LEN + from * TREE_HASH)) !=
                       (ssize_t)len)
        return;
}
