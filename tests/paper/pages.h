/* Reads the text of a PDF's pages with pdftotext. */
#pragma once

#include "paper/paper.h"

/* Renders the paper as PDF; the caller frees the result. */
char *pages_render(const struct paper *p, size_t *len);

/* The PDF's text, laid out as on the pages, with a form feed after each page; the caller frees it.
 */
char *pages_text(const char *pdf, size_t len);

/* The number of pages in such a text. */
unsigned pages_count(const char *text);

/* How often the text contains `what`. */
unsigned pages_find(const char *text, const char *what);
