/* Sums up what decisions cost compared with the best ones, from exact values, in a struct of fixed
 * size.
 *
 * Which action is best, and which are as good, is decided exactly. The cost in money is only shown,
 * so it is a double. */
#pragma once

#include "app/play/decision.h"

#include <croupier/analysis.h>

struct mistakes {
    uint64_t decisions; /* decisions whose values are known */
    uint64_t wrong;     /* of these, not the best action */
    double cost;        /* of all of these, in millionths of the currency's unit */
    struct decision worst;
    cr_action worst_best; /* the best action in that decision */
    double worst_cost;
    uint64_t unknown; /* decisions without values; `why` is the last reason */
    char why[CR_ERR_TEXT_MAX];
};

/* Counts a decision. values: of the actions that were offered. */
void mistakes_add(struct mistakes *m, const struct decision *d, const struct cr_position *values);

/* Counts decisions whose values cannot be calculated. */
void mistakes_add_unknown(struct mistakes *m, uint64_t count, const char *why);

/* Rounds a cost to money, to the nearest millionth. */
struct cr_money mistakes_money(double micro);

/* ---- Decisions before the flop wait for the analysis of the whole game ---- */

#define HELD_ACTIONS 6 /* the most legal actions in one decision: CR_OPTIONS_MAX */
#define HELD_CELLS   (HELD_ACTIONS * (HELD_ACTIONS + 1) / 2)

/* All decisions with the same starting hand, the same offer and the same action. */
struct held_cell {
    uint64_t count;
    struct cr_money antes;   /* sum of their Antes */
    struct decision dearest; /* the first of those with the largest Ante */
};

struct held {
    uint64_t count;
    struct held_cell cells[CR_STARTS][HELD_CELLS];
};

/* Holds a decision with one of the 169 starting hands. index: that of its action among the legal
 * ones. False, and nothing done, when there are too many actions for the table of cells. */
bool held_add(struct held *held, unsigned start, unsigned index, const struct decision *d);

bool held_has(const struct held *held, unsigned start);

/* Counts all decisions held for a starting hand. values: of all legal actions. */
void held_count(const struct held *held, unsigned start, const struct cr_position *values,
                struct mistakes *m);
