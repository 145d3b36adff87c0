/* Cards as a list of JSON: ["As","Kd"]. Places without a card are left out. */
#pragma once

#include "base/json_write.h"

#include <croupier/cards.h>

void json_cards(struct text *t, const char *key, const cr_card *cards, unsigned count);
