/* The list of the games that simulated patrons know how to play. It is alone in this file for the
 * same reason as game_list.c. */
#include "sim/game_play.h"

extern const struct game_play play_pg, play_uth, play_tcp, play_lir, play_ms, play_fcp;

const struct game_play *const game_play_list[] = {&play_pg, &play_uth, &play_tcp, &play_lir,
                                                  &play_ms, &play_fcp, NULL};
