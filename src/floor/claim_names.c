/* The words of a claim: the checklist (TAB-7) in the words of the manual (PG chapter 3, steps 3 to
 * 5), the ways of payment (UTH-17), and the cards of the hand. */
#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "floor/claim.h"
#include "game/cards/card_text.h"
#include "game/rules/check_names.h"

#include <string.h>

static const struct {
    const char *words; /* in a list that people read */
    const char *text;
} items[CLAIM_ITEMS] = {
    [CLAIM_HAND] = {"hand", "Verify the hand."},
    [CLAIM_LEDS] = {"lights", "Ensure the coin acceptor LEDs are on."},
    [CLAIM_SHUFFLE] = {"shuffle", "Verify that the shuffle was performed according to procedures."},
    [CLAIM_WAGER] = {"wager",
                     "Verify that the progressive wager was placed before the hand was dealt."},
    [CLAIM_SEQUENCE] =
        {"sequence",
         "Verify that cards were dealt in the correct sequence and were not manipulated."},
    [CLAIM_METER] = {"meter", "Check the winning meter amount against the last meter reading and "
                              "the last jackpot payout."},
    [CLAIM_DECK] = {"deck",
                    "Pull and check the card deck and save it; count down the remaining cards, "
                    "sort and check them."},
    [CLAIM_REPLACED] = {"deck replaced", "Replace the card deck."},
};

_Static_assert((int)CLAIM_ITEMS == (int)CR_CHECKS, "the items are the checks of rules files");

const char *claim_item_name(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return check_names[item];
}

const char *claim_item_words(enum claim_item item)
{
    CHECK(item < CLAIM_ITEMS);
    return items[item].words;
}

const struct claim_compliance claim_compliance[] = {
    {"ofac", "OFAC"}, {"title 31", "Title 31"}, {NULL, NULL}};

const char *claim_compliance_words(const char *item)
{
    const struct claim_compliance *c = claim_compliance;
    while (c->item != NULL && strcmp(c->item, item) != 0)
        c++;
    return c->item != NULL ? c->words : item;
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

const char *const claim_method_names[] = {
    [CLAIM_METHOD_NONE] = "none",
    [CLAIM_CHEQUES] = "cheques",
    [CLAIM_CHECK] = "check",
    NULL,
};

const char *claim_method_name(enum claim_method method)
{
    CHECK(method <= CLAIM_CHECK);
    return claim_method_names[method];
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
