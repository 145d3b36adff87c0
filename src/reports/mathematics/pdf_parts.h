/* What a report is about, and its parts. The parts only present: everything that takes time or can
 * fail is computed before the first page. */
#ifndef REPORTS_MATHEMATICS_PDF_PARTS_H
#define REPORTS_MATHEMATICS_PDF_PARTS_H

#include "paper/pdf_page.h"

#include <croupier/analysis.h>

struct pdf_report {
    const struct cr_rules *rules; /* both or neither */
    const struct cr_analysis *analysis;
    const struct cr_progressive *progressive; /* NULL: none */

    /* pg: the hands that the manual takes as its examples. */
    bool has_examples;
    struct cr_outcome_table outcomes; /* an unsuited A-J */
    struct cr_turn_table turns;       /* 5s 5h on 8d 9d Js */

    struct cr_progressive_analysis figures;
    struct cr_meter_analysis meters[CR_METERS];
    double std_dev; /* of the progressive, per unit of its bet */
    double ante;    /* of break_even_with_base */
    bool has_live;  /* folding forfeits the progressive: live counts only hands not folded */
    struct cr_progressive_analysis live;
};

/* The title and what identifies the data. */
void pdf_title_part(struct pdf *pdf, const struct pdf_report *report);

/* Results, decisions, starting hands, rules and side bets. */
void pdf_base_part(struct pdf *pdf, const struct pdf_report *report);

/* Tables A.1 to A.6 of the manual, with its errors. Only with has_examples. */
void pdf_examples_part(struct pdf *pdf, const struct pdf_report *report);

/* Tables A.7 to A.13, and the meters. Only with a progressive. */
void pdf_progressive_part(struct pdf *pdf, const struct pdf_report *report);
void pdf_meters_part(struct pdf *pdf, const struct pdf_report *report);

#endif
