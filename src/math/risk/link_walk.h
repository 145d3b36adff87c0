/* A year of a link as what happens in it, whatever books it is written into. */
#pragma once

#include <croupier/house.h>

/* The books: bets that come in, and an award that is paid, with envy to so many seats. */
struct link_books {
    void (*take_bets)(void *context, unsigned bets);
    struct cr_money (*pay_award)(void *context, const struct cr_award *award, int64_t envy_seats);
    void *context;
};

/* Plays a year and counts awards and jackpots; the money of the year is the books'. */
void link_walk(const struct cr_link *link, uint64_t seed, uint64_t year,
               const struct link_books *books, struct cr_link_year *out);

/* What books hold at the end of a year. */
struct link_totals {
    struct cr_money share;                    /* the house's of all bets */
    struct cr_money tray, envy, house_funded; /* paid by the house */
    struct cr_money reseeded;                 /* put into meters by the house, the seeds apart */
    struct cr_money meters[CR_METERS], reserves[CR_METERS];
};
void link_close(const struct cr_link *link, const struct link_totals *totals,
                struct cr_link_year *out);
