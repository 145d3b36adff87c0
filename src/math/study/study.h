/* Everything that is known about one file of house rules or one progressive, as the reports of the
 * analysis take it. */
#pragma once

#include "game/rules/load_source.h"
#include "math/study/analyses.h"
#include "math/study/analysis_report.h"

/* House rules or a progressive, as a file turned out. */
struct subject {
    bool is_progressive;
    struct cr_rules rules;
    struct cr_progressive progressive;
};

int subject_parse(const struct source *source, struct subject *out, struct cr_err *err);

#define STUDY_ANTE_UNITS 10 /* where nobody says another */

/* The smallest Ante of a table, or so many units where it posts none. */
struct cr_money study_table_ante(const struct cr_rules *rules);

/* PG-1: the limit of the base game (NULL for none) on a round's fixed awards, as one seat meets it:
 * no award above it. Returns *out where that changes something, else the progressive itself. */
const struct cr_progressive *study_cut_awards(const struct cr_progressive *progressive,
                                              const struct cr_rules *base,
                                              struct cr_progressive *out);

struct study_options {
    const struct cr_progressive *progressive; /* house rules: beside them; NULL for none */
    const struct cr_rules *rules; /* a progressive: beside it; NULL: shipped ones that name it */
    bool alone;                   /* a progressive: none are looked for */
    struct cr_money ante;         /* of the base game, in break_even_with_base */
    unsigned seats;               /* that have the bet, for envy; 0: not asked */
    bool has_meter;               /* with rules beside a progressive: what its first meter shows; */
    struct cr_money meter;        /* otherwise, and all others, their seeds */
    /* House rules: what the rule of thumb is worth, even where that takes as long as the analysis.
     */
    bool thumb;
};

/* Points into itself and into what it was made of: do not move it. */
struct study {
    const struct analysis_made *made; /* of the base game; NULL for none */
    struct cr_rules base_rules;       /* beside a progressive, when they were looked for */
    struct cr_progressive cut;        /* the progressive under a limit on a round's awards */
    struct base_report base;
    struct progressive_report progressive;
};

/* Fills base, or progressive, or both. */
int study_run(struct study *s, struct analyses *analyses, const struct subject *subject,
              const struct study_options *options, struct cr_err *err);
