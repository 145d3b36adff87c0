/* The commands that a person can give at a table. There is one list for both ways of giving them: a
 * line of text, or a press on a screen. */
#pragma once

#include "service/controller/key_pin.h"
#include "table/controller.h"

#include <croupier/rules.h>

enum command_kind {
    COMMAND_START, /* the button COIN IN, or Start Game */
    COMMAND_DEAL,  /* at a dealt table: the next decision, or up to the next stop */
    COMMAND_PAID,  /* at a dealt table: the due step of take and pay is done */
    COMMAND_BACK,  /* at a dealt table: the last step was not done after all */
    COMMAND_AWARD,
    COMMAND_KEY,
    COMMAND_TURN,
    COMMAND_REMOVE_KEY,
    COMMAND_JPOT,
    COMMAND_GAME_OVER,
    COMMAND_DEAD,
    COMMAND_CLOSE,
    COMMAND_OPEN,
    COMMAND_FOLD, /* given again, it takes the fold back */
    COMMAND_MOVE,
    COMMAND_PATRON,     /* one patron holds two seats (PIT-9) */
    COMMAND_ALONE,      /* one patron holds one seat again */
    COMMAND_DEALER,     /* a dealer signs on */
    COMMAND_DEALER_OFF, /* the dealer signs off */
    /* At a table alone, what the desk confirms of a jackpot (PIT-18). */
    COMMAND_VERIFY,
    COMMAND_APPROVE,
    COMMAND_COMPLY,
    COMMAND_PROCESS,
    COMMAND_RULE, /* decides about one that a failure put in doubt (PIT-1) */
    COMMAND_BUY,
    COMMAND_PAYOUT,
    COMMAND_READ,   /* reads counter and meters; with a number: what a person read on the counter */
    COMMAND_RENEW,  /* the counter was replaced: what it shows, and who did it (PIT-5) */
    COMMAND_RETURN, /* a coin goes back before the first card (PIT-7) */
    COMMAND_PLACE,  /* from here on: acts on emulated sensors */
    COMMAND_REMOVE,
    COMMAND_JAM,
    COMMAND_MISS,
    COMMAND_CLEAR,
    COMMAND_FAIL,
    COMMAND_REPAIR,
    COMMAND_STRAY,
    COMMAND_KINDS
};

#define COMMAND_CARDS_ROOM 40 /* five cards in any spelling */

struct command {
    uint8_t kind;     /* enum command_kind */
    uint8_t seat, to; /* 1 to 7 where they are needed */
    uint8_t award;    /* enum cr_category */
    uint8_t key;      /* 8 or 9; the console refuses others */
    uint8_t position; /* enum console_position; a larger value: no such position */
    bool to_stop;     /* COMMAND_DEAL: up to the next stop */
    bool has_round, has_at;
    uint64_t round; /* the round for which the command was given … */
    uint64_t at;    /* … and its step */
    struct cr_money amount;
    uint64_t coins;                     /* COMMAND_READ; 0: the sensors read it */
    char patron[FLOOR_PERSON_MAX];      /* COMMAND_BUY, COMMAND_PAYOUT; "": not known */
    char tender[CR_TITLE_MAX];          /* "": cash, or the base game */
    char reason[CONTROLLER_REASON_MAX]; /* COMMAND_DEAD, COMMAND_RETURN, COMMAND_RULE */
    char ruling[8];                     /* COMMAND_RULE: pay or void */
    char user[FLOOR_PERSON_MAX];        /* "": the table's own */
    char approver[FLOOR_PERSON_MAX];    /* COMMAND_RULE: the second person; "": none */
    char cards[COMMAND_CARDS_ROOM];     /* COMMAND_AWARD at a live table; "": not given */
    char pin[KEY_PIN_ROOM];             /* of `user`; "": none was given */
};

/* The word for a kind, like "game over". */
const char *command_word(unsigned kind);
/* The kind for a word; COMMAND_KINDS when there is none. */
unsigned command_find(const char *word, size_t len);

/* The parts of a command. */
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
unsigned command_allows(unsigned kind); /* optional parts */

/* Sets a part from its text. On a fault, err has a sentence for the dealer. */
int command_set(struct command *c, enum command_part part, const char *text, size_t len,
                struct cr_err *err);

/* Reads a line like "award 5 royal flush with As Ks Qs Js Ts", without its newline. */
int command_read_line(const char *line, struct command *out, struct cr_err *err);
/* Reads JSON like {"press":"award","seat":5,"award":"royal flush"}. CR_E_INPUT names the faulty
 * member. */
int command_read_json(const char *text, size_t len, struct command *out, struct cr_err *err);
