/* A claim in words: the checklist (TAB-7), in those of the manual (PG chapter 3, steps 3 to 5), the
 * ways of payment (UTH-17), and the cards of the hand. */
#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "floor/claim.h"
#include "game/cards/card_text.h"

#include <string.h>

static const struct {
    const char *name;  /* for programs and rules files */
    const char *words; /* in a list that people read */
    const char *text;
} items[CLAIM_ITEMS] = {
    [CLAIM_HAND] = {"hand", "hand", "Verify the hand."},
    [CLAIM_LEDS] = {"leds", "lights", "Ensure the coin acceptor LEDs are on."},
    [CLAIM_SHUFFLE] = {"shuffle", "shuffle",
                       "Verify that the shuffle was performed according to procedures."},
    [CLAIM_WAGER] = {"wager", "wager",
                     "Verify that the progressive wager was placed before the hand was dealt."},
    [CLAIM_SEQUENCE] =
        {"sequence", "sequence",
         "Verify that cards were dealt in the correct sequence and were not manipulated."},
    [CLAIM_METER] = {"meter", "meter",
                     "Check the winning meter amount against the last meter reading and "
                     "the last jackpot payout."},
    [CLAIM_DECK] = {"deck", "deck",
                    "Pull and check the card deck and save it; count down the remaining cards, "
                    "sort and check them."},
    [CLAIM_REPLACED] = {"replaced", "deck replaced", "Replace the card deck."},
};

const char *claim_item_name(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].name;
}

const char *claim_item_words(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].words;
}

const char *claim_compliance_words(const char *item)
{
    return strcmp(item, "ofac") == 0 ? "OFAC" : strcmp(item, "title 31") == 0 ? "Title 31" : item;
}

const char *claim_item_text(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].text;
}

const char *claim_item_text_after(enum claim_item item)
{
    return item == CLAIM_DECK ? "Count down the complete deck." : claim_item_text(item);
}

const char *claim_method_name(enum claim_method method)
{
    static const char *const names[] = {
        [CLAIM_METHOD_NONE] = "none",
        [CLAIM_CHEQUES] = "cheques",
        [CLAIM_CHECK] = "check",
    };
    CHECK(method <= CLAIM_CHECK);
    return names[method];
}

int claim_read_cards(enum cr_category claimed, const char *text, size_t len, const char *field,
                     char out[CLAIM_CARDS_MAX], struct cr_err *err)
{
    cr_card cards[CLAIM_HAND_CARDS];
    size_t count = 0;
    struct text t;
    struct cr_err why = {0};
    if (cr_cards_parse(text, len, cards, CLAIM_HAND_CARDS, &count, &why) != 0 ||
        count != CLAIM_HAND_CARDS)
        return err_invalid(err, field, "expected the five cards of the hand, as As Ks Qs Js Ts");
    const cr_card twice = cr_cards_repeated(cards, count);
    if (twice != CR_NO_CARD) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(twice, card);
        return err_invalid(err, field,
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
