/* The options of `croupier play`, and checking them. */
#pragma once

#include "base/options.h"
#include "base/text.h"

#include <croupier/money.h>

enum { PATRONS_ONE, PATRONS_EACH };

struct play_options {
    const char *rules;       /* name or path */
    const char *progressive; /* name, path or "none"; NULL: the rules' own */
    unsigned own;            /* bit s: seat s */
    uint64_t neighbours;     /* how many */
    unsigned patrons;        /* PATRONS_ONE, PATRONS_EACH */
    struct cr_money bankroll, ante;
    bool has_ante; /* otherwise the default, or a higher posted minimum */
    bool has_seed;
    uint64_t seed;
    uint64_t rounds;
    bool no_color, no_advice, ascii, plain, fast;
};

extern const struct option play_options_table[];

/* Fills in what depends on which options were given. CLI_OK, or CLI_USAGE after a message on
 * standard error. */
int play_options_check(struct play_options *out, const struct options_call *given);

/* Writes the command that gives the same deals again. */
void play_options_replay(const struct play_options *options, uint64_t seed, struct text *out);
