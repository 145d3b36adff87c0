/* What decisions cost against the best ones, from exact values. Pure sums of bounded size.
 *
 * What is the best, and what is as good, is decided exactly. What the difference comes to in money
 * is a number to look at, so it is a double. */
#pragma once

#include "app/play/decision.h"

#include <croupier/analysis.h>

struct mistakes {
    uint64_t decisions; /* whose values are known */
    uint64_t wrong;     /* those that were not the best */
    double cost;        /* of all of them, in millionths of the currency unit */
    struct decision worst;
    cr_action worst_best; /* what would have been best there */
    double worst_cost;
    uint64_t unknown; /* decisions without values, and why they have none */
    char why[CR_ERR_TEXT_MAX];
};

/* Counts a decision; values are those of the actions that it was offered. */
void mistakes_add(struct mistakes *m, const struct decision *d, const struct cr_position *values);

/* Counts decisions whose values cannot be had. */
void mistakes_add_unknown(struct mistakes *m, uint64_t count, const char *why);

/* An amount of the sums as money: to the nearest millionth. */
struct cr_money mistakes_money(double micro);

/* ---- Decisions before the flop wait for the analysis of the whole game ---- */

#define HELD_ACTIONS 6 /* legal at once, at most: CR_OPTIONS_MAX */
#define HELD_CELLS   (HELD_ACTIONS * (HELD_ACTIONS + 1) / 2)

/* All decisions with the same starting hand, the same offer and the same action. */
struct held_cell {
    uint64_t count;
    struct cr_money antes;   /* of all of them */
    struct decision dearest; /* the first one with the largest Ante */
};

struct held {
    uint64_t count;
    struct held_cell cells[CR_STARTS][HELD_CELLS];
};

/* Holds a decision with one of the 169 starting hands; index is its action's among those that are
 * legal. False, and nothing done, when there are more actions than the table has room for. */
bool held_add(struct held *held, unsigned start, unsigned index, const struct decision *d);

bool held_has(const struct held *held, unsigned start);

/* Counts all decisions with a starting hand; values are those of all legal actions. */
void held_count(const struct held *held, unsigned start, const struct cr_position *values,
                struct mistakes *m);
