/* Hashes, the tree over the log (in the shape of RFC 6962, with BLAKE2b-256), checkpoints and
 * proofs. */
#include "verify.h"

#include <sodium.h>
#include <string.h>

/* The hash of two pieces of data. first: a byte before them; -1: none. */
void hash_of(int first, const void *a, size_t a_len, const void *b, size_t b_len, struct hash *out)
{
    crypto_generichash_state state;
    const unsigned char byte = (unsigned char)first;
    crypto_generichash_init(&state, NULL, 0, HASH);
    if (first >= 0)
        crypto_generichash_update(&state, &byte, 1);
    crypto_generichash_update(&state, a, a_len);
    crypto_generichash_update(&state, b, b_len);
    crypto_generichash_final(&state, out->bytes, HASH);
}

bool hash_same(const struct hash *a, const struct hash *b)
{
    return memcmp(a->bytes, b->bytes, HASH) == 0;
}

void hash_print(FILE *out, const struct hash *h)
{
    for (int i = 0; i < HASH; i++)
        fprintf(out, "%02x", h->bytes[i]);
}

bool hash_is(const struct hash *h, struct text digits)
{
    char hex[2 * HASH + 1];
    sodium_bin2hex(hex, sizeof(hex), h->bytes, HASH);
    return text_is(digits, hex);
}

static struct hash node(const struct hash *left, const struct hash *right)
{
    struct hash out;
    hash_of(1, left->bytes, HASH, right->bytes, HASH, &out);
    return out;
}

void tree_add(struct tree *t, const char *body, size_t len)
{
    struct hash h;
    unsigned level = 0;
    hash_of(0, body, len, "", 0, &h);
    for (; (t->count >> level & 1) != 0; level++)
        h = node(&t->full[level], &h);
    t->full[level] = h;
    t->count++;
}

struct hash tree_root(const struct tree *t)
{
    unsigned level = 0;
    while ((t->count >> level & 1) == 0)
        level++;
    struct hash root = t->full[level];
    for (level++; level < 64; level++)
        if ((t->count >> level & 1) != 0)
            root = node(&t->full[level], &root);
    return root;
}

/* ---- Lines of a word and a value ---- */

static bool is_word(const char *line, const char *word)
{
    const size_t len = strlen(word);
    return strncmp(line, word, len) == 0 && line[len] == ' ';
}

static bool read_hex(const char *line, const char *word, uint8_t *out, size_t bytes)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = line + strlen(word) + 1;
    if (!is_word(line, word) || strlen(at) != 2 * bytes)
        return false;
    for (size_t i = 0; i < 2 * bytes; i++) {
        const char *digit = strchr(digits, at[i]);
        if (digit == NULL)
            return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (digit - digits));
    }
    return true;
}

static bool read_count(const char *line, const char *word, uint64_t *out)
{
    const char *at = line + strlen(word) + 1;
    *out = 0;
    if (!is_word(line, word) || *at < '0' || *at > '9' || (*at == '0' && at[1] != '\0') ||
        strlen(at) > 18)
        return false;
    for (; *at != '\0'; at++) {
        if (*at < '0' || *at > '9')
            return false;
        *out = 10 * *out + (uint64_t)(*at - '0');
    }
    return true;
}

/* ---- Checkpoints ---- */

#define LINES     11
#define LINE_ROOM 192

/* Reads a line without its end; false at the end of the file, in a long line, or at a zero byte. */
static bool read_line(FILE *in, char line[LINE_ROOM], size_t *len)
{
    int c = 0;
    *len = 0;
    while (*len < LINE_ROOM - 1 && (c = getc(in)) != EOF && c != '\n' && c != '\0')
        line[(*len)++] = (char)c;
    line[*len] = '\0';
    return c == '\n';
}

static bool read_members(char lines[LINES][LINE_ROOM], struct checkpoint *c, uint8_t *signature)
{
    uint8_t floor[16] = {0};
    memset(c, 0, sizeof(*c));
    if (strcmp(lines[0], "croupier checkpoint 1") != 0 || !read_hex(lines[1], "floor", floor, 16) ||
        !read_count(lines[2], "seq", &c->seq) || !read_count(lines[3], "time", &c->time) ||
        !read_hex(lines[4], "chain", c->chain.bytes, HASH) ||
        !read_hex(lines[5], "tree", c->tree.bytes, HASH) ||
        !read_hex(lines[6], "program", c->program.bytes, HASH) ||
        !read_hex(lines[7], "configuration", c->configuration.bytes, HASH) ||
        !read_hex(lines[8], "key", c->key.bytes, HASH) ||
        !read_hex(lines[9], "signature", signature, SIGNATURE) || lines[10][0] != '\0')
        return false;
    memcpy(c->floor, lines[1] + 6, 32);
    return c->seq > 0;
}

int checkpoint_next(FILE *in, struct checkpoint *c, const char **why)
{
    static char lines[LINES][LINE_ROOM];
    char text[LINES * LINE_ROOM];
    uint8_t signature[SIGNATURE] = {0};
    size_t len, used = 0;
    const int first = getc(in);
    *why = "a text that is no checkpoint";
    if (first == EOF)
        return ferror(in) ? -1 : 0;
    ungetc(first, in);
    for (int i = 0; i < LINES; i++) {
        if (!read_line(in, lines[i], &len))
            return -1;
        if (i < 9) { /* the signed lines */
            memcpy(text + used, lines[i], len);
            text[used + len] = '\n';
            used += len + 1;
        }
    }
    if (!read_members(lines, c, signature))
        return -1;
    *why = "the signature is not of this text and key";
    if (crypto_sign_verify_detached(signature, (const unsigned char *)text, used, c->key.bytes) !=
        0)
        return -1;
    return 1;
}

/* ---- Proofs ---- */

/* The next line of a text, cut at its end; NULL when there is none. */
static char *next_line(char **at, char *end)
{
    char *line = *at, *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (stop == NULL || memchr(line, '\0', (size_t)(stop - line)) != NULL)
        return NULL;
    *stop = '\0';
    *at = stop + 1;
    return line;
}

/* A climb from a leaf to the root of a tree of last + 1 leaves, one step for each hash of the
 * proof. */
struct climb {
    struct hash hash;
    uint64_t at, last;
};

static bool climb_step(struct climb *c, const struct hash *beside)
{
    if (c->last == 0)
        return false;
    if ((c->at & 1) != 0 || c->at == c->last) {
        c->hash = node(beside, &c->hash);
        for (; (c->at & 1) == 0 && c->at != 0; c->at >>= 1)
            c->last >>= 1;
    } else {
        c->hash = node(&c->hash, beside);
    }
    c->at >>= 1;
    c->last >>= 1;
    return true;
}

bool proof_check(char *text, size_t len, const struct checkpoint *c, const char **event,
                 size_t *event_len, uint64_t *seq, const char **why)
{
    char *at = text, *end = text + len, *line = next_line(&at, end);
    struct hash path[64] = {0};
    uint64_t of;
    int count = 0;
    *why = "a text that is no proof";
    if (line == NULL || strcmp(line, "croupier inclusion 1") != 0 ||
        (line = next_line(&at, end)) == NULL || !read_count(line, "seq", seq) ||
        (line = next_line(&at, end)) == NULL || !read_count(line, "of", &of))
        return false;
    while ((line = next_line(&at, end)) != NULL && is_word(line, "path"))
        if (count == 64 || !read_hex(line, "path", path[count++].bytes, HASH))
            return false;
    if (line == NULL || !is_word(line, "event") || end - at != 1 || *at != '\n')
        return false;
    *event = line + 6;
    *event_len = strlen(*event);
    *why = "the proof is for another checkpoint";
    if (of != c->seq || *seq == 0 || *seq > of)
        return false;
    *why = "the event is not in the log of the checkpoint";
    struct climb climb = {.at = *seq - 1, .last = of - 1};
    hash_of(0, *event, *event_len, "", 0, &climb.hash);
    for (int i = 0; i < count; i++)
        if (!climb_step(&climb, &path[i]))
            return false;
    return climb.last == 0 && hash_same(&climb.hash, &c->tree);
}
