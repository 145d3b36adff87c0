/* Positions: what is open, what can still come, and how each complete board ends.
 *
 * The dealer's hands are counted, never sampled: 990 on each board, on at most 1,081 boards.
 */
#pragma once

#include "math/games/dealer_ends.h"
#include "math/on_felt.h"
#include "math/rational.h"

#include <croupier/analysis.h>

/* Cards besides hole cards and flop: the turn card, the river card, the dealer's two. */
#define RUNOUT_CARDS   47
#define RUNOUT_RIVERS  (RUNOUT_CARDS - 1)
#define RUNOUT_DEALERS 990

/* One complete board: how many of the dealer's hands end how. */
struct board_counts {
    int16_t win, loss;
    struct dealer_ends ends; /* the same, by whether the dealer qualifies (UTH-7) */
    uint8_t category;        /* enum cr_category of the seat's seven cards */
};

/* Every board that can still come. */
struct runouts {
    uint8_t open; /* board cards that are open: 3, 4 or 5 */
    /* An open turn card stands first and an open river card second; the unseen cards follow in
     * the manual's order: spades, hearts, diamonds, clubs; 2 to A. */
    cr_card cards[RUNOUT_CARDS];
    /* [turn][river] by place in cards; filled, both ways round, where the board can come. */
    struct board_counts boards[RUNOUT_CARDS][RUNOUT_CARDS];
};

/* The cards must have passed position_check_cards. */
void runouts_count(const struct cr_rules *rules, const cr_card hole[2], const cr_card *board,
                   unsigned open, struct runouts *out);

/* What a board is worth, summed over the dealer's hands, in parts of an Ante (see holdem_pays). */
struct payoff {
    wide placed;  /* the wagers that lie there before the deal: Ante, and Blind in uth */
    wide per_bet; /* each part of an Ante (bet_parts) that was bet later */
};

/* What a game with such a board pays on it. */
struct holdem_pays {
    /* How many parts of an Ante make every payment a whole number; 0 when 64 bits cannot say. */
    int64_t (*scale)(const struct cr_rules *rules);
    /* struct payoff's placed. */
    wide (*placed)(const struct cr_rules *rules, int64_t scale, const struct board_counts *counts);
    /* Wins less losses of a bet that is made later. NULL: the hands alone decide. */
    int64_t (*bet)(const struct cr_rules *rules, const struct board_counts *counts);
    unsigned fold_loses; /* Antes that a fold loses */
    const char *blind;   /* the slot of the base game that a table pays; NULL: there is none */
    /* UTH-11: what a limit on one hand's pays (in those parts) takes off with so many of the rules'
     * parts of an Ante bet later. NULL: the game has no such limit. */
    wide (*cut)(const struct cr_rules *rules, int64_t scale, wide limit,
                const struct board_counts *counts, unsigned bets);
};

struct payoff board_payoff(const struct holdem_pays *pays, const struct cr_rules *rules,
                           int64_t scale, const struct board_counts *counts);

/* A fault when one of them is no card, or stands there twice. */
int position_check_cards(const cr_card *hole, size_t hole_count, const cr_card *board,
                         size_t board_count, struct cr_err *err);

/* What a seat did before the position: as told, or assumed where only the board is given. */
struct actions_before {
    const cr_action *done;
    size_t count;
    cr_action assumed[CR_STAGES];
};

/* A fault when the cards are none of a deck or the actions do not lead to a decision with that
 * board; assumes actions where none are given. */
int position_check(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                   size_t board_count, struct actions_before *before, struct cr_err *err);

/* What a game's description has for single hands (game_math.h): as cr_analyze_position; as
 * cr_analyze_position_for, where a limit cuts something; with all that lies on the felt. */
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

/* For a game with holdem_pays; with the felt, the flop is open. */
position_fn holdem_position;
limited_position_fn holdem_limited_position;
position_with_fn holdem_position_with;

/* Before the flop of such a game: the whole analysis. Defined beside the kernels. */
int analyze_preflop(const struct cr_rules *rules, struct cr_money ante, const cr_card hole[2],
                    struct cr_position *out, struct cr_err *err);
