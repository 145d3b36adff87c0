/* PIT-16: the paragraphs of the house's own document, which people see in place of this project's
 * ids. */
#pragma once

#include <croupier/rules.h>

/* The rules of a game that are cited to people, each once, as "UTH-6" or, for a part of one, as
 * "UTH-6 trips". Returns how many; the index of a rule is also its index in the paragraphs of
 * struct cr_rules. */
unsigned game_cited_rules(const struct cr_game *game, const char *out[CR_PARAGRAPHS]);

/* Adds " (CN 22)" to what err says, where the house has a paragraph for the rule. Returns code, so
 * that `return rules_cite(rules, "UTH-1", err, err_set(err, …));` is one statement. */
int rules_cite(const struct cr_rules *rules, const char *rule, struct cr_err *err, int code);

/* The same for a refusal whose reason tells which rule it follows: a folded hand, a closed seat, a
 * second hand. Any other refusal is left as it is, and every one where rules is NULL. */
int rules_cite_refusal(const struct cr_rules *rules, struct cr_err *err, int code);
