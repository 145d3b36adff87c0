/* A year of a floor before it opens: bets and awards of a link on its real books.
 *
 * Between two awards nothing happens but coins: they are booked together, which comes to the same
 * millionths as one after the other. An award is drawn with its exact chance, taken off its meter,
 * paid and booked as on a floor. The books must balance at the end of every year.
 */
#ifndef SIM_HOUSE_YEAR_H
#define SIM_HOUSE_YEAR_H

#include "floor/ledger.h"

struct house_link {
    const struct cr_progressive *progressive;
    double chance[CR_CATEGORIES]; /* of each award, in one bet */
    uint64_t bets;                /* in a year */
    double other_seats;           /* with the bet, when somebody wins envy for them */
};

/* What one year came to, in currency units. */
struct house_year {
    double house;          /* its share, less all that it paid and put in */
    double paid_in;        /* awards of the tray, envy, awards that no meter covered, reseeds */
    double share;          /* what was put aside for that */
    double meter, reserve; /* of the first meter, at the end */
    double jackpots;       /* awards of a whole meter … */
    double jackpot_sum;    /* … and what they came to */
    double hits[CR_CATEGORIES];
};

/* Plays a year: the same for the same seed and number. CR_E_RANGE: the books do not balance, with
 * the fault. */
int house_year_play(const struct house_link *link, uint64_t seed, uint64_t year,
                    struct house_year *out, struct cr_err *err);

#endif
