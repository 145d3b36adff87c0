/* Reading what a design is to vary: rows of one pay table of a rules file. */
#pragma once

#include "math/design/design_file.h"

/* The slot whose table varies: the one named, by wager or table; NULL: the side bet. */
int design_slot_find(const struct cr_rules *rules, const char *wager, unsigned *out,
                     struct cr_err *err);

/* Adds "full house=6..9" to the question's rows. */
int design_vary_read(const struct cr_rules *rules, const char *text, struct cr_design_question *q,
                     struct cr_err *err);

/* A file, its rules and what is asked about them: what design_is_valid is given as its context. */
struct design_subject {
    struct source source;
    struct cr_rules rules;
    struct cr_design_question question;
};

/* Whether the file with these pays is one that `rules check` accepts. */
bool design_is_valid(const void *subject, const int32_t *pays);
