/* The advice at the table in the terminal: the values that it tells, and what it counts the
 * player's decisions to have cost, against sums made here from the analysis. */
#include "play_fixture.h"

#include "app/play/advice.h"
#include "app/play/modes.h"
#include "app/play/play_pages.h"
#include "game/games/game.h"
#include "math/study/position_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Values, worked out from the analysis ---- */

enum { PG, UTH, TCP, GAMES };
static const char *const names[GAMES] = {"pg-flush", "uth-cn", "tcp-cn"};

/* The whole analyses, made once for all tests. */
struct known {
    struct cr_analysis games[GAMES];
};

static int know(void **state)
{
    struct known *known = calloc(1, sizeof *known);
    if (!known)
        return -1;
    *state = known;
    for (unsigned i = 0; i < GAMES; i++) {
        struct cr_rules rules;
        struct cr_err err;
        if (cr_rules_load(names[i], &rules, &err) != CR_OK ||
            cr_analyze(&rules, NULL, &known->games[i], &err) != CR_OK)
            return -1;
    }
    return 0;
}

static int forget(void **state)
{
    free(*state);
    return 0;
}

/* Writes the name of a starting hand as the analysis has it: "AKs", "T9o", "22". */
static void name_start(const cr_card hole[2], char out[4])
{
    const char *ranks = "23456789TJQKA";
    unsigned a = cr_card_rank(hole[0]), b = cr_card_rank(hole[1]);
    const char *kind = a == b ? "" : cr_card_suit(hole[0]) == cr_card_suit(hole[1]) ? "s" : "o";
    snprintf(out, 4, "%c%c%s", ranks[a > b ? a : b], ranks[a > b ? b : a], kind);
}

static double start_value(const struct cr_analysis *analysis, const cr_card hole[2],
                          const char *figure)
{
    char hand[4];
    name_start(hole, hand);
    for (unsigned i = 0; i < analysis->start_count; i++) {
        const struct cr_start *start = &analysis->starts[i];
        for (unsigned k = 0; k < start->option_count && strcmp(start->hand, hand) == 0; k++)
            if (strcmp(start->options[k].name, figure) == 0)
                return cr_rational_value(start->options[k].value);
    }
    fail_msg("%s has no %s", hand, figure);
    return 0;
}

/* The value of one action of a decision, in Antes. */
static double value(const struct known *known, unsigned game, const struct cr_rules *rules,
                    const struct decision *d, cr_action action)
{
    struct cr_position position;
    struct cr_err err;
    char figure[CR_FIGURE_MAX];
    if (game != TCP && d->open == 0) {
        if (action == CR_FOLD)
            return -1;
        snprintf(figure, sizeof figure, "ev_%ux", cr_action_multiple(action));
        return start_value(&known->games[game], d->hole,
                           game == PG           ? "ev_play"
                           : action == CR_CHECK ? "ev_check"
                                                : figure);
    }
    assert_int_equal(cr_analyze_position(rules, d->hole, d->board, d->open, d->done, d->done_count,
                                         &position, &err),
                     CR_OK);
    for (unsigned i = 0; i < position.option_count; i++)
        if (position.options[i].action == action)
            return cr_rational_value(position.options[i].ev);
    fail_msg("action %u has no value", action);
    return 0;
}

/* ---- A simulated player whose mistakes are known ---- */

struct player {
    const struct known *known;
    unsigned game;
    struct fixture *fixture;
    bool best;          /* takes a best action every time; otherwise any legal one */
    struct text script; /* what it typed */
    uint64_t decisions, wrong;
    double cost, worst;
};

static void decide(struct player *p, uint64_t *random)
{
    struct session *s = &p->fixture->session;
    cr_action actions[CR_LEGAL_MAX];
    char word[CR_ACTION_TEXT_MAX];
    struct decision d;
    struct cr_err err;
    double values[CR_LEGAL_MAX];
    size_t n = session_actions(s, actions), best = 0, take;
    session_decision(s, &d);
    for (size_t i = 0; i < n; i++) {
        values[i] = value(p->known, p->game, &p->fixture->rules, &d, actions[i]);
        best = values[i] > values[best] ? i : best;
    }
    take = p->best ? best : (size_t)(fixture_draw(random) % n);
    double cost = (values[best] - values[take]) * (double)d.ante.micro;
    p->decisions++;
    p->wrong += cost > 0;
    p->cost += cost;
    p->worst = cost > p->worst ? cost : p->worst;
    cr_action_format(&p->fixture->rules, s->round.stage, actions[take], word);
    text_add_format(&p->script, "?\n%s\n", word);
    assert_int_equal(session_act(s, actions[take], &err), CR_OK);
}

/* Plays some rounds with Antes of different sizes, and records in the script what the player typed.
 */
static void play(struct player *p, uint64_t rounds)
{
    struct session *s = &p->fixture->session;
    struct cr_err err;
    uint64_t random = 4101842887655102017u;
    unsigned ante = p->fixture->rules.game->ante;
    fixture_sit(p->fixture, 77, 1u << 2 | 1u << 5, 2);
    while (session_state(s) != SESSION_OVER && s->stats.rounds < rounds) {
        if (session_state(s) == SESSION_BETTING) {
            int units = (int)(1 + s->number % 3);
            for (unsigned seat = 2; seat <= 5; seat += 3)
                assert_int_equal(session_wager(s, seat, ante, cr_money_from_units(units), &err),
                                 CR_OK);
            text_add_format(&p->script, "ante %d\ndeal\n", units);
            assert_int_equal(session_deal(s, &err), CR_OK);
        }
        while (session_state(s) == SESSION_BUSY) {
            struct round_effects effects;
            session_go_on(s, &effects);
        }
        if (session_state(s) == SESSION_ASKING)
            decide(p, &random);
        else if (session_state(s) == SESSION_SETTLED)
            session_next(s);
    }
    assert_false(p->script.cut);
}

/* Plays the recorded script in plain mode; returns what the program wrote. */
static char *replay(struct fixture *f, struct advice *advice, char *script)
{
    char *said = NULL;
    size_t len = 0;
    FILE *in = fmemopen(script, strlen(script), "r"), *out = open_memstream(&said, &len);
    assert_non_null(in);
    assert_non_null(out);
    fixture_sit(f, 77, 1u << 2 | 1u << 5, 2);
    plain_run(&f->session, advice, false, true, in, out);
    fclose(in);
    fclose(out);
    return said;
}

static void check_player(struct player *p, uint64_t rounds, struct mistakes *mistakes)
{
    static const size_t size = 1 << 16;
    char *script = malloc(size);
    struct advice *advice = advice_new(&p->fixture->rules);
    assert_non_null(script);
    assert_non_null(advice);
    text_init(&p->script, script, size);
    play(p, rounds);
    char *said = replay(p->fixture, advice, script);
    assert_null(strstr(said, "No: "));
    advice_mistakes(advice, mistakes);
    advice_free(advice);
    free(said);
    free(script);
    assert_true(p->decisions > rounds);
    assert_int_equal(mistakes->decisions, p->decisions);
    assert_int_equal(mistakes->wrong, p->wrong);
    assert_int_equal(mistakes->unknown, 0);
}

static bool is_near(double a, double b)
{
    return a - b < 1e-3 && b - a < 1e-3; /* in millionths of a unit: far below a cent */
}

static void test_cost_is_the_sum_of_the_losses(void **state)
{
    for (unsigned game = 0; game < GAMES; game++) {
        struct player p = {.known = *state, .game = game, .fixture = fixture_new(names[game])};
        struct mistakes mistakes;
        check_player(&p, 12, &mistakes);
        assert_true(p.wrong > 0);
        assert_true(is_near(mistakes.cost, p.cost));
        assert_true(is_near(mistakes.worst_cost, p.worst));
        const struct decision *d = &mistakes.worst;
        assert_int_not_equal(d->taken, mistakes.worst_best);
        double lost = value(p.known, game, &p.fixture->rules, d, mistakes.worst_best) -
                      value(p.known, game, &p.fixture->rules, d, d->taken);
        assert_true(is_near(lost * (double)d->ante.micro, p.worst));
        free(p.fixture);
    }
}

static void test_the_best_play_costs_nothing(void **state)
{
    for (unsigned game = 0; game < GAMES; game++) {
        struct player p = {
            .known = *state, .game = game, .fixture = fixture_new(names[game]), .best = true};
        struct mistakes mistakes;
        check_player(&p, 8, &mistakes);
        assert_int_equal(mistakes.wrong, 0);
        assert_true(mistakes.cost == 0 && mistakes.worst_cost == 0);
        free(p.fixture);
    }
}

/* ---- The command that asks for values ---- */

static void check_values(const struct known *known, unsigned game, struct fixture *f,
                         struct advice *advice)
{
    struct cr_position position;
    struct cr_err err;
    struct decision d;
    cr_action actions[CR_LEGAL_MAX];
    size_t n = session_actions(&f->session, actions);
    session_decision(&f->session, &d);
    assert_int_equal(advice_values(advice, &d, &position, &err), CR_OK);
    assert_int_equal(position.option_count, n);
    for (unsigned i = 0; i < n; i++) {
        double expected = value(known, game, &f->rules, &d, actions[i]);
        assert_int_equal(position.options[i].action, actions[i]);
        assert_true(cr_rational_value(position.options[i].ev) == expected);
        assert_true(expected <= cr_rational_value(position.options[position.best].ev));
    }
}

static void test_values_are_those_of_the_analysis(void **state)
{
    for (unsigned game = 0; game < GAMES; game++) {
        struct fixture *f = fixture_new(names[game]);
        struct advice *advice = advice_new(&f->rules);
        assert_non_null(advice);
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct cr_err err;
            struct round_effects effects;
            fixture_sit(f, seed, 1u << 3, 0);
            fixture_deal(f);
            while (session_state(&f->session) == SESSION_ASKING) {
                cr_action actions[CR_LEGAL_MAX];
                size_t n = session_actions(&f->session, actions);
                check_values(*state, game, f, advice);
                cr_action next = actions[0] == CR_FOLD ? actions[n - 1] : actions[0];
                assert_int_equal(session_act(&f->session, next, &err), CR_OK);
                while (session_state(&f->session) == SESSION_BUSY)
                    session_go_on(&f->session, &effects);
            }
        }
        advice_free(advice);
        free(f);
    }
}

/* Before the flop, the advice and the public function for one position must give the same values.
 */
static void check_before_the_flop(struct fixture *f, struct advice *advice,
                                  const struct decision *d)
{
    struct cr_position asked, expected;
    struct cr_err err;
    assert_int_equal(advice_values(advice, d, &asked, &err), CR_OK);
    assert_int_equal(cr_analyze_position(&f->rules, d->hole, NULL, 0, NULL, 0, &expected, &err),
                     CR_OK);
    assert_int_equal(asked.option_count, expected.option_count);
    assert_int_equal(asked.best, expected.best);
    for (unsigned i = 0; i < asked.option_count; i++) {
        assert_int_equal(asked.options[i].action, expected.options[i].action);
        assert_string_equal(asked.options[i].name, expected.options[i].name);
        assert_int_equal(asked.options[i].ev.num, expected.options[i].ev.num);
        assert_int_equal(asked.options[i].ev.den, expected.options[i].ev.den);
    }
}

static void test_plain_mode_tells_every_value(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct advice *advice = advice_new(&f->rules);
    struct decision d;
    char script[] = "?\ndeal\n?\ncheck\n?\n", line[CR_ERR_TEXT_MAX];
    char *said = replay(f, advice, script);
    assert_non_null(strstr(said, "No: actions have values when"));
    assert_non_null(strstr(said, "? (values), rules, quit"));
    const char *first = strstr(said, "Per Ante: check ");
    assert_non_null(first);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(first, "\n"), first);
    assert_non_null(strstr(line, "   3x "));
    assert_non_null(strstr(line, "   4x "));
    assert_non_null(strstr(line, "   best: "));
    fixture_sit(f, 42, 1u << 4, 0);
    fixture_deal(f);
    session_decision(&f->session, &d);
    assert_true(advice_is_ready(advice, &d));
    check_before_the_flop(f, advice, &d);
    free(said);
    advice_free(advice);
    said = replay(f, NULL, script);
    assert_non_null(strstr(said, "No: values are turned off."));
    assert_null(strstr(said, "(values)"));
    free(said);
    free(f);
}

/* ---- The screen ---- */

static void test_values_fit_the_screen(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct advice *advice = advice_new(&f->rules);
    struct cr_err err;
    struct decision d;
    struct text text;
    static char shown[SCREEN_BYTES_MAX];
    fixture_sit(f, 42, 1u << 4, 2);
    fixture_deal(f);
    assert_int_equal(session_act(&f->session, CR_CHECK, &err), CR_OK);
    while (session_state(&f->session) == SESSION_BUSY) {
        struct round_effects effects;
        session_go_on(&f->session, &effects);
    }
    fixture_keys(f);
    text_init(&text, f->view.message, sizeof f->view.message);
    session_decision(&f->session, &d);
    assert_true(advice_is_ready(advice, &d));
    advice_say(advice, &d, &text);
    for (unsigned i = 0; i < 4; i++) {
        screen_init(&f->screen, SCREEN_ROWS_MIN, i & 1, i & 2);
        view_draw(&f->view, &f->screen);
        assert_int_equal(f->screen.spilled, 0);
        text_init(&text, shown, sizeof shown);
        fixture_dump(&f->screen, &text);
        assert_non_null(strstr(shown, "Per Ante: check "));
        assert_non_null(strstr(shown, "   best: "));
        assert_int_equal(strstr(shown, "−") != NULL, !(i & 2));
        assert_non_null(strstr(shown, "values"));
        assert_non_null(strstr(shown, "Your hand at seat 4"));
    }
    advice_free(advice);
    free(f);
}

/* ---- Decisions without a value or without a choice ---- */

static void test_a_poor_player_makes_no_mistake(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct session_setup setup = fixture_setup(f, 3, 1u << 4, 0);
    struct advice *advice = advice_new(&f->rules);
    struct mistakes mistakes;
    struct cr_position position;
    struct decision d;
    struct cr_err err;
    setup.bankroll = cr_money_from_units(12);
    session_init(&f->session, &setup);
    fixture_deal(f);
    session_decision(&f->session, &d);
    assert_int_equal(d.offered, 1);
    assert_int_equal(advice_values(advice, &d, &position, &err), CR_OK);
    assert_int_equal(position.option_count, 1);
    assert_int_equal(session_act(&f->session, CR_CHECK, &err), CR_OK);
    advice_follow(advice, &f->session);
    session_leave(&f->session); /* leaving acts for the player, which counts as nobody's decision */
    advice_follow(advice, &f->session);
    advice_mistakes(advice, &mistakes);
    assert_int_equal(mistakes.decisions, 1);
    assert_int_equal(mistakes.wrong, 0);
    advice_free(advice);
    free(f);
}

static void test_rules_that_cannot_be_analysed(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    static const int32_t primes[] = {2147483647, 2147483629, 2147483587, 2147483579};
    unsigned blind = cr_slot_find(f->rules.game, "blind", 5);
    for (unsigned i = 0; i < 4; i++)
        f->rules.pays[blind].pays[CR_CATEGORIES - 1 - i] = (struct cr_ratio){1, primes[i]};
    struct advice *advice = advice_new(&f->rules);
    struct mistakes mistakes;
    char script[] = "deal\n?\ncheck\n?\ncheck\nfold\n?\ncheck\n";
    char *said = replay(f, advice, script);
    assert_non_null(strstr(said, "No values: "));
    assert_null(strstr(said, "Per Ante"));
    free(said);
    advice_mistakes(advice, &mistakes);
    assert_int_equal(mistakes.decisions, 0);
    assert_true(mistakes.unknown > 0);
    pages_summary(&f->session, &mistakes, "croupier play", &f->view.page);
    advice_free(advice);
    free(f);
}

/* ---- Sums ---- */

static struct cr_position two_options(struct cr_rational check, struct cr_rational bet)
{
    struct cr_position p = {.option_count = 2};
    p.options[0].action = CR_CHECK;
    p.options[0].ev = check;
    p.options[1].action = cr_action_bet(4);
    p.options[1].ev = bet;
    position_cut(&p, 2);
    return p;
}

static void test_sums(void **state)
{
    (void)state;
    struct mistakes m = {0};
    struct held *held = calloc(1, sizeof *held);
    const struct cr_position p =
        two_options((struct cr_rational){1, 3}, (struct cr_rational){1, 2});
    struct decision d = {
        .number = 1, .ante = cr_money_from_units(6), .offered = 2, .taken = CR_CHECK};
    char text[PAGE_MONEY_MAX];
    assert_non_null(held);
    assert_int_equal(p.best, 1);
    mistakes_add(&m, &d, &p);
    assert_string_equal(page_money(mistakes_money(m.cost), text), "1.00");
    d.taken = cr_action_bet(4);
    d.number = 2;
    mistakes_add(&m, &d, &p);
    assert_int_equal(m.decisions, 2);
    assert_int_equal(m.wrong, 1);
    /* Decisions that were held until the analysis was ready: the costs of all of them are added and
     * the dearest is found. A decision with one action only is no mistake. */
    for (unsigned i = 3; i <= 5; i++) {
        d = (struct decision){.number = i,
                              .ante = cr_money_from_units(i == 4 ? 60 : 6),
                              .offered = i == 5 ? 1 : 2,
                              .taken = CR_CHECK};
        assert_true(held_add(held, 168, 0, &d));
    }
    assert_true(held_has(held, 168));
    assert_false(held_has(held, 167));
    held_count(held, 168, &p, &m);
    assert_int_equal(m.decisions, 5);
    assert_int_equal(m.wrong, 3);
    assert_int_equal(m.worst.number, 4);
    assert_string_equal(page_money(mistakes_money(m.worst_cost), text), "10.00");
    assert_string_equal(page_money(mistakes_money(m.cost), text), "12.00");
    d.offered = HELD_ACTIONS + 1;
    assert_false(held_add(held, 168, 0, &d));
    free(held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_is_the_sum_of_the_losses),
        cmocka_unit_test(test_the_best_play_costs_nothing),
        cmocka_unit_test(test_values_are_those_of_the_analysis),
        cmocka_unit_test(test_plain_mode_tells_every_value),
        cmocka_unit_test(test_values_fit_the_screen),
        cmocka_unit_test(test_a_poor_player_makes_no_mistake),
        cmocka_unit_test(test_rules_that_cannot_be_analysed),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests(tests, know, forget);
}
