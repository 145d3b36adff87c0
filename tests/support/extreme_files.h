/* Generates rules files that the loader accepts but no house would write: every choice is drawn at
 * random, and most numbers are at the ends of their ranges. The same seed gives the same files on
 * every machine. */
#pragma once

#include "base/text.h"
#include "game/games/game.h"
#include "support/rng.h"

/* Appends house rules for a game to out, with any feature that the game's description allows. */
void extreme_rules(struct rng *rng, const struct cr_game *game, struct text *out);

/* Appends a progressive with one to four meters to out. */
void extreme_progressive(struct rng *rng, struct text *out);

/* Appends a progressive with one small meter that reaches its limit, has to pay more than it takes
 * in, or both. */
void short_progressive(struct rng *rng, struct text *out);
