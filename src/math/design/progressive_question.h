/* Reading what a design of a progressive is to vary, and what is wanted of it. */
#pragma once

#include "math/design/progressive_file.h"

/* A file, its progressive and what is asked about it: the context of progressive_is_valid. */
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

/* Whether the file with these values is one that `rules check` accepts. */
bool progressive_is_valid(const void *subject, const int64_t *values);
