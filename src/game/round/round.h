/* One round of a table as a step machine: event in, effects out.
 *
 *   BETTING --lock--> DEALING <--> ACTING ... --> SHOWDOWN --settle--> SETTLED
 *      \________________\___________\______________\--kill--> DEAD (UTH-18)
 *
 * Pure: no time, no files, no allocation; drawn cards arrive in events. Events and effects are of
 * fixed size and hold no pointers, so a list of events is a record of the round, and folding it
 * again gives the same bytes. A step that fails changes nothing.
 */
#pragma once

#include "game/round/deal.h"

#include <croupier/settle.h>

enum round_phase {
    ROUND_BETTING,  /* wagers are placed, changed and taken back */
    ROUND_DEALING,  /* waiting for a card; round_next_card says where it goes */
    ROUND_ACTING,   /* waiting for the seat in `turn` to decide */
    ROUND_SHOWDOWN, /* all cards are out; waiting for the settlement */
    ROUND_SETTLED,
    ROUND_DEAD
};

enum round_event_kind {
    ROUND_WAGER,  /* seat, slot, amount (0 takes it back), patron */
    ROUND_LOCK,   /* "Start Game", COIN IN: no more bets (UTH-3) */
    ROUND_CARD,   /* card: the next one off the deck */
    ROUND_ACT,    /* seat, action */
    ROUND_SETTLE, /* take and pay */
    ROUND_KILL    /* the system failed: all hands are dead (UTH-18) */
};

struct round_event {
    uint8_t kind; /* enum round_event_kind */
    uint8_t seat; /* 1 to 7 */
    uint8_t slot;
    cr_action action;
    cr_card card;
    uint8_t reserved; /* zero */
    uint16_t patron;
    struct cr_money amount;
};

enum round_effect_kind {
    ROUND_FX_LOCKED,
    ROUND_FX_DEALT, /* to, index, card */
    ROUND_FX_OPEN,  /* index: board cards now face up */
    ROUND_FX_BET,   /* to: seat; slot, amount */
    ROUND_FX_PULL,  /* to: seat; slot; amount: the bet that goes back */
    ROUND_FX_ASK,   /* to: the seat that decides now */
    ROUND_FX_SHOWDOWN,
    ROUND_FX_SETTLED, /* the settlement is in struct round */
    ROUND_FX_DEAD
};

struct round_effect {
    uint8_t kind; /* enum round_effect_kind */
    uint8_t to;   /* 1 to 7, DEAL_BOARD, DEAL_DEALER, DEAL_BURN */
    uint8_t index;
    uint8_t slot;
    cr_card card;
    struct cr_money amount;
};

#define ROUND_EFFECTS_MAX 8

struct round_effects {
    uint8_t count;
    struct round_effect list[ROUND_EFFECTS_MAX];
};

struct round {
    const struct cr_rules *rules;             /* borrowed */
    const struct cr_progressive *progressive; /* borrowed; NULL for none */
    enum round_phase phase;
    uint8_t button; /* the action button's seat */
    uint8_t stage;  /* the decision being made or dealt for; stage_count: the showdown */
    uint8_t turn;   /* the seat to act; 0 when none is asked */
    uint8_t dealt;  /* steps of the plan done */
    uint8_t open;   /* board cards face up */
    uint64_t seen;  /* cards that have left the deck */
    struct deal_plan plan;
    struct cr_round play;
    struct cr_meters meters; /* as shown before this round's coins */
    struct cr_settlement settlement;
};

/* A round about to take wagers. meters may be NULL without a progressive; button is 1 to 7. */
void round_init(struct round *r, const struct cr_rules *rules,
                const struct cr_progressive *progressive, const struct cr_meters *meters,
                unsigned button);

/* PG-2: the action button moves one seat a round. */
unsigned round_next_button(unsigned button);

/* Whether the event is possible now; the fault says why not. */
int round_check(const struct round *r, const struct round_event *e, struct cr_err *err);

/* Applies the event. On failure the round is unchanged and there are no effects. */
int round_step(struct round *r, const struct round_event *e, struct round_effects *out,
               struct cr_err *err);

/* The dealer's cards that the players see: all of them after the settlement, before it those that
 * lie face up (FCP-2). *cards points into the round. Returns how many. */
unsigned round_dealer_seen(const struct round *r, const cr_card **cards);

/* The cards that a decision sees besides the seat's own, as cr_analyze_position takes them: the
 * first `open` cards of the board or, in a game without a board, the dealer's cards that lie face
 * up. *cards points into the round. Returns how many. */
unsigned round_open_cards(const struct round *r, unsigned open, const cr_card **cards);

/* Where the next card goes, while DEALING. */
struct deal_step round_next_card(const struct round *r);
