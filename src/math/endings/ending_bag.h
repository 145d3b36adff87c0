/* A bag of endings while they are counted: equal endings share one entry, which adds up their
 * deals. */
#pragma once

#include <croupier/endings.h>

struct ending_bag {
    struct cr_ending *cells; /* hash table with open addressing; deals 0: an empty cell */
    size_t room, count;
    bool full; /* memory ran out: the content is incomplete and useless */
};

/* An ending to start from: a bet of 1 in each slot whose wager is placed before the deal, no rows
 * and no award. */
struct cr_ending ending_placed(const struct cr_rules *rules);

/* Adds an ending with its deals; does nothing where they are 0. */
void ending_bag_add(struct ending_bag *bag, const struct cr_ending *ending);

/* Adds everything of another bag. */
void ending_bag_join(struct ending_bag *bag, const struct ending_bag *other);

void ending_bag_drop(struct ending_bag *bag);

/* Makes the sorted list of the endings and empties the bag. False, with *out empty, when memory ran
 * out. */
bool ending_bag_finish(struct ending_bag *bag, struct cr_endings *out);

/* The row of a slot's pay table for each rank of the slot's ranking. */
struct pay_row_map {
    uint8_t of[CR_RANKS_FIVE + 1];
};
/* Makes the maps of all slots that a table pays. */
void pay_row_maps_make(const struct cr_rules *rules, struct pay_row_map out[CR_SLOTS]);
