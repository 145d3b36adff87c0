/* Answers with a certificate of a session with the trainer, as PDF. */
#include "reports/training/training_certificate.h"
#include "sim/practice_internal.h"
#include "sim/trainer.h"

#define CERTIFICATE_NAME 81
#define CERTIFICATE_DATE 41
#define SCORE_MAX        1000000000

static int read_score(struct ask *a, struct certificate *c)
{
    static const struct {
        const char *key;
        size_t at;
        uint64_t least;
    } members[] = {
        {"rounds", offsetof(struct certificate, rounds), 1},
        {"right", offsetof(struct certificate, right), 0},
        {"wrong", offsetof(struct certificate, wrong), 0},
        {"best", offsetof(struct certificate, best), 0},
        {"seats", offsetof(struct certificate, seats), 0},
        {"seconds", offsetof(struct certificate, seconds), 0},
    };
    int rc = CR_OK;
    for (size_t i = 0; i < sizeof members / sizeof members[0] && rc == CR_OK; i++)
        rc = ask_count(a, members[i].key, members[i].least, SCORE_MAX, members[i].least,
                       (uint64_t *)((char *)c + members[i].at));
    if (rc == CR_OK && c->right + c->wrong == 0)
        rc = ask_fault(a, CR_E_INPUT, "right", "no wager was settled");
    if (rc == CR_OK && c->best > c->right)
        rc = ask_fault(a, CR_E_INPUT, "best", "is more than what was settled right");
    return rc;
}

int trainer_certificate(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {"rules", "text",  "name", "date",  "rounds",
                                        "right", "wrong", "best", "seats", "seconds",
                                        "paper", "house", NULL};
    const struct trainer_rules *trained;
    struct cr_rules rules;
    char name[CERTIFICATE_NAME], date[CERTIFICATE_DATE], house[CERTIFICATE_NAME];
    struct certificate c = {.rules = &rules, .name = name, .date = date};
    (void)t;
    ask_open(a, known);
    ask_rules(a, &rules);
    if (a->err.code == CR_OK)
        trainer_rules_of(a, rules.game, &trained);
    ask_word(a, ask_member(a, "name"), "name", name, sizeof name);
    ask_word(a, ask_member(a, "date"), "date", date, sizeof date);
    if (!ask_is_null(ask_member(a, "house"))) {
        ask_word(a, ask_member(a, "house"), "house", house, sizeof house);
        c.house = house;
    }
    read_score(a, &c);
    ask_paper(a);
    if (a->err.code != CR_OK)
        return a->err.code;
    p->file_type = PRACTICE_PDF;
    c.is_letter = a->is_letter;
    return certificate_pdf(&c, &p->file, &p->file_len, &a->err);
}
