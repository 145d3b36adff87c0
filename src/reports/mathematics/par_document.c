/* Calculates the PAR sheet of a game and makes its document. Laboratories compare a pay table with
 * it. */
#include "reports/mathematics/desk_answers.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/rational.h"
#include "math/study/analysis_report.h"
#include "math/study/study.h"
#include "reports/mathematics/analysis_internal.h"
#include "reports/mathematics/analysis_tree.h"
#include "reports/mathematics/figures.h"

#include <croupier/par.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct par_report {
    const struct base_report *base; /* with its progressive, if there is one */
    const struct cr_par *par;
};

static const struct {
    const char *key, *head_low, *head_high;
} limits[CR_PAR_LIMITS] = {
    {"90", "90% low", "90% high"}, {"95", "95% low", "95% high"}, {"99", "99% low", "99% high"}};

/* ---- For machines ---- */

static void name_limits(struct named *list, const struct cr_par *par)
{
    for (unsigned i = 0; i < CR_PAR_HANDLES; i++) {
        const struct cr_par_hold *hold = &par->holds[i];
        struct named *o = named_object(list, NULL);
        NAMED_MEMBERS(o, hold, rounds, handle);
        named_number(o, "hold", par->hold);
        for (unsigned l = 0; l < CR_PAR_LIMITS; l++) {
            struct named *limit = named_list(o, limits[l].key);
            named_number(limit, NULL, hold->low[l]);
            named_number(limit, NULL, hold->high[l]);
        }
    }
}

/* One result of a round, in Antes. */
struct result {
    struct cr_rational net, contributes;
    struct cr_money shown; /* the net to the nearest millionth, as an amount with an Ante of 1 */
    double probability;
};

static struct result result_of(const struct cr_par *par, const struct cr_result_count *r)
{
    const wide ante = par->ante.micro, net = r->net.micro;
    const wide half = net < 0 ? -ante / 2 : ante / 2;
    struct result out = {
        .shown = cr_money_from_micro((int64_t)((net * CR_MICRO_PER_UNIT + half) / ante)),
        .probability = (double)r->deals / (double)par->round.deals};
    rational_reduce(net, ante, &out.net);
    rational_reduce(net * r->deals, ante * par->round.deals, &out.contributes);
    return out;
}

static void name_results(struct named *list, const struct cr_par *par)
{
    for (size_t i = 0; i < par->round.count; i++) {
        const struct result r = result_of(par, &par->round.at[i]);
        struct named *o = named_object(list, NULL);
        named_money(o, "net", r.shown);
        named_number(o, "combinations", (double)par->round.at[i].deals);
        named_number(o, "probability", r.probability);
        named_rational(o, "contributes", r.contributes);
        struct named *exact = named_object(o, "exact");
        named_exact(exact, "net", r.net);
        named_exact(exact, "contributes", r.contributes);
    }
}

static struct named_tree *make_tree(const struct par_report *r)
{
    const struct cr_analysis *a = r->base->analysis;
    const struct cr_par *par = r->par;
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    desk_named_rules(o, r->base->rules);
    named_number(o, "combinations", (double)r->par->round.deals);
    named_rational(o, "ev", a->ev);
    struct named *exact = named_object(o, "exact");
    named_exact(exact, "ev", a->ev);
    named_exact(exact, "average_wager", a->average_wager);
    named_number(o, "house_edge", a->house_edge);
    named_number(o, "element_of_risk", a->element_of_risk);
    named_number(o, "average_wager", par->average_wager);
    named_number(o, "std_dev", a->std_dev);
    NAMED_MEMBERS(o, par, hit_frequency, returned, volatility_index);
    analysis_add_frequencies(o, a);
    struct named *wagers = named_list(o, "wagers");
    for (unsigned i = 0; i < par->wager_count; i++)
        analysis_add_wager(wagers, &par->wagers[i]);
    analysis_add_strategy(named_object(o, "strategy"), r->base);
    name_results(named_list(o, "results"), par);
    name_limits(named_list(o, "confidence"), par);
    if (r->base->progressive)
        analysis_add_progressive(named_object(o, "progressive"), r->base->progressive);
    return t;
}

/* ---- For people ---- */

static void print_figures(struct paper *p, const struct par_report *r)
{
    const struct cr_analysis *a = r->base->analysis;
    const struct cr_par *par = r->par;
    const struct cr_game *game = r->base->rules->game;
    char wager[FIGURE_MAX];
    snprintf(wager, sizeof wager, "Average wager, in %ss", game->unit);
    paper_section(p, "par",
                  figure_unit(FIGURE, "Key figures of the base game, in units of ", game));
    paper_fact_count(p, "combinations", "Combinations", (uint64_t)r->par->round.deals);
    paper_fact(p, "house_edge", "House edge", figure_percent(FIGURE, a->house_edge, 6));
    paper_fact(p, "exact", "Expectation, exactly", figure_exact(FIGURE, a->ev));
    paper_fact(p, "average_wager", wager, figure_fixed(FIGURE, par->average_wager, 6));
    paper_fact(p, "hold", "Hold, of all that is wagered", figure_percent(FIGURE, par->hold, 6));
    paper_fact(p, "hit_frequency", "Hit frequency: rounds that win",
               figure_percent(FIGURE, par->hit_frequency, 6));
    paper_fact(p, "returned", "Rounds that return what was bet",
               figure_percent(FIGURE, par->returned, 6));
    paper_fact(p, "std_dev", "Standard deviation", figure_fixed(FIGURE, a->std_dev, 6));
    paper_fact(p, "volatility_index", "Volatility index (90%)",
               figure_fixed(FIGURE, par->volatility_index, 6));
}

static void print_wager(struct paper *p, const struct cr_wager_returns *w)
{
    static const struct paper_column columns[] = {{"name", "Outcome", PAPER_TEXT},
                                                  {"combinations", "Combinations", PAPER_COUNT},
                                                  {"probability", "Probability", PAPER_NUMBER},
                                                  {"bets", "Bets", PAPER_NUMBER},
                                                  {"pays", "Pays", PAPER_TEXT},
                                                  {"contributes", "Contribution", PAPER_NUMBER}};
    const double total = (double)w->total;
    paper_caption(p, w->label[0] ? w->label : w->name);
    paper_table(p, w->name, columns, 6);
    for (unsigned i = 0; i < w->row_count; i++) {
        const struct cr_return *row = &w->rows[i];
        paper_cell(p, figure_capital(FIGURE, row->name));
        paper_cell_count(p, (uint64_t)row->combinations);
        paper_cell_number(p, (double)row->combinations / total, 8, PAPER_PERCENT);
        paper_cell_number(p, cr_rational_value(row->bets), 4, PAPER_PLAIN);
        paper_cell(p, figure_pays(FIGURE, row));
        paper_cell_number(p, cr_rational_value(row->contributes), 8, PAPER_PERCENT);
    }
    paper_cell(p, w->is_side ? "Side bet" : "Together");
    paper_cell_count(p, (uint64_t)w->total);
    paper_cell_number(p, 1, 8, PAPER_PERCENT);
    paper_cell(p, "");
    paper_cell(p, "");
    paper_cell_number(p, cr_rational_value(w->ev), 8, PAPER_PERCENT);
    paper_total(p);
}

static void print_wagers(struct paper *p, const struct par_report *r)
{
    paper_section(p, "wagers", "Every wager");
    for (unsigned i = 0; i < r->par->wager_count; i++)
        print_wager(p, &r->par->wagers[i]);
    char note[FIGURE_MAX + 160];
    snprintf(note, sizeof note,
             "%s or of the side bet. The contributions of all wagers of the base game together are "
             "its expectation.",
             figure_unit(FIGURE, "Bets: in action in such a deal, on average, in units of ",
                         r->base->rules->game));
    paper_note(p, note);
}

static void print_results(struct paper *p, const struct cr_par *par, const struct cr_game *game)
{
    paper_section(p, "results",
                  strcmp(game->unit, "Ante") == 0
                      ? "Every result of the base game with an Ante of 1"
                      : "Every result of the base game with bets of 1");
    /* The last column is only needed where the Ante of the sheet is not 1: results may be rounded.
     */
    static const struct paper_column columns[] = {{"net", "Result", PAPER_MONEY},
                                                  {"combinations", "Combinations", PAPER_COUNT},
                                                  {"probability", "Probability", PAPER_NUMBER},
                                                  {"one_in", "1 in", PAPER_TEXT},
                                                  {"contributes", "Contribution", PAPER_NUMBER},
                                                  {"exact", "Exactly", PAPER_NUMBER}};
    const bool has_parts = par->ante.micro != CR_MICRO_PER_UNIT;
    paper_table(p, "results", columns, has_parts ? 6 : 5);
    for (size_t i = 0; i < par->round.count; i++) {
        const struct result r = result_of(par, &par->round.at[i]);
        paper_cell_money(p, r.shown);
        paper_cell_count(p, (uint64_t)par->round.at[i].deals);
        paper_cell_number(p, r.probability, 8, PAPER_PERCENT);
        paper_cell(p, figure_one_in(FIGURE, r.probability));
        paper_cell_number(p, cr_rational_value(r.contributes), 8, PAPER_PERCENT);
        if (has_parts)
            paper_cell(p, figure_exact(FIGURE, r.net));
    }
}

static void print_limits(struct paper *p, const struct par_report *r)
{
    struct paper_column columns[2 + 2 * CR_PAR_LIMITS] = {{"rounds", "Rounds", PAPER_COUNT},
                                                          {"handle", "Handle", PAPER_NUMBER}};
    char keys[2 * CR_PAR_LIMITS][16];
    for (unsigned l = 0; l < 2 * CR_PAR_LIMITS; l++) {
        snprintf(keys[l], sizeof keys[l], "%s_%s", l % 2 ? "high" : "low", limits[l / 2].key);
        columns[2 + l] = (struct paper_column){
            keys[l], l % 2 ? limits[l / 2].head_high : limits[l / 2].head_low, PAPER_NUMBER};
    }
    paper_section(p, "confidence", "Confidence limits of the hold by handle");
    paper_table(p, "confidence", columns, 2 + 2 * CR_PAR_LIMITS);
    for (unsigned i = 0; i < CR_PAR_HANDLES; i++) {
        const struct cr_par_hold *hold = &r->par->holds[i];
        paper_cell_count(p, (uint64_t)hold->rounds);
        paper_cell_number(p, hold->handle, 0, PAPER_PLAIN);
        for (unsigned l = 0; l < 2 * CR_PAR_LIMITS; l++)
            paper_cell_number(p, (l % 2 ? hold->high : hold->low)[l / 2], 4, PAPER_PERCENT);
    }
    char note[320];
    snprintf(
        note, sizeof note,
        "Handle in %ss. The hold of so many rounds lies between the limits with that confidence; "
        "normal approximation from the exact standard deviation.",
        r->base->rules->game->unit);
    paper_note(p, note);
}

static struct desk_document par_document(const struct par_report *report)
{
    struct paper *p =
        desk_paper(report->base->rules, "PAR sheet",
                   "complete enumeration of all deals, all decisions optimal; every combination is "
                   "paid by the settlement that the tables run");
    print_figures(p, report);
    print_wagers(p, report);
    print_results(p, report->par, report->base->rules->game);
    print_limits(p, report);
    part_base(p, report->base, ANALYSIS_IN_PAR);
    if (report->base->progressive)
        part_progressive(p, report->base->progressive, ANALYSIS_IN_PAR);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}

/* ---- The answer ---- */

/* Large, and with pointers into itself: allocated, and never moved. */
struct par_work {
    struct subject subject;
    struct study study;
    struct cr_par par;
};

static int analyse(struct analyses *analyses, const struct cr_progressive *progressive,
                   struct par_work *w, struct cr_err *err)
{
    const struct study_options options = {
        .progressive = progressive, .ante = study_table_ante(&w->subject.rules), .alone = true};
    return study_run(&w->study, analyses, &w->subject, &options, err);
}

static int calculate(struct analyses *analyses, const struct cr_progressive *progressive,
                     struct par_work *w, struct cr_err *err)
{
    int rc = analyse(analyses, progressive, w, err);
    return rc == CR_OK ? cr_par_make(&w->subject.rules, w->study.base.analysis, &w->par, err) : rc;
}

int par_answer(struct analyses *analyses, const struct cr_rules *rules,
               const struct cr_progressive *progressive, struct desk_document *out,
               struct cr_err *err)
{
    struct par_work *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(err, CR_E_RANGE, "not enough memory for the sheet");
    w->subject.rules = *rules;
    int rc = calculate(analyses, progressive, w, err);
    if (rc == CR_OK) {
        const struct par_report report = {.base = &w->study.base, .par = &w->par};
        *out = par_document(&report);
        cr_par_free(&w->par);
    }
    free(w);
    return rc;
}
