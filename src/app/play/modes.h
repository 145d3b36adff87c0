/* The two ways to sit at the table: on the screen, or line by line. The same session is behind
 * both. */
#pragma once

#include "app/play/advice.h"
#include "app/play/page.h"

#include <stdio.h>

/* Plays on the terminal until the session is over. advice is NULL for none; fast: cards without
 * pauses. */
int table_run(struct session *s, struct advice *advice, bool color, bool ascii, bool fast,
              struct cr_err *err);

/* Reads one command a line until the session is over or the input ends, which leaves the table.
 * echo repeats each command in the output, for transcripts of scripted games. */
void plain_run(struct session *s, struct advice *advice, bool ascii, bool echo, FILE *in,
               FILE *out);

/* A page as text: what a terminal cannot show is replaced. */
void plain_page(FILE *out, bool ascii, const struct page *page);
