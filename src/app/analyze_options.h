/* The options of `croupier analyze`. Faults are told to the user, as usage errors. */
#pragma once

#include "base/options.h"
#include "math/study/study.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_PDF };

struct analyze_options {
    const char *name, *progressive, *rules, *hole, *flop, *turn, *river, *board, *up, *bets,
        *compare, *pdf, *paper, *isa;
    struct cr_ratio trips;
    struct cr_money ante, meter;
    uint64_t seats, threads;
    bool json, csv, no_color;
    struct options_call given; /* which of them were given */

    /* What they come to. */
    enum format format;
    const char *beside; /* the progressive beside house rules; NULL for none */
    struct cr_analysis_options analysis;
    struct study_options study; /* its files are not loaded yet */
};

extern const struct option analyze_options_table[];

/* What the options come to. */
void analyze_options_settle(struct analyze_options *o, const struct options_call *given);

/* What does not fit what the name turned out to be: CLI_OK or CLI_USAGE. */
int analyze_options_check(const struct analyze_options *o, const struct subject *subject);
