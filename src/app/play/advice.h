/* Exact values of the actions that a seat is offered, and the cost of its decisions.
 *
 * After the flop, and in games without a board, a value takes milliseconds. Before the flop it
 * takes the analysis of the whole game, a few seconds. That runs once, on a thread of its own from
 * the first deal on, and the values of its 169 starting hands then answer every later question. */
#pragma once

#include "app/play/mistakes.h"
#include "app/play/play_session.h"
#include "base/text.h"

struct advice;

/* The rules must outlive the advice. NULL when memory runs out. */
struct advice *advice_new(const struct cr_rules *rules);

/* Waits for the thread. a may be NULL. */
void advice_free(struct advice *a);

/* Follows the session: starts the analysis with the first deal, and counts a new decision. Call
 * this after each step. a may be NULL. */
void advice_follow(struct advice *a, const struct session *s);

/* Whether advice_values() can answer without waiting. */
bool advice_is_ready(const struct advice *a, const struct decision *d);

/* Calculates the values of the offered actions and the best of them; waits for the analysis if it
 * must. The values hold for a seat that plays on as well as possible and can pay for it. */
int advice_values(struct advice *a, const struct decision *d, struct cr_position *out,
                  struct cr_err *err);

/* Writes the values, or why there are none, in a line like "Per Ante: check −0.1234 4x +0.8765
 * best: 4x". */
void advice_say(struct advice *a, const struct decision *d, struct text *out);

/* Whether advice_mistakes() can answer without waiting. It returns what all decisions so far have
 * cost. */
bool advice_is_done(const struct advice *a);
void advice_mistakes(struct advice *a, struct mistakes *out);
