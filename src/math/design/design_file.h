/* Rules files with other pays: the text of a file, changed in the rows of one table. */
#pragma once

#include "base/text.h"
#include "game/games/game.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* The numbers of a table's rows in the order of pay_rows: the parts of a category, then what is
 * left of it. Returns how many. */
unsigned design_row_numbers(const struct cr_rules *rules, unsigned slot, uint8_t out[PAY_ROWS_MAX]);

/* A row of a wager's table by its hand, as the file writes it ("full house"); CR_NO_ROW: none. */
unsigned design_row_find(const struct cr_rules *rules, unsigned slot, const char *hand, size_t len);

/* The hand of a row, as the file writes it. */
const char *design_row_hand(const struct cr_rules *rules, unsigned slot, unsigned row,
                            char out[CR_NAME_MAX]);

/* The file with those pays, which `rules check` may refuse. False: a row cannot be changed. */
bool design_file_edit(const struct source *source, const struct cr_rules *rules,
                      const struct cr_design_question *q, const int32_t *pays, struct text *out);
