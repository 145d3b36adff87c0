/* Benchmark: simulated rounds a second on one core, for uth-cn with one seat and optimal play.
 *
 * In the same run it measures the simulation with every round settled by itself, settlement alone
 * without and with its check, and the evaluator alone with two hands of seven cards a round. Other
 * programs share the machine, so everything is timed in many short slices, of which the fastest and
 * the median count; the ratios say more than the times. */
#include "game/round/settle.h"
#include "math/simulate/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLICES    61
#define ROUNDS    (2 * SIMULATE_BLOCK)
#define KEPT      8192 /* rounds that are settled repeatedly */
#define TARGET_MS 5.0  /* million rounds a second */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct bench {
    struct cr_rules rules;
    struct simulate_options options;
    struct simulate_sums sums;
    struct cr_settlement settlement;
    unsigned kept;
    struct cr_round rounds[KEPT];
    cr_card hands[2 * KEPT][7]; /* hands of the seat and of the dealer in those rounds */
    uint16_t ranks[2 * KEPT];
    double slices[5][SLICES]; /* seconds a round */
};

/* Makes rounds as the simulation does, with the strategy's decisions on a seeded deck. */
static void keep_rounds(struct bench *b, const struct strategy *strategy)
{
    for (unsigned i = 0; i < KEPT; i++) {
        struct cr_deck deck;
        struct cr_round *round = &b->rounds[i];
        struct cr_seat *seat = &round->seats[0];
        cr_deck_shuffle_seeded(&deck, 1, i);
        memcpy(round->board, deck.cards, 5);
        memcpy(round->dealer, deck.cards + 5, 2);
        memcpy(seat->cards, deck.cards + 7, 2);
        seat->taken = true;
        seat->wagers[1] = seat->wagers[2] = cr_money_from_units(1);
        cr_action legal[CR_LEGAL_MAX];
        while (cr_legal_actions(&b->rules, seat->actions, seat->action_count, legal) > 0) {
            const unsigned stage = seat->action_count++;
            seat->actions[stage] = strategy_decide(strategy, stage, seat->cards, round->board);
        }
    }
}

static void keep_hands(struct bench *b)
{
    for (unsigned i = 0; i < KEPT; i++) {
        const struct cr_round *round = &b->rounds[i];
        for (unsigned k = 0; k < 2; k++) {
            memcpy(b->hands[2 * i + k], round->board, 5);
            memcpy(b->hands[2 * i + k] + 5, k ? round->dealer : round->seats[0].cards, 2);
        }
    }
}

static double time_simulate(struct bench *b, bool settle_each)
{
    struct cr_err err;
    b->options.settle_each = settle_each;
    const double start = now();
    if (simulate(&b->rules, &b->options, &b->sums, &err) != CR_OK)
        exit(1);
    return (now() - start) / ROUNDS;
}

static double time_settle(struct bench *b, simulate_settle *settle)
{
    struct cr_err err;
    const double start = now();
    for (unsigned i = 0; i < KEPT; i++)
        if (settle(&b->rules, NULL, NULL, &b->rounds[i], &b->settlement, &err) != CR_OK)
            exit(1);
    return (now() - start) / KEPT;
}

static double time_evaluator(struct bench *b)
{
    const double start = now();
    cr_eval7_batch((const cr_card(*)[7])b->hands, 2 * KEPT, b->ranks);
    return (now() - start) / KEPT;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double report(double slices[SLICES], const char *what)
{
    qsort(slices, SLICES, sizeof slices[0], compare);
    const double best = slices[0], median = slices[SLICES / 2];
    printf("%-22s %6.2f million a second (%5.1f ns), median %6.2f\n", what, 1e-6 / best, best * 1e9,
           1e-6 / median);
    return best;
}

int main(void)
{
    struct bench *b = calloc(1, sizeof *b);
    struct cr_err err = {0};
    if (!b || cr_rules_load("uth-cn", &b->rules, &err) != CR_OK)
        return 1;
    const double start = now();
    struct strategy *strategy = strategy_new(&b->rules, NULL, STRATEGY_OPTIMAL, false, &err);
    if (!strategy) {
        fprintf(stderr, "bench_simulate: %s\n", err.text);
        return 1;
    }
    printf("strategy tables        %6.2f s of processor time\n", now() - start);
    b->options = (struct simulate_options){.rounds = ROUNDS,
                                           .seed = 1,
                                           .seats = 1,
                                           .threads = 1,
                                           .settle = settle_checked,
                                           .decide = strategy_decide_all,
                                           .decide_context = strategy};
    keep_rounds(b, strategy);
    keep_hands(b);
    for (unsigned i = 0; i < SLICES; i++) {
        b->options.seed = i;
        b->slices[0][i] = time_simulate(b, false);
        b->slices[3][i] = time_simulate(b, true);
        b->slices[4][i] = time_evaluator(b);
        b->slices[1][i] = time_settle(b, settle_checked);
        b->slices[2][i] = time_settle(b, cr_settle);
    }
    const double whole = report(b->slices[0], "simulated rounds");
    const double each = report(b->slices[3], "every round settled");
    const double settled = report(b->slices[1], "settlement alone");
    report(b->slices[2], "cr_settle");
    const double evaluated = report(b->slices[4], "two hands evaluated");
    printf("a simulated round takes %.2f of one that is settled by itself, %.2f settlements, %.1f "
           "times its two hands; target %.0f million a second: %s\n",
           whole / each, whole / settled, whole / evaluated, TARGET_MS,
           1e-6 / whole >= TARGET_MS ? "met" : "missed");
    strategy_free(strategy);
    free(b);
    return 0;
}
