/* Proofs as text: made, written and read. */
#include "log/proof/proof_text.h"

#include "base/check.h"
#include "base/err.h"
#include "log/proof/log_tree.h"
#include "log/proof/note_lines.h"

#include <stdlib.h>
#include <string.h>

#define EVENT_TITLE  "croupier inclusion 1"
#define GROWTH_TITLE "croupier consistency 1"

static void write_path(struct text *t, const struct tree_proof *path)
{
    for (unsigned i = 0; i < path->count; i++)
        lines_add_hex(t, "path", path->path[i].bytes, TREE_HASH);
}

static void read_path(struct lines *in, struct tree_proof *path)
{
    path->count = 0;
    while (lines_is(in, "path")) {
        if (path->count == TREE_PATH_MAX) {
            lines_fail(in, "more hashes than any proof has");
            return;
        }
        lines_hex(in, "path", path->path[path->count++].bytes, TREE_HASH);
    }
}

void proof_write_event(struct text *t, const struct proof_of_event *p)
{
    text_add_format(t, EVENT_TITLE "\nseq %llu\nof %llu\n", (unsigned long long)p->seq,
                    (unsigned long long)p->of);
    write_path(t, &p->path);
    text_add(t, "event ");
    text_add_len(t, p->event, p->event_len);
    text_add(t, "\n\n");
}

void proof_write_growth(struct text *t, const struct proof_of_growth *p)
{
    text_add_format(t, GROWTH_TITLE "\nfrom %llu\nto %llu\n", (unsigned long long)p->from,
                    (unsigned long long)p->to);
    write_path(t, &p->path);
    text_add(t, "\n");
}

static int end_of(struct lines *in, struct cr_err *err)
{
    lines_end(in);
    if (in->fault == NULL && in->at != in->len)
        lines_fail(in, "something follows the end");
    return in->fault == NULL ? 0
                             : err_set(err, CR_E_INPUT, "proof, line %u: %s", in->line, in->fault);
}

/* Title, two numbers and the path, as every proof begins. */
static struct lines read_head(const char *text, size_t len, const char *title, const char *one,
                              uint64_t *first, const char *two, uint64_t *second,
                              struct tree_proof *path)
{
    struct lines in = lines_of(text, len);
    lines_title(&in, title);
    lines_number(&in, one, first);
    lines_number(&in, two, second);
    read_path(&in, path);
    return in;
}

int proof_read_event(const char *text, size_t len, struct proof_of_event *out, struct cr_err *err)
{
    struct lines in =
        read_head(text, len, EVENT_TITLE, "seq", &out->seq, "of", &out->of, &out->path);
    lines_value(&in, "event", &out->event, &out->event_len);
    return end_of(&in, err);
}

int proof_read_growth(const char *text, size_t len, struct proof_of_growth *out, struct cr_err *err)
{
    struct lines in =
        read_head(text, len, GROWTH_TITLE, "from", &out->from, "to", &out->to, &out->path);
    return end_of(&in, err);
}

/* ---- Making ---- */

struct body {
    char *data;
    size_t len;
};

static int take_body(void *context, const struct store_event *event)
{
    struct body *b = context;
    b->data = malloc(event->len + 1);
    if (b->data == NULL)
        return CR_E_IO;
    memcpy(b->data, event->body, event->len);
    b->len = event->len;
    return 1;
}

static int write_event(const struct proof_of_event *p, char **text, size_t *len, struct cr_err *err)
{
    struct text t;
    const size_t size = p->event_len + PROOF_TEXT_ROOM;
    char *room = malloc(size);
    if (room == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    text_init(&t, room, size);
    proof_write_event(&t, p);
    CHECK(!t.cut);
    *text = room;
    *len = t.len;
    return 0;
}

int proof_make_event(const struct tree *tree, struct store *store, uint64_t seq, uint64_t of,
                     char **text, size_t *len, struct cr_err *err)
{
    struct proof_of_event p = {.seq = seq, .of = of};
    struct body body = {0};
    int rc = tree_prove_leaf(tree, log_tree_leaves, store, seq - 1, of, &p.path, err);
    if (rc != 0)
        return rc;
    rc = store_read(store, seq, 1, take_body, &body, err);
    if (rc <= 0)
        return err_set(err, rc < 0 ? CR_E_IO : CR_E_NOT_FOUND, "event %llu cannot be read",
                       (unsigned long long)seq);
    p.event = body.data;
    p.event_len = body.len;
    rc = write_event(&p, text, len, err);
    free(body.data);
    return rc;
}

int proof_make_growth(const struct tree *tree, struct store *store, uint64_t from, uint64_t to,
                      char **text, size_t *len, struct cr_err *err)
{
    struct proof_of_growth p = {.from = from, .to = to};
    struct text t;
    int rc = tree_prove_growth(tree, log_tree_leaves, store, from, to, &p.path, err);
    if (rc != 0)
        return rc;
    char *room = malloc(PROOF_TEXT_ROOM);
    if (room == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    text_init(&t, room, PROOF_TEXT_ROOM);
    proof_write_growth(&t, &p);
    CHECK(!t.cut);
    *text = room;
    *len = t.len;
    return 0;
}
