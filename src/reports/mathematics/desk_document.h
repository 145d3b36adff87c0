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

/* The tree as JSON with the end of its line, or the paper in any other form. data is the caller's
 * to free, and terminated. */
int desk_document_render(const struct desk_document *d, enum paper_format format, char **data,
                         size_t *len, struct cr_err *err);
void desk_document_free(struct desk_document *d);

/* A paper of house rules with its head: house, rules, the hash of the file, what it says, method
 * and program. */
struct paper *desk_paper(const struct cr_rules *rules, const char *title, const char *method);

/* The first members of a tree of house rules: rules, hash, program. */
void desk_named_rules(struct named *o, const struct cr_rules *rules);
