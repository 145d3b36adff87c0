/* croupier-verify: confirms an exported log against signed checkpoints, and single events against
 * one checkpoint. It shares no code with the program that wrote them and needs libsodium only:
 *
 *     cc -O2 -o croupier-verify verifier/[a-z]*.c -lsodium
 */
#ifndef VERIFIER_VERIFY_H
#define VERIFIER_VERIFY_H

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

struct member {
    char type; /* '"' text, '0' number, 't' true, '[' list */
    const char *name, *at;
    size_t name_len, len; /* of a text: without its quotes */
};

struct event {
    unsigned count;
    struct member members[MEMBERS];
};

bool event_read(struct event *e, const char *text, size_t len);
bool event_has(const struct event *e, const char *name);
/* "" when there is none; escapes stay as they are. Cut to size. */
void event_text(const struct event *e, const char *name, char *out, size_t size);
bool event_is(const struct event *e, const char *name, const char *value);
/* 0 when there is none. */
uint64_t event_number(const struct event *e, const char *name);
/* Millionths; 0 when there is none. false: it is there and is no amount. */
bool event_money(const struct event *e, const char *name, int64_t *out);
/* How many; -1 when it is there and is no list of amounts, or too long. */
int event_amounts(const struct event *e, const char *name, int64_t *out, int max);
/* Whether a number is in the list. */
bool event_lists(const struct event *e, const char *name, uint64_t number);

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
void tree_add(struct tree *t, const char *body, size_t len);
struct hash tree_root(const struct tree *t);

/* The next checkpoint of a file, its signature checked against the key that it names. 1: there it
 * is; 0: the end; -1: something else, and *why says what. */
int checkpoint_next(FILE *in, struct checkpoint *c, const char **why);
/* Checks a proof against the tree of a checkpoint; false: *why says what is wrong. The event stays
 * in `text`, which the proof was read into. */
bool proof_check(char *text, size_t len, const struct checkpoint *c, const char **event,
                 size_t *event_len, uint64_t *seq, const char **why);

/* ---- books.c: the money ---- */

/* The highest version of what events mean that these books know. */
#define KNOWN_SEMANTICS 1

struct books;

/* claim: the one to tell about, or 0. */
struct books *books_new(uint64_t claim);
void books_free(struct books *b);
/* Takes in the next event; faults are said on standard error and counted. */
void books_event(struct books *b, uint64_t seq, const char *text, size_t len);
void books_end(struct books *b);
uint64_t books_faults(const struct books *b);
/* 0, or the version of what events mean that a manager's start said and that these books do not
 * know: what follows cannot be judged. */
uint64_t books_unknown_semantics(const struct books *b);
/* Says where the log's money is. */
void books_tell(const struct books *b);
/* Says how the claim's amount arose; false: it was not paid, or what was paid does not add up. */
bool books_tell_claim(const struct books *b, uint64_t witnessed);

#endif
