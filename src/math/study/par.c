/* Makes the PAR sheet of a game from its analysis and its endings. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/endings.h"

#include <croupier/par.h>

#include <math.h>
#include <string.h>

const double cr_par_deviates[CR_PAR_LIMITS] = {1.6448536269514722, 1.9599639845400545,
                                               2.5758293035489004};

static const double handles[CR_PAR_HANDLES] = {1e3, 1e4, 1e5, 1e6, 1e7, 1e8}; /* rounds */

/* ---- Every wager ---- */

static const struct cr_wager_returns *find_wager(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->wager_count; i++)
        if (strcmp(a->wagers[i].name, name) == 0)
            return &a->wagers[i];
    return NULL;
}

/* Whether the analysis has tables of the base game; otherwise they are summed over the endings. */
static bool has_base(const struct cr_analysis *a)
{
    for (unsigned i = 0; i < a->wager_count; i++)
        if (!a->wagers[i].is_side)
            return true;
    return false;
}

static int collect_wagers(const struct cr_rules *rules, const struct cr_analysis *a,
                          const struct cr_endings *endings, struct cr_par *out, struct cr_err *err)
{
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        const struct game_slot *slot = &rules->game->slots[s];
        const struct cr_wager_returns *made = find_wager(a, slot->name);
        if (made)
            out->wagers[out->wager_count++] = *made;
        else if (!slot->is_progressive && !slot->is_side && !has_base(a) &&
                 !ending_returns(rules, endings, s, &out->wagers[out->wager_count++]))
            return err_set(err, CR_E_RANGE, "%s: a figure is too large to be written exactly",
                           rules->name);
    }
    return CR_OK;
}

/* ---- Figures ---- */

static void fill_figures(const struct cr_analysis *a, struct cr_par *out)
{
    out->average_wager = cr_rational_value(a->average_wager);
    out->hold = a->element_of_risk;
    out->volatility_index = cr_par_deviates[0] * a->std_dev;
    for (size_t i = 0; i < out->round.count; i++) {
        const double p = (double)out->round.at[i].deals / (double)out->round.deals;
        out->hit_frequency += out->round.at[i].net.micro > 0 ? p : 0;
        out->returned += out->round.at[i].net.micro == 0 ? p : 0;
    }
    for (unsigned i = 0; i < CR_PAR_HANDLES; i++) {
        struct cr_par_hold *hold = &out->holds[i];
        hold->rounds = handles[i];
        hold->handle = handles[i] * out->average_wager;
        for (unsigned l = 0; l < CR_PAR_LIMITS; l++) {
            const double off =
                cr_par_deviates[l] * a->std_dev / out->average_wager / sqrt(handles[i]);
            hold->low[l] = out->hold - off;
            hold->high[l] = out->hold + off;
        }
    }
}

/* The Ante of the sheet: 1 if nothing is rounded with it. */
static struct cr_money choose_ante(const struct cr_rules *rules)
{
    const struct cr_money one = cr_money_from_units(1), whole = ending_whole_ante(rules);
    return whole.micro == 0 || one.micro % whole.micro == 0 ? one : whole;
}

int cr_par_make(const struct cr_rules *rules, const struct cr_analysis *analysis,
                struct cr_par *out, struct cr_err *err)
{
    const struct cr_stakes stakes = {.ante = choose_ante(rules)};
    struct cr_rules unlimited = *rules;
    struct cr_endings endings;
    memset(out, 0, sizeof *out);
    out->ante = stakes.ante;
    unlimited.has_hand_limit = false;
    int rc = cr_endings_list(&unlimited, CR_PLAY_BEST, &endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(&unlimited, &endings, &stakes, &out->round, err);
    if (rc == CR_OK)
        rc = collect_wagers(rules, analysis, &endings, out, err);
    if (rc == CR_OK)
        fill_figures(analysis, out);
    else
        cr_par_free(out);
    cr_endings_free(&endings);
    return rc;
}

void cr_par_free(struct cr_par *par)
{
    cr_distribution_free(&par->round);
}
