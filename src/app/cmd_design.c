/* croupier design: pay tables that reach a wanted edge. */
#include "app/cli.h"
#include "app/design_of_progressive.h"
#include "app/desk.h"
#include "app/paper_out.h"
#include "app/spinner.h"
#include "app/value_kinds.h"
#include "base/err.h"
#include "math/design/design_question.h"
#include "reports/mathematics/design_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct design_options {
    const char *name, *wager, *write;
    const char *vary[CR_DESIGN_ROWS];
    unsigned vary_count;
    double target, element, hit, deviation, within;
    struct cr_money jackpot;
    uint64_t limit, analyses, pick;
    struct desk_form form;
};

#define OWNER        struct design_options
#define PART(member) .kind = &kind_part, .place = OPTION_PLACE(double, OWNER, member), .once = true

static const struct option options[] = {
    {"NAME", OPTION_TEXT_OF(&kind_either, OWNER, name),
     .missing = "no name; say house rules or a progressive"},
    {"--vary", "HAND=FROM..TO", "a row of the pay table, paid FROM to TO to 1",
     OPTION_LIST_OF(&option_text, OWNER, vary, vary_count)},
    {"--wager", "WAGER", "whose pay table: trips, blind, bets", OPTION_TEXT(OWNER, wager),
     .once = true, .otherwise = "the side bet"},
    {"--target", "PART", "the house edge that is wanted, as 0.035 or 3.5%", PART(target)},
    {"--element", "PART", "the element of risk that is wanted", PART(element)},
    {"--hit", "PART", "how often it is to win", PART(hit)},
    {"--deviation", "PART", "the standard deviation of a round, in units", PART(deviation)},
    {"--jackpot", "MONEY", "a progressive: the average jackpot that is wanted",
     OPTION_MONEY(OWNER, jackpot, CR_MICRO_PER_UNIT), .once = true},
    {"--within", "PART", "how far the figures may be off", PART(within), .preset = "0.001"},
    {"--limit", "N", "tables that are shown", OPTION_COUNT(OWNER, limit, 1, CR_DESIGN_KEPT),
     .once = true, .preset = "20"},
    {"--analyses", "N", "analyses of a base game, at most", OPTION_COUNT(OWNER, analyses, 1, 10000),
     .once = true, .preset = "40"},
    {"--write", "FILE", "a rules file with the first table, or the one of --pick",
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

/* ---- What is asked ---- */

static double asked(const struct cli_call *call, const char *option, double value)
{
    return options_given(&call->given, option) ? value : NAN;
}

static int make_question(const struct cli_call *call, struct design_work *w, struct cr_err *err)
{
    const struct design_options *o = call->options;
    struct design_subject *s = &w->subject;
    struct cr_design_question *q = &s->question;
    *q = (struct cr_design_question){.edge = asked(call, "--target", o->target),
                                     .element_of_risk = asked(call, "--element", o->element),
                                     .hit_frequency = asked(call, "--hit", o->hit),
                                     .std_dev = asked(call, "--deviation", o->deviation),
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
    const unsigned pick = o->pick ? (unsigned)o->pick : 1;
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

/* Seed, shares and awards of a progressive. */
static int run_progressive(const struct cli_call *call, const struct source *source)
{
    static const char *const rules_only[] = {"--wager",     "--element",  "--hit",
                                             "--deviation", "--analyses", "--write"};
    const struct design_options *o = call->options;
    for (size_t i = 0; i < sizeof rules_only / sizeof *rules_only; i++)
        if (options_given(&call->given, rules_only[i]))
            return cli_usage("%s is for house rules; %s is a progressive", rules_only[i], o->name);
    struct cr_progressive_question question = {
        .house_advantage = asked(call, "--target", o->target),
        .average_jackpot = asked(call, "--jackpot", (double)o->jackpot.micro / CR_MICRO_PER_UNIT),
        .within = o->within,
        .keep = (unsigned)o->limit};
    return design_progressive_run(source, o->vary, o->vary_count, &question, &o->form);
}

static int run_rules(const struct cli_call *call, struct design_work *w)
{
    struct cr_err err = {0};
    struct spinner spinner;
    if (options_given(&call->given, "--jackpot"))
        return cli_usage("--jackpot is for progressives");
    int rc = make_question(call, w, &err);
    if (rc != CR_OK)
        return cli_result(rc, &err);
    spinner_start(&spinner);
    rc = cr_design(&w->subject.rules, &w->subject.question, &w->answer, &err);
    spinner_stop(&spinner);
    return rc == CR_OK ? answer(call->options, w) : cli_result(rc, &err);
}

static int run(const struct cli_call *call)
{
    const struct design_options *o = call->options;
    struct design_work *w = calloc(1, sizeof *w);
    struct cr_err err = {0};
    bool is_progressive = false;
    if (!w)
        return cli_rejected("not enough memory");
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
