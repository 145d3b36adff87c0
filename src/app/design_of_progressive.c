/* croupier design, for a progressive: finds seeds, shares and awards. */
#include "app/design_of_progressive.h"

#include "app/cli.h"
#include "app/paper_out.h"
#include "base/err.h"
#include "math/design/progressive_file.h"
#include "reports/mathematics/design_document.h"

#include <stdlib.h>

struct progressive_work {
    struct progressive_subject subject;
    struct cr_category_counts counts;
    struct cr_progressive_answer answer;
};

static int make_question(const struct design_options *o, struct progressive_work *w,
                         struct cr_err *err)
{
    struct progressive_subject *s = &w->subject;
    struct cr_progressive_question *q = &s->question;
    progressive_question_init(s);
    q->house_advantage = o->target;
    q->hit_frequency = o->hit;
    q->within = o->within;
    q->keep = (unsigned)o->limit;
    int rc =
        cr_progressive_parse(s->source.origin, s->source.text, s->source.len, &s->progressive, err);
    for (unsigned i = 0; i < o->vary_count && rc == CR_OK; i++)
        rc = progressive_vary_read(s, o->vary[i], err);
    for (unsigned i = 0; i < o->jackpot_count && rc == CR_OK; i++)
        rc = progressive_wanted_read(&s->progressive, "--jackpot", o->jackpots[i],
                                     q->average_jackpot, err);
    for (unsigned i = 0; i < o->between_count && rc == CR_OK; i++)
        rc = progressive_wanted_read(&s->progressive, "--between", o->betweens[i], q->bets_between,
                                     err);
    return rc;
}

/* Counts the hands that are not folded under the best play of a game. */
static int count_hands(const char *name, struct progressive_work *w, struct cr_err *err)
{
    struct cr_rules rules;
    struct cr_endings endings = {0};
    int rc = cr_rules_load(name, &rules, err);
    if (rc == CR_OK)
        rc = cr_endings_list(&rules, CR_PLAY_BEST, &endings, err);
    if (rc == CR_OK)
        rc = cr_endings_awards(&rules, &endings, &w->counts, err);
    cr_endings_free(&endings);
    w->subject.question.counts = &w->counts;
    return rc;
}

static int write_file(const struct design_options *o, const struct progressive_work *w,
                      struct cr_err *err)
{
    const struct progressive_subject *s = &w->subject;
    struct text text = {0};
    if (o->pick > w->answer.count)
        return err_set(err, CR_E_INPUT, "there is no combination %u to write: %u were found",
                       (unsigned)o->pick, w->answer.count);
    int rc = progressive_file_edit(&s->source, &s->progressive, &s->question,
                                   w->answer.tables[o->pick - 1].values, &text)
                 ? paper_out_file(o->write, text.data, text.len, err)
                 : err_set(err, CR_E_RANGE, "not enough memory for the file");
    text_free(&text);
    return rc;
}

static int find(const struct design_options *o, struct progressive_work *w, struct cr_err *err)
{
    struct spinner spinner;
    spinner_start(&spinner);
    int rc = make_question(o, w, err);
    if (rc == CR_OK && o->rules)
        rc = count_hands(o->rules, w, err);
    if (rc == CR_OK)
        rc = cr_design_progressive(&w->subject.progressive, &w->subject.question, &w->answer, err);
    spinner_stop(&spinner);
    return rc == CR_OK && o->write ? write_file(o, w, err) : rc;
}

int design_progressive_run(const struct source *source, const struct design_options *o)
{
    struct progressive_work *w = calloc(1, sizeof *w);
    struct cr_err err = {0};
    if (!w)
        return cli_rejected("not enough memory");
    w->subject.source = *source;
    const int rc = find(o, w, &err);
    int status = cli_result(rc, &err);
    if (rc == CR_OK) {
        const struct design_progressive_report report = {.progressive = &w->subject.progressive,
                                                         .question = &w->subject.question,
                                                         .answer = &w->answer,
                                                         .rules = o->rules,
                                                         .bets_an_hour = (double)o->bets};
        struct desk_document document = design_progressive_document(&report);
        status = desk_answer(&o->form, &document);
    }
    free(w);
    return status;
}
