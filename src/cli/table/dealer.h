/* A dealt table: simulated patrons bet, cards come off a shuffled deck, the dealer settles and keys
 * what the progressive pays. */
#ifndef CLI_TABLE_DEALER_H
#define CLI_TABLE_DEALER_H

#include "cli/table/options.h"
#include "cli/table/station.h"

enum dealer_phase {
    DEALER_IDLE,    /* between rounds */
    DEALER_BETS,    /* chips lie on the acceptors */
    DEALER_STARTED, /* COIN IN was pressed */
    DEALER_DEALING,
    DEALER_PAYING, /* awards are keyed and paid */
    DEALER_ENDING, /* GAME OVER was pressed, or all hands are dead */
    DEALER_LEAVING
};

struct dealer {
    struct station *station;
    const struct table_options *options;
    enum dealer_phase phase;
    struct round round;
    struct cr_deck deck;
    uint64_t number; /* of the round in this run */
    uint64_t done;   /* rounds that are over */
    unsigned button;
    uint8_t chips;   /* seats that bet on the progressive */
    uint8_t pressed; /* seats whose award was keyed */
    bool is_dead, is_told, is_new;
    bool stop; /* after this round */
    int64_t not_before, pay_after;
};

/* Goes on with the round that the page remembers, if there is one. */
void dealer_init(struct dealer *d, struct station *station, const struct table_options *options);
/* Does what can be done now. Returns how long it can wait. */
int64_t dealer_step(struct dealer *d);

/* ---- dealer_pay.c ---- */

/* Keys and pays what the progressive owes; false when nothing is left to do. */
bool dealer_pay(struct dealer *d);
/* A jackpot is claimed and the pit has not done its part: that can take as long as it takes. */
bool dealer_waits(const struct dealer *d);
/* Whether the link could still be asked to pay something for this round. */
bool dealer_owes(const struct dealer *d);
void dealer_tell_payments(const struct dealer *d);
void dealer_tell_envy(const struct dealer *d);
/* UTH-18. */
void dealer_tell_dead(const struct dealer *d);
/* The document of the round goes with GAME OVER, so that anyone can settle it again. */
void dealer_give_document(struct dealer *d);

#endif
