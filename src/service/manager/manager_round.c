/* A round's document is read and settled before it is taken: the auditor does so for ever after,
 * and a text that is no round would be a fault in the log that nobody can mend (V5). */
#include "service/manager/manager_internal.h"

#include "base/err.h"
#include "game/document/round_json.h"

#include <stdlib.h>
#include <string.h>

struct manager_rounds {
    struct json_tape tape;
    struct round_doc doc;
    struct cr_settlement settlement;
};

/* The newest document of that name and kind. */
static const union floor_parsed *find(const struct floor *f, const char *name, bool is_progressive,
                                      struct cr_err *err)
{
    for (uint32_t i = f->document_count; i-- > 0;)
        if ((f->documents[i].is_progressive != 0) == is_progressive &&
            strcmp(f->documents[i].name, name) == 0)
            return &f->parsed[i];
    err_set(err, CR_E_NOT_FOUND, "this floor has no %s \"%.60s\"",
            is_progressive ? "progressive" : "house rules", name);
    return NULL;
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    const union floor_parsed *p = find(context, name, false, err);
    return p != NULL ? &p->rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    const union floor_parsed *p = find(context, name, true, err);
    return p != NULL ? &p->progressive : NULL;
}

int manager_check_round(struct manager *m, const struct floor_event *e, struct cr_err *err)
{
    const struct rules_source source = {find_rules, find_progressive, &m->floor, .is_own = true};
    if (e->kind != FLOOR_GAME_OVER || e->text_len == 0 || e->text[0] != '{')
        return 0;
    if (m->rounds == NULL)
        m->rounds = malloc(sizeof(*m->rounds));
    struct manager_rounds *r = m->rounds;
    struct cr_err why = {0};
    if (r == NULL)
        return err_set(err, CR_E_RANGE, "out of memory for the round's document");
    int rc = round_json_read(&r->tape, e->text, e->text_len, &source, &r->doc, &why);
    if (rc == 0)
        rc = cr_settle(r->doc.rules, r->doc.progressive,
                       r->doc.progressive != NULL ? &r->doc.meters : NULL, &r->doc.round,
                       &r->settlement, &why);
    return rc == 0 ? 0
                   : err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "text",
                                "this is no round that can be settled: %.300s", why.text);
}
