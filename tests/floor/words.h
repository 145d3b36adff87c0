/* A line as words, and patterns of words: "<t>: key <k> to <p> by <a>".
 *
 * A word of a pattern is itself, or a letter in angle brackets that takes one word; <t>: takes a
 * word that ends with a colon, <w*> takes all that are left. Words in quotes are one word.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define WORDS_MAX 64
#define LINE_MAX_ 512

struct words {
    char text[LINE_MAX_];
    char *word[WORDS_MAX];
    unsigned count;
    unsigned first[26], taken[26]; /* by letter: index of the first word, count */
};

bool words_split(struct words *w, const char *line);
bool words_match(struct words *w, const char *pattern);

/* What a letter took: its first word ("" if it took none), or all of them with blanks between. */
const char *words_one(const struct words *w, char letter);
void words_all(const struct words *w, char letter, char *out, size_t size);
