/* The answers of the mathematician's desk (docs/desk.md), calculated from a question. The commands
 * and the screens both use them. */
#pragma once

#include "math/endings/play_watch.h"
#include "math/study/analyses.h"
#include "reports/mathematics/desk_document.h"

#include <croupier/endings.h>

/* ---- A session of rounds ---- */

struct risk_question {
    const struct cr_rules *rules;
    enum cr_play play;
    struct cr_stakes stakes;
    unsigned rounds;
    double ruin;              /* the wanted chance of ruin, between 0 and 1 */
    struct cr_money bankroll; /* for which the chance of ruin is asked; 0: none */
    bool for_print;           /* drawings instead of rows of characters */
};

/* Makes the stakes of a table: Ante, side bet (0: none), and the progressive (NULL: none) with
 * every meter at its seed. Refuses a bet that the game does not have. */
int risk_stakes_make(const struct cr_rules *rules, struct cr_money ante, struct cr_money side,
                     const struct cr_progressive *progressive, struct cr_stakes *out,
                     struct cr_err *err);
/* On success the document is to be freed. */
int risk_answer(const struct risk_question *q, struct desk_document *out, struct cr_err *err);

/* ---- The PAR sheet ---- */

/* progressive: the one that belongs to the rules; NULL for none. On success the document is to be
 * freed. */
int par_answer(struct analyses *analyses, const struct cr_rules *rules,
               const struct cr_progressive *progressive, struct desk_document *out,
               struct cr_err *err);

/* ---- The strategy ---- */

/* lines: also searches for plays of at most so many lines; 0: does not. watch: is told of the
 * progress; NULL for nobody. On success the document is to be freed. */
int strategy_answer(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
                    struct desk_document *out, struct cr_err *err);
