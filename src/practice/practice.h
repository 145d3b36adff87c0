/* Questions of people who learn or calculate, each answered from what it says alone: analyses of
 * house rules and progressives, rounds against the dealer, a dealer's training. Nothing is kept but
 * analyses that were made, so that the same file is not worked out twice; no money, no floor.
 *
 * One thread asks at a time. A question is a JSON object, its answer a document; docs/openapi.yaml
 * describes both. */
#ifndef PRACTICE_PRACTICE_H
#define PRACTICE_PRACTICE_H

#include "base/text.h"

#include <croupier/error.h>

enum practice_question {
    PRACTICE_RULES, /* takes no body: what is shipped */
    PRACTICE_ANALYZE,
    PRACTICE_POSITION,
    PRACTICE_SENSITIVITY,
    PRACTICE_WAGERS,
    PRACTICE_ROUND,
    PRACTICE_DEALING,
    PRACTICE_CHECK,
    PRACTICE_QUESTIONS
};

#define PRACTICE_FIELD_MAX 64

struct practice_answer {
    const char *content_type;
    const char *data; /* until the next question */
    size_t len;
    /* Of a refusal. */
    bool not_json;                  /* the text itself is broken */
    char field[PRACTICE_FIELD_MAX]; /* the member at fault; "" for none */
    struct cr_err err;
};

struct practice;

/* NULL without memory. */
struct practice *practice_new(void);
void practice_free(struct practice *p);

/* CR_E_INPUT, CR_E_RANGE: the question is refused. CR_E_NOT_FOUND: nothing is shipped under a name.
 * CR_E_IO: it could not be worked out. */
int practice_ask(struct practice *p, enum practice_question question, const char *body, size_t len,
                 struct practice_answer *out);

#endif
