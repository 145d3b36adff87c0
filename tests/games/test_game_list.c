/* The list of games of a test program, in place of src/game/games/game_list.c: the shipped games
 * and two that only tests have. */
#include "test_games.h"

const struct cr_game *const game_list[] = {&game_pg,  &game_uth, &game_tcp,  &game_lir, &game_ms,
                                           &game_fcp, &game_two, &game_solo, NULL};
