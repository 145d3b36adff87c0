/* UTH-15: Envy. */
#pragma once

#include <croupier/analysis.h>

/* What one seat with the bet expects from the hand of one other, in currency units; counts: of
 * hands that give it. False when it does not fit. */
bool progressive_envy(const struct cr_progressive *progressive,
                      const struct cr_category_counts *counts, struct cr_rational *out);
