/* Writes cells of CSV (RFC 4180). The caller writes the commas between them. */
#pragma once

#include "base/text.h"

/* A text, in quotes where it needs them. One that a spreadsheet would take for a formula gets an
 * apostrophe in front, which a spreadsheet shows as a mark of text. */
void csv_text(struct text *t, const char *text, size_t len);

/* A text in quotes whether it needs them or not. */
void csv_quoted(struct text *t, const char *text, size_t len);
/* The same without an apostrophe: for texts that only programs read. */
void csv_exact(struct text *t, const char *text, size_t len);

void csv_end_row(struct text *t);
