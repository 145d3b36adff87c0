/* The games that this program knows, and nothing else: a program that links a list of its own
 * (tests do) knows other games, and every other part of it stays as it is. */
#include "game/games/game.h"

const struct cr_game *const game_list[] = {&game_pg, &game_uth, &game_tcp, &game_lir,
                                           &game_ms, &game_fcp, NULL};
