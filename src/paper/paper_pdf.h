/* Papers as PDF: pages, or the strip of a receipt printer. */
#ifndef PAPER_PAPER_PDF_H
#define PAPER_PAPER_PDF_H

#include "paper/paper_internal.h"

int pdf_slip(const struct paper *p, struct text *out, struct cr_err *err);

#endif
