/* The text of a PDF's pages, read by pdftotext. */
#pragma once

#include "paper/paper.h"

/* The paper as PDF; the caller frees it. */
char *pages_render(const struct paper *p, size_t *len);

/* Its text, pages apart by form feeds, letters where they stand; the caller frees it. */
char *pages_text(const char *pdf, size_t len);

/* How many pages a text has. */
unsigned pages_count(const char *text);

/* How often a text holds another. */
unsigned pages_find(const char *text, const char *what);
