/* Games that only tests know. */
#ifndef TESTS_GAMES_TEST_GAMES_H
#define TESTS_GAMES_TEST_GAMES_H

#include "game/games/game.h"

extern const struct cr_game game_two, game_solo;

#endif
