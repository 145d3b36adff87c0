/* A meter that reaches its limit or runs dry, as a Markov chain, bet by bet.
 *
 * A state is the amount that an award finds; the coin of its bet is in it. The amounts lie on a
 * grid that is fine where it matters, near zero and near the limit, and never finer than a coin, so
 * that a bet leads at most one state up. An amount between two states is split between them so that
 * its mean is kept: what goes in and what comes out balance to the last digit. What a function of
 * the amount adds up to until the next 100 % award is a system of linear equations, in which a
 * state leads to the next higher one and to lower ones. It is solved from the highest state down:
 * every state is expressed by lower ones, and all numbers stay positive, so that nothing cancels.
 * Two grids, one twice as fine as the other, remove the first order of the grid's error.
 */
#include "math/progressive/meter_chain.h"

#include <math.h>
#include <stdlib.h>

/* A step is at most this times its distance to zero or to the limit, divided by the steps of the
 * grid. */
#define RELATIVE 24.0

/* An end that changes the figures by no more than this part is ignored, as the manual ignores it:
 * PTHA-7 runs dry about once in a thousand jackpots. */
#define NOTHING 3e-5

/* A meter that never restarts is calculated as if it did with this probability, which changes
 * nothing. */
#define HARDLY_EVER 1e-18

enum { END_FUNDED, END_OVERFLOW, ENDS };

struct chain {
    const struct meter_course *course;
    double highest, limit;   /* of the grid; INFINITY where the limit is above it */
    unsigned count, most;    /* states, and room for them */
    double *amount;          /* [count] ascending */
    double *weight;          /* [count] restarts in each state, and what higher states lead to it */
    double *to;              /* [count] of the present state: part that ends in each lower one */
    double up;               /* of the present state: part that leads to the one above */
    double ends, sums[ENDS]; /* of the present state: part that restarts; what adds up by then */
    double restarts;         /* probability of a restart */
};

/* ---- Sums over awards ---- */

static double mean_fixed(const struct meter_course *c)
{
    double sum = 0;
    for (unsigned i = 0; i < c->fixed_count; i++)
        sum += c->fixed[i].amount * c->fixed[i].probability;
    return sum;
}

static double largest_fixed(const struct meter_course *c)
{
    double most = 0;
    for (unsigned i = 0; i < c->fixed_count; i++)
        most = fmax(most, c->fixed[i].amount);
    return most;
}

static double smallest_fixed(const struct meter_course *c)
{
    double least = INFINITY;
    for (unsigned i = 0; i < c->fixed_count; i++)
        least = fmin(least, c->fixed[i].amount);
    return least;
}

static double mean_part(const struct meter_course *c)
{
    double sum = 0;
    for (unsigned i = 0; i < c->part_count; i++)
        sum += c->parts[i].part * c->parts[i].probability;
    return sum;
}

static double mean_reserve(const struct meter_course *c)
{
    return c->whole > 0 ? c->reserve_coin / c->whole : 0;
}

/* ---- The grid ---- */

/* How fast the probability of a higher amount falls, for growth by coins less fixed awards before a
 * win: the rate at which the mean of exp(rate * amount) gains with each bet what the 100 % award
 * takes away. */
static double growth_rate(const struct meter_course *c)
{
    double low = 0, high = 1 / c->coin;
    for (unsigned n = 0; n < 200; n++) {
        const double rate = n < 100 ? high : (low + high) / 2;
        double gain = rate * c->coin;
        for (unsigned i = 0; i < c->fixed_count; i++)
            gain += c->fixed[i].probability * expm1(-rate * c->fixed[i].amount);
        if (gain < c->whole) {
            low = rate;
            high *= n < 100 ? 2 : 1;
        } else {
            high = rate;
            n = n < 100 ? 100 : n;
        }
    }
    return high;
}

/* An amount that is hardly ever exceeded: the restart and the growth above it have exponential
 * tails. */
static double highest(const struct meter_course *c)
{
    const double gain = fmax(c->coin - mean_fixed(c), 0.02 * c->coin);
    double grown = 20 * largest_fixed(c);
    if (c->coin > 0 && c->whole > 0)
        grown = 20 / growth_rate(c) + c->coin;
    else if (c->part_count > 0)
        grown += 20 * gain / mean_part(c);
    else if (isfinite(c->limit))
        grown = c->limit;
    const double room = isfinite(c->limit) ? c->limit - c->seed : INFINITY;
    return c->seed + 20 * mean_reserve(c) + fmin(grown, room);
}

/* Adds states from the last one up to `to`; steps are also fine near `anchor`. */
static void add_states(struct chain *c, double least, double widest, double relative, double to,
                       double anchor)
{
    double at = c->amount[c->count - 1];
    while (at < to && c->count < c->most) {
        const double near = fmin(at, fabs(anchor - at));
        const double step = fmax(least, fmin(widest, relative * near));
        at = to - at < step + least ? to : at + step;
        c->amount[c->count++] = at;
    }
    c->amount[c->count - 1] = to;
}

static void set_states(struct chain *c, unsigned grid)
{
    const struct meter_course *m = c->course;
    const double finest = fmax(fmin(smallest_fixed(m), c->highest) / 64, c->highest * 1e-7);
    const double least = fmax(m->coin, finest * METER_GRID / grid);
    const double widest = c->highest / grid, relative = RELATIVE / grid;
    c->amount[0] = 0;
    c->count = 1;
    if (isfinite(c->limit))
        add_states(c, least, widest, relative, c->limit, c->limit);
    if (c->limit < c->highest || !isfinite(c->limit))
        add_states(c, least, widest, relative, c->highest, c->limit);
}

/* The index of the last state at or below an amount. */
static unsigned state_of(const struct chain *c, double amount)
{
    unsigned low = 0, high = c->count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (c->amount[middle] <= amount)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- One state ---- */

/* The amount after the next coin. */
static double with_coin(const struct chain *c, double amount)
{
    return amount < c->limit ? fmin(amount + c->course->coin, c->limit) : amount;
}

/* Adds one outcome of a bet in state k: it leaves that amount, and its probability is split
 * between the two states around the amount with the next coin. Returns the part that leads to
 * lower states. */
static double lead_to(struct chain *c, unsigned k, double left, double probability,
                      double *overflow)
{
    const double next = with_coin(c, left);
    *overflow += probability * (c->course->coin - (next - left));
    if (next >= c->amount[k]) {
        if (k + 1 < c->count)
            c->up +=
                probability * fmin(1, (next - c->amount[k]) / (c->amount[k + 1] - c->amount[k]));
        return 0;
    }
    const unsigned low = state_of(c, next);
    const double high_part = (next - c->amount[low]) / (c->amount[low + 1] - c->amount[low]);
    c->to[low] += probability * (1 - high_part);
    if (low + 1 < k)
        c->to[low + 1] += probability * high_part;
    return probability * (low + 1 < k ? 1 : 1 - high_part);
}

/* Expresses state k by lower states. On entry c->to, ends and sums are those of state k + 1. */
static void take_state(struct chain *c, unsigned k, double *own)
{
    const struct meter_course *m = c->course;
    const double amount = c->amount[k];
    double none = 1 - c->restarts, lower = 0, gains[ENDS] = {0};
    double *above = c->to; /* kept until the part that leads up is known */
    c->to = own;
    c->up = 0;
    for (unsigned i = 0; i <= k; i++)
        own[i] = 0;
    for (unsigned i = 0; i < m->part_count; i++, none -= m->parts[i - 1].probability)
        lower += lead_to(c, k, amount * (1 - m->parts[i].part), m->parts[i].probability,
                         &gains[END_OVERFLOW]);
    for (unsigned i = 0; i < m->fixed_count; i++, none -= m->fixed[i - 1].probability) {
        const double left = fmax(0, amount - m->fixed[i].amount), p = m->fixed[i].probability;
        lower += lead_to(c, k, left, p, &gains[END_OVERFLOW]);
        gains[END_FUNDED] += p * fmax(0, m->fixed[i].amount - amount);
    }
    lower += lead_to(c, k, amount, fmax(0, none), &gains[END_OVERFLOW]);
    c->to = above;
    for (unsigned i = 0; i < k; i++) {
        lower += c->up * above[i];
        above[i] = own[i] + c->up * above[i];
    }
    above[k] = 0; /* what comes back from above is in this state */
    const double leaves = c->restarts + lower + c->up * c->ends;
    for (unsigned i = 0; i < k; i++)
        above[i] /= leaves;
    for (unsigned e = 0; e < ENDS; e++)
        c->sums[e] = (gains[e] + c->up * c->sums[e]) / leaves;
    c->ends = (c->restarts + c->up * c->ends) / leaves;
}

/* ---- The whole chain ---- */

static void start_at(struct chain *c, double amount, double weight)
{
    const unsigned low = state_of(c, amount);
    if (low + 1 == c->count) {
        c->weight[low] += weight;
        return;
    }
    const double high_part = (amount - c->amount[low]) / (c->amount[low + 1] - c->amount[low]);
    c->weight[low] += weight * (1 - high_part);
    c->weight[low + 1] += weight * high_part;
}

/* Sets where restarts begin: the seed plus the reserve, which is an exponential variable, plus the
 * next coin. Returns the part of that coin that the limit keeps out. */
static double set_starts(struct chain *c)
{
    const double mean = mean_reserve(c->course), seed = c->course->seed;
    const double start = with_coin(c, seed), kept_out = c->course->coin - (start - seed);
    if (mean <= 0) {
        start_at(c, start, 1);
        return kept_out;
    }
    for (unsigned k = state_of(c, start); k + 1 < c->count; k++) {
        const double from = fmax(c->amount[k], start), length = c->amount[k + 1] - from;
        const double before = exp(-(from - start) / mean), after = exp(-length / mean);
        const double mass = before * -expm1(-length / mean);
        const double moment = before * (-mean * expm1(-length / mean) - length * after);
        if (mass > 0)
            start_at(c, fmin(from + moment / mass, c->amount[k + 1]), mass);
    }
    c->weight[c->count - 1] += exp(-(c->highest - start) / mean);
    return isfinite(c->limit) ? c->course->coin * exp(-(c->limit - seed) / mean) : 0;
}

static void run(struct chain *c, double *own, struct meter_ends *out)
{
    double sums[ENDS] = {[END_OVERFLOW] = set_starts(c)};
    for (unsigned k = c->count; k-- > 0;) {
        take_state(c, k, own);
        for (unsigned e = 0; e < ENDS; e++)
            sums[e] += c->weight[k] * c->sums[e];
        for (unsigned i = 0; i < k; i++)
            c->weight[i] += c->weight[k] * c->to[i];
    }
    *out = (struct meter_ends){sums[END_FUNDED] * c->restarts, sums[END_OVERFLOW] * c->restarts};
}

static bool solve(const struct meter_course *course, unsigned grid, struct meter_ends *out)
{
    const unsigned most = 8 * grid + 64; /* enough for all steps: relative and even */
    double *room = calloc(4 * (size_t)most, sizeof *room);
    if (!room)
        return false;
    struct chain c = {.course = course,
                      .highest = highest(course),
                      .most = most,
                      .amount = room,
                      .weight = room + most,
                      .to = room + 2 * (size_t)most,
                      .restarts = course->whole > 0 ? course->whole : HARDLY_EVER};
    c.limit = course->limit <= c.highest ? course->limit : INFINITY;
    set_states(&c, grid);
    run(&c, room + 3 * (size_t)most, out);
    free(room);
    return true;
}

/* ---- Cases that need no chain ---- */

/* With claims F the chance that an amount ever runs out is at most exp(-r * amount), where coin * r
 * is the sum of probability * (exp(r * F) - 1) (Lundberg's inequality). While the meter is below
 * `level`, an award of a part of it is a claim of at most that part of `level`. */
static double ruin_rate(const struct meter_course *c, double level)
{
    double low = 0, high = 100 / largest_fixed(c);
    for (unsigned n = 0; n < 60; n++) {
        const double r = (low + high) / 2;
        double sum = 0;
        for (unsigned i = 0; i < c->fixed_count; i++)
            sum += c->fixed[i].probability * expm1(r * c->fixed[i].amount);
        for (unsigned i = 0; i < c->part_count; i++)
            sum += c->parts[i].probability * expm1(r * c->parts[i].part * level);
        if (sum < c->coin * r)
            low = r;
        else
            high = r;
    }
    return low;
}

/* Whether the chance that the meter runs dry is worth a calculation. `left` is what it still has
 * after the one award that takes it below a level. */
static bool can_run_dry(const struct meter_course *c)
{
    const double gain = c->coin - mean_fixed(c), parts = mean_part(c);
    if (c->fixed_count == 0)
        return false;
    if (gain <= 0)
        return true;
    const double level = parts > 0 ? fmin(c->seed, gain / parts / 2) : c->seed;
    double left = level - largest_fixed(c);
    for (unsigned i = 0; i < c->part_count; i++)
        left = fmin(left, level * (1 - c->parts[i].part));
    return left <= 0 || ruin_rate(c, level) * left < 25;
}

/* The overflow of a meter that only grows by the coin from its seed to its limit, unless it is won
 * before. */
static double overflow_alone(const struct meter_course *c)
{
    const double room = c->limit - c->seed;
    const double taken = floor(room / c->coin), part = c->coin - (room - taken * c->coin);
    return pow(1 - c->whole, taken) * (c->whole * part + (1 - c->whole) * c->coin);
}

static double below_nothing(double value, double scale)
{
    return value > NOTHING * scale ? value : 0;
}

bool meter_ends(const struct meter_course *c, unsigned grid, struct meter_ends *out)
{
    const double lost = mean_fixed(c) - c->coin;
    const bool is_won = c->whole > 0 || c->part_count > 0, is_limited = isfinite(c->limit);
    *out = (struct meter_ends){0, 0};
    if ((!is_limited || c->coin <= 0) && !can_run_dry(c))
        return true;
    if (!is_won && (!is_limited || c->coin <= 0)) { /* the meter's mean goes one way only */
        out->funded = fmax(0, lost);
        return true;
    }
    if (c->fixed_count == 0 && c->part_count == 0 && c->reserve_coin <= 0 && c->whole > 0) {
        out->overflow = overflow_alone(c);
        return true;
    }
    struct meter_ends coarse, fine;
    if (!solve(c, grid, &coarse) || !solve(c, 2 * grid, &fine))
        return false;
    const double scale = fmax(c->coin, mean_fixed(c));
    out->funded = below_nothing(2 * fine.funded - coarse.funded, scale);
    out->overflow = below_nothing(2 * fine.overflow - coarse.overflow, scale);
    if (!is_won) /* in the long run, what is not paid out overflows */
        out->overflow = fmax(0, out->funded - lost);
    return true;
}
