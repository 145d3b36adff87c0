/* Guesses which known word somebody meant who wrote an unknown one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define SPELLING_MAX 32 /* longer words are not guessed at */

/* The candidate that is nearest to the word so far. */
struct spelling {
    char word[SPELLING_MAX];
    char best[SPELLING_MAX]; /* "": none is near enough */
    unsigned distance;
};

/* Begins with the unknown word. Dashes before a word do not count. */
void spelling_init(struct spelling *s, const char *word);
void spelling_consider(struct spelling *s, const char *candidate, size_t len);
