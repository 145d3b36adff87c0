/* Questions of people who learn or calculate, each answered from its own content alone: analyses of
 * house rules and progressives, rounds against the dealer, a dealer's training. Only finished
 * analyses are cached, so that the same file is not analysed twice. Nothing here touches money or a
 * floor.
 *
 * One thread asks at a time. A question is a JSON object, its answer a document; docs/openapi.yaml
 * describes both.
 */
#pragma once

#include "base/text.h"
#include "service/api/questions.h"

struct practice;

/* NULL when memory is short. */
struct practice *practice_new(void);
void practice_free(struct practice *p);

/* Answers a question; *out points into the practice until the next question. CR_E_INPUT,
 * CR_E_RANGE: the question is refused. CR_E_NOT_FOUND: nothing is shipped under a name, or nothing
 * is known of the game. CR_E_IO: the answer could not be calculated. */
int practice_ask(struct practice *p, enum practice_question question, const char *body, size_t len,
                 struct practice_answer *out);

/* The content types of answers. */
#define PRACTICE_JSON "application/json"
#define PRACTICE_PDF  "application/pdf"
#define PRACTICE_CSV  "text/csv; charset=utf-8"
#define PRACTICE_YAML "application/yaml"

/* Answers in the calling thread: for callers that trust the questions. */
extern const struct practice_service practice_service;

/* ---- In a process of its own (practice_apart.c) ---- */

/* Limits for each question: its time in milliseconds, and the memory of the process without the
 * stacks of its threads. */
struct practice_limits {
    unsigned milli;
    size_t bytes;
};

/* Starts the processes; call it once, before the program starts a thread or confines itself. NULL:
 * the usual limits. */
int practice_apart_prepare(const struct practice_limits *limits, struct cr_err *err);
void practice_apart_end(void);

/* Answers in those processes. A question may end its process, and is then refused with CR_E_IO. */
extern const struct practice_service practice_apart_service;
