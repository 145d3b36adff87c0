/* A meter that meets its ends, as a Markov chain.
 *
 * The amount stands on a grid. Coins move it up a step at a time, at the rate that gives their
 * mean; awards move it down, a 100 % award back to a restart. What a function of the amount adds up
 * to until the next 100 % award is a system of linear equations in which a state leads to the next
 * higher one and to lower ones. Solved from the highest state down, every state is expressed by
 * lower ones, and all numbers stay positive: nothing cancels. Two grids, one twice as fine, take
 * the first order of the grid's error away.
 */
#include "math/progressive/meter_chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 1500 /* of the coarse grid */

/* Below this part of a coin no figure shows it. */
#define NOTHING 1e-9

enum { END_FUNDED, END_OVERFLOW, ENDS };

struct chain {
    const struct meter_course *course;
    unsigned steps;
    double step, restarts; /* of the grid; rate of restarts */
    double *weight;        /* [steps + 1] starts in each state, and what higher states lead there */
    double *to; /* [steps + 1] of the state in hand: part of it that ends in each lower one */
    double ends, sums[ENDS]; /* of the state in hand: part that restarts; what adds up by then */
};

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

static double mean_part(const struct meter_course *c)
{
    double sum = 0;
    for (unsigned i = 0; i < c->part_count; i++)
        sum += c->parts[i].part * c->parts[i].probability;
    return sum;
}

/* An amount that is hardly ever passed: the restart and what grows on it have exponential tails. */
static double highest(const struct meter_course *c)
{
    const double gain = fmax(c->coin - mean_fixed(c), 0.02 * c->coin);
    const double grown = c->whole > 0 ? 20 * gain / c->whole : 10 * gain / mean_part(c);
    const double reserve = c->whole > 0 ? 20 * c->reserve_coin / c->whole : 0;
    const double top = grown + 20 * largest_fixed(c);
    return c->seed + reserve + (isfinite(c->limit) ? fmin(top, c->limit - c->seed) : top);
}

/* Splits a rate that leads to an amount between the two states around it; nothing stays at or
 * above `below`. Returns what does not leave. */
static double lead_to(struct chain *c, unsigned below, double amount, double rate)
{
    const double at = fmax(0, amount / c->step);
    const unsigned low = (unsigned)fmin(floor(at), c->steps);
    const double high_part = at - low, low_rate = rate * (1 - high_part);
    double stays = 0;
    if (low < below)
        c->to[low] += low_rate;
    else
        stays += low_rate;
    if (low + 1 < below)
        c->to[low + 1] += rate * high_part;
    else
        stays += rate * high_part;
    return stays;
}

/* The awards of state k: where they lead, and what the house pays. Returns their rate. */
static double add_awards(struct chain *c, unsigned k, double *funded)
{
    const struct meter_course *m = c->course;
    const double amount = k * c->step;
    double leaves = 0;
    for (unsigned i = 0; i < m->part_count; i++)
        leaves += m->parts[i].probability -
                  lead_to(c, k, amount * (1 - m->parts[i].part), m->parts[i].probability);
    for (unsigned i = 0; i < m->fixed_count; i++) {
        const double left = amount - m->fixed[i].amount, rate = m->fixed[i].probability;
        leaves += rate - lead_to(c, k, left, rate);
        *funded += left < 0 ? -left * rate : 0;
    }
    return leaves;
}

/* State k in terms of lower states; c->to, ends and sums are those of state k + 1 before. */
static void take_state(struct chain *c, unsigned k)
{
    const bool is_full = k == c->steps || k * c->step >= c->course->limit;
    const double up = is_full ? 0 : c->course->coin / c->step;
    double funded = 0, lower = 0;
    for (unsigned i = 0; i < k; i++) {
        c->to[i] *= up;
        lower += c->to[i];
    }
    c->to[k] = 0; /* what came back from above is where it is */
    const double leaves = c->restarts + lower + up * c->ends + add_awards(c, k, &funded);
    const double gains[ENDS] = {
        [END_FUNDED] = funded, [END_OVERFLOW] = is_full ? c->course->coin : 0};
    for (unsigned i = 0; i < k; i++)
        c->to[i] /= leaves;
    for (unsigned e = 0; e < ENDS; e++)
        c->sums[e] = (gains[e] + up * c->sums[e]) / leaves;
    c->ends = (c->restarts + up * c->ends) / leaves;
}

/* Where a restart begins: the seed and what the reserve has gathered. */
static void set_starts(struct chain *c)
{
    const struct meter_course *m = c->course;
    const double mean = m->whole > 0 ? m->reserve_coin / m->whole : 0;
    double before = 0;
    for (unsigned k = 0; k <= c->steps; k++) {
        const double above = ((k + 0.5) * c->step - m->seed) / fmax(mean, 1e-300);
        const double until = mean <= 0 || k == c->steps ? 1 : above <= 0 ? 0 : -expm1(-above);
        c->weight[k] = mean > 0 ? until - before : 0;
        before = until;
    }
    if (mean > 0)
        return;
    const double at = m->seed / c->step;
    const unsigned low = (unsigned)fmin(floor(at), c->steps - 1.0);
    c->weight[low] = 1 - (at - low);
    c->weight[low + 1] = at - low;
}

static bool solve(const struct meter_course *course, unsigned steps, struct meter_ends *out)
{
    struct chain c = {.course = course,
                      .steps = steps,
                      .step = highest(course) / steps,
                      /* Never restarted: once in ages, which changes nothing. */
                      .restarts = course->whole > 0 ? course->whole : 1e-9 * mean_part(course),
                      .weight = calloc(steps + 1, sizeof(double)),
                      .to = calloc(steps + 1, sizeof(double))};
    double sums[ENDS] = {0};
    const bool enough = c.weight && c.to;
    if (enough)
        set_starts(&c);
    for (unsigned k = steps + 1; enough && k-- > 0;) {
        take_state(&c, k);
        for (unsigned e = 0; e < ENDS; e++)
            sums[e] += c.weight[k] * c.sums[e];
        for (unsigned i = 0; i < k; i++)
            c.weight[i] += c.weight[k] * c.to[i];
    }
    free(c.weight);
    free(c.to);
    *out = (struct meter_ends){sums[END_FUNDED] * c.restarts, sums[END_OVERFLOW] * c.restarts};
    return enough;
}

/* With fixed awards F the chance that an amount ever runs out is at most exp(-r * amount), where
 * coin * r is the sum of probability * (exp(r * F) - 1) (Lundberg's inequality). */
static double ruin_rate(const struct meter_course *c)
{
    double low = 0, high = 100 / largest_fixed(c);
    if (mean_fixed(c) >= c->coin)
        return 0;
    for (unsigned n = 0; n < 60; n++) {
        const double r = (low + high) / 2;
        double sum = 0;
        for (unsigned i = 0; i < c->fixed_count; i++)
            sum += c->fixed[i].probability * expm1(r * c->fixed[i].amount);
        if (sum < c->coin * r)
            low = r;
        else
            high = r;
    }
    return low;
}

/* Half of the seed is left to what parts of the meter take. */
static bool can_run_dry(const struct meter_course *c)
{
    return c->fixed_count > 0 && ruin_rate(c) * c->seed / 2 < 25;
}

static double below_nothing(double value, double coin)
{
    return value > NOTHING * coin ? value : 0;
}

bool meter_ends(const struct meter_course *c, struct meter_ends *out)
{
    const double lost = mean_fixed(c) - c->coin;
    *out = (struct meter_ends){0, 0};
    if (!isfinite(c->limit) && !can_run_dry(c))
        return true;
    if (c->coin <= 0 || (c->whole <= 0 && c->part_count == 0)) { /* the mean goes one way */
        out->funded = fmax(0, lost);
        out->overflow = isfinite(c->limit) ? fmax(0, -lost) : 0;
        return true;
    }
    if (c->fixed_count == 0 && c->part_count == 0 && c->reserve_coin <= 0) {
        /* It grows by the coin from the seed to the limit, unless it is won before. */
        out->overflow = c->coin * pow(1 - c->whole, (c->limit - c->seed) / c->coin);
        return true;
    }
    struct meter_ends coarse, fine;
    if (!solve(c, STEPS, &coarse) || !solve(c, 2 * STEPS, &fine))
        return false;
    out->funded = below_nothing(2 * fine.funded - coarse.funded, c->coin);
    out->overflow = below_nothing(2 * fine.overflow - coarse.overflow, c->coin);
    return true;
}
