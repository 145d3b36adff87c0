/* Guesses which word somebody meant: by the edit distance with letters changed, left out, added
 * and exchanged with their neighbour. */
#include "base/spelling.h"

#include <stdio.h>
#include <string.h>

static const char *after_dashes(const char *word, size_t *len)
{
    const size_t dashes = strspn(word, "-");
    *len = dashes < *len ? *len - dashes : 0;
    return word + dashes;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Row i of the matrix has the distances of the first i letters of a to the beginnings of b. */
static unsigned distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    unsigned rows[SPELLING_MAX + 1][SPELLING_MAX + 1];
    for (unsigned j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a_len; i++) {
        rows[i][0] = i;
        for (unsigned j = 1; j <= b_len; j++) {
            const unsigned change = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            rows[i][j] = least(change, 1 + least(rows[i - 1][j], rows[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                rows[i][j] = least(rows[i][j], 1 + rows[i - 2][j - 2]);
        }
    }
    return rows[a_len][b_len];
}

void spelling_init(struct spelling *s, const char *word)
{
    size_t len = strlen(word);
    word = after_dashes(word, &len);
    *s = (struct spelling){.distance = ~0u};
    if (len < SPELLING_MAX)
        memcpy(s->word, word, len);
}

void spelling_consider(struct spelling *s, const char *candidate, size_t len)
{
    size_t letters = len;
    const size_t word_len = strlen(s->word);
    const char *name = after_dashes(candidate, &letters);
    if (word_len == 0 || letters == 0 || len >= SPELLING_MAX)
        return;
    /* Three letters or more that begin a longer word are taken for that word. */
    const bool begins =
        word_len >= 3 && word_len < letters && strncmp(s->word, name, word_len) == 0;
    const unsigned apart = begins ? 1 : distance(s->word, word_len, name, letters);
    if (apart > least(3, (unsigned)(word_len + 1) / 3) || apart >= s->distance)
        return;
    s->distance = apart;
    snprintf(s->best, sizeof(s->best), "%.*s", (int)len, candidate);
}
