/* The figures of a progressive without its exact fractions, as fine as they are needed; and Envy.
 */
#pragma once

#include <croupier/analysis.h>

/* grid: of meters that meet their ends (meter_chain.h); METER_GRID is the one that is printed.
 * False without memory. */
bool progressive_figures(const struct cr_progressive *progressive,
                         const struct cr_category_counts *counts, unsigned grid,
                         struct cr_progressive_figures *out);

/* UTH-15: what one seat with the bet expects from the hand of one other, in currency units; counts:
 * of hands that give it. False when it does not fit. */
bool progressive_envy(const struct cr_progressive *progressive,
                      const struct cr_category_counts *counts, struct cr_rational *out);
