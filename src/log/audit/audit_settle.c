/* Settles rounds that left a document again, and compares the awards in the log with what the hands
 * win. */
#include "log/audit/audit_books.h"

#include "game/document/round_json.h"

#include <stdlib.h>
#include <string.h>

#define DOCUMENT_MAX 6144

struct audit_settler {
    struct json_tape tape;
    struct round_doc doc;
    struct cr_settlement settlement;
    char text[DOCUMENT_MAX];
};

/* The newest document of that name and kind. */
static const struct audit_document *find_document(const struct auditor *a, const char *name,
                                                  bool is_progressive)
{
    for (uint32_t i = a->document_count; i-- > 0;) {
        const struct audit_document *d = &a->documents[i];
        if (d->is_progressive == is_progressive &&
            strcmp(is_progressive ? d->as.progressive.name : d->as.rules.name, name) == 0)
            return d;
    }
    return NULL;
}

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    (void)err;
    const struct audit_document *d = find_document(context, name, false);
    return d != NULL ? &d->as.rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    (void)err;
    const struct audit_document *d = find_document(context, name, true);
    return d != NULL ? &d->as.progressive : NULL;
}

static int settle_again(struct auditor *a, struct audit_settler *s, size_t len, struct cr_err *err)
{
    const struct rules_source source = {find_rules, find_progressive, a, .is_own = true};
    int rc = round_json_read(&s->tape, s->text, len, &source, &s->doc, err);
    if (rc != 0)
        return rc;
    return cr_settle(s->doc.rules, s->doc.progressive,
                     s->doc.progressive != NULL ? &s->doc.meters : NULL, &s->doc.round,
                     &s->settlement, err);
}

/* V5: what the hand wins must be what the log says the seat was awarded. */
static void check_seat(struct auditor *a, const struct audit_table *t, unsigned seat,
                       const struct cr_seat_result *result)
{
    const unsigned won = result->taken && result->award.paid ? result->award.category + 1u : 0;
    const unsigned logged = t->awards[seat - 1];
    if (won == logged || (t->seats >> (seat - 1) & 1) == 0)
        return;
    audit_fault(a, 5, "seat %u of the round's document wins %s, the log has %s", seat,
                won > 0 ? audit_categories[won - 1] : "no award",
                logged > 0 ? audit_categories[logged - 1] : "no award");
}

void audit_settle_round(struct auditor *a, const struct audit_table *t)
{
    const struct audit_part text = audit_string(&a->text, "text");
    if (text.len == 0 || text.at[0] != '{')
        return;
    if (a->settler == NULL)
        a->settler = calloc(1, sizeof(*a->settler));
    struct audit_settler *s = a->settler;
    if (s == NULL) {
        a->out_of_memory = true;
        return;
    }
    struct cr_err err = {0};
    const size_t len = audit_unescape(text, s->text, sizeof(s->text));
    if (len > sizeof(s->text) || settle_again(a, s, len, &err) != 0) {
        audit_fault(a, 5, "the round's document cannot be settled again: %s", err.text);
        return;
    }
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        check_seat(a, t, seat, &s->settlement.seats[seat - 1]);
}
