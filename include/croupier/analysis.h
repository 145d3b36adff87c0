/* Exact analysis of house rules and progressives (MATH-1 to MATH-5).
 *
 * Every figure is a rational number made of whole-number sums over all deals: the same on every
 * machine, with one thread or many. Values are per unit of the Ante, or of the side bet.
 */
#ifndef CROUPIER_ANALYSIS_H
#define CROUPIER_ANALYSIS_H

#include <croupier/rules.h>
#include <croupier/settle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whole numbers of 128 bits: what a game's sums come to with fine pay tables. */
__extension__ typedef __int128 cr_wide;

/* In lowest terms, den > 0. */
struct cr_rational {
    cr_wide num, den;
};

CR_API double cr_rational_value(struct cr_rational r);

/* "-1/13", "5/1". Returns the length. */
#define CR_RATIONAL_TEXT_MAX 88
CR_API size_t cr_rational_format(struct cr_rational r, char out[CR_RATIONAL_TEXT_MAX]);

/* ---- The base game ---- */

#define CR_STARTS     169 /* two hole cards up to suits */
#define CR_FIGURE_MAX 24
/* What the loader of rules files admits: the sizes of the first decision, a check and a fold; the
 * sizes of all decisions, or a bet and a check for each, and a fold; each slot alone and together
 * with the base game. */
#define CR_OPTIONS_MAX (CR_SIZES_MAX + 2)
#define CR_FIGURES_MAX (CR_STAGES * (CR_SIZES_MAX + 1) + 1)
#define CR_SIDES_MAX   (2 * CR_SLOTS)

/* A named figure: a frequency, the value of one option. */
struct cr_figure {
    char name[CR_FIGURE_MAX]; /* as in JSON: "turn_bet", "ev_4x" */
    struct cr_rational value;
};

struct cr_start {
    char hand[4];     /* "AKs", "AKo", "AA" */
    uint8_t combos;   /* 4, 12 or 6 */
    char decision[8]; /* the first action: "bet", "fold", "4x", "check" */
    struct cr_rational ev;
    uint8_t option_count; /* ev_play for pg; ev_4x, ev_3x, ev_check for uth */
    struct cr_figure options[CR_OPTIONS_MAX];
};

/* A side bet or another way of playing. */
struct cr_side {
    char name[CR_FIGURE_MAX]; /* "trips", "with_trips", "pair_plus", "with_pair_plus" */
    bool is_bet;              /* a bet of its own: it has a house edge */
    struct cr_rational ev;
};

#define CR_RETURN_ROWS 24

/* One way in which a wager can end. */
struct cr_return {
    char name[CR_NAME_MAX];         /* "flush", "wins", "3x loses" */
    int64_t combinations;           /* deals that end so */
    struct cr_rational bets;        /* in action in such a deal, on average, in units */
    struct cr_ratio pays;           /* on each of them; {0, 1}: returned; {0, 0}: lost */
    struct cr_rational contributes; /* to the expectation */
};

/* How often a wager ends how, under the best play. Wagers that share a pay table and stand or fall
 * together are one. The lines of all wagers that are no side bets add up to the base game's
 * expectation; those of a side bet to its own, where no fold loses it. */
struct cr_wager_returns {
    char name[CR_NAME_MAX];   /* of the first slot: "ante" */
    char label[CR_TITLE_MAX]; /* as the felt says it, of all of them */
    bool is_side;
    int64_t total;     /* deals; for a side bet the hands that decide it */
    uint8_t bet_parts; /* parts of an Ante in which its bets are added up; 0 is 1 */
    struct cr_rational ev;
    uint8_t row_count;
    struct cr_return rows[CR_RETURN_ROWS];
};

#define CR_PLAY_ROWS 32

/* How a kind of hand is played before each open card of the dealer's (fcp). */
struct cr_play_row {
    char hand[CR_NAME_MAX]; /* "pair of nines", "ace high" */
    /* By the open card's rank, the least and the most that is bet with such a hand, in parts of an
     * Ante as the rules have them (bet_parts); zero folds. */
    uint8_t least[CR_RANKS], most[CR_RANKS];
};

struct cr_analysis {
    struct cr_rational ev;
    struct cr_rational average_wager;
    double house_edge, element_of_risk, std_dev;
    uint8_t frequency_count;
    struct cr_figure frequencies[CR_FIGURES_MAX]; /* of all deals */
    uint8_t start_count;                          /* 169, or 0 for Three Card Poker */
    struct cr_start starts[CR_STARTS];            /* by rank: AA, AKs, AKo, … 22 */
    /* tcp: the worst hand that plays, "Q-6-4", where all better ones play and all worse ones fold;
     * else empty. */
    char cutoff[CR_FIGURE_MAX];
    uint8_t side_count;
    struct cr_side sides[CR_SIDES_MAX];
    /* In payment order. Where a limit on one hand's pays cuts a pay, the side bets alone: a cut is
     * no part of one wager. */
    uint8_t wager_count;
    struct cr_wager_returns wagers[CR_SLOTS];
    uint8_t bet_parts;  /* of the plays below */
    uint8_t play_count; /* fcp: the best play by hand and open card, the best hands first */
    struct cr_play_row plays[CR_PLAY_ROWS];
};

struct cr_analysis_options {
    unsigned threads;      /* 0: as many as there are processors */
    const char *isa;       /* NULL: the widest the machine has; "portable", "avx2", "avx512" */
    struct cr_ratio trips; /* uth: Trips per Ante in with_trips; {0,0}: 1 to 1 */
    /* UTH-11: with this Ante the rules' limit on one hand's pays is taken into account, in the base
     * game alone: with_trips is left out where the limit cuts a pay of both together. Zero: without
     * the limit. */
    struct cr_money ante;
    /* uth, without a limit that cuts: what the progressive pays a hand that is not folded, in
     * Antes, by category (CR_CATEGORIES of them). Then the starting hands are worth with Trips and
     * those awards, so much of Trips per Ante, zero too. NULL: without both. */
    const struct cr_rational *awards;
};

/* Analyses house rules. options may be NULL. */
CR_API int cr_analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                      struct cr_analysis *out, struct cr_err *err);

/* ---- Progressives (MATH-4) ---- */

/* Figures that the manual prints, exact or with the manual's rounding. */
struct cr_progressive_figures {
    double hit_frequency;
    double fixed_from_meter, fixed_not_from_meter; /* per unit of the bet */
    double house_advantage;
    /* In currency units; no number: nothing is ever paid in percent of that meter. */
    double average_reset[CR_METERS], average_jackpot[CR_METERS];
    /* Per bet, in currency units: fixed awards that the meter cannot cover and the house pays
     * (MET-4); contributions that its limit keeps out (REG-7), which are in house_advantage. */
    double house_funded[CR_METERS], overflow[CR_METERS];
};

struct cr_award_figures {
    enum cr_category category;
    struct cr_rational probability;
    double printed_probability; /* with the manual's rounding */
    double contribution;        /* fixed awards: probability * amount, in currency units */
};

struct cr_progressive_analysis {
    uint8_t award_count;
    struct cr_award_figures
        awards[CR_CATEGORIES]; /* royal flush first; those that pay nothing too */
    struct cr_rational hit_frequency, fixed_from_meter, fixed_not_from_meter;
    struct cr_rational envy_per_seat; /* expected envy for each other seat with the bet, in units */
    struct cr_progressive_figures exact, printed;
};

/* The distribution of five cards; or any other one: how often each category comes, out of total.
 * A uth fold that forfeits the bet changes it. */
struct cr_category_counts {
    int64_t of[CR_CATEGORIES];
    int64_t total;
};

CR_API void cr_five_card_counts(struct cr_category_counts *out);

CR_API int cr_analyze_progressive(const struct cr_progressive *progressive,
                                  const struct cr_category_counts *counts,
                                  struct cr_progressive_analysis *out, struct cr_err *err);

/* Several questions about meters, per meter. */
struct cr_meter_analysis {
    double hit_probability;      /* of its 100 % award, in one bet */
    double break_even;           /* meter at which the side bet is fair; < 0: never, it always is */
    double break_even_with_base; /* at which it also pays for the base game's edge on one Ante */
    double bets_to_hit[5];       /* quantiles 5 %, 25 %, 50 %, 75 %, 95 % */
    /* The amount after so many bets, in currency units: the mean growth of the meter, held at zero
     * and at its limit. */
    double jackpot_at_hit[5];
};

#define CR_QUANTILES 5

/* base_edge: the base game's house edge on an Ante of ante units; 0 to leave it out. */
CR_API int cr_analyze_meters(const struct cr_progressive *progressive,
                             const struct cr_category_counts *counts, double base_edge, double ante,
                             struct cr_meter_analysis out[CR_METERS], double *std_dev,
                             double *house_share, struct cr_err *err);

/* ---- Single positions ---- */

/* The value of each option at one point of a round. */
struct cr_position {
    uint8_t option_count;
    struct {
        cr_action action;
        char name[CR_ACTION_TEXT_MAX];
        struct cr_rational ev; /* of the whole round from here, the Ante included; where a bet can
                                  be taken back, what the option adds to that */
    } options[CR_LEGAL_MAX];
    uint8_t best;
};

/* What the best play from here on is worth: hole cards, the open board cards (as many as a decision
 * of the game sees; in a game without a board the dealer's open card, if it has one) and the
 * actions so far. Before the flop of a hold'em game this is the whole analysis (cr_analyze); the
 * others answer in milliseconds. */
CR_API int cr_analyze_position(const struct cr_rules *rules, const cr_card *hole,
                               const cr_card *board, size_t board_count, const cr_action *done,
                               size_t done_count, struct cr_position *out, struct cr_err *err);

/* The same where the Ante is known: UTH-11, the rules' limit on one hand's pays is counted. An Ante
 * of zero, or rules without such a limit, give what cr_analyze_position gives. */
CR_API int cr_analyze_position_for(const struct cr_rules *rules, struct cr_money ante,
                                   const cr_card *hole, const cr_card *board, size_t board_count,
                                   const cr_action *done, size_t done_count,
                                   struct cr_position *out, struct cr_err *err);

/* MATH-3: tables A.3 and A.6: each turn card with hole cards and flop given. */
struct cr_turn_card {
    cr_card card;
    struct cr_rational check_check, check_bet, bet_check,
        bet_bet; /* turn decision, river decision */
};

struct cr_turn_table {
    uint8_t count;                 /* 47 */
    struct cr_turn_card cards[47]; /* the manual's order: spades, hearts, diamonds, clubs; 2 to A */
    /* Averages over all turn cards of the better river decision, as far as it is the one named. */
    struct cr_rational total_check_check, total_check_bet, total_bet_check, total_bet_bet;
    struct cr_rational check, bet; /* overall: turn check, turn bet */
    bool bets;                     /* the better of the two; equal: check */
};

CR_API int cr_turn_cards(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                         struct cr_turn_table *out, struct cr_err *err);

/* MATH-2: tables A.1, A.2, A.4, A.5: how often each result comes, by turn and river decision, for
 * one starting hand that plays on; parts of all its deals. */
struct cr_outcome_counts {
    struct cr_rational win, loss, tie, win_less, total; /* win_less: with too little for the Ante */
};

struct cr_outcome_table {
    char hand[4];
    struct cr_outcome_counts parts[2][2]; /* [turn bet][river bet] */
    struct cr_outcome_counts totals[2];   /* [turn bet] */
    struct cr_rational ev[2];             /* [turn bet]: its part of the expectation */
    struct cr_rational total_ev;
};

/* hole: any two cards of the starting hand. */
CR_API int cr_outcomes(const struct cr_rules *rules, const cr_card hole[2],
                       const struct cr_analysis_options *options, struct cr_outcome_table *out,
                       struct cr_err *err);

#ifdef __cplusplus
}
#endif
#endif
