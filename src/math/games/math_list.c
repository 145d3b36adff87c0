/* The list of the games that can be analysed. It is alone in this file for the same reason as
 * game_list.c. */
#include "math/games/game_math.h"

extern const struct game_math math_pg, math_uth, math_tcp, math_lir, math_ms, math_fcp;

const struct game_math *const game_math_list[] = {&math_pg, &math_uth, &math_tcp, &math_lir,
                                                  &math_ms, &math_fcp, NULL};
