/* The dealer console of one table as a step machine: event in, effects out (TAB-1 to TAB-9).
 *
 *            link back                COIN IN             drops answered, link has them
 *   CLOSED -----------> BETTING ----------------> LOCKING ----------------------> COIN_IN
 *      ^ link lost         ^  refused: coins back    |                               |
 *      |___________________|_________________________|_____ GAME OVER, link has it __|
 *
 * The console asks the table's link by effects marked "request" and waits for CONSOLE_DONE or
 * CONSOLE_REFUSED: one request at a time, and a press that needs the link is refused meanwhile.
 * Nothing counts before the link has it on record: neither a wager's light nor a payment.
 *
 * When the link is lost (UTH-18) the progressive is closed. A failure decides nothing by itself
 * (PIT-1): a jackpot that was claimed stays claimed, the round waits for the link, and a person
 * rules on it there. A round without a claim is played out as the base game; if a winning hand
 * turns up, a person calls the hands dead (CONSOLE_CALL_DEAD). When the link comes back, it is
 * first told that the round was called dead or ended meanwhile.
 *
 * Awards are paid in one queue, from right to left over all of them (PIT-2): J-POT pays the next
 * when its key is turned or it takes none. Awards without a key are pending like the others
 * (PIT-4); GAME OVER pays those that are left, one after the other, before it ends the round.
 *
 * Pure: no time, no files, no allocation, no pointers in the state. A refused event is CR_E_STATE
 * or CR_E_INPUT with a sentence for the dealer; it changes nothing and has no effects.
 */
#pragma once

#include "base/text.h"
#include "table/acceptor.h"

#include <croupier/rules.h>

enum console_mode {
    CONSOLE_CLOSED,  /* the progressive takes no wagers; `reason` says why */
    CONSOLE_BETTING, /* between GAME OVER and COIN IN: chips are taken */
    CONSOLE_LOCKING, /* COIN IN was pressed: chips drop, then the link answers */
    CONSOLE_COIN_IN, /* no more bets: cards are dealt, jackpots recorded and paid */
    CONSOLE_MODES
};

/* REG-2: why the progressive is closed. */
enum console_reason {
    CONSOLE_OPEN,           /* not closed */
    CONSOLE_STARTING,       /* the link has not been reached yet */
    CONSOLE_LINK_DOWN,      /* the connection broke */
    CONSOLE_LEASE_OVER,     /* the table's own clock ran out (V9) */
    CONSOLE_NOT_CONFIGURED, /* no configuration, or a wrong one */
    CONSOLE_STORAGE,        /* the manager cannot record */
    CONSOLE_BY_MANAGER,     /* a person at the manager closed it; only between rounds */
    CONSOLE_NEW_RULES,      /* the manager has other documents for it; only between rounds */
    CONSOLE_CATCHING_UP,    /* the link is back and is being told what happened meanwhile */
    CONSOLE_REASONS
};

/* TAB-3: the switch; Run, Jackpot Low (turned by key 008 only), Jackpot High (by key 009 only). */
enum console_position { CONSOLE_R, CONSOLE_JPL, CONSOLE_JPH };
enum console_keyhole { CONSOLE_NO_KEY = 0, CONSOLE_KEY_LOW = 8, CONSOLE_KEY_HIGH = 9 };

enum console_event_kind {
    CONSOLE_SENSOR,     /* seat, sensor */
    CONSOLE_START,      /* COIN IN or Start Game pressed (UTH-3) */
    CONSOLE_AWARD,      /* seat, award: an award's button, for that seat */
    CONSOLE_KEY_INSERT, /* key: 8 or 9 (keys 008 and 009) */
    CONSOLE_KEY_TURN,   /* position */
    CONSOLE_KEY_REMOVE,
    CONSOLE_JPOT,       /* J-POT pressed */
    CONSOLE_GAME_OVER,  /* GAME OVER pressed */
    CONSOLE_CALL_DEAD,  /* a person calls all hands dead (UTH-18) */
    CONSOLE_FOLD,       /* seat: its hand is folded, or again: it is not (PIT-3) */
    CONSOLE_TAKE_BACK,  /* seat: its coin goes back before the first card (PIT-7) */
    CONSOLE_CLOSE_SEAT, /* seat: by a person */
    CONSOLE_OPEN_SEAT,  /* seat: by a person */
    CONSOLE_DONE,       /* request (award, seat with a claim's): the link has it on record */
    CONSOLE_REFUSED,    /* request (award, seat with a claim's): the link said no */
    CONSOLE_LINK_LOST,  /* reason */
    /* mode, seats, claimed, paid, claims: what the link has on record. Comes when the request that
     * was under way, if any, has been settled one way or the other. */
    CONSOLE_LINK_BACK,
    CONSOLE_EVENT_KINDS
};

enum console_request {
    CONSOLE_ASKED_NOTHING,
    CONSOLE_ASKED_COIN_IN,
    CONSOLE_ASKED_CLAIM,
    CONSOLE_ASKED_CANCEL,
    CONSOLE_ASKED_PAY,
    CONSOLE_ASKED_GAME_OVER,
    CONSOLE_ASKED_DEAD,
    CONSOLE_ASKED_FOLD,
    CONSOLE_ASKED_RETURN,
    CONSOLE_REQUESTS
};

/* Bit of a seat (1 to 7) in masks of seats. */
#define CONSOLE_SEAT(seat) (1u << ((seat)-1u))
#define CONSOLE_ALL_SEATS  ((1u << CR_SEATS) - 1u)

/* Fixed size, no pointers; what a kind does not use is zero. */
struct console_event {
    uint8_t kind;             /* enum console_event_kind */
    uint8_t seat;             /* 1 to 7 */
    uint8_t award;            /* enum cr_category */
    uint8_t sensor;           /* enum acceptor_event, of those that a sensor reports */
    uint8_t key;              /* enum console_keyhole */
    uint8_t position;         /* enum console_position */
    uint8_t request;          /* enum console_request */
    uint8_t reason;           /* enum console_reason */
    uint8_t mode;             /* CONSOLE_BETTING or CONSOLE_COIN_IN */
    uint8_t seats;            /* registered wagers, a bit a seat */
    uint8_t claimed;          /* seats of `claims`, a bit a seat */
    uint8_t paid;             /* of those: paid */
    uint8_t held;             /* of those: a ruling is awaited (PIT-1) */
    uint8_t folded;           /* seats whose hands are folded */
    uint8_t claims[CR_SEATS]; /* enum cr_category; seat 1 is claims[0] */
};

enum console_effect_kind {
    /* requests to the link: answered by CONSOLE_DONE or CONSOLE_REFUSED */
    CONSOLE_FX_COIN_IN,   /* seats: their chips are counted; adds them to the meters */
    CONSOLE_FX_CLAIM,     /* seat, award: a pending jackpot */
    CONSOLE_FX_CANCEL,    /* seat, award: there was no jackpot after all */
    CONSOLE_FX_PAY,       /* seat, award: pay it */
    CONSOLE_FX_GAME_OVER, /* the round is over */
    CONSOLE_FX_SEND_DEAD, /* seats: their wagers go back, the round is dead (UTH-18) */
    CONSOLE_FX_FOLD,      /* seat: its hand is folded, or not any more */
    CONSOLE_FX_TAKE_BACK, /* seat: its coin goes back */
    /* to record, without an answer */
    CONSOLE_FX_KEY,         /* key, position */
    CONSOLE_FX_SEAT_FAULT,  /* seat, fault: enum acceptor_fault */
    CONSOLE_FX_SEAT_CLOSED, /* seat: closed to progressive play (UTH-19) */
    CONSOLE_FX_SEAT_OPENED, /* seat */
    /* to the acceptors */
    CONSOLE_FX_BETTING, /* open for chips */
    CONSOLE_FX_LOCK,    /* no more chips */
    CONSOLE_FX_DROP,    /* seats: drop the chip; each answers by a sensor event */
    CONSOLE_FX_LIGHTS,  /* patterns or the console's own lights may have changed */
    /* to people */
    CONSOLE_FX_RETURN, /* seats: the dealer hands their progressive chips back */
    CONSOLE_FX_DEAD,   /* all hands are dead, now; the base game's wagers go back too */
    CONSOLE_FX_SIGN,   /* say: what the sign tells; a winner's amount comes from the link */
    CONSOLE_FX_SAY,    /* say, seat: a line for the dealer */
    CONSOLE_EFFECT_KINDS
};

/* What happened, in a line: for the dealer's screen (FX_SAY) or the sign (FX_SIGN). */
enum console_say {
    SAY_NOTHING,
    SAY_PLACE_BETS,     /* sign */
    SAY_NO_MORE_BETS,   /* sign */
    SAY_WINNER,         /* sign; seat, award */
    SAY_CLOSED,         /* sign */
    SAY_JAM,            /* seat */
    SAY_NOT_COUNTED,    /* seat */
    SAY_SENSOR_FAILED,  /* seat */
    SAY_POSITION_SHUT,  /* seat: its sensor failed, and the house closes the whole position */
    SAY_SENSOR_OK,      /* seat */
    SAY_GIVE_BACK,      /* with FX_RETURN */
    SAY_COIN_IN_NO,     /* the link refused the coins */
    SAY_CLAIM_NO,       /* seat: the link refused the claim */
    SAY_CANCEL_NO,      /* seat: the link refused to cancel */
    SAY_PAY_NO,         /* seat: the link does not pay it yet */
    SAY_GAME_OVER_NO,   /* the link refused GAME OVER */
    SAY_DEAD_NO,        /* the link refused to call the hands dead */
    SAY_FOLD_NO,        /* seat: the link refused the fold */
    SAY_RETURN_NO,      /* seat: the link refused to take the coin off */
    SAY_PAID,           /* seat, award: pay the patron */
    SAY_DEAD,           /* all hands are dead */
    SAY_PAID_MEANWHILE, /* seat: the link had paid it before it was lost */
    SAY_HELD,           /* seat, award: a ruling is awaited */
    SAY_COUNT
};

struct console_effect {
    uint8_t kind; /* enum console_effect_kind */
    uint8_t seat;
    uint8_t award; /* enum cr_category */
    uint8_t seats; /* a bit a seat */
    uint8_t fault; /* enum acceptor_fault */
    uint8_t key;
    uint8_t position;
    uint8_t say; /* enum console_say */
};

#define CONSOLE_EFFECTS_MAX 12

struct console_effects {
    uint8_t count;
    struct console_effect list[CONSOLE_EFFECTS_MAX];
};

enum console_claim_state {
    CONSOLE_UNCLAIMED,
    CONSOLE_CLAIMING, /* asked; the link has not answered */
    CONSOLE_PENDING,  /* on the link's record: the button's LED is on */
    CONSOLE_PAYING,   /* asked; whether it is paid only the link knows */
    CONSOLE_PAID
};

struct console_claim {
    uint8_t state; /* enum console_claim_state */
    uint8_t award; /* enum cr_category */
    uint8_t held;  /* PIT-1: a ruling is awaited */
};

/* How a round stands of whose end the link does not know yet. */
enum console_ending { CONSOLE_LIVE, CONSOLE_ENDED, CONSOLE_DEAD };

#define CONSOLE_MISSING_MAX CR_ERR_TEXT_MAX /* all that a house may ask for (floor_claim_waits) */
#define CONSOLE_NO_AWARD    255             /* in keys: the hand has no award and no button */

struct console {
    uint8_t mode;                /* enum console_mode */
    uint8_t reason;              /* enum console_reason */
    uint8_t request;             /* enum console_request: the one under way */
    uint8_t request_seat;        /* of a claim's request */
    uint8_t ending;              /* enum console_ending */
    bool in_round;               /* since COIN IN, until the link has GAME OVER */
    bool is_ending;              /* GAME OVER was pressed: awards without a key are being paid */
    bool fold_forfeits;          /* PIT-3: a folded hand wins nothing of the progressive */
    bool failure_voids;          /* UTH-18: when a hand wins without the link, all are dead */
    bool sensor_shuts_position;  /* PIT-17: a failed sensor closes the whole position */
    uint8_t folded;              /* seats whose hands are folded, on the link's record */
    uint8_t key;                 /* enum console_keyhole: the key in the lock */
    uint8_t position;            /* enum console_position */
    uint8_t keys[CR_CATEGORIES]; /* enum cr_key of each award, or CONSOLE_NO_AWARD */
    char start_label[CR_NAME_MAX];
    struct acceptor acceptors[CR_SEATS];   /* seat 1 is acceptors[0] */
    struct console_claim claims[CR_SEATS]; /* one hand a seat, one award a hand */
    /* PIT-10, PIT-11: what the manager last said that is still to be done for a claim; "": nothing
     */
    char missing[CR_SEATS][CONSOLE_MISSING_MAX];
};

/* Closed (CONSOLE_STARTING) until the link is there. start_label: "COIN IN" or "Start Game". */
void console_init(struct console *c, const char *start_label,
                  const struct cr_progressive *progressive);
/* Takes other rules: what the button is called, and which hands have an award. Only between
 * rounds. */
void console_set_rules(struct console *c, const char *start_label,
                       const struct cr_progressive *progressive);
/* PIT-3: whether folding forfeits the progressive at this table. After console_init it does. */
void console_set_fold(struct console *c, bool forfeits);
void console_set_failure(struct console *c, bool voids);
/* PIT-17: house data, whether a seat whose sensor failed is dealt cards at all. */
void console_set_sensor_failure(struct console *c, bool shuts_position);

/* Whether the event is possible now. If not, err has a sentence for the dealer that says what to do
 * instead. */
int console_check(const struct console *c, const struct console_event *e, struct cr_err *err);

/* Applies the event. On failure the console is unchanged and there are no effects. */
int console_step(struct console *c, const struct console_event *e, struct console_effects *out,
                 struct cr_err *err);

/* ---- Reading the state ---- */

/* Seats whose wager is registered: their LEDs are on (TAB-5). */
uint8_t console_registered(const struct console *c);

/* Whether J-POT flashes: the key is turned to the kind of a pending jackpot (TAB-6). */
bool console_jpot_flashes(const struct console *c);

/* The seat that is paid next, whatever its key: right to left (TAB-9, PIT-2); 0 when none. */
unsigned console_next_pending(const struct console *c);

/* The seat that J-POT pays now: the next one, with its key turned; 0 when none. */
unsigned console_next_paid(const struct console *c);

/* PIT-11: the seat of a paid jackpot for which something is still to be done; 0: none. */
unsigned console_paid_with_more(const struct console *c);

/* The pattern that the acceptors show over their own while a jackpot is processed (TAB-2). */
enum acceptor_jackpot console_jackpot(const struct console *c);

#define CONSOLE_ADVICE_MAX (CONSOLE_MISSING_MAX + 100)

/* Everything that a screen draws. */
struct console_view {
    uint8_t mode, reason, request, key, position;
    uint8_t seat_leds; /* a bit a seat */
    bool jpot_flashes;
    uint8_t jpot_seat;                   /* the one it pays; 0 when it does not flash */
    bool has_award[CR_CATEGORIES];       /* there is a button */
    bool award_leds[CR_CATEGORIES];      /* red: pending */
    uint8_t award_keys[CR_CATEGORIES];   /* enum cr_key */
    uint8_t acceptor_states[CR_SEATS];   /* enum acceptor_state */
    uint8_t acceptor_patterns[CR_SEATS]; /* enum acceptor_pattern, for acceptor_lights() */
    struct console_claim claims[CR_SEATS];
    char start_label[CR_NAME_MAX];
    char advice[CONSOLE_ADVICE_MAX]; /* what to do next */
};

void console_view(const struct console *c, struct console_view *out);

/* What to do next, as a sentence for the dealer. */
void console_advice(const struct console *c, struct text *out);

/* A line of FX_SAY or FX_SIGN; seat and award where it has them. */
void console_say_text(enum console_say say, unsigned seat, unsigned award, struct text *out);

/* Names for documents and logs: "betting", "link down", "coin in" … Never NULL. */
const char *console_mode_name(enum console_mode mode);
const char *console_reason_name(enum console_reason reason);
/* The same for programs: a word that never changes, "" when it is open. */
const char *console_reason_word(enum console_reason reason);
const char *console_request_name(enum console_request request);
