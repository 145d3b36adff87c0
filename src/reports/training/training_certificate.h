/* The certificate of a dealer's session with the trainer. */
#pragma once

#include <croupier/rules.h>

struct certificate {
    const struct cr_rules *rules;
    const char *name, *date;
    const char *house;             /* whose floor it is; NULL: only the rules say one */
    uint64_t rounds, right, wrong; /* rounds settled to the end; wagers */
    uint64_t best;                 /* the longest row without a mistake */
    uint64_t seats, seconds;       /* that were timed; 0 seats: none were */
    bool is_letter;                /* the paper; else A4 */
};

/* data is the caller's to free. */
int certificate_pdf(const struct certificate *c, char **data, size_t *len, struct cr_err *err);
