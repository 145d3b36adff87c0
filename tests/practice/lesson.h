/* A round for a dealer in training, the right answer for every wager of it, found by settlement
 * alone, and what the trainer says to answers. */
#pragma once

#include "settled.h"

struct lesson_game {
    const char *rules, *progressive, *order_rule;
};
#define LESSON_GAMES 8
extern const struct lesson_game lesson_games[LESSON_GAMES];

#define LESSON_DEEDS 96

/* A trainee's answer: what is done with one wager. */
struct deed {
    unsigned seat, from_seat;
    char wager[16], verdict[8], amount[CR_MONEY_TEXT_MAX];
};

struct lesson {
    char question[256]; /* JSON without its closing brace */
    struct settled settled;
    unsigned count;
    struct deed deeds[LESSON_DEEDS]; /* the right answers */
};

/* Asks for round number `round` of seed 1 and works out the right answers; returns the trainer's
 * answer. */
const struct json_node *lesson_learn(struct lesson *l, size_t game, unsigned round, unsigned seats);

/* Returns what the trainer says to deeds; rest: further members of the question, after a comma. */
const struct json_node *lesson_judge(const struct lesson *l, const struct deed *deeds,
                                     unsigned count, const char *rest);
/* A number of the score; key is its name. */
unsigned lesson_score(const struct json_node *root, const char *key);
