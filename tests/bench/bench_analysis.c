/* Benchmark: the exact analyses, as multiples of one sweep of this project's own evaluator over all
 * 133,784,560 seven-card hands on one core, measured in the same run. All times are CPU time
 * including the kernel's, and the best of several runs, because other programs share the machine.
 */
#include "game/cards/eval_inline.h"
#include "math/kernels/kernels.h"

#include <croupier/design.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define REPEAT 5

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Ranks every seven-card hand once, card by card, so that the work for the first cards is shared.
 */
static uint64_t sweep(void)
{
    uint64_t sum = 0;
    struct eval_hand h[7];
    h[0] = eval_hand_empty();
    for (unsigned a = 6; a < CR_DECK_CARDS; a++) {
        h[1] = eval_hand_add(h[0], (cr_card)a);
        for (unsigned b = 5; b < a; b++) {
            h[2] = eval_hand_add(h[1], (cr_card)b);
            for (unsigned c = 4; c < b; c++) {
                h[3] = eval_hand_add(h[2], (cr_card)c);
                for (unsigned d = 3; d < c; d++) {
                    h[4] = eval_hand_add(h[3], (cr_card)d);
                    for (unsigned e = 2; e < d; e++) {
                        h[5] = eval_hand_add(h[4], (cr_card)e);
                        for (unsigned f = 1; f < e; f++) {
                            h[6] = eval_hand_add(h[5], (cr_card)f);
                            for (unsigned g = 0; g < f; g++)
                                sum += eval_hand_rank(eval_hand_add(h[6], (cr_card)g));
                        }
                    }
                }
            }
        }
    }
    return sum;
}

/* CPU and wall-clock seconds of one analysis; the best of several runs. */
struct timing {
    double cpu, wall;
};

static struct timing analyse(const char *name, unsigned threads)
{
    struct timing best = {1e9, 1e9};
    struct cr_rules rules;
    static struct cr_analysis out;
    struct cr_err err = {0};
    const struct cr_analysis_options options = {.threads = threads};
    for (unsigned i = 0; i < REPEAT; i++) {
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
        if (cr_rules_load(name, &rules, &err) || cr_analyze(&rules, &options, &out, &err)) {
            fprintf(stderr, "%s\n", err.text);
            exit(1);
        }
        const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        const double took = seconds(CLOCK_MONOTONIC) - wall;
        best.cpu = used < best.cpu ? used : best.cpu;
        best.wall = took < best.wall ? took : best.wall;
    }
    return best;
}

static void report(const char *what, struct timing one, struct timing two, double unit)
{
    printf("  %-28s %7.3f s CPU  %5.1f sweeps   two threads %.2f times as fast\n", what, one.cpu,
           one.cpu / unit, one.wall / two.wall);
}

static struct timing sum(struct timing a, struct timing b)
{
    return (struct timing){a.cpu + b.cpu, a.wall + b.wall};
}

/* Measures a hand before its only decision, in milliseconds. */
static void one_hand(const char *what, const char *name, const cr_card *hole, const cr_card *open,
                     size_t open_count)
{
    struct cr_rules rules;
    struct cr_position position;
    double best = 1e9;
    if (cr_rules_load(name, &rules, NULL))
        exit(1);
    for (unsigned i = 0; i < REPEAT; i++) {
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (cr_analyze_position(&rules, hole, open, open_count, NULL, 0, &position, NULL))
            exit(1);
        const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        best = took < best ? took : best;
    }
    printf("  %-28s %7.3f ms\n", what, best * 1e3);
}

/* Measures a position and a progressive, in milliseconds. */
static void small_ones(void)
{
    static const cr_card hole[2] = {3 * 4 + 3, 3 * 4 + 2}, flop[3] = {25, 29, 39};
    static const cr_card five[5] = {0, 9, 18, 27, 44};
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_category_counts counts;
    struct cr_position position;
    struct cr_progressive_analysis analysis;
    if (cr_rules_load("uth-cn", &rules, NULL) || cr_progressive_load("cn", &progressive, NULL))
        exit(1);
    double best[2] = {1e9, 1e9};
    for (unsigned i = 0; i < 20; i++) {
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (cr_analyze_position(&rules, hole, flop, 3, NULL, 0, &position, NULL))
            exit(1);
        const double middle = seconds(CLOCK_PROCESS_CPUTIME_ID);
        cr_five_card_counts(&counts);
        if (cr_analyze_progressive(&progressive, &counts, &analysis, NULL))
            exit(1);
        const double end = seconds(CLOCK_PROCESS_CPUTIME_ID);
        best[0] = middle - start < best[0] ? middle - start : best[0];
        best[1] = end - middle < best[1] ? end - middle : best[1];
    }
    printf("  %-28s %7.3f ms\n  %-28s %7.3f ms\n", "a position after the flop", best[0] * 1e3,
           "a progressive", best[1] * 1e3);
    one_hand("a hand of Mississippi Stud", "ms-rp", hole, NULL, 0);
    one_hand("a hand of Four Card Poker", "fcp-rp", five, flop, 1);
}

/* Measures how many pay tables a design decides in a second, also as a multiple of analysing one
 * after the other. The time includes the list of endings that a design makes first. */
static void design_rate(const char *what, const char *name, const char *wager,
                        const struct cr_design_row *rows, unsigned row_count, double edge)
{
    static struct cr_design_answer answer;
    struct cr_design_question q = {.row_count = row_count,
                                   .edge = edge,
                                   .element_of_risk = NAN,
                                   .hit_frequency = NAN,
                                   .std_dev = NAN,
                                   .within = 0.001,
                                   .keep = 20,
                                   .analyses = 10000};
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err))
        exit(1);
    q.slot = cr_slot_find(rules.game, wager, strlen(wager));
    memcpy(q.rows, rows, row_count * sizeof *rows);
    const double one = analyse(name, 0).cpu;
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (cr_design(&rules, &q, &answer, &err) || !answer.is_complete) {
        fprintf(stderr, "%s: %s\n", name, err.text);
        exit(1);
    }
    const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    const double tables = (double)answer.tries;
    printf("  %-28s %11.0f tables a second, %9.1f times as fast as analyses (%.0f tables, %.0f "
           "analysed)\n",
           what, tables / took, tables / took * one, tables, (double)answer.analysed);
    fflush(stdout);
}

static void design_rates(void)
{
    static const struct cr_design_row side[] = {{CR_STRAIGHT_FLUSH, 20, 60},
                                                {CR_THREE_OF_A_KIND, 15, 45},
                                                {CR_STRAIGHT, 3, 8},
                                                {CR_FLUSH, 2, 5}};
    static const struct cr_design_row bonus[] = {{CR_STRAIGHT_FLUSH, 3, 8},
                                                 {CR_THREE_OF_A_KIND, 2, 6}};
    static const struct cr_design_row bets[] = {
        {CR_FULL_HOUSE, 8, 13}, {CR_FLUSH, 5, 9}, {CR_STRAIGHT, 3, 6}};
    static const struct cr_design_row four[] = {
        {CR_FOUR_OF_A_KIND, 20, 40}, {CR_STRAIGHT_FLUSH, 10, 25}, {CR_THREE_OF_A_KIND, 1, 3}};
    static const struct cr_design_row blind[] = {
        {CR_STRAIGHT_FLUSH, 30, 60}, {CR_FOUR_OF_A_KIND, 6, 15}, {CR_FULL_HOUSE, 2, 5}};
    design_rate("design of Pair Plus", "tcp-cn", "pair_plus", side, 4, 0.05);
    design_rate("design of the Ante Bonus", "tcp-cn", "ante_bonus", bonus, 2, 0.034);
    design_rate("design of Let It Ride", "lir-rp", "bet1", bets, 3, 0.035);
    design_rate("design of Mississippi Stud", "ms-rp", "ante", bets, 3, 0.05);
    design_rate("design of Four Card Poker", "fcp-rp", "ante_bonus", four, 3, 0.028);
    design_rate("design of the Blind", "uth-cn", "blind", blind, 3, 0.022);
}

int main(void)
{
    double unit = 1e9;
    uint64_t ranks = 0;
    for (unsigned i = 0; i < REPEAT; i++) {
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        ranks = sweep();
        const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        unit = took < unit ? took : unit;
    }
    printf("exact analysis, %s; one sweep of all seven-card hands %.3f s CPU\n",
           kernels_find(NULL)->name, unit);
    const struct timing pg1 = sum(analyse("pg-flush", 1), analyse("pg-straight", 1));
    const struct timing pg2 = sum(analyse("pg-flush", 2), analyse("pg-straight", 2));
    report("both pg options", pg1, pg2, unit);
    report("uth, with Trips too", analyse("uth-cn", 1), analyse("uth-cn", 2), unit);
    report("Three Card Poker", analyse("tcp-cn", 1), analyse("tcp-cn", 2), unit);
    report("Let It Ride", analyse("lir-rp", 1), analyse("lir-rp", 2), unit);
    report("Mississippi Stud", analyse("ms-rp", 1), analyse("ms-rp", 2), unit);
    report("Four Card Poker", analyse("fcp-rp", 1), analyse("fcp-rp", 2), unit);
    small_ones();
    design_rates();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("  %-28s %7ld MB\n", "peak memory", usage.ru_maxrss / 1024);
    return ranks == 0; /* the result is used, so that the compiler keeps the sweep */
}
