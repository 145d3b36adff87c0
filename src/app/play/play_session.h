/* A session at the table: its rounds, the player's bankroll, and its statistics.
 *
 *   BETTING --deal--> BUSY <--> ASKING ... --> SETTLED --next--> BETTING ... --> OVER
 *
 * Pure: no terminal, no clock, no files; equal setups and equal calls give equal sessions. A call
 * that fails changes nothing. The same session runs behind the screen, plain mode and the tests.
 */
#pragma once

#include "app/play/decision.h"
#include "app/play/stats.h"
#include "game/round/round.h"

struct session_setup {
    const struct cr_rules *rules;             /* must outlive the session */
    const struct cr_progressive *progressive; /* must outlive the session; NULL: none */
    unsigned own;                             /* bit s: seat s is the player's */
    unsigned neighbours;                      /* bit s: seat s is simulated */
    bool patrons_each;                        /* each own seat is a patron of its own */
    struct cr_money bankroll, ante;
    uint64_t seed;
    uint64_t rounds_max; /* 0: until the player leaves */
};

enum session_state {
    SESSION_BETTING, /* session_wager, session_deal */
    SESSION_BUSY,    /* session_go_on: a card, a neighbour's action, the settlement */
    SESSION_ASKING,  /* session_act for the seat in round.turn */
    SESSION_SETTLED, /* session_next */
    SESSION_OVER
};

enum session_end {
    SESSION_GOES_ON,
    SESSION_QUIT,
    SESSION_WALKED_OUT, /* left in the middle of a round */
    SESSION_BROKE,      /* the bankroll covers no wager */
    SESSION_ROUNDS,     /* as many rounds as were asked for */
    SESSION_FULL        /* the bankroll is larger than can be counted */
};

struct session {
    struct session_setup setup;
    struct round round;
    struct cr_deck deck;
    struct cr_meters meters;                  /* after the last settlement */
    struct cr_money bankroll;                 /* after the last settlement */
    uint64_t number;                          /* of the round, from 1 */
    struct cr_money bets[CR_SEATS][CR_SLOTS]; /* the last wagers of the player's seats */
    enum session_end end;
    struct stats stats;
    struct decision decision; /* the player's last one; not those made by leaving */
};

/* Begins a session. Every own seat has the setup's Ante, or less or more as limits and bankroll
 * require. The session is over at once when the bankroll covers no wager. */
void session_init(struct session *s, const struct session_setup *setup);

enum session_state session_state(const struct session *s);

/* The smallest chip: 1.00, or the Ante asked for when that is smaller. */
struct cr_money session_chip(const struct session *s);

/* The stakes of the player's seats in this round, and what is left of the bankroll. */
struct cr_money session_at_stake(const struct session *s);
struct cr_money session_free(const struct session *s);

/* Places, changes or, with 0, takes back a wager of an own seat; with the Ante, also the wagers
 * that equal it. */
int session_wager(struct session *s, unsigned seat, unsigned slot, struct cr_money amount,
                  struct cr_err *err);

/* Whether cards can be dealt to the wagers on the table; err says why not. The second function
 * deals. */
int session_can_deal(const struct session *s, struct cr_err *err);
int session_deal(struct session *s, struct cr_err *err);

/* Takes one step that needs no decision of the player; only while BUSY. */
void session_go_on(struct session *s, struct round_effects *out);

/* The actions that the seat in turn may take and can pay for, in ascending order of cost; never
 * empty while ASKING. And the cost of an action. */
size_t session_actions(const struct session *s, cr_action out[CR_LEGAL_MAX]);
struct cr_money session_cost(const struct session *s, cr_action action);
int session_act(struct session *s, cr_action action, struct cr_err *err);

/* The decision that the seat in turn has to make; only while ASKING. */
void session_decision(const struct session *s, struct decision *out);

/* Begins the next round, with the last wagers as far as the bankroll covers them, or ends the
 * session. */
void session_next(struct session *s);

/* Leaves the table. In the middle of a round, the cheapest actions are taken until it is
 * settled. */
void session_leave(struct session *s);
