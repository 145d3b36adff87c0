/* Exact values of actions: runs the analysis, on a thread where that takes long; see advice.h. */
#include "app/play/advice.h"

#include "base/list.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "math/study/analyses.h"
#include "math/study/position_values.h"
#include "os/worker.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum progress { NOT_BEGUN, RUNNING, JOINED };

struct advice {
    const struct cr_rules *rules;
    enum progress progress;
    struct worker *worker;
    atomic_bool finished; /* rc, err and analysis are set */
    int rc;
    struct cr_err err;
    struct cr_analysis analysis;
    struct start_hand starts[CR_STARTS];
    uint64_t counted; /* number of the last counted decision */
    struct mistakes mistakes;
    struct held held;
    struct analyses analyses;  /* of games with bets that a fold loses */
    struct decision *deferred; /* first decisions with such bets, which are counted at the end */
    size_t deferred_count, deferred_room;
};

/* ---- The whole game ---- */

static int64_t analyze(void *context)
{
    struct advice *a = context;
    a->rc = cr_analyze(a->rules, NULL, &a->analysis, &a->err);
    atomic_store(&a->finished, true);
    return WORKER_WHEN_POKED;
}

static void begin(struct advice *a)
{
    const struct worker_config config = {
        .name = "analysis", .context = a, .tick = analyze, .first_tick_ms = WORKER_WHEN_POKED};
    if (a->progress != NOT_BEGUN)
        return;
    if (worker_start(&config, &a->worker, NULL) == CR_OK) {
        a->progress = RUNNING;
        worker_poke(a->worker);
    } else {
        a->progress = JOINED;
        analyze(a);
    }
}

static void finish(struct advice *a)
{
    begin(a);
    if (a->progress == RUNNING)
        worker_stop(a->worker);
    a->progress = JOINED;
}

struct advice *advice_new(const struct cr_rules *rules)
{
    struct advice *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->rules = rules;
    atomic_init(&a->finished, false);
    starts_list(a->starts);
    return a;
}

void advice_free(struct advice *a)
{
    if (a && a->progress == RUNNING)
        finish(a);
    if (a)
        free(a->deferred);
    free(a);
}

/* ---- Values ---- */

/* Whether the values of the first decision come from the analysis of the whole game. */
static bool has_starts(const struct cr_rules *rules)
{
    const struct game_math *math = game_math_of(rules->game);
    return math && math->starts_in_analysis;
}

static bool is_start(const struct advice *a, const struct decision *d)
{
    return has_starts(a->rules) && d->open == 0;
}

/* UTH-11: whether the Ante is so large that the limit on one hand's pays changes the values. */
static bool is_limited(const struct advice *a, const struct decision *d)
{
    return game_math_limited(a->rules, d->ante);
}

/* Whether the decision needs the analysis of the whole game. With bets that a fold loses, the
 * values differ from it, and are calculated when they are asked for. */
static bool needs_whole_game(const struct advice *a, const struct decision *d)
{
    return is_start(a, d) && !is_limited(a, d) && !felt_may_be_lost(a->rules, &d->felt, 0);
}

/* The values of all legal actions of a starting hand. The analysis must be finished. */
static int start_values(const struct advice *a, unsigned start, struct cr_position *out,
                        struct cr_err *err)
{
    if (a->rc != CR_OK) {
        *err = a->err;
        return a->rc;
    }
    return position_of_start(a->rules, &a->analysis.starts[start], out, err);
}

bool advice_is_ready(const struct advice *a, const struct decision *d)
{
    return !needs_whole_game(a, d) || atomic_load(&a->finished);
}

int advice_values(struct advice *a, const struct decision *d, struct cr_position *out,
                  struct cr_err *err)
{
    struct felt felt = d->felt;
    int rc = CR_OK;
    if (needs_whole_game(a, d)) {
        const struct felt_cards cards = {d->hole, d->board, 0};
        finish(a);
        rc = start_values(a, starts_find(a->starts, d->hole), out, err);
        if (rc == CR_OK)
            rc = felt_add(a->rules, &felt, &cards, out, err);
    } else {
        rc = analyses_felt(&a->analyses, a->rules, &felt, d->hole, d->board, d->open, d->done,
                           d->done_count, out, err);
    }
    if (rc == CR_OK)
        position_cut(out, d->offered);
    return rc;
}

/* Adds a value with a sign and four decimals; one that rounds to zero has no sign. */
static void add_value(struct cr_rational ev, struct text *out)
{
    char digits[CR_RATIONAL_TEXT_MAX];
    const double value = cr_rational_value(ev);
    snprintf(digits, sizeof digits, "%.4f", value < 0 ? -value : value);
    if (strspn(digits, "0.") < strlen(digits))
        text_add(out, ev.num < 0 ? "−" : "+");
    text_add(out, digits);
}

/* Adds what the values count: "Per Ante, with Trips and Progressive: ". */
static void say_counted(const struct advice *a, const struct decision *d, struct text *out)
{
    const struct cr_game *game = a->rules->game;
    const char *labels[CR_SLOTS];
    unsigned count = 0;
    for (unsigned s = 0; s < game->slot_count; s++)
        if ((d->felt.counted >> s & 1) && (game->slots[s].is_side || game->slots[s].is_progressive))
            labels[count++] = game->slots[s].label;
    text_add_format(out, "Per %s", game->unit);
    for (unsigned i = 0; i < count; i++)
        text_add_format(out, "%s%s",
                        i == 0          ? ", with "
                        : i + 1 < count ? ", "
                                        : " and ",
                        labels[i]);
    text_add(out, ": ");
}

void advice_say(struct advice *a, const struct decision *d, struct text *out)
{
    struct cr_position values;
    struct cr_err err;
    if (advice_values(a, d, &values, &err) != CR_OK) {
        text_add_format(out, "No values: %s.", err.text);
        return;
    }
    say_counted(a, d, out);
    for (unsigned i = 0; i < values.option_count; i++) {
        text_add_format(out, "%s ", values.options[i].name);
        add_value(values.options[i].ev, out);
        text_add(out, "   ");
    }
    text_add_format(out, "best: %s", values.options[values.best].name);
}

/* ---- What decisions cost ---- */

static bool hold(struct advice *a, const struct decision *d)
{
    cr_action legal[CR_LEGAL_MAX];
    size_t n = cr_legal_actions(a->rules, d->done, d->done_count, legal), i = 0;
    while (i < n && legal[i] != d->taken)
        i++;
    return held_add(&a->held, starts_find(a->starts, d->hole), (unsigned)i, d);
}

/* Puts a decision aside until the end. Bets that a fold loses need an analysis of their own, half a
 * second for each kind, for which a player should not wait in the middle of a round. */
static bool defer(struct advice *a, const struct decision *d)
{
    if (!list_grow(&a->deferred, &a->deferred_room, a->deferred_count, sizeof *a->deferred))
        return false;
    a->deferred[a->deferred_count++] = *d;
    return true;
}

static void count_now(struct advice *a, const struct decision *d, struct mistakes *out)
{
    struct cr_position values;
    struct cr_err err;
    if (advice_values(a, d, &values, &err) == CR_OK)
        mistakes_add(out, d, &values);
    else
        mistakes_add_unknown(out, 1, err.text);
}

/* Counts a decision. Decisions before the flop are held until the end even when the analysis is
 * finished, so that the sums do not depend on how fast it was. */
static void count(struct advice *a, const struct decision *d)
{
    if (needs_whole_game(a, d)) {
        if (!hold(a, d))
            mistakes_add_unknown(&a->mistakes, 1, "too many actions to choose from");
    } else if (is_start(a, d) && is_limited(a, d)) { /* each such Ante takes an analysis of its
                                                      * own */
        mistakes_add_unknown(&a->mistakes, 1,
                             "with such an Ante the limit on one hand's pays counts");
    } else if (is_start(a, d)) {
        if (!defer(a, d))
            mistakes_add_unknown(&a->mistakes, 1, "no memory is left");
    } else {
        count_now(a, d, &a->mistakes);
    }
}

void advice_follow(struct advice *a, const struct session *s)
{
    if (!a)
        return;
    enum session_state state = session_state(s);
    if (has_starts(s->setup.rules) && state != SESSION_BETTING && state != SESSION_OVER)
        begin(a);
    if (s->decision.number == a->counted)
        return;
    a->counted = s->decision.number;
    count(a, &s->decision);
}

bool advice_is_done(const struct advice *a)
{
    return a->deferred_count == 0 && (a->held.count == 0 || atomic_load(&a->finished));
}

void advice_mistakes(struct advice *a, struct mistakes *out)
{
    *out = a->mistakes;
    for (size_t i = 0; i < a->deferred_count; i++)
        count_now(a, &a->deferred[i], out);
    if (a->held.count == 0)
        return;
    finish(a);
    for (unsigned start = 0; start < CR_STARTS; start++) {
        struct cr_position values;
        struct cr_err err;
        if (!held_has(&a->held, start))
            continue;
        if (start_values(a, start, &values, &err) != CR_OK) {
            mistakes_add_unknown(out, a->held.count, err.text);
            return;
        }
        held_count(&a->held, start, &values, out);
    }
}
