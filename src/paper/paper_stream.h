/* A paper that ends with a table of any length, written while its rows are added.
 *
 * Such a paper is never whole in memory: it is written as far as its rows, then the rows that were
 * added since, which it forgets, then what follows them. Together that is what paper_render makes.
 * Only CSV and JSON come so: other forms measure all rows before they write the first.
 */
#pragma once

#include "base/text.h"
#include "paper/paper.h"

bool paper_can_stream(enum paper_format format);

enum paper_piece { PAPER_BEGINNING, PAPER_NEW_ROWS, PAPER_ENDING };

/* Adds to out. The last thing added to the paper is a table, without a total. */
int paper_stream(struct paper *p, enum paper_format format, enum paper_piece piece,
                 struct text *out, struct cr_err *err);
