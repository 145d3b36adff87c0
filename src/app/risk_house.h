/* What a year of a floor can come to for the house. */
#pragma once

#include "app/desk.h"

#include <croupier/money.h>

struct house_options {
    const char *floor;            /* its file */
    struct cr_money ante;         /* average, at every table */
    uint64_t hours, pace, seats;  /* open a day, rounds an hour, seats that play, on average */
    const char *const *occupancy; /* instead of hours and seats: see croupier/house.h */
    unsigned occupancy_count;
    double part; /* of the seats that bet the progressive */
    uint64_t years, seed;
    struct desk_form form;
};

int risk_house(const struct house_options *o);
