/* An example of the library: the results of a session of Three Card Poker, the Pair Plus tables
 * that reach an edge of 4 %, the cost of playing every hand, how far two seats win and lose
 * together, and progressives with a wanted house advantage.
 *
 *   cc desk.c $(pkg-config --cflags --libs croupier) -o desk
 */
#include <croupier/design.h>
#include <croupier/risk.h>

#include <math.h>
#include <stdio.h>

static int fail(const struct cr_err *err)
{
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

/* 500 rounds with an Ante of 10 and Pair Plus of 5. */
static int session(const struct cr_rules *rules)
{
    const struct cr_stakes stakes = {.ante = cr_money_from_units(10),
                                     .side = cr_money_from_units(5)};
    struct cr_endings endings;
    struct cr_distribution round;
    struct cr_session session;
    struct cr_ruin ruin;
    struct cr_err err = {0};
    if (cr_endings_list(rules, CR_PLAY_BEST, &endings, &err))
        return fail(&err);
    int rc = cr_distribution_make(rules, &endings, &stakes, &round, &err);
    cr_endings_free(&endings);
    if (rc)
        return fail(&err);
    rc = cr_session_make(&round, 500, &session, &err);
    if (!rc)
        rc = cr_ruin_make(&round, 500, 0.05, cr_money_from_units(0), &ruin, &err);
    cr_distribution_free(&round);
    if (rc)
        return fail(&err);
    char bankroll[CR_MONEY_TEXT_MAX];
    cr_money_format(ruin.bankroll, bankroll);
    printf("after 500 rounds: ahead with %.4f; %s outlast the session with 95 %%\n",
           session.steps[session.step_count - 1].ahead, bankroll);
    return 0;
}

static int tables(const struct cr_rules *rules)
{
    static struct cr_design_answer answer;
    struct cr_err err = {0};
    const struct cr_design_question question = {
        .slot = cr_slot_find(rules->game, "pair_plus", 9),
        .row_count = 2,
        .rows = {{CR_STRAIGHT_FLUSH, 30, 60}, {CR_FLUSH, 3, 4}},
        .edge = 0.04,
        .element_of_risk = NAN,
        .hit_frequency = NAN,
        .std_dev = NAN,
        .within = 0.005,
        .keep = 3};
    if (cr_design(rules, &question, &answer, &err))
        return fail(&err);
    for (unsigned i = 0; i < answer.count; i++)
        printf("straight flush %d, flush %d: house edge %.6f\n", answer.tables[i].pays[0],
               answer.tables[i].pays[1], answer.tables[i].figures.edge);
    return 0;
}

static int mistakes(const struct cr_rules *rules)
{
    struct cr_play_costs costs;
    struct cr_err err = {0};
    if (cr_play_costs(rules, &costs, &err))
        return fail(&err);
    for (unsigned i = 0; i < costs.count; i++)
        printf("%s arises in %.6f of all rounds: %.6f of the Ante instead of %.6f\n",
               costs.mistakes[i].name, cr_rational_value(costs.mistakes[i].arises),
               -cr_rational_value(costs.mistakes[i].ev), -cr_rational_value(costs.best));
    return 0;
}

/* How strongly two seats of a table win and lose together. */
static int seats(const struct cr_rules *rules)
{
    struct cr_seat_covariance together;
    struct cr_err err = {0};
    if (cr_seat_covariance(rules, 65536, 1, &together, &err))
        return fail(&err);
    printf("two seats have %.1f%% of their variance together\n",
           100 * together.covariance / (together.std_dev * together.std_dev));
    return 0;
}

/* Seeds and shares of a progressive for a house advantage of 21 %. */
static int progressives(void)
{
    static struct cr_progressive_answer answer;
    struct cr_progressive progressive;
    struct cr_err err = {0};
    struct cr_progressive_question question = {
        .row_count = 2,
        .rows = {{.what = CR_DESIGN_SEED,
                  .from = INT64_C(5000000000),
                  .to = INT64_C(15000000000),
                  .step = INT64_C(1000000000)},
                 {.what = CR_DESIGN_SHARE, .from = 15000000, .to = 25000000, .step = 500000}},
        .house_advantage = 0.21,
        .hit_frequency = NAN,
        .within = 0.002,
        .keep = 3};
    for (unsigned m = 0; m < CR_METERS; m++)
        question.average_jackpot[m] = question.bets_between[m] = NAN;
    if (cr_progressive_load("rp", &progressive, &err) ||
        cr_design_progressive(&progressive, &question, &answer, &err))
        return fail(&err);
    for (unsigned i = 0; i < answer.count; i++)
        printf("seed %.0f, share %.1f%%: house advantage %.6f, average jackpot %.2f\n",
               (double)answer.tables[i].values[0] / 1e6, (double)answer.tables[i].values[1] / 1e6,
               answer.tables[i].figures.house_advantage,
               answer.tables[i].figures.meters[0].average_jackpot);
    return 0;
}

int main(void)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load("tcp-cn", &rules, &err))
        return fail(&err);
    return session(&rules) || tables(&rules) || mistakes(&rules) || seats(&rules) || progressives();
}
