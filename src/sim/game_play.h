/* How simulated people play a game, and what the dealer's trainer teaches about it.
 *
 * A game without a description is still played: its patrons bet on every hand. The trainer
 * refuses it by name.
 */
#ifndef SIM_GAME_PLAY_H
#define SIM_GAME_PLAY_H

#include "game/games/game.h"

/* What a patron sees at a decision. */
struct sight {
    const cr_card *cards, *board;
    unsigned open, stage;
    unsigned high, low; /* ranks of the first two cards */
    bool suited;
};

/* The ids of the rules that are not in a settlement: in which order wagers are settled, what the
 * dealer announces, what a bonus that is not paid means (NULL: the game has no bonus). */
struct trainer_rules {
    const char *order, *qualify, *bonus;
};

struct game_play {
    const struct cr_game *game;
    bool (*bets)(const struct sight *see); /* whether a patron bets on what it sees */
    struct trainer_rules trainer;
};

/* What is known; NULL ends the list. It stands alone in its file, as game_list. */
extern const struct game_play *const game_play_list[];

/* The description of a game; NULL for none. */
const struct game_play *game_play_of(const struct cr_game *game);

#endif
