/* What seen cards are worth, as an answer: its figures for machines, and what protects a house. */
#ifndef REPORTS_MATHEMATICS_PROTECT_ANSWER_H
#define REPORTS_MATHEMATICS_PROTECT_ANSWER_H

#include "base/text.h"

#include <croupier/protect.h>

#define PROTECT_PROCEDURES 5

/* Sentences about what a house can do against it; how many there are. */
unsigned protect_procedures(const struct cr_sees *sees, const char *out[PROTECT_PROCEDURES]);

/* One line of JSON; text: what is seen, as it was asked. */
void protect_json(const struct cr_rules *rules, const char *text, const struct cr_sees *sees,
                  const struct cr_protection *answer, struct text *t);

#endif
