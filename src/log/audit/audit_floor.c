/* The auditor's checks of what is configured on the floor (documents, links, tables, limits,
 * thresholds), and of alarms that halt it (V6, V8, V10). */
#include "log/audit/audit_books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENT_MAX 6144

static const char *const policy_words[] = {"order", "full", "split", NULL};
static const char *const key_words[] = {"low", "high", NULL};
static const char *const position_words[] = {"R", "JPL", "JPH", NULL};

void audit_document_added(struct auditor *a)
{
    struct audit_document *d = audit_add(a, &a->documents, &a->document_count, sizeof(*d));
    char *text = malloc(DOCUMENT_MAX);
    if (d == NULL || text == NULL) {
        a->out_of_memory = true;
        free(text);
        return;
    }
    const size_t len = audit_unescape(audit_string(&a->text, "text"), text, DOCUMENT_MAX);
    struct cr_err err = {0};
    d->is_progressive = audit_flag(&a->text, "is_progressive");
    int rc = len > DOCUMENT_MAX ? CR_E_INPUT
             : d->is_progressive
                 ? cr_progressive_parse("document", text, len, &d->as.progressive, &err)
                 : cr_rules_parse("document", text, len, &d->as.rules, &err);
    free(text);
    if (rc != 0) {
        audit_fault(a, 10, "the document cannot be read: %s", err.text);
        a->document_count--;
    }
    a->added++;
}

/* Index of the document whose hash the event names; AUDIT_NONE. */
static uint32_t document_at_hand(const struct auditor *a)
{
    const struct audit_part hash = audit_string(&a->text, "document");
    for (uint32_t i = 0; i < a->document_count; i++) {
        const struct audit_document *d = &a->documents[i];
        const uint8_t *own = d->is_progressive ? d->as.progressive.hash : d->as.rules.hash;
        char hex[2 * CR_HASH_BYTES + 1];
        for (unsigned b = 0; b < CR_HASH_BYTES; b++)
            snprintf(hex + 2 * (size_t)b, 3, "%02x", own[b]);
        if (audit_part_is(hash, hex))
            return i;
    }
    return AUDIT_NONE;
}

static struct audit_link *new_link(struct auditor *a, uint32_t document)
{
    const struct audit_part name = audit_string(&a->text, "link");
    const uint32_t at = audit_add_named(a, &a->link_names, name, &a->links, sizeof(*a->links));
    if (at == AUDIT_NONE)
        return NULL;
    a->links[at].document = document;
    return &a->links[at];
}

/* The member's number, or `otherwise` when the event has no such member. */
static unsigned count_or(const struct auditor *a, const char *member, unsigned otherwise)
{
    return audit_has(&a->text, member) ? (unsigned)audit_number(&a->text, member) : otherwise;
}

/* True while a claim of the link waits: its award is one of the progressive that the link has. */
static bool has_pending(const struct auditor *a, uint32_t link)
{
    for (uint32_t i = 0; i < a->claim_count; i++)
        if (a->claims[i].link == link && a->claims[i].state == AUDIT_PENDING)
            return true;
    return false;
}

void audit_link_configured(struct auditor *a)
{
    const uint32_t document = document_at_hand(a);
    if (document == AUDIT_NONE || !a->documents[document].is_progressive) {
        audit_fault(a, 10, "a link without a progressive of this log");
        return;
    }
    const uint32_t found = audit_names_find(&a->link_names, audit_string(&a->text, "link"));
    if (found != AUDIT_NONE && has_pending(a, found)) {
        audit_fault(a, 6, "a link is configured while a claim of it waits");
        return;
    }
    struct audit_link *l = found != AUDIT_NONE ? &a->links[found] : new_link(a, document);
    if (l == NULL)
        return;
    if (l->open)
        audit_fault(a, 6, "a link is configured while it is open");
    struct audit_link next = *l;
    const struct cr_progressive *p = &a->documents[document].as.progressive;
    for (unsigned i = 0; found == AUDIT_NONE && i < p->meter_count; i++)
        next.meters[i].amount = next.meters[i].house_money = p->meters[i].seed.micro;
    next.document = document;
    next.policy = audit_has(&a->text, "policy") ? audit_word(a, "policy", policy_words) - 1 : 0;
    next.claim_lock = audit_flag(&a->text, "claim_lock");
    next.high_approvals = count_or(a, "high_approvals", 2);
    next.low_approvals = count_or(a, "low_approvals", 1);
    next.two_departments = audit_flag(&a->text, "two_departments");
    found == AUDIT_NONE ? a->added++ : a->changed++;
    audit_close(a, l, &next, false);
}

void audit_table_configured(struct auditor *a)
{
    const struct audit_part name = audit_string(&a->text, "table");
    uint32_t at = audit_names_find(&a->table_names, name);
    if (at == AUDIT_NONE)
        at = audit_add_named(a, &a->table_names, name, &a->tables, sizeof(*a->tables));
    if (at == AUDIT_NONE)
        return;
    struct audit_table *t = &a->tables[at];
    t->configured ? a->changed++ : a->added++;
    if (t->in_play)
        audit_fault(a, 6, "a table is configured while it is in play");
    t->configured = true;
    t->live = audit_has(&a->text, "is_live");
    t->link = audit_names_find(&a->link_names, audit_string(&a->text, "link"));
    t->rules = audit_has(&a->text, "document") ? document_at_hand(a) : AUDIT_NONE;
    if (t->rules != AUDIT_NONE && a->documents[t->rules].is_progressive) {
        audit_fault(a, 10, "a progressive is the house rules of a table");
        t->rules = AUDIT_NONE;
    }
}

/* Reads names with commas between them, such as "title 31, ofac". */
static void read_checks(struct audit_checks *out, struct audit_part text)
{
    const char *at = text.at, *end = text.at + text.len;
    memset(out, 0, sizeof(*out));
    while (at < end && out->count < CR_COMPLIANCE_MAX) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *last = comma != NULL ? comma : end;
        while (at < last && *at == ' ')
            at++;
        while (last > at && last[-1] == ' ')
            last--;
        if (last > at && (size_t)(last - at) < CR_NAME_MAX)
            memcpy(out->names[out->count++], at, (size_t)(last - at));
        at = comma != NULL ? comma + 1 : end;
    }
}

void audit_house_set(struct auditor *a)
{
    a->changed++;
    if (audit_part_is(audit_string(&a->text, "item"), "compliance"))
        read_checks(&a->house_checks, audit_string(&a->text, "text"));
}

static const struct {
    const char *name;
    uint64_t highest;
} limits[AUDIT_LIMITS] = {{"tables", 16384},  {"links", 256},   {"claims", 8192},
                          {"disputes", 8192}, {"alarms", 8192}, {"people", 8192},
                          {"documents", 512}, {"tokens", 4096}};

/* A limit is only ever raised, and never above what every reader of the log has room for. */
void audit_limit_raised(struct auditor *a)
{
    const uint64_t most = audit_number(&a->text, "most");
    unsigned i = 0;
    while (i < AUDIT_LIMITS && !audit_part_is(audit_string(&a->text, "item"), limits[i].name))
        i++;
    if (i == AUDIT_LIMITS || most > limits[i].highest || most <= a->limits[i])
        audit_fault(a, 10, "a limit that there is not, or that is not raised");
    else
        a->limits[i] = most;
    a->changed++;
}

void audit_threshold_set(struct auditor *a)
{
    const struct audit_part item = audit_string(&a->text, "item");
    const bool is_cash = audit_part_is(item, "cash report");
    a->added++;
    if (!is_cash && !audit_part_is(item, "check"))
        return;
    struct audit_threshold *t = audit_add(a, &a->thresholds, &a->threshold_count, sizeof(*t));
    if (t != NULL)
        *t = (struct audit_threshold){(int64_t)audit_number(&a->text, "effective"),
                                      audit_money(&a->text, "amount"), is_cash};
}

int64_t audit_threshold_now(const struct auditor *a, bool is_cash)
{
    const struct audit_threshold *found = NULL;
    for (uint32_t i = 0; i < a->threshold_count; i++)
        if (a->thresholds[i].is_cash == is_cash && a->thresholds[i].effective <= a->time &&
            (found == NULL || a->thresholds[i].effective >= found->effective))
            found = &a->thresholds[i];
    return found == NULL ? 0 : found->amount;
}

void audit_link_switched(struct auditor *a)
{
    const bool open = audit_part_is(audit_string(&a->text, "kind"), "link_opened");
    struct audit_link *l = audit_link_of(a, "link");
    if (l == NULL)
        return;
    if (open && audit_halted_by(a) != 0)
        audit_fault(a, 8, "a link is opened although the floor is halted");
    l->open = open;
}

void audit_meter_corrected(struct auditor *a)
{
    struct audit_link *l = audit_link_of(a, "link");
    if (l == NULL)
        return;
    const struct cr_progressive *p = audit_rules_of(a, l);
    struct audit_link next = *l;
    if (l->open)
        audit_fault(a, 6, "a meter is corrected while its link is open");
    for (unsigned i = 0; i < p->meter_count; i++)
        if (audit_part_is(audit_string(&a->text, "from"), p->meters[i].name)) {
            next.meters[i].amount += audit_money(&a->text, "change");
            next.meters[i].house_money += audit_money(&a->text, "change");
        }
    audit_close(a, l, &next, true);
}

/* REG-14: every meter and its reserve move to the meter of the same name. */
void audit_link_transferred(struct auditor *a)
{
    struct audit_link *l = audit_link_of(a, "link"), *to = audit_link_of(a, "to_link");
    int64_t after[CR_METERS];
    const unsigned count = audit_amounts_of(audit_value(&a->text, "to_after"), after, CR_METERS);
    if (l == NULL || to == NULL || l == to)
        return;
    const struct cr_progressive *p = audit_rules_of(a, l), *q = audit_rules_of(a, to);
    struct audit_link next = *l;
    for (unsigned i = 0; i < p->meter_count; i++)
        for (unsigned j = 0; j < q->meter_count; j++) {
            if (strcmp(p->meters[i].name, q->meters[j].name) != 0)
                continue;
            struct audit_meter *from = &next.meters[i], *into = &to->meters[j];
            into->amount += from->amount;
            into->reserve += from->reserve;
            into->house_money += from->amount + from->reserve;
            from->house_money -= from->amount + from->reserve;
            from->amount = from->reserve = 0;
            if (i >= count || after[i] != into->amount)
                audit_fault(a, 3, "what arrives on meter %u is not what left", i + 1);
        }
    audit_close(a, l, &next, true);
}

/* ---- Alarms and halts (V8) ---- */

uint64_t audit_halted_by(const struct auditor *a)
{
    for (uint32_t i = 0; i < a->halt_count; i++)
        if (!a->halts[i].closes)
            return a->halts[i].seq;
    return 0;
}

void audit_alarm_raised(struct auditor *a)
{
    a->waiting++;
    audit_program_alarm(a);
    const struct audit_part item = audit_string(&a->text, "item");
    const bool closes = a->semantics >= 2 && audit_part_is(item, "unproved");
    const bool is_of_books = a->semantics >= 2 && audit_part_is(item, "books");
    if (audit_has(&a->text, "witnessed") &&
        (a->semantics < 3 || !audit_part_is(item, "rollback") || a->table != AUDIT_NONE))
        audit_fault(a, 8, "an alarm that is not a witness's says what a witness has seen");
    if (!closes && !is_of_books && !audit_part_is(item, "rollback"))
        return;
    struct audit_halt *halt = audit_add(a, &a->halts, &a->halt_count, sizeof(*halt));
    if (halt != NULL)
        *halt = (struct audit_halt){a->seq, a->table, closes};
}

void audit_alarm_acknowledged(struct auditor *a)
{
    const uint64_t alarm = audit_number(&a->text, "alarm");
    a->waiting -= a->waiting > 0;
    audit_program_alarm(a);
    for (uint32_t i = 0; i < a->halt_count; i++)
        if (a->halts[i].seq == alarm) {
            audit_need_two(a);
            if (a->halts[i].table != AUDIT_NONE)
                a->tables[a->halts[i].table].forgiven = true;
            a->halts[i] = a->halts[--a->halt_count];
        }
}

void audit_key_turned(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    t->key = audit_word(a, "key", key_words);
    t->position = audit_word(a, "position", position_words);
}
