/* What a year of a floor can come to for the house. */
#pragma once

#include "app/desk.h"

#include <croupier/house.h>

/* The call of `croupier risk`: of a session at one table, or of a floor. */
struct risk_options {
    const char *name, *progressive;
    struct cr_money ante, side, meter, bankroll; /* ante: average, at every table of a floor */
    uint64_t rounds;
    double ruin;
    bool simple;
    const char *floor;           /* its file */
    uint64_t hours, pace, seats; /* open a day, rounds an hour, seats that play, on average */
    uint64_t years, seed;
    double part;                         /* of the seats that bet the progressive */
    const char *occupancy[CR_WEEK_DAYS]; /* instead of hours and seats: see croupier/house.h */
    unsigned occupancy_count;
    struct desk_form form;
};

int risk_house(const struct risk_options *o);
