/* croupier-verify confirms an exported log against signed checkpoints, and single events against
 * one checkpoint. It shares no code with the program that wrote the log, and needs only libsodium
 * and libyaml:
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
    struct text name, value; /* a text is without its quotes */
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
/* Prints a text of the log, which may be anybody's: a control character, with which a terminal
 * could be made to show something else, is a question mark. */
void text_print(FILE *out, struct text text);
/* Writes a text without its escapes; false when it does not fit. */
bool text_unescape(struct text text, char *out, size_t size, size_t *len);

/* Reads a line; only the one spelling that the log has is accepted. e points into the line. */
bool event_read(struct event *e, const char *line, size_t len);
bool event_has(const struct event *e, const char *name);
/* The text of a member; empty when there is none. There is one spelling, so equal texts are equal
 * bytes. */
struct text event_text(const struct event *e, const char *name);
bool event_is(const struct event *e, const char *name, const char *value);
/* The number of a member; 0 when there is none. */
uint64_t event_number(const struct event *e, const char *name);
/* An amount in millionths; 0 when there is none. false: the member is there and is no amount. */
bool event_money(const struct event *e, const char *name, int64_t *out);
/* The elements of a list, and how many there are; 0 when there is no such member; -1 when it is no
 * such list, or has more than max. */
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
/* Whether a text is the hash in lower-case hexadecimal digits. */
bool hash_is(const struct hash *h, struct text digits);
void tree_add(struct tree *t, const char *body, size_t len);
struct hash tree_root(const struct tree *t);

/* Reads the next checkpoint of a file and checks its signature against the key that it names. 1:
 * there is one; 0: the end of the file; -1: something else, and *why says what. */
int checkpoint_next(FILE *in, struct checkpoint *c, const char **why);
/* Checks a proof against the tree of a checkpoint; false: *why says what is wrong. `text` holds the
 * proof and is changed; *event points into it. */
bool proof_check(char *text, size_t len, const struct checkpoint *c, const char **event,
                 size_t *event_len, uint64_t *seq, const char **why);

/* ---- books.c: what happened on the floor, checked against the documents in the log ---- */

/* The highest version of the events' meaning that these books know. */
#define KNOWN_SEMANTICS 3

struct books;

/* claim: number of the claim to report on; 0: none. NULL for lack of memory. */
struct books *books_new(uint64_t claim);
void books_free(struct books *b);
/* Checks the next event and brings the books up to date with it. Faults are printed on standard
 * error and counted. */
void books_event(struct books *b, uint64_t seq, const char *line, size_t len);
uint64_t books_faults(const struct books *b);
/* Makes the books count faults without printing them. */
void books_be_quiet(struct books *b);
/* The version of the events' meaning that a manager's start gave and that these books do not know,
 * so that later events cannot be judged; 0: none. */
uint64_t books_unknown_semantics(const struct books *b);
/* Prints where the log's money is. */
void books_tell(const struct books *b);
/* Prints how the claim's amount arose. witnessed: the last event that a checkpoint covers. false:
 * the claim was not paid, its amount does not add up, or no checkpoint covers the payment. */
bool books_tell_claim(const struct books *b, uint64_t witnessed);
