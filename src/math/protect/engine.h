/* What a game knows about seen cards: the worth of one case.
 *
 * A case is a seat's own hand with cards of the dealer and dead cards that the player knows. What
 * else is seen (cards of the board, marked backs) is summed up inside the case. All cases of a game
 * have the same number of deals that can follow, so a mean over cases is a mean over deals.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/rational.h"

#include <croupier/protect.h>

/* Whether the game has what is seen, all of it at once. CR_E_INPUT: it has not, or it is nothing.
 */
int sees_check(const struct cr_rules *rules, const struct cr_sees *sees, struct cr_err *err);

#define PROTECT_ACTIONS (CR_BET_1X + CR_MULTIPLES)

struct seen_case {
    card_set own, dealer, dead;
};

/* Sums over all deals that can follow. */
struct seen_worth {
    wide value;                               /* in parts of the Ante */
    int64_t acts[CR_STAGES][PROTECT_ACTIONS]; /* deals in which it is the best decision */
    /* By sight inside the case: bit a: action a is the best first decision. NULL: not wanted; it is
     * not asked for either where the case has one sight, which the acts tell. */
    uint32_t *sights;
};

_Static_assert(PROTECT_ACTIONS <= 32, "a bit for each action");

/* What is seen before the first decision, told apart by ranks alone: a sight. Suits and the order
 * of cards in one part are left out. A sight has a number with a digit for each part, the last part
 * counting fastest: the dealer's cards of the case, its dead cards, then the engine's own parts.
 * More than these are too many for a person. */
#define SIGHTS_MAX  169
#define SIGHT_PARTS 6

/* So many cards whose ranks are seen, or so many backs that are read: how many are in the group. */
struct sight_part {
    uint8_t cards;
    bool is_marks;
};

/* The number of a part's sight: ranks in any order. */
unsigned sight_of_ranks(card_set cards);

static inline void sight_add(struct seen_worth *out, unsigned number, cr_action best)
{
    if (out->sights)
        out->sights[number] |= UINT32_C(1) << best;
}

struct seen_engine {
    void *context;
    unsigned case_dealer, case_dead; /* seen cards of a case; others are summed up inside it */
    wide scale;                      /* the parts of one Ante in which values are given */
    double case_seconds;             /* about how long one case takes */
    uint64_t rounds;                 /* to draw, when nothing is said */
    /* What is seen beside the cards of a case, for the sights that worth fills in. */
    unsigned sight_part_count;
    struct sight_part sight_parts[SIGHT_PARTS];

    void (*free)(void *context);
    /* What a thread works with; NULL without memory. */
    void *(*hand_new)(const void *context);
    void (*hand_free)(void *hand);
    /* Prepares for all cases with that hand of the seat. */
    void (*hand_set)(void *hand, card_set own);
    /* The best play with what is seen, or with nothing (sees without any member set; the cards of
     * the case that lie open to everybody are still known). */
    void (*worth)(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out);
    /* What the best play of somebody who sees nothing comes to on the cards of a case: the mean of
     * a deal, in parts of the Ante. */
    double (*base)(void *hand, const struct seen_case *c);
    /* How many deals worth sums over. */
    wide (*deals)(const void *context, const struct cr_sees *sees);

    /* Lets an accelerator do the work: called once, before anything that a thread works with is
     * made. NULL where the game has nothing for one. */
    int (*device_use)(struct seen_engine *engine, const struct cr_sees *sees,
                      const struct cr_protect_module *module, void *module_context,
                      struct cr_err *err);
    /* Where an accelerator does it: many cases of the hand at once, as worth and base. */
    int (*batch)(void *hand, const struct seen_case *cases, unsigned count, struct seen_worth *out,
                 double *bases, struct cr_err *err);
};

/* What every game's file calls by the same names. */
#define SEEN_FUNCTIONS                                                                             \
    .hand_new = hand_new, .hand_set = hand_set, .worth = worth, .base = base, .deals = deals

/* Makes the engine of a game; on failure nothing is to be freed. */
typedef int seen_engine_new(const struct cr_rules *rules, const struct cr_sees *sees,
                            struct seen_engine *out, struct cr_err *err);
seen_engine_new seen_tcp, seen_streets, seen_four_card, seen_holdem;

/* How many sights there are inside a case, and in all; 0 in all: more than SIGHTS_MAX. */
unsigned sights_inside(const struct seen_engine *e);
unsigned sights_count(const struct seen_engine *e);

/* The first sight of a case. */
unsigned sight_of_case(const struct seen_engine *e, const struct seen_case *c);

void sight_name(const struct seen_engine *e, unsigned number, char out[CR_SIGHT_MAX]);

static inline void worth_add(struct seen_worth *to, const struct seen_worth *from)
{
    to->value += from->value;
    for (unsigned s = 0; s < CR_STAGES; s++)
        for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
            to->acts[s][a] += from->acts[s][a];
}
