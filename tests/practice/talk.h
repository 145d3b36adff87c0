/* Asks a practice questions and reads its answers. Whatever is not as expected fails the test. */
#pragma once

#include "base/json_read.h"
#include "sim/practice.h"

/* The one practice of this process; talk_end frees it. */
struct practice *talk_practice(void);
void talk_end(void);

/* Asks a question that must be answered; the format gives its text. The answer is valid until the
 * next call of talk_ask or talk_refused. */
const struct json_node *talk_ask(enum practice_question question, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The text of the last answer. */
const char *talk_text(void);

/* Asks a question that must be refused with this code; returns the refusal. */
const struct practice_answer *talk_refused(enum practice_question question, int code,
                                           const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A member of an object, or an element of a list; a missing one fails the test. */
const struct json_node *talk_in(const struct json_node *object, const char *key);
const struct json_node *talk_at(const struct json_node *list, uint32_t index);
/* The text of a string or number, valid for the next seven calls. */
const char *talk_word(const struct json_node *node);
double talk_number(const struct json_node *node);
bool talk_is(const struct json_node *node, const char *word);
bool talk_flag(const struct json_node *object, const char *key);
