/* The summary of the floor as lines for people. */
#ifndef APP_STATUS_PAGE_H
#define APP_STATUS_PAGE_H

#include "app/status_gather.h"

#define GLANCE_PAGE_HEAD 2 /* lines of the page that stay when it is scrolled */
#define GLANCE_PAGE_MAX  (2u * 1024 * 1024)

/* In styles of sheet.h. */
void glance_page_write(const struct glance *g, unsigned width, bool utc, struct text *out);

#endif
