/* Progressives that reach a wanted return, as a document. */
#ifndef REPORTS_MATHEMATICS_DESIGN_PROGRESSIVE_DOCUMENT_H
#define REPORTS_MATHEMATICS_DESIGN_PROGRESSIVE_DOCUMENT_H

#include "reports/mathematics/desk_document.h"

#include <croupier/design.h>

struct design_progressive_report {
    const struct cr_progressive *progressive;
    const struct cr_progressive_question *question;
    const struct cr_progressive_answer *answer;
    char names[CR_DESIGN_ROWS][CR_NAME_MAX]; /* of what varies: "seed", "full house" */
};

struct desk_document design_progressive_document(const struct design_progressive_report *report);

#endif
