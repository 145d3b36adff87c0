/* What the desk is told of a link before play (PIT-19). */
#ifndef FLOOR_NOTICES_H
#define FLOOR_NOTICES_H

#include "floor/floor.h"

enum notice_kind {
    NOTICE_BELOW_SEED, /* a meter stands below its seed */
    NOTICE_NO_AWARD,   /* a hand would win 0.00 */
    NOTICE_NEAR_LIMIT, /* a meter has less than a hundredth of its limit to go, or none */
    NOTICE_KINDS
};

struct notice {
    uint8_t kind; /* enum notice_kind */
    uint8_t meter;
    uint8_t award;                   /* 1 + enum cr_category, of NOTICE_NO_AWARD */
    struct cr_money amount, against; /* what it is, and the seed or limit */
};

/* The i-th of a link; false past the last. */
bool notice_of_link(const struct floor *f, uint32_t link, unsigned i, struct notice *out);
/* "below seed", "no award", "near limit". */
const char *notice_word(enum notice_kind kind);

#endif
