/* The summary of the floor as lines for people. */
#ifndef APP_STATUS_PAGE_H
#define APP_STATUS_PAGE_H

#include "app/status_gather.h"

#define SUMMARY_PAGE_HEAD 2 /* lines of the page that stay when it is scrolled */
#define SUMMARY_PAGE_MAX  (2u * 1024 * 1024)

/* In styles of styled_text.h. */
void summary_page_write(const struct summary *g, unsigned width, bool utc, struct text *out);

#endif
