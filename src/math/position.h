/* Positions of single hands: which cards are open, which can still come, and how each complete
 * board ends.
 *
 * The dealer's hands are counted, never sampled: 990 on each board, on at most 1,081 boards.
 */
#pragma once

#include "math/games/dealer_ends.h"
#include "math/on_felt.h"
#include "math/rational.h"

#include <croupier/analysis.h>

/* The cards besides hole cards and flop, of which turn, river and the dealer's two come; the rivers
 * after a turn; the dealer's hands on a complete board. */
#define RUNOUT_CARDS   47
#define RUNOUT_RIVERS  (RUNOUT_CARDS - 1)
#define RUNOUT_DEALERS 990

/* One complete board: the dealer's hands by how they end. */
struct board_counts {
    int16_t win, loss;
    struct dealer_ends ends; /* the same, by whether the dealer qualifies (UTH-7) */
    uint8_t category;        /* enum cr_category of the seat's seven cards */
};

/* Every board that is still possible. */
struct runouts {
    uint8_t open; /* board cards that are open: 3, 4 or 5 */
    /* An open turn card is first and an open river card second; the unseen cards follow in the
     * manual's order: spades, hearts, diamonds, clubs; 2 to A. */
    cr_card cards[RUNOUT_CARDS];
    /* [turn][river] by index in cards; possible boards are filled in both orders. */
    struct board_counts boards[RUNOUT_CARDS][RUNOUT_CARDS];
};

/* Counts all boards. The cards must have passed position_check_cards. */
void runouts_count(const struct cr_rules *rules, const cr_card hole[2], const cr_card *board,
                   unsigned open, struct runouts *out);

/* The value of a board, summed over the dealer's hands, in parts of an Ante (see holdem_pays). */
struct payoff {
    wide placed;  /* result of the wagers placed before the deal: Ante, in uth Blind */
    wide per_bet; /* for each part of an Ante (bet_parts) that is bet later */
};

/* What a game of hold'em pays on a complete board. */
struct holdem_pays {
    /* How many parts of an Ante make every payment a whole number; 0 when that exceeds 64 bits. */
    int64_t (*scale)(const struct cr_rules *rules);
    /* The member `placed` of struct payoff. */
    wide (*placed)(const struct cr_rules *rules, int64_t scale, const struct board_counts *counts);
    /* Wins less losses of a bet made after the deal. NULL: the hands alone decide. */
    int64_t (*bet)(const struct cr_rules *rules, const struct board_counts *counts);
    unsigned fold_loses; /* Antes that a fold loses */
    const char *blind;   /* name of the base slot with a pay table; NULL: there is none */
    /* UTH-11: what a limit on one hand's pays (in those parts) takes off when `bets` parts of an
     * Ante were bet after the deal. NULL: the game has no such limit. */
    wide (*cut)(const struct cr_rules *rules, int64_t scale, wide limit,
                const struct board_counts *counts, unsigned bets);
};

struct payoff board_payoff(const struct holdem_pays *pays, const struct cr_rules *rules,
                           int64_t scale, const struct board_counts *counts);

/* A fault when a number is no card or a card occurs twice. */
int position_check_cards(const cr_card *hole, size_t hole_count, const cr_card *board,
                         size_t board_count, struct cr_err *err);

/* The seat's actions before the position: as given, or assumed where only the board is given. */
struct actions_before {
    const cr_action *done;
    size_t count;
    cr_action assumed[CR_STAGES];
};

/* A fault when the cards are not valid, or when the actions do not lead to a decision with that
 * board. Where no actions are given, it fills in assumed ones. */
int position_check(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                   size_t board_count, struct actions_before *before, struct cr_err *err);

/* The functions for single hands in a game's description (game_math.h): as cr_analyze_position; as
 * cr_analyze_position_for, where a limit cuts something; and with all bets on the felt. */
typedef int position_fn(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                        size_t board_count, const cr_action *done, size_t done_count,
                        struct cr_position *out, struct cr_err *err);
typedef int limited_position_fn(const struct cr_rules *rules, struct cr_money ante,
                                const cr_card *hole, const cr_card *board, size_t board_count,
                                const cr_action *done, size_t done_count, struct cr_position *out,
                                struct cr_err *err);
typedef int position_with_fn(const struct cr_rules *rules, const struct felt *felt,
                             const struct felt_cards *cards, const cr_action *done,
                             size_t done_count, struct cr_position *out, struct cr_err *err);

/* Those of a game with holdem_pays; for the last one the flop must be open. */
position_fn holdem_position;
limited_position_fn holdem_limited_position;
position_with_fn holdem_position_with;

/* The position before the flop of such a game, from the whole analysis. Defined in analyze.c. */
int analyze_preflop(const struct cr_rules *rules, struct cr_money ante, const cr_card hole[2],
                    struct cr_position *out, struct cr_err *err);
