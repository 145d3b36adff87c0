/* A progressive's file with other values: what is to vary and what is wanted, as people say it, and
 * the text of a file, changed where they stand. */
#pragma once

#include "base/text.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* What varies, as the file says it: "major.seed", "full house". */
const char *progressive_row_name(const struct cr_progressive *progressive,
                                 const struct cr_design_range *row, char out[2 * CR_NAME_MAX]);

/* A value as a file says it: "12000", "17.5%". */
void progressive_value_add(struct text *t, const struct cr_design_range *row, int64_t value);

/* Whether the award has lines of its own, so that it can be left out. */
bool progressive_award_has_lines(const struct source *source, enum cr_category category);

/* The file with those values. What it says is checked: it is that progressive and no other, valid
 * by `rules check`. False: it is not valid, or an award that is left out has no lines of its own.
 */
bool progressive_file_edit(const struct source *source, const struct cr_progressive *progressive,
                           const struct cr_progressive_question *q, const int64_t *values,
                           struct text *out);

/* ---- The question ---- */

/* A file, its progressive and what is asked about it: the context of its question. */
struct progressive_subject {
    struct source source;
    struct cr_progressive progressive;
    struct cr_progressive_question question;
};

/* Nothing wanted, nothing varied. */
void progressive_question_init(struct progressive_subject *s);

/* Adds "seed=5000..20000:1000", "major.share=5%..8%:0.5%" or "full house=40..60:5". */
int progressive_vary_read(struct progressive_subject *s, const char *text, struct cr_err *err);

/* "20000", of the first meter, or "major=5000": puts the number into its meter's place. */
int progressive_wanted_read(const struct cr_progressive *progressive, const char *what,
                            const char *text, double out[CR_METERS], struct cr_err *err);
