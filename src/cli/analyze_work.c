/* The computing behind `croupier analyze`: from names and options to reports. */
#include "cli/analyze_work.h"

#include "analysis/analyze.h"
#include "base/err.h"
#include "games/game.h"
#include "games/load_source.h"

#include <string.h>

int subject_load(const char *name_or_path, struct subject *out, struct cr_err *err)
{
    struct source source;
    int rc = source_open(name_or_path, &source, err);
    if (rc != CR_OK)
        return rc;
    rc = source_is_progressive(&source, &out->is_progressive, err);
    if (rc == CR_OK && out->is_progressive)
        rc = cr_progressive_parse(source.origin, source.text, source.len, &out->progressive, err);
    else if (rc == CR_OK)
        rc = cr_rules_parse(source.origin, source.text, source.len, &out->rules, err);
    source_release(&source);
    return rc;
}

/* ---- The base game ---- */

static int analyze_base(const struct cr_rules *rules, const struct cr_analysis_options *options,
                        struct study *study, struct cr_err *err)
{
    return analyze_with_live(rules, options, &study->analysis, &study->live, &study->has_live, err);
}

/* ---- Progressives ---- */

unsigned progressive_slot(const struct cr_rules *rules)
{
    static const char name[] = "progressive";
    return cr_slot_find(rules->game, name, sizeof name - 1);
}

/* UTH-6: whether folding loses the bet. */
static bool fold_forfeits(const struct cr_rules *rules)
{
    return rules->fold_forfeits >> progressive_slot(rules) & 1;
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

/* The base game, where there is one, has been analysed. */
static int progressive_fill(struct study *study, const struct cr_progressive *progressive,
                            const struct cr_rules *base, const struct study_options *options,
                            struct cr_err *err)
{
    struct progressive_report *report = &study->progressive;
    struct cr_category_counts dealt;
    const double edge = base ? study->analysis.house_edge : 0;
    *report =
        (struct progressive_report){.progressive = progressive,
                                    .base = base,
                                    .ante = options->ante,
                                    .seats = options->seats,
                                    .has_folded = base && study->has_live && fold_forfeits(base)};
    cr_five_card_counts(&dealt);
    int rc = view_fill(report, &dealt, edge, &report->dealt, err);
    if (rc == CR_OK && report->has_folded)
        rc = view_fill(report, &study->live, edge, &report->folded, err);
    return rc;
}

/* The shipped uth rules whose default progressive this is; false for none. */
static bool find_uth_rules(const struct cr_progressive *progressive, struct cr_rules *out)
{
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        if (!file->is_progressive &&
            cr_rules_parse(file->name, file->text, file->len, out, NULL) == CR_OK &&
            out->game == &game_uth && strcmp(out->progressive, progressive->name) == 0)
            return true;
    return false;
}

static int load_base(const char *name, struct cr_rules *out, struct cr_err *err)
{
    int rc = cr_rules_load(name, out, err);
    if (rc == CR_OK && progressive_slot(out) == CR_SLOTS)
        return err_set(err, CR_E_INPUT, "%s has no progressive bet", out->name);
    return rc;
}

static int run_progressive(struct study *study, const struct study_options *options,
                           struct cr_err *err)
{
    const struct cr_progressive *progressive = &study->subject.progressive;
    bool has_base = options->rules != NULL;
    int rc = CR_OK;
    if (has_base)
        rc = load_base(options->rules, &study->base_rules, err);
    else if (!options->alone)
        has_base = find_uth_rules(progressive, &study->base_rules);
    if (rc == CR_OK && has_base)
        rc = analyze_base(&study->base_rules, &options->analysis, study, err);
    if (rc != CR_OK)
        return rc;
    return progressive_fill(study, progressive, has_base ? &study->base_rules : NULL, options, err);
}

static int run_rules(struct study *study, const struct study_options *options, struct cr_err *err)
{
    const struct cr_rules *rules = &study->subject.rules;
    int rc = CR_OK;
    if (options->progressive)
        rc = cr_progressive_load(options->progressive, &study->beside, err);
    if (rc == CR_OK)
        rc = analyze_base(rules, &options->analysis, study, err);
    if (rc == CR_OK && options->progressive)
        rc = progressive_fill(study, &study->beside, rules, options, err);
    study->base = (struct base_report){
        .rules = rules, .analysis = &study->analysis, .trips = options->analysis.trips};
    if (rules->has_hand_limit)
        study->base.ante = options->analysis.ante;
    if (options->progressive)
        study->base.progressive = &study->progressive;
    return rc;
}

int study_run(struct study *study, const struct study_options *options, struct cr_err *err)
{
    return (study->subject.is_progressive ? run_progressive : run_rules)(study, options, err);
}
