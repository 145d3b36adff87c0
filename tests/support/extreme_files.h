/* Rules files that the loader accepts and no house would write: every choice of a file at random,
 * and its numbers mostly at their ends. The same files on every machine for the same seed. */
#pragma once

#include "base/text.h"
#include "game/games/game.h"
#include "support/rng.h"

/* House rules for a game, with what its description allows. */
void extreme_rules(struct rng *rng, const struct cr_game *game, struct text *out);

/* A progressive, of one to four meters. */
void extreme_progressive(struct rng *rng, struct text *out);

/* A progressive of one small meter that meets its ends: a limit, awards that it cannot bear, or
 * both. */
void short_progressive(struct rng *rng, struct text *out);
