/* The order in which the cards of a round leave the deck (PG-2, PG-4, UTH-4, TCP-1, LIR-2, MS-2).
 */
#pragma once

#include <croupier/rules.h>

/* Where a card goes: 1 to 7 are seats. */
enum { DEAL_BOARD = 0, DEAL_DEALER = CR_SEATS + 1, DEAL_BURN = CR_SEATS + 2 };

struct deal_step {
    uint8_t to;
    uint8_t index; /* index among the cards of that seat, the dealer or the board */
};

/* The most steps of a plan: hands, board, a burn card before each part, and one discarded card. */
#define DEAL_STEPS_MAX (CR_SEATS * CR_HOLE_MAX + CR_DEALER_MAX + CR_BOARD_MAX + CR_STAGES + 2)

/* Cards are dealt in parts: part k before decision k, the last part before the showdown. */
#define DEAL_PARTS_MAX (CR_STAGES + 1)

struct deal_plan {
    uint8_t count;
    uint8_t part_end[DEAL_PARTS_MAX]; /* number of steps up to the end of that part */
    uint8_t open[DEAL_PARTS_MAX];     /* board cards face up from then on */
    struct deal_step steps[DEAL_STEPS_MAX];
};

/* The nth seat (n from 0) in the order of play, which is clockwise from first base, from the action
 * button or from the seat after it. */
unsigned deal_seat_in_order(const struct cr_rules *rules, unsigned button, unsigned n);

/* taken has bit s set for each seat s (1 to 7) that is dealt in. */
void deal_plan_make(const struct cr_rules *rules, unsigned taken, unsigned button,
                    struct deal_plan *out);
