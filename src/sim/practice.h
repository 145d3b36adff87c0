/* Questions of people who learn or calculate, each answered from what it says alone: analyses of
 * house rules and progressives, rounds against the dealer, a dealer's training. Nothing is kept but
 * analyses that were made, so that the same file is not worked out twice; no money, no floor.
 *
 * One thread asks at a time. A question is a JSON object, its answer a document; docs/openapi.yaml
 * describes both. */
#pragma once

#include "base/text.h"
#include "service/api/questions.h"

struct practice;

/* NULL without memory. */
struct practice *practice_new(void);
void practice_free(struct practice *p);

/* CR_E_INPUT, CR_E_RANGE: the question is refused. CR_E_NOT_FOUND: nothing is shipped under a name.
 * CR_E_IO: it could not be worked out. */
int practice_ask(struct practice *p, enum practice_question question, const char *body, size_t len,
                 struct practice_answer *out);

/* What an answer can be. */
#define PRACTICE_JSON "application/json"
#define PRACTICE_PDF  "application/pdf"
#define PRACTICE_CSV  "text/csv; charset=utf-8"
#define PRACTICE_YAML "application/yaml"

/* Answers in the asking thread, for those who trust what they ask. */
extern const struct practice_service practice_service;

/* ---- In a process of its own (practice_apart.c) ---- */

/* For each question: its time, and the memory of the process besides the stacks of its threads. */
struct practice_limits {
    unsigned milli;
    size_t bytes;
};

/* Before the program starts a thread or confines itself; once. NULL: the usual limits. */
int practice_apart_prepare(const struct practice_limits *limits, struct cr_err *err);
void practice_apart_end(void);

/* What strangers ask may end that process, and is then refused with CR_E_IO. */
extern const struct practice_service practice_apart_service;
