/* The description of how simulated patrons play a game, and what the dealer's trainer teaches about
 * it.
 *
 * A game without a description can still be played: its patrons bet on every hand. The trainer
 * refuses such a game by name.
 */
#pragma once

#include "game/games/game.h"

/* What a patron sees at a decision. */
struct sight {
    const cr_card *cards, *board;
    unsigned count, open, stage; /* own cards; board cards face up; the number of the decision */
    unsigned high, low;          /* ranks of the first two cards */
    bool suited;                 /* the first two cards are of one suit */
};

/* What a patron wants to bet: nothing, a number of Antes, or as much as allowed. */
enum { BETS_NOTHING = 0, BETS_MOST = 255 };

/* The ids of the rules that are in no settlement: the order in which wagers are settled, the
 * dealer's announcement, and a bonus that is not paid (NULL: the game has no bonus). */
struct trainer_rules {
    const char *order, *qualify, *bonus;
};

struct game_play {
    const struct cr_game *game;
    /* What a patron bets on what it sees; where bets can be taken back, BETS_NOTHING takes the bet
     * back and anything else lets it ride. */
    unsigned (*bets)(const struct sight *see);
    struct trainer_rules trainer;
};

/* All descriptions; NULL ends the list. It has a file of its own, as game_list has. */
extern const struct game_play *const game_play_list[];

/* The description of a game; NULL for none. */
const struct game_play *game_play_of(const struct cr_game *game);

/* Makes the description of a game whose file has the function ID_bets; the arguments after the id
 * are the trainer's rules. */
#define GAME_PLAY(id, ...)                                                                         \
    const struct game_play play_##id = {                                                           \
        .game = &game_##id, .bets = id##_bets, .trainer = {__VA_ARGS__}}
