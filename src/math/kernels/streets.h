/* Games without a dealer's hand: a seat's own cards, then community cards one at a time until five
 * cards make the hand, and a decision before each of them (Let It Ride, Mississippi Stud).
 *
 * What a hand is paid depends on its five cards and on how many bets are in action, and a decision
 * on the cards that are known and on the bets made so far. Neither depends on the order in which
 * the cards came, so values are kept for sets of cards: 169 classes of two, 1,755 of three and
 * 16,432 of four, worked out from the largest to the smallest.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/rational.h"

#include <croupier/analysis.h>

#define STREET_ROWS    32                             /* kinds of hands that are paid alike */
#define STREET_UNITS   (2 + CR_STAGES * CR_MULTIPLES) /* bets in action, at most */
#define STREET_OPTIONS (CR_MULTIPLES + 1)

struct street_option {
    uint8_t adds; /* bets put into action */
    bool ends;    /* a fold: what is in action is lost */
};

/* One decision: its options in ascending order of money. */
struct street_stage {
    uint8_t option_count;
    struct street_option options[STREET_OPTIONS];
};

struct street_game {
    uint8_t own_cards; /* known at the first decision */
    uint8_t units;     /* bets in action before it, counted in the rules' parts of an Ante … */
    uint8_t parts;     /* … of which one bet has so many */
    struct street_stage stages[CR_STAGES];

    uint8_t row_count;
    uint8_t row_of[CR_RANKS_FIVE + 1]; /* by rank */
    enum cr_category row_category[STREET_ROWS];
    wide scale; /* the parts of one bet in which the values below are given */
    /* What a round brings in all, by bets in action and row; and after a fold. */
    wide worth[STREET_UNITS + 1][STREET_ROWS];
    wide folded[STREET_UNITS + 1];

    /* In a position: a bet on the cards of the board, by their rank, which a fold loses; NULL for
     * none. own: the cards that are not on the board. */
    const wide *board_bet;
    card_set own;
};

/* A class of starting hands: two cards up to suits. */
struct street_start {
    cr_card cards[2]; /* one hand of the class */
    uint8_t choice;
    wide options[STREET_OPTIONS]; /* sums over the deals that can follow: streets_deals_after */
};

/* How all deals end under the best play. Where two options are worth the same, the smaller bet. */
struct street_result {
    int64_t deals;
    wide sum; /* of the values of all deals, in parts of one bet */
    int64_t ended[STREET_UNITS + 1][STREET_ROWS]; /* deals by bets in action and row */
    int64_t folded[STREET_UNITS + 1];
    int64_t chosen[CR_STAGES][STREET_OPTIONS]; /* deals in which an option was taken */
    struct street_start starts[CR_STARTS];     /* own_cards 2 only */
};

/* The number of decisions. */
static inline unsigned street_stages(const struct street_game *game)
{
    return 5u - game->own_cards;
}

/* In how many ways the cards can come that are still missing when so many are known. */
int64_t streets_deals_after(unsigned cards);

/* False when there is not enough memory. */
bool streets_solve(const struct street_game *game, struct street_result *out);

/* The best option of every state of the game. */
struct street_plan;

/* NULL when there is not enough memory. */
struct street_plan *street_plan_new(const struct street_game *game);
void street_plan_free(struct street_plan *plan);

/* The same with nothing decided yet; then what streets_solve answers, again and again for games
 * that differ in what they pay and in nothing else. */
struct street_plan *street_plan_make(const struct street_game *game);
void street_plan_result(struct street_plan *plan, const struct street_game *game,
                        struct street_result *out);

/* The option to take at a decision with these cards known and so many bets in action. */
unsigned street_plan_choice(const struct street_plan *plan, unsigned stage, card_set known,
                            unsigned units);

/* A state that the best play comes to: how often, of all deals, and what each option of the
 * decision is worth in bets. */
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

/* The value of each option with these cards known (fewer than five) and so many bets in action:
 * sums over the ways in which the other cards can come, streets_deals_after(count) of them. Returns
 * the place of the best option. */
unsigned streets_position(const struct street_game *game, const cr_card *cards, unsigned count,
                          unsigned units, wide out[STREET_OPTIONS]);
