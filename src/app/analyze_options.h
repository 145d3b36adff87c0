/* The options of `croupier analyze`. Faults are told to the user, as usage errors. */
#ifndef APP_ANALYZE_OPTIONS_H
#define APP_ANALYZE_OPTIONS_H

#include "math/study/study.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_PDF };

struct analyze_options {
    const char *name, *progressive, *rules, *hole, *flop, *turn, *river, *trips, *ante, *seats,
        *compare, *pdf, *threads, *isa;
    bool json, csv, no_color;

    /* What they come to. */
    enum format format;
    const char *beside; /* the progressive beside house rules; NULL for none */
    struct cr_analysis_options analysis;
    struct study_options study; /* its files are not loaded yet */
};

/* Returns CLI_OK or CLI_USAGE. Texts stay in argv. */
int analyze_options_read(int argc, char **argv, struct analyze_options *out);

/* What does not fit what the name turned out to be. */
int analyze_options_check(const struct analyze_options *o, const struct subject *subject);

#endif
