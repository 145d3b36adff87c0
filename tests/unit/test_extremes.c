/* What the loader of rules files accepts can be analysed, settled, simulated and dealt: files at
 * their ends go through the whole analysis and every form of its report, through positions held
 * against settled deals, and through a simulation held against the analysis. The sanitizers watch
 * in the build that has them. */
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/simulate/simulate.h"
#include "math/study/study.h"
#include "reports/mathematics/analysis_paper.h"
#include "reports/mathematics/analysis_text.h"
#include "reports/mathematics/analysis_tree.h"
#include "support/extreme_files.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* How many files of each game: the argument, or few. */
static unsigned files_of_a_game = 2;

/* One file and what became of it; large, so allocated. */
struct made {
    struct text yaml;
    struct subject subject;
    struct analyses analyses;
    struct study study;
};

static void made_free(struct made *m)
{
    text_free(&m->yaml);
    free(m);
}

/* A fault is shown with the file that it is about. */
static void must(int rc, const struct made *m, const struct cr_err *err)
{
    if (rc != CR_OK)
        fail_msg("%s\n%s", err->text, m->yaml.data);
}

static void parse(struct made *m)
{
    const struct source source = {"extreme", m->yaml.data, m->yaml.len, NULL};
    struct cr_err err = {0};
    must(subject_parse(&source, &m->subject, &err), m, &err);
}

static void study(struct made *m, const struct study_options *options)
{
    struct cr_err err = {0};
    must(study_run(&m->study, &m->analyses, &m->subject, options, &err), m, &err);
}

/* ---- Every form of the report ---- */

static struct named_tree *tree_of(const struct made *m)
{
    return m->subject.is_progressive ? analysis_tree_progressive(&m->study.progressive)
                                     : analysis_tree_base(&m->study.base);
}

static void writes_every_form(const struct made *m)
{
    struct text t = {0};
    struct cr_err err = {0};
    char *pdf = NULL;
    size_t len = 0;
    must(analysis_write(tree_of(m), PAPER_AS_JSON, &t, &err), m, &err);
    must(analysis_write(tree_of(m), PAPER_AS_CSV, &t, &err), m, &err);
    if (m->subject.is_progressive)
        analysis_text_progressive(&m->study.progressive, &t);
    else
        analysis_text_base(&m->study.base, true, &t);
    assert_false(t.cut);
    assert_null(strstr(t.data, "nan"));
    must(analysis_pdf(m->subject.is_progressive ? NULL : &m->study.base,
                      m->subject.is_progressive ? &m->study.progressive : NULL, &pdf, &len, &err),
         m, &err);
    assert_true(len > 1000);
    free(pdf);
    text_free(&t);
}

/* ---- House rules ---- */

static double sum_of_frequencies(const struct cr_analysis *a)
{
    double sum = 0;
    for (unsigned i = 0; i < a->frequency_count; i++)
        sum += cr_rational_value(a->frequencies[i].value);
    return sum;
}

/* Each deal ends with one of these decisions: uth's bets and folds, tcp's plays and folds. */
static void adds_up(const struct made *m)
{
    const struct cr_analysis *a = m->study.base.analysis;
    const bool is_pg = strcmp(cr_game_id(m->subject.rules.game), "pg") == 0;
    double ev = 0;
    assert_true(a->frequency_count <= CR_FIGURES_MAX && a->side_count <= CR_SIDES_MAX);
    if (!is_pg)
        assert_true(fabs(sum_of_frequencies(a) - 1) < 1e-12);
    for (unsigned i = 0; i < a->start_count; i++)
        ev += cr_rational_value(a->starts[i].ev) * a->starts[i].combos / 1326;
    if (a->start_count > 0)
        assert_true(fabs(ev - cr_rational_value(a->ev)) <= 1e-9 * fmax(1, fabs(ev)));
    assert_true(a->std_dev > 0);
}

/* ---- Positions against settled deals ---- */

/* An Ante of so many units pays the tables in whole cents. */
static int64_t fair_ante(const struct cr_rules *rules)
{
    int64_t most = 1;
    for (unsigned s = 0; s < CR_SLOTS; s++)
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            if (rules->game->slots[s].by_table && rules->pays[s].pays[c].den > most)
                most = rules->pays[s].pays[c].den;
    return most; /* denominators of a table are parts of one number, mostly the largest */
}

/* The net of a seat over every hand that the dealer can hold, settled one by one; in millionths.
 * The cards: hole, board, then all others. */
static wide settle_dealers(const struct made *m, const cr_card deck[CR_DECK_CARDS],
                           struct cr_round *round, int64_t *deals)
{
    const struct cr_game *game = m->subject.rules.game;
    const unsigned first = game->hole_cards + game->board_cards;
    struct cr_settlement out;
    struct cr_err err = {0};
    wide sum = 0;
    *deals = 0;
    for (unsigned i = first; i < CR_DECK_CARDS; i++)
        for (unsigned j = first; j < i; j++)
            for (unsigned k = first; k < (game->dealer_cards == 3 ? j : first + 1); k++) {
                round->dealer[0] = deck[i];
                round->dealer[1] = deck[j];
                round->dealer[2] = deck[k];
                must(cr_settle(&m->subject.rules, NULL, NULL, round, &out, &err), m, &err);
                sum += out.seats[0].net.micro;
                ++*deals;
            }
    return sum;
}

static void shuffle(struct rng *rng, cr_card deck[CR_DECK_CARDS])
{
    for (unsigned i = 0; i < CR_DECK_CARDS; i++)
        deck[i] = (cr_card)i;
    for (unsigned i = CR_DECK_CARDS - 1; i > 0; i--) {
        const unsigned k = rng_below(rng, i + 1);
        const cr_card card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
}

/* The last decision of a hand: what each option is worth is what its deals are settled to. A cent
 * that a pay is rounded down by is less than a millionth of such an Ante. */
static void last_decisions_are_settled_deals(struct rng *rng, struct made *m)
{
    struct cr_rules *rules = &m->subject.rules;
    const struct cr_game *game = rules->game;
    const unsigned stage = game->stage_count - 1u;
    const struct cr_money ante = cr_money_from_units((int32_t)fair_ante(rules));
    const unsigned open = game->stages[stage].board_visible;
    cr_card deck[CR_DECK_CARDS];
    struct cr_position p;
    struct cr_err err = {0};
    struct cr_round round = {0};
    if (open < game->board_cards)
        return; /* another card comes after it: there is no list of settled deals for that here */
    memset(rules->limits, 0, sizeof rules->limits);
    shuffle(rng, deck);
    must(cr_analyze_position_for(rules, ante, deck, deck + game->hole_cards, open, NULL, 0, &p,
                                 &err),
         m, &err);
    round.seats[0].taken = true;
    memcpy(round.seats[0].cards, deck, game->hole_cards);
    memcpy(round.board, deck + game->hole_cards, game->board_cards);
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].kind == SLOT_PLACED && !game->slots[s].is_side &&
            !game->slots[s].is_progressive)
            round.seats[0].wagers[s] = ante;
    for (unsigned i = 0; i < p.option_count; i++) {
        int64_t deals;
        memset(round.seats[0].actions, CR_CHECK, stage);
        round.seats[0].actions[stage] = p.options[i].action;
        round.seats[0].action_count = (uint8_t)(stage + 1);
        const wide sum = settle_dealers(m, deck, &round, &deals);
        const double is = (double)sum / (double)deals / (double)ante.micro;
        const double exact = cr_rational_value(p.options[i].ev);
        if (fabs(is - exact) > 1e-6 + 1e-12 * fabs(exact))
            fail_msg("%s: %.12f settled, %.12f analysed\n%s", p.options[i].name, is, exact,
                     m->yaml.data);
    }
}

/* ---- The simulation against the analysis ---- */

static void simulation_agrees(struct made *m, bool with_side)
{
    const struct cr_rules *rules = &m->subject.rules;
    struct cr_err err = {0};
    struct simulate_sums sums;
    struct simulate_report report;
    struct strategy *strategy =
        strategy_new(rules, &m->study.made->analysis, STRATEGY_OPTIMAL, with_side, &err);
    if (!strategy)
        must(err.code, m, &err);
    const struct simulate_options options = {.rounds = 20000,
                                             .seed = 11,
                                             .seats = 1,
                                             .with_side = with_side,
                                             .settle = settle_checked,
                                             .decide = strategy_decide_all,
                                             .decide_context = strategy};
    must(simulate(rules, &options, &sums, &err), m, &err);
    simulate_compare(rules, &options, &m->study.made->analysis, NULL, &sums, &report);
    for (unsigned i = 0; i < report.count; i++) {
        const struct simulate_figure *f = &report.figures[i];
        /* Money is told by rare hands where one pays a million; how often is told by all. */
        const bool is_money =
            strcmp(f->name, "ev") == 0 || strstr(f->name, "trips") || strstr(f->name, "pair_plus");
        if (f->has_exact && !is_money && fabs(f->z) > 5)
            fail_msg("%s: %g, not %g\n%s", f->name, f->mean, f->exact, m->yaml.data);
    }
    strategy_free(strategy);
}

static void analyse_rules(struct rng *rng, struct made *m)
{
    parse(m);
    study(m, &(struct study_options){.ante = cr_money_from_units(10)});
    adds_up(m);
    writes_every_form(m);
    const bool has_limit = m->subject.rules.has_hand_limit;
    m->subject.rules.has_hand_limit = false; /* the analysis is without it */
    simulation_agrees(m, false);
    simulation_agrees(m, true);
    m->subject.rules.has_hand_limit = has_limit;
    for (unsigned i = 0; i < 3; i++)
        last_decisions_are_settled_deals(rng, m);
}

/* More decisions than any shipped game has: nine are listed. */
static void all_sizes_are_listed(void **state)
{
    (void)state;
    static const char *const names[] = {"preflop_4x", "preflop_3x", "preflop_2x",
                                        "preflop_1x", "flop_2x",    "flop_1x",
                                        "river_2x",   "river_1x",   "fold"};
    struct made *m = calloc(1, sizeof *m);
    const struct cr_shipped *file = cr_shipped_find("uth-cn");
    assert_non_null(m);
    text_add(&m->yaml, file->text);
    parse(m);
    m->subject.rules.multiples[0] = 0x1e;
    m->subject.rules.multiples[1] = m->subject.rules.multiples[2] = 0x6;
    study(m, &(struct study_options){.ante = cr_money_from_units(10)});
    const struct cr_analysis *a = m->study.base.analysis;
    assert_int_equal(a->frequency_count, 9);
    for (unsigned i = 0; i < 9; i++)
        assert_string_equal(a->frequencies[i].name, names[i]);
    assert_int_equal(a->start_count, CR_STARTS);
    assert_true(fabs(cr_rational_value(a->starts[0].ev) - 3.6010726) < 1e-7); /* a pair of aces */
    adds_up(m);
    writes_every_form(m);
    made_free(m);
}

static void extreme_rules_are_analysed(const char *game)
{
    struct rng rng = {1};
    for (unsigned i = 0; i < files_of_a_game; i++) {
        struct made *m = calloc(1, sizeof *m);
        assert_non_null(m);
        extreme_rules(&rng, game, &m->yaml);
        analyse_rules(&rng, m);
        made_free(m);
    }
}

static void extreme_pg_is_analysed(void **state)
{
    (void)state;
    extreme_rules_are_analysed("pg");
}

static void extreme_uth_is_analysed(void **state)
{
    (void)state;
    extreme_rules_are_analysed("uth");
}

static void extreme_tcp_is_analysed(void **state)
{
    (void)state;
    extreme_rules_are_analysed("tcp");
}

/* ---- Progressives ---- */

static void extreme_progressives_are_analysed(void **state)
{
    (void)state;
    struct rng rng = {2};
    for (unsigned i = 0; i < 20 * files_of_a_game; i++) {
        struct made *m = calloc(1, sizeof *m);
        assert_non_null(m);
        extreme_progressive(&rng, &m->yaml);
        parse(m);
        assert_true(m->subject.is_progressive);
        study(m, &(struct study_options){.alone = true, .seats = 7});
        writes_every_form(m);
        made_free(m);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_are_listed),
        cmocka_unit_test(extreme_pg_is_analysed),
        cmocka_unit_test(extreme_uth_is_analysed),
        cmocka_unit_test(extreme_tcp_is_analysed),
        cmocka_unit_test(extreme_progressives_are_analysed),
    };
    if (argc > 1)
        files_of_a_game = (unsigned)strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests_name("extreme files", tests, NULL, NULL);
}
