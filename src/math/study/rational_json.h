/* Exact fractions as members of JSON. */
#ifndef MATH_STUDY_RATIONAL_JSON_H
#define MATH_STUDY_RATIONAL_JSON_H

#include "base/json_write.h"

#include <croupier/analysis.h>

/* As a number. */
void json_rational(struct text *t, const char *key, struct cr_rational value);
/* As a text, "num/den". */
void json_exact(struct text *t, const char *key, struct cr_rational value);

#endif
