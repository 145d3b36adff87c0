/* The errors of the manual (PG), to be shown beside our figures and never copied. */
#pragma once

#include <stddef.h>

enum erratum_kind {
    ERRATUM_SIGN,     /* a minus sign is not printed */
    ERRATUM_POINT,    /* a decimal point is not printed */
    ERRATUM_ROUNDING, /* right to fewer digits: derived from figures that were rounded before */
    ERRATUM_FIGURE,   /* another number is meant */
    ERRATUM_TEXT,     /* an instruction says the opposite */
    ERRATUM_CHOICE    /* the manual says different things in different places: an option */
};

struct erratum {
    enum erratum_kind kind;
    const char *table;             /* "A.3", or a section: "flush or better", "chapter 3" */
    const char *cell;              /* "7s, check/bet": turn and river decision; or where in it */
    const char *printed, *correct; /* as the manual writes numbers: percent in A.1 to A.6 */
};

/* The text first, then the tables; NULL past the last one. */
const struct erratum *errata_at(size_t index);

/* What went wrong, as a clause: "the minus sign is missing". */
const char *erratum_kind_text(enum erratum_kind kind);
