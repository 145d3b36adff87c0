/* The list of games of a test program: the shipped ones and two that nobody ships. It stands in
 * the place of src/game/games/game_list.c. */
#include "test_games.h"

const struct cr_game *const game_list[] = {&game_pg,  &game_uth, &game_tcp,  &game_lir, &game_ms,
                                           &game_fcp, &game_two, &game_solo, NULL};
