/* Exact values of the actions that a seat is offered, and what its decisions cost.
 *
 * After the flop, and in games without a board, a value takes milliseconds. Before the flop it
 * takes the analysis of the whole game, a few seconds: that runs once, in a thread of its own from
 * the first deal on, and its 169 starting hands answer every later question. */
#pragma once

#include "app/play/mistakes.h"
#include "app/play/play_session.h"
#include "base/text.h"

struct advice;

/* The rules are borrowed. NULL without memory. */
struct advice *advice_new(const struct cr_rules *rules);

/* Waits for the thread. NULL is nothing. */
void advice_free(struct advice *a);

/* Looks at the session: starts the analysis with the first deal, counts a decision that is new.
 * To be called after each step; a NULL advice does nothing. */
void advice_follow(struct advice *a, const struct session *s);

/* Whether advice_values answers at once. */
bool advice_is_ready(const struct advice *a, const struct decision *d);

/* The values of the actions that are offered, the best one of them; waits where it must. They are
 * those of a seat that plays on as well as possible and can pay for it. */
int advice_values(struct advice *a, const struct decision *d, struct cr_position *out,
                  struct cr_err *err);

/* Values, or why there are none, in a line: "Per Ante: check −0.1234   4x +0.8765   best: 4x". */
void advice_say(struct advice *a, const struct decision *d, struct text *out);

/* Whether advice_mistakes answers at once; then what all decisions so far cost. */
bool advice_is_done(const struct advice *a);
void advice_mistakes(struct advice *a, struct mistakes *out);
