/* PIT-16: the house's own paragraphs, in place of this project's ids. */
#pragma once

#include <croupier/rules.h>

/* The rules of a game that people are told of, each once, as "UTH-6" or, for a part of one, as
 * "UTH-6 trips". Returns how many; their places are those of struct cr_rules' paragraphs. */
unsigned game_cited_rules(const struct cr_game *game, const char *out[CR_PARAGRAPHS]);

/* Adds " (CN 22)" to what err says, where the house has a paragraph for the rule. Returns code, so
 * that `return rules_cite(rules, "UTH-1", err, err_set(err, …));` is one statement. */
int rules_cite(const struct cr_rules *rules, const char *rule, struct cr_err *err, int code);

/* The same for a refusal whose reason says which rule it follows: a folded hand, a seat that is
 * closed, a second hand. Any other is left alone, and so is one without rules. */
int rules_cite_refusal(const struct cr_rules *rules, struct cr_err *err, int code);
