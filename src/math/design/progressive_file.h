/* A design question about a progressive as people write it (what varies, what is wanted), and the
 * text of its file with other values in their places. */
#pragma once

#include "base/text.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* The name of what a row varies, as people write it: "major.seed", "full house". */
const char *progressive_row_name(const struct cr_progressive *progressive,
                                 const struct cr_design_range *row, char out[2 * CR_NAME_MAX]);

/* A value as a file says it: "12000", "17.5%". */
void progressive_value_add(struct text *t, const struct cr_design_range *row, int64_t value);

/* Whether the award has lines of its own in the file, so that they can be removed. */
bool progressive_award_has_lines(const struct source *source, enum cr_category category);

/* Writes the file with those values and reads it again to check that it is exactly that progressive
 * and valid by `rules check`. False, and *out unchanged: it is not, or an award that is to be
 * removed has no lines of its own. */
bool progressive_file_edit(const struct source *source, const struct cr_progressive *progressive,
                           const struct cr_progressive_question *q, const int64_t *values,
                           struct text *out);

/* ---- The question ---- */

/* A file, its progressive and the question about it; the question's context points here. */
struct progressive_subject {
    struct source source;
    struct cr_progressive progressive;
    struct cr_progressive_question question;
};

/* Begins a question in which nothing is wanted and nothing varies yet. */
void progressive_question_init(struct progressive_subject *s);

/* Adds "seed=5000..20000:1000", "major.share=5%..8%:0.5%" or "full house=40..60:5". */
int progressive_vary_read(struct progressive_subject *s, const char *text, struct cr_err *err);

/* Reads "20000" for the first meter, or "major=5000", and stores the number at its meter's index.
 * `what` names the option in faults. */
int progressive_wanted_read(const struct cr_progressive *progressive, const char *what,
                            const char *text, double out[CR_METERS], struct cr_err *err);
