/* The computing behind `croupier analyze`: from names and options to reports. */
#ifndef CLI_ANALYZE_WORK_H
#define CLI_ANALYZE_WORK_H

#include "report/analysis_report.h"

/* House rules or a progressive, as a name turned out. */
struct subject {
    bool is_progressive;
    struct cr_rules rules;
    struct cr_progressive progressive;
};

int subject_load(const char *name_or_path, struct subject *out, struct cr_err *err);

/* The slot of the progressive bet; CR_SLOTS where the game has none. */
unsigned progressive_slot(const struct cr_rules *rules);

/* Everything that is known about one subject. Large, and points into itself: allocate it, and do
 * not move it. */
struct study {
    struct subject subject;
    struct cr_analysis analysis;
    bool has_live;
    struct cr_category_counts live; /* uth: hands that are not folded */
    struct cr_rules base_rules;     /* of the base game beside a progressive */
    struct cr_progressive beside;   /* the progressive beside house rules */
    struct base_report base;
    struct progressive_report progressive;
};

struct study_options {
    struct cr_analysis_options analysis;
    const char *progressive; /* house rules: beside them; NULL for none */
    const char *rules;       /* a progressive: beside it; NULL: the uth rules that name it */
    bool alone;              /* a progressive: no base game beside it */
    struct cr_money ante;
    unsigned seats;
};

/* Analyses study->subject; fills base, or progressive, or both. */
int study_run(struct study *study, const struct study_options *options, struct cr_err *err);

#endif
