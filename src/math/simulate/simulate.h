/* Monte Carlo: whole rounds dealt, decided and settled, and held against the exact analysis.
 *
 * The run is cut into blocks of SIMULATE_BLOCK rounds. Block b has a generator of its own, made
 * from (seed, b), and gives whole-number sums; so the result is the same with any number of
 * threads. Cards come from xoshiro256**: nobody plays against these deals, so speed and even
 * spread are what counts; the decks of real rounds come from libsodium (cards/deck.c), because
 * there a guessed card is money.
 *
 * Money comes from the settlement that the tables use, given by the caller. With a progressive
 * every round goes through it. Without one, what a hand's wagers come to follows from its
 * decisions, its category and how it stands to the dealer's hand: each such kind of hand is settled
 * when it first comes up in a block, and later only counted. A test holds the two ways together.
 */
#pragma once

#include "math/rational.h"
#include "math/strategy/strategy.h"

#include <croupier/analysis.h>

#define SIMULATE_BLOCK 65536

/* The settlement: settle_checked of round/settle.h. */
typedef int simulate_settle(const struct cr_rules *rules, const struct cr_progressive *progressive,
                            const struct cr_meters *meters, const struct cr_round *round,
                            struct cr_settlement *out, struct cr_err *err);

/* A player, asked for many hands at one decision: strategy_decide, or a test's own. stage counts a
 * seat's decisions from 0; out[i] is for hands[which[i]]. */
typedef void simulate_decide(const void *context, unsigned stage, const struct hand_cards *hands,
                             const uint16_t *which, size_t count, cr_action *out);

/* How far it is; called from any thread, one at a time. */
typedef void simulate_progress(void *context, uint64_t rounds_done);

struct simulate_options {
    uint64_t rounds, seed;
    unsigned seats;   /* 1 to 7 */
    unsigned threads; /* 0: as many as there are processors */
    bool with_side;   /* Trips or Pair Plus, as large as the Ante */
    /* The side bet on a progressive, or NULL. Every round starts from the seeds: what a meter has
     * grown to is not simulated, and its awards are counted by hand. */
    const struct cr_progressive *progressive;
    simulate_settle *settle;
    bool settle_each; /* every round is settled, with or without a progressive */
    simulate_decide *decide;
    const void *decide_context;
    simulate_progress *progress; /* NULL for none */
    void *progress_context;
};

/* A sum over rounds of a whole number, and of its squares: mean and spread of any of them. The
 * seats of a round share cards, so a round is one observation, never a hand. */
struct simulate_sum {
    wide sum, squares;
};

/* Money results, in micro-units. */
enum simulate_line {
    SIMULATE_BASE, /* Ante and everything that stands and falls with the hand */
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
    struct simulate_sum stakes;                               /* of the base game */
    struct simulate_sum actions[CR_STAGES][SIMULATE_ACTIONS]; /* seats that did so */
    struct simulate_sum awards[CR_CATEGORIES];                /* progressive awards paid */
    wide slots[CR_SLOTS];                                     /* net of each wager */
    wide seat_squares; /* of SIMULATE_BASE, of each seat alone; not for one seat */
};

/* The Ante that is bet: one unit, or so much more that every pay table comes out in whole cents. */
struct cr_money simulate_ante(const struct cr_rules *rules);

/* UTH-11: the figures are per Ante, and the analysis that they are held against is without a limit
 * in money on one hand's pays; so are the rounds. Takes one that would cut a pay out of the rules.
 * Returns it; zero where there is none, or none that cuts. */
struct cr_money simulate_without_limit(struct cr_rules *rules, bool with_side);

/* Plays the rounds. On failure (a win too large to hold) *out is undefined. */
int simulate(const struct cr_rules *rules, const struct simulate_options *options,
             struct simulate_sums *out, struct cr_err *err);

/* ---- What it says ---- */

/* One figure per hand: what came out, with the 99 % interval of its mean, and what should. */
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

/* Holds sums against the analysis of the same rules. live: how often each category of hole cards
 * and flop is paid, for the progressive; NULL without one. */
void simulate_compare(const struct cr_rules *rules, const struct simulate_options *options,
                      const struct cr_analysis *analysis, const struct cr_category_counts *live,
                      const struct simulate_sums *sums, struct simulate_report *out);

/* The exact values, and the categories for simulate_compare: a fold may forfeit the progressive,
 * so they depend on the play, which is taken to be optimal. */
int simulate_exact(const struct cr_rules *rules, unsigned threads, struct cr_analysis *analysis,
                   struct cr_category_counts *live, struct cr_err *err);
