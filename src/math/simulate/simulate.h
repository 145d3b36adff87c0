/* Monte Carlo simulation: deals, decides and settles whole rounds, and compares the results with
 * the exact analysis.
 *
 * The run is divided into blocks of SIMULATE_BLOCK rounds. Block b has its own generator, made from
 * (seed, b), and gives whole-number sums, so the result is the same with any number of threads.
 * Cards come from xoshiro256**: nobody plays against these deals, so only speed and uniformity
 * count. The decks of real rounds come from libsodium (game/cards/deck.c), because there a guessed
 * card is money.
 *
 * Money comes from the settlement that the tables use, which the caller passes. With a progressive
 * every round is settled. Without one, the result of a hand's wagers follows from its decisions,
 * its category and how it compares with the dealer's hand: each such kind of hand is settled when
 * it first occurs in a block, and afterwards only counted. A test compares the two ways.
 */
#pragma once

#include "math/rational.h"
#include "math/strategy/strategy.h"

#include <croupier/analysis.h>

#define SIMULATE_BLOCK 65536

/* The settlement function: settle_checked of game/round/settle.h. */
typedef int simulate_settle(const struct cr_rules *rules, const struct cr_progressive *progressive,
                            const struct cr_meters *meters, const struct cr_round *round,
                            struct cr_settlement *out, struct cr_err *err);

/* A player who decides for many hands at one decision: strategy_decide_all, or a test's own. stage
 * counts a seat's decisions from 0; out[i] is for hands[which[i]]. */
typedef void simulate_decide(const void *context, unsigned stage, const struct hand_cards *hands,
                             const uint16_t *which, size_t count, cr_action *out);

/* Reports the rounds done so far; called from any thread, by one at a time. */
typedef void simulate_progress(void *context, uint64_t rounds_done);

struct simulate_options {
    uint64_t rounds, seed;
    unsigned seats;   /* 1 to 7 */
    unsigned threads; /* 0: as many as there are processors */
    bool with_side;   /* the side bet is made too, as large as the Ante */
    /* The progressive that is bet on, or NULL. Every round starts with the meters at their seeds:
     * their growth is not simulated, and awards are compared by how often they are won. */
    const struct cr_progressive *progressive;
    simulate_settle *settle;
    bool settle_each; /* settle every round, with or without a progressive */
    simulate_decide *decide;
    const void *decide_context;
    simulate_progress *progress; /* NULL for none */
    void *progress_context;
};

/* The sum over rounds of a whole number and of its square, for its mean and spread. The seats of a
 * round share cards, so an observation is a round, never a single hand. */
struct simulate_sum {
    wide sum, squares;
};

/* Money results, in micro-units. */
enum simulate_line {
    SIMULATE_BASE, /* the base game: all wagers but side bets and progressive */
    SIMULATE_SIDE, /* Trips or Pair Plus */
    SIMULATE_WITH_SIDE,
    SIMULATE_PROGRESSIVE, /* awards and envy less bets, every meter at its seed */
    SIMULATE_FIXED,       /* fixed awards alone */
    SIMULATE_LINES
};

#define SIMULATE_ACTIONS (CR_BET_1X + CR_MULTIPLES)

struct simulate_sums {
    uint64_t rounds;
    struct simulate_sum lines[SIMULATE_LINES];
    struct simulate_sum stakes;                               /* wagered in the base game */
    struct simulate_sum actions[CR_STAGES][SIMULATE_ACTIONS]; /* seats that took the action */
    struct simulate_sum awards[CR_CATEGORIES];                /* progressive awards paid */
    wide slots[CR_SLOTS];                                     /* net of each wager */
    wide seat_squares; /* squares of SIMULATE_BASE of single seats; only with several */
};

/* The Ante of the simulation: one unit, or more where that makes every pay a whole number of
 * cents. */
struct cr_money simulate_ante(const struct cr_rules *rules);

/* UTH-11: the figures are per Ante, and the analysis with which they are compared is made without
 * the limit on one hand's pays, so the rounds must be too. Removes from the rules a limit that
 * would cut a pay, and returns it; zero where there is none, or none that cuts. */
struct cr_money simulate_without_limit(struct cr_rules *rules, bool with_side);

/* Plays the rounds. On failure (a win too large to hold) *out is undefined. */
int simulate(const struct cr_rules *rules, const struct simulate_options *options,
             struct simulate_sums *out, struct cr_err *err);

/* ---- The comparison with the analysis ---- */

/* One figure per hand: the simulated mean with its 99 % interval, and the exact value. */
struct simulate_figure {
    char name[CR_FIGURE_MAX];
    double mean, half_width; /* mean - half_width … mean + half_width */
    bool has_exact;
    double exact, z;
    bool disagrees; /* |z| above SIMULATE_Z_MAX */
};

#define SIMULATE_Z_MAX       4.0
#define SIMULATE_FIGURES_MAX 48

struct simulate_report {
    struct simulate_figure per_round; /* the base game, all seats together */
    uint8_t count;
    struct simulate_figure figures[SIMULATE_FIGURES_MAX];
    double std_dev; /* of one round's base result, in Antes */
    bool disagrees;
};

/* Compares the sums with the analysis of the same rules. live: how often each category of the
 * progressive's five cards is paid; NULL without a progressive. */
void simulate_compare(const struct cr_rules *rules, const struct simulate_options *options,
                      const struct cr_analysis *analysis, const struct cr_category_counts *live,
                      const struct simulate_sums *sums, struct simulate_report *out);

/* The exact values, and the categories for simulate_compare. These depend on the play where a fold
 * forfeits the progressive; the best play is assumed. */
int simulate_exact(const struct cr_rules *rules, unsigned threads, struct cr_analysis *analysis,
                   struct cr_category_counts *live, struct cr_err *err);
