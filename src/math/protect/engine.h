/* The engine of a game for seen cards: the value of one case.
 *
 * A case is a seat's own hand with the dealer's cards and dead cards that the player knows.
 * Everything else that is seen (cards of the board, marked backs) is summed up inside the case. All
 * cases of a question have the same number of deals that can follow, so a mean over cases is a mean
 * over deals.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/rational.h"

#include <croupier/protect.h>

/* Checks that something is seen and that the game has all of it at once; CR_E_INPUT otherwise. */
int sees_check(const struct cr_rules *rules, const struct cr_sees *sees, struct cr_err *err);

#define PROTECT_ACTIONS (CR_BET_1X + CR_MULTIPLES)

struct seen_case {
    card_set own, dealer, dead;
};

/* The value of one case: sums over all deals that can follow. */
struct seen_worth {
    wide value;                               /* in parts of the Ante */
    int64_t acts[CR_STAGES][PROTECT_ACTIONS]; /* deals in which it is the best decision */
    /* By sight inside the case: bit a is set where action a is the best first decision. NULL:
     * not wanted. It is not needed where the case has a single sight, because acts tells the
     * decision. */
    uint32_t *sights;
};

_Static_assert(PROTECT_ACTIONS <= 32, "a bit for each action");

/* A sight is what is seen before the first decision, by ranks alone: suits and the order of cards
 * within a part do not matter. A sight has a number with a digit for each part, the last part
 * counting fastest: the case's cards of the dealer, its dead cards, then the engine's own parts.
 * More than SIGHTS_MAX sights are too many for a person to read. */
#define SIGHTS_MAX  169
#define SIGHT_PARTS 6

/* One part: a number of cards whose ranks are seen or, with is_marks, of backs that are read. The
 * digit of backs is how many of them belong to the group. */
struct sight_part {
    uint8_t cards;
    bool is_marks;
};

/* The digit of a part whose ranks are seen, in any order. */
unsigned sight_of_ranks(card_set cards);

static inline void sight_add(struct seen_worth *out, unsigned number, cr_action best)
{
    if (out->sights)
        out->sights[number] |= UINT32_C(1) << best;
}

struct seen_engine {
    void *context;
    unsigned case_dealer,
        case_dead;       /* seen cards that make a case; others are summed up inside it */
    wide scale;          /* values are in such parts of an Ante */
    double case_seconds; /* about the time that one case takes */
    uint64_t rounds;     /* cases to draw where no number is given */
    /* What is seen besides the cards of a case, for the sights that worth fills in. */
    unsigned sight_part_count;
    struct sight_part sight_parts[SIGHT_PARTS];

    void (*free)(void *context);
    /* The state of one thread; NULL when memory is short. */
    void *(*hand_new)(const void *context);
    void (*hand_free)(void *hand);
    /* Prepares the state for all cases with that hand of the seat. */
    void (*hand_set)(void *hand, card_set own);
    /* The value of a case under the best play with what is seen, or with nothing seen (sees all
     * zero; the cards of the case that lie open to everybody are still known). */
    void (*worth)(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out);
    /* The mean result of a deal of the case under the best play of somebody who sees nothing, in
     * parts of the Ante. */
    double (*base)(void *hand, const struct seen_case *c);
    /* The number of deals that worth sums over. */
    wide (*deals)(const void *context, const struct cr_sees *sees);

    /* Lets an accelerator do the work; called once, before any thread's state is made. NULL where
     * the game has nothing for an accelerator. */
    int (*device_use)(struct seen_engine *engine, const struct cr_sees *sees,
                      const struct cr_protect_module *module, void *module_context,
                      struct cr_err *err);
    /* With an accelerator: worth and base for many cases of the hand at once. */
    int (*batch)(void *hand, const struct seen_case *cases, unsigned count, struct seen_worth *out,
                 double *bases, struct cr_err *err);
};

/* The functions that have the same names in every game's file. */
#define SEEN_FUNCTIONS                                                                             \
    .hand_new = hand_new, .hand_set = hand_set, .worth = worth, .base = base, .deals = deals

/* Makes the engine of a game; on failure nothing is to be freed. */
typedef int seen_engine_new(const struct cr_rules *rules, const struct cr_sees *sees,
                            struct seen_engine *out, struct cr_err *err);
seen_engine_new seen_tcp, seen_streets, seen_four_card, seen_holdem;

/* The number of sights inside a case, and of all sights; the latter is 0 where there are more than
 * SIGHTS_MAX. */
unsigned sights_inside(const struct seen_engine *e);
unsigned sights_count(const struct seen_engine *e);

/* The first sight of a case. */
unsigned sight_of_case(const struct seen_engine *e, const struct seen_case *c);

void sight_name(const struct seen_engine *e, unsigned number, char out[CR_SIGHT_MAX]);
