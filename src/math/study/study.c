/* Runs all analyses of one file of house rules or one progressive. */
#include "math/study/study.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/progressive/progressive_figures.h"
#include "math/rational.h"
#include "math/starts.h"
#include "math/strategy/strategy.h"

#include <croupier/endings.h>

#include <string.h>

int subject_parse(const struct source *source, struct subject *out, struct cr_err *err)
{
    int rc = source_is_progressive(source, &out->is_progressive, err);
    if (rc != CR_OK)
        return rc;
    if (out->is_progressive)
        return cr_progressive_parse(source->origin, source->text, source->len, &out->progressive,
                                    err);
    return cr_rules_parse(source->origin, source->text, source->len, &out->rules, err);
}

struct cr_money study_table_ante(const struct cr_rules *rules)
{
    const struct cr_money least = rules->limits[rules->game->ante].min;
    return least.micro > 0 ? least : cr_money_from_units(STUDY_ANTE_UNITS);
}

static int view_fill(const struct progressive_report *report,
                     const struct cr_category_counts *counts, double edge,
                     struct progressive_view *out, struct cr_err *err)
{
    double house_share;
    const double ante = (double)report->ante.micro / CR_MICRO_PER_UNIT;
    int rc = cr_analyze_progressive(report->progressive, counts, &out->figures, err);
    if (rc != CR_OK)
        return rc;
    return cr_analyze_meters(report->progressive, counts, edge, ante, out->meters, &out->std_dev,
                             &house_share, err);
}

/* UTH-6, UTH-15: Envy is paid for a hand that is not folded, to a seat that did not fold. */
static int fill_envy(struct analyses *analyses, const struct study *s, const struct cr_rules *base,
                     struct progressive_report *report, struct cr_err *err)
{
    const struct cr_progressive *p = report->progressive;
    unsigned categories = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind != CR_AWARD_NONE && p->awards[c].envy.micro > 0)
            categories |= 1u << c;
    if (categories == 0)
        return CR_OK;
    int rc = analyses_pairs(analyses, base, s->made, categories, err);
    if (rc == CR_OK && !progressive_envy(p, &s->made->pairs, &report->folded.figures.envy_per_seat))
        rc = err_set(err, CR_E_RANGE, "%s: the exact Envy has too many digits", p->name);
    return rc;
}

const struct cr_progressive *study_cut_awards(const struct cr_progressive *progressive,
                                              const struct cr_rules *base,
                                              struct cr_progressive *out)
{
    bool is_cut = false;
    *out = *progressive;
    for (unsigned c = 0; c < CR_CATEGORIES && base && base->has_aggregate_limit; c++) {
        struct cr_award *award = &out->awards[c];
        if (award->kind != CR_AWARD_FIXED || award->amount.micro <= base->aggregate_limit.micro)
            continue;
        award->amount = base->aggregate_limit;
        is_cut = true;
    }
    return is_cut ? out : progressive;
}

/* The award of a category, in Antes; false when it cannot be written exactly. */
static bool award_in_antes(const struct cr_progressive *p, const struct study_options *options,
                           unsigned category, struct cr_rational *out)
{
    const struct cr_award *award = &p->awards[category];
    *out = (struct cr_rational){0, 1};
    if (award->kind == CR_AWARD_FIXED)
        return rational_reduce(award->amount.micro, options->ante.micro, out);
    if (award->kind != CR_AWARD_PERCENT)
        return true;
    const struct cr_money meter =
        award->from == 0 && options->has_meter ? options->meter : p->meters[award->from].seed;
    return rational_reduce((wide)meter.micro * award->ppm, (wide)options->ante.micro * CR_PPM, out);
}

/* As joint of struct game_math, for a game whose first decision is made with two cards: the mean
 * over starting hands of their best values. *is_known is false where a limit on one hand's pays
 * keeps the progressive out of the values. */
static int holdem_joint(struct analyses *analyses, const struct cr_rules *base,
                        const struct felt *felt, bool *is_known, struct cr_rational *out,
                        struct cr_err *err)
{
    struct start_hand starts[CR_STARTS];
    bool seen[CR_STARTS] = {false}, fits = true;
    starts_list(starts);
    *is_known = true;
    *out = (struct cr_rational){0, 1};
    for (cr_card first = 0; first < CR_DECK_CARDS; first++) {
        for (cr_card second = 0; second < first; second++) {
            const cr_card hole[2] = {first, second};
            const unsigned start = starts_find(starts, hole);
            struct felt each = *felt;
            struct cr_position values;
            struct cr_rational part;
            if (seen[start])
                continue;
            seen[start] = true;
            int rc = analyses_felt(analyses, base, &each, hole, NULL, 0, NULL, 0, &values, err);
            if (rc != CR_OK)
                return rc;
            *is_known = *is_known && each.left == 0;
            const struct cr_rational weight = {starts[start].combos, HOLE_HANDS};
            fits = fits && rational_multiply(values.options[values.best].ev, weight, &part) &&
                   rational_sum(*out, part, out);
        }
    }
    fits = fits && rational_sum(*out, felt->progressive, out);
    return fits ? CR_OK : CR_E_RANGE;
}

/* The value of the base game's best play plus the awards, before the progressive bet is
 * subtracted. */
static bool plain_value(const struct study *s, const struct cr_rational awards[CR_CATEGORIES],
                        struct cr_rational *out)
{
    bool fits = true;
    *out = s->made->analysis.ev;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        struct cr_rational live, part;
        fits = fits && rational_reduce(s->made->live.of[c], s->made->live.total, &live) &&
               rational_multiply(awards[c], live, &part) && rational_sum(*out, part, out);
    }
    return fits;
}

/* LINK-5: the value of the best play for Ante and progressive together. It is left out where it
 * cannot be written exactly. */
static int fill_joint(const struct study *s, struct analyses *analyses, const struct cr_rules *base,
                      const struct study_options *options, struct progressive_report *report,
                      struct cr_err *err)
{
    const struct game_math *math = game_math_of(base->game);
    const struct cr_progressive *p = report->progressive;
    struct felt felt = {.ante = options->ante, .counted = (uint8_t)(1u << base->game->progressive)};
    struct cr_rational together, plain;
    bool fits = rational_reduce(p->bet.micro, options->ante.micro, &felt.progressive);
    for (unsigned slot = 0; slot < CR_SLOTS; slot++)
        felt.side[slot] = (struct cr_rational){0, 1};
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        fits = fits && award_in_antes(p, options, c, &felt.awards[c]);
    if (!fits || !plain_value(s, felt.awards, &plain))
        return CR_OK;
    int rc = math->starts_in_analysis
                 ? holdem_joint(analyses, base, &felt, &fits, &together, err)
                 : math->joint(base, analyses->options.ante, felt.awards, &together, err);
    if (rc != CR_OK || !fits)
        return rc == CR_E_RANGE ? CR_OK : rc;
    const struct cr_rational lost = {-felt.progressive.num, felt.progressive.den};
    struct cr_rational gain, less = {-plain.num, plain.den};
    if (rational_sum(together, lost, &report->joint_ev) && rational_sum(together, less, &gain)) {
        report->has_joint = true;
        report->joint_gain = cr_rational_value(gain);
    }
    return CR_OK;
}

/* Fills the report of a progressive. Its base game, if there is one, must have been analysed. */
static int progressive_fill(struct study *s, struct analyses *analyses,
                            const struct cr_progressive *progressive, const struct cr_rules *base,
                            const struct study_options *options, struct cr_err *err)
{
    struct progressive_report *report = &s->progressive;
    struct cr_category_counts dealt;
    const double edge = base ? s->made->analysis.house_edge : 0;
    *report =
        (struct progressive_report){.progressive = study_cut_awards(progressive, base, &s->cut),
                                    .base = base,
                                    .ante = options->ante,
                                    .seats = options->seats,
                                    .at_game = base && base == options->rules,
                                    .has_folded = base && game_math_forfeits(base)};
    report->is_cut = report->progressive == &s->cut;
    cr_five_card_counts(&dealt);
    int rc = view_fill(report, &dealt, edge, &report->dealt, err);
    if (rc == CR_OK && report->has_folded)
        rc = view_fill(report, &s->made->live, edge, &report->folded, err);
    if (rc == CR_OK && report->has_folded)
        rc = fill_envy(analyses, s, base, report, err);
    const struct game_math *math = base ? game_math_of(base->game) : NULL;
    if (rc == CR_OK && report->has_folded && report->at_game &&
        (math->joint || math->starts_in_analysis))
        rc = fill_joint(s, analyses, base, options, report, err);
    return rc;
}

/* Values the published rule of thumb, if that was asked for or takes only milliseconds. */
static int thumb_fill(struct base_report *report, bool asked, struct cr_err *err)
{
    const struct game_math *math = game_math_of(report->rules->game);
    struct strategy_words words[STRATEGY_WORDS_MAX];
    struct cr_endings endings;
    struct cr_moments moments;
    if ((math->takes_long && !asked) || report->ante.micro > 0 ||
        strategy_in_words(report->rules, words) == 0)
        return CR_OK;
    int rc = cr_endings_list(report->rules, CR_PLAY_SIMPLE, &endings, err);
    if (rc != CR_OK)
        return rc;
    report->has_thumb = cr_endings_moments(report->rules, &endings, &moments, NULL) == CR_OK;
    report->thumb_ev = moments.mean;
    cr_endings_free(&endings);
    return CR_OK;
}

static int run_rules(struct study *s, struct analyses *analyses, const struct cr_rules *rules,
                     const struct study_options *options, struct cr_err *err)
{
    int rc = analyses_make(analyses, rules, rules->hash, &s->made, err);
    if (rc == CR_OK && options->progressive)
        rc = progressive_fill(s, analyses, options->progressive, rules, options, err);
    if (rc != CR_OK)
        return rc;
    s->base = (struct base_report){.rules = rules,
                                   .analysis = &s->made->analysis,
                                   .trips = analyses->options.trips,
                                   .progressive = options->progressive ? &s->progressive : NULL};
    if (rules->has_hand_limit)
        s->base.ante = analyses->options.ante;
    return thumb_fill(&s->base, options->thumb, err);
}

/* Finds shipped rules whose default progressive this is and whose folds change how often it is won;
 * false for none. */
static bool find_base_rules(const struct cr_progressive *progressive, struct cr_rules *out)
{
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++) {
        if (file->is_progressive ||
            cr_rules_parse(file->name, file->text, file->len, out, NULL) != CR_OK ||
            strcmp(out->progressive, progressive->name) != 0)
            continue;
        if (game_math_forfeits(out))
            return true;
    }
    return false;
}

static int run_progressive(struct study *s, struct analyses *analyses,
                           const struct cr_progressive *progressive,
                           const struct study_options *options, struct cr_err *err)
{
    const struct cr_rules *base = options->rules;
    int rc = CR_OK;
    if (!base && !options->alone && find_base_rules(progressive, &s->base_rules))
        base = &s->base_rules;
    if (base)
        rc = analyses_make(analyses, base, base->hash, &s->made, err);
    return rc == CR_OK ? progressive_fill(s, analyses, progressive, base, options, err) : rc;
}

int study_run(struct study *s, struct analyses *analyses, const struct subject *subject,
              const struct study_options *options, struct cr_err *err)
{
    return subject->is_progressive
               ? run_progressive(s, analyses, &subject->progressive, options, err)
               : run_rules(s, analyses, &subject->rules, options, err);
}
