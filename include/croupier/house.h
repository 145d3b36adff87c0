/* What a floor can earn the house before it opens: occupancy, the theoretical win of its tables and
 * its spread, and simulated years of a link.
 *
 * Means and deviations of a seat are exact; how strongly the seats of a table win and lose together
 * is simulated with the settlement of the tables. A year of a link is played on its meters with the
 * arithmetic of the tables: coins are booked between awards, awards are drawn with their exact
 * probabilities, and at the end every coin must be accounted for.
 */
#ifndef CROUPIER_HOUSE_H
#define CROUPIER_HOUSE_H

#include <croupier/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Occupancy ---- */

#define CR_WEEK_DAYS 7 /* index 0 is Monday */
#define CR_DAY_HOURS 24

/* The mean number of seats that play at a table in each hour of a week. */
struct cr_occupancy {
    double seats[CR_WEEK_DAYS][CR_DAY_HOURS]; /* 0: closed */
};

/* The same number of seats for `hours` hours from noon on, every day. */
CR_API void cr_occupancy_even(unsigned hours, double seats, struct cr_occupancy *out);

/* Reads "12-18=2,18-2=5.5" for every day, or "fri-sat 12-18=3,18-4=6" for some; hours after
 * midnight belong to the night of the day before. Hours that the text does not name keep their
 * values. On failure *out is unchanged. */
CR_API int cr_occupancy_read(const char *text, struct cr_occupancy *out, struct cr_err *err);

/* Sums over a week. A table with a mean of 4.5 seats has 4 half of the time and 5 otherwise. */
struct cr_occupancy_week {
    double hours; /* hours with anybody at the table */
    double seats; /* hours * seats */
    double pairs; /* hours * seats * (seats - 1) */
};
CR_API struct cr_occupancy_week cr_occupancy_week(const struct cr_occupancy *occupancy);

/* ---- Base games ---- */

/* The house's result from one seat in one round with a given Ante, in currency units. */
struct cr_house_game {
    double win, std_dev;
    double covariance, covariance_error; /* of two seats of a round, and its standard error */
    bool has_awards;                     /* the game has a progressive bet, and … */
    struct cr_category_counts awards;    /* … its hands come so often, without forfeited ones */
};

/* Calculates it under the best play, with the limit on one hand's pays. The same seed gives the
 * same covariance on any number of threads. */
CR_API int cr_house_game_make(const struct cr_rules *rules, struct cr_money ante, uint64_t seed,
                              struct cr_house_game *out, struct cr_err *err);

/* The win of `count` tables in some hours of such a week, in currency units; `losing` is the
 * probability of a loss, by the normal distribution. */
struct cr_house_win {
    double mean, std_dev, losing;
};
CR_API struct cr_house_win cr_house_win(const struct cr_house_game *tables, unsigned count,
                                        const struct cr_occupancy_week *week, double hours,
                                        double rounds_an_hour);

/* ---- Years of a link ---- */

struct cr_link {
    const struct cr_progressive *progressive;
    double chance[CR_CATEGORIES]; /* probability of each award in one bet */
    uint64_t bets;                /* number of bets in a year */
    double other_seats;           /* mean number of other seats with the bet when somebody wins */
};

/* Makes a link on which these tables bet, each with the same occupancy; `part` (0 to 1) of the
 * seats make the bet. progressive is borrowed. */
CR_API void cr_link_make(const struct cr_progressive *progressive,
                         const struct cr_house_game *tables, unsigned count,
                         const struct cr_occupancy_week *week, double rounds_an_hour, double part,
                         struct cr_link *out);

/* One meter over a year, in currency units: its amount and reserve at the end, the number of awards
 * of the whole meter, and their sum. */
struct cr_meter_year {
    double amount, reserve, jackpots, jackpot_sum;
};

/* The result of one year, in currency units. */
struct cr_link_year {
    double house;     /* the house's result: share - paid_in */
    double paid_in;   /* tray awards, envy, uncovered parts of awards, reseeds */
    double share;     /* the house's share of all bets */
    double uncovered; /* part of paid_in: fixed awards that meters did not cover */
    struct cr_meter_year meters[CR_METERS];
    double hits[CR_CATEGORIES];
};

/* Plays a year that begins with the meters at their seeds. The same seed and year number give the
 * same result. CR_E_RANGE: the bets and awards of a year can come to more than money can hold; or
 * the books do not balance, which is a fault of this library. */
CR_API int cr_link_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                             struct cr_link_year *out, struct cr_err *err);

#ifdef __cplusplus
}
#endif
#endif
