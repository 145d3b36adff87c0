/* Cards as people write them in a row, "As Ks Qs", and as a list of JSON. */
#pragma once

#include "base/json_write.h"

#include <croupier/cards.h>

void text_add_cards(struct text *t, const cr_card *cards, size_t count);

/* ["As","Kd"]. Places without a card are left out. */
void json_cards(struct text *t, const char *key, const cr_card *cards, unsigned count);
