/* The win of the tables of a floor, and the bets that they make on a link. */

#include <croupier/house.h>
#include <croupier/risk.h>

#include <math.h>

#define COVARIANCE_ROUNDS 131072
#define WEEKS             (365 / 7.0) /* in a year */

int cr_house_game_make(const struct cr_rules *rules, struct cr_money ante, uint64_t seed,
                       struct cr_house_game *out, struct cr_err *err)
{
    const struct cr_stakes stakes = {.ante = ante};
    const double unit = (double)ante.micro / CR_MICRO_PER_UNIT;
    struct cr_seat_covariance together;
    struct cr_endings endings;
    struct cr_distribution d;
    *out = (struct cr_house_game){0};
    int rc = cr_endings_list(rules, CR_PLAY_BEST, &endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(rules, &endings, &stakes, &d, err);
    if (rc == CR_OK) {
        out->win = -cr_distribution_mean(&d);
        out->std_dev = cr_distribution_std_dev(&d);
        out->has_awards = cr_endings_awards(rules, &endings, &out->awards, NULL) == CR_OK;
        cr_distribution_free(&d);
        rc = cr_seat_covariance(rules, COVARIANCE_ROUNDS, seed, &together, err);
    }
    if (rc == CR_OK) {
        out->covariance = together.covariance * unit * unit;
        out->covariance_error = together.std_error * unit * unit;
    }
    cr_endings_free(&endings);
    return rc;
}

/* Rounds are independent of each other, but the seats of one round are not. */
struct cr_house_win cr_house_win(const struct cr_house_game *tables, unsigned count,
                                 const struct cr_occupancy_week *week, double hours,
                                 double rounds_an_hour)
{
    struct cr_house_win win = {0};
    double variance = 0;
    if (!(week->hours > 0)) /* nobody ever plays */
        return win;
    const double seats = week->seats / week->hours, pairs = week->pairs / week->hours;
    const double rounds = hours * rounds_an_hour;
    for (unsigned i = 0; i < count; i++) {
        const struct cr_house_game *t = &tables[i];
        win.mean += rounds * seats * t->win;
        variance += rounds * (seats * t->std_dev * t->std_dev + pairs * t->covariance);
    }
    win.std_dev = sqrt(fmax(0, variance));
    win.losing = win.std_dev > 0 ? 0.5 * erfc(win.mean / win.std_dev / sqrt(2)) : win.mean < 0;
    return win;
}

void cr_link_make(const struct cr_progressive *progressive, const struct cr_house_game *tables,
                  unsigned count, const struct cr_occupancy_week *week, double rounds_an_hour,
                  double part, struct cr_link *out)
{
    *out = (struct cr_link){.progressive = progressive};
    const double bets = rounds_an_hour * week->seats * WEEKS * part * count;
    out->bets = bets > 0 && bets < (double)INT64_MAX ? (uint64_t)bets : 0;
    /* Weighted by seats, because a winner is more likely to sit at a full table. */
    out->other_seats = week->seats > 0 ? week->pairs / week->seats * part : 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned c = 0; c < CR_CATEGORIES && tables[i].has_awards; c++)
            if (progressive->awards[c].kind != CR_AWARD_NONE)
                out->chance[c] += (double)tables[i].awards.of[c] / (double)tables[i].awards.total;
    for (unsigned c = 0; c < CR_CATEGORIES && count > 0; c++)
        out->chance[c] /= count;
}
