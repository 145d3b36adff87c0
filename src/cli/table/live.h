/* A live table: people play, a dealer deals and keys; commands come a line each. */
#ifndef CLI_TABLE_LIVE_H
#define CLI_TABLE_LIVE_H

#include "cli/table/station.h"

#define LIVE_LINE_MAX 160

struct live {
    struct station *station;
    int fd;
    char room[4096];
    size_t len;
    bool at_end, quit;
    int64_t pay_after; /* "wait": when J-POT is pressed again */
    uint8_t folded;    /* seats without a live hand: no envy (UTH-15) */
};

void live_init(struct live *l, struct station *station, int fd);
/* Reads what is there. */
void live_read(struct live *l);
/* Does the commands that can be done now: each waits until the one before is on record. */
void live_step(struct live *l);

extern const char live_help[];

#endif
