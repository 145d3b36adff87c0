/* A dealt table: simulated patrons bet, cards come off a shuffled deck, and what the progressive
 * owes is keyed and paid. The program deals, or a person does at the console's screen. */
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
    uint64_t rules_taken; /* by which of the station's rules the round is */
    uint64_t done;        /* rounds that are over */
    unsigned button;
    uint8_t chips; /* seats that bet on the progressive */
    bool is_dead, is_told, is_new;
    bool is_lost; /* the record has a round whose cards this table does not know any more */
    bool stop;    /* after this round */
    int64_t not_before, pay_after;
};

static inline const struct console *dealer_console(const struct dealer *d)
{
    return &d->station->controller.console;
}

/* Goes on with the round that the page remembers, if there is one. */
void dealer_init(struct dealer *d, struct station *station, const struct table_options *options);
/* Does what can be done now. Returns how long it can wait. */
int64_t dealer_step(struct dealer *d);

/* ---- dealer_round.c: the round and its record ---- */

/* Whether what the page remembers can be folded; a round of other rules cannot. */
bool dealer_fold(struct dealer *d);
void dealer_forget_round(struct dealer *d);
/* A step of the round, which is then on the page. */
void dealer_record(struct dealer *d, struct round_event e);
/* As shown before the round's coins; the record has reserves after them only. */
void dealer_note_meters(struct dealer *d, const struct floor_event *coin_in);
/* One decision, or the end. Cards are on disk before anyone sees what came of them. */
void dealer_deal(struct dealer *d);

/* ---- dealer_bets.c ---- */

bool dealer_is_award_round(const struct dealer *d);
/* A new round: the patrons bet and put their chips down. */
void dealer_take_bets(struct dealer *d);
/* The chips lie as the patrons want them, as far as the acceptors work. */
bool dealer_chips_lie(const struct dealer *d);
/* They take them back: there will be no round. */
void dealer_return_chips(struct dealer *d);

/* ---- dealer_pay.c ---- */

/* NULL: the seat has none. */
const struct cr_award_result *dealer_award(const struct dealer *d, unsigned seat);
/* What the seat's claim says besides the award: its cards, and who is entitled to envy (UTH-15). */
void dealer_tell_win(const struct dealer *d, unsigned seat);
/* Keys and pays what the progressive owes; false when nothing is left to do. */
bool dealer_pay(struct dealer *d);
/* A jackpot is claimed and the pit has not done its part: that can take as long as it takes. */
bool dealer_waits(const struct dealer *d);
/* The cards win an award at that seat, and it is not on record. */
bool dealer_is_unclaimed(const struct dealer *d, unsigned seat);
/* The first such seat in payment order; 0 for none. */
unsigned dealer_unclaimed(const struct dealer *d);
/* Whether the seat's award was on record in this round and is not any more: people took it back. */
bool dealer_is_taken_back(const struct dealer *d, unsigned seat);

/* ---- dealer_tell.c ---- */

void dealer_tell_payments(struct dealer *d);
void dealer_tell_envy(struct dealer *d);
/* UTH-18. */
void dealer_tell_dead(struct dealer *d);
/* The document of the round goes with GAME OVER, so that anyone can settle it again. */
void dealer_give_document(struct dealer *d);

/* ---- payout.c: take and pay, seat by seat ---- */

#define PAYOUTS_MAX (3 * CR_SEATS)

/* What of a seat is taken or paid in one step: after all its wagers its envy (UTH-13, UTH-15), or
 * parts of its wagers where the house's order asks for it (PIT-20). */
enum payout_part { PAYOUT_WAGERS, PAYOUT_BASE, PAYOUT_BONUS, PAYOUT_LOST, PAYOUT_WON, PAYOUT_ENVY };

struct payout {
    uint8_t seat;
    uint8_t part; /* enum payout_part */
};

struct payout_sums {
    struct cr_money take, pay; /* on the layout: without what the link takes and pays */
};

/* Whether the seat's award is keyed in that step. */
bool payout_has_award(struct payout p);
/* In the dealer's order; none before the settlement. */
unsigned payout_list(const struct dealer *d, struct payout out[PAYOUTS_MAX]);
size_t payout_lines(const struct dealer *d, struct payout p,
                    struct explain_line out[EXPLAIN_LINES_MAX]);
struct payout_sums payout_sums(const struct dealer *d, struct payout p);

/* ---- dealer_person.c: what a person who deals presses, and does next ---- */

/* The dealer of this program, for the table's loop, the console's hands and its screens. */
struct dealt dealer_start(struct station *station, const struct table_options *options);

/* ---- dealer_json.c ---- */

/* The member "deal" of the console's state. */
void dealer_write(const struct dealer *d, struct text *out);
