/* The auditor: which event is about what, and whose it is (V2). */
#include "verify/auditor.h"

#include "verify/audit_books.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const audit_categories[] = {"high card",       "pair",         "two pair",
                                        "three of a kind", "straight",     "flush",
                                        "full house",      "four of a kind", "straight flush",
                                        "royal flush",     NULL};
static const char *const policy_words[] = {"order", "full", "split", NULL};
static const char *const key_words[] = {"low", "high", NULL};
static const char *const position_words[] = {"R", "JPL", "JPH", NULL};

#define DOCUMENT_MAX 6144

struct auditor *auditor_new(verify_fault_fn *fault, void *context)
{
    struct auditor *a = calloc(1, sizeof(*a));
    if (a == NULL)
        return NULL;
    a->fault = fault;
    a->context = context;
    return a;
}

void auditor_free(struct auditor *a)
{
    if (a == NULL)
        return;
    audit_names_release(&a->people);
    audit_names_release(&a->table_names);
    audit_names_release(&a->link_names);
    free(a->links);
    free(a->tables);
    free(a->documents);
    free(a->claims);
    free(a->halts);
    free(a->by_check);
    audit_settler_free(a->settler);
    free(a);
}

/* ---- What the files share ---- */

void audit_fault(struct auditor *a, unsigned promise, const char *format, ...)
{
    struct verify_fault fault = {.promise = promise, .seq = a->seq};
    const struct audit_part kind = audit_string(&a->text, "kind");
    const struct audit_part table = audit_string(&a->text, "table");
    int len = snprintf(fault.text, sizeof(fault.text), "%.*s%s%.*s: ", (int)kind.len, kind.at,
                       table.len > 0 ? " of table " : "", (int)table.len, table.at);
    if (len < 0 || (size_t)len >= sizeof(fault.text))
        len = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(fault.text + len, sizeof(fault.text) - (size_t)len, format, args);
    va_end(args);
    a->fault(a->context, &fault);
}

void *audit_grow(struct auditor *a, void *list, size_t count, size_t size)
{
    void *more = realloc(list, count * size);
    a->out_of_memory = a->out_of_memory || more == NULL;
    return more;
}

struct audit_link *audit_link_of(struct auditor *a, const char *member)
{
    const uint32_t link = audit_names_find(&a->link_names, audit_string(&a->text, member));
    if (link != AUDIT_NONE)
        return &a->links[link];
    audit_fault(a, 3, "%s is no link of this floor", member);
    return NULL;
}

struct audit_table *audit_table_of(struct auditor *a)
{
    const uint32_t table = audit_names_find(&a->table_names, audit_string(&a->text, "table"));
    return table == AUDIT_NONE ? NULL : &a->tables[table];
}

const struct cr_progressive *audit_rules_of(const struct auditor *a, const struct audit_link *l)
{
    return &a->documents[l->document].as.progressive;
}

unsigned audit_word(const struct auditor *a, const char *member, const char *const *words)
{
    const struct audit_part text = audit_string(&a->text, member);
    for (unsigned i = 0; words[i] != NULL; i++)
        if (audit_part_is(text, words[i]))
            return i + 1;
    return 0;
}

uint8_t audit_seats(const struct auditor *a, const char *member)
{
    uint64_t seats[CR_SEATS];
    const unsigned count = audit_number_list(&a->text, member, seats, CR_SEATS);
    uint8_t bits = 0;
    for (unsigned i = 0; i < count; i++)
        if (seats[i] >= 1 && seats[i] <= CR_SEATS)
            bits |= (uint8_t)(1u << (seats[i] - 1));
    return bits;
}

void audit_need_people(struct auditor *a, bool two)
{
    const uint32_t user = audit_names_find(&a->people, audit_string(&a->text, "user"));
    const uint32_t approver = audit_names_find(&a->people, audit_string(&a->text, "approver"));
    if (user == AUDIT_NONE)
        audit_fault(a, 6, "user is nobody of this floor");
    if (two && (approver == AUDIT_NONE || approver == user))
        audit_fault(a, 6, "this takes two people of the floor");
}

/* ---- V2 ---- */

static void check_numbers(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL) {
        audit_fault(a, 2, "an event of a table that was never configured");
        return;
    }
    const uint64_t epoch = audit_number(&a->text, "epoch");
    const uint64_t seq = audit_number(&a->text, "table_seq");
    const uint64_t prev = audit_number(&a->text, "prev");
    if (epoch != t->epoch)
        audit_fault(a, 2, "epoch %llu, the table is in epoch %llu", (unsigned long long)epoch,
                    (unsigned long long)t->epoch);
    if (seq != t->seq + 1)
        audit_fault(a, 2, "table_seq %llu comes after %llu", (unsigned long long)seq,
                    (unsigned long long)t->seq);
    if (prev != t->last)
        audit_fault(a, 2, "prev is %llu, the table's last event is %llu", (unsigned long long)prev,
                    (unsigned long long)t->last);
    t->epoch = epoch;
    t->seq = seq;
    t->last = a->seq;
}

static void table_joined(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    const uint64_t epoch = audit_number(&a->text, "epoch");
    const uint64_t acked_epoch = audit_number(&a->text, "acked_epoch");
    const uint64_t acked_seq = audit_number(&a->text, "acked_seq");
    if (acked_epoch > t->epoch || (acked_epoch == t->epoch && acked_seq > t->seq))
        audit_fault(a, 8, "the table remembers %llu of epoch %llu, the log ends at %llu of %llu",
                    (unsigned long long)acked_seq, (unsigned long long)acked_epoch,
                    (unsigned long long)t->seq, (unsigned long long)t->epoch);
    if (epoch != t->epoch && epoch != t->epoch + 1)
        audit_fault(a, 2, "epoch %llu comes after %llu", (unsigned long long)epoch,
                    (unsigned long long)t->epoch);
    if (epoch != t->epoch)
        t->seq = 0;
    t->epoch = epoch;
    t->last = a->seq;
}

/* ---- The floor itself ---- */

static void person_added(struct auditor *a)
{
    if (a->people.count >= 2)
        audit_need_people(a, true);
    const struct audit_part name = audit_string(&a->text, "person");
    if (audit_names_find(&a->people, name) != AUDIT_NONE)
        audit_fault(a, 6, "a person is added a second time");
    else if (audit_names_add(&a->people, name) == AUDIT_NONE)
        a->out_of_memory = true;
}

static void document_added(struct auditor *a)
{
    struct audit_document *more =
        audit_grow(a, a->documents, (size_t)a->document_count + 1, sizeof(*more));
    char *text = malloc(DOCUMENT_MAX);
    if (more == NULL || text == NULL) {
        a->out_of_memory = true;
        free(text);
        return;
    }
    a->documents = more;
    struct audit_document *d = &a->documents[a->document_count];
    const size_t len = audit_unescape(audit_string(&a->text, "text"), text, DOCUMENT_MAX);
    struct cr_err err = {0};
    d->is_progressive = audit_flag(&a->text, "is_progressive");
    int rc = len > DOCUMENT_MAX ? CR_E_INPUT
             : d->is_progressive
                 ? cr_progressive_parse("document", text, len, &d->as.progressive, &err)
                 : cr_rules_parse("document", text, len, &d->as.rules, &err);
    free(text);
    if (rc != 0)
        audit_fault(a, 10, "the document cannot be read: %s", err.text);
    else
        a->document_count++;
}

/* By the hash that the event names; AUDIT_NONE. */
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
    struct audit_link *more =
        audit_grow(a, a->links, (size_t)a->link_names.count + 1, sizeof(*more));
    if (more == NULL)
        return NULL;
    a->links = more;
    const uint32_t at = audit_names_add(&a->link_names, audit_string(&a->text, "link"));
    if (at == AUDIT_NONE) {
        a->out_of_memory = true;
        return NULL;
    }
    memset(&a->links[at], 0, sizeof(a->links[at]));
    a->links[at].document = document;
    return &a->links[at];
}

/* 0 to 9 as written, or the default where nothing is written. */
static unsigned count_or(const struct auditor *a, const char *member, unsigned otherwise)
{
    return audit_has(&a->text, member) ? (unsigned)audit_number(&a->text, member) : otherwise;
}

static void link_configured(struct auditor *a)
{
    audit_need_people(a, true);
    const uint32_t document = document_at_hand(a);
    if (document == AUDIT_NONE || !a->documents[document].is_progressive) {
        audit_fault(a, 10, "a link without a progressive of this log");
        return;
    }
    const uint32_t found = audit_names_find(&a->link_names, audit_string(&a->text, "link"));
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
    audit_close(a, l, &next, false);
}

static void table_configured(struct auditor *a)
{
    audit_need_people(a, true);
    const struct audit_part name = audit_string(&a->text, "table");
    uint32_t at = audit_names_find(&a->table_names, name);
    if (at == AUDIT_NONE) {
        /* Doubled, so that ten thousand tables are not moved ten thousand times. */
        const uint32_t count = a->table_names.count;
        if ((count & (count - 1)) == 0) {
            struct audit_table *more =
                audit_grow(a, a->tables, count == 0 ? 1 : 2 * (size_t)count, sizeof(*more));
            if (more == NULL)
                return;
            a->tables = more;
        }
        at = audit_names_add(&a->table_names, name);
        if (at == AUDIT_NONE) {
            a->out_of_memory = true;
            return;
        }
        memset(&a->tables[at], 0, sizeof(a->tables[at]));
    }
    struct audit_table *t = &a->tables[at];
    if (t->in_play)
        audit_fault(a, 6, "a table is configured while it is in play");
    t->configured = true;
    t->link = audit_names_find(&a->link_names, audit_string(&a->text, "link"));
    t->rules = audit_has(&a->text, "document") ? document_at_hand(a) : AUDIT_NONE;
}

static void threshold_set(struct auditor *a)
{
    audit_need_people(a, true);
    if (!audit_part_is(audit_string(&a->text, "item"), "check"))
        return;
    struct audit_threshold *more =
        audit_grow(a, a->by_check, (size_t)a->by_check_count + 1, sizeof(*more));
    if (more == NULL)
        return;
    a->by_check = more;
    a->by_check[a->by_check_count++] = (struct audit_threshold){
        (int64_t)audit_number(&a->text, "effective"), audit_money(&a->text, "amount")};
}

static void link_switched(struct auditor *a, bool open)
{
    audit_need_people(a, false);
    struct audit_link *l = audit_link_of(a, "link");
    if (l == NULL)
        return;
    if (open && a->halt_count > 0)
        audit_fault(a, 8, "a link is opened although the floor is halted");
    l->open = open;
}

static void meter_corrected(struct auditor *a)
{
    audit_need_people(a, true);
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

/* REG-14: every meter and reserve goes to its namesake. */
static void link_transferred(struct auditor *a)
{
    audit_need_people(a, true);
    struct audit_link *l = audit_link_of(a, "link"), *to = audit_link_of(a, "to_link");
    int64_t after[CR_METERS];
    const unsigned count = audit_money_list(&a->text, "to_after", after, CR_METERS);
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

/* ---- V8 ---- */

static void alarm_raised(struct auditor *a)
{
    if (!audit_part_is(audit_string(&a->text, "item"), "rollback"))
        return;
    uint64_t *more = audit_grow(a, a->halts, (size_t)a->halt_count + 1, sizeof(*more));
    if (more == NULL)
        return;
    a->halts = more;
    a->halts[a->halt_count++] = a->seq;
}

static void alarm_acknowledged(struct auditor *a)
{
    const uint64_t alarm = audit_number(&a->text, "alarm");
    for (uint32_t i = 0; i < a->halt_count; i++)
        if (a->halts[i] == alarm) {
            audit_need_people(a, true);
            a->halts[i] = a->halts[--a->halt_count];
        }
}

static void key_turned(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL)
        return;
    t->key = audit_word(a, "key", key_words);
    t->position = audit_word(a, "position", position_words);
}

static void link_opened(struct auditor *a)
{
    link_switched(a, true);
}

static void link_closed(struct auditor *a)
{
    link_switched(a, false);
}

/* ---- Which is which ---- */

static const struct {
    const char *kind;
    void (*audit)(struct auditor *a);
} audits[] = {
    {"coin_in", audit_coin_in},
    {"game_over", audit_game_over},
    {"award_paid", audit_award_paid},
    {"claim_made", audit_claim_made},
    {"claim_paid", audit_claim_paid},
    {"claim_cancelled", audit_claim_cancelled},
    {"round_dead", audit_round_dead},
    {"key_turned", key_turned},
    {"table_joined", table_joined},
    {"claim_verified", audit_claim_verified},
    {"claim_approved", audit_claim_approved},
    {"claim_complied", audit_claim_complied},
    {"claim_method_chosen", audit_claim_method},
    {"claim_cleared", audit_claim_cleared},
    {"order_ruled", audit_order_ruled},
    {"person_added", person_added},
    {"document_added", document_added},
    {"link_configured", link_configured},
    {"table_configured", table_configured},
    {"threshold_set", threshold_set},
    {"link_opened", link_opened},
    {"link_closed", link_closed},
    {"meter_corrected", meter_corrected},
    {"link_transferred", link_transferred},
    {"alarm_raised", alarm_raised},
    {"alarm_acknowledged", alarm_acknowledged},
};

int auditor_event(struct auditor *a, uint64_t seq, const char *text, size_t len)
{
    const bool read = audit_text_read(&a->text, text, len);
    a->seq = seq;
    if (!read) {
        a->text.count = 0;
        audit_fault(a, 4, "the event cannot be read");
        return 0;
    }
    if (audit_number(&a->text, "seq") != seq)
        audit_fault(a, 11, "the event calls itself %llu",
                    (unsigned long long)audit_number(&a->text, "seq"));
    a->time = (int64_t)audit_number(&a->text, "time");
    if (a->time < a->last_time)
        audit_fault(a, 11, "its time is before that of the event before it");
    a->last_time = a->time;
    if (audit_has(&a->text, "table_seq"))
        check_numbers(a);
    const struct audit_part kind = audit_string(&a->text, "kind");
    for (size_t i = 0; i < sizeof(audits) / sizeof(audits[0]); i++)
        if (audit_part_is(kind, audits[i].kind)) {
            audits[i].audit(a);
            break;
        }
    return a->out_of_memory ? CR_E_IO : 0;
}

/* ---- For checks from outside ---- */

static const struct audit_table *find_table(const struct auditor *a, const char *table)
{
    const struct audit_part name = {table, (uint32_t)strlen(table)};
    const uint32_t at = audit_names_find(&a->table_names, name);
    return at == AUDIT_NONE ? NULL : &a->tables[at];
}

uint64_t auditor_coins_in(const struct auditor *a, const char *table)
{
    const struct audit_table *t = find_table(a, table);
    return t == NULL ? 0 : t->coins_in;
}

uint64_t auditor_coins_returned(const struct auditor *a, const char *table)
{
    const struct audit_table *t = find_table(a, table);
    return t == NULL ? 0 : t->coins_returned;
}

int64_t auditor_paid_micro(const struct auditor *a)
{
    return (int64_t)a->paid;
}
