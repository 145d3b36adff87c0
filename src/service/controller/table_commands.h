/* What a person does at a table: a line or a press (command.h), carried out. */
#pragma once

#include "service/controller/dealt.h"
#include "service/controller/station.h"

struct table_commands {
    struct station *station;
    const struct dealt *dealt; /* NULL: a live table */
    bool asks_pin; /* the last refusal: the manager is being asked about a PIN (TAB-3) */
};

/* On refusal nothing has changed, and err says what to do instead. With asks_pin: the same again in
 * a moment. */
int table_commands_do(struct table_commands *h, const struct command *c, struct cr_err *err);

/* Time goes by: the person who brought a key is gone with it. */
void table_commands_tick(struct table_commands *h);

/* ---- live.c: people play, a dealer deals and keys; commands come a line each ---- */

#define LIVE_LINE_MAX 160

struct live {
    struct table_commands *commands;
    int fd;
    char room[4096];
    size_t len;
    bool stays; /* at the end of the lines: a screen goes on */
    bool at_end, quit;
    int64_t pay_after; /* "wait": when J-POT is pressed again */
};

void live_init(struct live *l, struct table_commands *commands, int fd, bool stays);
/* Reads what is there. */
void live_read(struct live *l);
/* Does the commands that can be done now: each waits until the one before is on record. */
void live_step(struct live *l);
