/* Charts. Each can be read in black and white: what a colour says, a letter, a length or a text
 * says too. */
#ifndef REPORTS_MATHEMATICS_PDF_CHARTS_H
#define REPORTS_MATHEMATICS_PDF_CHARTS_H

#include "paper/pdf_page.h"

#include <croupier/analysis.h>

#define PDF_BAR_TEXT_MAX 64

struct pdf_bar {
    char label[PDF_BAR_TEXT_MAX];
    double value; /* its length; a negative one is drawn as none */
    char figure[PDF_BAR_TEXT_MAX];
    char exact[PDF_BAR_TEXT_MAX]; /* in a column of its own; empty: none */
    bool strong;
};

/* The height that so many bars take. */
double pdf_bars_height(size_t count);

/* Horizontal bars from zero on: label, bar, figure and the exact value. */
void pdf_bars(struct pdf *pdf, const struct pdf_bar *bars, size_t count);

/* The first action of each of the 169 starting hands: suited above the diagonal. */
#define PDF_STRATEGY_HEIGHT 610.0
void pdf_strategy(struct pdf *pdf, const struct cr_analysis *analysis);

/* An amount whose quantiles 5, 25, 50, 75 and 95 % are known. */
struct pdf_spread {
    const char *name;
    double quantiles[CR_QUANTILES];
    double mean;
    double fair; /* an amount to be marked where it is not far off */
};

#define PDF_SPREAD_HEIGHT 52.0
void pdf_spread(struct pdf *pdf, const struct pdf_spread *spread);

#endif
