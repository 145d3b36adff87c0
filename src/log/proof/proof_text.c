/* Proofs as text, written and read. */
#include "log/proof/proof_text.h"

#include "base/err.h"
#include "log/proof/note_lines.h"

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
