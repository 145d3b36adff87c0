/* Sentences that a player can say about a hand, and plays that are made of them.
 *
 * A game looks at a hand and notes a few small numbers, its looks: the rank of a pair, how many
 * cards are of one suit, how many unseen cards beat the hand. A saying is a pattern of sentences
 * about the looks, such as "a pair of %X or better", with one sentence for each value of its
 * numbers. A play of lines says at each decision which hands bet how much, and what all other hands
 * do.
 */
#pragma once

#include <croupier/rules.h>

#define LOOKS       13
#define SAYING_MAX  96 /* bytes of a sentence, terminator included */
#define STAGE_LINES 10 /* lines of one decision, at most */

/* The numbers noted of one hand; each game has its own names for the indices. */
struct looks {
    uint16_t of[LOOKS];
};

/* Bounds that stand for one of the sentence's numbers. */
#define SAY_X   0xfff0
#define SAY_Y   0xfff1
#define SAY_ALL 0xffff /* no upper bound */

#define SAYING_NEEDS 3

/* A look that must lie between two bounds. */
struct saying_need {
    uint16_t look, least, most;
};

/* A pattern of sentences. In the texts %x and %y are ranks ("king"), %X and %Y ranks in the plural
 * ("kings"), %n and %m numbers, %g and %h "at most so many gaps", %p points, %c and %d categories
 * of hands, %t a hand of three cards. The first of each two stands for x, the second for y. Ranks
 * are counted from 1; 0 means none. */
struct saying {
    const char *text; /* NULL ends a list */
    const char *any;  /* the text where y has its first value; NULL: the same */
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

/* One sentence: a saying with values for its numbers. */
struct said {
    const struct saying *saying;
    uint16_t x, y;
};

bool said_of(const struct said *said, const struct looks *looks);
void said_write(const struct said *said, char out[SAYING_MAX]);

/* ---- Plays of lines ---- */

#define CODE_BEST 3 /* instead of a code: the decision of the strategy's own tables */

struct stage_lines {
    uint8_t count;
    uint8_t otherwise; /* the code of all other hands */
    struct {
        struct said said;
        uint8_t code; /* as in strategy_tables.h: 0 the smallest decision, 2 the largest bet */
    } of[STAGE_LINES];
};

struct line_play {
    struct stage_lines stages[CR_STAGES];
};

/* The code of the first line that is true of a hand, or that for all other hands. */
unsigned lines_code(const struct stage_lines *lines, const struct looks *looks);
