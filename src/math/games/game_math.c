/* Finds the mathematical description of a game, and answers questions about limits and forfeits
 * from it. */
#include "math/games/game_math.h"

#include "base/err.h"
#include "game/games/game.h"

const struct game_math *game_math_of(const struct cr_game *game)
{
    for (size_t i = 0; game_math_list[i]; i++)
        if (game_math_list[i]->game == game)
            return game_math_list[i];
    return NULL;
}

int game_math_find(const struct cr_game *game, const struct game_math **out, struct cr_err *err)
{
    *out = game_math_of(game);
    return *out ? CR_OK : err_set(err, CR_E_NOT_FOUND, "no exact analysis for %s", game->title);
}

bool game_math_limited_with(const struct cr_rules *rules, struct cr_money ante,
                            struct cr_ratio side)
{
    const struct game_math *math = game_math_of(rules->game);
    return rules->has_hand_limit && ante.micro > 0 && math && math->limit_binds &&
           math->limit_binds(rules, ante, side);
}

bool game_math_limited(const struct cr_rules *rules, struct cr_money ante)
{
    return game_math_limited_with(rules, ante, (struct cr_ratio){0, 1});
}

bool game_math_forfeits(const struct cr_rules *rules)
{
    const struct game_math *math = game_math_of(rules->game);
    return math && math->live_pairs && rules->game->progressive < CR_SLOTS &&
           (rules->fold_forfeits >> rules->game->progressive & 1);
}
