/* How to play, calculated. */
#include "base/err.h"
#include "reports/mathematics/desk_answers.h"
#include "reports/mathematics/strategy_document.h"

#include <stdlib.h>

struct strategy_work {
    struct cr_analysis analysis;
    struct cr_play_costs costs;
    struct cr_found_plays found;
};

int strategy_answer(const struct cr_rules *rules, unsigned lines, const struct play_watch *watch,
                    struct desk_document *out, struct cr_err *err)
{
    struct strategy_work *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(err, CR_E_RANGE, "not enough memory for the strategy");
    int rc = cr_analyze(rules, NULL, &w->analysis, err);
    if (rc == CR_OK)
        rc = play_costs(rules, watch, &w->costs, err);
    if (rc == CR_OK && lines > 0)
        rc = plays_find(rules, lines, watch, &w->found, err);
    if (rc == CR_OK) {
        const struct strategy_report report = {rules, &w->analysis, &w->costs, &w->found};
        *out = strategy_document(&report);
    }
    free(w);
    return rc;
}
