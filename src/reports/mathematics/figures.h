/* Figures as a report prints them: a true minus sign, commas between thousands, and no minus
 * before a zero. Each writes into the caller's memory and returns it, so that FIGURE makes a call
 * usable inside another one. */
#pragma once

#include "base/members.h"
#include "paper/paper.h"
#include "paper/paper_named.h"

#include <croupier/analysis.h>

#define FIGURE_MAX 96
#define FIGURE     ((char[FIGURE_MAX]){0})

/* "−19,447.25" */
const char *figure_fixed(char out[FIGURE_MAX], double value, int decimals);

/* 0.055935 with 4: "5.5935%" */
const char *figure_percent(char out[FIGURE_MAX], double value, int decimals);

/* A cell with a number, and with a dash for one that is not known (NAN). */
void figure_cell(struct paper *p, double value, unsigned decimals, enum paper_style style);

/* A rational number in a tree: as a number, and as "num/den". */
void named_rational(struct named *in, const char *key, struct cr_rational value);
void named_exact(struct named *in, const char *key, struct cr_rational value);
/* The first under the key, the second as "exact". */
void named_exactly(struct named *in, const char *key, struct cr_rational value);
/* By the type of the value: a text, money, a rational number, or a number. */
#define named_member(in, key, value)                                                               \
    _Generic((value),                                                                              \
        char *: named_text,                                                                        \
        const char *: named_text,                                                                  \
        struct cr_money: named_money,                                                              \
        struct cr_rational: named_rational,                                                        \
        default: named_number)(in, key, value)
/* Members of *from under their own names. */
#define NAMED_MEMBERS(in, from, ...) EACH_MEMBER(named_member, in, from, __VA_ARGS__)

/* "−50643648973/2317817502000" */
const char *figure_exact(char out[FIGURE_MAX], struct cr_rational value);

/* "2,500", "0.50" */
const char *figure_money(char out[FIGURE_MAX], struct cr_money m);

/* "1 in" of a probability: whole from 20 upward, with two decimals below; "–" for never. */
const char *figure_one_in(char out[FIGURE_MAX], double probability);

/* Parts of `all` as a percentage without needless digits: "12.5%". */
const char *figure_share(char out[FIGURE_MAX], uint32_t parts, uint32_t all);

/* What a line of a wager's table pays: "3 to 2", "push", "lose"; "none" where nothing was bet. */
const char *figure_pays(char out[FIGURE_MAX], const struct cr_return *row);

/* "four of a kind" as a table begins a line: "Four of a kind". */
const char *figure_capital(char out[FIGURE_MAX], const char *name);

/* What values of a game are measured in, behind a phrase: "per ", "the Ante" or "one bet". */
const char *figure_unit(char out[FIGURE_MAX], const char *phrase, const struct cr_game *game);
