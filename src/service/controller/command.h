/* What a person can do at a table, as one list for both ways of saying it: a line of text, or a
 * press on a screen. */
#pragma once

#include "service/controller/key_pin.h"
#include "table/controller.h"

#include <croupier/rules.h>

enum command_kind {
    COMMAND_START, /* COIN IN, Start Game */
    COMMAND_DEAL,  /* a dealt table: the next decision, or on to the next stop */
    COMMAND_PAID,  /* … the step of take and pay that is due is done */
    COMMAND_BACK,  /* … it was not */
    COMMAND_AWARD,
    COMMAND_KEY,
    COMMAND_TURN,
    COMMAND_REMOVE_KEY,
    COMMAND_JPOT,
    COMMAND_GAME_OVER,
    COMMAND_DEAD,
    COMMAND_CLOSE,
    COMMAND_OPEN,
    COMMAND_FOLD, /* again: takes it back */
    COMMAND_MOVE,
    COMMAND_PATRON,     /* two seats are one patron's (PIT-9) */
    COMMAND_ALONE,      /* … and one seat a patron of its own again */
    COMMAND_DEALER,     /* a dealer signs on */
    COMMAND_DEALER_OFF, /* … and off */
    COMMAND_VERIFY,     /* at a table alone: what a desk does about a jackpot (PIT-18) */
    COMMAND_APPROVE,
    COMMAND_COMPLY,
    COMMAND_PROCESS,
    COMMAND_RULE, /* … and about one that a failure has put in doubt (PIT-1) */
    COMMAND_BUY,
    COMMAND_PAYOUT,
    COMMAND_READ,   /* the counter and the meters; with a number: as a person read the counter */
    COMMAND_RENEW,  /* … the counter is a new one: what it shows, and who put it in (PIT-5) */
    COMMAND_RETURN, /* a coin goes back before the first card (PIT-7) */
    COMMAND_PLACE,  /* from here on: at emulated sensors */
    COMMAND_REMOVE,
    COMMAND_JAM,
    COMMAND_MISS,
    COMMAND_CLEAR,
    COMMAND_FAIL,
    COMMAND_REPAIR,
    COMMAND_STRAY,
    COMMAND_KINDS
};

#define COMMAND_CARDS_ROOM 40 /* five cards, however they are spelled */

struct command {
    uint8_t kind;     /* enum command_kind */
    uint8_t seat, to; /* 1 to 7 where they are needed */
    uint8_t award;    /* enum cr_category */
    uint8_t key;      /* 8 or 9; anything else does not fit */
    uint8_t position; /* enum console_position; larger: there is none such */
    bool to_stop;     /* COMMAND_DEAL */
    bool has_round, has_at;
    uint64_t round; /* the round that it is meant for … */
    uint64_t at;    /* … and the step */
    struct cr_money amount;
    uint64_t coins;                     /* COMMAND_READ; 0: the sensors tell it */
    char patron[FLOOR_PERSON_MAX];      /* COMMAND_BUY, COMMAND_PAYOUT; empty: not known */
    char tender[CR_TITLE_MAX];          /* empty: cash, or the base game */
    char reason[CONTROLLER_REASON_MAX]; /* COMMAND_DEAD, COMMAND_RETURN, COMMAND_RULE */
    char ruling[8];                     /* COMMAND_RULE: pay or void */
    char user[FLOOR_PERSON_MAX];        /* empty: the table's own */
    char approver[FLOOR_PERSON_MAX];    /* COMMAND_RULE: the second person; empty: none */
    char cards[COMMAND_CARDS_ROOM];     /* COMMAND_AWARD at a live table; empty: not keyed */
    char pin[KEY_PIN_ROOM];             /* of that person; empty: none was shown */
};

/* The word of a kind: "game over". */
const char *command_word(unsigned kind);
/* The kind of a word, or COMMAND_KINDS. */
unsigned command_find(const char *word, size_t len);

/* Parts that a kind is told with. */
enum command_part {
    PART_SEAT = 1 << 0,
    PART_TO = 1 << 1,
    PART_AWARD = 1 << 2,
    PART_KEY = 1 << 3,
    PART_POSITION = 1 << 4,
    PART_AMOUNT = 1 << 5,
    PART_TENDER = 1 << 6,
    PART_USER = 1 << 7,
    PART_AT = 1 << 8,
    PART_TO_STOP = 1 << 9,
    PART_PIN = 1 << 10,
    PART_COINS = 1 << 11,
    PART_PATRON = 1 << 12,
    PART_REASON = 1 << 13,
    PART_RULING = 1 << 14,
    PART_APPROVER = 1 << 15,
    PART_CARDS = 1 << 16
};
unsigned command_needs(unsigned kind);
unsigned command_allows(unsigned kind); /* besides those it needs */

/* A part from its text; a fault is a sentence for the dealer. */
int command_set(struct command *c, enum command_part part, const char *text, size_t len,
                struct cr_err *err);

/* "award 5 royal flush with As Ks Qs Js Ts": one line, without its end. */
int command_read_line(const char *line, struct command *out, struct cr_err *err);
/* {"press":"award","seat":5,"award":"royal flush"}: CR_E_INPUT names the member at fault. */
int command_read_json(const char *text, size_t len, struct command *out, struct cr_err *err);
