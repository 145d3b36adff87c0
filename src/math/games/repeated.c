/* The figures of one game with many pay tables, by the game's own way or by whole analyses. */
#include "math/games/repeated.h"

#include "base/err.h"
#include "math/games/game_math.h"

#include <stdlib.h>

struct repeated {
    const struct repeated_math *math; /* NULL: whole analyses */
    void *context;
    struct cr_analysis analysis; /* too large for the stack */
};

int repeated_start(const struct cr_rules *rules, struct repeated **out, struct cr_err *err)
{
    const struct game_math *math;
    *out = NULL;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    struct repeated *r = calloc(1, sizeof *r);
    if (r && math->repeated) {
        r->math = math->repeated;
        r->context = r->math->start(rules);
    }
    if (!r || (r->math && !r->context)) {
        free(r);
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    *out = r;
    return CR_OK;
}

int repeated_figures(struct repeated *repeated, const struct cr_rules *rules,
                     struct base_figures *out, struct cr_err *err)
{
    if (repeated->math)
        return repeated->math->figures(repeated->context, rules, out, err);
    int rc = cr_analyze(rules, NULL, &repeated->analysis, err);
    if (rc == CR_OK)
        *out = (struct base_figures){repeated->analysis.ev, repeated->analysis.average_wager,
                                     repeated->analysis.std_dev};
    return rc;
}

void repeated_end(struct repeated *repeated)
{
    if (repeated && repeated->math)
        repeated->math->end(repeated->context);
    free(repeated);
}
