/* Members of JSON objects, one call each. `before` is what stands before the key: "{" or ",". */
#ifndef MATH_STUDY_JSON_MEMBERS_H
#define MATH_STUDY_JSON_MEMBERS_H

#include "base/text.h"

#include <croupier/analysis.h>

/* 17 significant digits, so that reading gives the same bits; null for what is no number. */
void json_number(struct text *t, double value);

void json_key(struct text *t, const char *before, const char *key);
void json_member_number(struct text *t, const char *before, const char *key, double value);
void json_member_rational(struct text *t, const char *before, const char *key,
                          struct cr_rational value); /* as a number */
void json_member_exact(struct text *t, const char *before, const char *key,
                       struct cr_rational value); /* as "num/den" */
void json_member_text(struct text *t, const char *before, const char *key, const char *value);
void json_member_money(struct text *t, const char *before, const char *key, struct cr_money value);
void json_member_cards(struct text *t, const char *before, const char *key, const cr_card *cards,
                       unsigned count);

#endif
