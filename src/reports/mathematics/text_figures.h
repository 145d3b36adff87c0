/* Small parts of reports for people: labels, amounts, wrapped lists, notes on the manual. */
#ifndef REPORTS_MATHEMATICS_TEXT_FIGURES_H
#define REPORTS_MATHEMATICS_TEXT_FIGURES_H

#include "base/text.h"

#define TEXT_COLUMNS   80
#define TEXT_LABEL_MAX 64

/* A JSON key as people read it: "turn_bet" becomes "Turn bet". */
void text_label(const char *key, char out[TEXT_LABEL_MAX]);

/* Right-aligned in width columns, thousands apart: "120,720.00". */
void text_amount(struct text *t, int width, int decimals, double value);

/* Appends a word, on a new line indented by indent where the line would grow too long. *column is
 * where the line stands. */
void text_wrap(struct text *t, unsigned indent, unsigned *column, const char *word);

/* A paragraph, every line indented. */
void text_wrap_words(struct text *t, unsigned indent, const char *words);

/* What the manual says otherwise in that table, a line each. Lost minus signs are left out when
 * signs is false: their cells are marked. Nothing when there is nothing. */
void text_errata(struct text *t, const char *table, bool signs);

#endif
