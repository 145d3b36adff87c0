/* The options of `croupier play`. */
#ifndef APP_PLAY_PLAY_OPTIONS_H
#define APP_PLAY_PLAY_OPTIONS_H

#include "base/text.h"

#include <croupier/money.h>

#include <stdbool.h>
#include <stdint.h>

struct play_options {
    const char *rules;       /* name or path */
    const char *progressive; /* name, path or "none"; NULL: the rules' own */
    unsigned own;            /* bit s: seat s */
    unsigned neighbours;     /* how many */
    bool patrons_each;
    struct cr_money bankroll, ante;
    bool has_ante; /* else the default, or the posted minimum above it */
    bool has_seed;
    uint64_t seed;
    uint64_t rounds;
    bool no_color, no_advice, ascii, plain, fast;
};

/* Reads the command line; CLI_OK, or CLI_USAGE with a message on standard error. */
int options_parse(int argc, char **argv, struct play_options *out);

/* The command that gives the same deals again. */
void options_replay(const struct play_options *options, uint64_t seed, struct text *out);

#endif
