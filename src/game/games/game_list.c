/* The list of the games that this program knows. It is alone in this file, so that a program (a
 * test, for instance) can link another list without any other change. */
#include "game/games/game.h"

const struct cr_game *const game_list[] = {&game_pg, &game_uth, &game_tcp, &game_lir,
                                           &game_ms, &game_fcp, NULL};
