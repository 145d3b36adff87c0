/* A decision of a seat: what it sees, what it may do, and what it did. */
#pragma once

#include "math/on_felt.h"

#include <croupier/settle.h>

struct decision {
    uint64_t number; /* among the decisions of the session, from 1; 0: none */
    uint64_t round;
    struct cr_money ante;
    struct felt felt; /* side bets and progressive */
    uint8_t seat;
    uint8_t offered; /* how many of the legal actions, cheapest first, the bankroll covers */
    uint8_t open;    /* cards of the board that are face up, or of the dealer without a board */
    uint8_t done_count;
    cr_action done[CR_STAGES];
    cr_action taken; /* CR_NO_ACTION before the seat has decided */
    cr_card hole[CR_HOLE_MAX];
    cr_card board[CR_BOARD_MAX];
};
