/* Strategies: every decision of a game as a table, or a published rule of thumb.
 *
 * The optimal tables are made from the sums of the exact analysis, in whole numbers, for any house
 * rules. Where two decisions are worth exactly the same, the smaller wager is chosen.
 */
#pragma once

#include <croupier/analysis.h>

enum strategy_kind {
    STRATEGY_OPTIMAL,
    /* The published rule of thumb. uth and tcp: the well-known ones. pg: the manual's fold list;
     * its turn and river bets are this project's: with a pair or better that uses a hole card, or
     * with four cards to a flush or to a straight open at both ends. */
    STRATEGY_SIMPLE
};

struct strategy;

/* Makes the tables: milliseconds for tcp, about a second and at most 450 MB for uth. The rules are
 * borrowed and must stay. analysis: that of the same rules; in pg it decides the starting hands.
 * with_side: a side bet as large as the Ante (Trips, Pair Plus) is on the table, and the play is
 * optimal for both together, which matters where a fold forfeits it. NULL, with err set, on
 * failure. */
struct strategy *strategy_new(const struct cr_rules *rules, const struct cr_analysis *analysis,
                              enum strategy_kind kind, bool with_side, struct cr_err *err);
void strategy_free(struct strategy *strategy);

/* One hand at a decision; only the cards that are open then count. */
struct hand_cards {
    cr_card board[CR_BOARD_MAX]; /* in dealt order */
    cr_card hole[CR_HOLE_MAX];
    cr_card up;   /* the dealer's open card, in a game that has one */
    uint8_t bets; /* what earlier decisions put into action, in parts of an Ante */
};

/* Decides for many hands at one decision: stage counts a seat's decisions from 0; out[i] is for
 * hands[which[i]]. strategy is a struct strategy. Several threads may call it at once. */
void strategy_decide_all(const void *strategy, unsigned stage, const struct hand_cards *hands,
                         const uint16_t *which, size_t count, cr_action *out);

/* ---- Plays of lines ---- */

struct line_play;

/* Makes the strategy follow these lines; NULL: none. They are borrowed and must stay. */
void strategy_follow(struct strategy *strategy, const struct line_play *lines);

/* A situation at a decision: how often it occurs under the best play, and the value of each code of
 * strategy_tables.h in it when all later decisions are the best ones. For a decision with very many
 * situations only a sample is visited, always the same one. */
struct spot {
    unsigned stage;
    const struct hand_cards *hand;
    double weight;    /* as a part of all deals */
    double values[3]; /* in Antes */
};
typedef void spot_visit(void *context, const struct spot *spot);

/* As strategy_new for the best play; also visits situations of every decision. */
struct strategy *strategy_explore(const struct cr_rules *rules, const struct cr_analysis *analysis,
                                  spot_visit *visit, void *context, struct cr_err *err);

/* fcp: the table from which the best play of the same rules was made; NULL: there is none. */
struct four_card_table;
const struct four_card_table *strategy_four_cards(const struct strategy *strategy);

/* The way in which the rules' game is played (strategy_tables.h), with what players look at; NULL,
 * with err set, where there is none. */
struct game_strategy;
const struct game_strategy *strategy_game(const struct cr_rules *rules, struct cr_err *err);

/* The action for a code at that stage. */
cr_action strategy_action(const struct strategy *strategy, unsigned stage, unsigned code);

/* A mistake that replaces the strategy's decision at one stage, or at all of them (stage
 * CR_STAGES). */
enum strategy_mistake {
    MISTAKE_NONE,
    MISTAKE_LEAST,     /* always the smallest decision: fold, check or take back */
    MISTAKE_MOST,      /* always the largest bet */
    MISTAKE_SMALL_BET, /* the smallest bet where a larger one is right */
    MISTAKE_NO_FOLD    /* the smallest bet where a fold is right */
};
void strategy_err(struct strategy *strategy, enum strategy_mistake mistake, unsigned stage);

/* The smallest decision of a stage, its smallest and its largest bet, and how many options it
 * has. */
struct strategy_options {
    cr_action least, small, most;
    unsigned count;
};
struct strategy_options strategy_options(const struct strategy *strategy, unsigned stage);

/* As strategy_decide_all, for one hand. */
cr_action strategy_decide(const struct strategy *strategy, unsigned stage, const cr_card *hole,
                          const cr_card *board);

/* ---- In words ---- */

#define STRATEGY_WORDS_MAX 16

/* One sentence of the published rule of thumb: an action and the hands with which it is taken. */
struct strategy_words {
    unsigned stage;
    char action[CR_ACTION_TEXT_MAX];
    const char *hands; /* "any pair; any ace": conditions between semicolons */
};

/* The rule of thumb that STRATEGY_SIMPLE plays, in words, by decision. Returns the number of
 * sentences; 0 for a game without one. */
unsigned strategy_in_words(const struct cr_rules *rules,
                           struct strategy_words out[STRATEGY_WORDS_MAX]);
