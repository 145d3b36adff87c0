/* The auditor's checks of jackpots: claims made, taken back, confirmed, cleared (V5). */
#include "log/audit/audit_books.h"

#include <stdio.h>
#include <string.h>

#define ITEMS_HIGH     0x7f /* version 1: every item is confirmed before the payment */
#define ITEMS_LOW      0x03
#define ROYAL_FLUSH    10
#define STRAIGHT_FLUSH 9

const char *const audit_methods[] = {"cheques", "check", NULL};

static const char *const item_words[] = {"hand",  "leds", "shuffle",  "wager", "sequence",
                                         "meter", "deck", "replaced", NULL};

void audit_claim_fault(struct auditor *a, const struct audit_claim *c, const char *how)
{
    audit_fault(a, 5, "claim %llu %s", (unsigned long long)c->seq, how);
}

struct audit_claim *audit_find_claim(const struct auditor *a, uint64_t seq)
{
    for (uint32_t i = 0; i < a->claim_count; i++)
        if (a->claims[i].seq == seq)
            return &a->claims[i];
    return NULL;
}

/* The open claim that the event names; NULL, after reporting a fault, when there is none. */
struct audit_claim *audit_claim_at_hand(struct auditor *a)
{
    const uint64_t seq = audit_number(&a->text, "claim");
    struct audit_claim *c = audit_find_claim(a, seq);
    if (c == NULL)
        audit_fault(a, 5, "claim %llu is not open: never made, or done with",
                    (unsigned long long)seq);
    return c;
}

void audit_drop_claim(struct auditor *a, const struct audit_claim *c)
{
    const uint32_t at = (uint32_t)(c - a->claims);
    memmove(&a->claims[at], &a->claims[at + 1], (--a->claim_count - at) * sizeof(*a->claims));
}

const struct cr_award *audit_claim_award(const struct auditor *a, const struct audit_claim *c)
{
    return audit_award_of(a, &a->links[c->link], c->award);
}

void audit_freeze(struct audit_claim *c, struct audit_taken taken)
{
    c->taken = taken;
    c->frozen = true;
}

/* Freezes the claim at what the award takes from its meter at this moment. */
void audit_freeze_now(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    audit_freeze(c, audit_take_of_round(a, &a->tables[c->table], next, audit_claim_award(a, c)));
}

/* ---- Claims made ---- */

/* PIT-11, PIT-12: the approvals that the house rules ask for, and the checklist items before and
 * after the payment. */
static void set_house_needs(const struct auditor *a, struct audit_claim *c,
                            const struct cr_award *award, const struct cr_payment *payment)
{
    const struct cr_checklist *list =
        payment != NULL && payment->has_checklist ? &payment->checklist : &cr_checklist_usual;
    const bool is_priority = c->award == ROYAL_FLUSH || c->award == STRAIGHT_FLUSH;
    if (award->key == CR_KEY_NONE) {
        const int64_t from = payment != NULL ? payment->notify_from.micro : 0;
        c->items = 0;
        c->checks.count = 0;
        c->approvals = from > 0 && award->amount.micro >= from ? 1 : 0;
        if (a->semantics >= 3 && from > 0) {
            c->approvals = award->kind == CR_AWARD_PERCENT ? 1 : c->approvals;
            c->notice_from = from;
        }
        c->after = list->after_no_key;
        return;
    }
    c->items = award->key == CR_KEY_HIGH ? list->high : list->low;
    c->after = is_priority ? list->after_priority : list->after;
    c->clearing = c->clearing || is_priority;
    if (c->checks.count == 0)
        c->checks = a->house_checks;
}

static void set_needs(const struct auditor *a, struct audit_claim *c, const struct cr_award *award)
{
    const struct audit_link *l = &a->links[c->link];
    const bool high = award->key == CR_KEY_HIGH;
    c->has_key = award->key != CR_KEY_NONE;
    c->items = high ? ITEMS_HIGH : ITEMS_LOW;
    c->approvals = high ? l->high_approvals : l->low_approvals;
    c->clearing = award->kind == CR_AWARD_PERCENT;
    const struct cr_rules *rules = audit_house_rules(a, &a->tables[c->table]);
    const struct cr_payment *payment = rules == NULL ? NULL : &rules->payment;
    /* REG-16: the threshold in force takes the place of the rules' own. */
    c->cheques_up_to = audit_threshold_now(a, false);
    if (c->cheques_up_to <= 0)
        c->cheques_up_to = payment != NULL ? payment->cheques_up_to.micro : 0;
    c->verifier = AUDIT_NONE;
    if (payment != NULL) {
        c->checks.count = payment->compliance_count;
        memcpy(c->checks.names, payment->compliance, sizeof(c->checks.names));
    }
    if (a->semantics >= 2)
        set_house_needs(a, c, award, payment);
}

struct audit_claim *audit_new_claim(struct auditor *a, struct audit_table *t, struct audit_link *l,
                                    unsigned seat, unsigned word)
{
    struct audit_claim *c = audit_add(a, &a->claims, &a->claim_count, sizeof(*c));
    if (c == NULL)
        return NULL;
    c->seq = a->seq;
    c->round = t->round;
    c->table = (uint32_t)(t - a->tables);
    c->link = (uint32_t)(l - a->links);
    c->seat = seat;
    c->award = word;
    c->live = audit_seats(a, "live");
    set_needs(a, c, audit_award_of(a, l, word));
    t->pending |= (uint8_t)(1u << (seat - 1));
    return c;
}

void audit_claim_made(struct auditor *a)
{
    int64_t worth[CR_SEATS];
    struct audit_table *t = audit_table_of(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (t == NULL || l == NULL)
        return;
    const unsigned word = audit_word(a, "award", audit_categories);
    const struct cr_award *award = audit_award_of(a, l, word);
    const unsigned seat = (unsigned)audit_number(&a->text, "seat");
    audit_note_award(a, t, seat, word);
    if (award == NULL || award->key == CR_KEY_NONE || seat == 0 || seat > CR_SEATS) {
        audit_fault(a, 5, "a claim of something that the schedule does not pay with a key");
        return;
    }
    audit_note_worth(a, a->table, l, worth);
    struct audit_claim *c = audit_new_claim(a, t, l, seat, word);
    if (c == NULL)
        return;
    struct audit_link next = *l;
    if (l->claim_lock) {
        audit_check_waiting(a, c);
        audit_freeze_now(a, c, &next);
        audit_order_frozen(a, c);
    }
    if (audit_money(&a->text, "amount") != c->taken.amount)
        audit_fault(a, 5, "the frozen amount is not what the meter gives");
    c->at_first = worth[seat - 1] = audit_worth_now(a, c, l);
    audit_unapprove_changed(a, a->table, &next, worth);
    audit_close(a, l, &next, l->claim_lock);
}

/* ---- Claims taken back ---- */

static void unfreeze(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    struct audit_table *t = &a->tables[c->table];
    const struct cr_award *award = audit_claim_award(a, c);
    audit_give_back(next, award->from, &c->taken, a->semantics >= 3);
    audit_give_back_of_round(a, t, award, &c->taken);
    c->taken = (struct audit_taken){0};
    c->frozen = c->ruled = false;
    c->shared = 0;
}

/* Claims that were frozen together with this one need another ruling (REG-11). */
void audit_take_back(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    struct audit_table *t = &a->tables[c->table];
    const uint64_t shared = c->shared;
    struct audit_claim *behind[CR_SEATS];
    const unsigned count = audit_list_behind(a, c, behind);
    for (unsigned i = count; i > 0; i--)
        unfreeze(a, behind[i - 1], next);
    if (c->frozen)
        unfreeze(a, c, next);
    for (unsigned i = 0; i < count; i++)
        audit_freeze_now(a, behind[i], next);
    for (uint32_t i = 0; shared != 0 && i < a->claim_count; i++)
        if (a->claims[i].shared == shared) {
            unfreeze(a, &a->claims[i], next);
            a->claims[i].approver_count = 0;
        }
    if (t->round == c->round) {
        t->awarded &= (uint8_t) ~(1u << (c->seat - 1));
        t->pending &= (uint8_t) ~(1u << (c->seat - 1));
        t->awards[c->seat - 1] = 0;
    }
    audit_drop_claim(a, c);
}

void audit_claim_cancelled(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (c == NULL || l == NULL)
        return;
    if (c->state != AUDIT_PENDING) {
        audit_fault(a, 5, "a claim is cancelled that was paid");
        return;
    }
    struct audit_link next = *l;
    const uint32_t table = c->table;
    int64_t worth[CR_SEATS];
    if (a->semantics >= 2 && c->held)
        audit_fault(a, 5, "a claim is cancelled after a failure without a ruling");
    if (a->semantics >= 2 && !audit_has(&a->text, "table_seq") &&
        audit_claim_award(a, c)->key == CR_KEY_HIGH && c->approver_count > 0)
        audit_fault(a, 5, "one person cancels a high jackpot that was approved");
    audit_note_worth(a, table, l, worth);
    audit_take_back(a, c, &next);
    audit_unapprove_changed(a, table, &next, worth);
    audit_close(a, l, &next, true);
}

void audit_void_claims(struct auditor *a, uint32_t table, struct audit_link *next)
{
    for (uint32_t i = 0; i < a->claim_count;) {
        struct audit_claim *c = &a->claims[i];
        if (c->table == table && c->state == AUDIT_PENDING && c->round == a->tables[table].round)
            audit_take_back(a, c, next);
        else
            i++;
    }
}

/* ---- Claims confirmed ---- */

bool audit_is_done(const struct audit_claim *c)
{
    return c->state == AUDIT_PAID && !c->clearing && (c->after & ~c->confirmed_after) == 0;
}

void audit_claim_verified(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    const uint32_t person = audit_person_at_hand(a);
    if (c == NULL)
        return;
    struct audit_part items[AUDIT_LIST_MAX];
    const unsigned count = audit_strings_of(audit_value(&a->text, "items"), items, AUDIT_LIST_MAX);
    uint8_t said = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; item_words[w] != NULL; w++)
            if (audit_part_is(items[i], item_words[w]))
                said |= (uint8_t)(1u << w);
    if (c->state == AUDIT_PAID) {
        c->confirmed_after |= said;
        if (audit_is_done(c))
            audit_drop_claim(a, c);
        return;
    }
    if (c->verifier != AUDIT_NONE)
        audit_claim_fault(a, c, "is verified a second time");
    c->confirmed |= said;
    if ((c->items & ~c->confirmed) == 0)
        c->verifier = person;
}

/* True when the approver can have seen this amount. For a frozen claim it is exactly its worth. Any
 * other may have grown with later coins, so that less is right too; but since version 2 never less
 * than the claim was worth when it was made. */
static bool was_seen(const struct auditor *a, const struct audit_claim *c, int64_t seen,
                     int64_t worth)
{
    const bool too_little = a->semantics >= 2 && seen < c->at_first && seen < worth;
    return c->frozen ? seen == worth : seen <= worth && !too_little;
}

/* Compares the table and the amount that the approver saw with those of the claim. */
static void check_seen(struct auditor *a, const struct audit_claim *c)
{
    const struct audit_part table = audit_string(&a->text, "table");
    const int64_t seen = audit_money(&a->text, "amount");
    const int64_t worth = audit_worth_now(a, c, &a->links[c->link]);
    if (table.len > 0 && audit_names_find(&a->table_names, table) != c->table)
        audit_claim_fault(a, c, "is approved for another table");
    if (audit_has(&a->text, "amount") && !was_seen(a, c, seen, worth))
        audit_fault(a, 5, "%lld millionths are approved, claim %llu is worth %lld", (long long)seen,
                    (unsigned long long)c->seq, (long long)worth);
}

static void check_department(struct auditor *a, struct audit_claim *c, const char *department)
{
    if (c->approver_count == 0)
        snprintf(c->department, sizeof(c->department), "%s", department);
    if (!a->links[c->link].two_departments || c->approvals < 2)
        return;
    if (department[0] == '\0' || (c->approver_count > 0 && strcmp(c->department, department) == 0))
        audit_claim_fault(a, c, "takes approvals of two departments");
}

void audit_claim_approved(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    const uint32_t person = audit_person_at_hand(a);
    if (c == NULL)
        return;
    check_seen(a, c);
    for (unsigned i = 0; i < c->approver_count; i++)
        if (c->approvers[i] == person)
            audit_fault(a, 5, "one person approves claim %llu twice", (unsigned long long)c->seq);
    check_department(a, c, audit_department_of(a, person));
    if (c->approver_count < 2)
        c->approvers[c->approver_count++] = person;
}

void audit_claim_complied(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    const struct audit_part patron = audit_string(&a->text, "patron");
    if (c == NULL)
        return;
    for (unsigned i = 0; i < c->checks.count; i++)
        if (audit_part_is(audit_string(&a->text, "item"), c->checks.names[i]))
            c->complied |= (uint8_t)(1u << i);
    if (patron.len == 0 || patron.len >= sizeof(c->patron))
        return;
    memset(c->patron, 0, sizeof(c->patron));
    memcpy(c->patron, patron.at, patron.len);
}

void audit_claim_method(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    if (c != NULL)
        c->method = audit_word(a, "method", audit_methods);
}

void audit_claim_cleared(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    if (c == NULL)
        return;
    if (c->state != AUDIT_PAID || !c->clearing)
        audit_claim_fault(a, c, "is cleared, which was not paid or needs no clearing");
    if ((c->after & ~c->confirmed_after) != 0)
        audit_claim_fault(a, c, "is cleared before the deck was seen to");
    /* Before version 3 the event has no amount when an award without a key is cleared. */
    const bool is_said = a->semantics >= 3 || c->has_key;
    if (audit_money(&a->text, "amount") != (is_said ? c->taken.amount : 0))
        audit_fault(a, 5, "the amount cleared is not the amount paid");
    audit_drop_claim(a, c);
}
