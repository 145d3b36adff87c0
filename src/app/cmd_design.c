/* croupier design: finds pay tables that reach a wanted house edge. */
#include "app/design_of_progressive.h"
#include "app/paper_out.h"
#include "app/shared_options.h"
#include "base/err.h"
#include "math/design/design_file.h"
#include "reports/mathematics/design_document.h"

#include <math.h>
#include <stdlib.h>

#define OWNER        struct design_options
#define PART(member) .kind = &kind_part, .place = OPTION_PLACE(double, OWNER, member), .once = true

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_either, OWNER, name),
     .missing = "no name; say house rules or a progressive"},
    {"--vary", "HAND=FROM..TO",
     "a row of the pay table, paid FROM to TO to 1; of a progressive seed, share, reserve or a "
     "hand, with :STEP",
     OPTION_LIST_OF(&option_text, OWNER, vary, vary_count)},
    {"--wager", "WAGER", "whose pay table: trips, blind, bets", OPTION_TEXT(OWNER, wager),
     .once = true, .otherwise = "the side bet"},
    {"--target", "PART", "the house edge that is wanted, as 0.035 or 3.5%", PART(target)},
    {"--element", "PART", "the element of risk that is wanted", PART(element)},
    {"--hit", "PART", "how often it is to win", PART(hit)},
    {"--deviation", "PART", "the standard deviation of a round, in units", PART(deviation)},
    {"--jackpot", "[METER=]N", "a progressive: the average jackpot that is wanted",
     OPTION_LIST_OF(&option_text, OWNER, jackpots, jackpot_count)},
    {"--between", "[METER=]N", "a progressive: bets between two of its jackpots",
     OPTION_LIST_OF(&option_text, OWNER, betweens, between_count)},
    {"--rules", "NAME", "a progressive: hands that are not folded in this game",
     OPTION_TEXT_OF(&kind_rules, OWNER, rules), .once = true, .otherwise = "any five cards"},
    {"--bets", "N", "a progressive: bets an hour, for the time between jackpots",
     OPTION_COUNT(OWNER, bets, 1, 1000000), .once = true},
    {"--within", "PART", "how far the figures may be off", PART(within), .preset = "0.001"},
    {"--limit", "N", "tables that are shown", OPTION_COUNT(OWNER, limit, 1, CR_DESIGN_KEPT),
     .once = true, .preset = "20"},
    {"--analyses", "N", "analyses of a base game, at most", OPTION_COUNT(OWNER, analyses, 1, 10000),
     .once = true, .preset = "100"},
    {"--write", "FILE", "a file with the first table, or the one of --pick",
     OPTION_FILE(OWNER, write), .once = true},
    {"--pick", "N", "which table is written", OPTION_COUNT(OWNER, pick, 1, CR_DESIGN_KEPT),
     .once = true, .needs = "--write", .otherwise = "1"},
    OPTION_SHARED(desk_forms, struct desk_form, OWNER, form),
    OPTION_END,
};

#undef PART
#undef OWNER

struct design_work {
    struct design_subject subject;
    struct cr_design_answer answer;
};

/* ---- The question ---- */

static double asked(const struct cli_call *call, const char *option, double value)
{
    return options_given(&call->given, option) ? value : NAN;
}

/* Marks what was not asked for as NAN, and fills in defaults. */
static void settle_options(const struct cli_call *call, struct design_options *o)
{
    o->target = asked(call, "--target", o->target);
    o->element = asked(call, "--element", o->element);
    o->hit = asked(call, "--hit", o->hit);
    o->deviation = asked(call, "--deviation", o->deviation);
    o->pick = o->pick ? o->pick : 1;
}

static int make_question(const struct design_options *o, struct design_work *w, struct cr_err *err)
{
    struct design_subject *s = &w->subject;
    struct cr_design_question *q = &s->question;
    *q = (struct cr_design_question){.edge = o->target,
                                     .element_of_risk = o->element,
                                     .hit_frequency = o->hit,
                                     .std_dev = o->deviation,
                                     .within = o->within,
                                     .keep = (unsigned)o->limit,
                                     .analyses = (unsigned)o->analyses,
                                     .is_valid = design_is_valid,
                                     .context = s};
    int rc = cr_rules_parse(s->source.origin, s->source.text, s->source.len, &s->rules, err);
    if (rc == CR_OK)
        rc = design_slot_find(&s->rules, o->wager, &q->slot, err);
    for (unsigned i = 0; i < o->vary_count && rc == CR_OK; i++)
        rc = design_vary_read(&s->rules, o->vary[i], q, err);
    return rc;
}

/* ---- The answer ---- */

static int write_file(const struct design_options *o, const struct design_work *w,
                      struct cr_err *err)
{
    const unsigned pick = (unsigned)o->pick;
    if (pick > w->answer.count)
        return err_set(err, CR_E_INPUT, "there is no table %u to write: %u were found", pick,
                       w->answer.count);
    struct text text = {0};
    int rc = design_file_edit(&w->subject.source, &w->subject.rules, &w->subject.question,
                              w->answer.tables[pick - 1].pays, &text)
                 ? paper_out_file(o->write, text.data, text.len, err)
                 : err_set(err, CR_E_RANGE, "not enough memory for the file");
    text_free(&text);
    return rc;
}

static int answer(const struct design_options *o, const struct design_work *w)
{
    struct design_report report = {
        .rules = &w->subject.rules, .question = &w->subject.question, .answer = &w->answer};
    struct cr_err err = {0};
    for (unsigned i = 0; i < w->subject.question.row_count; i++)
        design_row_hand(&w->subject.rules, w->subject.question.slot,
                        w->subject.question.rows[i].row, report.hands[i]);
    if (o->write && write_file(o, w, &err) != CR_OK)
        return cli_rejected("%s", err.text);
    struct desk_document document = design_document(&report);
    return desk_answer(&o->form, &document);
}

/* The first option of a list that was given, or NULL. */
static const char *given_of(const struct cli_call *call, const char *const *names)
{
    while (*names && !options_given(&call->given, *names))
        names++;
    return *names;
}

/* Designs seeds, shares and awards of a progressive. */
static int run_progressive(const struct cli_call *call, const struct source *source)
{
    static const char *const rules_only[] = {"--wager", "--element", "--deviation", "--analyses",
                                             NULL};
    const struct design_options *o = call->options;
    const char *wrong = given_of(call, rules_only);
    if (wrong)
        return cli_usage("%s is for house rules; %s is a progressive", wrong, o->name);
    return design_progressive_run(source, o);
}

static int run_rules(const struct cli_call *call, struct design_work *w)
{
    struct cr_err err = {0};
    struct spinner spinner;
    static const char *const progressive_only[] = {"--jackpot", "--between", "--rules", "--bets",
                                                   NULL};
    const char *wrong = given_of(call, progressive_only);
    if (wrong)
        return cli_usage("%s is for progressives", wrong);
    int rc = make_question(call->options, w, &err);
    if (rc != CR_OK)
        return cli_result(rc, &err);
    spinner_start(&spinner);
    rc = cr_design(&w->subject.rules, &w->subject.question, &w->answer, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? answer(call->options, w) : cli_result(rc, &err);
}

static int run(const struct cli_call *call)
{
    struct design_options *o = call->options;
    struct design_work *w = calloc(1, sizeof *w);
    struct cr_err err = {0};
    bool is_progressive = false;
    if (!w)
        return cli_rejected("not enough memory");
    settle_options(call, o);
    int rc = o->vary_count ? source_open(o->name, &w->subject.source, &err)
                           : err_set(&err, CR_E_INPUT, "nothing varies: say --vary HAND=FROM..TO");
    if (rc == CR_OK)
        rc = source_is_progressive(&w->subject.source, &is_progressive, &err);
    const int status = rc != CR_OK        ? cli_result(rc, &err)
                       : !(o->within > 0) ? cli_usage("--within takes a part above 0")
                       : is_progressive   ? run_progressive(call, &w->subject.source)
                                          : run_rules(call, w);
    source_release(&w->subject.source);
    free(w);
    return status;
}

const struct cli_runner runner_design = {options, sizeof(struct design_options), run};
