/* The auditor's entry: the table of event kinds with the function and the people of each, the
 * numbers of each table's events (V2), and small functions that the other files share. */
#include "log/audit/auditor.h"

#include "log/audit/audit_books.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const audit_categories[] = {
    "high card",  "pair",           "two pair",       "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",     NULL};

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
    free(a->persons);
    free(a->alarms);
    audit_names_release(&a->table_names);
    audit_names_release(&a->link_names);
    free(a->links);
    free(a->tables);
    free(a->documents);
    free(a->claims);
    free(a->trays);
    free(a->halts);
    free(a->thresholds);
    free(a->disputes);
    audit_names_release(&a->patrons);
    free(a->cash);
    free(a->settler);
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

void *audit_add(struct auditor *a, void *list, uint32_t *count, size_t size)
{
    char *items;
    memcpy(&items, list, sizeof(items));
    if ((*count & (*count - 1)) == 0) { /* the capacity doubles at powers of two */
        items = realloc(items, (*count == 0 ? 1 : 2 * (size_t)*count) * size);
        a->out_of_memory = a->out_of_memory || items == NULL;
        if (items == NULL)
            return NULL;
        memcpy(list, &items, sizeof(items));
    }
    return memset(items + (*count)++ * size, 0, size);
}

uint32_t audit_add_named(struct auditor *a, struct audit_names *names, struct audit_part name,
                         void *list, size_t size)
{
    uint32_t count = names->count;
    const bool has_room = audit_add(a, list, &count, size) != NULL;
    const uint32_t at = has_room ? audit_names_add(names, name) : AUDIT_NONE;
    a->out_of_memory = a->out_of_memory || at == AUDIT_NONE;
    return at;
}

void audit_remember(struct auditor *a, uint64_t **list, uint32_t *count)
{
    uint64_t *last = audit_add(a, list, count, sizeof(*last));
    if (last != NULL)
        *last = a->seq;
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
    return a->table == AUDIT_NONE ? NULL : &a->tables[a->table];
}

const struct cr_rules *audit_house_rules(const struct auditor *a, const struct audit_table *t)
{
    return t->rules == AUDIT_NONE ? NULL : &a->documents[t->rules].as.rules;
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
    const unsigned count = audit_numbers_of(audit_value(&a->text, member), seats, CR_SEATS);
    uint8_t bits = 0;
    for (unsigned i = 0; i < count; i++)
        if (seats[i] >= 1 && seats[i] <= CR_SEATS)
            bits |= (uint8_t)(1u << (seats[i] - 1));
    return bits;
}

/* ---- The numbers of a table's events (V2) ---- */

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
    const uint64_t highest = acked_epoch > t->epoch ? acked_epoch : t->epoch;
    const bool behind = acked_epoch > t->epoch || (acked_epoch == t->epoch && acked_seq > t->seq);
    if (behind && !t->forgiven)
        audit_fault(a, 8, "the table remembers %llu of epoch %llu, the log ends at %llu of %llu",
                    (unsigned long long)acked_seq, (unsigned long long)acked_epoch,
                    (unsigned long long)t->seq, (unsigned long long)t->epoch);
    if (t->forgiven ? epoch != highest + 1 : epoch != t->epoch && epoch != t->epoch + 1)
        audit_fault(a, 2, "epoch %llu comes after %llu", (unsigned long long)epoch,
                    (unsigned long long)t->epoch);
    if (epoch != t->epoch)
        t->seq = 0;
    t->epoch = epoch;
    t->last = a->seq;
    t->forgiven = false;
}

/* ---- Kinds of events ---- */

static const struct audit_kind kinds[] = {
    {"coin_in", audit_coin_in, 0, 0, ALONE},
    {"game_over", audit_game_over, 0, 0, ALONE},
    {"award_paid", audit_award_paid, 0, 0, ALONE},
    {"claim_made", audit_claim_made, 0, 0, ALONE},
    {"claim_paid", audit_claim_paid, 0, 0, ALONE},
    {"claim_cancelled", audit_claim_cancelled, AT_CLAIMS, 5, ALONE},
    {"round_dead", audit_round_dead, HOUSE, 5, ALONE},
    {"key_turned", audit_key_turned, AT_CLAIMS, 5, ALONE},
    {"table_joined", table_joined, 0, 0, ALONE},
    {"claim_verified", audit_claim_verified, AT_CLAIMS, 5, ALONE},
    {"claim_approved", audit_claim_approved, APPROVERS, 5, ALONE},
    {"claim_complied", audit_claim_complied, AT_CLAIMS, 5, ALONE},
    {"claim_method_chosen", audit_claim_method, AT_CLAIMS, 5, ALONE},
    {"claim_cleared", audit_claim_cleared, AT_CLAIMS, 5, ALONE},
    {"order_ruled", audit_order_ruled, HOUSE, 5, TWO_DEPARTMENTS},
    {"meter_read", audit_meter_read, 0, 0, ALONE},
    {"buy_in", audit_cash, 0, 0, ALONE},
    {"payout", audit_payout, AT_CLAIMS, 6, ALONE},
    {"shift_opened", audit_shift_opened, HOUSE, 6, ALONE},
    {"shift_closed", audit_shift_closed, HOUSE, 6, ALONE},
    {"dispute_opened", audit_dispute_opened, HOUSE, 6, ALONE},
    {"dispute_decided", audit_dispute_decided, HOUSE, 6, ALONE},
    {"house_set", audit_house_set, MANAGER, 6, TWO},
    {"limit_raised", audit_limit_raised, MANAGER, 6, TWO},
    {"award_pending", audit_award_pending, 0, 0, ALONE},
    {"seat_folded", audit_seat_folded, 0, 0, ALONE},
    {"coin_returned", audit_coin_returned, 0, 0, ALONE},
    {"tray_corrected", audit_tray_corrected, HOUSE, 6, TWO},
    {"claim_held", audit_claim_held, 0, 0, ALONE},
    {"claim_ruled", audit_claim_ruled, HOUSE, 5, ALONE},
    {"table_lost", audit_table_lost, 0, 0, ALONE},
    {"person_added", audit_person_added, MANAGER, 6, TWO},
    {"person_changed", audit_person_changed, MANAGER, 6, TWO},
    {"credential_set", audit_credential_set, MANAGER, 6, ALONE},
    {"machine_enrolled", audit_machine_changed, MANAGER, 6, TWO},
    {"machine_revoked", audit_machine_changed, MANAGER, 6, ALONE},
    {"manager_started", audit_manager_started, 0, 0, ALONE},
    {"document_added", audit_document_added, MANAGER, 6, ALONE},
    {"link_configured", audit_link_configured, MANAGER, 6, TWO_DEPARTMENTS},
    {"table_configured", audit_table_configured, MANAGER, 6, TWO},
    {"threshold_set", audit_threshold_set, MANAGER, 6, TWO},
    {"link_opened", audit_link_switched, HOUSE, 6, ALONE},
    {"link_closed", audit_link_switched, HOUSE, 6, ALONE},
    {"meter_corrected", audit_meter_corrected, MANAGER, 6, TWO_DEPARTMENTS},
    {"link_transferred", audit_link_transferred, MANAGER, 6, TWO_DEPARTMENTS},
    {"alarm_raised", audit_alarm_raised, 0, 0, ALONE},
    {"alarm_acknowledged", audit_alarm_acknowledged, HOUSE, 6, ALONE},
    {"seats_held", audit_seats_held, HOUSE, 6, ALONE},
    {"patron_moved", audit_patron_moved, 0, 0, ALONE},
    {"one_hand_set", audit_one_hand_set, MANAGER, 6, ALONE},
    {"token_added", NULL, MANAGER, 6, TWO},
    {"token_revoked", NULL, MANAGER, 6, ALONE},
    {"readings_asked", NULL, HOUSE, 6, ALONE},
    {"message_set", NULL, HOUSE, 6, ALONE},
    {"dispute_escalated", NULL, HOUSE, 6, ALONE},
    {"order_found", NULL, SURVEILLANCE, 5, ALONE},
    {"irregularity_recorded", NULL, HOUSE, 6, ALONE},
    {"commissioner_notified", NULL, HOUSE, 6, ALONE},
    {"commissioner_answered", NULL, HOUSE, 6, ALONE},
};

static const struct audit_kind *find_kind(struct audit_part name)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (audit_part_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

uint64_t auditor_unknown_semantics(const struct auditor *a)
{
    return a->unknown_semantics;
}

int auditor_event(struct auditor *a, uint64_t seq, const char *text, size_t len)
{
    if (a->unknown_semantics > 0)
        return CR_E_STATE;
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
    a->table = audit_names_find(&a->table_names, audit_string(&a->text, "table"));
    audit_check_started(a);
    if (audit_has(&a->text, "table_seq"))
        check_numbers(a);
    const struct audit_kind *kind = find_kind(audit_string(&a->text, "kind"));
    audit_check_people(a, kind);
    if (kind != NULL && kind->audit != NULL)
        kind->audit(a);
    if (a->unknown_semantics > 0)
        return CR_E_STATE;
    return a->out_of_memory ? CR_E_IO : 0;
}
