/* What of the manual (PG) an analysis is about, to be shown beside it with the manual's errors. */
#pragma once

#include "paper/paper.h"

#include <croupier/analysis.h>

#include <stddef.h>

/* ---- Its errors, to be shown beside our figures and never copied ---- */

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
extern const char *const erratum_kinds[];

/* ---- What it is about ---- */

/* Names of its tables and sections as the errata have them. */
struct manual_tables {
    const char *text;        /* the section: "flush or better" */
    const char *outcomes[2]; /* results of an unsuited A-J, by the turn's decision: check, bet */
    const char *turns;       /* 5s 5h on 8d 9d Js, by turn card */
};

/* NULL for rules that the manual is not about. What counts are the rules, whatever they are
 * called. */
const struct manual_tables *manual_of_rules(const struct cr_rules *rules);

/* "A.7" to "A.13", or "". Only the file that was shipped is the manual's, whatever another one
 * calls itself. */
const char *manual_of_progressive(const struct cr_progressive *p);

/* The parts about procedures that have errata, NULL at the end: the same for all of its games. */
extern const char *const manual_procedures[];

/* Whether the manual prints this cell of this table wrongly: "7s, check/bet". */
bool manual_is_wrong(const char *table, const char *cell);

/* A table of the errors in the manual's tables of these names (NULL ends the list); false when
 * there are none. blocks: as paper_blocks, and without the kind of each error. */
bool manual_add_errata(struct paper *p, const char *caption, const char *const *tables,
                       unsigned blocks);
/* PIT-20: what the house has decided where the manual contradicts itself, as a dealer is told it,
 * and which part of the manual that follows; NULL where the manual has no other part, or the rules
 * are not of its game. Returns how many there are. */
#define MANUAL_CHOICES 2
struct manual_choice {
    const char *says;
    const struct erratum *follows;
};
unsigned manual_choices(const struct cr_rules *rules, bool has_progressive,
                        struct manual_choice out[MANUAL_CHOICES]);
/* Where its procedures contradict themselves or err, and what in a rules file decides (PIT-20). */
void manual_add_procedures(struct paper *p);
