/* What the loaders of house rules and of progressives share: tables of keys, and values as exact
 * numbers. Every function here that returns int gives CR_OK or sets a fault with line and column
 * that says what to do. */
#pragma once

#include "base/yaml_doc.h"
#include "game/cards/ranking.h"

#include <croupier/rules.h>

/* The key by which a file shows itself as a progressive, or NULL: it has meters or awards and does
 * not say "rules". */
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

/* Finds a text, or faults: unknown WHAT "…"; did you mean …? */
int load_word(const struct doc *doc, struct doc_mark at, const char *what, struct doc_text text,
              const struct words *words, size_t *out);

/* ---- Maps with fixed keys ---- */

/* What a reader may ask besides its own node. */
struct load {
    const struct doc *doc;
    const struct cr_game *game;               /* house rules, once the game is known */
    unsigned keys;                            /* which fields apply: see struct field */
    const struct cr_progressive *progressive; /* progressives: what is read so far */
    const void *arg;                          /* of the field that is read */
};

typedef int load_reader(const struct load *load, const struct doc_node *node, void *out);

/* One key of a map and what becomes of its value. */
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

/* What a node must be: of that kind; a text that is not empty. */
int load_is(const struct load *load, const struct doc_node *node, enum doc_kind kind);
int load_text(const struct load *load, const struct doc_node *node);

/* A text that is one of the words: its place among them. */
int load_choice(const struct load *load, const struct doc_node *node, const char *what,
                const struct words *words, size_t *out);
/* The same as a number in a byte, the first word being `first`. */
int load_choice_byte(const struct load *load, const struct doc_node *node, const char *what,
                     const struct words *words, unsigned first, void *out);
/* A list of such texts, each once: a bit for each place. */
int load_choices(const struct load *load, const struct doc_node *node, const char *what,
                 const struct words *words, uint8_t *out);

/* Copies a text of at most size - 1 bytes. */
int load_copy(const struct load *load, const struct doc_node *node, char *out, size_t size);

/* "name" when it is a name, else a fault that calls it what. */
int load_check_name(const struct doc *doc, struct doc_mark at, const char *what,
                    struct doc_text text);

/* "12" at the start of the text, at most max, without leading zeros: takes it off the text. */
bool take_count(struct doc_text *text, uint32_t max, uint32_t *out);

/* Takes the literal off the start of the text. */
bool take_literal(struct doc_text *text, const char *literal);

/* "12.5%" with at most that many decimals as a whole number: 12.5% with 4 decimals is 125000.
 * From 0% to 100%. */
int load_percent(const struct load *load, const struct doc_node *node, unsigned decimals,
                 uint32_t *out);

/* The category of that name among those of a ranking. */
int load_category(const struct load *load, struct doc_mark at, struct doc_text text,
                  const struct ranking *ranking, enum cr_category *out);

/* The key of the entry that stands at that place of a table of hands: hands go from the best
 * downward without a gap. */
int load_hand(const struct load *load, const struct doc_node *entry, size_t place,
              const struct ranking *ranking, enum cr_category *out);

#define LOAD_RATIO_MAX 1000000

/* A whole file: clears *read, padding too, so that equal files give equal bytes, lets `load` fill
 * it and puts the hash of the text into hash, which is a member of it. What is right is copied to
 * *out. */
int load_whole(const char *origin, const char *text, size_t len,
               int (*load)(const struct doc *doc, void *read), void *read, size_t size,
               uint8_t hash[CR_HASH_BYTES], void *out, struct cr_err *err);
