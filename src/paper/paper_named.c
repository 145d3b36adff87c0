/* Builds trees of named values, and writes them as JSON and CSV. */
#include "paper/paper_named.h"

#include "base/csv.h"
#include "base/json_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum node_kind { NODE_OBJECT, NODE_LIST, NODE_TEXT, NODE_NUMBER, NODE_NULL };

struct named {
    struct named_tree *tree;
    enum node_kind kind;
    char *key;  /* NULL for an element of a list */
    char *text; /* a text, or the digits of a number */
    double value;
    struct named *first, *last, *next;
};

struct named_tree {
    bool failed;
    struct named root;
};

/* ---- Building ---- */

struct named_tree *named_new(void)
{
    struct named_tree *t = calloc(1, sizeof *t);
    if (t)
        t->root = (struct named){.tree = t, .kind = NODE_OBJECT};
    return t;
}

static void free_members(struct named *node)
{
    for (struct named *member = node->first, *next; member; member = next) {
        next = member->next;
        free_members(member);
        free(member->key);
        free(member->text);
        free(member);
    }
}

void named_free(struct named_tree *t)
{
    if (t)
        free_members(&t->root);
    free(t);
}

struct named *named_root(struct named_tree *t)
{
    return t ? &t->root : NULL;
}

/* A copy; NULL for NULL, and for lack of memory, which fails the tree. */
static char *copy(struct named_tree *t, const char *text)
{
    char *own = text ? strdup(text) : NULL;
    t->failed = t->failed || (text && !own);
    return own;
}

static struct named *add(struct named *in, enum node_kind kind, const char *key, const char *text,
                         double value)
{
    if (!in || in->tree->failed)
        return NULL;
    struct named *node = calloc(1, sizeof *node);
    if (!node) {
        in->tree->failed = true;
        return NULL;
    }
    *node = (struct named){.tree = in->tree,
                           .kind = kind,
                           .key = copy(in->tree, key),
                           .text = copy(in->tree, text),
                           .value = value};
    if (in->last)
        in->last->next = node;
    else
        in->first = node;
    in->last = node;
    return node;
}

struct named *named_object(struct named *in, const char *key)
{
    return add(in, NODE_OBJECT, key, NULL, NAN);
}

struct named *named_list(struct named *in, const char *key)
{
    return add(in, NODE_LIST, key, NULL, NAN);
}

void named_text(struct named *in, const char *key, const char *text)
{
    add(in, text ? NODE_TEXT : NODE_NULL, key, text, NAN);
}

void named_money(struct named *in, const char *key, struct cr_money amount)
{
    char text[CR_MONEY_TEXT_MAX];
    cr_money_format(amount, text);
    named_text(in, key, text);
}

void named_digits(struct named *in, const char *key, const char *digits)
{
    add(in, NODE_NUMBER, key, digits, strtod(digits, NULL));
}

void named_number(struct named *in, const char *key, double value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", value + 0.0); /* never "-0" */
    if (isfinite(value))
        add(in, NODE_NUMBER, key, digits, value);
    else
        add(in, NODE_NULL, key, NULL, value);
}

/* ---- Reading ---- */

const struct named *named_find(const struct named *in, const char *key)
{
    const struct named *node = named_first(in);
    while (node && (!node->key || strcmp(node->key, key) != 0))
        node = node->next;
    return node;
}

const struct named *named_first(const struct named *in)
{
    return in ? in->first : NULL;
}

const struct named *named_next(const struct named *node)
{
    return node->next;
}

const char *named_key(const struct named *node)
{
    return node->key ? node->key : "";
}

const char *named_string(const struct named *node)
{
    return node && node->text ? node->text : "";
}

double named_value(const struct named *node)
{
    return node ? node->value : NAN;
}

/* ---- JSON ---- */

static void add_json(struct text *out, const struct named *node)
{
    const bool is_list = node->kind == NODE_LIST;
    switch (node->kind) {
    case NODE_TEXT:
        json_text(out, node->key, node->text);
        return;
    case NODE_NUMBER:
        json_raw(out, node->key, node->text, strlen(node->text));
        return;
    case NODE_NULL:
        json_null(out, node->key);
        return;
    default:
        break;
    }
    json_open(out, node->key, is_list ? '[' : '{');
    for (const struct named *member = node->first; member; member = member->next)
        add_json(out, member);
    json_close(out, is_list ? ']' : '}');
}

bool named_failed(const struct named_tree *t)
{
    return !t || t->failed;
}

void named_json(const struct named_tree *t, struct text *out)
{
    if (named_failed(t))
        out->cut = true;
    else
        add_json(out, &t->root);
}

/* ---- CSV ---- */

static void begin_cell(struct text *out)
{
    if (out->len > 0 && out->data[out->len - 1] != '\n')
        text_add_char(out, ',');
}

void named_csv_text(struct text *out, const char *text)
{
    begin_cell(out);
    csv_text(out, text, strlen(text));
}

/* Numbers and exact fractions are written as they are: whatever their sign, a spreadsheet does not
 * take them for formulas. */
void named_csv_field(struct text *out, const struct named *node)
{
    const char *text = named_string(node);
    if (text[strspn(text, "-+.0123456789/e")] != '\0') {
        named_csv_text(out, text);
        return;
    }
    begin_cell(out);
    text_add(out, text);
}

void named_csv_members(struct text *out, const struct named *object)
{
    for (const struct named *node = named_first(object); node; node = node->next)
        named_csv_field(out, node);
}

void named_csv_keys(struct text *out, const struct named *object)
{
    for (const struct named *node = named_first(object); node; node = node->next)
        named_csv_text(out, named_key(node));
}

void named_csv_end(struct text *out)
{
    text_add_char(out, '\n');
}
