/* What the loader of rules files accepts can be analysed: files at their ends go through the whole
 * analysis and every form of its report. The sanitizers watch in the build that has them. */
#include "base/text.h"
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

static void analyse_rules(struct made *m)
{
    parse(m);
    study(m, &(struct study_options){.ante = cr_money_from_units(10)});
    adds_up(m);
    writes_every_form(m);
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
        analyse_rules(m);
        made_free(m);
    }
}

static void extreme_pg_is_analysed(void **state)
{
    (void)state;
    extreme_rules_are_analysed("pg");
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
        cmocka_unit_test(extreme_tcp_is_analysed),
        cmocka_unit_test(extreme_progressives_are_analysed),
    };
    if (argc > 1)
        files_of_a_game = (unsigned)strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests_name("extreme files", tests, NULL, NULL);
}
