/* The PAR sheet of a game: what a laboratory holds a paytable against. */
#ifndef REPORTS_MATHEMATICS_PAR_DOCUMENT_H
#define REPORTS_MATHEMATICS_PAR_DOCUMENT_H

#include "math/study/analysis_report.h"
#include "reports/mathematics/desk_document.h"

#include <croupier/risk.h>

struct par_report {
    const struct base_report *base; /* with its progressive, where the rules name one */
    unsigned wager_count;
    const struct cr_wager_returns *wagers; /* in payment order */
    const struct cr_distribution *round;   /* the base game with an Ante of 1 */
};

struct desk_document par_document(const struct par_report *report);

#endif
