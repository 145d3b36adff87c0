/* The solution of games of streets, which have no dealer's hand: a seat gets its own cards, then
 * community cards are opened one at a time until five cards make the hand, with a decision before
 * each (Let It Ride, Mississippi Stud).
 *
 * What a hand is paid depends on its five cards and on how many bets are in action; a decision
 * depends on the cards that are known and on the bets made so far. Neither depends on the order in
 * which the cards came, so values are kept for sets of cards: 169 classes of two, 1,755 of three
 * and 16,432 of four, calculated from the largest sets to the smallest.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/rational.h"

#include <croupier/analysis.h>

#define STREET_ROWS    32 /* groups of neighbouring hands with the same pay, at most */
#define STREET_UNITS   (2 + CR_STAGES * CR_MULTIPLES) /* bets in action, at most */
#define STREET_OPTIONS (CR_MULTIPLES + 1)

struct street_option {
    uint8_t adds; /* bets put into action */
    bool ends;    /* a fold: all bets in action are lost */
};

/* One decision: its options in ascending order of money. */
struct street_stage {
    uint8_t option_count;
    struct street_option options[STREET_OPTIONS];
};

struct street_game {
    uint8_t own_cards; /* cards of the seat, known at the first decision */
    uint8_t units;     /* bets in action before it, in the rules' parts of an Ante … */
    uint8_t parts;     /* … of which a whole bet has this many */
    struct street_stage stages[CR_STAGES];

    uint8_t row_count;
    uint8_t row_of[CR_RANKS_FIVE + 1]; /* by hand rank */
    enum cr_category row_category[STREET_ROWS];
    wide scale; /* how many parts make a bet, for the values below */
    /* The net result of a round, by bets in action and row; and after a fold, by bets in action. */
    wide worth[STREET_UNITS + 1][STREET_ROWS];
    wide folded[STREET_UNITS + 1];

    /* For a single position only: the result of a bet on the board's three cards, by their rank,
     * which a fold loses; NULL for none. own: the cards that are not on the board. */
    const wide *board_bet;
    card_set own;
};

/* A class of starting hands: two cards up to suits. */
struct street_start {
    cr_card cards[2]; /* one hand of the class */
    uint8_t choice;
    wide options[STREET_OPTIONS]; /* sums over the deals that can follow: streets_deals_after */
};

/* How all deals end under the best play. Where two options are worth the same, the smaller bet is
 * made. */
struct street_result {
    int64_t deals;
    wide sum; /* of the values of all deals, in parts of one bet */
    int64_t ended[STREET_UNITS + 1][STREET_ROWS]; /* deals by bets in action and row */
    int64_t folded[STREET_UNITS + 1];
    int64_t chosen[CR_STAGES][STREET_OPTIONS]; /* deals in which an option was taken */
    struct street_start starts[CR_STARTS];     /* filled where own_cards is 2 */
};

/* The number of decisions. */
static inline unsigned street_stages(const struct street_game *game)
{
    return 5u - game->own_cards;
}

/* The number of ways, in order, in which the missing cards can come when `cards` are known. */
int64_t streets_deals_after(unsigned cards);

/* Solves the game; false when there is not enough memory. */
bool streets_solve(const struct street_game *game, struct street_result *out);

/* The best option of every state of the game. */
struct street_plan;

/* Solves the game and keeps its decisions. NULL when there is not enough memory. */
struct street_plan *street_plan_new(const struct street_game *game);
void street_plan_free(struct street_plan *plan);

/* street_plan_make makes a plan that is not solved yet. street_plan_result then solves it and gives
 * what streets_solve gives; it can be called again for games that differ only in what they pay. */
struct street_plan *street_plan_make(const struct street_game *game);
void street_plan_result(struct street_plan *plan, const struct street_game *game,
                        struct street_result *out);

/* The best option at a decision, with these cards known and that many bets in action. */
unsigned street_plan_choice(const struct street_plan *plan, unsigned stage, card_set known,
                            unsigned units);

/* A state that the best play reaches: which part of all deals reach it (weight), and what each
 * option of the decision is worth, in bets. */
struct street_state {
    const struct street_stage *stage;
    card_set known;
    unsigned units; /* bets in action */
    double weight;
    double options[STREET_OPTIONS];
};
typedef void street_visit(void *context, const struct street_state *state);
void street_plan_visit(struct street_plan *plan, const struct street_game *game,
                       street_visit *visit, void *context);

/* The value of each option with these cards known (fewer than five) and that many bets in action:
 * sums over the streets_deals_after(count) ways in which the other cards can come. Returns the
 * index of the best option. */
unsigned streets_position(const struct street_game *game, const cr_card *cards, unsigned count,
                          unsigned units, wide out[STREET_OPTIONS]);
