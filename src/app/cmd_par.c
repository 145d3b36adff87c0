/* croupier par: the PAR sheet of a game. */
#include "app/cli.h"
#include "app/desk.h"
#include "app/spinner.h"
#include "app/value_kinds.h"
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/ending_returns.h"
#include "math/study/study.h"
#include "reports/mathematics/par_document.h"

#include <stdlib.h>
#include <string.h>

struct par_options {
    const char *name;
    struct desk_form form;
};

#define OWNER struct par_options

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_rules, OWNER, name), .missing = "no name; say house rules"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef OWNER

/* Large, and points into itself: allocated, and not moved. */
struct par_work {
    struct subject subject;
    struct cr_progressive progressive;
    struct analyses analyses;
    struct study study;
    struct cr_endings endings;
    struct cr_distribution round;
    unsigned wager_count;
    struct cr_wager_returns wagers[CR_SLOTS];
};

static int analyse(const struct par_options *o, struct par_work *w, struct cr_err *err)
{
    struct study_options options_of = {0};
    int rc = cr_rules_load(o->name, &w->subject.rules, err);
    if (rc == CR_OK && w->subject.rules.progressive[0]) {
        rc = cr_progressive_load(w->subject.rules.progressive, &w->progressive, err);
        options_of.progressive = &w->progressive;
    }
    options_of.ante = rc == CR_OK ? study_table_ante(&w->subject.rules) : cr_money_from_units(0);
    options_of.alone = true;
    if (rc == CR_OK)
        rc = study_run(&w->study, &w->analyses, &w->subject, &options_of, err);
    return rc;
}

/* The limit on one hand's pays is a matter of stakes: the sheet is for an Ante of 1, without it. */
static int list_endings_of(struct par_work *w, struct cr_err *err)
{
    const struct cr_stakes stakes = {.ante = cr_money_from_units(1)};
    struct cr_rules unlimited = w->subject.rules;
    unlimited.has_hand_limit = false;
    int rc = cr_endings_list(&unlimited, CR_PLAY_BEST, &w->endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(&unlimited, &w->endings, &stakes, &w->round, err);
    return rc;
}

static const struct cr_wager_returns *find_wager(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->wager_count; i++)
        if (strcmp(a->wagers[i].name, name) == 0)
            return &a->wagers[i];
    return NULL;
}

/* Whether the analysis has tables of the base game; what it lacks is summed over the endings. */
static bool has_base(const struct cr_analysis *a)
{
    for (unsigned i = 0; i < a->wager_count; i++)
        if (!a->wagers[i].is_side)
            return true;
    return false;
}

static int collect_wagers(struct par_work *w, struct cr_err *err)
{
    const struct cr_rules *rules = &w->subject.rules;
    const struct cr_analysis *a = w->study.base.analysis;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct game_slot *slot = &rules->game->slots[s];
        const struct cr_wager_returns *made = find_wager(a, slot->name);
        if (made)
            w->wagers[w->wager_count++] = *made;
        else if (!slot->is_progressive && !slot->is_side && !has_base(a) &&
                 !ending_returns(rules, &w->endings, s, &w->wagers[w->wager_count++]))
            return err_set(err, CR_E_RANGE, "%s: a figure is too large to be written exactly",
                           rules->name);
    }
    return CR_OK;
}

static int make_sheet(const struct par_options *o, struct par_work *w)
{
    struct cr_err err = {0};
    struct spinner spinner;
    spinner_start(&spinner);
    int rc = analyse(o, w, &err);
    if (rc == CR_OK)
        rc = list_endings_of(w, &err);
    if (rc == CR_OK)
        rc = collect_wagers(w, &err);
    spinner_stop(&spinner);
    if (rc != CR_OK)
        return cli_result(rc, &err);
    const struct par_report report = {.base = &w->study.base,
                                      .wager_count = w->wager_count,
                                      .wagers = w->wagers,
                                      .round = &w->round};
    struct desk_document document = par_document(&report);
    return desk_answer(&o->form, &document);
}

static int run(const struct cli_call *call)
{
    struct par_work *w = calloc(1, sizeof *w);
    if (!w)
        return cli_rejected("not enough memory");
    const int status = make_sheet(call->options, w);
    cr_distribution_free(&w->round);
    cr_endings_free(&w->endings);
    free(w);
    return status;
}

const struct cli_runner runner_par = {options, sizeof(struct par_options), run};
