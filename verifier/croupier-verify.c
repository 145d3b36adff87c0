/* The program: verifies an export against its checkpoints, or one proof against one checkpoint. */
#include "verify.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIRMED = 0, NOT_CONFIRMED = 1, USAGE = 2 };

static int usage(void)
{
    fputs("usage: croupier-verify EXPORT CHECKPOINTS [--key HEX|FILE] [--claim NUMBER]\n"
          "       croupier-verify --proof PROOF CHECKPOINT [--key HEX|FILE]\n\n"
          "Confirms that an exported log is the one that was signed, that all in it follows the\n"
          "documents that stand in it, and how a claim's amount arose; or that one event is in\n"
          "the log of a checkpoint. EXPORT may be -, standard input. Exit status: 0 confirmed,\n"
          "1 not, 2 a wrong call.\n",
          stderr);
    return USAGE;
}

static int refuse(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    puts("NOT CONFIRMED");
    return NOT_CONFIRMED;
}

/* ---- The key ---- */

struct key {
    bool is_given, is_known;
    struct hash key;
    char floor[33];
};

static bool read_key(const char *text, struct key *k)
{
    char hex[80] = "";
    size_t len = strlen(text), got = 0;
    FILE *file = len == 2 * HASH ? NULL : fopen(text, "rb");
    if (file != NULL) {
        len = fread(hex, 1, sizeof(hex) - 1, file);
        fclose(file);
        len -= len > 0 && hex[len - 1] == '\n';
        text = hex;
    }
    k->is_given = k->is_known =
        len == 2 * HASH && sodium_hex2bin(k->key.bytes, HASH, text, len, NULL, &got, NULL) == 0 &&
        got == HASH;
    return k->is_given;
}

/* Reads the number of a claim, which is above zero. */
static bool read_claim(const char *text, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9' || i == 18)
            return false;
        *out = 10 * *out + (uint64_t)(text[i] - '0');
    }
    return *out > 0;
}

/* Checks that all checkpoints are of one floor and signed by one key: the one that was given, or
 * that of the first checkpoint. */
static const char *check_key(struct key *k, const struct checkpoint *c)
{
    if (!k->is_known) {
        k->key = c->key;
        k->is_known = true;
    }
    if (!hash_same(&k->key, &c->key))
        return k->is_given ? "signed by another key than the one given" : "signed by several keys";
    if (k->floor[0] == '\0')
        memcpy(k->floor, c->floor, sizeof(k->floor));
    return strcmp(k->floor, c->floor) == 0 ? NULL : "checkpoints of several floors";
}

static void tell_key(const struct key *k)
{
    printf("floor %s, signed by ", k->floor);
    hash_print(stdout, &k->key);
    puts(k->is_given ? ""
                     : "\nthe key is the checkpoint's own: compare it with the one that the "
                       "floor made known");
}

/* ---- An export ---- */

struct log {
    FILE *export, *checkpoints;
    struct key key;
    struct tree tree;
    struct hash chain;
    struct checkpoint next; /* seq 0: there is no further checkpoint */
    uint64_t checked, witnessed;
    struct books *books;
};

/* Reads the next checkpoint, which must be of a later event. NULL: no fault. */
static const char *advance(struct log *l)
{
    const char *why = NULL;
    const uint64_t before = l->next.seq;
    const int got = checkpoint_next(l->checkpoints, &l->next, &why);
    if (got < 0)
        return why;
    if (got == 0) {
        l->next.seq = 0;
        return NULL;
    }
    if (l->next.seq <= before)
        return "checkpoints are not in order";
    return check_key(&l->key, &l->next);
}

static const char *compare(struct log *l)
{
    const struct hash root = tree_root(&l->tree);
    if (!hash_same(&l->chain, &l->next.chain) || !hash_same(&root, &l->next.tree))
        return "the log is not the one that was signed: an event up to here was changed, removed, "
               "added or moved";
    l->witnessed = l->next.seq;
    l->checked++;
    return advance(l);
}

/* Reads one line without its end. 1: a line; 0: the end of the file; -1: a line that is too long,
 * or cut. */
static int read_event(FILE *in, char *line, size_t *len)
{
    int c = 0;
    for (*len = 0; *len < LINE_MAX_BYTES && (c = getc_unlocked(in)) != EOF && c != '\n'; ++*len)
        line[*len] = (char)c;
    return c == '\n' ? 1 : c == EOF && *len == 0 && !ferror(in) ? 0 : -1;
}

static const char *tell_unknown(const struct log *l)
{
    static char why[240];
    snprintf(why, sizeof(why),
             "the log's events have the meaning of version %" PRIu64
             ", and this verifier knows versions up to %d; use the croupier-verify of the version "
             "that wrote the log, or a later one",
             books_unknown_semantics(l->books), KNOWN_SEMANTICS);
    return why;
}

static const char *read_log(struct log *l)
{
    static char line[LINE_MAX_BYTES];
    size_t len;
    int got;
    const char *why = advance(l);
    if (why == NULL && l->next.seq == 0)
        why = "no checkpoint";
    while (why == NULL && (got = read_event(l->export, line, &len)) != 0) {
        if (got < 0)
            return "a line is too long or has no end";
        hash_of(-1, l->chain.bytes, HASH, line, len, &l->chain);
        tree_add(&l->tree, line, len);
        books_event(l->books, l->tree.count, line, len);
        if (books_unknown_semantics(l->books) > 0)
            return tell_unknown(l);
        if (l->tree.count == l->next.seq)
            why = compare(l);
    }
    if (why == NULL && l->next.seq != 0)
        why = "the log is cut short: a checkpoint is of a later event";
    return why;
}

static int verify_log(struct log *l, const char *name, uint64_t claim)
{
    char place[64];
    const char *why = read_log(l);
    snprintf(place, sizeof(place), "event %" PRIu64, l->tree.count);
    printf("%s: %" PRIu64 " events, %" PRIu64 " checkpoints\n", name, l->tree.count, l->checked);
    if (why != NULL)
        return refuse(place, why);
    tell_key(&l->key);
    books_tell(l->books);
    if (l->tree.count > l->witnessed)
        printf("%" PRIu64 " events after event %" PRIu64
               " are not yet witnessed: nothing shows that "
               "they stay as they are\n",
               l->tree.count - l->witnessed, l->witnessed);
    const bool is_told = claim == 0 || books_tell_claim(l->books, l->witnessed);
    if (books_faults(l->books) > 0)
        return refuse(name, "it breaks the rules that stand in it");
    puts(is_told ? "CONFIRMED" : "NOT CONFIRMED");
    return is_told ? CONFIRMED : NOT_CONFIRMED;
}

/* ---- A proof ---- */

static int verify_proof(FILE *proof, FILE *in, struct key *key)
{
    static char text[LINE_MAX_BYTES + 8192];
    struct checkpoint c, after;
    const char *event, *why = NULL;
    size_t event_len;
    uint64_t seq;
    const size_t len = fread(text, 1, sizeof(text), proof);
    if (checkpoint_next(in, &c, &why) != 1)
        return refuse("checkpoint", why);
    if (checkpoint_next(in, &after, &why) != 0)
        return refuse("checkpoint", "expected one and nothing more");
    why = check_key(key, &c);
    if (why != NULL)
        return refuse("checkpoint", why);
    if (len == sizeof(text) || !proof_check(text, len, &c, &event, &event_len, &seq, &why))
        return refuse("proof", why != NULL ? why : "too long");
    tell_key(key);
    printf("event %" PRIu64 " is in the log of %" PRIu64 " events:\n", seq, c.seq);
    text_print(stdout, (struct text){event, event_len});
    puts("\nCONFIRMED");
    return CONFIRMED;
}

int main(int argc, char **argv)
{
    static struct log l;
    const char *files[2] = {NULL, NULL};
    uint64_t claim = 0;
    bool is_proof = false;
    int count = 0, status;
    if (sodium_init() < 0)
        return NOT_CONFIRMED;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--proof") == 0)
            is_proof = true;
        else if (strcmp(argv[i], "--key") == 0 && i + 1 < argc && read_key(argv[i + 1], &l.key))
            i++;
        else if (strcmp(argv[i], "--claim") == 0 && i + 1 < argc && read_claim(argv[i + 1], &claim))
            i++;
        else if ((argv[i][0] != '-' || (argv[i][1] == '\0' && count == 0)) && count < 2)
            files[count++] = argv[i];
        else
            return usage();
    }
    if (count != 2 || (is_proof && claim != 0))
        return usage();
    l.export = strcmp(files[0], "-") == 0 ? stdin : fopen(files[0], "rb");
    l.checkpoints = fopen(files[1], "rb");
    l.books = books_new(claim);
    if (l.export == NULL || l.checkpoints == NULL || l.books == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", files[l.export != NULL]);
        status = USAGE;
    } else {
        status = is_proof ? verify_proof(l.export, l.checkpoints, &l.key)
                          : verify_log(&l, files[0], claim);
    }
    books_free(l.books);
    if (l.export != NULL)
        fclose(l.export);
    if (l.checkpoints != NULL)
        fclose(l.checkpoints);
    return fflush(stdout) == 0 ? status : NOT_CONFIRMED;
}
