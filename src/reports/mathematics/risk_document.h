/* What a session of rounds can come to, as a document. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/risk.h>

struct risk_report {
    const struct cr_rules *rules;
    enum cr_play play;
    const struct cr_stakes *stakes;
    const struct cr_distribution *round;
    const struct cr_session *session;
    const struct cr_ruin *ruin;
    double wanted;         /* chance of ruin */
    struct cr_money given; /* bankroll; zero: none */
};

/* for_print: spreads as drawings of the PDF, else as characters. */
struct desk_document risk_document(const struct risk_report *report, bool for_print);
