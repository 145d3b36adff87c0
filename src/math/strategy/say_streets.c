/* What players look at, and the sentences they say, about the known cards of Let It Ride and
 * Mississippi Stud. */
#include "math/strategy/say_streets.h"

#include <string.h>

enum {
    VALUE,  /* the rank of the highest pair, from 1; 14: two pair or three of a kind; 0: nothing */
    SUITED, /* all cards of one suit */
    LOW,    /* lowest rank, from 1 */
    HIGH,
    GAPS, /* ranks that are missing between the lowest and the highest */
    TENS, /* number of cards from the ten up, from the jack up, from six to ten */
    JACKS,
    MIDDLE,
    POINTS, /* jack to ace count two each, six to ten one each */
    BETS    /* bets that earlier decisions put into action */
};

#define BETTER 14

void looks_of_streets(const struct look *l, unsigned bets, struct looks *out)
{
    memset(out, 0, sizeof *out);
    out->of[VALUE] = (uint16_t)(l->better ? BETTER : l->pair < CR_RANKS ? l->pair + 1 : 0);
    out->of[SUITED] = l->suited;
    out->of[LOW] = (uint16_t)(l->low + 1);
    out->of[HIGH] = (uint16_t)(l->high + 1);
    out->of[GAPS] = (uint16_t)l->gaps;
    out->of[TENS] = (uint16_t)l->tens;
    out->of[JACKS] = (uint16_t)l->jacks;
    out->of[MIDDLE] = (uint16_t)l->middle;
    out->of[POINTS] = (uint16_t)(2 * l->jacks + l->middle);
    out->of[BETS] = (uint16_t)bets;
}

#define PAIR_SAYINGS                                                                               \
    SAY("a pair of %X or better", FOR_X(1, 13), NEEDS({VALUE, SAY_X, SAY_ALL})),                   \
        SAY("two pair or three of a kind", NEEDS({VALUE, BETTER, SAY_ALL}))

#define SUIT_SAYINGS                                                                               \
    SAY("all suited", NEEDS({SUITED, 1, 1})),                                                      \
        SAY("all suited with %g, %m or more from the ten up", ANY("all suited with %g"),           \
            FOR_X(0, 3), FOR_Y(0, 4),                                                              \
            NEEDS({SUITED, 1, 1}, {GAPS, 0, SAY_X}, {TENS, SAY_Y, SAY_ALL})),                      \
        SAY("all suited with %g, from the %y up", FOR_X(0, 3), FOR_Y(2, 9),                        \
            NEEDS({SUITED, 1, 1}, {GAPS, 0, SAY_X}, {LOW, SAY_Y, SAY_ALL}))

#define RUN_SAYINGS                                                                                \
    SAY("%g, from the %y up", FOR_X(0, 2), FOR_Y(2, 10),                                           \
        NEEDS({GAPS, 0, SAY_X}, {LOW, SAY_Y, SAY_ALL})),                                           \
        SAY("in a row open at both ends, %m or more from the ten up",                              \
            ANY("in a row open at both ends"), FOR_Y(0, 4),                                        \
            NEEDS({GAPS, 0, 0}, {TENS, SAY_Y, SAY_ALL}, {HIGH, 0, 12})),                           \
        SAY("%g, %m or more from the ten up", FOR_X(0, 2), FOR_Y(1, 4),                            \
            NEEDS({GAPS, 0, SAY_X}, {TENS, SAY_Y, SAY_ALL}))

const struct saying say_lir[] = {PAIR_SAYINGS, SUIT_SAYINGS, RUN_SAYINGS, {.text = NULL}};

const struct saying say_ms[] = {
    PAIR_SAYINGS,
    SUIT_SAYINGS,
    RUN_SAYINGS,
    SAY("all suited with %g, %m or more from the jack up", FOR_X(0, 3), FOR_Y(1, 4),
        NEEDS({SUITED, 1, 1}, {GAPS, 0, SAY_X}, {JACKS, SAY_Y, SAY_ALL})),
    SAY("%p or more", FOR_X(1, 8), NEEDS({POINTS, SAY_X, SAY_ALL})),
    SAY("%p or more after street bets of %m or more", FOR_X(1, 6), FOR_Y(2, 6),
        NEEDS({POINTS, SAY_X, SAY_ALL}, {BETS, SAY_Y, SAY_ALL})),
    SAY("%p or more with %h", FOR_X(1, 6), FOR_Y(0, 3),
        NEEDS({POINTS, SAY_X, SAY_ALL}, {GAPS, 0, SAY_Y})),
    SAY("%n or more from six to ten after street bets of %m or more", FOR_X(1, 4), FOR_Y(1, 6),
        NEEDS({MIDDLE, SAY_X, SAY_ALL}, {BETS, SAY_Y, SAY_ALL})),
    SAY("%g, %m or more from six to ten", FOR_X(0, 2), FOR_Y(1, 4),
        NEEDS({GAPS, 0, SAY_X}, {MIDDLE, SAY_Y, SAY_ALL})),
    SAY("suited from the %x up", FOR_X(2, 10), NEEDS({SUITED, 1, 1}, {LOW, SAY_X, SAY_ALL})),
    {.text = NULL},
};
