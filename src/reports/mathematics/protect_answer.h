/* The document on what seen cards are worth to a player, and what protects a house. */
#pragma once

#include "reports/mathematics/desk_document.h"

#include <croupier/protect.h>

struct protect_question {
    const struct cr_rules *rules;
    const char *text;      /* the seen cards, as asked for … */
    struct cr_sees sees;   /* … and as parsed */
    struct cr_money stake; /* an Ante, for the result per hour; 0: not asked */
    uint64_t hands;        /* an hour */
    bool wants_draws;      /* a number of cases to draw was given */
    bool is_short;         /* only the first of the decisions that change, for a terminal */
};

/* The document is to be freed. */
struct desk_document protect_document(const struct protect_question *q,
                                      const struct cr_protection *answer);
