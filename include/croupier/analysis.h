/* Exact analysis of house rules and progressives (MATH-1 to MATH-5).
 *
 * Every exact figure is a rational number made of whole-number sums over all deals: it is the same
 * on every machine, with one thread or many. Values are per unit of the Ante, or of the side bet.
 */
#ifndef CROUPIER_ANALYSIS_H
#define CROUPIER_ANALYSIS_H

#include <croupier/rules.h>
#include <croupier/settle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whole numbers of 128 bits, which a game's sums need with fine pay tables. */
__extension__ typedef __int128 cr_wide;

/* A rational number in lowest terms; den > 0. */
struct cr_rational {
    cr_wide num, den;
};

CR_API double cr_rational_value(struct cr_rational r);

/* Writes "-1/13" or "5/1". Returns the length. */
#define CR_RATIONAL_TEXT_MAX 88
CR_API size_t cr_rational_format(struct cr_rational r, char out[CR_RATIONAL_TEXT_MAX]);

/* ---- The base game ---- */

#define CR_STARTS     169 /* classes of two hole cards, equal up to suits */
#define CR_FIGURE_MAX 24
/* Enough for all rules that the loader of rules files accepts. Options: the sizes of the first
 * decision, a check and a fold. Figures: a bet of each size and a check at every decision, and one
 * fold. Sides: each slot alone and together with the base game. */
#define CR_OPTIONS_MAX (CR_SIZES_MAX + 2)
#define CR_FIGURES_MAX (CR_STAGES * (CR_SIZES_MAX + 1) + 1)
#define CR_SIDES_MAX   (2 * CR_SLOTS)

/* A named figure: a frequency, or the value of one option. */
struct cr_figure {
    char name[CR_FIGURE_MAX]; /* as in JSON documents: "turn_bet", "ev_4x" */
    struct cr_rational value;
};

struct cr_start {
    char hand[4];     /* "AKs" (suited), "AKo" (not suited), "AA" */
    uint8_t combos;   /* real hands of the class: 4, 12 or 6 */
    char decision[8]; /* the best first action: "bet", "fold", "4x", "check" */
    struct cr_rational ev;
    uint8_t option_count; /* ev_play in pg; ev_4x, ev_3x, ev_check in uth */
    struct cr_figure options[CR_OPTIONS_MAX];
};

/* A side bet, or the base game played together with one. */
struct cr_side {
    char name[CR_FIGURE_MAX]; /* "trips", "with_trips", "pair_plus", "with_pair_plus" */
    bool is_bet;              /* the side bet alone, which has a house edge of its own */
    struct cr_rational ev;
};

#define CR_RETURN_ROWS 24

/* One way in which a wager can end. */
struct cr_return {
    char name[CR_NAME_MAX];         /* "flush", "wins", "3x loses" */
    int64_t combinations;           /* deals that end in this way */
    struct cr_rational bets;        /* bets in action in such a deal, on average, in units */
    struct cr_ratio pays;           /* for each bet; {0, 1}: returned; {0, 0}: lost */
    struct cr_rational contributes; /* what the line contributes to the expectation */
};

/* How often a wager ends in each way under the best play. Wagers that share a pay table, and are
 * won or lost together, share one table here. The lines of all wagers that are no side bets add up
 * to the base game's expectation. Those of a side bet add up to its own expectation, in which no
 * fold forfeits it. */
struct cr_wager_returns {
    char name[CR_NAME_MAX];   /* name of one of the slots: "ante", in lir "bet3" */
    char label[CR_TITLE_MAX]; /* labels on the felt, of all slots */
    bool is_side;
    int64_t total;     /* all deals; for a side bet all hands that decide it */
    uint8_t bet_parts; /* its bets are counted in such parts of an Ante; 0 means 1 */
    struct cr_rational ev;
    uint8_t row_count;
    struct cr_return rows[CR_RETURN_ROWS];
};

#define CR_PLAY_ROWS 32

/* fcp: how a kind of hand is played before each open card of the dealer. */
struct cr_play_row {
    char hand[CR_NAME_MAX]; /* "pair of nines", "ace high" */
    /* By rank of the open card: the least and the most that such hands bet, in parts of an Ante
     * (bet_parts below); 0 is a fold. */
    uint8_t least[CR_RANKS], most[CR_RANKS];
};

struct cr_analysis {
    struct cr_rational ev;
    struct cr_rational average_wager;
    double house_edge, element_of_risk, std_dev;
    uint8_t frequency_count;
    struct cr_figure frequencies[CR_FIGURES_MAX]; /* as parts of all deals */
    uint8_t start_count;                          /* 169; 0 in games without two hole cards */
    struct cr_start starts[CR_STARTS];            /* AA, AKs, AKo, … 22 */
    /* tcp: the worst hand that plays, "Q-6-4", if all better hands play and all worse ones fold;
     * otherwise empty. */
    char cutoff[CR_FIGURE_MAX];
    uint8_t side_count;
    struct cr_side sides[CR_SIDES_MAX];
    /* In payment order. In uth only the side bet is here (cr_par_make has all wagers). So it is in
     * every game where a limit on one hand's pays cuts a pay, because a cut cannot be assigned to
     * one wager. */
    uint8_t wager_count;
    struct cr_wager_returns wagers[CR_SLOTS];
    uint8_t bet_parts;  /* the plays below are in such parts of an Ante */
    uint8_t play_count; /* fcp: the best play by kind of hand and open card, best hands first */
    struct cr_play_row plays[CR_PLAY_ROWS];
};

#define CR_ANALYSIS_THREADS_MAX 1024

struct cr_analysis_options {
    /* at most CR_ANALYSIS_THREADS_MAX; 0: as many as there are processors */
    unsigned threads;
    /* kernels: "portable", "avx2" or "avx512"; NULL: the widest that the machine has */
    const char *isa;
    struct cr_ratio trips; /* uth: size of Trips per Ante in with_trips; {0,0}: equal to the Ante */
    /* UTH-11: with this Ante the rules' limit on one hand's pays is taken into account, for the
     * base game only: with_trips is left out where the limit cuts a pay of both together. Zero:
     * without the limit. */
    struct cr_money ante;
    /* uth, where no limit cuts a pay: what the progressive pays a hand that is not folded, in
     * Antes, by category (an array of CR_CATEGORIES). The options of the starting hands are then
     * valued with these awards and a Trips bet of the size above, which may be zero; their ev and
     * decision stay those of the base game. NULL: without either. */
    const struct cr_rational *awards;
};

/* Analyses house rules. options may be NULL for the defaults. *out is large: keep it off small
 * stacks. CR_E_INPUT: an option is not possible; CR_E_NOT_FOUND: there is no analysis of this game;
 * CR_E_RANGE: a figure cannot be written exactly, or memory is short. */
CR_API int cr_analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                      struct cr_analysis *out, struct cr_err *err);

/* ---- Progressives (MATH-4) ---- */

/* The figures that the manual prints, calculated exactly or with the manual's rounding. */
struct cr_progressive_figures {
    double hit_frequency;
    double fixed_from_meter, fixed_not_from_meter; /* fixed awards, per unit of the bet */
    double house_advantage;
    /* In currency units; NAN where nothing is ever paid in percent of that meter. */
    double average_reset[CR_METERS], average_jackpot[CR_METERS];
    /* Per bet, in currency units: the part of fixed awards that the meter cannot cover and the
     * house pays (MET-4), and contributions that the meter's limit keeps out (REG-7). Both are
     * included in house_advantage. */
    double house_funded[CR_METERS], overflow[CR_METERS];
};

struct cr_award_figures {
    enum cr_category category;
    struct cr_rational probability;
    double printed_probability; /* with the manual's rounding */
    double contribution;        /* of fixed awards: probability * amount, in currency units */
};

struct cr_progressive_analysis {
    uint8_t award_count;
    /* royal flush first; includes hands that pay nothing */
    struct cr_award_figures awards[CR_CATEGORIES];
    struct cr_rational hit_frequency, fixed_from_meter, fixed_not_from_meter;
    /* mean envy of each other seat with the bet, in currency units */
    struct cr_rational envy_per_seat;
    struct cr_progressive_figures exact, printed;
};

/* A distribution of hands: how often each category comes, out of total. The counts may add up to
 * less than total, where folds that forfeit the bet leave hands out. */
struct cr_category_counts {
    int64_t of[CR_CATEGORIES];
    int64_t total;
};

CR_API void cr_five_card_counts(struct cr_category_counts *out);

CR_API int cr_analyze_progressive(const struct cr_progressive *progressive,
                                  const struct cr_category_counts *counts,
                                  struct cr_progressive_analysis *out, struct cr_err *err);

/* Answers to questions about one meter. */
struct cr_meter_analysis {
    double hit_probability; /* probability of its 100 % award in one bet */
    /* The amount at which the side bet is fair; 0 or less: it always is; INFINITY: it never is. */
    double break_even;
    /* The amount at which it also makes up for the base game's edge on one Ante. */
    double break_even_with_base;
    double bets_to_hit[5]; /* quantiles 5 %, 25 %, 50 %, 75 %, 95 %; 0: it is never won */
    /* The mean amount of the meter after that many bets, in currency units, kept between zero and
     * its limit. */
    double jackpot_at_hit[5];
};

#define CR_QUANTILES 5

/* base_edge: the base game's house edge on an Ante of `ante` currency units; 0 to leave it out.
 * *std_dev: of one bet, in bets. *house_share: the house advantage, per unit of the bet. */
CR_API int cr_analyze_meters(const struct cr_progressive *progressive,
                             const struct cr_category_counts *counts, double base_edge, double ante,
                             struct cr_meter_analysis out[CR_METERS], double *std_dev,
                             double *house_share, struct cr_err *err);

/* ---- Single positions ---- */

/* The values of the options at one point of a round. */
struct cr_position {
    uint8_t option_count;
    struct {
        cr_action action;
        char name[CR_ACTION_TEXT_MAX];
        /* The value of the whole round with this option, the Ante included; where a bet can be
         * taken back, only what the option adds to taking it back. */
        struct cr_rational ev;
    } options[CR_LEGAL_MAX];
    uint8_t best;
};

/* Values the options of the next decision, with the best play afterwards. hole: the seat's cards;
 * board: the open board cards (as many as are open at a decision of the game) or, in a game without
 * a board, the dealer's open card if it has one; done: the actions so far, which may be left out
 * (done_count 0) when board cards are open. Before the flop of a hold'em game this takes a whole
 * analysis (cr_analyze); other positions take milliseconds. */
CR_API int cr_analyze_position(const struct cr_rules *rules, const cr_card *hole,
                               const cr_card *board, size_t board_count, const cr_action *done,
                               size_t done_count, struct cr_position *out, struct cr_err *err);

/* The same for a given Ante. UTH-11: the rules' limit on one hand's pays counts. With an Ante of
 * zero, or rules without such a limit, it gives what cr_analyze_position gives. */
CR_API int cr_analyze_position_for(const struct cr_rules *rules, struct cr_money ante,
                                   const cr_card *hole, const cr_card *board, size_t board_count,
                                   const cr_action *done, size_t done_count,
                                   struct cr_position *out, struct cr_err *err);

/* MATH-3: tables A.3 and A.6: the value of each turn card, with hole cards and flop given. */
struct cr_turn_card {
    cr_card card;
    /* By turn decision and river decision. */
    struct cr_rational check_check, check_bet, bet_check, bet_bet;
};

struct cr_turn_table {
    uint8_t count; /* 47 */
    /* in the manual's order: spades, hearts, diamonds, clubs; 2 to A */
    struct cr_turn_card cards[47];
    /* Averages over all turn cards of the better river decision, counted where it is the one
     * named. */
    struct cr_rational total_check_check, total_check_bet, total_bet_check, total_bet_bet;
    struct cr_rational check, bet; /* values of the turn check and the turn bet */
    bool bets;                     /* the turn bet is better; false where they are equal */
};

CR_API int cr_turn_cards(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                         struct cr_turn_table *out, struct cr_err *err);

/* MATH-2: tables A.1, A.2, A.4, A.5: how often each result comes, by turn and river decision, for
 * one starting hand that plays on. The figures are parts of all its deals. */
struct cr_outcome_counts {
    struct cr_rational win, loss, tie, win_less,
        total; /* win_less: wins with a hand too weak for the Ante */
};

struct cr_outcome_table {
    char hand[4];
    struct cr_outcome_counts parts[2][2]; /* [turn bet][river bet] */
    struct cr_outcome_counts totals[2];   /* [turn bet] */
    struct cr_rational ev[2];             /* [turn bet]: contribution to the expectation */
    struct cr_rational total_ev;
};

/* hole: any two cards of the starting hand. options may be NULL. CR_E_INPUT: the game has no turn
 * and river bets, or these are not two different cards. */
CR_API int cr_outcomes(const struct cr_rules *rules, const cr_card hole[2],
                       const struct cr_analysis_options *options, struct cr_outcome_table *out,
                       struct cr_err *err);

#ifdef __cplusplus
}
#endif
#endif
