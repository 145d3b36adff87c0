/* What players say about hands of three, four and five cards without a dealer's board: Three Card
 * Poker and Four Card Poker. */
#include "game/games/game.h"
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
    {.text = "%t or better",
     .first_x = 1,
     .last_x = CR_RANKS_THREE,
     .needs = {{RANK, 0, SAY_X}},
     .need_count = 1},
    {.text = "%t or worse",
     .first_x = 1,
     .last_x = CR_RANKS_THREE,
     .needs = {{RANK, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = NULL},
};

/* ---- Four Card Poker ---- */

enum {
    PAIR,   /* its rank, from 1; 0: none; 14: two pair or better */
    HIGH,   /* the highest card */
    UP,     /* the dealer's open card */
    SAME,   /* own cards of the rank of that card */
    HIGHER, /* the pair is above that card, or there is something better */
    SECOND  /* the highest card but one, for hands without a pair */
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
    {.text = "a pair of %X or better",
     .first_x = 1,
     .last_x = 13,
     .needs = {{PAIR, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "two pair or better", .needs = {{PAIR, BETTER, SAY_ALL}}, .need_count = 1},
    {.text = "a pair of %X or better before a %y or lower",
     .any = "a pair of %X or better before a two",
     .first_x = 1,
     .last_x = 13,
     .first_y = 1,
     .last_y = 12,
     .needs = {{PAIR, SAY_X, SAY_ALL}, {UP, 0, SAY_Y}},
     .need_count = 2},
    {.text = "a pair of %X or better that is above the dealer's card",
     .first_x = 1,
     .last_x = 13,
     .needs = {{PAIR, SAY_X, SAY_ALL}, {HIGHER, 1, 1}},
     .need_count = 2},
    {.text = "a pair of %X or better and a card of the rank of the dealer's",
     .first_x = 1,
     .last_x = 13,
     .needs = {{PAIR, SAY_X, SAY_ALL}, {SAME, 1, SAY_ALL}},
     .need_count = 2},
    {.text = "%x-%y high or better and a card of the rank of the dealer's",
     .first_x = 8,
     .last_x = 13,
     .first_y = 1,
     .last_y = 12,
     .needs = {{HIGH, SAY_X, SAY_ALL}, {SECOND, SAY_Y, SAY_ALL}, {SAME, 1, SAY_ALL}},
     .need_count = 3},
    {.text = NULL},
};
