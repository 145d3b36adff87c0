/* A practice round: what is asked, and the round that comes of it. */
#ifndef SIM_ROUND_ASK_H
#define SIM_ROUND_ASK_H

#include "sim/ask.h"
#include "sim/hand.h"

/* Points into itself: do not move it. */
struct round_asked {
    struct ask_table table;
    bool wants_advice;
    struct hand hand;
};

int round_ask(struct ask *a, const char *body, size_t len, struct round_asked *out);

#endif
