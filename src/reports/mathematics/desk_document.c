/* Renders and frees an answer of the mathematician's desk, and begins its papers and trees. */
#include "reports/mathematics/desk_document.h"

#include "base/err.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/version.h"

#include <stdio.h>

static int render_tree(const struct named_tree *tree, char **data, size_t *len, struct cr_err *err)
{
    struct text t = {0};
    named_json(tree, &t);
    text_add_char(&t, '\n');
    if (named_failed(tree) || t.cut || !t.data) {
        text_free(&t);
        return err_set(err, CR_E_RANGE, "not enough memory for the answer");
    }
    *data = t.data;
    *len = t.len;
    return CR_OK;
}

int desk_document_render(const struct desk_document *d, enum paper_format format, char **data,
                         size_t *len, struct cr_err *err)
{
    if (format == PAPER_AS_JSON)
        return render_tree(d->tree, data, len, err);
    return paper_render(d->paper, format, data, len, err);
}

void desk_document_free(struct desk_document *d)
{
    paper_free(d->paper);
    named_free(d->tree);
    *d = (struct desk_document){0};
}

struct paper *desk_paper(const struct cr_rules *rules, const char *title, const char *method)
{
    char digits[HEX_TEXT(CR_HASH_BYTES)], name[CR_NAME_MAX + 24], head[CR_TITLE_MAX + 64];
    hex_encode(rules->hash, CR_HASH_BYTES, digits);
    snprintf(name, sizeof name, "%s %.16s", rules->name, digits);
    snprintf(head, sizeof head, "%s: %s", rules->title, title);
    struct paper *p = paper_new(PAPER_STUDY, name, head);
    paper_fact(p, "house", "House", rules->house);
    paper_fact(p, "rules", "House rules", rules->name);
    paper_fact(p, "rules_hash", "BLAKE2b of the rules file", digits);
    paper_fact(p, "method", "Method", method);
    paper_fact(p, "program", "Computed by", croupier_program);
    return p;
}

void desk_named_rules(struct named *o, const struct cr_rules *rules)
{
    char digits[HEX_TEXT(CR_HASH_BYTES)];
    hex_encode(rules->hash, CR_HASH_BYTES, digits);
    named_text(o, "rules", rules->name);
    named_text(o, "hash", digits);
    named_text(o, "program", croupier_program);
}
