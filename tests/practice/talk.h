/* Questions to a practice, and looking into its answers. */
#pragma once

#include "base/json_read.h"
#include "sim/practice.h"

/* One practice for the whole process; freed by talk_end. */
struct practice *talk_practice(void);
void talk_end(void);

/* Asks and expects an answer; it stays readable until the next call of any of these. */
const struct json_node *talk_ask(enum practice_question question, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The answer's text. */
const char *talk_text(void);

/* Asks and expects a refusal with that code; returns what is said of it. */
const struct practice_answer *talk_refused(enum practice_question question, int code,
                                           const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Looking into the answer; what is not there fails the test. */
const struct json_node *talk_in(const struct json_node *object, const char *key);
const struct json_node *talk_at(const struct json_node *list, uint32_t index);
/* Terminated, until eight others were asked for. */
const char *talk_word(const struct json_node *node);
double talk_number(const struct json_node *node);
bool talk_is(const struct json_node *node, const char *word);
bool talk_flag(const struct json_node *object, const char *key);
