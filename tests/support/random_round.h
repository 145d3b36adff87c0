/* Random rounds that the rules allow, in which good hands are far more frequent than by chance. */
#pragma once

#include "support/rng.h"

#include <croupier/settle.h>

/* Fills *out with a complete round. progressive may be NULL. */
void random_round(struct rng *rng, const struct cr_rules *rules,
                  const struct cr_progressive *progressive, struct cr_round *out);

/* Meters with amounts from zero to large, including fractions of a cent. */
void random_meters(struct rng *rng, const struct cr_progressive *progressive,
                   struct cr_meters *out);
