/* The occupancy of a table in each hour of a week: made evenly or from a text, and its sums. */
#include "base/err.h"

#include <croupier/house.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define OPENS 12 /* noon: when cr_occupancy_even opens */

static void fill(struct cr_occupancy *o, unsigned day, unsigned from, unsigned hours, double seats)
{
    for (unsigned at = from; at < from + hours; at++)
        o->seats[(day + at / CR_DAY_HOURS) % CR_WEEK_DAYS][at % CR_DAY_HOURS] = seats;
}

void cr_occupancy_even(unsigned hours, double seats, struct cr_occupancy *out)
{
    *out = (struct cr_occupancy){0};
    for (unsigned day = 0; day < CR_WEEK_DAYS; day++)
        fill(out, day, OPENS, hours, seats);
}

/* ---- Reading ---- */

static bool take_day(const char **at, unsigned *out)
{
    static const char *const days[CR_WEEK_DAYS] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    for (*out = 0; *out < CR_WEEK_DAYS; ++*out)
        if (strncmp(*at, days[*out], 3) == 0) {
            *at += 3;
            return true;
        }
    return false;
}

/* Takes "fri-sat " or "sun "; where no day is given it means every day. */
static bool take_days(const char **at, unsigned *from, unsigned *to)
{
    *from = 0;
    *to = CR_WEEK_DAYS - 1;
    if (**at >= '0' && **at <= '9')
        return true;
    if (!take_day(at, from))
        return false;
    *to = *from;
    if (**at == '-' && (++*at, !take_day(at, to)))
        return false;
    return *(*at)++ == ' ';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#define TEN_DECIMALS 1e10 /* further ones make no difference */

/* Takes "5" or "5.5". strtod would take other forms too, and the decimal point of the caller's
 * locale. */
static bool take_number(const char **at, double most, double *out)
{
    double digits = 0, scale = 1;
    if (!is_digit(**at))
        return false;
    for (; is_digit(**at); ++*at)
        digits = digits * 10 + (**at - '0');
    if (**at == '.')
        for (++*at; is_digit(**at); ++*at)
            if (scale < TEN_DECIMALS) {
                digits = digits * 10 + (**at - '0');
                scale *= 10;
            }
    *out = digits / scale;
    return *out <= most;
}

/* Takes "18-2=5.5". */
static bool take_span(const char **at, unsigned *from, unsigned *hours, double *seats)
{
    double first, last;
    if (!take_number(at, CR_DAY_HOURS, &first) || *(*at)++ != '-' ||
        !take_number(at, CR_DAY_HOURS, &last) || *(*at)++ != '=' ||
        !take_number(at, CR_SEATS, seats) || first != floor(first) || last != floor(last))
        return false;
    *from = (unsigned)first;
    *hours = (unsigned)(last > first ? last - first : last + CR_DAY_HOURS - first);
    return true;
}

int cr_occupancy_read(const char *text, struct cr_occupancy *out, struct cr_err *err)
{
    struct cr_occupancy changed = *out;
    const char *at = text;
    unsigned first, last, from, hours;
    double seats;
    bool well = take_days(&at, &first, &last);
    while (well) {
        well = take_span(&at, &from, &hours, &seats);
        for (unsigned day = first; well; day = (day + 1) % CR_WEEK_DAYS) {
            fill(&changed, day, from, hours, seats);
            if (day == last)
                break;
        }
        if (!well || *at == '\0')
            break;
        well = *at++ == ',';
    }
    if (!well)
        return err_set(err, CR_E_INPUT,
                       "occupancy is HOURS=SEATS with commas between, as 12-18=2,18-2=5.5, days "
                       "before it, as 'fri-sat 12-4=6', and at most %d seats, not '%.100s'",
                       CR_SEATS, text);
    *out = changed;
    return CR_OK;
}

/* ---- Sums ---- */

struct cr_occupancy_week cr_occupancy_week(const struct cr_occupancy *o)
{
    struct cr_occupancy_week week = {0};
    for (unsigned d = 0; d < CR_WEEK_DAYS; d++)
        for (unsigned h = 0; h < CR_DAY_HOURS; h++) {
            const double seats = o->seats[d][h], low = floor(seats), part = seats - low;
            week.hours += seats > 0;
            week.seats += seats;
            week.pairs += (1 - part) * low * (low - 1) + part * (low + 1) * low;
        }
    return week;
}
