/* Making proofs. */
#include "log/proof/proof_make.h"

#include "base/check.h"
#include "base/err.h"
#include "log/proof/log_tree.h"
#include "log/proof/proof_text.h"

#include <stdlib.h>
#include <string.h>

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
