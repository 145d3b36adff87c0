/* Questions of the mathematician's desk: pay tables for a wanted edge, and the file with one. */
#include "base/err.h"
#include "math/design/design_question.h"
#include "reports/mathematics/design_document.h"
#include "sim/desk_questions.h"

#include <math.h>
#include <stdlib.h>

#define VARY_MAX     100
#define ANALYSES_MAX 40 /* of a base game: what a minute allows */

/* Points into itself: allocated, and not moved. */
struct design_work {
    struct design_subject subject;
    struct cr_design_answer answer;
    enum practice_form form;
    uint64_t pick;
};

static int read_wager(struct ask *a, struct design_subject *s)
{
    const struct json_node *node = ask_member(a, "wager");
    char wager[CR_NAME_MAX];
    int rc = ask_is_null(node) ? CR_OK : ask_word(a, node, "wager", wager, sizeof wager);
    if (rc != CR_OK)
        return rc;
    rc = design_slot_find(&s->rules, ask_is_null(node) ? NULL : wager, &s->question.slot, &a->err);
    return ask_blame(a, rc, "wager");
}

static int read_rows(struct ask *a, struct design_subject *s)
{
    const struct json_node *list = ask_member(a, "vary");
    if (!list || list->kind != JSON_ARRAY || list->count == 0)
        return ask_fault(a, CR_E_INPUT, "vary",
                         "must be a list of rows, such as [\"full house=6..9\"]");
    const struct json_node *node = json_first(list);
    int rc = CR_OK;
    for (uint32_t i = 0; i < list->count && rc == CR_OK; i++, node = json_next(node)) {
        char row[VARY_MAX];
        rc = ask_word(a, node, "vary", row, sizeof row);
        if (rc == CR_OK)
            rc = ask_blame(a, design_vary_read(&s->rules, row, &s->question, &a->err), "vary");
    }
    return rc;
}

static int read_wanted(struct ask *a, struct cr_design_question *q)
{
    uint64_t limit = 0, analyses = 0;
    int rc = desk_part(a, "target", -10, 1, NAN, &q->edge);
    if (rc == CR_OK)
        rc = desk_part(a, "element", -10, 1, NAN, &q->element_of_risk);
    if (rc == CR_OK)
        rc = desk_part(a, "hit", 0, 1, NAN, &q->hit_frequency);
    if (rc == CR_OK)
        rc = desk_part(a, "deviation", 0, 1000000, NAN, &q->std_dev);
    if (rc == CR_OK)
        rc = desk_part(a, "within", 1e-9, 10, 0.001, &q->within);
    if (rc == CR_OK)
        rc = ask_count(a, "limit", 1, CR_DESIGN_KEPT, 20, &limit);
    if (rc == CR_OK)
        rc = ask_count(a, "analyses", 1, ANALYSES_MAX, ANALYSES_MAX, &analyses);
    q->keep = (unsigned)limit;
    q->analyses = (unsigned)analyses;
    return rc;
}

static int read_design(struct ask *a, struct design_work *w)
{
    struct design_subject *s = &w->subject;
    s->question.is_valid = design_is_valid;
    s->question.context = s;
    int rc = ask_source(a, &s->source);
    if (rc == CR_OK)
        rc = ask_rules(a, &s->rules);
    if (rc == CR_OK)
        rc = read_wager(a, s);
    if (rc == CR_OK)
        rc = read_rows(a, s);
    if (rc == CR_OK)
        rc = read_wanted(a, &s->question);
    if (rc == CR_OK)
        rc = ask_count(a, "pick", 1, CR_DESIGN_KEPT, 1, &w->pick);
    if (rc == CR_OK)
        rc = ask_form(a, "json, pdf, csv or yaml", &w->form);
    return rc;
}

/* The rules file with the table that is picked. */
static int send_file(struct practice *p, struct ask *a, const struct design_work *w)
{
    const struct design_subject *s = &w->subject;
    struct text text = {0};
    if (w->pick > w->answer.count)
        return ask_fault(a, CR_E_INPUT, "pick", "there is no table %u: %u were found",
                         (unsigned)w->pick, w->answer.count);
    if (!design_file_edit(&s->source, &s->rules, &s->question, w->answer.tables[w->pick - 1].pays,
                          &text)) {
        text_free(&text);
        return err_set(&a->err, CR_E_IO, "not enough memory for the file");
    }
    p->file = text.data;
    p->file_len = text.len;
    p->file_type = PRACTICE_YAML;
    return CR_OK;
}

static int send_tables(struct practice *p, struct ask *a, const struct design_work *w,
                       struct text *t)
{
    const struct design_subject *s = &w->subject;
    struct design_report report = {
        .rules = &s->rules, .question = &s->question, .answer = &w->answer};
    for (unsigned i = 0; i < s->question.row_count; i++)
        design_row_hand(&s->rules, s->question.slot, s->question.rows[i].row, report.hands[i]);
    struct desk_document document = design_document(&report);
    return desk_send(p, a, &document, w->form, t);
}

int desk_design(struct practice *p, struct ask *a, const char *body, size_t len, struct text *t)
{
    static const char *const known[] = {"rules",    "text",   "wager",  "vary",      "target",
                                        "element",  "hit",    "within", "deviation", "limit",
                                        "analyses", "format", "pick",   NULL};
    struct design_work *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(&a->err, CR_E_IO, "out of memory");
    int rc = ask_open(a, body, len, known);
    if (rc == CR_OK)
        rc = read_design(a, w);
    if (rc == CR_OK)
        rc = ask_blame(a, cr_design(&w->subject.rules, &w->subject.question, &w->answer, &a->err),
                       "vary");
    if (rc == CR_OK)
        rc = w->form == FORM_YAML ? send_file(p, a, w) : send_tables(p, a, w, t);
    free(w);
    return rc;
}
