/* Questions of people who learn or calculate, as the manager's interface hands them on. What
 * answers them is not part of what a floor runs on: whoever starts the interface brings it along
 * (sim/practice.h). */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum practice_question {
    PRACTICE_RULES, /* takes no body: what is shipped */
    PRACTICE_ANALYZE,
    PRACTICE_POSITION,
    PRACTICE_SENSITIVITY,
    PRACTICE_PROTECT,
    PRACTICE_DESIGN,
    PRACTICE_STRATEGY,
    PRACTICE_RISK,
    PRACTICE_PAR,
    PRACTICE_WAGERS,
    PRACTICE_ROUND,
    PRACTICE_DEALING,
    PRACTICE_CHECK,
    PRACTICE_CERTIFICATE,
    PRACTICE_QUESTIONS
};

/* Where questions are answered, one at a time in each: what people wait for at a practice table is
 * never behind an analysis that takes minutes. */
enum practice_place { PRACTICE_SHORT, PRACTICE_LONG, PRACTICE_PLACES };

struct practice_request {
    enum practice_question question;
    const char *body;
    size_t len;
    /* Whether somebody still waits for the answer; on the thread that asks. NULL: always. */
    bool (*is_wanted)(void *context);
    void *context;
};

struct practice_answer {
    const char *content_type;
    const char *data; /* until the next question */
    size_t len;
    /* Of a refusal. */
    bool not_json; /* the text itself is broken */
    struct cr_err err;
};

/* How far a question is that takes long. */
struct practice_progress {
    uint64_t ticket;  /* the number that the question gave itself */
    const char *part; /* what is worked out now; NULL: nothing that tells how far it is */
    unsigned done, all;
};

/* Started once for each place; one thread asks at a time there. */
struct practice_service {
    void *(*start)(enum practice_place place); /* NULL without memory */
    void (*stop)(void *service);
    /* From any thread: what is under way is refused, and all that follows. NULL: it ends by itself
     * soon enough. */
    void (*hurry)(void *service);
    /* CR_E_INPUT, CR_E_RANGE: the question is refused. CR_E_NOT_FOUND: nothing is shipped under a
     * name. CR_E_IO: it could not be worked out, or nobody wants it any more. */
    int (*ask)(void *service, const struct practice_request *request, struct practice_answer *out);
    /* From any thread, while a question is under way. NULL: nobody can say. */
    void (*progress)(void *service, struct practice_progress *out);
};
