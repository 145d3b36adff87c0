/* Writes figures as a report prints them: a true minus sign, commas between thousands, and no minus
 * before a zero. Each function writes into the caller's memory and returns it. FIGURE is such
 * memory within an expression, so that calls can be nested. */
#pragma once

#include "base/members.h"
#include "paper/paper.h"
#include "paper/paper_named.h"

#include <croupier/analysis.h>

#define FIGURE_MAX 96
#define FIGURE     ((char[FIGURE_MAX]){0})

/* "−19,447.25" */
const char *figure_fixed(char out[FIGURE_MAX], double value, int decimals);

/* "5.5935%": 0.055935 with 4 decimals */
const char *figure_percent(char out[FIGURE_MAX], double value, int decimals);

/* Adds a cell with a number, or with a dash for one that is not known (NAN). */
void figure_cell(struct paper *p, double value, unsigned decimals, enum paper_style style);

/* Add a rational number to a tree: as a number, and as "num/den". */
void named_rational(struct named *in, const char *key, struct cr_rational value);
void named_exact(struct named *in, const char *key, struct cr_rational value);
/* Adds both: the number under the key, "num/den" as "exact". */
void named_exactly(struct named *in, const char *key, struct cr_rational value);
/* Adds a value by its type: a text, money, a rational number, or a number. */
#define named_member(in, key, value)                                                               \
    _Generic((value),                                                                              \
        char *: named_text,                                                                        \
        const char *: named_text,                                                                  \
        struct cr_money: named_money,                                                              \
        struct cr_rational: named_rational,                                                        \
        default: named_number)(in, key, value)
/* Adds members of *from under their own names. */
#define NAMED_MEMBERS(in, from, ...) EACH_MEMBER(named_member, in, from, __VA_ARGS__)

/* "−50643648973/2317817502000" */
const char *figure_exact(char out[FIGURE_MAX], struct cr_rational value);

/* "2,500", "0.50" */
const char *figure_money(char out[FIGURE_MAX], struct cr_money m);

/* The N of "1 in N" for a probability: whole from 20 upward, with two decimals below; "–" for
 * never. */
const char *figure_one_in(char out[FIGURE_MAX], double probability);

/* Parts of `all` as a percentage without needless digits: "12.5%". */
const char *figure_share(char out[FIGURE_MAX], uint32_t parts, uint32_t all);

/* What a line of a wager's table pays: "3 to 2", "push", "lose"; "none" where nothing was bet. */
const char *figure_pays(char out[FIGURE_MAX], const struct cr_return *row);

/* A name as a table begins a line: "four of a kind" becomes "Four of a kind", "turn_bet" "Turn
 * bet". */
const char *figure_capital(char out[FIGURE_MAX], const char *name);

/* The unit of a game's values behind a phrase: "per the Ante", "per one bet". */
const char *figure_unit(char out[FIGURE_MAX], const char *phrase, const struct cr_game *game);
