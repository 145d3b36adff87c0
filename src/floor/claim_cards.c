/* The cards of a claimed hand as text; see claim.h. */
#include "floor/claim.h"

#include "base/err.h"
#include "base/text.h"
#include "game/cards/card_text.h"

int claim_read_cards(enum cr_category claimed, const char *text, size_t len, const char *field,
                     char out[CLAIM_CARDS_MAX], struct cr_err *err)
{
    cr_card cards[CLAIM_HAND_CARDS];
    size_t count = 0;
    struct text t;
    struct cr_err why = {0};
    if (cr_cards_parse(text, len, cards, CLAIM_HAND_CARDS, &count, &why) != 0 ||
        count != CLAIM_HAND_CARDS)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, field,
                          "expected the five cards of the hand, as As Ks Qs Js Ts");
    const cr_card twice = cr_cards_repeated(cards, count);
    if (twice != CR_NO_CARD) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(twice, card);
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, field,
                          "the card %s is there twice; a hand has five cards, each once", card);
    }
    const enum cr_category hand = cr_rank_category(cr_eval5(cards));
    if (hand != claimed)
        return err_refuse(err, CR_E_STATE, REASON_INVALID_VALUE, field,
                          "the cards are %s; the claim is of %s", cr_category_name(hand),
                          cr_category_name(claimed));
    text_init(&t, out, CLAIM_CARDS_MAX);
    text_add_cards(&t, cards, count);
    return 0;
}
