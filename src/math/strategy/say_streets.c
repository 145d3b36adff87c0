/* What players say about the known cards of Let It Ride and Mississippi Stud. */
#include "math/strategy/say_streets.h"

#include "math/strategy/strategy_simple.h"

#include <string.h>

enum {
    VALUE,  /* the rank of the highest pair, from 1; 14: two pair or three of a kind; 0: nothing */
    SUITED, /* all cards of one suit */
    LOW,    /* ranks, from 1 */
    HIGH,
    GAPS, /* ranks that are missing between the lowest and the highest */
    TENS, /* cards from the ten up, from the jack up, from the six to the ten */
    JACKS,
    MIDDLE,
    POINTS, /* jack to ace count two each, six to ten one each */
    BETS    /* that earlier decisions put into action */
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
    {.text = "a pair of %X or better",                                                             \
     .first_x = 1,                                                                                 \
     .last_x = 13,                                                                                 \
     .needs = {{VALUE, SAY_X, SAY_ALL}},                                                           \
     .need_count = 1},                                                                             \
    {                                                                                              \
        .text = "two pair or three of a kind", .needs = {{VALUE, BETTER, SAY_ALL}},                \
        .need_count = 1                                                                            \
    }

#define SUIT_SAYINGS                                                                               \
    {.text = "all suited", .needs = {{SUITED, 1, 1}}, .need_count = 1},                            \
        {.text = "all suited with %g, %m or more from the ten up",                                 \
         .any = "all suited with %g",                                                              \
         .first_x = 0,                                                                             \
         .last_x = 3,                                                                              \
         .first_y = 0,                                                                             \
         .last_y = 4,                                                                              \
         .needs = {{SUITED, 1, 1}, {GAPS, 0, SAY_X}, {TENS, SAY_Y, SAY_ALL}},                      \
         .need_count = 3},                                                                         \
    {                                                                                              \
        .text = "all suited with %g, from the %y up", .first_x = 0, .last_x = 3, .first_y = 2,     \
        .last_y = 9, .needs = {{SUITED, 1, 1}, {GAPS, 0, SAY_X}, {LOW, SAY_Y, SAY_ALL}},           \
        .need_count = 3                                                                            \
    }

#define RUN_SAYINGS                                                                                \
    {.text = "%g, from the %y up",                                                                 \
     .first_x = 0,                                                                                 \
     .last_x = 2,                                                                                  \
     .first_y = 2,                                                                                 \
     .last_y = 10,                                                                                 \
     .needs = {{GAPS, 0, SAY_X}, {LOW, SAY_Y, SAY_ALL}},                                           \
     .need_count = 2},                                                                             \
        {.text = "in a row open at both ends, %m or more from the ten up",                         \
         .any = "in a row open at both ends",                                                      \
         .first_y = 0,                                                                             \
         .last_y = 4,                                                                              \
         .needs = {{GAPS, 0, 0}, {TENS, SAY_Y, SAY_ALL}, {HIGH, 0, 12}},                           \
         .need_count = 3},                                                                         \
    {                                                                                              \
        .text = "%g, %m or more from the ten up", .first_x = 0, .last_x = 2, .first_y = 1,         \
        .last_y = 4, .needs = {{GAPS, 0, SAY_X}, {TENS, SAY_Y, SAY_ALL}}, .need_count = 2          \
    }

const struct saying say_lir[] = {PAIR_SAYINGS, SUIT_SAYINGS, RUN_SAYINGS, {.text = NULL}};

const struct saying say_ms[] = {
    PAIR_SAYINGS,
    SUIT_SAYINGS,
    RUN_SAYINGS,
    {.text = "all suited with %g, %m or more from the jack up",
     .first_x = 0,
     .last_x = 3,
     .first_y = 1,
     .last_y = 4,
     .needs = {{SUITED, 1, 1}, {GAPS, 0, SAY_X}, {JACKS, SAY_Y, SAY_ALL}},
     .need_count = 3},
    {.text = "%p or more",
     .first_x = 1,
     .last_x = 8,
     .needs = {{POINTS, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "%p or more after street bets of %m or more",
     .first_x = 1,
     .last_x = 6,
     .first_y = 2,
     .last_y = 6,
     .needs = {{POINTS, SAY_X, SAY_ALL}, {BETS, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = "%p or more with %h",
     .first_x = 1,
     .last_x = 6,
     .first_y = 0,
     .last_y = 3,
     .needs = {{POINTS, SAY_X, SAY_ALL}, {GAPS, 0, SAY_Y}},
     .need_count = 2},
    {.text = "%n or more from six to ten after street bets of %m or more",
     .first_x = 1,
     .last_x = 4,
     .first_y = 1,
     .last_y = 6,
     .needs = {{MIDDLE, SAY_X, SAY_ALL}, {BETS, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = "%g, %m or more from six to ten",
     .first_x = 0,
     .last_x = 2,
     .first_y = 1,
     .last_y = 4,
     .needs = {{GAPS, 0, SAY_X}, {MIDDLE, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = "suited from the %x up",
     .first_x = 2,
     .last_x = 10,
     .needs = {{SUITED, 1, 1}, {LOW, SAY_X, SAY_ALL}},
     .need_count = 2},
    {.text = NULL},
};
