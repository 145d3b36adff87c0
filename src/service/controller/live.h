/* A live table: people play, a dealer deals and keys. Here: the commands that come a line each. */
#pragma once

#include "service/controller/table_commands.h"

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

extern const char live_help[];
