/* A practice round: what is asked, and the round that comes of it. */
#ifndef PRACTICE_ROUND_ASK_H
#define PRACTICE_ROUND_ASK_H

#include "practice/ask.h"
#include "practice/hand.h"

/* Points into itself: do not move it. */
struct round_asked {
    struct ask_table table;
    bool wants_advice;
    struct hand hand;
};

int round_ask(struct ask *a, const char *body, size_t len, struct round_asked *out);

#endif
