/* The value of seen cards: chooses the engine, decides whether all cases are calculated or some are
 * drawn, and makes the figures. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "math/protect/cases.h"
#include "math/protect/engine.h"
#include "math/protect/module.h"
#include "math/protect/run.h"
#include "math/starts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* In seconds of one processor: above the first limit cases are drawn if a number of rounds is
 * given; above the second they are drawn in any case. */
#define LONG_SECONDS     90.0
#define TOO_LONG_SECONDS 3600.0
#define CARD_SECONDS     5e-9 /* for each seen card of a case: time to find the class of the case */

static int engine_new(const struct cr_rules *rules, const struct cr_sees *sees,
                      struct seen_engine *out, struct cr_err *err)
{
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    if (!math->seen)
        return err_set(err, CR_E_NOT_FOUND, "no analysis of seen cards for %s", rules->game->title);
    return math->seen(rules, sees, out, err);
}

/* ---- Figures ---- */

static bool is_listed(const struct cr_rules *rules, unsigned stage, cr_action action)
{
    const struct game_stage *s = &rules->game->stages[stage];
    if (action == CR_FOLD)
        return true;
    if (s->may_pull)
        return action == CR_CHECK;
    if (s->word == WORD_BET) /* of a single size before the flop, a bet is all that is no fold */
        return stage > 0 || action_names_size(rules, stage);
    return cr_action_multiple(action) > 0;
}

static void frequency_put(struct cr_protection *out, const char *name, double value)
{
    unsigned i = 0;
    while (i < out->frequency_count && strcmp(out->frequencies[i].name, name) != 0)
        i++;
    if (i == out->frequency_count) {
        out->frequency_count++;
        snprintf(out->frequencies[i].name, sizeof out->frequencies[i].name, "%s", name);
    }
    out->frequencies[i].value += value;
}

/* Whether a decision offers that action. */
static bool is_possible(const struct cr_rules *rules, unsigned stage, cr_action action)
{
    const struct game_stage *s = &rules->game->stages[stage];
    const unsigned multiple = cr_action_multiple(action);
    return action == CR_FOLD    ? s->may_fold
           : action == CR_CHECK ? s->may_check || s->may_pull
                                : multiple > 0 && (rules->multiples[stage] >> multiple & 1);
}

static void frequencies_fill(const struct cr_rules *rules, const struct seen_sums *sums, wide deals,
                             struct cr_protection *out)
{
    const double all = (double)(sums->cases * deals);
    for (unsigned s = 0; s < rules->game->stage_count; s++)
        for (unsigned a = PROTECT_ACTIONS; a-- > 0;) {
            char name[CR_FIGURE_MAX];
            if (!is_possible(rules, s, (cr_action)a) || !is_listed(rules, s, (cr_action)a))
                continue;
            frequency_name(rules, s, (cr_action)a, name);
            frequency_put(out, name, (double)sums->acts[s][a] / all);
        }
}

static void sums_add(struct seen_sums *to, const struct seen_sums *from)
{
    to->value += from->value;
    to->cases += from->cases;
    to->base_value += from->base_value;
    to->base_cases += from->base_cases;
    for (unsigned s = 0; s < CR_STAGES; s++)
        for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
            to->acts[s][a] += from->acts[s][a];
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++)
        to->base_first[a] += from->base_first[a];
    to->gain += from->gain;
    to->gain_squares += from->gain_squares;
    for (unsigned i = 0; i < SIGHTS_MAX; i++)
        to->sights[i] |= from->sights[i];
}

/* ---- Changes ---- */

#define CLASSES_MAX (CR_RANKS_FIVE + 1)

/* The class of a seat's hand, best hands first, and its name. order: NULL for starting hands. */
static unsigned class_number(const struct ranking *order, card_set own,
                             const struct start_hand *starts)
{
    cr_card cards[SET_CARDS_MAX];
    const unsigned count = set_cards(own, cards);
    return order ? order->rank(cards, count) : starts_find(starts, cards);
}

static void class_name(const struct ranking *order, unsigned number,
                       const struct start_hand *starts, char out[CR_HAND_NAME_MAX])
{
    if (order)
        order->hand_name((uint16_t)number, out);
    else
        snprintf(out, CR_HAND_NAME_MAX, "%s", starts[number].name);
}

static bool change_find(const struct cr_rules *rules, const struct seen_sums *sums,
                        struct cr_change *out)
{
    double base = 0, seen = 0;
    bool differs = false;
    for (unsigned a = 0; a < PROTECT_ACTIONS; a++) {
        base += (double)sums->base_first[a];
        seen += (double)sums->acts[0][a];
    }
    if (base <= 0 || seen <= 0)
        return false;
    out->action_count = 0;
    for (unsigned a = 0; a < PROTECT_ACTIONS && out->action_count < CR_LEGAL_MAX; a++) {
        const double before = (double)sums->base_first[a] / base;
        const double after = (double)sums->acts[0][a] / seen;
        if (before <= 0 && after <= 0)
            continue;
        cr_action_format(rules, 0, (cr_action)a, out->actions[out->action_count].action);
        out->actions[out->action_count].base = before;
        out->actions[out->action_count++].seen = after;
        differs |= fabs(before - after) > 1e-12;
    }
    return differs;
}

/* Makes the names of all sights, and room for the best decisions with each. */
static bool sights_fill(const struct seen_run *run, struct cr_protection *out)
{
    const unsigned count = run->sight_count;
    out->sight_count = count;
    if (count == 0)
        return true;
    out->sights = calloc(count, sizeof *out->sights);
    out->best = calloc((size_t)CLASSES_MAX * count, sizeof *out->best);
    for (unsigned i = 0; out->sights && i < count; i++)
        sight_name(run->engine, i, out->sights[i]);
    return out->sights && out->best;
}

static void change_keep(const struct seen_run *run, const struct seen_sums *sums,
                        struct cr_protection *out)
{
    if (run->sight_count > 0)
        memcpy(out->best + (size_t)out->change_count * run->sight_count, sums->sights,
               run->sight_count * sizeof *out->best);
    out->change_count++;
}

/* Fills in the classes whose first decision changes; neighbouring classes with the same name are
 * joined. */
static int changes_fill(const struct cr_rules *rules, const struct seen_run *run,
                        struct cr_protection *out, struct cr_err *err)
{
    const struct ranking *order = game_math_of(rules->game)->own_order;
    struct start_hand starts[CR_STARTS];
    struct seen_sums *by_class = calloc(CLASSES_MAX, sizeof *by_class);
    struct cr_change *changes = calloc(CLASSES_MAX, sizeof *changes);
    const bool made = by_class && changes && sights_fill(run, out);
    starts_list(starts);
    for (uint32_t i = 0; made && i < run->hands->count; i++)
        sums_add(&by_class[class_number(order, run->hands->first[i], starts)], &run->units[i]);
    for (unsigned i = 0; made && i < CLASSES_MAX; i++) {
        struct cr_change *change = &changes[out->change_count];
        if (by_class[i].base_cases == 0)
            continue;
        class_name(order, i, starts, change->hand);
        for (unsigned next = i + 1; next < CLASSES_MAX; next++) {
            char name[CR_HAND_NAME_MAX];
            if (by_class[next].base_cases == 0)
                continue;
            class_name(order, next, starts, name);
            if (strcmp(name, change->hand) != 0)
                break;
            sums_add(&by_class[next], &by_class[i]);
            i = next;
        }
        if (change_find(rules, &by_class[i], change))
            change_keep(run, &by_class[i], out);
    }
    free(by_class);
    out->changes = changes;
    return made ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory");
}

/* ---- The answer ---- */

static int exact_fill(const struct cr_rules *rules, const struct seen_engine *e, wide base_deals,
                      wide deals, const struct seen_sums *sums, struct cr_protection *out,
                      struct cr_err *err)
{
    struct cr_rational base = {0, 1}, minus, gain;
    bool fits = rational_reduce(sums->base_value, sums->base_cases * base_deals * e->scale, &base);
    out->is_exact = true;
    fits = fits && rational_reduce(sums->value, sums->cases * deals * e->scale, &out->exact_ev);
    if (!fits)
        return err_set(err, CR_E_RANGE, "%s: a figure is too large to be written exactly",
                       rules->name);
    out->ev = cr_rational_value(out->exact_ev);
    minus = (struct cr_rational){-base.num, base.den};
    out->gain = rational_sum(out->exact_ev, minus, &gain) ? cr_rational_value(gain)
                                                          : out->ev - cr_rational_value(base);
    return CR_OK;
}

/* Only the gain is estimated from drawn cases; the rest of the value is known exactly. */
static void drawn_fill(const struct seen_engine *e, wide base_deals, const struct seen_sums *sums,
                       uint64_t rounds, struct cr_protection *out)
{
    const double n = (double)rounds, mean = (double)sums->gain / GAIN_PARTS / n;
    const double squares = (double)sums->gain_squares / (GAIN_PARTS * GAIN_PARTS);
    const double base =
        (double)sums->base_value / ((double)(sums->base_cases * base_deals) * (double)e->scale);
    out->rounds = rounds;
    out->gain = mean;
    out->ev = base + mean;
    out->std_error = n > 1 ? sqrt(fmax(0, squares / n - mean * mean) / (n - 1)) : INFINITY;
}

static int answer_fill(const struct cr_rules *rules, const struct seen_run *run,
                       struct cr_protection *out, struct cr_err *err)
{
    static const struct cr_sees nothing = {0};
    const struct seen_engine *e = run->engine;
    const wide base_deals = e->deals(e->context, &nothing), deals = e->deals(e->context, run->sees);
    struct seen_sums all = {0};
    int rc = CR_OK;
    for (uint32_t i = 0; i < run->hands->count; i++)
        sums_add(&all, &run->units[i]);
    if (run->rounds == 0)
        rc = exact_fill(rules, e, base_deals, deals, &all, out, err);
    else
        drawn_fill(e, base_deals, &all, run->rounds, out);
    out->house_edge = -out->ev;
    frequencies_fill(rules, &all, deals, out);
    return rc == CR_OK ? changes_fill(rules, run, out, err) : rc;
}

/* The number of cases to draw; 0: all are calculated. */
static uint64_t rounds_to_draw(const struct cr_rules *rules, const struct seen_engine *e,
                               uint64_t asked)
{
    const double one = e->case_seconds + CARD_SECONDS * (e->case_dealer + e->case_dead);
    const double seconds = one * cases_count(rules->game->hole_cards, e->case_dealer, e->case_dead);
    if (seconds > TOO_LONG_SECONDS)
        return asked ? asked : e->rounds;
    return seconds > LONG_SECONDS ? asked : 0;
}

/* Whether this process has all the sums: of several processes only the first one does. */
static bool has_answer(const struct cr_protect_options *options)
{
    const struct protect_crew *crew = options->module ? options->module->crew : NULL;
    return !crew || crew->rank(options->module_context) == 0;
}

static int run_all(const struct cr_rules *rules, const struct seen_engine *e,
                   const struct cr_sees *sees, const struct cr_protect_options *options,
                   struct cr_protection *out, struct cr_err *err)
{
    struct card_classes hands = {0};
    if (!card_classes_make(rules->game->hole_cards, &hands))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    struct seen_run run = {.engine = e,
                           .sees = sees,
                           .options = options,
                           .hands = &hands,
                           .rounds = rounds_to_draw(rules, e, options->rounds),
                           .sight_count = sights_count(e),
                           .sights_inside = sights_inside(e),
                           .units = calloc(hands.count, sizeof *run.units)};
    for (unsigned s = 0; s < CR_STAGES; s++)
        run.actions[s] = 1u << CR_FOLD | 1u << CR_CHECK | 1u << CR_PULL |
                         (uint32_t)(rules->multiples[s] >> 1) << CR_BET_1X;
    int rc = run.units ? seen_run(&run, rules->game->hole_cards, err)
                       : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    out->is_elsewhere = !has_answer(options);
    if (rc == CR_OK && !out->is_elsewhere)
        rc = answer_fill(rules, &run, out, err);
    free(run.units);
    card_classes_free(&hands);
    return rc;
}

static int device_use(struct seen_engine *engine, const struct cr_sees *sees,
                      const struct cr_protect_options *options, struct cr_err *err)
{
    const struct cr_protect_module *module = options->module;
    if (!module || !module->device)
        return CR_OK;
    if (!engine->device_use)
        return err_set(err, CR_E_INPUT, "--with %s: it has nothing for this game", module->name);
    return engine->device_use(engine, sees, module, options->module_context, err);
}

static int options_check(const struct cr_protect_options *o, struct cr_err *err)
{
    const bool draws = o->rounds > 0;
    if (draws && (o->rounds < CR_PROTECT_ROUNDS_MIN || o->rounds > CR_PROTECT_ROUNDS_MAX))
        return err_set(err, CR_E_INPUT, "%d to %d cases are drawn, or none", CR_PROTECT_ROUNDS_MIN,
                       CR_PROTECT_ROUNDS_MAX);
    if (o->threads > CR_PROTECT_THREADS_MAX)
        return err_set(err, CR_E_INPUT, "at most %d threads work", CR_PROTECT_THREADS_MAX);
    return CR_OK;
}

int cr_protect(const struct cr_rules *rules, const struct cr_sees *sees,
               const struct cr_protect_options *options, struct cr_protection *out,
               struct cr_err *err)
{
    static const struct cr_protect_options usual = {0};
    struct seen_engine engine = {0};
    struct cr_protection answer = {0};
    options = options ? options : &usual;
    int rc = sees_check(rules, sees, err);
    if (rc == CR_OK)
        rc = options_check(options, err);
    if (rc != CR_OK)
        return rc;
#ifdef _OPENMP
    omp_set_num_threads(options->threads > 0 ? (int)options->threads : omp_get_num_procs());
#endif
    rc = engine_new(rules, sees, &engine, err);
    if (rc != CR_OK)
        return rc;
    rc = device_use(&engine, sees, options, err);
    if (rc == CR_OK)
        rc = run_all(rules, &engine, sees, options, &answer, err);
    engine.free(engine.context);
    return err_or_filled(rc, out, answer, cr_protection_free);
}

void cr_protection_free(struct cr_protection *protection)
{
    free(protection->changes);
    free(protection->sights);
    free(protection->best);
    *protection = (struct cr_protection){0};
}
