/* Everything that is known about one file. */
#include "math/study/study.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/progressive/envy.h"
#include "math/rational.h"
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

/* What a category is paid, in Antes; false when it cannot be written exactly. */
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

/* LINK-5: the best play for Ante and progressive together. */
static int fill_joint(const struct study *s, const struct analyses *analyses,
                      const struct cr_rules *base, const struct study_options *options,
                      struct progressive_report *report, struct cr_err *err)
{
    const struct game_math *math = game_math_of(base->game);
    const struct cr_progressive *p = report->progressive;
    struct cr_rational awards[CR_CATEGORIES], together, stake;
    double plain = cr_rational_value(s->made->analysis.ev);
    bool fits = rational_reduce(p->bet.micro, options->ante.micro, &stake);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        fits = fits && award_in_antes(p, options, c, &awards[c]);
        plain += fits ? cr_rational_value(awards[c]) * (double)s->made->live.of[c] /
                            (double)s->made->live.total
                      : 0;
    }
    int rc = fits ? math->joint(base, analyses->options.ante, awards, &together, err) : CR_E_RANGE;
    stake.num = -stake.num;
    if (rc == CR_OK)
        fits = rational_sum(together, stake, &report->joint_ev);
    if (!fits)
        return err_set(err, CR_E_RANGE, "%s: the joint expectation cannot be written exactly",
                       p->name);
    report->has_joint = rc == CR_OK;
    report->joint_gain = cr_rational_value(together) - plain;
    return rc;
}

/* The base game, where there is one, has been analysed. */
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
    if (rc == CR_OK && report->has_folded && report->at_game && game_math_of(base->game)->joint)
        rc = fill_joint(s, analyses, base, options, report, err);
    return rc;
}

/* What the published rule of thumb is worth; milliseconds where the analysis takes no longer. */
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

/* The shipped rules whose default progressive this is and whose folds change how often it is won;
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
