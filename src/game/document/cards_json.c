/* Cards as a list of JSON. */
#include "game/document/cards_json.h"

void json_cards(struct text *t, const char *key, const cr_card *cards, unsigned count)
{
    json_open(t, key, '[');
    for (unsigned i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        if (cards[i] == CR_NO_CARD)
            continue;
        cr_card_format(cards[i], card);
        json_text(t, NULL, card);
    }
    json_close(t, ']');
}
