/* What a player can say about a hand, and plays that are made of such sentences.
 *
 * A game looks at a hand and notes a few small numbers: the rank of a pair, how many cards are of
 * one suit, how many unseen cards beat the hand. A saying is a kind of sentence about them, "a pair
 * of %X or better", one sentence for each value of its numbers. A play of lines says at each
 * decision which hands bet how much, and what all other hands do.
 */
#pragma once

#include <croupier/rules.h>

#define LOOKS       13
#define SAYING_MAX  96 /* bytes of a sentence, with its end */
#define STAGE_LINES 10 /* of one decision, at most */

/* What is noted of one hand; each game has names of its own for the places. */
struct looks {
    uint16_t of[LOOKS];
};

/* Bounds that are one of the numbers of a sentence. */
#define SAY_X   0xfff0
#define SAY_Y   0xfff1
#define SAY_ALL 0xffff /* no upper bound */

#define SAYING_NEEDS 3

/* A look that must lie between two bounds. */
struct saying_need {
    uint16_t look, least, most;
};

/* In the texts %x and %y are ranks ("king"), %X and %Y several of them ("kings"), %n and %m
 * numbers, %g and %h so many gaps at most, %p points, %c and %d categories of hands, %t a hand of
 * three cards. A rank is counted from 1: 0 is for none. */
struct saying {
    const char *text; /* NULL ends a list */
    const char *any;  /* instead of it where y has its first value; NULL: the same */
    uint16_t first_x, last_x, first_y, last_y;
    struct saying_need needs[SAYING_NEEDS];
    uint8_t need_count;
};

/* A saying in a line or two: SAY("…", FOR_X(1, 13), FOR_Y(1, 12), NEEDS({…}, {…})). */
#define SAY(text_, ...)                                                                            \
    {                                                                                              \
        .text = text_, __VA_ARGS__                                                                 \
    }
#define ANY(text_)  .any = text_
#define FOR_X(a, b) .first_x = a, .last_x = b
#define FOR_Y(a, b) .first_y = a, .last_y = b
#define NEEDS(...)                                                                                 \
    .needs = {__VA_ARGS__},                                                                        \
    .need_count = sizeof((struct saying_need[]){__VA_ARGS__}) / sizeof(struct saying_need)

/* One sentence. */
struct said {
    const struct saying *saying;
    uint16_t x, y;
};

bool said_of(const struct said *said, const struct looks *looks);
void said_write(const struct said *said, char out[SAYING_MAX]);

/* ---- Plays of lines ---- */

#define CODE_BEST 3 /* instead of a code: what the strategy does without lines */

struct stage_lines {
    uint8_t count;
    uint8_t otherwise; /* the code of all other hands */
    struct {
        struct said said;
        uint8_t code; /* of strategy_tables.h: 0 the smallest decision, 2 the largest bet */
    } of[STAGE_LINES];
};

struct line_play {
    struct stage_lines stages[CR_STAGES];
};

/* The code of the first line that is true of a hand, or of all others. */
unsigned lines_code(const struct stage_lines *lines, const struct looks *looks);
