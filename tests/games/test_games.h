/* Games that only tests know. */
#pragma once

#include "game/games/game.h"

extern const struct cr_game game_two, game_solo;
