/* Answers design questions of the mathematician's desk: pay tables for a wanted edge, progressives
 * for a wanted return, and a file with one of the results. */
#include "base/err.h"
#include "math/design/design_file.h"
#include "math/design/progressive_file.h"
#include "reports/mathematics/design_document.h"
#include "sim/practice_internal.h"

#include <math.h>
#include <string.h>

#define VARY_MAX     100
#define ANALYSES_MAX 40 /* of a base game: about what a minute allows */

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

typedef int read_row(void *subject, const char *row, struct cr_err *err);

static int read_rows(struct ask *a, read_row *read, void *subject)
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
            rc = ask_blame(a, read(subject, row, &a->err), "vary");
    }
    return rc;
}

static int read_pay_row(void *subject, const char *row, struct cr_err *err)
{
    struct design_subject *s = subject;
    return design_vary_read(&s->rules, row, &s->question, err);
}

static int read_wanted(struct ask *a, struct cr_design_question *q)
{
    uint64_t limit = 0, analyses = 0;
    desk_part(a, "target", -10, 1, NAN, &q->edge);
    desk_part(a, "element", -10, 1, NAN, &q->element_of_risk);
    desk_part(a, "hit", 0, 1, NAN, &q->hit_frequency);
    desk_part(a, "deviation", 0, 1000000, NAN, &q->std_dev);
    desk_part(a, "within", 1e-9, 10, 0.001, &q->within);
    ask_count(a, "limit", 1, CR_DESIGN_KEPT, 20, &limit);
    ask_count(a, "analyses", 1, ANALYSES_MAX, ANALYSES_MAX, &analyses);
    q->keep = (unsigned)limit;
    q->analyses = (unsigned)analyses;
    return a->err.code;
}

static int read_design(struct ask *a, struct design_work *w)
{
    struct design_subject *s = &w->subject;
    s->question.is_valid = design_is_valid;
    s->question.context = s;
    ask_source(a, &s->source);
    ask_rules(a, &s->rules);
    if (a->err.code == CR_OK)
        read_wager(a, s);
    read_rows(a, read_pay_row, s);
    read_wanted(a, &s->question);
    ask_count(a, "pick", 1, CR_DESIGN_KEPT, 1, &w->pick);
    ask_form(a, FORM_YAML, &w->form);
    return a->err.code;
}

static int refuse_pick(struct ask *a, uint64_t pick, unsigned count)
{
    return ask_fault(a, CR_E_INPUT, "pick", "there is no table %u: %u were found", (unsigned)pick,
                     count);
}

/* Makes a written file the answer; the practice takes over its memory. */
static int send_text(struct practice *p, struct ask *a, bool is_written, struct text *text)
{
    if (!is_written) {
        text_free(text);
        return err_set(&a->err, CR_E_IO, "not enough memory for the file");
    }
    p->file = text->data;
    p->file_len = text->len;
    p->file_type = PRACTICE_YAML;
    return CR_OK;
}

/* Makes the rules file with the chosen table the answer. */
static int send_file(struct practice *p, struct ask *a, const struct design_work *w)
{
    const struct design_subject *s = &w->subject;
    struct text text = {0};
    if (w->pick > w->answer.count)
        return refuse_pick(a, w->pick, w->answer.count);
    const bool is_written = design_file_edit(&s->source, &s->rules, &s->question,
                                             w->answer.tables[w->pick - 1].pays, &text);
    return send_text(p, a, is_written, &text);
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

static int design_rules(struct practice *p, struct ask *a, struct text *t)
{
    struct design_work *w = ask_memory(a, sizeof *w);
    int rc = w ? read_design(a, w) : a->err.code;
    if (rc == CR_OK)
        rc = ask_blame(a, cr_design(&w->subject.rules, &w->subject.question, &w->answer, &a->err),
                       "vary");
    if (rc == CR_OK)
        rc = w->form == FORM_YAML ? send_file(p, a, w) : send_tables(p, a, w, t);
    return rc;
}

/* ---- A progressive ---- */

/* Points into itself: allocated, and not moved. */
struct progressive_work {
    struct progressive_subject subject;
    struct cr_progressive_answer answer;
    enum practice_form form;
    uint64_t pick;
    double bets;
};

static int read_progressive_row(void *subject, const char *row, struct cr_err *err)
{
    return progressive_vary_read(subject, row, err);
}

/* Reads {"major": 5000}: numbers for some of the meters. */
static int read_by_meter(struct ask *a, const struct cr_progressive *progressive, const char *key,
                         double out[CR_METERS])
{
    const struct json_node *node = ask_member(a, key);
    int rc = CR_OK;
    if (ask_is_null(node))
        return CR_OK;
    if (node->kind != JSON_OBJECT)
        return ask_fault(a, CR_E_INPUT, key, "must be an object: a number for each meter");
    for (unsigned m = 0; m < progressive->meter_count && rc == CR_OK; m++) {
        const struct json_node *number = json_member(node, progressive->meters[m].name);
        char text[40];
        if (ask_is_null(number))
            continue;
        if (number->kind != JSON_NUMBER || number->len >= sizeof text)
            return ask_fault(a, CR_E_INPUT, key, "must have numbers for its meters");
        memcpy(text, number->text, number->len);
        text[number->len] = '\0';
        rc = ask_blame(a, progressive_wanted_read(progressive, key, text, &out[m], &a->err), key);
    }
    return rc;
}

static int read_return(struct ask *a, struct progressive_subject *s)
{
    struct cr_progressive_question *q = &s->question;
    uint64_t limit = 0;
    desk_part(a, "target", -10, 1, NAN, &q->house_advantage);
    desk_part(a, "hit", 0, 1, NAN, &q->hit_frequency);
    desk_part(a, "within", 1e-9, 10, 0.001, &q->within);
    read_by_meter(a, &s->progressive, "jackpot", q->average_jackpot);
    read_by_meter(a, &s->progressive, "between", q->bets_between);
    ask_count(a, "limit", 1, CR_DESIGN_KEPT, 20, &limit);
    q->keep = (unsigned)limit;
    return a->err.code;
}

static int read_progressive(struct ask *a, struct progressive_work *w)
{
    static const char *const rules_only[] = {"rules",   "text",      "wager",
                                             "element", "deviation", "analyses"};
    struct progressive_subject *s = &w->subject;
    for (size_t i = 0; i < sizeof rules_only / sizeof *rules_only; i++)
        if (ask_member(a, rules_only[i]))
            return ask_fault(a, CR_E_INPUT, rules_only[i], "is for house rules, not a progressive");
    progressive_question_init(s);
    ask_progressive_source(a, &s->source, &s->progressive);
    read_rows(a, read_progressive_row, s);
    read_return(a, s);
    desk_part(a, "bets", 0, 1000000, 0, &w->bets);
    ask_count(a, "pick", 1, CR_DESIGN_KEPT, 1, &w->pick);
    ask_form(a, FORM_YAML, &w->form);
    return a->err.code;
}

static int send_progressive(struct practice *p, struct ask *a, const struct progressive_work *w,
                            struct text *t)
{
    const struct progressive_subject *s = &w->subject;
    const struct design_progressive_report report = {.progressive = &s->progressive,
                                                     .question = &s->question,
                                                     .answer = &w->answer,
                                                     .bets_an_hour = w->bets};
    struct text text = {0};
    if (w->form != FORM_YAML) {
        struct desk_document document = design_progressive_document(&report);
        return desk_send(p, a, &document, w->form, t);
    }
    if (w->pick > w->answer.count)
        return refuse_pick(a, w->pick, w->answer.count);
    const bool is_written = progressive_file_edit(&s->source, &s->progressive, &s->question,
                                                  w->answer.tables[w->pick - 1].values, &text);
    return send_text(p, a, is_written, &text);
}

static int design_progressive(struct practice *p, struct ask *a, struct text *t)
{
    struct progressive_work *w = ask_memory(a, sizeof *w);
    int rc = w ? read_progressive(a, w) : a->err.code;
    if (rc == CR_OK)
        rc = ask_blame(a,
                       cr_design_progressive(&w->subject.progressive, &w->subject.question,
                                             &w->answer, &a->err),
                       "vary");
    if (rc == CR_OK)
        rc = send_progressive(p, a, w, t);
    return rc;
}

int desk_design(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {ASK_TABLE_KEYS, "wager",    "vary",        "target",
                                        "element",      "hit",      "within",      "deviation",
                                        "limit",        "analyses", ASK_FORM_KEYS, "pick",
                                        "jackpot",      "between",  "bets",        NULL};
    static const char *const progressive_only[] = {"jackpot", "between", "bets"};
    int rc = ask_open(a, known);
    if (rc != CR_OK)
        return rc;
    if (ask_member(a, "progressive") || ask_member(a, "progressive_text"))
        return design_progressive(p, a, t);
    for (size_t i = 0; i < sizeof progressive_only / sizeof *progressive_only; i++)
        if (ask_member(a, progressive_only[i]))
            return ask_fault(a, CR_E_INPUT, progressive_only[i], "is for a progressive");
    return design_rules(p, a, t);
}
