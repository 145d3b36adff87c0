/* Cards as people write them in a row: "As Ks Qs". */
#pragma once

#include "base/text.h"

#include <croupier/cards.h>

void text_add_cards(struct text *t, const cr_card *cards, size_t count);
