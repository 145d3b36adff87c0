/* Cards as people write them in a row: "As Ks Qs". */
#ifndef GAME_CARDS_CARD_TEXT_H
#define GAME_CARDS_CARD_TEXT_H

#include "base/text.h"

#include <croupier/cards.h>

void text_add_cards(struct text *t, const cr_card *cards, size_t count);

#endif
