/* Answers the questions of the mathematician's desk for the screens: the same as the commands
 * protect, strategy, risk and par. */
#include "sim/practice_internal.h"

#include "paper/paper.h"
#include "reports/mathematics/desk_answers.h"
#include "reports/mathematics/protect_answer.h"

#include <croupier/risk.h>

#include <stdlib.h>
#include <string.h>

/* ---- Members and answers that several questions share ---- */

int ask_paper(struct ask *a)
{
    const struct json_node *node = ask_member(a, "paper");
    char word[8] = "a4";
    int rc = node ? ask_word(a, node, "paper", word, sizeof word) : CR_OK;
    if (rc != CR_OK)
        return rc;
    a->is_letter = strcmp(word, "letter") == 0;
    return a->is_letter || strcmp(word, "a4") == 0
               ? CR_OK
               : ask_fault(a, CR_E_INPUT, "paper", "must be letter or a4");
}

int ask_form(struct ask *a, enum practice_form last, enum practice_form *out)
{
    static const char *const words[] = {"json", "pdf", "csv", "yaml"};
    static const char *const up_to[] = {"json", "json or pdf", "json, pdf or csv",
                                        "json, pdf, csv or yaml"};
    const struct json_node *node = ask_member(a, "format");
    char word[8] = "json";
    int rc = ask_paper(a);
    if (rc == CR_OK && node)
        rc = ask_word(a, node, "format", word, sizeof word);
    if (rc != CR_OK)
        return rc;
    for (unsigned i = 0; i <= last; i++)
        if (strcmp(word, words[i]) == 0) {
            *out = (enum practice_form)i;
            return CR_OK;
        }
    return ask_fault(a, CR_E_INPUT, "format", "must be %s", up_to[last]);
}

int desk_part(struct ask *a, const char *key, double least, double most, double usual, double *out)
{
    const struct json_node *node = ask_member(a, key);
    char digits[40], *end = digits;
    *out = usual;
    if (ask_is_null(node))
        return CR_OK;
    if (node->kind == JSON_NUMBER && node->len < sizeof digits) {
        memcpy(digits, node->text, node->len);
        digits[node->len] = '\0';
        *out = strtod(digits, &end);
    }
    if (end == digits || *end != '\0' || !(*out >= least && *out <= most))
        return ask_fault(a, CR_E_INPUT, key, "must be a number from %g to %g", least, most);
    return CR_OK;
}

int desk_send(struct practice *p, struct ask *a, struct desk_document *document,
              enum practice_form form, struct text *t)
{
    char *data = NULL;
    size_t len = 0;
    const enum paper_format format = form == FORM_PDF   ? PAPER_AS_PDF
                                     : form == FORM_CSV ? PAPER_AS_CSV
                                                        : PAPER_AS_JSON;
    if (a->is_letter)
        paper_set_letter(document->paper);
    int rc = desk_document_render(document, format, &data, &len, &a->err);
    desk_document_free(document);
    if (rc == CR_OK && form == FORM_JSON) {
        text_add_len(t, data, len);
        free(data);
    } else if (rc == CR_OK) {
        p->file = data;
        p->file_len = len;
        p->file_type = form == FORM_PDF ? PRACTICE_PDF : PRACTICE_CSV;
    }
    return rc;
}

/* ---- Seen cards ---- */

#define SEES_MAX         200
#define PROTECT_ROUNDS   1000 /* cases drawn where calculating all takes too long for a screen */
#define PROTECT_ROUNDS_M 100000

static int answer_protect(struct practice *p, struct ask *a, struct protect_question *q,
                          const struct cr_protect_options *options, struct text *t)
{
    struct cr_protection answer = {0};
    int rc = ask_blame(a, cr_sees_parse(q->rules, q->text, &q->sees, &a->err), "sees");
    if (rc == CR_OK)
        rc = ask_blame(a, cr_protect(q->rules, &q->sees, options, &answer, &a->err), "sees");
    if (rc == CR_OK) {
        struct desk_document document = protect_document(q, &answer);
        rc = desk_send(p, a, &document, FORM_JSON, t);
    }
    cr_protection_free(&answer);
    return rc;
}

int desk_protect(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {"rules", "text", "sees", "rounds", "seed", NULL};
    struct cr_rules rules;
    struct cr_protect_options options = {0};
    char word[SEES_MAX];
    struct protect_question q = {.rules = &rules, .text = word};
    ask_open(a, known);
    ask_rules(a, &rules);
    ask_word(a, ask_member(a, "sees"), "sees", word, sizeof word);
    ask_count(a, "rounds", CR_PROTECT_ROUNDS_MIN, PROTECT_ROUNDS_M, PROTECT_ROUNDS,
              &options.rounds);
    ask_count(a, "seed", 0, ASK_COUNT_MAX, 1, &options.seed);
    return a->err.code == CR_OK ? answer_protect(p, a, &q, &options, t) : a->err.code;
}

/* ---- A strategy ---- */

static void tell_play(void *context, enum play_part part, unsigned done, unsigned all)
{
    struct practice_told *told = context;
    atomic_store(&told->at, (uint64_t)part << 32 | (done & 0xFFFFu) << 16 | (all & 0xFFFFu));
}

int desk_strategy(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {"rules", "text", "lines", ASK_FORM_KEYS, "ticket", NULL};
    struct cr_rules rules;
    enum practice_form form = FORM_JSON;
    struct desk_document document;
    const struct play_watch watch = {tell_play, p->told};
    uint64_t lines = 0, ticket = 0;
    ask_open(a, known);
    ask_rules(a, &rules);
    ask_count(a, "lines", 0, CR_FOUND_LINES_MAX, 0, &lines);
    ask_count(a, "ticket", 0, ASK_COUNT_MAX, 0, &ticket);
    ask_form(a, FORM_CSV, &form);
    atomic_store(&p->told->ticket, a->err.code == CR_OK ? ticket : 0);
    if (a->err.code == CR_OK)
        ask_blame(a, strategy_answer(&rules, (unsigned)lines, &watch, &document, &a->err), "rules");
    return a->err.code == CR_OK ? desk_send(p, a, &document, form, t) : a->err.code;
}

/* ---- A PAR sheet ---- */

int desk_par(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {ASK_TABLE_KEYS, ASK_FORM_KEYS, NULL};
    struct cr_rules rules;
    struct cr_progressive progressive;
    bool has_progressive = false;
    enum practice_form form = FORM_JSON;
    struct desk_document document;
    ask_open(a, known);
    ask_rules(a, &rules);
    ask_progressive(a, rules.progressive, &progressive, &has_progressive);
    ask_form(a, FORM_CSV, &form);
    if (a->err.code == CR_OK)
        ask_blame(a,
                  par_answer(&p->analyses, &rules, has_progressive ? &progressive : NULL, &document,
                             &a->err),
                  "rules");
    return a->err.code == CR_OK ? desk_send(p, a, &document, form, t) : a->err.code;
}

/* ---- A session ---- */

struct session_question {
    struct cr_rules rules;
    struct cr_progressive progressive;
    bool has_progressive;
    struct risk_question risk;
    enum practice_form form;
};

static int read_stakes(struct ask *a, struct session_question *q)
{
    struct cr_money ante, side, meter;
    ask_stake(a, "ante", cr_money_from_units(10), &ante);
    ask_stake(a, "side", cr_money_from_units(0), &side);
    ask_progressive(a, "", &q->progressive, &q->has_progressive);
    ask_stake(a, "meter", cr_money_from_units(0), &meter);
    if (meter.micro > 0 && !q->has_progressive)
        ask_fault(a, CR_E_INPUT, "meter", "there is no progressive");
    if (a->err.code == CR_OK)
        ask_blame(a,
                  risk_stakes_make(&q->rules, ante, side,
                                   q->has_progressive ? &q->progressive : NULL, &q->risk.stakes,
                                   &a->err),
                  side.micro > 0 ? "side" : "progressive");
    if (a->err.code == CR_OK && meter.micro > 0)
        q->risk.stakes.meters[0] = meter;
    return a->err.code;
}

static int read_session(struct ask *a, struct session_question *q)
{
    uint64_t rounds = 0;
    bool simple = false;
    ask_count(a, "rounds", 1, CR_SESSION_ROUNDS_MAX, 1000, &rounds);
    desk_part(a, "ruin", 1e-6, 0.999999, 0.05, &q->risk.ruin);
    ask_stake(a, "bankroll", cr_money_from_units(0), &q->risk.bankroll);
    ask_flag(a, "simple", &simple);
    ask_form(a, FORM_CSV, &q->form);
    q->risk.rounds = (unsigned)rounds;
    q->risk.play = simple ? CR_PLAY_SIMPLE : CR_PLAY_BEST;
    q->risk.for_print = q->form != FORM_JSON;
    return a->err.code;
}

int desk_risk(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {ASK_TABLE_KEYS, "ante", "side",     "meter",
                                        "rounds",       "ruin", "bankroll", "simple",
                                        ASK_FORM_KEYS,  NULL};
    struct session_question q = {.form = FORM_JSON};
    struct desk_document document;
    q.risk.rules = &q.rules;
    ask_open(a, known);
    ask_rules(a, &q.rules);
    if (a->err.code == CR_OK)
        read_stakes(a, &q);
    read_session(a, &q);
    if (a->err.code == CR_OK)
        ask_blame(a, risk_answer(&q.risk, &document, &a->err), "rounds");
    return a->err.code == CR_OK ? desk_send(p, a, &document, q.form, t) : a->err.code;
}
