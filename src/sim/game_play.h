/* How simulated people play a game, and what the dealer's trainer teaches about it.
 *
 * A game without a description is still played: its patrons bet on every hand. The trainer
 * refuses it by name.
 */
#pragma once

#include "game/games/game.h"

/* What a patron sees at a decision. */
struct sight {
    const cr_card *cards, *board;
    unsigned count, open, stage; /* own cards; board cards face up; which decision */
    unsigned high, low;          /* ranks of the first two cards */
    bool suited;                 /* the first two are */
};

/* What a patron wants to bet: nothing, so many Antes, or as many as it may. */
enum { BETS_NOTHING = 0, BETS_MOST = 255 };

/* The ids of the rules that are not in a settlement: in which order wagers are settled, what the
 * dealer announces, what a bonus that is not paid means (NULL: the game has no bonus). */
struct trainer_rules {
    const char *order, *qualify, *bonus;
};

struct game_play {
    const struct cr_game *game;
    /* What a patron bets on what it sees; where bets are taken back, whether it lets them ride. */
    unsigned (*bets)(const struct sight *see);
    struct trainer_rules trainer;
};

/* What is known; NULL ends the list. It stands alone in its file, as game_list. */
extern const struct game_play *const game_play_list[];

/* The description of a game; NULL for none. */
const struct game_play *game_play_of(const struct cr_game *game);

/* A game whose file has ID_bets, and the rules that the trainer quotes. */
#define GAME_PLAY(id, ...)                                                                         \
    const struct game_play play_##id = {                                                           \
        .game = &game_##id, .bets = id##_bets, .trainer = {__VA_ARGS__}}
