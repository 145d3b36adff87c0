/* The questions of practice and mathematics that the manager's interface passes on. A floor does
 * not need the code that answers them, so the program hands it in when it starts the interface
 * (sim/practice.h). */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum practice_question {
    PRACTICE_RULES, /* lists the shipped rules; takes no body */
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

/* The two queues of questions. Each answers one question at a time, so that people at a practice
 * table never wait for an analysis that takes minutes. */
enum practice_place { PRACTICE_SHORT, PRACTICE_LONG, PRACTICE_PLACES };

struct practice_request {
    enum practice_question question;
    const char *body;
    size_t len;
    /* Whether somebody still waits for the answer. Called on the thread that calls ask(). NULL:
     * always. */
    bool (*is_wanted)(void *context);
    void *context;
};

struct practice_answer {
    const char *content_type;
    const char *data; /* valid until the next question */
    size_t len;
    /* The following are set for a refusal only. */
    bool not_json; /* the body is no JSON */
    struct cr_err err;
};

/* The progress of a question that takes long. */
struct practice_progress {
    uint64_t ticket;  /* the number that the question gave itself */
    const char *part; /* what is worked out now; NULL: nothing whose progress is known */
    unsigned done, all;
};

/* The code that answers questions. It is started once for each place, and only one thread at a time
 * calls ask() there. */
struct practice_service {
    void *(*start)(enum practice_place place); /* NULL without memory */
    void (*stop)(void *service);
    /* Ends the question that is being worked on with a refusal, and refuses all that follow; called
     * from any thread when the server stops. NULL when questions end soon enough by themselves. */
    void (*hurry)(void *service);
    /* Answers a question. CR_E_INPUT and CR_E_RANGE: it is refused. CR_E_NOT_FOUND: nothing is
     * shipped under a name that it has. CR_E_IO: the calculation failed, or nobody waits for it any
     * more. */
    int (*ask)(void *service, const struct practice_request *request, struct practice_answer *out);
    /* Tells how far the present question is; called from any thread. NULL when the service cannot
     * tell. */
    void (*progress)(void *service, struct practice_progress *out);
};
