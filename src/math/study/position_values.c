/* Values of the actions of a starting hand, and the loss of an action that is not the best. */
#include "math/study/position_values.h"

#include "base/check.h"
#include "base/err.h"
#include "math/rational.h"

#include <stdio.h>
#include <string.h>

/* Finds the value of an action. A fold loses the Ante; in a game with one bet size the figure of
 * the bet is called play. */
static bool find_value(const struct cr_start *start, const char *action, struct cr_rational *out)
{
    char name[CR_FIGURE_MAX];
    *out = (struct cr_rational){-1, 1};
    if (strcmp(action, "fold") == 0)
        return true;
    snprintf(name, sizeof name, "ev_%s", strcmp(action, "bet") == 0 ? "play" : action);
    for (unsigned i = 0; i < start->option_count; i++) {
        if (strcmp(start->options[i].name, name) != 0)
            continue;
        *out = start->options[i].value;
        return true;
    }
    return false;
}

int position_of_start(const struct cr_rules *rules, const struct cr_start *start,
                      struct cr_position *out, struct cr_err *err)
{
    cr_action legal[CR_LEGAL_MAX];
    *out = (struct cr_position){0};
    out->option_count = (uint8_t)cr_legal_actions(rules, NULL, 0, legal);
    for (unsigned i = 0; i < out->option_count; i++) {
        out->options[i].action = legal[i];
        cr_action_format(rules, 0, legal[i], out->options[i].name);
        if (!find_value(start, out->options[i].name, &out->options[i].ev))
            return err_set(err, CR_E_RANGE, "the analysis has no value for %s",
                           out->options[i].name);
    }
    position_cut(out, out->option_count);
    return CR_OK;
}

void position_cut(struct cr_position *position, unsigned offered)
{
    CHECK(offered > 0 && offered <= position->option_count);
    position->option_count = (uint8_t)offered;
    position->best = 0;
    for (unsigned i = 1; i < offered; i++)
        if (rational_compare(position->options[i].ev, position->options[position->best].ev) > 0)
            position->best = (uint8_t)i;
}

double position_loss(const struct cr_position *position, cr_action action)
{
    const struct cr_rational best = position->options[position->best].ev;
    for (unsigned i = 0; i < position->option_count; i++) {
        const struct cr_rational ev = position->options[i].ev;
        if (position->options[i].action != action || rational_compare(ev, best) == 0)
            continue;
        /* Exact before the division where the products fit, and in lowest terms, so that equal
         * losses give equal doubles. */
        wide left, right, num, den;
        struct cr_rational loss;
        if (__builtin_mul_overflow(best.num, ev.den, &left) ||
            __builtin_mul_overflow(ev.num, best.den, &right) ||
            __builtin_sub_overflow(left, right, &num) ||
            __builtin_mul_overflow(best.den, ev.den, &den))
            return cr_rational_value(best) - cr_rational_value(ev);
        rational_reduce(num, den, &loss);
        return cr_rational_value(loss);
    }
    return 0;
}
