/* Calculates what a session of rounds can come to, and makes its document. */
#include "reports/mathematics/desk_answers.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/rational.h"
#include "reports/mathematics/figures.h"

#include <croupier/risk.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A question and the figures that answer it. */
struct risk_report {
    const struct risk_question *asked;
    struct cr_endings endings;
    struct cr_distribution round;
    struct cr_session session;
    struct cr_ruin ruin;
};

/* Indices of 5 %, 25 %, 50 %, 75 % and 95 % among the quantiles of a session. */
static const unsigned drawn[5] = {1, 3, 4, 5, 7};

static const char *level_key(unsigned i)
{
    static const char *const keys[CR_SESSION_QUANTILES] = {"q1",  "q5",  "q10", "q25", "q50",
                                                           "q75", "q90", "q95", "q99"};
    return keys[i];
}

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

static double probability(const struct cr_distribution *d, size_t i)
{
    return (double)d->at[i].deals / (double)d->deals;
}

/* The exact expectation of a round in currency units. */
static struct cr_rational exact_mean(const struct cr_distribution *d)
{
    struct cr_rational mean = {0, 1};
    wide sum = 0;
    for (size_t i = 0; i < d->count; i++)
        sum += (wide)d->at[i].deals * (d->at[i].net.micro / CR_MICRO_PER_CENT);
    rational_reduce(sum, (wide)d->deals * 100, &mean);
    return mean;
}

/* ---- For machines ---- */

static void name_stakes(struct named *o, const struct risk_report *r)
{
    const struct cr_progressive *p = r->asked->stakes.progressive;
    named_text(o, "play", r->asked->play == CR_PLAY_BEST ? "best" : "simple");
    named_money(o, "ante", r->asked->stakes.ante);
    named_money(o, "side", r->asked->stakes.side);
    named_text(o, "progressive", p ? p->name : NULL);
    struct named *meters = named_object(o, "meters");
    for (unsigned m = 0; p && m < p->meter_count; m++)
        named_money(meters, p->meters[m].name, r->asked->stakes.meters[m]);
}

static void name_round(struct named *o, const struct cr_distribution *d)
{
    named_exactly(o, "ev", exact_mean(d));
    named_number(o, "std_dev", cr_distribution_std_dev(d));
    named_number(o, "deals", (double)d->deals);
    struct named *results = named_list(o, "results");
    for (size_t i = 0; i < d->count; i++) {
        struct cr_rational exact = {0, 1};
        struct named *result = named_object(results, NULL);
        rational_reduce(d->at[i].deals, d->deals, &exact);
        named_money(result, "net", d->at[i].net);
        named_number(result, "probability", probability(d, i));
        named_exact(result, "exact", exact);
    }
}

static void name_step(struct named *steps, const struct cr_session_step *step)
{
    struct named *o = named_object(steps, NULL);
    NAMED_MEMBERS(o, step, rounds, mean, std_dev, ahead, even);
    named_number(o, "behind", fmax(0, 1 - step->ahead - step->even));
    struct named *quantiles = named_object(o, "quantiles");
    for (unsigned i = 0; i < CR_SESSION_QUANTILES; i++)
        named_money(quantiles, level_key(i), step->quantiles[i]);
}

static struct named_tree *make_tree(const struct risk_report *r)
{
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    desk_named_rules(o, r->asked->rules);
    name_stakes(o, r);
    name_round(named_object(o, "round"), &r->round);
    struct named *session = named_object(o, "session");
    named_number(session, "rounds", r->session.steps[r->session.step_count - 1].rounds);
    named_money(session, "cell", r->session.cell);
    named_number(session, "error", r->session.error);
    struct named *steps = named_list(session, "steps");
    for (unsigned i = 0; i < r->session.step_count; i++)
        name_step(steps, &r->session.steps[i]);
    struct named *ruin = named_object(o, "ruin");
    named_number(ruin, "wanted", r->asked->ruin);
    named_money(ruin, "bankroll", r->ruin.bankroll);
    if (r->asked->bankroll.micro > 0) {
        named_money(ruin, "given", r->asked->bankroll);
        named_number(ruin, "chance", r->ruin.chance);
    }
    named_money(ruin, "cell", r->ruin.cell);
    struct named *points = named_list(ruin, "points");
    for (unsigned i = 0; i < r->ruin.point_count; i++) {
        struct named *point = named_object(points, NULL);
        named_money(point, "bankroll", r->ruin.points[i].bankroll);
        named_number(point, "chance", r->ruin.points[i].chance);
    }
    return t;
}

/* ---- For people ---- */

static void print_stakes(struct paper *p, const struct risk_report *r)
{
    const struct cr_progressive *progressive = r->asked->stakes.progressive;
    paper_section(p, "stakes", "The round");
    paper_fact(p, "play", "Play",
               r->asked->play == CR_PLAY_BEST ? "the best play of the base game"
                                              : "the published rule of thumb");
    paper_fact_money(p, "ante", "Ante", r->asked->stakes.ante);
    if (r->asked->stakes.side.micro > 0)
        paper_fact_money(p, "side", "Side bet", r->asked->stakes.side);
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++) {
        char key[CR_NAME_MAX + 8];
        snprintf(key, sizeof key, "meter %s", progressive->meters[m].name);
        paper_fact_money(p, key, figure_capital(FIGURE, key), r->asked->stakes.meters[m]);
    }
    paper_fact(p, "ev", "Expectation of a round",
               figure_fixed(FIGURE, cr_distribution_mean(&r->round), 6));
    paper_fact(p, "std_dev", "Standard deviation",
               figure_fixed(FIGURE, cr_distribution_std_dev(&r->round), 6));
}

static void print_results(struct paper *p, const struct cr_distribution *d)
{
    paper_section(p, "results", "Results of one round");
    PAPER_TABLE(p, "results", {"net", "Result", PAPER_MONEY},
                {"probability", "Probability", PAPER_NUMBER}, {"one_in", "1 in", PAPER_TEXT},
                {"deals", "Deals", PAPER_COUNT});
    for (size_t i = 0; i < d->count; i++) {
        paper_cell_money(p, d->at[i].net);
        paper_cell_number(p, probability(d, i), 8, PAPER_PERCENT);
        paper_cell(p, figure_one_in(FIGURE, probability(d, i)));
        paper_cell_count(p, (uint64_t)d->at[i].deals);
    }
}

#define PICTURE 44

/* Draws "..|---[==|==]-----|..": from 5 % to 95 % on the common scale; the box is 25 % to 75 %. */
static void draw(const struct cr_session_step *step, double low, double high, char out[PICTURE + 1])
{
    static const char marks[] = "|[|]|";
    unsigned at[5];
    memset(out, '.', PICTURE);
    out[PICTURE] = '\0';
    for (unsigned i = 0; i < 5; i++) {
        const double place = (units(step->quantiles[drawn[i]]) - low) / fmax(1e-9, high - low);
        at[i] = (unsigned)(fmin(1, fmax(0, place)) * (PICTURE - 1));
    }
    memset(out + at[0], '-', at[4] - at[0] + 1);
    memset(out + at[1], '=', at[3] - at[1] + 1);
    for (unsigned i = 0; i < 5; i++)
        out[at[i]] = marks[i];
}

static void print_steps(struct paper *p, const struct cr_session *s, bool for_print)
{
    const struct cr_session_step *last = &s->steps[s->step_count - 1];
    const struct paper_column columns[] = {
        {"rounds", "Rounds", PAPER_COUNT}, {"ahead", "Ahead", PAPER_NUMBER},
        {"mean", "Mean", PAPER_NUMBER},    {"q5", "5%", PAPER_MONEY},
        {"q25", "25%", PAPER_MONEY},       {"q50", "50%", PAPER_MONEY},
        {"q75", "75%", PAPER_MONEY},       {"q95", "95%", PAPER_MONEY},
        {"picture", "", PAPER_TEXT}};
    paper_table(p, "steps", columns, for_print ? 8 : 9);
    for (unsigned i = 0; i < s->step_count; i++) {
        char picture[PICTURE + 1];
        paper_cell_count(p, s->steps[i].rounds);
        paper_cell_number(p, s->steps[i].ahead, 4, PAPER_PERCENT);
        paper_cell_number(p, s->steps[i].mean, 2, PAPER_PLAIN);
        for (unsigned q = 0; q < 5; q++)
            paper_cell_money(p, s->steps[i].quantiles[drawn[q]]);
        draw(&s->steps[i], units(last->quantiles[drawn[0]]), units(last->quantiles[drawn[4]]),
             picture);
        if (!for_print)
            paper_cell(p, picture);
    }
}

static void print_spreads(struct paper *p, const struct cr_session *s)
{
    paper_caption(p, "Result of the session, in currency units");
    PAPER_TABLE(p, "spreads", {"rounds", "Rounds", PAPER_TEXT}, {"q5", "5%", PAPER_NUMBER},
                {"q25", "25%", PAPER_NUMBER}, {"q50", "50%", PAPER_NUMBER},
                {"q75", "75%", PAPER_NUMBER}, {"q95", "95%", PAPER_NUMBER},
                {"mean", "Average", PAPER_NUMBER}, {"even", "Even", PAPER_NUMBER});
    paper_shape(p, PAPER_SPREAD);
    for (unsigned i = 0; i < s->step_count; i++) {
        char rounds[48];
        snprintf(rounds, sizeof rounds, "%u rounds", s->steps[i].rounds);
        paper_cell(p, rounds);
        for (unsigned q = 0; q < 5; q++)
            paper_cell_number(p, units(s->steps[i].quantiles[drawn[q]]), 2, PAPER_PLAIN);
        paper_cell_number(p, s->steps[i].mean, 2, PAPER_PLAIN);
        paper_cell_number(p, 0, 2, PAPER_PLAIN);
    }
}

static void print_session(struct paper *p, const struct risk_report *r)
{
    char note[256];
    paper_section(p, "session", "The session");
    print_steps(p, &r->session, r->asked->for_print);
    if (r->asked->for_print)
        print_spreads(p, &r->session);
    snprintf(note, sizeof note,
             "Line: 5%% to 95%%; box: 25%% to 75%%; stroke in it: median. Convolution of the exact "
             "results of one round in cells of %s; a probability is wrong by at most %.0e.",
             figure_money(FIGURE, r->session.cell), r->session.error);
    paper_note(p, note);
}

static void print_ruin(struct paper *p, const struct risk_report *r)
{
    char label[64];
    paper_section(p, "ruin", "Ruin within the session");
    snprintf(label, sizeof label, "Bankroll for %s ruin",
             figure_percent(FIGURE, r->asked->ruin, 2));
    paper_fact_money(p, "bankroll", label, r->ruin.bankroll);
    if (r->asked->bankroll.micro > 0) {
        paper_fact_money(p, "given", "With a bankroll of", r->asked->bankroll);
        paper_fact(p, "chance", "the chance of ruin is", figure_percent(FIGURE, r->ruin.chance, 4));
    }
    paper_note(p, "Ruin: nothing is left after some round. A round in which less is left than its "
                  "bets can come to is played all the same.");
}

static struct desk_document risk_document(const struct risk_report *report)
{
    struct paper *p =
        desk_paper(report->asked->rules, "risk of a session",
                   "exact results of one round over all deals; many rounds by convolution");
    print_stakes(p, report);
    print_session(p, report);
    print_ruin(p, report);
    print_results(p, &report->round);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}

/* ---- The answer ---- */

static bool has_side_bet(const struct cr_game *game)
{
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].is_side)
            return true;
    return false;
}

int risk_stakes_make(const struct cr_rules *rules, struct cr_money ante, struct cr_money side,
                     const struct cr_progressive *progressive, struct cr_stakes *out,
                     struct cr_err *err)
{
    if (progressive && rules->game->progressive == CR_SLOTS)
        return err_set(err, CR_E_INPUT, "%s has no progressive bet", rules->name);
    if (side.micro > 0 && !has_side_bet(rules->game))
        return err_set(err, CR_E_INPUT, "%s has no side bet", rules->name);
    *out = (struct cr_stakes){.ante = ante, .side = side, .progressive = progressive};
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++)
        out->meters[m] = progressive->meters[m].seed;
    return CR_OK;
}

static int calculate(struct risk_report *r, struct cr_err *err)
{
    const struct risk_question *q = r->asked;
    int rc = cr_endings_list(q->rules, q->play, &r->endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(q->rules, &r->endings, &q->stakes, &r->round, err);
    if (rc == CR_OK)
        rc = cr_session_make(&r->round, q->rounds, &r->session, err);
    if (rc == CR_OK)
        rc = cr_ruin_make(&r->round, q->rounds, q->ruin, q->bankroll, &r->ruin, err);
    return rc;
}

int risk_answer(const struct risk_question *q, struct desk_document *out, struct cr_err *err)
{
    struct risk_report report = {.asked = q};
    int rc = calculate(&report, err);
    if (rc == CR_OK)
        *out = risk_document(&report);
    cr_distribution_free(&report.round);
    cr_endings_free(&report.endings);
    return rc;
}
