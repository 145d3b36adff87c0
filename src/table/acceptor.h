/* One seat's coin acceptor (TAB-2, TAB-4, UTH-19), and what its lights show.
 *
 *   IDLE --chip--> PLACED --lock--> DROPPING --dropped--> COUNTED --the link has it--> REGISTERED
 *                                       \--not counted--> NOT_REGISTERED, --jam--> JAM
 *
 * Chips are taken while the acceptor is open; the first is this round's wager, a second one waits
 * for the next round (TAB-4), and so does a chip that comes after the lock. A wager that the link
 * has on record stays lit until the round is over, whatever happens to the sensor meanwhile: the
 * patron's claim depends on those lights (TAB-5).
 *
 * Every chip is accounted for at every moment:
 *     placed + restored = taken + returned + collected + coins
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stdint.h>

#define ACCEPTOR_COINS_MAX 2 /* this round's chip and one that waits */

enum acceptor_state {
    ACCEPTOR_OFF,            /* betting is closed here; a chip that lies on it waits */
    ACCEPTOR_IDLE,           /* open, no chip */
    ACCEPTOR_PLACED,         /* a chip is ready to be dropped */
    ACCEPTOR_DROPPING,       /* told to drop; the sensor has not answered */
    ACCEPTOR_COUNTED,        /* dropped and counted; the link has not answered */
    ACCEPTOR_REGISTERED,     /* the wager is on the link's record */
    ACCEPTOR_JAM,            /* a chip is stuck */
    ACCEPTOR_NOT_REGISTERED, /* a chip is there that was not counted when dropped */
    ACCEPTOR_CLOSED,         /* the sensor failed (UTH-19), or a person closed the seat */
    ACCEPTOR_STATES
};

enum acceptor_fault { ACCEPTOR_WELL, ACCEPTOR_JAMMED, ACCEPTOR_MISCOUNTED, ACCEPTOR_FAILED };

enum acceptor_event {
    /* what a sensor reports */
    ACCEPTOR_EV_PLACED,     /* one more chip lies on it */
    ACCEPTOR_EV_REMOVED,    /* one chip less */
    ACCEPTOR_EV_DROPPED,    /* the drop asked for was done and counted */
    ACCEPTOR_EV_NOTCOUNTED, /* the drop was not counted: the chip is still there, or none was */
    ACCEPTOR_EV_JAM,
    ACCEPTOR_EV_CLEAR, /* the jam is cleared and the slot empty; chips are reported anew */
    ACCEPTOR_EV_FAULT, /* the sensor or its lights failed */
    ACCEPTOR_EV_OK,    /* repaired and empty; chips are reported anew */
    ACCEPTOR_EV_HELLO, /* the sensors begin anew; faults and chips are reported anew */
    /* what the console does */
    ACCEPTOR_EV_OPEN,     /* GAME OVER: a new round; a waiting chip is its wager */
    ACCEPTOR_EV_LOCK,     /* COIN IN: no more chips for this round; drops the chip that is there */
    ACCEPTOR_EV_SHUT,     /* betting stops without a drop: the progressive is closed */
    ACCEPTOR_EV_REGISTER, /* the link has the wager on record */
    ACCEPTOR_EV_RETURN,   /* the wager goes back to the patron */
    ACCEPTOR_EV_CLOSE,    /* a person closes the seat */
    ACCEPTOR_EV_REOPEN,
    ACCEPTOR_EVENTS
};

/* All zeros: closed to betting, with nothing on it. */
struct acceptor {
    uint8_t coins;   /* chips lying on it */
    uint8_t fault;   /* enum acceptor_fault */
    bool open;       /* between GAME OVER and COIN IN */
    bool dropping;   /* one of the coins is being dropped */
    bool counted;    /* dropped, not yet on the link's record */
    bool registered; /* on the link's record for this round */
    bool closed;     /* by a person */
    /* the chips' books since the console started */
    uint64_t placed;    /* reported by the sensor */
    uint64_t restored;  /* wagers that the link had on record when the console came back */
    uint64_t taken;     /* taken back by the patron */
    uint64_t returned;  /* given back by the dealer */
    uint64_t collected; /* in the tray */
};

enum acceptor_state acceptor_state(const struct acceptor *a);
const char *acceptor_state_name(enum acceptor_state state); /* "idle" … for documents */

/* Whether the event is possible now. CR_E_STATE with a sentence (without the seat's number) when
 * not. */
int acceptor_check(const struct acceptor *a, enum acceptor_event e, struct cr_err *err);

/* Applies the event; on failure nothing changes. *given_back (may be NULL): chips that the dealer
 * now hands back to the patron. */
int acceptor_step(struct acceptor *a, enum acceptor_event e, unsigned *given_back,
                  struct cr_err *err);

/* Whether the books above balance. Always true; for tests and self-checks. */
bool acceptor_balances(const struct acceptor *a);

/* ---- Lights: table 1.1 of the manual ---- */

enum acceptor_pattern {
    PATTERN_OFF,       /* no chip */
    PATTERN_CHASE,     /* idle: two at a time around the slot */
    PATTERN_FLASH,     /* chip placed: all in unison */
    PATTERN_STEADY,    /* registered: all on */
    PATTERN_JAM,       /* two corners on */
    PATTERN_UNCOUNTED, /* the two lights in the middle of top and bottom on */
    PATTERN_HIGH,      /* a high jackpot is being processed: corners and sides in turn */
    PATTERN_LOW,       /* a low one: left half and right half in turn */
    PATTERNS
};

/* A jackpot being processed shows on every acceptor that has no fault to show. */
enum acceptor_jackpot { ACCEPTOR_JACKPOT_NONE, ACCEPTOR_JACKPOT_LOW, ACCEPTOR_JACKPOT_HIGH };

enum acceptor_pattern acceptor_pattern(const struct acceptor *a, enum acceptor_jackpot jackpot);

/* Eight lights around the slot, clockwise as the patron sees them. */
enum acceptor_light {
    LIGHT_TOP_LEFT = 1 << 0,
    LIGHT_TOP = 1 << 1,
    LIGHT_TOP_RIGHT = 1 << 2,
    LIGHT_RIGHT = 1 << 3,
    LIGHT_BOTTOM_RIGHT = 1 << 4,
    LIGHT_BOTTOM = 1 << 5,
    LIGHT_BOTTOM_LEFT = 1 << 6,
    LIGHT_LEFT = 1 << 7
};

/* Which lights are on, phase_ms after any common moment: one bit each of enum acceptor_light. */
uint8_t acceptor_lights(enum acceptor_pattern pattern, uint64_t phase_ms);
