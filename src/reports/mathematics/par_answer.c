/* The PAR sheet of a game, calculated. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/ending_returns.h"
#include "math/study/study.h"
#include "reports/mathematics/desk_answers.h"
#include "reports/mathematics/par_document.h"

#include <stdlib.h>
#include <string.h>

/* Large, and points into itself: allocated, and not moved. */
struct par_work {
    struct subject subject;
    struct study study;
    struct cr_endings endings;
    struct cr_distribution round;
    unsigned wager_count;
    struct cr_wager_returns wagers[CR_SLOTS];
};

static int analyse(struct analyses *analyses, const struct cr_progressive *progressive,
                   struct par_work *w, struct cr_err *err)
{
    const struct study_options options = {
        .progressive = progressive, .ante = study_table_ante(&w->subject.rules), .alone = true};
    return study_run(&w->study, analyses, &w->subject, &options, err);
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

static int calculate(struct analyses *analyses, const struct cr_progressive *progressive,
                     struct par_work *w, struct cr_err *err)
{
    int rc = analyse(analyses, progressive, w, err);
    if (rc == CR_OK)
        rc = list_endings_of(w, err);
    return rc == CR_OK ? collect_wagers(w, err) : rc;
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
        const struct par_report report = {.base = &w->study.base,
                                          .wager_count = w->wager_count,
                                          .wagers = w->wagers,
                                          .round = &w->round};
        *out = par_document(&report);
    }
    cr_distribution_free(&w->round);
    cr_endings_free(&w->endings);
    free(w);
    return rc;
}
