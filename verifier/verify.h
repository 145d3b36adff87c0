/* croupier-verify: confirms an exported log against signed checkpoints, and single events against
 * one checkpoint. It shares no code with the program that wrote them and needs libsodium and
 * libyaml only:
 *
 *     cc -O2 -o croupier-verify verifier/[a-z]*.c -lsodium -lyaml
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HASH           32
#define SIGNATURE      64
#define LINE_MAX_BYTES 65536

__extension__ typedef __int128 wide;

/* ---- line.c: one event of the log, a JSON object without blanks ---- */

#define MEMBERS 40

/* Part of a line, as it is written there; not terminated. */
struct text {
    const char *at;
    size_t len;
};

struct member {
    char type;               /* '"' text, '0' number, 't' true, '[' list */
    struct text name, value; /* of a text: without its quotes */
};

struct event {
    unsigned count;
    struct member members[MEMBERS];
};

struct text text_of(const char *word);
bool text_is(struct text text, const char *word);
bool text_same(struct text a, struct text b);
/* An amount in millionths: "-12.5", up to 12 digits before the point and 6 behind it. */
bool text_money(struct text text, int64_t *out);
/* Writes a text without its escapes; false when it does not fit. */
bool text_unescape(struct text text, char *out, size_t size, size_t *len);

/* Only the one spelling that the log has: a text written in another way is refused. */
bool event_read(struct event *e, const char *line, size_t len);
bool event_has(const struct event *e, const char *name);
/* Empty when there is none. There is one spelling, so equal texts are equal bytes. */
struct text event_text(const struct event *e, const char *name);
bool event_is(const struct event *e, const char *name, const char *value);
/* 0 when there is none. */
uint64_t event_number(const struct event *e, const char *name);
/* Millionths; 0 when there is none. false: it is there and is no amount. */
bool event_money(const struct event *e, const char *name, int64_t *out);
/* How many; -1 when it is there and is no such list, or too long. */
int event_amounts(const struct event *e, const char *name, int64_t *out, int max);
int event_numbers(const struct event *e, const char *name, uint64_t *out, int max);
int event_texts(const struct event *e, const char *name, struct text *out, int max);

/* ---- tree.c: hashes, trees, checkpoints, proofs ---- */

struct hash {
    uint8_t bytes[HASH];
};

struct tree {
    uint64_t count;
    struct hash full[64];
};

struct checkpoint {
    char floor[33];
    uint64_t seq, time;
    struct hash chain, tree, program, configuration, key;
};

void hash_of(int first, const void *a, size_t a_len, const void *b, size_t b_len, struct hash *out);
bool hash_same(const struct hash *a, const struct hash *b);
void hash_print(FILE *out, const struct hash *h);
/* Whether a text is the hash in small hexadecimal digits. */
bool hash_is(const struct hash *h, struct text digits);
void tree_add(struct tree *t, const char *body, size_t len);
struct hash tree_root(const struct tree *t);

/* The next checkpoint of a file, its signature checked against the key that it names. 1: there it
 * is; 0: the end; -1: something else, and *why says what. */
int checkpoint_next(FILE *in, struct checkpoint *c, const char **why);
/* Checks a proof against the tree of a checkpoint; false: *why says what is wrong. The event stays
 * in `text`, which the proof was read into. */
bool proof_check(char *text, size_t len, const struct checkpoint *c, const char **event,
                 size_t *event_len, uint64_t *seq, const char **why);

/* ---- books.c: what happened on the floor, held against the documents in the log ---- */

/* The highest version of what events mean that these books know. */
#define KNOWN_SEMANTICS 3

struct books;

/* claim: the one to tell about, or 0. */
struct books *books_new(uint64_t claim);
void books_free(struct books *b);
/* Takes in the next event; faults are said on standard error and counted. */
void books_event(struct books *b, uint64_t seq, const char *line, size_t len);
uint64_t books_faults(const struct books *b);
/* Counts faults and says none of them. */
void books_be_quiet(struct books *b);
/* 0, or the version of what events mean that a manager's start said and that these books do not
 * know: what follows cannot be judged. */
uint64_t books_unknown_semantics(const struct books *b);
/* Says where the log's money is. */
void books_tell(const struct books *b);
/* Says how the claim's amount arose; false: it was not paid, or what was paid does not add up. */
bool books_tell_claim(const struct books *b, uint64_t witnessed);
