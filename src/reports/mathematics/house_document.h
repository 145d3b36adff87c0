/* The document on what a year of a floor can come to for the house. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/house.h>

#define HOUSE_LINKS_MAX  16
#define HOUSE_TABLES_MAX 128

struct house_table_report {
    char id[64], rules[CR_NAME_MAX];
};

struct house_link_report {
    char id[64];
    const struct cr_progressive *progressive;
    unsigned tables;
    uint64_t bets;                                     /* in a year */
    double chance[CR_CATEGORIES], hits[CR_CATEGORIES]; /* in a bet, exact; average hits a year */
    struct cr_link_year *years;
};

struct house_report {
    const char *floor;
    struct cr_money ante;
    struct cr_occupancy_week week;
    double rounds, part; /* rounds an hour; part of the seats with the progressive */
    uint64_t year_count, seed;
    double *sorted; /* room for year_count values, in which quantiles are found */
    unsigned table_count, link_count;
    struct house_table_report tables[HOUSE_TABLES_MAX];
    struct cr_house_game games[HOUSE_TABLES_MAX]; /* one for each table */
    struct house_link_report links[HOUSE_LINKS_MAX];
};

struct desk_document house_document(const struct house_report *report);
