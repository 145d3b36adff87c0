/* Carries out the commands (command.h) that people give at a table, and checks who may give
 * them. */
#pragma once

#include "service/controller/dealt.h"
#include "service/controller/station.h"

struct table_commands {
    struct station *station;
    const struct dealt *dealt; /* NULL: a live table */
    bool asks_pin;             /* after a refusal: the manager is being asked about a PIN (TAB-3) */
};

/* Carries out a command. On refusal nothing has changed, and err says what to do instead. When
 * asks_pin is set, give the same command again in a moment. */
int table_commands_do(struct table_commands *h, const struct command *c, struct cr_err *err);

/* Forgets the person who brought a key once the key is out of the lock and everything is on
 * record. */
void table_commands_tick(struct table_commands *h);

/* ---- live.c: a table where people deal and play; commands are lines of text ---- */

#define LIVE_LINE_MAX 400 /* fits a reason and two names of the greatest length */

struct live {
    struct table_commands *commands;
    int fd;
    char room[4096];
    size_t len;
    bool stays; /* goes on after the last line, because there are screens */
    bool at_end, quit;
    bool is_long;      /* the rest of a line that is too long is still to be dropped */
    int64_t pay_after; /* for "wait": when J-POT may be pressed again */
};

void live_init(struct live *l, struct table_commands *commands, int fd, bool stays);
/* Reads the bytes that have arrived. */
void live_read(struct live *l);
/* Carries out the commands that can be done now. Each waits until the one before is on record. */
void live_step(struct live *l);
