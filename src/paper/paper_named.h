/* A tree of named values: the form of a document for programs. It is built once and written as
 * JSON, or a list in it as comma-separated values.
 *
 * Texts are copied. The first fault (no memory) stops the tree: adding more does nothing, and
 * writing it reports the fault. Functions accept NULL for a node that could not be made. */
#pragma once

#include "base/text.h"

#include <croupier/money.h>

struct named_tree;
struct named;

/* NULL for lack of memory: every function accepts that. */
struct named_tree *named_new(void);
void named_free(struct named_tree *t);
/* The object that holds all others. */
struct named *named_root(struct named_tree *t);

/* Add a member to an object, or an element to a list: then key is NULL. */
struct named *named_object(struct named *in, const char *key);
struct named *named_list(struct named *in, const char *key);
void named_text(struct named *in, const char *key, const char *text); /* text NULL: null */
void named_money(struct named *in, const char *key, struct cr_money amount);
/* Written with 17 significant digits, so that reading gives the same bits; null for NAN and
 * infinity. */
void named_number(struct named *in, const char *key, double value);
/* A number that is written in these very digits. */
void named_digits(struct named *in, const char *key, const char *digits);

/* ---- Reading ---- */

const struct named *named_find(const struct named *in, const char *key); /* NULL: none */
const struct named *named_first(const struct named *in);
const struct named *named_next(const struct named *node);
const char *named_key(const struct named *node);
const char *named_string(const struct named *node); /* a text, or the digits of a number; else "" */
double named_value(const struct named *node);       /* NAN for what is no number */

/* ---- Writing ---- */

bool named_failed(const struct named_tree *t);

/* Appends the whole tree on one line, without the end of the line. */
void named_json(const struct named_tree *t, struct text *out);

/* Appends one field of a table, after a comma unless it is the first of its line: RFC 4180, in
 * quotes where a comma, a quote or a line end is inside. null is an empty field. */
void named_csv_text(struct text *out, const char *text);
void named_csv_field(struct text *out, const struct named *node);
/* Append all members of an object as fields, or their keys as heads. */
void named_csv_members(struct text *out, const struct named *object);
void named_csv_keys(struct text *out, const struct named *object);
void named_csv_end(struct text *out);
