/* A round for a dealer in training, what is right about every wager of it by settle alone, and what
 * the trainer says to deeds. */
#pragma once

#include "settled.h"

struct lesson_game {
    const char *rules, *progressive, *order_rule;
};
#define LESSON_GAMES 8
extern const struct lesson_game lesson_games[LESSON_GAMES];

#define LESSON_DEEDS 96

/* What a trainee does with one wager. */
struct deed {
    unsigned seat, from_seat;
    char wager[16], verdict[8], amount[CR_MONEY_TEXT_MAX];
};

struct lesson {
    char question[256]; /* without its closing brace */
    struct settled settled;
    unsigned count;
    struct deed deeds[LESSON_DEEDS]; /* all right */
};

/* Asks for a round with seed 1; returns the answer. */
const struct json_node *lesson_learn(struct lesson *l, size_t game, unsigned round, unsigned seats);

/* What is said of deeds; rest: further members, after a comma. */
const struct json_node *lesson_judge(const struct lesson *l, const struct deed *deeds,
                                     unsigned count, const char *rest);
/* A number of the score. */
unsigned lesson_score(const struct json_node *root, const char *key);
