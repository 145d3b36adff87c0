/* An answer of the mathematician's desk (risk, par, design, strategy): a paper for people and a
 * tree of named values for machines, made from the same figures. */
#pragma once

#include "paper/paper.h"
#include "paper/paper_named.h"

#include <croupier/rules.h>

struct desk_document {
    struct paper *paper;     /* text, CSV, PDF */
    struct named_tree *tree; /* JSON */
};

/* Renders the tree as JSON with the end of its line, or the paper in any other form. *data ends
 * with a NUL and is the caller's to free. */
int desk_document_render(const struct desk_document *d, enum paper_format format, char **data,
                         size_t *len, struct cr_err *err);
void desk_document_free(struct desk_document *d);

/* Begins a paper about house rules with its head: house, rules, the hash of the file, title, method
 * and program. */
struct paper *desk_paper(const struct cr_rules *rules, const char *title, const char *method);

/* Adds the first members of a tree about house rules: rules, hash, program. */
void desk_named_rules(struct named *o, const struct cr_rules *rules);
