/* The part of the manual (PG) that an analysis is about, and the manual's errors in it. */
#pragma once

#include "paper/paper.h"

#include <croupier/analysis.h>

#include <stddef.h>

/* ---- The manual's errors: shown beside the calculated figures, never copied into them ---- */

enum erratum_kind {
    ERRATUM_SIGN,     /* a minus sign is not printed */
    ERRATUM_POINT,    /* a decimal point is not printed */
    ERRATUM_ROUNDING, /* correct to fewer digits: derived from rounded figures */
    ERRATUM_FIGURE,   /* another number is meant */
    ERRATUM_TEXT,     /* an instruction says the opposite */
    ERRATUM_CHOICE    /* the manual says different things in different places: an option */
};

struct erratum {
    enum erratum_kind kind;
    const char *table;             /* "A.3", or a section: "flush or better", "chapter 3" */
    const char *cell;              /* "7s, check/bet": turn and river decision; or the place */
    const char *printed, *correct; /* as the manual writes them: percent in A.1 to A.6 */
};

/* The errors by index: first those of the text, then those of the tables; NULL past the last
 * one. */
const struct erratum *errata_at(size_t index);

/* What went wrong, as a clause: "the minus sign is missing". */
extern const char *const erratum_kinds[];

/* ---- Tables and sections of the manual ---- */

/* Names of the manual's tables and sections, as in the errata. */
struct manual_tables {
    const char *text;        /* the section: "flush or better" */
    const char *outcomes[2]; /* results of an unsuited A-J, by the turn's decision: check, bet */
    const char *turns;       /* 5s 5h on 8d 9d Js, by turn card */
};

/* NULL for rules that the manual does not treat. It goes by what the rules say, whatever they are
 * called. */
const struct manual_tables *manual_of_rules(const struct cr_rules *rules);

/* The progressive's table, "A.7" to "A.13", or "". Only the shipped file counts as the manual's,
 * whatever another one calls itself. */
const char *manual_of_progressive(const struct cr_progressive *p);

/* Whether the manual prints this cell of this table wrongly: "7s, check/bet". */
bool manual_is_wrong(const char *table, const char *cell);

/* Adds a table of the errors in the manual's tables of these names (NULL ends the list); false when
 * there are none. blocks: as in paper_blocks; unless 0, the kind of each error is left out. */
bool manual_add_errata(struct paper *p, const char *caption, const char *const *tables,
                       unsigned blocks);
/* PIT-20: lists what the house has decided where the manual contradicts itself, as a dealer is told
 * it, and which part of the manual the decision follows. `follows` is NULL where it follows no
 * part, or the rules are not of the manual's game. Returns how many decisions there are. */
#define MANUAL_CHOICES 2
struct manual_choice {
    const char *says;
    const struct erratum *follows;
};
unsigned manual_choices(const struct cr_rules *rules, bool has_progressive,
                        struct manual_choice out[MANUAL_CHOICES]);
/* Adds a table of where the manual's procedures contradict themselves or err, and what in a rules
 * file decides (PIT-20). */
void manual_add_procedures(struct paper *p);
