/* Mathematics on request: the figures are those of the analysis, a file is analysed only once, and
 * a line of a pay table has the value that the edited file gives. The argument `full` adds whole
 * analyses of board games. */
#include "math/study/analyses.h"
#include "math/study/study.h"
#include "reports/mathematics/analysis_tree.h"
#include "talk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEXT_MAX (64 * 1024)

/* The text of a shipped file as the inside of a JSON string, with occurrence number n (from 0) of
 * `from` replaced by `to`; from NULL: unchanged. */
static const char *edited(const char *name, const char *from, unsigned n, const char *to)
{
    static char plain[TEXT_MAX], quoted[2 * TEXT_MAX];
    const struct cr_shipped *file = cr_shipped_find(name);
    assert_non_null(file);
    snprintf(plain, sizeof plain, "%s", file->text);
    if (from) {
        const char *at = strstr(file->text, from);
        while (at && n-- > 0)
            at = strstr(at + 1, from);
        assert_non_null(at);
        snprintf(plain, sizeof plain, "%.*s%s%s", (int)(at - file->text), file->text, to,
                 at + strlen(from));
    }
    struct text t;
    text_init(&t, quoted, sizeof quoted);
    text_add_json(&t, plain, strlen(plain));
    assert_false(t.cut);
    return quoted;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-12))
        fail_msg("%.17g is not %.17g", a, b);
}

/* ---- Analyses ---- */

/* The member "analysis" must have the text that the report writes. */
static void check_analysis(const char *name)
{
    static char expected[256 * 1024];
    static struct analyses analyses;
    static struct study study;
    struct subject subject = {0};
    struct text t;
    assert_int_equal(cr_rules_load(name, &subject.rules, NULL), CR_OK);
    assert_int_equal(study_run(&study, &analyses, &subject, &(struct study_options){0}, NULL),
                     CR_OK);
    text_init(&t, expected, sizeof expected);
    text_add(&t, "\"analysis\":");
    assert_int_equal(analysis_write(analysis_tree_base(&study.base), PAPER_AS_JSON, &t, NULL),
                     CR_OK);
    for (unsigned again = 0; again < 2; again++) {
        const struct json_node *root = talk_ask(PRACTICE_ANALYZE, "{\"name\":\"%s\"}", name);
        assert_int_equal(talk_flag(root, "cached"), again);
        assert_non_null(strstr(talk_text(), expected));
        assert_true(talk_is(talk_in(root, "kind"), "rules"));
    }
}

static void an_analysis_is_the_report(void **state)
{
    (void)state;
    check_analysis("tcp-cn");
}

static void whole_games_are_the_report_too(void **state)
{
    (void)state;
    check_analysis("pg-flush");
    check_analysis("uth-cn");
}

static void a_text_is_as_good_as_a_name(void **state)
{
    (void)state;
    const struct json_node *root =
        talk_ask(PRACTICE_ANALYZE, "{\"text\":%s}", edited("tcp-cn", NULL, 0, NULL));
    assert_true(talk_flag(root, "cached"));
    assert_true(talk_is(talk_in(root, "name"), "tcp-cn"));
    root = talk_ask(PRACTICE_ANALYZE, "{\"text\":%s}", edited("ptha-1", NULL, 0, NULL));
    assert_true(talk_is(talk_in(root, "kind"), "progressive"));
    assert_near(talk_number(talk_in(talk_in(root, "analysis"), "house_advantage")),
                0.28460922830670726);
}

static void a_report_is_a_pdf(void **state)
{
    (void)state;
    assert_null(talk_ask(PRACTICE_ANALYZE, "{\"name\":\"tcp-cn\",\"format\":\"pdf\"}"));
    assert_memory_equal(talk_text(), "%PDF-", 5);
    assert_null(talk_ask(PRACTICE_ANALYZE, "{\"name\":\"cn\",\"format\":\"pdf\"}"));
    assert_memory_equal(talk_text(), "%PDF-", 5);
    assert_null(
        talk_ask(PRACTICE_ANALYZE, "{\"name\":\"cn\",\"format\":\"pdf\",\"paper\":\"letter\"}"));
    assert_string_equal(talk_refused(PRACTICE_ANALYZE, CR_E_INPUT,
                                     "{\"name\":\"cn\",\"format\":\"pdf\",\"paper\":\"a5\"}")
                            ->err.field,
                        "paper");
}

/* A progressive's own figures are given without any game that it is played at; its value together
 * with a game is calculated only if asked for. */
static void a_progressive_is_known_without_its_game(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(PRACTICE_ANALYZE, "{\"name\":\"cn\",\"alone\":true}");
    const struct json_node *found = talk_in(root, "analysis");
    assert_non_null(talk_in(found, "house_advantage"));
    assert_null(json_member(found, "folded"));
    assert_null(json_member(found, "rules"));
}

static void a_progressive_is_played_with_its_game(void **state)
{
    (void)state;
    double last = -1e9;
    for (unsigned meter = 1000; meter <= 1000000; meter *= 1000) {
        const struct json_node *root =
            talk_ask(PRACTICE_ANALYZE,
                     "{\"name\":\"rp\",\"rules\":\"ms-rp\",\"ante\":\"10.00\","
                     "\"meter\":\"%u.00\"}",
                     meter);
        const struct json_node *joint = talk_in(talk_in(root, "analysis"), "joint");
        assert_true(talk_number(talk_in(joint, "ev")) > last);
        assert_true(talk_number(talk_in(joint, "gain")) >= 0);
        last = talk_number(talk_in(joint, "ev"));
    }
    static const struct {
        const char *body, *field;
        int rc;
    } wrong[] = {
        {"{\"name\":\"cn\",\"meter\":\"5.00\"}", "meter", CR_E_INPUT},
        {"{\"name\":\"cn\",\"ante\":\"5.00\"}", "ante", CR_E_INPUT},
        {"{\"name\":\"tcp-cn\",\"rules\":\"uth-cn\"}", "rules", CR_E_INPUT},
        {"{\"name\":\"cn\",\"rules\":\"uth-cn\",\"alone\":true}", "rules", CR_E_INPUT},
        {"{\"name\":\"cn\",\"rules\":\"tcp-cn\"}", "rules", CR_E_INPUT},
        {"{\"name\":\"cn\",\"rules\":\"rp\"}", "rules", CR_E_NOT_FOUND},
        {"{\"name\":\"cn\",\"rules\":7}", "rules", CR_E_INPUT},
        {"{\"name\":\"cn\",\"rules\":\"uth-cn\",\"meter\":\"x\"}", "meter", CR_E_INPUT},
        {"{\"name\":\"cn\",\"rules\":\"uth-cn\",\"ante\":\"0.00\"}", "ante", CR_E_INPUT},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_string_equal(
            talk_refused(PRACTICE_ANALYZE, wrong[i].rc, "%s", wrong[i].body)->err.field,
            wrong[i].field);
}

/* ---- Questions of the mathematician's desk ---- */

static void seen_cards_have_their_worth(void **state)
{
    (void)state;
    const struct json_node *root =
        talk_ask(PRACTICE_PROTECT, "{\"rules\":\"tcp-cn\",\"sees\":\"dealer:1\"}");
    assert_near(talk_number(talk_in(root, "ev")), 0.034828622119879);
    assert_near(talk_number(talk_in(root, "std_error")), 0);
    assert_int_equal(talk_in(root, "procedures")->count, 1); /* one, because there is no board */
}

static void a_design_reaches_its_edge(void **state)
{
    (void)state;
    const char *const asked = "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"target\":0.024%s}";
    const struct json_node *root = talk_ask(PRACTICE_DESIGN, asked, "");
    const struct json_node *table = talk_at(talk_in(root, "tables"), 0);
    assert_true(talk_is(talk_in(table, "exact"), "-128/5525"));
    assert_null(talk_ask(PRACTICE_DESIGN, asked, ",\"format\":\"yaml\""));
    struct cr_rules rules;
    assert_int_equal(cr_rules_parse("it", talk_text(), strlen(talk_text()), &rules, NULL), CR_OK);
    assert_non_null(strstr(talk_text(), "flush: 4 to 1"));
}

static void a_progressive_reaches_its_return(void **state)
{
    (void)state;
    const char *const asked = "{\"progressive\":\"cn\",\"vary\":[\"major.seed=500..1500:500\"],"
                              "\"jackpot\":{\"major\":5100}%s}";
    const struct json_node *root = talk_ask(PRACTICE_DESIGN, asked, "");
    const struct json_node *table = talk_at(talk_in(root, "tables"), 0);
    assert_true(talk_is(talk_in(talk_in(table, "values"), "major.seed"), "1500.00"));
    assert_null(talk_ask(PRACTICE_DESIGN, asked, ",\"format\":\"yaml\""));
    struct cr_progressive cn;
    assert_int_equal(cr_progressive_parse("it", talk_text(), strlen(talk_text()), &cn, NULL),
                     CR_OK);
    assert_true(cn.meters[1].seed.micro == INT64_C(1500000000));
    assert_string_equal(
        talk_refused(PRACTICE_DESIGN, CR_E_INPUT, asked, ",\"wager\":\"trips\"")->err.field,
        "wager");
    assert_string_equal(
        talk_refused(PRACTICE_DESIGN, CR_E_INPUT,
                     "{\"rules\":\"tcp-cn\",\"vary\":[\"flush=3..4\"],\"jackpot\":{}}")
            ->err.field,
        "jackpot");
}

static void sessions_and_sheets_are_answered(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(
        PRACTICE_RISK, "{\"rules\":\"tcp-cn\",\"rounds\":20,\"side\":\"5\",\"bankroll\":\"100\"}");
    assert_int_equal(talk_in(talk_in(root, "session"), "steps")->count, 10);
    root = talk_ask(PRACTICE_PAR, "{\"rules\":\"tcp-cn\"}");
    assert_true(talk_is(talk_in(talk_in(root, "exact"), "ev"), "-686689/20358520"));
    root = talk_ask(PRACTICE_STRATEGY, "{\"rules\":\"tcp-cn\"}");
    assert_true(talk_is(talk_in(talk_in(root, "best"), "exact"), "-686689/20358520"));
    assert_null(talk_ask(PRACTICE_STRATEGY, "{\"rules\":\"tcp-cn\",\"format\":\"pdf\"}"));
    assert_memory_equal(talk_text(), "%PDF-", 5);
}

/* When there are more analyses than are kept, the oldest one is dropped; one that was asked for
 * again in between stays. */
static void the_last_ones_are_kept(void **state)
{
    (void)state;
    talk_ask(PRACTICE_ANALYZE, "{\"name\":\"tcp-cn\"}");
    for (unsigned i = 0; i < ANALYSES_KEPT + 4; i++) {
        char title[64];
        snprintf(title, sizeof title, "title: Number %u", i);
        const struct json_node *root =
            talk_ask(PRACTICE_ANALYZE, "{\"text\":%s}",
                     edited("tcp-cn", "title: Three Card Poker", 0, title));
        assert_false(talk_flag(root, "cached"));
        if (i < ANALYSES_KEPT)
            assert_true(talk_flag(talk_ask(PRACTICE_ANALYZE, "{\"name\":\"tcp-cn\"}"), "cached"));
    }
    static const struct {
        const char *title;
        bool kept;
    } cases[] = {
        {"title: Number 35", true}, {"title: Number 10", true}, {"title: Number 0", false}};
    for (unsigned i = 0; i < 3; i++) {
        const struct json_node *root =
            talk_ask(PRACTICE_ANALYZE, "{\"text\":%s}",
                     edited("tcp-cn", "title: Three Card Poker", 0, cases[i].title));
        assert_int_equal(talk_flag(root, "cached"), cases[i].kept);
    }
}

/* The message about a wrong file names line and column. */
static void a_broken_file_says_where(void **state)
{
    (void)state;
    const struct practice_answer *said =
        talk_refused(PRACTICE_ANALYZE, CR_E_INPUT, "{\"text\":%s}",
                     edited("tcp-cn", "straight: 6 to 1", 0, "straight: six"));
    unsigned line = 0, column = 0;
    assert_int_equal(sscanf(said->err.text, "text:%u:%u: ", &line, &column), 2);
    assert_in_range(line, 30, 50);
    assert_string_equal(said->err.field, "text");
    said =
        talk_refused(PRACTICE_WAGERS, CR_E_INPUT, "{\"rules\":\"uth-cn\",\"progressive_text\":%s}",
                     edited("cn", "bet: 1", 0, "bet: -1"));
    assert_int_equal(sscanf(said->err.text, "progressive_text:%u:%u: ", &line, &column), 2);
    assert_string_equal(said->err.field, "progressive_text");
}

/* ---- Positions ---- */

static void positions_are_exact(void **state)
{
    (void)state;
    const struct json_node *root =
        talk_ask(PRACTICE_POSITION, "{\"rules\":\"uth-cn\",\"hole\":[\"As\",\"7d\"],\"board\":"
                                    "[\"Qs\",\"2h\",\"3c\"]}");
    struct cr_rules rules;
    struct cr_position position;
    const cr_card hole[2] = {cr_card_make(12, 3), cr_card_make(5, 1)};
    const cr_card flop[3] = {cr_card_make(10, 3), cr_card_make(0, 2), cr_card_make(1, 0)};
    assert_int_equal(cr_rules_load("uth-cn", &rules, NULL), CR_OK);
    assert_int_equal(cr_analyze_position(&rules, hole, flop, 3, NULL, 0, &position, NULL), CR_OK);
    const struct json_node *options = talk_in(root, "options");
    assert_int_equal(options->count, position.option_count);
    for (uint32_t i = 0; i < options->count; i++) {
        char exact[CR_RATIONAL_TEXT_MAX];
        cr_rational_format(position.options[i].ev, exact);
        assert_true(talk_is(talk_in(talk_at(options, i), "exact"), exact));
    }
    assert_true(talk_is(talk_in(root, "best"), position.options[position.best].name));
}

#define ROYAL                                                                                      \
    "{\"rules\":\"%s\",\"hole\":[\"As\",\"Ks\"],\"board\":[\"Qs\",\"Js\",\"Ts\"],"                 \
    "\"ante\":\"%s\"}"

/* UTH-11: with an Ante the limit on a hand's pays counts; the Ante is asked for only if there is a
 * limit. */
static void positions_know_the_limit(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(PRACTICE_POSITION, ROYAL, "uth-rp", "5000");
    const struct json_node *options = talk_in(root, "options");
    for (uint32_t i = 0; i < options->count; i++)
        assert_true(talk_is(talk_in(talk_at(options, i), "exact"), "10/1"));
    assert_true(talk_is(talk_in(root, "ante"), "5000.00"));
    talk_refused(PRACTICE_POSITION, CR_E_INPUT, ROYAL, "uth-rp", "0");
    talk_refused(PRACTICE_POSITION, CR_E_INPUT, ROYAL, "uth-cn", "10");
}

/* Before the flop, answers come from a kept analysis and must equal the analysis of the position.
 */
static void starting_hands_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *hole;
        cr_card cards[2];
    } cases[] = {{"pg-flush", "[\"As\",\"7d\"]", {51, 21}},
                 {"pg-flush", "[\"2s\",\"3d\"]", {3, 5}},
                 {"uth-cn", "[\"Kc\",\"Kd\"]", {44, 45}}};
    for (unsigned i = 0; i < 3; i++) {
        struct cr_rules rules;
        struct cr_position position;
        assert_int_equal(cr_rules_load(cases[i].rules, &rules, NULL), CR_OK);
        assert_int_equal(
            cr_analyze_position(&rules, cases[i].cards, NULL, 0, NULL, 0, &position, NULL), CR_OK);
        const struct json_node *root = talk_ask(PRACTICE_POSITION, "{\"rules\":\"%s\",\"hole\":%s}",
                                                cases[i].rules, cases[i].hole);
        assert_int_equal(talk_in(root, "options")->count, position.option_count);
        for (uint32_t k = 0; k < position.option_count; k++)
            assert_near(talk_number(talk_in(talk_at(talk_in(root, "options"), k), "ev")),
                        cr_rational_value(position.options[k].ev));
        assert_true(talk_is(talk_in(root, "best"), position.options[position.best].name));
    }
}

/* ---- Sensitivity ---- */

/* The line with this path; the test fails if there is none. */
static const struct json_node *line_of(const struct json_node *root, const char *path)
{
    const struct json_node *lines = talk_in(root, "lines");
    for (uint32_t i = 0; i < lines->count; i++)
        if (talk_is(talk_in(talk_at(lines, i), "path"), path))
            return talk_at(lines, i);
    fail_msg("no line %s in %s", path, talk_text());
    return NULL;
}

/* The house edge of the base game, or of the named side bet, of an edited file. */
static double edge_of(const char *text, const char *side)
{
    const struct json_node *root = talk_ask(PRACTICE_ANALYZE, "{\"text\":%s}", text);
    const struct json_node *analysis = talk_in(root, "analysis");
    if (side)
        analysis = talk_in(talk_in(analysis, "side_bets"), side);
    return talk_number(talk_in(analysis, "house_edge"));
}

/* A line of the answer must have the same edge as the file edited by hand. */
static void check_line(const char *rules, const char *path, const char *from, unsigned n,
                       const char *to, const char *side, bool asked)
{
    const double edge = edge_of(edited(rules, from, n, to), side);
    const double base = edge_of(edited(rules, NULL, 0, NULL), side);
    char only[64] = "";
    if (asked)
        snprintf(only, sizeof only, ",\"path\":\"%s\"", path);
    const struct json_node *root =
        talk_ask(PRACTICE_SENSITIVITY, "{\"name\":\"%s\"%s}", rules, only);
    if (asked)
        assert_int_equal(talk_in(root, "lines")->count, 1);
    const struct json_node *line = line_of(root, path);
    assert_near(talk_number(talk_in(line, "house_edge")), edge);
    assert_near(talk_number(talk_in(line, "base_edge")), base);
    assert_near(talk_number(talk_in(line, "change")), edge - base);
    assert_true(edge < base);
}

static void lines_are_worth_what_the_edited_file_says(void **state)
{
    (void)state;
    check_line("tcp-cn", "ante_bonus.straight", "straight: 1 to 1", 0, "straight: 2 to 1", NULL,
               false);
    check_line("tcp-cn", "ante_bonus.straight flush", "flush: 5 to 1", 0, "flush: 6 to 1", NULL,
               true);
    check_line("tcp-cn", "pair_plus.flush", " flush: 3 to 1", 0, " flush: 4 to 1", "pair_plus",
               false);
    check_line("tcp-cn", "pair_plus.pair", "pair: 1 to 1", 0, "pair: 2 to 1", "pair_plus", false);
    /* tables shared by several bets, parts of categories, pays that return the wager */
    check_line("lir-rp", "bets.pair of tens or better", "better: 1 to 1", 0, "better: 2 to 1", NULL,
               true);
    check_line("lir-rp", "bonus.mini royal", "royal: 50 to 1", 0, "royal: 51 to 1", "bonus", true);
    /* a side bet is calculated from its odds in every game, without another analysis */
    check_line("lir-rp", "bonus.mini royal", "royal: 50 to 1", 0, "royal: 51 to 1", "bonus", false);
    check_line("fcp-rp", "aces_up.pair of aces", "aces: 1 to 1", 0, "aces: 2 to 1", "aces_up",
               false);
    check_line("ms-rp", "bets.pair of sixes to tens", "tens: push", 0, "tens: 1 to 1", NULL, true);
}

static void lines_of_board_games_too(void **state)
{
    (void)state;
    check_line("uth-cn", "trips.flush", " flush: 6 to 1", 0, " flush: 7 to 1", "trips", false);
    check_line("uth-cn", "trips.three of a kind", "kind: 3 to 1", 0, "kind: 4 to 1", "trips",
               false);
    check_line("uth-cn", "blind.flush", " flush: 3 to 2", 0, " flush: 5 to 2", NULL, true);
    const struct json_node *root = talk_ask(PRACTICE_SENSITIVITY, "{\"name\":\"uth-cn\"}");
    assert_int_equal(talk_in(root, "lines")->count, 12);
    assert_int_equal(talk_in(line_of(root, "blind.flush"), "house_edge")->kind, JSON_NUMBER);
    check_line("pg-flush", "ante_pays_from.straight", "ante_pays_from: flush", 0,
               "ante_pays_from: straight", NULL, true);
}

static void awards_and_meters_are_worth_something(void **state)
{
    (void)state;
    struct cr_progressive cn;
    struct cr_category_counts counts;
    struct cr_progressive_analysis changed;
    assert_int_equal(cr_progressive_load("cn", &cn, NULL), CR_OK);
    assert_int_equal(cn.awards[CR_FLUSH].amount.micro, cr_money_from_units(40).micro);
    cn.awards[CR_FLUSH].amount = cr_money_from_units(41);
    cr_five_card_counts(&counts);
    assert_int_equal(cr_analyze_progressive(&cn, &counts, &changed, NULL), CR_OK);
    const double edge = changed.exact.house_advantage;
    const struct json_node *root = talk_ask(PRACTICE_SENSITIVITY, "{\"name\":\"cn\"}");
    const struct json_node *line = line_of(root, "awards.flush");
    assert_near(talk_number(talk_in(line, "house_edge")), edge);
    assert_near(talk_number(talk_in(line, "change")), -talk_number(talk_in(line, "return_change")));
    const struct json_node *meters = talk_in(root, "meters");
    assert_int_equal(meters->count, 3);
    for (uint32_t m = 0; m < meters->count; m++) {
        const struct json_node *meter = talk_at(meters, m), *points = talk_in(meter, "points");
        const double even = talk_number(talk_in(meter, "break_even"));
        const double slope = talk_number(talk_in(meter, "return_per_1000"));
        double last = -1, fair = 0;
        for (uint32_t i = 0; i < points->count; i++) {
            const double at = talk_number(talk_in(talk_at(points, i), "meter"));
            const double back = talk_number(talk_in(talk_at(points, i), "return"));
            assert_true(at > last);
            assert_near(back, 1 + (at - even) / 1000 * slope);
            fair = at == even ? back : fair;
            last = at;
        }
        assert_near(fair, 1);
    }
}

/* ---- Shipped files ---- */

static void what_is_shipped_is_listed(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(PRACTICE_RULES, "%s", "");
    unsigned rules = 0, progressives = 0;
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++) {
        const struct json_node *list =
            talk_in(root, file->is_progressive ? "progressives" : "rules");
        const unsigned at = file->is_progressive ? progressives++ : rules++;
        assert_true(talk_is(talk_in(talk_at(list, at), "name"), file->name));
    }
    assert_int_equal(talk_in(root, "rules")->count, rules);
    assert_int_equal(talk_in(root, "progressives")->count, progressives);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {
        cmocka_unit_test(an_analysis_is_the_report),
        cmocka_unit_test(a_text_is_as_good_as_a_name),
        cmocka_unit_test(a_report_is_a_pdf),
        cmocka_unit_test(a_progressive_is_known_without_its_game),
        cmocka_unit_test(a_progressive_is_played_with_its_game),
        cmocka_unit_test(seen_cards_have_their_worth),
        cmocka_unit_test(a_design_reaches_its_edge),
        cmocka_unit_test(a_progressive_reaches_its_return),
        cmocka_unit_test(sessions_and_sheets_are_answered),
        cmocka_unit_test(the_last_ones_are_kept),
        cmocka_unit_test(a_broken_file_says_where),
        cmocka_unit_test(positions_are_exact),
        cmocka_unit_test(positions_know_the_limit),
        cmocka_unit_test(lines_are_worth_what_the_edited_file_says),
        cmocka_unit_test(awards_and_meters_are_worth_something),
        cmocka_unit_test(what_is_shipped_is_listed),
    };
    const struct CMUnitTest full[] = {
        cmocka_unit_test(whole_games_are_the_report_too),
        cmocka_unit_test(starting_hands_are_exact),
        cmocka_unit_test(lines_of_board_games_too),
    };
    const bool is_full = argc > 1 && strcmp(argv[1], "full") == 0;
    int failed = is_full ? cmocka_run_group_tests(full, NULL, NULL)
                         : cmocka_run_group_tests(quick, NULL, NULL);
    talk_end();
    return failed;
}
