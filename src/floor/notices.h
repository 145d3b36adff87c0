/* Notices that people at the desk are told before play (PIT-19), about a link or about the
 * floor. */
#pragma once

#include "floor/floor.h"

enum notice_kind {
    NOTICE_BELOW_SEED, /* a meter stands below its seed */
    NOTICE_NO_AWARD,   /* a hand would win 0.00 */
    NOTICE_NEAR_LIMIT, /* a meter has less than a hundredth of its limit to go, or none */
    NOTICE_NO_SHIFT,   /* of the floor: tables play, and no shift is open (PIT-6) */
    NOTICE_KINDS
};

struct notice {
    uint8_t kind; /* enum notice_kind */
    uint8_t meter;
    uint8_t award;                   /* 1 + enum cr_category, of NOTICE_NO_AWARD */
    struct cr_money amount, against; /* the meter, and the seed or limit it is held against */
};

/* The i-th notice of a link; false past the last. */
bool notice_of_link(const struct floor *f, uint32_t link, unsigned i, struct notice *out);
/* Whether NOTICE_NO_SHIFT holds: no shift is open, and a round is in play, or coins came in since
 * the last shift was closed, or since the log began where there was none yet. */
bool notice_no_shift(const struct floor *f);
/* "below seed", "no award", "near limit", "no shift". */
const char *notice_word(enum notice_kind kind);
