/* Named values as a tree: what a machine reads of a document. It is built once and written as JSON,
 * or, a list in it, as comma-separated values.
 *
 * Texts are copied. The first fault (no memory) ends the tree: adding more does nothing, and
 * writing it reports the fault. Functions take NULL for a node that could not be made. */
#pragma once

#include "base/text.h"

#include <croupier/money.h>

struct named_tree;
struct named;

/* NULL without memory: every function takes that. */
struct named_tree *named_new(void);
void named_free(struct named_tree *t);
/* The object that holds all others. */
struct named *named_root(struct named_tree *t);

/* Members of an object, or elements of a list: then key is NULL. */
struct named *named_object(struct named *in, const char *key);
struct named *named_list(struct named *in, const char *key);
void named_text(struct named *in, const char *key, const char *text); /* NULL: null */
void named_money(struct named *in, const char *key, struct cr_money amount);
/* 17 significant digits, so that reading gives the same bits; null for what is no number. */
void named_number(struct named *in, const char *key, double value);
/* A number in the digits given. */
void named_digits(struct named *in, const char *key, const char *digits);

/* ---- Reading ---- */

const struct named *named_find(const struct named *in, const char *key); /* NULL: none */
const struct named *named_first(const struct named *in);
const struct named *named_next(const struct named *node);
const char *named_key(const struct named *node);
const char *named_string(const struct named *node); /* "" for what is no text */
double named_value(const struct named *node);       /* NAN for what is no number */

/* ---- Writing ---- */

bool named_failed(const struct named_tree *t);

/* The whole on one line, without its end. */
void named_json(const struct named_tree *t, struct text *out);

/* One field of a table, after a comma where it is not the first of its line: RFC 4180, in quotes
 * where a comma, a quote or a line end is inside. What is null is empty. */
void named_csv_text(struct text *out, const char *text);
void named_csv_field(struct text *out, const struct named *node);
/* All members of an object, as fields or, their keys, as heads. */
void named_csv_members(struct text *out, const struct named *object);
void named_csv_keys(struct text *out, const struct named *object);
void named_csv_end(struct text *out);
