/* How to play, as a document: words, a card, and what mistakes cost. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/endings.h>

struct strategy_report {
    const struct cr_rules *rules;
    const struct cr_analysis *analysis;
    const struct cr_play_costs *costs;
    const struct cr_found_plays *found; /* none where nobody asked */
};

struct desk_document strategy_document(const struct strategy_report *report);
