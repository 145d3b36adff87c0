/* A dealt table: simulated patrons bet, cards are dealt from a shuffled deck, and the progressive's
 * awards are keyed and paid. The program deals, or a person does at the console's screen. */
#pragma once

#include "game/document/explain.h"
#include "service/controller/dealt.h"
#include "service/controller/station.h"
#include "service/controller/table_options.h"
#include "table/controller.h"

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
    uint64_t number;      /* of the round in this run */
    uint64_t rules_taken; /* which of the station's successive rules the round follows */
    uint64_t done;        /* rounds that are over */
    unsigned button;
    uint8_t chips; /* seats that bet on the progressive */
    bool is_dead, is_told, is_new;
    bool is_lost; /* the record has a round whose cards this table does not know any more */
    bool stop;    /* stop after this round */
    int64_t not_before, pay_after;
};

static inline const struct console *dealer_console(const struct dealer *d)
{
    return &d->station->controller.console;
}

/* Continues the round that the journal page has, if there is one. */
void dealer_init(struct dealer *d, struct station *station, const struct table_options *options);
/* Does everything that can be done now. Returns the milliseconds that the caller may wait; 0: the
 * station has failed. */
int64_t dealer_step(struct dealer *d);

/* ---- dealer_round.c: the round and its record ---- */

/* Restores the round from the events on the journal page; false where they do not fit, as after a
 * change of rules. */
bool dealer_fold(struct dealer *d);
void dealer_forget_round(struct dealer *d);
/* Applies an event to the round and adds it to the journal page. */
void dealer_record(struct dealer *d, struct round_event e);
/* Sets the meters as they were before the round's coins: the record has the amounts before them,
 * but the reserves only after them. */
void dealer_note_meters(struct dealer *d, const struct floor_event *coin_in);
/* Deals up to the next decision or the end. Cards are saved to disk before anyone sees what came of
 * them. */
void dealer_deal(struct dealer *d);

/* ---- dealer_bets.c ---- */

bool dealer_is_award_round(const struct dealer *d);
/* Begins a new round: the patrons bet and place their chips. */
void dealer_take_bets(struct dealer *d);
/* Whether the chips lie as the patrons want, at all acceptors that work. */
bool dealer_chips_lie(const struct dealer *d);
/* The patrons take their chips back, because there will be no round. */
void dealer_return_chips(struct dealer *d);

/* ---- dealer_pay.c ---- */

/* The award that the cards give a seat; NULL: none. */
const struct cr_award_result *dealer_award(const struct dealer *d, unsigned seat);
/* Sets what the seat's claim contains besides the award: its cards, and who is entitled to envy
 * (UTH-15). */
void dealer_tell_win(const struct dealer *d, unsigned seat);
/* Keys or pays the next award of the progressive; false when nothing is left to do. */
bool dealer_pay(struct dealer *d);
/* Whether a claimed jackpot waits for people: that can take any time. */
bool dealer_waits(const struct dealer *d);
/* Whether the cards give that seat an award that is not on record. */
bool dealer_is_unclaimed(const struct dealer *d, unsigned seat);
/* The first such seat in payment order; 0: none. */
unsigned dealer_unclaimed(const struct dealer *d);
/* Whether the seat's award was on record in this round and no longer is: people took it back. */
bool dealer_is_taken_back(const struct dealer *d, unsigned seat);

/* ---- dealer_tell.c ---- */

void dealer_tell_payments(struct dealer *d);
void dealer_tell_envy(struct dealer *d);
/* UTH-18. */
void dealer_tell_dead(struct dealer *d);
/* Attaches the document of the round to GAME OVER, so that anyone can settle the round again. */
void dealer_give_document(struct dealer *d);

/* ---- payout.c: take and pay, seat by seat ---- */

#define PAYOUTS_MAX (3 * CR_SEATS)

/* Which wagers of a seat one step takes or pays: all of them, or parts where the house's order
 * requires it (PIT-20); and after the wagers of all seats their envy (UTH-13, UTH-15). */
enum payout_part { PAYOUT_WAGERS, PAYOUT_BASE, PAYOUT_BONUS, PAYOUT_LOST, PAYOUT_WON, PAYOUT_ENVY };

struct payout {
    uint8_t seat;
    uint8_t part; /* enum payout_part */
};

struct payout_sums {
    struct cr_money take, pay; /* on the layout: without progressive bets and awards */
};

/* Whether the seat's award is keyed in this step. */
bool payout_has_award(struct payout p);
/* Lists the steps in the dealer's order and returns their number; 0 before the settlement. */
unsigned payout_list(const struct dealer *d, struct payout out[PAYOUTS_MAX]);
size_t payout_lines(const struct dealer *d, struct payout p,
                    struct explain_line out[EXPLAIN_LINES_MAX]);
struct payout_sums payout_sums(const struct dealer *d, struct payout p);

/* ---- dealer_person.c: what a person who deals presses, and does next ---- */

/* Makes the one dealer of this program, for the table's loop, its console and its screens. */
struct dealt dealer_start(struct station *station, const struct table_options *options);

/* ---- dealer_json.c ---- */

/* Writes the member "deal" of the console's state. */
void dealer_write(const struct dealer *d, struct text *out);
