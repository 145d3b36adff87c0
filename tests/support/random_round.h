/* Random rounds that the rules allow, with good hands far more often than chance gives them. */
#pragma once

#include "support/rng.h"

#include <croupier/settle.h>

/* progressive may be NULL. */
void random_round(struct rng *rng, const struct cr_rules *rules,
                  const struct cr_progressive *progressive, struct cr_round *out);

/* Meters from zero to large, with fractions of a cent. */
void random_meters(struct rng *rng, const struct cr_progressive *progressive,
                   struct cr_meters *out);
