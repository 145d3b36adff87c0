/* croupier risk, for a floor: what a year can bring the house. */
#pragma once

#include "app/desk.h"

#include <croupier/house.h>

/* The options of `croupier risk`, for a session at one table or for a floor. */
struct risk_options {
    const char *name, *progressive;
    struct cr_money ante, side, meter, bankroll; /* ante: for a floor, the average */
    uint64_t rounds;
    double ruin;
    bool simple;
    const char *floor;           /* path of a floor file */
    uint64_t hours, pace, seats; /* hours open a day, rounds an hour, seats that play on average */
    uint64_t years, seed;
    double part;                         /* part of the seats that bets the progressive */
    const char *occupancy[CR_WEEK_DAYS]; /* instead of hours and seats: see croupier/house.h */
    unsigned occupancy_count;
    struct desk_form form;
};

int risk_house(const struct risk_options *o);
