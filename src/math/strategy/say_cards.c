/* What players look at, and the sentences they say, in Three Card Poker and Four Card Poker. */
#include "math/strategy/strategy_tables.h"

#include <string.h>

/* ---- Three Card Poker ---- */

enum { RANK };

void look_tcp(const struct cr_rules *rules, unsigned stage, const struct hand_cards *hand,
              struct looks *out)
{
    (void)rules;
    (void)stage;
    memset(out, 0, sizeof *out);
    out->of[RANK] = cr_eval3(hand->hole);
}

const struct saying say_tcp[] = {
    SAY("%t or better", FOR_X(1, CR_RANKS_THREE), NEEDS({RANK, 0, SAY_X})),
    SAY("%t or worse", FOR_X(1, CR_RANKS_THREE), NEEDS({RANK, SAY_X, SAY_ALL})),
    {.text = NULL},
};

/* ---- Four Card Poker ---- */

enum {
    PAIR,   /* the rank of the pair, from 1; 0: none; 14: two pair or better */
    HIGH,   /* the highest card */
    UP,     /* the dealer's open card */
    SAME,   /* how many own cards have the rank of the open card */
    HIGHER, /* the pair is above the open card, or the hand is better than a pair */
    SECOND  /* the second highest card, for hands without a pair */
};

#define BETTER 14

void look_fcp(const struct cr_rules *rules, unsigned stage, const struct hand_cards *hand,
              struct looks *out)
{
    unsigned of[CR_RANKS] = {0}, pair = 0, high = 0, second = 0;
    const unsigned up = cr_card_rank(hand->up);
    (void)rules;
    (void)stage;
    for (unsigned i = 0; i < 5; i++)
        of[cr_card_rank(hand->hole[i])]++;
    for (unsigned rank = 0; rank < CR_RANKS; rank++) {
        pair = of[rank] > 1 ? rank + 1 : pair;
        second = of[rank] > 0 ? high : second;
        high = of[rank] > 0 ? rank + 1 : high;
    }
    const enum cr_category category = cr_rank4_category(cr_eval4(hand->hole, 5));
    memset(out, 0, sizeof *out);
    if (category != CR_PAIR && category != CR_HIGH_CARD)
        pair = BETTER;
    out->of[PAIR] = (uint16_t)pair;
    out->of[HIGH] = (uint16_t)high;
    out->of[SECOND] = (uint16_t)second;
    out->of[UP] = (uint16_t)(up + 1);
    out->of[SAME] = (uint16_t)of[up];
    out->of[HIGHER] = pair > up + 1;
}

const struct saying say_fcp[] = {
    SAY("a pair of %X or better", FOR_X(1, 13), NEEDS({PAIR, SAY_X, SAY_ALL})),
    SAY("two pair or better", NEEDS({PAIR, BETTER, SAY_ALL})),
    SAY("a pair of %X or better before a %y or lower", ANY("a pair of %X or better before a two"),
        FOR_X(1, 13), FOR_Y(1, 12), NEEDS({PAIR, SAY_X, SAY_ALL}, {UP, 0, SAY_Y})),
    SAY("a pair of %X or better that is above the dealer's card", FOR_X(1, 13),
        NEEDS({PAIR, SAY_X, SAY_ALL}, {HIGHER, 1, 1})),
    SAY("a pair of %X or better and a card of the rank of the dealer's", FOR_X(1, 13),
        NEEDS({PAIR, SAY_X, SAY_ALL}, {SAME, 1, SAY_ALL})),
    SAY("%x-%y high or better and a card of the rank of the dealer's", FOR_X(8, 13), FOR_Y(1, 12),
        NEEDS({HIGH, SAY_X, SAY_ALL}, {SECOND, SAY_Y, SAY_ALL}, {SAME, 1, SAY_ALL})),
    {.text = NULL},
};
