/* Endings while they are being counted: equal ones are one, with their deals added up. */
#pragma once

#include <croupier/endings.h>

struct ending_bag {
    struct cr_ending *cells; /* an open table of hashes; deals 0: an empty cell */
    size_t room, count;
    bool full; /* no memory for more: what is in it is of no use */
};

/* An ending with every slot of the rules' game: one Ante or one side bet where a wager is placed
 * before the deal, no rows. */
struct cr_ending ending_placed(const struct cr_rules *rules);

/* Adds an ending with its deals; none where they are 0. */
void ending_bag_add(struct ending_bag *bag, const struct cr_ending *ending);

/* Adds everything of another bag. */
void ending_bag_join(struct ending_bag *bag, const struct ending_bag *other);

void ending_bag_drop(struct ending_bag *bag);

/* The endings in order. False without memory. Empties the bag in any case. */
bool ending_bag_finish(struct ending_bag *bag, struct cr_endings *out);

/* The row of a slot's table for each rank of the slot's ranking. */
struct pay_row_map {
    uint8_t of[CR_RANKS_FIVE + 1];
};
/* Of each slot that a table pays. */
void pay_row_maps_make(const struct cr_rules *rules, struct pay_row_map out[CR_SLOTS]);
