/* The options of `croupier analyze`. Faults are printed as usage errors. */
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

    /* Set by analyze_options_settle(): */
    enum format format;
    const char *beside; /* the progressive beside house rules; NULL for none */
    struct cr_analysis_options analysis;
    struct study_options study; /* without the files, which are loaded later */
};

extern const struct option analyze_options_table[];

/* Fills in the members that follow from the options. */
void analyze_options_settle(struct analyze_options *o, const struct options_call *given);

/* Checks that the options fit the subject, house rules or a progressive. Returns CLI_OK, or
 * CLI_USAGE after an error message. */
int analyze_options_check(const struct analyze_options *o, const struct subject *subject);
