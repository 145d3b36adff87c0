/* croupier simulate: plays millions of rounds, and compares them with the exact analysis. */
#include "app/shared_options.h"
#include "base/json_write.h"
#include "base/money.h"
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/simulate/simulate.h"
#include "math/strategy/strategy.h"
#include "os/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS_MAX  1000000000000ull
#define THREADS_MAX 1024
#define ANSWER_MAX  32768
#define SIDES_MAX   16

struct simulate_call {
    const char *name, *progressive;
    uint64_t rounds, seed, seats, threads;
    const char *sides[SIDES_MAX];
    unsigned side_count;
    unsigned strategy; /* enum strategy_kind */
    bool json;
    /* set from the sides: */
    const char *side; /* "trips", "pair_plus", "bonus", "aces_up", or NULL */
    bool with_progressive;
};

struct simulation {
    struct simulate_call command;
    struct cr_rules rules;
    struct cr_progressive progressive;
    struct cr_analysis analysis;
    struct cr_category_counts live;
    struct simulate_options options;
    struct simulate_sums sums;
    struct simulate_report report;
    struct cr_money without_limit; /* the limit on one hand's pays that was left out; 0: none */
    int64_t start_ns, shown_ns;    /* of the monotonic clock */
    bool terminal;
};

static const char *strategy_name(enum strategy_kind kind)
{
    return kind == STRATEGY_SIMPLE ? "simple" : "optimal";
}

/* Whether the simulation checks the analysis: only the strategy that the analysis describes can. */
static bool is_check(const struct simulation *s)
{
    return s->command.strategy == STRATEGY_OPTIMAL;
}

/* ---- Progress ---- */

static double seconds_since(int64_t start_ns)
{
    return 1e-9 * (double)(clock_mono_ns() - start_ns);
}

static void show_progress(void *context, uint64_t done)
{
    struct simulation *s = context;
    if (seconds_since(s->start_ns) < 1 || seconds_since(s->shown_ns) < 0.2)
        return;
    s->shown_ns = clock_mono_ns();
    fprintf(stderr, "\r%3.0f %% of %" PRIu64 " rounds ",
            100 * (double)done / (double)s->options.rounds, s->command.rounds);
}

static void end_progress(const struct simulation *s)
{
    if (s->terminal)
        fprintf(stderr, "\r\033[K%.2f million rounds a second\n",
                (double)s->options.rounds / seconds_since(s->start_ns) / 1e6);
}

/* ---- The answer as text ---- */

static void text_figure(struct text *t, const char *name, const struct simulate_figure *f,
                        bool judged)
{
    text_add_format(t, "  %-22s %12.6f  ± %.6f", name, f->mean, f->half_width);
    if (f->has_exact)
        text_add_format(t, "  %12.6f  %8.2f%s", f->exact, f->z,
                        judged && f->disagrees ? "  disagrees" : "");
    text_add(t, "\n");
}

static bool is_counted(const struct simulation *s, unsigned slot)
{
    const struct game_slot *of = &s->rules.game->slots[slot];
    return !of->is_progressive && (!of->is_side || s->options.with_side);
}

/* The result of a wager, per hand and in Antes. */
static double wager_value(const struct simulation *s, unsigned slot)
{
    const double unit = (double)simulate_ante(&s->rules).micro * s->options.seats;
    return (double)s->sums.slots[slot] / unit / (double)s->sums.rounds;
}

static void text_wagers(const struct simulation *s, struct text *t)
{
    const struct cr_game *game = s->rules.game;
    text_add(t, "\nwhat each wager comes to, per hand in Antes\n");
    for (unsigned slot = 0; slot < game->slot_count; slot++)
        if (is_counted(s, slot))
            text_add_format(t, "  %-22s %12.6f\n", game->slots[slot].name, wager_value(s, slot));
}

static void answer_text(const struct simulation *s, struct text *t)
{
    const struct simulate_report *r = &s->report;
    text_add_format(t, "%s, %s (%s)\n", s->rules.title, s->rules.house, s->rules.name);
    text_add_format(t, "%" PRIu64 " rounds, %" PRIu64 " %s, seed %" PRIu64 ", %s strategy",
                    s->command.rounds, s->command.seats, s->command.seats == 1 ? "seat" : "seats",
                    s->command.seed, strategy_name(s->command.strategy));
    if (s->command.side)
        text_add_format(t, ", %s bet", s->command.side);
    if (s->options.progressive)
        text_add_format(t, ", progressive %s", s->progressive.name);
    if (s->without_limit.micro > 0)
        text_add_format(t, "\nwithout the limit of %s on one hand's pays",
                        money_text(s->without_limit).text);
    text_add_format(t, "\n\n  %-22s %12s  %-10s  %12s  %8s\n", "", "simulated", "at 99 %",
                    is_check(s) ? "exact" : "optimal", "z");
    text_figure(t, "ev of a round", &r->per_round, is_check(s));
    for (unsigned i = 0; i < r->count; i++)
        text_figure(t, r->figures[i].name, &r->figures[i], is_check(s));
    text_add_format(t, "  %-22s %12.6f", "std_dev of a round", r->std_dev);
    if (s->options.seats == 1 && r->figures[0].has_exact)
        text_add_format(t, "              %12.6f", s->analysis.std_dev);
    text_add(t, "\n");
    text_wagers(s, t);
    if (is_check(s))
        text_add(t, r->disagrees ? "\nThe simulation disagrees with the exact analysis.\n"
                                 : "\nThe simulation agrees with the exact analysis.\n");
}

/* ---- The answer as JSON ---- */

static void json_figure(struct text *t, const char *key, const struct simulate_figure *f,
                        bool judged)
{
    json_open(t, key, '{');
    json_number(t, "mean", f->mean);
    json_number(t, "low", f->mean - f->half_width);
    json_number(t, "high", f->mean + f->half_width);
    if (f->has_exact) {
        json_number(t, "exact", f->exact);
        json_number(t, "z", f->z);
        if (judged)
            json_flag(t, "agrees", !f->disagrees);
    }
    json_close(t, '}');
}

static void json_wagers(const struct simulation *s, struct text *t)
{
    const struct cr_game *game = s->rules.game;
    json_open(t, "wagers", '{');
    for (unsigned slot = 0; slot < game->slot_count; slot++)
        if (is_counted(s, slot))
            json_number(t, game->slots[slot].name, wager_value(s, slot));
    json_close(t, '}');
}

static void answer_json(const struct simulation *s, struct text *t)
{
    const struct simulate_report *r = &s->report;
    json_open(t, NULL, '{');
    json_text(t, "rules", s->rules.name);
    JSON_MEMBERS(t, &s->command, rounds, seats, seed);
    json_text(t, "strategy", strategy_name(s->command.strategy));
    if (s->command.side)
        json_text(t, "side", s->command.side);
    if (s->options.progressive)
        json_text(t, "progressive", s->progressive.name);
    if (s->without_limit.micro > 0)
        json_money(t, "without_limit", s->without_limit);
    json_figure(t, "per_round", &r->per_round, is_check(s));
    json_open(t, "per_hand", '{');
    for (unsigned i = 0; i < r->count; i++)
        json_figure(t, r->figures[i].name, &r->figures[i], is_check(s));
    json_close(t, '}');
    json_number(t, "std_dev", r->std_dev);
    json_wagers(s, t);
    if (is_check(s))
        json_flag(t, "agrees", !r->disagrees);
    text_add(t, "}\n");
}

static int answer(const struct simulation *s)
{
    char *data = malloc(ANSWER_MAX);
    if (!data)
        return cli_rejected("not enough memory for the answer");
    struct text t = text_in(data, ANSWER_MAX);
    (s->command.json ? answer_json : answer_text)(s, &t);
    fwrite(t.data, 1, t.len, stdout);
    free(data);
    if (!is_check(s) || !s->report.disagrees)
        return CLI_OK;
    fflush(stdout); /* so that the figures come before the message about them */
    return cli_rejected("%s: the simulation disagrees with the exact analysis", s->rules.name);
}

/* ---- The run ---- */

static int load(struct simulation *s)
{
    const struct simulate_call *c = &s->command;
    struct cr_err err = {0};
    if (cr_rules_load(c->name, &s->rules, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    const struct cr_game *game = s->rules.game;
    for (unsigned i = 0; i < c->side_count; i++) {
        const unsigned slot = cr_slot_find(game, c->sides[i], strlen(c->sides[i]));
        if (strcmp(c->sides[i], "progressive") == 0)
            continue;
        if (slot == CR_SLOTS || !game->slots[slot].is_side)
            return cli_rejected("%s has no side bet '%s'", s->rules.name, c->sides[i]);
        s->options.with_side = true;
    }
    s->without_limit = simulate_without_limit(&s->rules, s->options.with_side);
    if (!c->with_progressive)
        return CLI_OK;
    const char *name = c->progressive ? c->progressive : s->rules.progressive;
    if (game->progressive >= CR_SLOTS)
        return cli_rejected("%s is played without a progressive", s->rules.title);
    if (!name[0])
        return cli_rejected("%s names no progressive; say --progressive NAME", s->rules.name);
    if (cr_progressive_load(name, &s->progressive, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    s->options.progressive = &s->progressive;
    return CLI_OK;
}

/* Calculates the exact values and makes the strategy. NULL with err set on failure. */
static struct strategy *prepare(struct simulation *s, struct cr_err *err)
{
    struct spinner spinner;
    struct strategy *strategy = NULL;
    spinner_start(&spinner);
    if (simulate_exact(&s->rules, s->options.threads, &s->analysis, &s->live, err) == CR_OK)
        strategy =
            strategy_new(&s->rules, &s->analysis, s->command.strategy, s->options.with_side, err);
    spinner_stop(&spinner);
    return strategy;
}

static int simulate_all(struct simulation *s)
{
    const struct simulate_call *c = &s->command;
    struct cr_err err = {0};
    s->options.rounds = c->rounds;
    s->options.seed = c->seed;
    s->options.seats = (unsigned)c->seats;
    s->options.threads = (unsigned)c->threads;
    s->options.settle = settle_checked;
    int status = load(s);
    if (status != CLI_OK)
        return status;
    struct strategy *strategy = prepare(s, &err);
    if (!strategy)
        return cli_rejected("%s", err.text);
    s->options.decide = strategy_decide_all;
    s->options.decide_context = strategy;
    s->terminal = isatty(STDERR_FILENO);
    s->options.progress = s->terminal ? show_progress : NULL;
    s->options.progress_context = s;
    s->start_ns = clock_mono_ns();
    s->shown_ns = s->start_ns;
    int rc = simulate(&s->rules, &s->options, &s->sums, &err);
    end_progress(s);
    strategy_free(strategy);
    if (rc != CR_OK)
        return cli_rejected("%s: %s", s->rules.name, err.text);
    simulate_compare(&s->rules, &s->options, &s->analysis, &s->live, &s->sums, &s->report);
    return answer(s);
}

/* ---- The command ---- */

_Static_assert(STRATEGY_OPTIMAL == 0 && STRATEGY_SIMPLE == 1, "in the order of the words");

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, struct simulate_call, name),
     .missing = "which rules? see 'croupier rules list'"},
    {"--rounds", "N", "how many rounds", OPTION_COUNT(struct simulate_call, rounds, 1, ROUNDS_MAX),
     .preset = "10000000"},
    {"--seed", "N", "the same rounds again",
     OPTION_COUNT(struct simulate_call, seed, 0, UINT64_MAX), .preset = "1"},
    {"--seats", "N", "seats taken", OPTION_COUNT(struct simulate_call, seats, 1, CR_SEATS),
     .preset = "1"},
    {"--strategy", "NAME", "optimal, or simple, the published rule of thumb",
     OPTION_CHOICE(struct simulate_call, strategy, "optimal simple"), .preset = "optimal"},
    {"--side", "BET",
     "also bet trips, pair_plus, bonus, aces_up or progressive; may be given twice",
     OPTION_LIST_OF(&option_text, struct simulate_call, sides, side_count),
     .words = "trips pair_plus bonus aces_up progressive"},
    {"--progressive", "NAME", "bet on this progressive instead of the rules' own",
     OPTION_TEXT_OF(&kind_progressive, struct simulate_call, progressive)},
    {"--threads", "N", "threads; the answer does not depend on it",
     OPTION_COUNT(struct simulate_call, threads, 1, THREADS_MAX), .otherwise = "all processors"},
    OPTION_SHARED(shared_json, bool, struct simulate_call, json),
    OPTION_END,
};

static int run(const struct cli_call *call)
{
    struct simulation *s = calloc(1, sizeof *s);
    if (!s)
        return cli_rejected("not enough memory");
    struct simulate_call *c = &s->command;
    *c = *(const struct simulate_call *)call->options;
    c->with_progressive = c->progressive != NULL;
    for (unsigned i = 0; i < c->side_count; i++) {
        const bool is_progressive = strcmp(c->sides[i], "progressive") == 0;
        c->with_progressive |= is_progressive;
        c->side = is_progressive ? c->side : c->sides[i];
    }
    int status = simulate_all(s);
    free(s);
    return status;
}

const struct cli_runner runner_simulate = {options, sizeof(struct simulate_call), run};
