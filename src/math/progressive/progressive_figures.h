/* The figures of a progressive as doubles, with a chosen precision; and the expected Envy. */
#pragma once

#include <croupier/analysis.h>

/* grid: for meters that reach an end (meter_chain.h); METER_GRID is the one for printed figures.
 * False when memory is short. */
bool progressive_figures(const struct cr_progressive *progressive,
                         const struct cr_category_counts *counts, unsigned grid,
                         struct cr_progressive_figures *out);

/* UTH-15: the mean Envy of one seat with the bet from the hand of one other seat, in currency
 * units; counts: of hands for which it is paid. False when it cannot be written exactly. */
bool progressive_envy(const struct cr_progressive *progressive,
                      const struct cr_category_counts *counts, struct cr_rational *out);
