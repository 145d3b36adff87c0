/* What the loaders of house rules and of progressives share: tables of keys, and values as exact
 * numbers. Every function here that returns int gives CR_OK or sets a fault with line and column
 * that says what to do. */
#pragma once

#include "base/yaml_doc.h"
#include "game/cards/ranking.h"

#include <croupier/rules.h>

/* The entry that shows that a file is a progressive ("meters" or "awards", in a file without
 * "rules"), or NULL. */
const struct doc_node *load_looks_progressive(const struct doc *doc);

/* ---- Words ---- */

#define WORDS_MAX 24

/* The words that are allowed somewhere: keys, hands, wagers, options. */
struct words {
    size_t count;
    const char *list[WORDS_MAX];
};

void words_add(struct words *words, const char *word);
/* The words of a table that ends with NULL. */
struct words words_of(const char *const *names);

/* Finds a text among the words and sets *out to its index. Otherwise the fault is: unknown WHAT
 * "…"; did you mean …? */
int load_word(const struct doc *doc, struct doc_mark at, const char *what, struct doc_text text,
              const struct words *words, size_t *out);

/* ---- Maps with fixed keys ---- */

/* What a reader may use besides its own node. */
struct load {
    const struct doc *doc;
    const struct cr_game *game;               /* of house rules, once it is known */
    unsigned keys;                            /* which fields apply: see struct field */
    const struct cr_progressive *progressive; /* of a progressive: what is read so far */
    const void *arg;                          /* that of the field being read */
};

typedef int load_reader(const struct load *load, const struct doc_node *node, void *out);

/* One key of a map and how its value is read. */
struct field {
    const char *key;
    load_reader *read;
    size_t offset;       /* where read's out lies in the struct being filled */
    const void *arg;     /* load->arg while it is read */
    const char *example; /* what the fault that says the key is missing suggests as its value */
    unsigned needs;      /* bits of load->keys without which the key does not apply; 0: always */
    bool optional;
};

struct fields {
    size_t count;
    const struct field *list;
};

#define LOAD_FIELDS(list)                                                                          \
    {                                                                                              \
        sizeof(list) / sizeof(list)[0], list                                                       \
    }

/* Reads a map by its fields, in the fields' order, into the struct at base. */
int load_fields(const struct load *load, const struct doc_node *map, const struct fields *fields,
                void *base);

/* ---- Readers ---- */

load_reader load_section;        /* arg: struct fields, relative to out */
load_reader load_name;           /* char[CR_NAME_MAX]: a-z, then a-z 0-9 _ - */
load_reader load_title;          /* char[CR_TITLE_MAX]: any text */
load_reader load_bool;           /* bool; arg: struct words, false first */
load_reader load_money;          /* struct cr_money */
load_reader load_money_positive; /* the same, not zero */
load_reader load_money_or_none;  /* the same; "none" gives zero */
load_reader load_share;          /* uint32_t: billionths, from a percentage */

/* ---- Values ---- */

/* Check that a node is of that kind; that it is a text and not empty. */
int load_is(const struct load *load, const struct doc_node *node, enum doc_kind kind);
int load_text(const struct load *load, const struct doc_node *node);

/* Reads a text that must be one of the words, and sets *out to its index. */
int load_choice(const struct load *load, const struct doc_node *node, const char *what,
                const struct words *words, size_t *out);
/* The same into a byte: `first` plus the index. */
int load_choice_byte(const struct load *load, const struct doc_node *node, const char *what,
                     const struct words *words, unsigned first, void *out);
/* Reads a list of such texts, each at most once: *out has a bit for each index. */
int load_choices(const struct load *load, const struct doc_node *node, const char *what,
                 const struct words *words, uint8_t *out);

/* Copies a text of at most size - 1 bytes. */
int load_copy(const struct load *load, const struct doc_node *node, char *out, size_t size);

/* Checks that a text can be a name; the fault calls it `what`. */
int load_check_name(const struct doc *doc, struct doc_mark at, const char *what,
                    struct doc_text text);

/* Takes a whole number such as "12" off the start of the text: at most max, without leading zeros.
 * Otherwise false, and the text is unchanged. */
bool take_count(struct doc_text *text, uint32_t max, uint32_t *out);

/* Takes the literal off the start of the text; false where the text does not begin with it. */
bool take_literal(struct doc_text *text, const char *literal);

/* Reads "12.5%" with at most that many decimals as a whole number: with 4 decimals it is 125000.
 * From 0% to 100%. */
int load_percent(const struct load *load, const struct doc_node *node, unsigned decimals,
                 uint32_t *out);

/* The category of that name among those of a ranking. */
int load_category(const struct load *load, struct doc_mark at, struct doc_text text,
                  const struct ranking *ranking, enum cr_category *out);

/* The hand that an entry's key names, which must be number `place` of the ranking: tables list
 * hands from the best downward without a gap. */
int load_hand(const struct load *load, const struct doc_node *entry, size_t place,
              const struct ranking *ranking, enum cr_category *out);

#define LOAD_RATIO_MAX 1000000

/* Reads a whole file: clears *read (padding too, so that equal files give equal bytes), lets `load`
 * fill it and puts the hash of the text into hash, which is a member of *read. On success copies
 * *read to *out. */
int load_whole(const char *origin, const char *text, size_t len,
               int (*load)(const struct doc *doc, void *read), void *read, size_t size,
               uint8_t hash[CR_HASH_BYTES], void *out, struct cr_err *err);
