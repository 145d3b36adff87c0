/* Splits lines into words and matches them against patterns; see words.h. */
#include "floor/words.h"

#include <stdio.h>
#include <string.h>

bool words_split(struct words *w, const char *line)
{
    memset(w, 0, sizeof *w);
    snprintf(w->text, sizeof w->text, "%s", line);
    char *at = w->text;
    for (;;) {
        at += strspn(at, " \t");
        if (*at == '\0')
            return true;
        if (w->count == WORDS_MAX)
            return false;
        const bool quoted = *at == '"';
        at += quoted;
        w->word[w->count++] = at;
        at += strcspn(at, quoted ? "\"" : " \t");
        if (*at == '\0')
            return !quoted;
        *at++ = '\0';
    }
}

/* Compares one word with one of the pattern's. A letter in angle brackets takes the word. */
static bool match_one(struct words *w, unsigned i, const char *pattern, size_t len)
{
    char *word = w->word[i];
    const size_t own = strlen(word);
    if (pattern[0] != '<')
        return own == len && memcmp(word, pattern, len) == 0;
    if (pattern[len - 1] == ':') {
        if (own < 2 || word[own - 1] != ':')
            return false;
    }
    w->first[pattern[1] - 'a'] = i;
    w->taken[pattern[1] - 'a'] = 1;
    return true;
}

bool words_match(struct words *w, const char *pattern)
{
    unsigned i = 0;
    memset(w->taken, 0, sizeof w->taken);
    while (*pattern != '\0') {
        const size_t len = strcspn(pattern, " ");
        if (len == 4 && pattern[2] == '*') {
            w->first[pattern[1] - 'a'] = i;
            w->taken[pattern[1] - 'a'] = w->count - i;
            return true;
        }
        if (i == w->count || !match_one(w, i, pattern, len))
            return false;
        i++;
        pattern += len + (pattern[len] == ' ');
    }
    return i == w->count;
}

const char *words_one(const struct words *w, char letter)
{
    return w->taken[letter - 'a'] > 0 ? w->word[w->first[letter - 'a']] : "";
}

void words_all(const struct words *w, char letter, char *out, size_t size)
{
    out[0] = '\0';
    for (unsigned i = 0; i < w->taken[letter - 'a']; i++) {
        const size_t len = strlen(out);
        snprintf(out + len, size - len, "%s%s", i > 0 ? " " : "",
                 w->word[w->first[letter - 'a'] + i]);
    }
}
