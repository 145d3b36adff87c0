/* Documents on pay tables that reach a wanted edge, and on progressives that reach a wanted
 * return. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/design.h>

struct design_report {
    const struct cr_rules *rules;
    const struct cr_design_question *question;
    const struct cr_design_answer *answer;
    char hands[CR_DESIGN_ROWS][CR_NAME_MAX]; /* the hands of the rows that vary */
};

struct desk_document design_document(const struct design_report *report);

struct design_progressive_report {
    const struct cr_progressive *progressive;
    const struct cr_progressive_question *question;
    const struct cr_progressive_answer *answer;
    const char *rules;   /* house rules whose unfolded hands count; NULL: any five cards */
    double bets_an_hour; /* 0: no figures per hour */
};

struct desk_document design_progressive_document(const struct design_progressive_report *report);
