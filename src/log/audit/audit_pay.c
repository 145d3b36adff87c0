/* The auditor's checks of jackpot payments: in which order, on whose approval, and how much (V5,
 * V11). */
#include "log/audit/audit_books.h"

/* ---- The order of payments ---- */

/* True for a pending high jackpot whose amount still depends on which of several winners is paid
 * first. */
static bool is_open_high(const struct auditor *a, const struct audit_claim *c, uint32_t link)
{
    return c->link == link && c->state == AUDIT_PENDING && !c->frozen &&
           audit_claim_award(a, c)->key == CR_KEY_HIGH;
}

/* REG-11: freezes equal claims that share one award. By the link's policy each gets the full
 * amount, and the house funds all but the first; or (policy 2, split) each gets an equal part. */
static void freeze_group(struct auditor *a, struct audit_link *next, struct audit_claim **group,
                         unsigned size)
{
    const struct cr_award *award = audit_claim_award(a, group[0]);
    struct audit_taken first = audit_take(audit_rules_of(a, next), next, award, INT64_MAX);
    struct audit_taken other = {.amount = first.amount, .house_funded = first.amount};
    if (next->policy == 2) {
        struct audit_meter *m = &next->meters[award->from];
        int64_t part = first.amount / size;
        part -= part % 10000;
        m->amount += first.amount - part * size;
        m->pending -= first.amount - part * size;
        other = (struct audit_taken){.amount = part, .from_meter = part};
        first.amount = first.from_meter = part;
    }
    for (unsigned g = 0; g < size; g++) {
        audit_freeze(group[g], g == 0 ? first : other);
        group[g]->shared = a->seq;
    }
}

static void freeze_equals(struct auditor *a, struct audit_link *next)
{
    for (unsigned i = 0; i < next->order_count; i++) {
        struct audit_claim *group[AUDIT_LIST_MAX];
        unsigned size = 0;
        const struct audit_claim *first = audit_find_claim(a, next->order[i]);
        for (unsigned j = i; first != NULL && j < next->order_count; j++) {
            struct audit_claim *c = audit_find_claim(a, next->order[j]);
            if (c != NULL && !c->frozen && c->award == first->award &&
                audit_claim_award(a, c)->kind == CR_AWARD_PERCENT)
                group[size++] = c;
        }
        if (size >= 2)
            freeze_group(a, next, group, size);
    }
}

/* A claim whose amount the ruling changes loses its approvals: it is approved again. */
static void take_changed_back(struct auditor *a, const struct audit_link *before,
                              const struct audit_link *after)
{
    for (uint32_t i = 0; i < a->claim_count; i++) {
        struct audit_claim *c = &a->claims[i];
        struct audit_claim as_before = *c;
        if (&a->links[c->link] != before || c->state != AUDIT_PENDING ||
            (c->frozen && c->shared != a->seq))
            continue;
        as_before.frozen = false;
        if (audit_worth_now(a, &as_before, before) != audit_worth_now(a, c, after))
            c->approver_count = 0;
    }
}

void audit_order_ruled(struct auditor *a)
{
    struct audit_link *l = audit_link_of(a, "link");
    if (l == NULL)
        return;
    struct audit_link next = *l;
    const uint32_t link = (uint32_t)(l - a->links);
    next.order_count = audit_numbers_of(audit_value(&a->text, "order"), next.order, AUDIT_LIST_MAX);
    for (unsigned i = 0; i < next.order_count; i++) {
        struct audit_claim *c = audit_find_claim(a, next.order[i]);
        if (c == NULL || !is_open_high(a, c, link))
            audit_fault(a, 11, "the ruling names %llu, which is no open high claim of the link",
                        (unsigned long long)next.order[i]);
        else
            c->ruled = true;
    }
    if (next.policy != 0)
        freeze_equals(a, &next);
    take_changed_back(a, l, &next);
    audit_close(a, l, &next, true);
}

static void check_turn(struct auditor *a, const struct audit_claim *c)
{
    const struct audit_link *l = &a->links[c->link];
    bool several = false;
    if (!is_open_high(a, c, c->link))
        return;
    for (uint32_t i = 0; i < a->claim_count; i++)
        several =
            several || (is_open_high(a, &a->claims[i], c->link) && a->claims[i].table != c->table);
    if (several && !c->ruled)
        audit_fault(a, 11, "claim %llu is paid while others wait at other tables, without a ruling",
                    (unsigned long long)c->seq);
    for (unsigned i = 0; c->ruled && i < l->order_count && l->order[i] != c->seq; i++) {
        const struct audit_claim *before = audit_find_claim(a, l->order[i]);
        if (before != NULL && is_open_high(a, before, c->link))
            audit_fault(a, 11, "claim %llu is paid before %llu, which was ruled first",
                        (unsigned long long)c->seq, (unsigned long long)before->seq);
    }
}

/* ---- Paid ---- */

static void check_people(struct auditor *a, const struct audit_claim *c)
{
    if ((c->items & ~c->confirmed) != 0)
        audit_claim_fault(a, c, "is paid with an incomplete checklist");
    if (c->approver_count < c->approvals)
        audit_fault(a, 5, "claim %llu is paid with %u approvals of %u", (unsigned long long)c->seq,
                    c->approver_count, c->approvals);
    if (c->approver_count == 2 && c->approvers[0] == c->approvers[1])
        audit_claim_fault(a, c, "was approved by one person twice");
    if (c->approvals == 1 && c->approver_count > 0 && c->approvers[0] == c->verifier)
        audit_claim_fault(a, c, "was verified and approved by one person");
    if (((1u << c->checks.count) - 1) & ~(unsigned)c->complied)
        audit_claim_fault(a, c, "is paid before all compliance checks");
}

/* REG-11: shares are final once the first is paid, so every hand is verified before that. */
static void check_sharers(struct auditor *a, const struct audit_claim *c)
{
    const uint64_t shared = c->shared;
    for (uint32_t i = 0; shared != 0 && i < a->claim_count; i++) {
        struct audit_claim *other = &a->claims[i];
        if (other->shared != shared)
            continue;
        if (other->verifier == AUDIT_NONE)
            audit_fault(a, 5, "claim %llu is paid before %llu, which shares it, is verified",
                        (unsigned long long)c->seq, (unsigned long long)other->seq);
        other->shared = 0;
    }
}

static void check_key(struct auditor *a, const struct audit_table *t, const struct audit_claim *c)
{
    const bool high = audit_claim_award(a, c)->key == CR_KEY_HIGH;
    if (t->key != (high ? 2u : 1u) || t->position != (high ? 3u : 2u))
        audit_claim_fault(a, c, "is paid without its key turned");
    if (a->semantics >= 2) {
        audit_check_queue(a, c->table, c->seat);
        return;
    }
    for (uint32_t i = 0; i < a->claim_count; i++) {
        const struct audit_claim *other = &a->claims[i];
        if (other->table == c->table && other->state == AUDIT_PENDING && other->seat > c->seat &&
            audit_claim_award(a, other)->key == audit_claim_award(a, c)->key)
            audit_fault(a, 11, "seat %u is paid before seat %u", c->seat, other->seat);
    }
}

static void check_paid(struct auditor *a, const struct audit_claim *c)
{
    if (audit_money(&a->text, "amount") != c->taken.amount)
        audit_fault(a, 5, "%lld millionths are paid, the claim is worth %lld",
                    (long long)audit_money(&a->text, "amount"), (long long)c->taken.amount);
    if (audit_money(&a->text, "house_funded") != c->taken.house_funded)
        audit_fault(a, 3, "what the house funds is not what the meter lacks");
    const bool too_large = c->cheques_up_to > 0 && c->taken.amount > c->cheques_up_to;
    if (too_large && audit_word(a, "method", audit_methods) != 2)
        audit_fault(a, 5, "an amount above the threshold is paid in cheques");
}

/* Since version 2: where each claim gets the full amount, the one paid first takes the meter's
 * money, and the house funds the others. */
static void take_meters_part(struct auditor *a, struct audit_claim *c)
{
    if (a->semantics < 2 || c->shared == 0 || c->taken.house_funded != c->taken.amount)
        return;
    for (uint32_t i = 0; i < a->claim_count; i++) {
        struct audit_claim *other = &a->claims[i];
        if (other == c || other->shared != c->shared || other->taken.from_meter == 0 ||
            other->taken.amount != c->taken.amount)
            continue;
        const struct audit_taken own = c->taken;
        c->taken = other->taken;
        other->taken = own;
        return;
    }
}

void audit_claim_paid(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    struct audit_claim *c = audit_claim_at_hand(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (t == NULL || c == NULL || l == NULL)
        return;
    if (c->state == AUDIT_PAID) {
        audit_claim_fault(a, c, "is paid a second time");
        return;
    }
    if (c->table != (uint32_t)(t - a->tables))
        audit_claim_fault(a, c, "is paid at another table");
    check_people(a, c);
    audit_check_free(a, c);
    check_key(a, t, c);
    check_turn(a, c);
    take_meters_part(a, c);
    check_sharers(a, c);
    struct audit_link next = *l;
    const bool lowers = !c->frozen;
    if (!c->frozen)
        audit_freeze_now(a, c, &next);
    const struct cr_award *award = audit_claim_award(a, c);
    audit_pay(&next, award->from, &c->taken);
    if (award->from == CR_FROM_TRAY)
        audit_tray_paid(a, l, c->taken.amount);
    check_paid(a, c);
    audit_check_envy(a, t, c->seat, c->live, award);
    if (t->round == c->round)
        t->pending &= (uint8_t) ~(1u << (c->seat - 1));
    c->state = AUDIT_PAID;
    audit_claim_cash(a, c);
    if (audit_is_done(c))
        audit_drop_claim(a, c);
    audit_close(a, l, &next, lowers);
}
