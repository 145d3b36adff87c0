/* Whatever the loader of rules files accepts can be analysed, settled, simulated and dealt. Rules
 * files drawn at random with extreme values go through the whole analysis and every form of its
 * report; their positions are compared with settled deals and a simulation with the analysis. The
 * sanitizers watch in the build that has them.
 *
 * Usage: test_extremes [COUNT [TESTS [SEED]]]: the number of files for each game, a pattern of the
 * tests to run, and the seed for drawing files (1 unless told). */
#include "base/text.h"
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/simulate/simulate.h"
#include "math/study/study.h"
#include "reports/mathematics/analysis_paper.h"
#include "reports/mathematics/analysis_tree.h"
#include "support/extreme_files.h"

#include <croupier/endings.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* How many files are drawn for each game. */
static unsigned files_of_a_game = 2;
static uint64_t seed = 1;

/* A generated file and its analysis; it is large, so it is allocated. */
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

/* Fails with the error and the text of the file that caused it. */
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
    char *pdf = NULL, *text = NULL;
    size_t len = 0;
    must(analysis_write(tree_of(m), PAPER_AS_JSON, &t, &err), m, &err);
    must(analysis_write(tree_of(m), PAPER_AS_CSV, &t, &err), m, &err);
    assert_false(t.cut);
    const struct base_report *base = m->subject.is_progressive ? NULL : &m->study.base;
    const struct progressive_report *alone = base ? NULL : &m->study.progressive;
    struct paper *screen = analysis_screen(base, base ? base->progressive : alone);
    must(paper_render(screen, PAPER_AS_TEXT, &text, &len, &err), m, &err);
    assert_null(strstr(text, "nan"));
    free(text);
    paper_free(screen);
    must(analysis_pdf(base, alone, false, &pdf, &len, &err), m, &err);
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

/* Figures of an analysis agree with each other. In games with one bet or one decision the
 * frequencies add up to 1, because each deal ends with one of the decisions; in others a deal has
 * several. */
static void adds_up(const struct made *m)
{
    const struct cr_analysis *a = m->study.base.analysis;
    const struct cr_game *game = m->subject.rules.game;
    double ev = 0;
    assert_true(a->frequency_count <= CR_FIGURES_MAX && a->side_count <= CR_SIDES_MAX);
    if (game->one_bet || game->stage_count == 1)
        assert_true(fabs(sum_of_frequencies(a) - 1) < 1e-12);
    for (unsigned i = 0; i < a->start_count; i++)
        ev += cr_rational_value(a->starts[i].ev) * a->starts[i].combos / 1326;
    if (a->start_count > 0)
        assert_true(fabs(ev - cr_rational_value(a->ev)) <= 1e-9 * fmax(1, fabs(ev)));
    double wagers = 0; /* where the wagers have tables of their own, these add up to the game */
    bool has_wagers = false;
    for (unsigned i = 0; i < a->wager_count; i++) {
        has_wagers |= !a->wagers[i].is_side;
        wagers += a->wagers[i].is_side ? 0 : cr_rational_value(a->wagers[i].ev);
    }
    if (has_wagers)
        assert_true(fabs(wagers - cr_rational_value(a->ev)) <= 1e-9 * fmax(1, fabs(wagers)));
    assert_true(a->std_dev >= 0); /* it is 0 where every hand gets its bets back */
}

/* The list of endings is counted in another way and must add up to the same figures. */
static void endings_agree(const struct made *m)
{
    const struct cr_analysis *a = m->study.base.analysis;
    struct cr_endings list;
    struct cr_moments moments;
    struct cr_err err = {0};
    must(cr_endings_list(&m->subject.rules, CR_PLAY_BEST, &list, &err), m, &err);
    must(cr_endings_moments(&m->subject.rules, &list, &moments, &err), m, &err);
    if (moments.mean.num != a->ev.num || moments.mean.den != a->ev.den)
        fail_msg("%.12f by endings, %.12f analysed\n%s", cr_rational_value(moments.mean),
                 cr_rational_value(a->ev), m->yaml.data);
    const double square = cr_rational_value(moments.square), mean = cr_rational_value(moments.mean);
    const double variance = a->std_dev * a->std_dev;
    assert_true(fabs(square - mean * mean - variance) <= 1e-9 * fmax(1, square));
    cr_endings_free(&list);
}

/* ---- Positions against settled deals ---- */

/* The denominators of the pay tables: the largest, and whether an Ante of that many units is a
 * whole multiple of every one. */
struct denominators {
    int32_t largest;
    bool is_whole;
};

static void see_denominator(struct denominators *d, struct cr_ratio pays)
{
    if (pays.den == 0)
        return;
    d->is_whole &= d->largest % pays.den == 0;
    if (pays.den > d->largest) {
        d->is_whole &= pays.den % d->largest == 0;
        d->largest = pays.den;
    }
}

static struct denominators denominators_of(const struct cr_rules *rules)
{
    struct denominators d = {.largest = 1, .is_whole = true};
    for (unsigned pass = 0; pass < 2; pass++) {
        d.is_whole = true; /* the second pass compares all of them with the largest */
        for (unsigned s = 0; s < CR_SLOTS; s++) {
            if (!rules->game->slots[s].by_table)
                continue;
            for (unsigned c = 0; c < CR_CATEGORIES; c++)
                see_denominator(&d, rules->pays[s].pays[c]);
            for (unsigned i = 0; i < rules->pays[s].part_count; i++)
                see_denominator(&d, rules->pays[s].parts[i].pays);
        }
    }
    return d;
}

/* A round at its last decision, and the cards that are not seen yet. */
struct last_decision {
    const struct made *made;
    struct cr_round round;
    cr_card unseen[CR_DECK_CARDS];
    unsigned unseen_count;
    unsigned dealer_hidden; /* number of the dealer's cards that are face down */
    wide sum;               /* the seat's net result over the deals so far, in millionths */
    int64_t deals;
};

static void settle_one(struct last_decision *d)
{
    struct cr_settlement out;
    struct cr_err err = {0};
    must(cr_settle(&d->made->subject.rules, NULL, NULL, &d->round, &out, &err), d->made, &err);
    d->sum += out.seats[0].net.micro;
    d->deals++;
}

/* Settles every choice of the dealer's remaining cards among the first `below` unseen cards, except
 * the card that lies on the board. */
static void settle_dealers(struct last_decision *d, unsigned dealt, unsigned below, cr_card board)
{
    if (dealt == d->dealer_hidden) {
        settle_one(d);
        return;
    }
    for (unsigned i = 0; i < below; i++) {
        if (d->unseen[i] == board)
            continue;
        d->round.dealer[dealt] = d->unseen[i];
        settle_dealers(d, dealt + 1, i, board);
    }
}

/* Settles every deal of the cards that are not seen: at most one card of the board, and the
 * dealer's. */
static void settle_all(struct last_decision *d, unsigned open)
{
    const struct cr_game *game = d->made->subject.rules.game;
    d->sum = d->deals = 0;
    if (open == game->board_cards) {
        settle_dealers(d, 0, d->unseen_count, CR_DECK_CARDS);
        return;
    }
    assert_int_equal(open + 1, game->board_cards);
    for (unsigned i = 0; i < d->unseen_count; i++) {
        d->round.board[open] = d->unseen[i];
        settle_dealers(d, 0, d->unseen_count, d->unseen[i]);
    }
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

/* Takes random earlier actions that leave the last decision open. */
static void decide_before_last(struct rng *rng, const struct cr_rules *rules, struct cr_seat *seat)
{
    while (seat->action_count + 1u < rules->game->stage_count) {
        cr_action legal[CR_LEGAL_MAX], next[CR_LEGAL_MAX];
        const size_t count = cr_legal_actions(rules, seat->actions, seat->action_count, legal);
        seat->actions[seat->action_count] = legal[rng_below(rng, (unsigned)count)];
        if (cr_legal_actions(rules, seat->actions, seat->action_count + 1u, next) > 0)
            seat->action_count++;
    }
}

/* Deals the seat's cards, the open ones of the board and of the dealer, and lists those not seen.
 * Returns the number of open cards of the board. */
static unsigned set_last_decision(struct rng *rng, const struct made *m, struct cr_money ante,
                                  struct last_decision *out)
{
    const struct cr_rules *rules = &m->subject.rules;
    const struct cr_game *game = rules->game;
    const unsigned open = game->stages[game->stage_count - 1].board_visible;
    struct cr_seat *seat = &out->round.seats[0];
    cr_card deck[CR_DECK_CARDS];
    shuffle(rng, deck);
    *out = (struct last_decision){.made = m};
    out->dealer_hidden = game->dealer_cards - game->dealer_open;
    seat->taken = true;
    memcpy(seat->cards, deck, game->hole_cards);
    memcpy(out->round.board, deck + game->hole_cards, open);
    memcpy(out->round.dealer + out->dealer_hidden, deck + game->hole_cards + open,
           game->dealer_open);
    const unsigned seen = game->hole_cards + open + game->dealer_open;
    out->unseen_count = CR_DECK_CARDS - seen;
    memcpy(out->unseen, deck + seen, out->unseen_count);
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].kind == SLOT_PLACED && !game->slots[s].is_side &&
            !game->slots[s].is_progressive)
            seat->wagers[s] = ante;
    decide_before_last(rng, rules, seat);
    return open;
}

/* At the last decision of a hand, each option's value is the mean of its settled deals. Where the
 * Ante is not a whole multiple of every denominator, two pays are rounded down by up to a cent.
 * Where the dealer has five cards to come, only one option is checked. Where a bet can be taken
 * back, which is the first option, the values of the others are relative to it. */
static void last_decisions_are_settled_deals(struct rng *rng, struct made *m)
{
    struct cr_rules *rules = &m->subject.rules;
    const struct denominators parts = denominators_of(rules);
    const struct cr_money ante = cr_money_from_units(parts.largest);
    const double rounding = parts.is_whole ? 1e-9 : 0.02 / parts.largest;
    struct last_decision d;
    struct cr_position p;
    struct cr_err err = {0};
    memset(rules->limits, 0, sizeof rules->limits);
    const unsigned open = set_last_decision(rng, m, ante, &d);
    struct cr_seat *seat = &d.round.seats[0];
    const cr_card *seen =
        rules->game->board_cards > 0 ? d.round.board : d.round.dealer + d.dealer_hidden;
    must(cr_analyze_position_for(rules, ante, seat->cards, seen,
                                 rules->game->board_cards > 0 ? open : rules->game->dealer_open,
                                 seat->actions, seat->action_count, &p, &err),
         m, &err);
    const unsigned step = d.dealer_hidden > 3 ? p.option_count : 1;
    const unsigned stage = seat->action_count++;
    wide taken_back = 0;
    for (unsigned i = rng_below(rng, step); i < p.option_count; i += step) {
        seat->actions[stage] = p.options[i].action;
        settle_all(&d, open);
        if (p.options[i].action == CR_PULL)
            taken_back = d.sum;
        const double is = (double)(d.sum - taken_back) / (double)d.deals / (double)ante.micro;
        const double exact = cr_rational_value(p.options[i].ev);
        if (fabs(is - exact) > rounding + 1e-12 * fabs(exact))
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
        /* Rare hands that pay a million dominate the means of money, so only the means of
         * frequencies are compared. */
        const bool is_money = strcmp(f->name, "ev") == 0 || strcmp(f->name, "progressive") == 0 ||
                              cr_slot_find(rules->game, f->name, strlen(f->name)) < CR_SLOTS ||
                              strncmp(f->name, "with_", 5) == 0;
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
    m->subject.rules.has_hand_limit = false; /* both are compared without the limit */
    endings_agree(m);
    simulation_agrees(m, false);
    simulation_agrees(m, true);
    m->subject.rules.has_hand_limit = has_limit;
    for (unsigned i = 0; i < 3; i++)
        last_decisions_are_settled_deals(rng, m);
}

/* More bet sizes than any shipped game has: the analysis lists all nine decisions. */
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

static void extreme_rules_are_analysed(void **state)
{
    const struct cr_game *game = *state;
    struct rng rng = {seed};
    for (unsigned i = 0; i < files_of_a_game; i++) {
        struct made *m = calloc(1, sizeof *m);
        assert_non_null(m);
        extreme_rules(&rng, game, &m->yaml);
        analyse_rules(&rng, m);
        made_free(m);
    }
}

/* ---- Progressives ---- */

static void extreme_progressives_are_analysed(void **state)
{
    (void)state;
    struct rng rng = {seed + 1};
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

#define OF_GAME(id)                                                                                \
    {                                                                                              \
        "extreme " #id " is analysed", extreme_rules_are_analysed, NULL, NULL, (void *)&game_##id  \
    }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_are_listed),
        OF_GAME(pg),
        OF_GAME(uth),
        OF_GAME(tcp),
        OF_GAME(lir),
        OF_GAME(ms),
        OF_GAME(fcp),
        cmocka_unit_test(extreme_progressives_are_analysed),
    };
    if (argc > 1)
        files_of_a_game = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    if (argc > 3)
        seed = strtoull(argv[3], NULL, 10);
    return cmocka_run_group_tests_name("extreme files", tests, NULL, NULL);
}
