/* The events of a year of a link, booked by the caller in books of any kind. */
#pragma once

#include <croupier/house.h>

/* The books: they take bets, and pay an award with envy to that many seats; pay_award returns the
 * amount of the award. */
struct link_books {
    void (*take_bets)(void *context, unsigned bets);
    struct cr_money (*pay_award)(void *context, const struct cr_award *award, int64_t envy_seats);
    void *context;
};

/* CR_E_RANGE: what is bet and paid in a year can come to more than money can hold. To be called
 * before the year is played. */
int link_check(const struct cr_link *link, struct cr_err *err);

/* Plays a year and counts awards and jackpots in *out; the money of the year is in the books. */
void link_walk(const struct cr_link *link, uint64_t seed, uint64_t year,
               const struct link_books *books, struct cr_link_year *out);

/* The content of the books at the end of a year. */
struct link_totals {
    struct cr_money share;                    /* the house's part of all bets */
    struct cr_money tray, envy, house_funded; /* paid by the house */
    struct cr_money reseeded;                 /* put into meters by the house at restarts */
    struct cr_money meters[CR_METERS], reserves[CR_METERS];
};
void link_close(const struct cr_link *link, const struct link_totals *totals,
                struct cr_link_year *out);
