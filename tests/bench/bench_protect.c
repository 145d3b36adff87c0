/* Benchmark: what seen cards are worth, as multiples of one sweep of this project's own evaluator
 * over all 133,784,560 seven-card hands on one core, measured in the same run; and how much faster
 * two threads are. All times are CPU time including the kernel's. */
#include "game/cards/eval_inline.h"

#include <croupier/protect.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Ranks all hands that hold these cards and `more` others with numbers below `below`. */
static uint64_t sweep(struct eval_hand hand, unsigned below, unsigned more)
{
    uint64_t sum = 0;
    if (more == 1) {
        for (unsigned c = 0; c < below; c++)
            sum += eval_hand_rank(eval_hand_add(hand, (cr_card)c));
        return sum;
    }
    for (unsigned c = more - 1; c < below; c++)
        sum += sweep(eval_hand_add(hand, (cr_card)c), c, more - 1);
    return sum;
}

static void protect(const char *name, const char *what, unsigned threads, double *cpu, double *wall)
{
    struct cr_rules rules;
    struct cr_sees sees;
    struct cr_protection out;
    struct cr_err err = {0};
    const struct cr_protect_options options = {.threads = threads};
    const double cpu_start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double wall_start = seconds(CLOCK_MONOTONIC);
    if (cr_rules_load(name, &rules, &err) || cr_sees_parse(&rules, what, &sees, &err) ||
        cr_protect(&rules, &sees, &options, &out, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    *cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    *wall = seconds(CLOCK_MONOTONIC) - wall_start;
    cr_protection_free(&out);
}

static void report(const char *name, const char *what, double most, double unit)
{
    double cpu, wall, cpu_two, wall_two;
    protect(name, what, 1, &cpu, &wall);
    protect(name, what, 2, &cpu_two, &wall_two);
    printf(
        "  %-12s %-18s %8.3f s CPU  %6.1f sweeps (at most %.0f)   two threads %.2f times as fast\n",
        name, what, cpu, cpu / unit, most, wall / wall_two);
    fflush(stdout);
}

/* With an argument, one seen dealer card in the Texas games is measured too, which takes minutes.
 */
int main(int argc, char **argv)
{
    (void)argv;
    double unit = 1e9;
    uint64_t ranks = 0;
    for (unsigned i = 0; i < 5; i++) {
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        ranks = sweep(eval_hand_empty(), CR_DECK_CARDS, 7);
        const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        unit = took < unit ? took : unit;
    }
    printf("seen cards; one sweep of all seven-card hands %.3f s CPU\n", unit);
    report("tcp-cn", "dealer:1", 3, unit);
    report("lir-rp", "board:2", 3, unit);
    report("ms-rp", "board:1", 3, unit);
    report("ms-rp", "board:2", 3, unit);
    report("ms-rp", "marked:JQKA", 3, unit);
    report("uth-cn", "flop:1", 100, unit);
    report("pg-straight", "turn,river", 100, unit);
    if (argc > 1) {
        report("uth-cn", "dealer:1", 400, unit);
        report("pg-straight", "dealer:1", 400, unit);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("  %-31s %8ld MB\n", "peak memory", usage.ru_maxrss / 1024);
    return ranks == 0;
}
