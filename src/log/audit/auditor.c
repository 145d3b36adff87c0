/* The auditor: which event is about what, and whose it is (V2). */
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
    free(a->by_check);
    free(a->by_cash);
    free(a->disputes);
    audit_names_release(&a->patrons);
    free(a->cash);
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

void audit_remember(struct auditor *a, uint64_t **list, uint32_t *count)
{
    uint64_t *more = audit_grow(a, *list, (size_t)*count + 1, sizeof(*more));
    if (more == NULL)
        return;
    *list = more;
    more[(*count)++] = a->seq;
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
    {"key_turned", audit_key_turned},
    {"table_joined", table_joined},
    {"claim_verified", audit_claim_verified},
    {"claim_approved", audit_claim_approved},
    {"claim_complied", audit_claim_complied},
    {"claim_method_chosen", audit_claim_method},
    {"claim_cleared", audit_claim_cleared},
    {"order_ruled", audit_order_ruled},
    {"meter_read", audit_meter_read},
    {"buy_in", audit_cash},
    {"payout", audit_payout},
    {"shift_opened", audit_shift_opened},
    {"shift_closed", audit_shift_closed},
    {"dispute_opened", audit_dispute_opened},
    {"dispute_decided", audit_dispute_decided},
    {"house_set", audit_house_set},
    {"limit_raised", audit_limit_raised},
    {"award_pending", audit_award_pending},
    {"seat_folded", audit_seat_folded},
    {"coin_returned", audit_coin_returned},
    {"tray_corrected", audit_tray_corrected},
    {"claim_held", audit_claim_held},
    {"claim_ruled", audit_claim_ruled},
    {"table_lost", audit_table_lost},
    {"person_added", audit_person_added},
    {"person_changed", audit_person_changed},
    {"credential_set", audit_credential_set},
    {"machine_enrolled", audit_machine_changed},
    {"machine_revoked", audit_machine_changed},
    {"manager_started", audit_manager_started},
    {"document_added", audit_document_added},
    {"link_configured", audit_link_configured},
    {"table_configured", audit_table_configured},
    {"threshold_set", audit_threshold_set},
    {"link_opened", audit_link_opened},
    {"link_closed", audit_link_closed},
    {"meter_corrected", audit_meter_corrected},
    {"link_transferred", audit_link_transferred},
    {"alarm_raised", audit_alarm_raised},
    {"alarm_acknowledged", audit_alarm_acknowledged},
    {"seats_held", audit_seats_held},
    {"patron_moved", audit_patron_moved},
    {"one_hand_set", audit_one_hand_set},
};

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
    audit_check_people(a);
    const struct audit_part kind = audit_string(&a->text, "kind");
    for (size_t i = 0; i < sizeof(audits) / sizeof(audits[0]); i++)
        if (audit_part_is(kind, audits[i].kind)) {
            audits[i].audit(a);
            break;
        }
    if (a->unknown_semantics > 0)
        return CR_E_STATE;
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
