/* The answers of the mathematician's desk, calculated from what is asked: the same for the commands
 * and for the questions of the screens. */
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
    double ruin;              /* the chance that is wanted, between 0 and 1 */
    struct cr_money bankroll; /* zero: nobody asks */
    bool for_print;           /* spreads as drawings */
};

/* The stakes of a table: Ante, side bet (zero: none), and the progressive (NULL: none) with every
 * meter at its seed. Refuses a bet that the game does not have. */
int risk_stakes_make(const struct cr_rules *rules, struct cr_money ante, struct cr_money side,
                     const struct cr_progressive *progressive, struct cr_stakes *out,
                     struct cr_err *err);
/* On success the document is to be freed. */
int risk_answer(const struct risk_question *q, struct desk_document *out, struct cr_err *err);

/* ---- The PAR sheet ---- */

/* progressive: the one beside the rules; NULL for none. */
int par_answer(struct analyses *analyses, const struct cr_rules *rules,
               const struct cr_progressive *progressive, struct desk_document *out,
               struct cr_err *err);

/* ---- The strategy ---- */

/* lines: also plays of at most so many lines, found by search; 0: none. watch: told how far it is;
 * NULL for nobody. */
int strategy_answer(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
                    struct desk_document *out, struct cr_err *err);
