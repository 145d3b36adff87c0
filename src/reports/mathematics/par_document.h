/* The PAR sheet of a game: what a laboratory holds a paytable against. */
#pragma once

#include "math/study/analysis_report.h"
#include "reports/mathematics/desk_document.h"

#include <croupier/par.h>

struct par_report {
    const struct base_report *base; /* with its progressive, where the rules name one */
    const struct cr_par *par;
};

struct desk_document par_document(const struct par_report *report);
