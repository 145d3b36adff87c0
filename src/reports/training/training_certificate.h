/* The certificate of a dealer's session with the trainer. */
#pragma once

#include <croupier/rules.h>

struct certificate {
    const struct cr_rules *rules;
    const char *name, *date;
    const char *house; /* the house of the floor; NULL: the house in the rules is shown */
    uint64_t rounds, right, wrong; /* rounds settled to the end; wagers settled right and wrong */
    uint64_t best;                 /* the longest run without a mistake */
    uint64_t seats, seconds;       /* seats that were timed, and their time; 0 seats: none */
    bool is_letter;                /* letter paper; else A4 */
};

/* data is the caller's to free. */
int certificate_pdf(const struct certificate *c, char **data, size_t *len, struct cr_err *err);
