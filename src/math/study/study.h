/* The study of one file of house rules or one progressive: everything that the reports of the
 * analysis need. */
#pragma once

#include "game/rules/load_source.h"
#include "math/study/analyses.h"
#include "math/study/analysis_report.h"

/* The content of a file: house rules or a progressive. */
struct subject {
    bool is_progressive;
    struct cr_rules rules;
    struct cr_progressive progressive;
};

int subject_parse(const struct source *source, struct subject *out, struct cr_err *err);

#define STUDY_ANTE_UNITS 10 /* the default Ante, in units */

/* The smallest Ante of a table, or the default where it posts none. */
struct cr_money study_table_ante(const struct cr_rules *rules);

/* PG-1: applies the base game's limit on a round's fixed awards (base may be NULL), as it affects
 * one seat: no award is above it. Returns *out where that changes an award, else the progressive
 * itself. */
const struct cr_progressive *study_cut_awards(const struct cr_progressive *progressive,
                                              const struct cr_rules *base,
                                              struct cr_progressive *out);

struct study_options {
    const struct cr_progressive *progressive; /* of house rules: beside them; NULL for none */
    const struct cr_rules *rules; /* of a progressive: beside it; NULL: shipped ones that name it */
    bool alone;                   /* of a progressive: do not look for shipped rules */
    struct cr_money ante;         /* of the base game, for break_even_with_base */
    unsigned seats;               /* seats with the bet, for envy; 0: not asked */
    bool has_meter;               /* with rules beside a progressive: the amount below is that of */
    struct cr_money meter;        /* the first meter; all other meters are at their seeds */
    /* Of house rules: value the rule of thumb even where that takes as long as the analysis. */
    bool thumb;
};

/* The results. The struct points into itself and into the analyses, so it must not be moved. */
struct study {
    const struct analysis_made *made; /* analysis of the base game; NULL for none */
    struct cr_rules base_rules;       /* the rules found for a progressive */
    struct cr_progressive cut;        /* the progressive with its awards cut by a limit */
    struct base_report base;
    struct progressive_report progressive;
};

/* Fills the member base, or progressive, or both. */
int study_run(struct study *s, struct analyses *analyses, const struct subject *subject,
              const struct study_options *options, struct cr_err *err);
