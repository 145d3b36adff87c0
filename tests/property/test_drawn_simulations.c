/* Simulated rounds under rules files drawn at random, against the exact analysis of the same files:
 * each mean is within five standard errors. Pays are limited to PAY_MAX to one, so that no single
 * hand dominates a mean. Seeds are fixed, so every run has the same result. The argument is the
 * number of files for each game. */
#include "game/round/settle.h"
#include "math/simulate/simulate.h"
#include "second_settlement.h"
#include "support/extreme_files.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PAY_MAX 50
#define SIGMAS  5.0
/* Half the width of a 99 % confidence interval, as the simulation reports it, in standard errors.
 */
#define WIDTH_99 2.5758

static unsigned files = 1;

/* Draws a file and lowers pays above PAY_MAX; the order of the pays stays. */
static void add_moderate(struct rng *rng, const struct cr_game *game, struct text *out)
{
    struct text drawn = {0};
    extreme_rules(rng, game, &drawn);
    for (const char *line = drawn.data; *line; line += strcspn(line, "\n") + 1) {
        const int length = (int)strcspn(line, "\n");
        const char *pays = memchr(line, ':', (size_t)length);
        long num, den;
        if (strncmp(line, "    ", 4) == 0 && pays &&
            sscanf(pays, ": %ld to %ld", &num, &den) == 2 && num > PAY_MAX * den)
            text_add_format(out, "%.*s: %d to 1\n", (int)(pays - line), line, PAY_MAX);
        else
            text_add_format(out, "%.*s\n", length, line);
    }
    text_free(&drawn);
}

/* In games where only a table pays, a file that pays nothing but rare hands would make the mean of
 * a simulation meaningless; such files are drawn again. */
static void moderate_rules(struct rng *rng, const struct cr_game *game, struct text *out)
{
    static const struct slow_hand aces = {.category = CR_PAIR, .ranks = {14}};
    for (;;) {
        add_moderate(rng, game, out);
        const struct house house = house_read(out->data);
        if (!strstr(out->data, "\n  bets:\n") || house_row(&house, "bets", &aces))
            return;
        text_free(out);
        *out = (struct text){0};
    }
}

struct simulated {
    struct text text;
    struct cr_rules rules;
    struct cr_analysis analysis;
    struct simulate_sums sums;
    struct simulate_report report;
};

static void play(struct simulated *s, uint64_t rounds, bool with_side)
{
    struct cr_err err = {0};
    struct strategy *strategy =
        strategy_new(&s->rules, &s->analysis, STRATEGY_OPTIMAL, with_side, &err);
    if (!strategy)
        fail_msg("%s\n%s", err.text, s->text.data);
    const struct simulate_options options = {.rounds = rounds,
                                             .seed = 17,
                                             .seats = 1,
                                             .with_side = with_side,
                                             .settle = settle_checked,
                                             .decide = strategy_decide_all,
                                             .decide_context = strategy};
    if (simulate(&s->rules, &options, &s->sums, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, s->text.data);
    simulate_compare(&s->rules, &options, &s->analysis, NULL, &s->sums, &s->report);
    strategy_free(strategy);
}

/* Compares the mean of the base game; the standard error is taken from the analysis. */
static void hold_base(const struct simulated *s)
{
    const double rounds = (double)s->sums.rounds, ante = (double)simulate_ante(&s->rules).micro;
    const double mean = (double)s->sums.lines[SIMULATE_BASE].sum / rounds / ante;
    const double exact = cr_rational_value(s->analysis.ev);
    const double error = s->analysis.std_dev / sqrt(rounds);
    if (!(fabs(mean - exact) <= SIGMAS * error + 1e-6)) /* pays are rounded down to cents */
        fail_msg("ev: %.9g simulated, %.9g analysed, standard error %.3g\n%s", mean, exact, error,
                 s->text.data);
}

/* Compares all other figures, including how often each decision is made, by the spread that the
 * simulation measured. That spread misses hands so rare that none occurred; the tolerance allows
 * for ten of these with the highest pay on the Ante. */
static unsigned hold_figures(const struct simulated *s)
{
    const double rare = 10.0 * PAY_MAX / (double)s->sums.rounds;
    unsigned held = 0;
    for (unsigned i = 0; i < s->report.count; i++) {
        const struct simulate_figure *f = &s->report.figures[i];
        if (!f->has_exact)
            continue;
        held++;
        if (!(fabs(f->mean - f->exact) <= SIGMAS * f->half_width / WIDTH_99 + rare))
            fail_msg("%s: %.9g simulated, %.9g analysed\n%s", f->name, f->mean, f->exact,
                     s->text.data);
    }
    return held;
}

static void drawn_simulations(void **state)
{
    const struct cr_game *game = *state;
    struct rng rng = {51};
    unsigned figures = 0;
    for (unsigned i = 0; i < files; i++) {
        static struct simulated s;
        struct cr_err err = {0};
        s.text = (struct text){0};
        moderate_rules(&rng, game, &s.text);
        if (cr_rules_parse("drawn", s.text.data, s.text.len, &s.rules, &err) != CR_OK)
            fail_msg("%s\n%s", err.text, s.text.data);
        s.rules.has_hand_limit = false; /* a limit in money cannot be part of a value per Ante */
        if (cr_analyze(&s.rules, NULL, &s.analysis, &err) != CR_OK)
            fail_msg("%s\n%s", err.text, s.text.data);
        play(&s, 8 * SIMULATE_BLOCK, false);
        hold_base(&s);
        figures += 1 + hold_figures(&s);
        play(&s, SIMULATE_BLOCK, true);
        figures += hold_figures(&s);
        text_free(&s.text);
    }
    print_message("%s: %u files, %u figures\n", game->id, files, figures);
}

#define OF_GAME(id)                                                                                \
    {                                                                                              \
        "simulations of " #id, drawn_simulations, NULL, NULL, (void *)&game_##id                   \
    }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {OF_GAME(pg),  OF_GAME(uth), OF_GAME(tcp),
                                       OF_GAME(lir), OF_GAME(ms),  OF_GAME(fcp)};
    if (argc > 1)
        files = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    return cmocka_run_group_tests_name("drawn simulations", tests, NULL, NULL);
}
