/* A design question as people write it (which rows of a pay table vary over which pays), and the
 * text of a rules file with those rows changed. */
#pragma once

#include "base/text.h"
#include "game/games/game.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* The numbers of a table's rows (see CR_PAY_ROWS) in the order of pay_rows: the parts of a
 * category, then the rest of it. Returns how many. */
unsigned design_row_numbers(const struct cr_rules *rules, unsigned slot, uint8_t out[PAY_ROWS_MAX]);

/* A row of a wager's table by its hand, as the file writes it ("full house"); CR_NO_ROW: none. */
unsigned design_row_find(const struct cr_rules *rules, unsigned slot, const char *hand, size_t len);

/* The hand of a row, as the file writes it. */
const char *design_row_hand(const struct cr_rules *rules, unsigned slot, unsigned row,
                            char out[CR_NAME_MAX]);

/* Writes the file with those pays; `rules check` may still refuse it. False where a row cannot be
 * changed. */
bool design_file_edit(const struct source *source, const struct cr_rules *rules,
                      const struct cr_design_question *q, const int32_t *pays, struct text *out);

/* ---- The question ---- */

/* The slot whose pay table varies: that of the wager or table named; with NULL that of the first
 * side bet. */
int design_slot_find(const struct cr_rules *rules, const char *wager, unsigned *out,
                     struct cr_err *err);

/* Adds "full house=6..9" to the question's rows. */
int design_vary_read(const struct cr_rules *rules, const char *text, struct cr_design_question *q,
                     struct cr_err *err);

/* A file, its rules and the question about them: the context that design_is_valid is given. */
struct design_subject {
    struct source source;
    struct cr_rules rules;
    struct cr_design_question question;
};

/* Whether the file with these pays is one that `rules check` accepts. */
bool design_is_valid(const void *subject, const int32_t *pays);
