/* The two modes of the table: on the screen, or line by line. Both use the same session. */
#pragma once

#include "app/play/advice.h"
#include "app/play/page.h"

#include <stdio.h>

/* Plays on the terminal until the session is over. advice: NULL for none. fast: deals cards without
 * pauses. */
int table_run(struct session *s, struct advice *advice, bool color, bool ascii, bool fast,
              struct cr_err *err);

/* Reads a command from each line until the session is over; the end of the input leaves the table.
 * echo: repeats each command in the output, for transcripts of scripted games. */
void plain_run(struct session *s, struct advice *advice, bool ascii, bool echo, FILE *in,
               FILE *out);

/* Prints a page as text. Characters that a terminal cannot show are replaced. */
void plain_page(FILE *out, bool ascii, const struct page *page);
