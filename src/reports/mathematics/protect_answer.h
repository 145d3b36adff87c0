/* What seen cards are worth, as an answer, with what protects a house. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/protect.h>

struct protect_question {
    const struct cr_rules *rules;
    const char *text;      /* what is seen, as it was asked … */
    struct cr_sees sees;   /* … and as it was understood */
    struct cr_money stake; /* an Ante, for what it is worth an hour; zero: nobody asks */
    uint64_t hands;        /* an hour */
    bool wants_draws;      /* a number of cases to draw was given */
    bool is_short;         /* of the decisions that change only the first ones, for a terminal */
};

/* To be freed. */
struct desk_document protect_document(const struct protect_question *q,
                                      const struct cr_protection *answer);
