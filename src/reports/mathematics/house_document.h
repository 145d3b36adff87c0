/* What a year of a floor can come to for the house, as a document. */
#ifndef REPORTS_MATHEMATICS_HOUSE_DOCUMENT_H
#define REPORTS_MATHEMATICS_HOUSE_DOCUMENT_H

#include "reports/mathematics/desk_document.h"

#define HOUSE_LINKS_MAX  16
#define HOUSE_TABLES_MAX 128

struct house_table_report {
    char id[64], rules[CR_NAME_MAX];
    double win, std_dev; /* of one seat and round, in currency units */
};

/* One simulated year of a link, in currency units. */
struct house_year_report {
    double house, paid_in, share, meter, reserve, jackpots, jackpot_sum;
};

struct house_link_report {
    char id[64];
    const struct cr_progressive *progressive;
    unsigned tables;
    uint64_t bets;                                     /* a year */
    double chance[CR_CATEGORIES], hits[CR_CATEGORIES]; /* exact, and hits of a year on average */
    struct house_year_report *years;
};

struct house_report {
    const char *floor;
    struct cr_money ante;
    double hours, rounds, seats, part; /* a day, an hour; a round */
    uint64_t year_count, seed;
    unsigned table_count, link_count;
    struct house_table_report tables[HOUSE_TABLES_MAX];
    struct house_link_report links[HOUSE_LINKS_MAX];
};

struct desk_document house_document(const struct house_report *report);

#endif
