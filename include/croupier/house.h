/* What a floor can come to for the house before it opens: occupancy, the theoretical win of its
 * tables and its spread, and simulated years of a link.
 *
 * Means and deviations of a seat are exact; how far the seats of a table win and lose together is
 * simulated on the settlement of the tables. A year of a link is played on its meters with the
 * arithmetic of the tables: coins are booked between two awards, awards are drawn with their exact
 * chance, and at its end every coin must be somewhere.
 */
#ifndef CROUPIER_HOUSE_H
#define CROUPIER_HOUSE_H

#include <croupier/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Occupancy ---- */

#define CR_WEEK_DAYS 7 /* Monday first */
#define CR_DAY_HOURS 24

/* How many seats of a table play in each hour of a week, on average. */
struct cr_occupancy {
    double seats[CR_WEEK_DAYS][CR_DAY_HOURS]; /* 0: closed */
};

/* So many hours from noon on, every day alike. */
CR_API void cr_occupancy_even(unsigned hours, double seats, struct cr_occupancy *out);

/* "12-18=2,18-2=5.5" for every day, or "fri-sat 12-18=3,18-4=6" for some; hours after midnight
 * belong to the night of the day before. Hours that a text says nothing of stay as they are. */
CR_API int cr_occupancy_read(const char *text, struct cr_occupancy *out, struct cr_err *err);

/* Sums over a week. A table with 4.5 seats has 4 half of the time, and 5. */
struct cr_occupancy_week {
    double hours; /* with anybody there */
    double seats; /* hours * seats */
    double pairs; /* hours * seats * (seats - 1) */
};
CR_API struct cr_occupancy_week cr_occupancy_week(const struct cr_occupancy *occupancy);

/* ---- Base games ---- */

/* One seat in a round with its Ante, in currency units. */
struct cr_house_game {
    double win, std_dev;
    double covariance, covariance_error; /* of two seats of a round; its standard error */
    bool has_awards;                     /* the game has a progressive bet … */
    struct cr_category_counts awards;    /* … and its hands come so often, folded ones left out */
};

/* Under the best play; a limit on one hand's pays counts. The same seed gives the same covariance
 * on any number of threads. */
CR_API int cr_house_game_make(const struct cr_rules *rules, struct cr_money ante, uint64_t seed,
                              struct cr_house_game *out, struct cr_err *err);

/* What tables win in some hours of such a week with so many rounds an hour; the chance of a loss
 * is that of a normal distribution. */
struct cr_house_win {
    double mean, std_dev, losing;
};
CR_API struct cr_house_win cr_house_win(const struct cr_house_game *tables, unsigned count,
                                        const struct cr_occupancy_week *week, double hours,
                                        double rounds_an_hour);

/* ---- Years of a link ---- */

struct cr_link {
    const struct cr_progressive *progressive;
    double chance[CR_CATEGORIES]; /* of each award, in one bet */
    uint64_t bets;                /* in a year */
    double other_seats;           /* with the bet, on average, when somebody wins envy for them */
};

/* Tables that deal these games alike bet on the link; `part` of the seats have the bet. */
CR_API void cr_link_make(const struct cr_progressive *progressive,
                         const struct cr_house_game *tables, unsigned count,
                         const struct cr_occupancy_week *week, double rounds_an_hour, double part,
                         struct cr_link *out);

/* One meter: how it and its reserve stand at the end, awards of the whole meter, and what they came
 * to. */
struct cr_meter_year {
    double amount, reserve, jackpots, jackpot_sum;
};

/* What one year came to, in currency units. */
struct cr_link_year {
    double house;     /* its share, less all that it paid and put in */
    double paid_in;   /* awards of the tray, envy, awards that no meter covered, reseeds */
    double share;     /* what was put aside for that */
    double uncovered; /* of paid_in: fixed awards that their meter did not cover */
    struct cr_meter_year meters[CR_METERS];
    double hits[CR_CATEGORIES];
};

/* Plays a year from the seeds on: the same for the same seed and number. CR_E_RANGE: money was lost
 * or made on the way, with the amounts; that is a fault of this library. */
CR_API int cr_link_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                             struct cr_link_year *out, struct cr_err *err);

#ifdef __cplusplus
}
#endif
#endif
