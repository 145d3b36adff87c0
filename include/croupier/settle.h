/* Settlement: one whole round, given in full, becomes payments and new meters.
 *
 * cr_settle is the one place where a whole round becomes payments. It is called by the terminal
 * game, by tables that deal, by the simulation and by the checks of the analysis; by a manager
 * before it accepts a round that came with a document, and by the auditor afterwards. A live table
 * brings no document: its dealer settles the base game, and the floor books the progressive event
 * by event. cr_settle is a pure function: no time, no files, no allocation, no globals.
 */
#ifndef CROUPIER_SETTLE_H
#define CROUPIER_SETTLE_H

#include <croupier/cards.h>
#include <croupier/error.h>
#include <croupier/money.h>
#include <croupier/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Actions ---- */

/* What a seat does at a decision. CR_BET_1X + k - 1 is a bet of k parts of an Ante, which
 * are whole Antes or halves as the rules say (bet_parts). LIR-3: CR_PULL takes a placed bet back;
 * to let it ride is a check. */
typedef uint8_t cr_action;
enum { CR_NO_ACTION = 0, CR_FOLD = 1, CR_CHECK = 2, CR_PULL = 3, CR_BET_1X = 16 };

static inline cr_action cr_action_bet(unsigned multiple)
{
    return (cr_action)(CR_BET_1X + multiple - 1);
}

/* Parts of an Ante bet by an action; 0 for a fold, a check or a bet that is taken back. */
static inline unsigned cr_action_multiple(cr_action action)
{
    return action >= CR_BET_1X ? action - CR_BET_1X + 1u : 0;
}

/* The action as documents write it at that decision: "fold", "check", "bet", "play", "4x",
 * "1.5x", "ride", "pull". */
#define CR_ACTION_TEXT_MAX 8
CR_API void cr_action_format(const struct cr_rules *rules, unsigned stage, cr_action action,
                             char out[CR_ACTION_TEXT_MAX]);

/* What a seat with an Ante may do next, given what it did so far: at most CR_LEGAL_MAX actions in
 * ascending order of money. 0 when it has nothing left to decide. */
#define CR_LEGAL_MAX (CR_MULTIPLES + 3)
CR_API size_t cr_legal_actions(const struct cr_rules *rules, const cr_action *done, size_t count,
                               cr_action out[CR_LEGAL_MAX]);

/* ---- A round ---- */

struct cr_seat {
    bool taken; /* someone bet here */
    uint8_t action_count;
    cr_action actions[CR_STAGES];
    cr_card cards[CR_HOLE_MAX];
    uint16_t patron; /* equal numbers are one patron; 0 is a patron of this seat alone */
    struct cr_money wagers[CR_SLOTS]; /* placed wagers only; bets come from the actions */
};

struct cr_round {
    struct cr_seat seats[CR_SEATS]; /* seat 1 is seats[0] */
    cr_card board[CR_BOARD_MAX];    /* in dealt order: flop, turn, river */
    cr_card dealer[CR_DEALER_MAX];
    bool one_hand;            /* UTH-16: one hand for each patron, also where the rules allow two */
    bool has_aggregate_limit; /* PG-1: the limit below replaces that of the rules */
    struct cr_money aggregate_limit;
};

/* ---- Meters ---- */

struct cr_meter {
    struct cr_money amount;   /* the jackpot, to the millionth */
    struct cr_money reserve;  /* added to the meter at the next award of 100 % */
    struct cr_money overflow; /* REG-7: contributions that the meter's limit kept out */
    /* MET-1: the fractions of past bets that made no whole millionth, in billionths of a
     * millionth. */
    uint32_t carry, reserve_carry;
};

struct cr_meters {
    struct cr_meter meters[CR_METERS];
};

/* Sets every meter to its seed, with nothing in reserve. */
CR_API void cr_meters_init(const struct cr_progressive *progressive, struct cr_meters *out);

/* ---- The outcome ---- */

enum cr_outcome {
    CR_OUTCOME_NONE,
    CR_OUTCOME_WIN,
    CR_OUTCOME_LOSE,
    CR_OUTCOME_PUSH,
    CR_OUTCOME_FOLD
};
enum cr_result {
    CR_RESULT_NONE,
    CR_RESULT_WIN,
    CR_RESULT_LOSE,
    CR_RESULT_PUSH,
    CR_RESULT_PULLED /* LIR-3: taken back during the round; the stake is zero */
};

struct cr_wager_result {
    struct cr_money stake;
    struct cr_money pays; /* on top of the returned stake; for an award, the whole payment */
    uint8_t result;       /* enum cr_result; CR_RESULT_NONE: no such wager */
    uint8_t reason;       /* why the wager ended so; see cr_reason */
    uint16_t rank;        /* of the hand that the wager's pay table looks at; 0: it has no table */
};

struct cr_award_result {
    bool paid;
    uint8_t from;     /* a meter's index, or CR_FROM_TRAY */
    uint8_t key;      /* enum cr_key */
    uint8_t category; /* enum cr_category of the progressive's five cards */
    struct cr_money amount;
    struct cr_money house_funded; /* MET-4: the part that the meter could not cover */
};

struct cr_envy {
    uint8_t from_seat; /* 1 to 7 */
    uint8_t category;
    struct cr_money amount;
};

struct cr_seat_result {
    bool taken;
    uint8_t outcome;  /* enum cr_outcome */
    uint8_t category; /* enum cr_category of the best hand of all the seat's cards */
    uint16_t rank;
    struct cr_wager_result wagers[CR_SLOTS];
    struct cr_award_result award;
    uint8_t envy_count;
    struct cr_envy envy[CR_SEATS - 1]; /* from the highest seat down */
    struct cr_money net;
};

/* One payment, in the order in which the dealer makes them. */
struct cr_payment_line {
    uint8_t seat;      /* 1 to 7 */
    uint8_t slot;      /* CR_SLOTS: envy */
    uint8_t from_seat; /* for envy the seat with the award; else 0 */
    struct cr_money amount;
};

#define CR_PAYMENTS_MAX (CR_SEATS * CR_SLOTS + CR_SEATS * (CR_SEATS - 1))

struct cr_settlement {
    uint16_t dealer_rank;
    uint8_t dealer_category;
    bool dealer_qualifies;
    struct cr_seat_result seats[CR_SEATS];
    uint8_t payment_count;
    struct cr_payment_line payments[CR_PAYMENTS_MAX];
    struct cr_money house_share;  /* of this round's progressive bets */
    struct cr_money house_funded; /* awards the meters could not cover */
    struct cr_money reseeded;     /* seeds the house put into meters after 100 % hits */
    struct cr_meters meters;      /* after the round */
};

/* Why a wager ended as it did: the id of the rule ("UTH-8") and a clause. False, and nothing set,
 * for 0 and for a number that the game does not use. */
CR_API bool cr_reason(const struct cr_rules *rules, unsigned reason, const char **rule,
                      const char **text);

/* Whether a round could have been played under these rules: cards, seats, wagers, actions. The
 * fault names the seat and the rule. progressive is NULL for none. */
CR_API int cr_round_check(const struct cr_rules *rules, const struct cr_progressive *progressive,
                          const struct cr_round *round, struct cr_err *err);

/* Checks and settles. meters are as shown before this round's coins (NULL without a progressive).
 * On failure *out is undefined and nothing else has changed. */
CR_API int cr_settle(const struct cr_rules *rules, const struct cr_progressive *progressive,
                     const struct cr_meters *meters, const struct cr_round *round,
                     struct cr_settlement *out, struct cr_err *err);

/* UTH-18: settles a round whose hands are dead because the system failed: every wager goes back and
 * nothing is won. The round makes no contributions, so the meters come out as they went in. */
CR_API void cr_settle_dead(const struct cr_rules *rules, const struct cr_progressive *progressive,
                           const struct cr_meters *meters, const struct cr_round *round,
                           struct cr_settlement *out);

#ifdef __cplusplus
}
#endif
#endif
