/* An example of the library: the monthly win of two tables of Let It Ride on one link, and the
 * results of a thousand years of the link.
 *
 *   cc house_year.c $(pkg-config --cflags --libs croupier) -o house_year
 */
#include <croupier/house.h>

#include <stdio.h>

#define YEARS 1000

static int fail(const struct cr_err *err)
{
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

int main(void)
{
    static const char *const names[] = {"lir-rp", "lir-rp"};
    struct cr_house_game tables[2];
    struct cr_progressive progressive;
    struct cr_occupancy occupancy = {0};
    struct cr_err err = {0};

    /* Two seats in the afternoon, four and a half at night, six on weekends. */
    if (cr_occupancy_read("12-18=2,18-2=4.5", &occupancy, &err) ||
        cr_occupancy_read("fri-sat 18-4=6", &occupancy, &err))
        return fail(&err);
    const struct cr_occupancy_week week = cr_occupancy_week(&occupancy);

    for (unsigned i = 0; i < 2; i++) {
        struct cr_rules rules;
        if (cr_rules_load(names[i], &rules, &err) ||
            cr_house_game_make(&rules, cr_money_from_units(15), 1, &tables[i], &err))
            return fail(&err);
    }
    const struct cr_house_win month = cr_house_win(tables, 2, &week, week.hours / 7 * 30, 40);
    printf("a month: %.2f with a deviation of %.2f, a loss with %.6f\n", month.mean, month.std_dev,
           month.losing);

    /* Three of four seats bet on the link. */
    struct cr_link link;
    if (cr_progressive_load("rp", &progressive, &err))
        return fail(&err);
    cr_link_make(&progressive, tables, 2, &week, 40, 0.75, &link);
    double house = 0, jackpots = 0;
    unsigned below_zero = 0;
    for (unsigned y = 0; y < YEARS; y++) {
        struct cr_link_year year;
        if (cr_link_year_play(&link, 1, y, &year, &err)) /* fails where the books do not balance */
            return fail(&err);
        house += year.house / YEARS;
        jackpots += year.meters[0].jackpots / YEARS;
        below_zero += year.house < 0;
    }
    printf("%d years of %llu bets balance: %.2f for the house, below zero in %u, %.3f jackpots of "
           "the %s meter\n",
           YEARS, (unsigned long long)link.bets, house, below_zero, jackpots,
           progressive.meters[0].name);
    return 0;
}
