/* The search for pay tables with a wanted edge, against an analysis of every table one by one.
 *
 * Usage: test_design [long]. With "long", the comparisons for games whose analysis takes long, and
 * Trips; without it, all other tests. */
#include "game/games/game.h"
#include "math/design/design.h"
#include "math/design/design_file.h"
#include "math/design/progressive_file.h"

#include <croupier/design.h>
#include <croupier/risk.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool long_games_only;
static struct cr_rules rules;
static struct cr_design_answer answer;

static int setup(void **state)
{
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_rules_load("tcp-cn", &rules, &err), CR_OK);
    return 0;
}

static struct cr_design_question question(const char *wager)
{
    return (struct cr_design_question){.slot = cr_slot_find(rules.game, wager, strlen(wager)),
                                       .edge = NAN,
                                       .element_of_risk = NAN,
                                       .hit_frequency = NAN,
                                       .std_dev = NAN,
                                       .within = 0.001,
                                       .keep = 50,
                                       .analyses = 100};
}

/* The edge of Pair Plus with these pays, from the published counts of three-card hands. */
static double pair_plus_edge(int straight_flush, int three, int straight, int flush)
{
    const int paid = 48 * straight_flush + 52 * three + 720 * straight + 1096 * flush + 3744;
    return (16440 - paid) / 22100.0;
}

static void test_side_bet(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_err err = {0};
    unsigned reached = 0;
    (void)state;
    q.edge = 0.05;
    q.row_count = 4;
    q.rows[0] = (struct cr_design_row){CR_STRAIGHT_FLUSH, 30, 45};
    q.rows[1] = (struct cr_design_row){CR_THREE_OF_A_KIND, 20, 35};
    q.rows[2] = (struct cr_design_row){CR_STRAIGHT, 5, 7};
    q.rows[3] = (struct cr_design_row){CR_FLUSH, 3, 4};
    for (int a = 30; a <= 45; a++)
        for (int b = 20; b <= 35; b++)
            for (int c = 5; c <= 7; c++)
                for (int d = 3; d <= 4; d++)
                    reached += a >= b && fabs(pair_plus_edge(a, b, c, d) - 0.05) <= 0.001;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_int_equal(answer.tries, 16 * 16 * 3 * 2);
    assert_int_equal(answer.reached, reached);
    assert_true(answer.count > 0 && answer.is_complete);
    for (unsigned i = 0; i < answer.count; i++) {
        const int32_t *p = answer.tables[i].pays;
        assert_true(p[0] >= p[1]); /* otherwise `rules check` would refuse the table */
        assert_true(fabs(answer.tables[i].figures.edge - pair_plus_edge(p[0], p[1], p[2], p[3])) <
                    1e-12);
    }
}

/* The figures reported for a table must equal those of a new analysis, fraction for fraction. */
static void assert_analysed(const struct cr_design_question *q, const struct cr_design_table *t)
{
    struct cr_rules changed;
    struct cr_err err = {0};
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    cr_design_apply(&rules, q, t->pays, &changed);
    assert_int_equal(cr_analyze(&changed, NULL, a, &err), CR_OK);
    const struct cr_rational ev = rules.game->slots[q->slot].is_side ? a->sides[0].ev : a->ev;
    assert_true(ev.num == t->figures.ev.num && ev.den == t->figures.ev.den);
    free(a);
}

/* UTH-10: Trips must have its published edge, although a fold forfeits the bet. */
static void test_forfeited_side_bet(void **state)
{
    struct cr_err err = {0};
    assert_int_equal(cr_rules_load("uth-rp", &rules, &err), CR_OK);
    struct cr_design_question q = question("trips");
    q.edge = 0.035;
    q.row_count = 2;
    q.rows[0] = (struct cr_design_row){CR_FULL_HOUSE, 7, 9};
    q.rows[1] = (struct cr_design_row){CR_FLUSH, 6, 8};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_true(answer.now.ev.num == -233985 && answer.now.ev.den == 6689228);
    assert_true(answer.count > 0);
    assert_analysed(&q, &answer.tables[0]);
    assert_int_equal(setup(state), 0);
}

static void test_base_game(void **state)
{
    struct cr_design_question q = question("ante_bonus");
    struct cr_err err = {0};
    unsigned reached = 0;
    (void)state;
    q.edge = 0.03;
    q.within = 0.004;
    q.row_count = 3;
    q.rows[0] = (struct cr_design_row){CR_STRAIGHT_FLUSH, 4, 7};
    q.rows[1] = (struct cr_design_row){CR_THREE_OF_A_KIND, 3, 5};
    q.rows[2] = (struct cr_design_row){CR_STRAIGHT, 1, 2};
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    for (int32_t x = 4; x <= 7; x++)
        for (int32_t y = 3; y <= 5; y++)
            for (int32_t z = 1; z <= 2; z++) {
                struct cr_rules changed;
                cr_design_apply(&rules, &q, (const int32_t[CR_DESIGN_ROWS]){x, y, z}, &changed);
                assert_int_equal(cr_analyze(&changed, NULL, a, &err), CR_OK);
                reached += x >= y && fabs(a->house_edge - 0.03) <= 0.004;
            }
    free(a);
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_true(answer.is_complete);
    assert_int_equal(answer.reached, reached);
    assert_int_equal(answer.count, reached);
    for (unsigned i = 0; i < answer.count; i++)
        assert_analysed(&q, &answer.tables[i]);
}

/* ---- Base games, against an analysis of every table ---- */

struct base_case {
    const char *rules, *wager;
    double edge, within;
    unsigned row_count;
    struct cr_design_row rows[3];
};

#define CASE_TABLES 64
#define SHORT_CASES 2 /* that many cases of test_all_games run without "long" */

/* The order of the answer: nearest to the wanted edge first, weighed with how round the pays are.
 */
static int by_rank(const void *a, const void *b)
{
    const struct cr_design_table *x = a, *y = b;
    const double left = x->off + 0.1 * x->roundness, right = y->off + 0.1 * y->roundness;
    return (left > right) - (left < right);
}

/* Analyses every table in the ranges by itself. Returns how many reach the wanted edge, and writes
 * them in the order of the answer. */
static unsigned reached_one_by_one(const struct base_case *c, const struct cr_design_question *q,
                                   struct cr_design_table out[CASE_TABLES])
{
    struct cr_analysis *a = malloc(sizeof *a);
    int32_t pays[CR_DESIGN_ROWS] = {0};
    unsigned count = 0;
    assert_non_null(a);
    for (unsigned i = 0; i < c->row_count; i++)
        pays[i] = c->rows[i].from;
    do {
        struct cr_rules changed;
        struct cr_err err = {0};
        struct cr_design_table t = {0};
        cr_design_apply(&rules, q, pays, &changed);
        assert_int_equal(cr_analyze(&changed, NULL, a, &err), CR_OK);
        memcpy(t.pays, pays, sizeof pays);
        t.figures =
            (struct cr_design_figures){a->ev, a->house_edge, a->element_of_risk, NAN, a->std_dev};
        t.off = fabs(a->house_edge - c->edge) / c->within;
        for (unsigned i = 0; i < c->row_count; i++)
            t.roundness += design_roundness(pays[i]);
        if (t.off <= 1) {
            assert_true(count < CASE_TABLES);
            out[count++] = t;
        }
    } while (design_next(q, pays));
    free(a);
    qsort(out, count, sizeof *out, by_rank);
    return count;
}

static void assert_same_tables(const struct cr_design_table *is, const struct cr_design_table *want,
                               unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        assert_memory_equal(is[i].pays, want[i].pays, sizeof is[i].pays);
        assert_true(is[i].figures.ev.num == want[i].figures.ev.num &&
                    is[i].figures.ev.den == want[i].figures.ev.den);
        assert_true(is[i].figures.element_of_risk == want[i].figures.element_of_risk);
        assert_true(fabs(is[i].figures.std_dev - want[i].figures.std_dev) <
                    1e-11 * want[i].figures.std_dev);
    }
}

/* The search skips tables without analysing them, and must still find exactly what an analysis of
 * all of them finds, and the same best tables. Some ranges lie far from the present pays, so that
 * the best play changes. */
static void test_all_games(void **state)
{
    static const struct base_case cases[] = {
        {"tcp-cn",
         "ante_bonus",
         0.01,
         0.012,
         3,
         {{CR_STRAIGHT_FLUSH, 10, 12}, {CR_THREE_OF_A_KIND, 4, 6}, {CR_STRAIGHT, 1, 4}}},
        {"lir-rp", "bet1", 0.03, 0.01, 2, {{CR_FLUSH, 5, 10}, {CR_STRAIGHT, 3, 5}}},
        /* from here on only with "long" */
        {"ms-rp",
         "ante",
         0.04,
         0.01,
         3,
         {{CR_FULL_HOUSE, 8, 9}, {CR_FLUSH, 5, 8}, {CR_STRAIGHT, 3, 5}}},
        {"fcp-rp",
         "ante_bonus",
         0.02,
         0.01,
         2,
         {{CR_STRAIGHT_FLUSH, 19, 21}, {CR_THREE_OF_A_KIND, 1, 3}}},
        {"uth-cn", "blind", 0.02, 0.015, 2, {{CR_FULL_HOUSE, 3, 5}, {CR_FLUSH, 1, 3}}}};
    static struct cr_design_table wanted[CASE_TABLES];
    const size_t first = long_games_only ? SHORT_CASES : 0;
    const size_t end = long_games_only ? sizeof cases / sizeof *cases : SHORT_CASES;
    for (size_t i = first; i < end; i++) {
        const struct base_case *c = &cases[i];
        struct cr_err err = {0};
        assert_int_equal(cr_rules_load(c->rules, &rules, &err), CR_OK);
        struct cr_design_question q = question(c->wager);
        assert_true(q.slot < rules.game->slot_count);
        q.edge = c->edge;
        q.within = c->within;
        q.row_count = c->row_count;
        memcpy(q.rows, c->rows, sizeof c->rows);
        const unsigned count = reached_one_by_one(c, &q, wanted);
        assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
        assert_true(answer.is_complete && count > 1 && count < answer.tries);
        assert_int_equal(answer.reached, count);
        assert_int_equal(answer.count, count);
        assert_same_tables(answer.tables, wanted, count);
        q.keep = 2;
        assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
        assert_true(answer.is_complete);
        assert_int_equal(answer.reached, count);
        assert_int_equal(answer.count, 2);
        assert_same_tables(answer.tables, wanted, 2);
        q.analyses = 1; /* too few: the answer must be incomplete */
        if (i > 0)
            continue;
        assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
        assert_true(!answer.is_complete && answer.analysed == 1);
    }
    assert_int_equal(setup(state), 0);
}

/* Pays that are not whole cents with any usual bet: the figures must be exact even so. */
static void test_fine_pays(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_err err = {0};
    (void)state;
    rules.pays[q.slot].pays[CR_STRAIGHT] = (struct cr_ratio){41, 7};
    q.edge = 0.05;
    q.within = 0.05;
    q.row_count = 1;
    q.rows[0] = (struct cr_design_row){CR_FLUSH, 3, 4};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_true(answer.count > 0);
    for (unsigned i = 0; i < answer.count; i++)
        assert_analysed(&q, &answer.tables[i]);
    rules.pays[q.slot].pays[CR_STRAIGHT] = (struct cr_ratio){600011, 100003};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_RANGE);
    assert_non_null(strstr(err.text, "too large"));
    assert_int_equal(setup(state), 0);
}

/* Replaces the first occurrence of a text. */
static size_t change(char *text, size_t len, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    const size_t old = strlen(from), new = strlen(to);
    memmove(at + new, at + old, len - (size_t)(at - text) - old + 1);
    memcpy(at, to, new);
    return len + new - old;
}

/* Files in other forms than the shipped ones: keys and values in quotes, a table in braces, pairs
 * named in other words, and line ends of other systems. */
static void test_file_forms(void **state)
{
    static const char *const forms[][2] = {
        {"    flush: 3 to 1\n", "    \"flush\": '3 to 1' # three\r\n"},
        {"    straight flush: 40 to 1\n    three of a kind: 30 to 1\n    straight: 6 to 1\n"
         "    flush: 3 to 1\n    pair: 1 to 1\n",
         "    {straight flush: 40 to 1, three of a kind: 30 to 1,\n"
         "     straight: 6 to 1, flush: 3 to 1, 'pair': \"1 to 1\"}\n"},
        {"title: Three Card Poker", "title: \"Trois cartes \u00e0 l\u2019Ante\""}};
    const struct cr_shipped *file = cr_shipped_find("tcp-cn");
    (void)state;
    assert_non_null(file);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        static char text[32768];
        struct design_subject s = {.question = question("pair_plus")};
        struct cr_rules read;
        struct text out = {0};
        struct cr_err err = {0};
        assert_true(file->len < sizeof text / 2);
        memcpy(text, file->text, file->len);
        text[file->len] = '\0';
        const size_t len = change(text, file->len, forms[i][0], forms[i][1]);
        s.source = (struct source){.origin = "mine", .text = text, .len = len};
        assert_int_equal(cr_rules_parse("mine", text, len, &s.rules, &err), CR_OK);
        assert_int_equal(design_vary_read(&s.rules, "flush=3..5", &s.question, &err), CR_OK);
        assert_int_equal(design_vary_read(&s.rules, "pair=1..2", &s.question, &err), CR_OK);
        assert_true(design_is_valid(&s, (const int32_t[CR_DESIGN_ROWS]){4, 2}));
        assert_false(design_is_valid(&s, (const int32_t[CR_DESIGN_ROWS]){7, 1}));
        assert_true(design_file_edit(&s.source, &s.rules, &s.question,
                                     (const int32_t[CR_DESIGN_ROWS]){4, 2}, &out));
        assert_int_equal(cr_rules_parse("again", out.data, out.len, &read, &err), CR_OK);
        assert_int_equal(read.pays[s.question.slot].pays[CR_FLUSH].num, 4);
        assert_int_equal(read.pays[s.question.slot].pays[CR_PAIR].num, 2);
        assert_int_equal(read.pays[s.question.slot].pays[CR_STRAIGHT].num, 6);
        text_free(&out);
    }
}

static void test_faults(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_err err = {0};
    (void)state;
    q.row_count = 1;
    q.rows[0] = (struct cr_design_row){CR_FLUSH, 3, 4};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* no edge is wanted */
    q.std_dev = -1;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* nothing has it */
    q.std_dev = NAN;
    q.edge = 0.05;
    q.rows[0].to = 2;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* not a range */
    q.rows[0].to = 1000000000;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* too many values */
    q.rows[0] = (struct cr_design_row){CR_FULL_HOUSE, 3, 4};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* no such row */
    q.rows[0] = (struct cr_design_row){CR_FLUSH, 3, 4};
    q.row_count = 2;
    q.rows[1] = (struct cr_design_row){CR_FLUSH, 5, 6};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* the row is named twice */
    q.slot = CR_SLOTS;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* no such pay table */
}

/* Rows that only a caller in C can ask for, because no text names them. */
static void test_no_such_rows(void **state)
{
    static const struct cr_design_range bad[] = {
        {.what = CR_DESIGN_AWARD, .category = CR_CATEGORIES, .to = 10000, .step = 10000},
        {.what = CR_DESIGN_PERCENT, .category = (enum cr_category)250, .to = 10000, .step = 10000},
        {.what = (enum cr_design_what)77, .to = 10000, .step = 10000},
        {.what = CR_DESIGN_SEED, .meter = 200, .to = 10000, .step = 10000},
        /* One step more would be no amount, or 430 percent of a bet. */
        {.what = CR_DESIGN_SHARE, .to = 10000, .step = INT64_MAX},
        {.what = CR_DESIGN_SHARE, .to = 10000, .step = 430000000},
        {.what = CR_DESIGN_SEED, .to = 10000, .step = INT64_C(2000000000000000)},
    };
    struct cr_progressive_question q = {
        .row_count = 1, .house_advantage = 0.2, .hit_frequency = NAN, .within = 0.1, .keep = 1};
    struct cr_progressive progressive;
    struct cr_progressive_answer out;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(cr_progressive_load("rp", &progressive, &err), CR_OK);
    for (unsigned m = 0; m < CR_METERS; m++)
        q.average_jackpot[m] = q.bets_between[m] = NAN;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        q.rows[0] = bad[i];
        assert_int_equal(cr_design_progressive(&progressive, &q, &out, &err), CR_E_INPUT);
    }
}

/* A question about a progressive with these ranges, and nothing wanted yet. */
static void ask_progressive(struct progressive_subject *s, const char *name,
                            const char *const *rows)
{
    const struct cr_shipped *file = cr_shipped_find(name);
    struct cr_err err = {0};
    assert_non_null(file);
    s->source = (struct source){.origin = name, .text = file->text, .len = file->len};
    assert_int_equal(cr_progressive_parse(name, file->text, file->len, &s->progressive, &err),
                     CR_OK);
    progressive_question_init(s);
    s->question.keep = 50;
    for (; *rows; rows++)
        assert_int_equal(progressive_vary_read(s, *rows, &err), CR_OK);
}

static void analyse(const struct cr_progressive *p, struct cr_progressive_analysis *out)
{
    struct cr_category_counts counts;
    struct cr_err err = {0};
    cr_five_card_counts(&counts);
    assert_int_equal(cr_analyze_progressive(p, &counts, out, &err), CR_OK);
}

/* For every table in the answer: its file can be loaded, and a new analysis of that file gives the
 * same figures. */
static void assert_files_agree(const struct progressive_subject *s,
                               const struct cr_progressive_answer *found)
{
    for (unsigned i = 0; i < found->count; i++) {
        const struct cr_design_progressive *t = &found->tables[i];
        struct cr_progressive again;
        struct cr_progressive_analysis a;
        struct text text = {0};
        struct cr_err err = {0};
        assert_true(
            progressive_file_edit(&s->source, &s->progressive, &s->question, t->values, &text));
        assert_int_equal(cr_progressive_parse("again", text.data, text.len, &again, &err), CR_OK);
        analyse(&again, &a);
        assert_true(a.exact.house_advantage == t->figures.house_advantage);
        assert_true(a.exact.hit_frequency == t->figures.hit_frequency);
        for (unsigned m = 0; m < again.meter_count; m++)
            assert_true(a.exact.average_jackpot[m] == t->figures.meters[m].average_jackpot);
        text_free(&text);
    }
}

static struct progressive_subject subject;
static struct cr_progressive_answer found;

/* Every combination is analysed one by one: the search must find as many, with the same figures. */
static void test_progressive(void **state)
{
    const char *const rows[] = {"seed=5000..15000:1000", "share=15%..25%", NULL};
    struct cr_progressive changed;
    struct cr_progressive_analysis a;
    struct cr_err err = {0};
    unsigned reached = 0;
    (void)state;
    ask_progressive(&subject, "rp", rows);
    subject.question.house_advantage = 0.21;
    subject.question.within = 0.01;
    for (int64_t seed = 5000; seed <= 15000; seed += 1000)
        for (int64_t share = 15; share <= 25; share++) {
            const int64_t values[] = {seed * 1000000, share * 1000000};
            assert_true(cr_design_progressive_apply(&subject.progressive, &subject.question, values,
                                                    &changed));
            analyse(&changed, &a);
            reached += fabs(a.exact.house_advantage - 0.21) <= 0.01;
        }
    assert_int_equal(cr_design_progressive(&subject.progressive, &subject.question, &found, &err),
                     CR_OK);
    assert_int_equal(found.tries, 11 * 11);
    assert_int_equal(found.reached, reached);
    assert_true(reached > 0 && found.count > 0);
    assert_true(found.now.meters[0].bets_between == 649740);
    /* A percent more for the meter is a percent less for the house … */
    assert_true(fabs(found.steps[1].house_advantage + 0.01) < 1e-12);
    /* … and 1000 more of seed cost the house 1000 * 4 / 2598960 of a unit with each bet. */
    assert_true(fabs(found.steps[0].house_advantage + 1000 * 4 / 2598960.0) < 1e-12);
    assert_files_agree(&subject, &found);
}

/* Several meters, awards that are a part of a meter, an award that may be left out, and several
 * wanted figures at once. */
static void test_progressive_meters(void **state)
{
    const char *const rows[] = {"mega.seed=5000..15000:2500", "major.share=4%..6%:0.5%",
                                "straight flush=50..100:50", "three of a kind=0..9:9", NULL};
    struct cr_err err = {0};
    (void)state;
    ask_progressive(&subject, "cn", rows);
    subject.question.hit_frequency = (624 + 36 + 4 + 3744 + 5108 + 10200) / 2598960.0;
    subject.question.bets_between[1] = 2598960 / 36.0;
    subject.question.average_jackpot[1] = 4600;
    assert_int_equal(cr_design_progressive(&subject.progressive, &subject.question, &found, &err),
                     CR_OK);
    assert_int_equal(found.tries, 5 * 5 * 2 * 2);
    /* Only awards of the whole major meter and no three of a kind reach them; one share gives the
     * wanted jackpot, with any seed. */
    assert_int_equal(found.reached, 5);
    assert_int_equal(found.count, 5);
    for (unsigned i = 0; i < found.count; i++) {
        assert_int_equal(found.tables[i].values[1], 5000000);
        assert_int_equal(found.tables[i].values[2], 100000000);
        assert_int_equal(found.tables[i].values[3], 0);
    }
    assert_int_equal(found.tables[0].roundness, 0);
    assert_files_agree(&subject, &found);
}

/* A meter that fixed awards can empty is analysed with its distribution. The first, coarse pass
 * over all combinations must keep all those that the fine pass finds. */
static void test_progressive_ends(void **state)
{
    const char *const rows[] = {"seed=100..1000:300", "share=20..35:5", NULL};
    struct cr_progressive changed;
    struct cr_progressive_analysis a;
    struct cr_err err = {0};
    unsigned reached = 0, runs_dry = 0;
    (void)state;
    ask_progressive(&subject, "ptha-2", rows);
    subject.question.house_advantage = 0.341;
    subject.question.within = 0.0006;
    for (int64_t seed = 100; seed <= 1000; seed += 300)
        for (int64_t share = 20; share <= 35; share += 5) {
            const int64_t values[] = {seed * 1000000, share * 1000000};
            assert_true(cr_design_progressive_apply(&subject.progressive, &subject.question, values,
                                                    &changed));
            analyse(&changed, &a);
            runs_dry += a.exact.house_funded[0] > 0;
            reached += fabs(a.exact.house_advantage - 0.341) <= 0.0006;
        }
    assert_int_equal(cr_design_progressive(&subject.progressive, &subject.question, &found, &err),
                     CR_OK);
    assert_true(reached > 0 && reached < 16 && runs_dry == 16);
    assert_int_equal(found.reached, reached);
    assert_files_agree(&subject, &found);
}

/* A progressive's file in another form than the shipped ones: entries over several lines, comments.
 */
static void test_progressive_file_forms(void **state)
{
    static const char text[] = "progressive: mine\ntitle: seed and share\nhouse: H\nbet: 5\n"
                               "house_share: 40%   # seed: 1\nmeters:\n  # seed: 2\n  big:\n"
                               "    share: 50%\n    reserve: 10% # a reserve\n"
                               "    seed: 1000.50\n    limit: none\nawards:\n"
                               "  royal flush: {pays: 100%, from: big,\n"
                               "    key: high, envy: none}\n"
                               "  straight flush:\n    pays: 20 for 1\n    from: tray\n"
                               "    key: none\n    envy: none\n";
    struct cr_err err = {0};
    struct text out = {0};
    (void)state;
    subject.source = (struct source){.origin = "mine", .text = text, .len = sizeof text - 1};
    assert_int_equal(
        cr_progressive_parse("mine", text, sizeof text - 1, &subject.progressive, &err), CR_OK);
    progressive_question_init(&subject);
    assert_int_equal(progressive_vary_read(&subject, "big.seed=1..5000:0.5", &err), CR_OK);
    assert_int_equal(progressive_vary_read(&subject, "reserve=1..20:0.125%", &err), CR_OK);
    assert_int_equal(progressive_vary_read(&subject, "straight flush=0..200", &err), CR_OK);
    const int64_t some[] = {2000500000, 12125000, 150000000};
    assert_true(progressive_file_edit(&subject.source, &subject.progressive, &subject.question,
                                      some, &out));
    assert_non_null(strstr(out.data, "seed: 2000.50\n"));
    assert_non_null(strstr(out.data, "reserve: 12.125% # a reserve\n"));
    assert_non_null(strstr(out.data, "house_share: 37.875%   # seed: 1\n"));
    assert_non_null(strstr(out.data, "pays: 30 for 1\n"));
    assert_non_null(strstr(out.data, "  # seed: 2\n"));
    text_free(&out);
    const int64_t none[] = {2000500000, 12125000, 0};
    assert_true(progressive_file_edit(&subject.source, &subject.progressive, &subject.question,
                                      none, &out));
    assert_null(strstr(out.data, "straight flush:"));
    text_free(&out);
    assert_int_equal(progressive_vary_read(&subject, "big.seed=1..2", &err), CR_E_INPUT);
    const int64_t odd[] = {2000500000, 60000000, 0}; /* the shares exceed the bet */
    assert_false(
        progressive_file_edit(&subject.source, &subject.progressive, &subject.question, odd, &out));
}

/* A file with awards in braces and keys in quotes can be varied; an award that the question would
 * leave out is refused with a reason. */
static void test_progressive_in_braces(void **state)
{
    static const char text[] =
        "progressive: mine\ntitle: T\nhouse: H\nbet: 1\n'house_share': \"40%\"\n"
        "meters: {big: {share: 50%, reserve: 10%, \"seed\": 1000, limit: none}}\n"
        "awards: {royal flush: {pays: 100%, from: big, key: high, envy: none},\n"
        "  'straight flush': {pays: 200, from: tray, key: none, envy: none}}\n";
    struct cr_err err = {0};
    struct text out = {0};
    struct cr_progressive read;
    (void)state;
    subject.source = (struct source){.origin = "mine", .text = text, .len = sizeof text - 1};
    assert_int_equal(
        cr_progressive_parse("mine", text, sizeof text - 1, &subject.progressive, &err), CR_OK);
    progressive_question_init(&subject);
    assert_int_equal(progressive_vary_read(&subject, "seed=1..5000", &err), CR_OK);
    assert_int_equal(progressive_vary_read(&subject, "share=1%..60%", &err), CR_OK);
    assert_int_equal(progressive_vary_read(&subject, "straight flush=0..300", &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "lines of its own"));
    assert_int_equal(progressive_vary_read(&subject, "straight flush=1..300", &err), CR_OK);
    const int64_t values[] = {2000000000, 45000000, 150000000};
    assert_true(progressive_file_edit(&subject.source, &subject.progressive, &subject.question,
                                      values, &out));
    assert_int_equal(cr_progressive_parse("again", out.data, out.len, &read, &err), CR_OK);
    assert_int_equal(read.meters[0].seed.micro, 2000000000);
    assert_int_equal(read.awards[CR_STRAIGHT_FLUSH].amount.micro, 150000000);
    text_free(&out);
}

/* A caller who passes NULL for the error gets the code alone, for questions that are refused and
 * for figures that are too large to be written. */
static void test_no_place_for_faults(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_rules unknown = rules;
    struct cr_game game = *rules.game;
    (void)state;
    assert_int_equal(cr_design(&rules, &q, &answer, NULL), CR_E_INPUT);
    q.edge = -450000;
    q.within = 1e9;
    q.row_count = 1;
    q.rows[0] = (struct cr_design_row){CR_STRAIGHT_FLUSH, INT32_MAX, INT32_MAX};
    assert_int_equal(cr_design(&rules, &q, &answer, NULL), CR_E_RANGE);
    struct cr_err err = {.text = "what an earlier call said"};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_RANGE);
    assert_non_null(strstr(err.text, "too large"));

    unknown.game = &game;
    struct cr_endings endings;
    struct cr_play_costs costs;
    struct cr_seat_covariance seats;
    static struct cr_found_plays plays;
    assert_int_equal(cr_design(&unknown, &q, &answer, NULL), CR_E_NOT_FOUND);
    assert_int_equal(cr_endings_list(&unknown, CR_PLAY_BEST, &endings, NULL), CR_E_NOT_FOUND);
    assert_int_equal(cr_play_costs(&unknown, &costs, NULL), CR_E_NOT_FOUND);
    assert_int_equal(cr_plays_find(&unknown, 2, &plays, NULL), CR_E_NOT_FOUND);
    assert_int_equal(cr_seat_covariance(&unknown, 1000, 1, &seats, NULL), CR_E_NOT_FOUND);
    assert_int_equal(cr_seat_covariance(&rules, 1, 1, &seats, NULL), CR_E_INPUT);
}

int main(int argc, char **argv)
{
    long_games_only = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest long_games[] = {cmocka_unit_test(test_all_games),
                                            cmocka_unit_test(test_forfeited_side_bet)};
    if (long_games_only)
        return cmocka_run_group_tests(long_games, setup, NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_side_bet),
                                       cmocka_unit_test(test_base_game),
                                       cmocka_unit_test(test_all_games),
                                       cmocka_unit_test(test_fine_pays),
                                       cmocka_unit_test(test_progressive),
                                       cmocka_unit_test(test_progressive_meters),
                                       cmocka_unit_test(test_progressive_ends),
                                       cmocka_unit_test(test_progressive_file_forms),
                                       cmocka_unit_test(test_progressive_in_braces),
                                       cmocka_unit_test(test_file_forms),
                                       cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_no_such_rows),
                                       cmocka_unit_test(test_no_place_for_faults)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
