/* The auditor on jackpots: who confirmed what, in which order they are paid, and how much (V5,
 * V11). */
#include "verify/audit_books.h"

#include <string.h>

#define ITEMS_HIGH 0x7f
#define ITEMS_LOW  0x03

static const char *const item_words[] = {"hand",     "leds",  "shuffle", "wager",
                                         "sequence", "meter", "deck",    NULL};
static const char *const method_words[] = {"cheques", "check", NULL};

static struct audit_claim *find_claim(const struct auditor *a, uint64_t seq)
{
    for (uint32_t i = 0; i < a->claim_count; i++)
        if (a->claims[i].seq == seq)
            return &a->claims[i];
    return NULL;
}

/* The claim that the event is about; NULL, and a fault, when nothing is left to do with it. */
static struct audit_claim *claim_at_hand(struct auditor *a)
{
    const uint64_t seq = audit_number(&a->text, "claim");
    struct audit_claim *c = find_claim(a, seq);
    if (c == NULL)
        audit_fault(a, 5, "claim %llu is not open: never made, or done with",
                    (unsigned long long)seq);
    return c;
}

static void drop_claim(struct auditor *a, const struct audit_claim *c)
{
    const uint32_t at = (uint32_t)(c - a->claims);
    memmove(&a->claims[at], &a->claims[at + 1], (--a->claim_count - at) * sizeof(*a->claims));
}

static const struct cr_award *award_of(const struct auditor *a, const struct audit_claim *c)
{
    return audit_award_of(a, &a->links[c->link], c->award);
}

static uint32_t person_at_hand(struct auditor *a)
{
    const uint32_t person = audit_names_find(&a->people, audit_string(&a->text, "user"));
    if (person == AUDIT_NONE)
        audit_fault(a, 5, "user is nobody of this floor");
    return person;
}

static struct audit_taken taken_of(const struct audit_claim *c)
{
    return (struct audit_taken){c->amount, c->from_meter, c->house_funded, c->reseeded};
}

static void freeze(struct audit_claim *c, struct audit_taken taken)
{
    c->amount = taken.amount;
    c->from_meter = taken.from_meter;
    c->house_funded = taken.house_funded;
    c->reseeded = taken.reseeded;
    c->frozen = true;
}

/* Takes the award off its meter, as it stands now. */
static void freeze_now(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    struct audit_table *t = &a->tables[c->table];
    const struct cr_award *award = award_of(a, c);
    freeze(c, audit_take(audit_rules_of(a, next), next, award, audit_cap_of(a, t)));
    if (award->kind == CR_AWARD_FIXED && t->round == c->round)
        t->fixed += c->amount;
}

/* ---- Made ---- */

/* REG-16: the threshold in force takes the place of the rules' own. */
static int64_t cheques_up_to(const struct auditor *a, uint32_t rules)
{
    int64_t amount = 0, since = 0;
    for (uint32_t i = 0; i < a->by_check_count; i++)
        if (a->by_check[i].effective <= a->time && a->by_check[i].effective >= since) {
            since = a->by_check[i].effective;
            amount = a->by_check[i].amount;
        }
    if (amount > 0)
        return amount;
    return rules == AUDIT_NONE ? 0 : a->documents[rules].as.rules.payment.cheques_up_to.micro;
}

static void set_needs(const struct auditor *a, struct audit_claim *c, const struct cr_award *award)
{
    const struct audit_link *l = &a->links[c->link];
    const bool high = award->key == CR_KEY_HIGH;
    c->items = high ? ITEMS_HIGH : ITEMS_LOW;
    c->approvals = high ? l->high_approvals : l->low_approvals;
    c->clearing = award->kind == CR_AWARD_PERCENT;
    c->rules = a->tables[c->table].rules;
    c->cheques_up_to = cheques_up_to(a, c->rules);
    c->verifier = AUDIT_NONE;
}

void audit_claim_made(struct auditor *a)
{
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
    if (a->claim_count == a->claim_room) {
        struct audit_claim *more =
            audit_grow(a, a->claims, 2 * (size_t)a->claim_room + 16, sizeof(*more));
        if (more == NULL)
            return;
        a->claims = more;
        a->claim_room = 2 * a->claim_room + 16;
    }
    struct audit_claim *c = &a->claims[a->claim_count++];
    memset(c, 0, sizeof(*c));
    c->seq = a->seq;
    c->round = t->round;
    c->table = (uint32_t)(t - a->tables);
    c->link = (uint32_t)(l - a->links);
    c->seat = seat;
    c->award = word;
    c->live = audit_seats(a, "live");
    set_needs(a, c, award);
    t->pending |= (uint8_t)(1u << (seat - 1));
    struct audit_link next = *l;
    if (l->claim_lock)
        freeze_now(a, c, &next);
    if (audit_money(&a->text, "amount") != c->amount)
        audit_fault(a, 5, "the frozen amount is not what the meter gives");
    audit_close(a, l, &next, l->claim_lock);
}

/* ---- Undone ---- */

static void unfreeze(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    struct audit_table *t = &a->tables[c->table];
    const struct cr_award *award = award_of(a, c);
    const struct audit_taken taken = taken_of(c);
    audit_give_back(next, award->from, &taken);
    if (award->kind == CR_AWARD_FIXED && t->round == c->round)
        t->fixed -= c->amount;
    c->amount = c->from_meter = c->house_funded = c->reseeded = 0;
    c->frozen = c->ruled = false;
    c->shared = 0;
}

/* The frozen amount comes back, and the seat may be awarded again. Those who shared with it are
 * ruled upon again (REG-11). */
static void take_back(struct auditor *a, struct audit_claim *c, struct audit_link *next)
{
    struct audit_table *t = &a->tables[c->table];
    const uint64_t shared = c->shared;
    if (c->frozen)
        unfreeze(a, c, next);
    for (uint32_t i = 0; shared != 0 && i < a->claim_count; i++)
        if (a->claims[i].shared == shared)
            unfreeze(a, &a->claims[i], next);
    if (t->round == c->round) {
        t->awarded &= (uint8_t) ~(1u << (c->seat - 1));
        t->pending &= (uint8_t) ~(1u << (c->seat - 1));
        t->awards[c->seat - 1] = 0;
    }
    drop_claim(a, c);
}

void audit_claim_cancelled(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (c == NULL || l == NULL)
        return;
    if (c->state != AUDIT_PENDING) {
        audit_fault(a, 5, "a claim is cancelled that was paid");
        return;
    }
    if (!audit_has(&a->text, "table_seq"))
        person_at_hand(a);
    struct audit_link next = *l;
    take_back(a, c, &next);
    audit_close(a, l, &next, true);
}

void audit_void_claims(struct auditor *a, uint32_t table, struct audit_link *next)
{
    for (uint32_t i = 0; i < a->claim_count;) {
        struct audit_claim *c = &a->claims[i];
        if (c->table == table && c->state == AUDIT_PENDING && c->round == a->tables[table].round)
            take_back(a, c, next);
        else
            i++;
    }
}

/* ---- Confirmed ---- */

void audit_claim_verified(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    const uint32_t person = person_at_hand(a);
    if (c == NULL)
        return;
    struct audit_part items[AUDIT_LIST_MAX];
    const unsigned count = audit_string_list(&a->text, "items", items, AUDIT_LIST_MAX);
    if (c->verifier != AUDIT_NONE)
        audit_fault(a, 5, "claim %llu is verified a second time", (unsigned long long)c->seq);
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; item_words[w] != NULL; w++)
            if (audit_part_is(items[i], item_words[w]))
                c->confirmed |= (uint8_t)(1u << w);
    c->verifier = person;
}

void audit_claim_approved(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    const uint32_t person = person_at_hand(a);
    if (c == NULL)
        return;
    for (unsigned i = 0; i < c->approver_count; i++)
        if (c->approvers[i] == person)
            audit_fault(a, 5, "one person approves claim %llu twice", (unsigned long long)c->seq);
    if (c->approver_count < 2)
        c->approvers[c->approver_count++] = person;
}

void audit_claim_complied(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    person_at_hand(a);
    if (c == NULL || c->rules == AUDIT_NONE)
        return;
    const struct cr_payment *payment = &a->documents[c->rules].as.rules.payment;
    for (unsigned i = 0; i < payment->compliance_count; i++)
        if (audit_part_is(audit_string(&a->text, "item"), payment->compliance[i]))
            c->complied |= (uint8_t)(1u << i);
}

void audit_claim_method(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    person_at_hand(a);
    if (c != NULL)
        c->method = audit_word(a, "method", method_words);
}

void audit_claim_cleared(struct auditor *a)
{
    struct audit_claim *c = claim_at_hand(a);
    person_at_hand(a);
    if (c == NULL)
        return;
    if (c->state != AUDIT_PAID || !c->clearing)
        audit_fault(a, 5, "claim %llu is cleared, which was not paid or needs no clearing",
                    (unsigned long long)c->seq);
    if (audit_money(&a->text, "amount") != c->amount)
        audit_fault(a, 5, "the amount cleared is not the amount paid");
    drop_claim(a, c);
}

/* ---- In order ---- */

/* High, and its amount still depends on who comes first. */
static bool is_open_high(const struct auditor *a, const struct audit_claim *c, uint32_t link)
{
    return c->link == link && c->state == AUDIT_PENDING && !c->frozen &&
           award_of(a, c)->key == CR_KEY_HIGH;
}

/* REG-11: each gets the whole and the house funds all but the first, or equal parts. */
static void freeze_group(struct auditor *a, struct audit_link *next, struct audit_claim **group,
                         unsigned size)
{
    const struct cr_award *award = award_of(a, group[0]);
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
        freeze(group[g], g == 0 ? first : other);
        group[g]->shared = a->seq;
    }
}

static void freeze_equals(struct auditor *a, struct audit_link *next)
{
    for (unsigned i = 0; i < next->order_count; i++) {
        struct audit_claim *group[AUDIT_LIST_MAX];
        unsigned size = 0;
        const struct audit_claim *first = find_claim(a, next->order[i]);
        for (unsigned j = i; first != NULL && j < next->order_count; j++) {
            struct audit_claim *c = find_claim(a, next->order[j]);
            if (c != NULL && !c->frozen && c->award == first->award &&
                award_of(a, c)->kind == CR_AWARD_PERCENT)
                group[size++] = c;
        }
        if (size >= 2)
            freeze_group(a, next, group, size);
    }
}

void audit_order_ruled(struct auditor *a)
{
    struct audit_link *l = audit_link_of(a, "link");
    person_at_hand(a);
    if (l == NULL)
        return;
    struct audit_link next = *l;
    const uint32_t link = (uint32_t)(l - a->links);
    next.order_count = audit_number_list(&a->text, "order", next.order, AUDIT_LIST_MAX);
    for (unsigned i = 0; i < next.order_count; i++) {
        struct audit_claim *c = find_claim(a, next.order[i]);
        if (c == NULL || !is_open_high(a, c, link))
            audit_fault(a, 11, "the ruling names %llu, which is no open high claim of the link",
                        (unsigned long long)next.order[i]);
        else
            c->ruled = true;
    }
    if (next.policy != 0)
        freeze_equals(a, &next);
    audit_close(a, l, &next, true);
}

static void check_turn(struct auditor *a, const struct audit_claim *c)
{
    const struct audit_link *l = &a->links[c->link];
    bool several = false;
    if (!is_open_high(a, c, c->link))
        return;
    for (uint32_t i = 0; i < a->claim_count; i++)
        several = several ||
                  (is_open_high(a, &a->claims[i], c->link) && a->claims[i].table != c->table);
    if (several && !c->ruled)
        audit_fault(a, 11, "claim %llu is paid while others wait at other tables, without a ruling",
                    (unsigned long long)c->seq);
    for (unsigned i = 0; c->ruled && i < l->order_count && l->order[i] != c->seq; i++) {
        const struct audit_claim *before = find_claim(a, l->order[i]);
        if (before != NULL && is_open_high(a, before, c->link))
            audit_fault(a, 11, "claim %llu is paid before %llu, which was ruled first",
                        (unsigned long long)c->seq, (unsigned long long)before->seq);
    }
}

/* ---- Paid ---- */

static void check_people(struct auditor *a, const struct audit_claim *c)
{
    if ((c->items & ~c->confirmed) != 0)
        audit_fault(a, 5, "claim %llu is paid with an incomplete checklist",
                    (unsigned long long)c->seq);
    if (c->approver_count < c->approvals)
        audit_fault(a, 5, "claim %llu is paid with %u approvals of %u",
                    (unsigned long long)c->seq, c->approver_count, c->approvals);
    if (c->approver_count == 2 && c->approvers[0] == c->approvers[1])
        audit_fault(a, 5, "claim %llu was approved by one person twice",
                    (unsigned long long)c->seq);
    if (c->approvals == 1 && c->approver_count > 0 && c->approvers[0] == c->verifier)
        audit_fault(a, 5, "claim %llu was verified and approved by one person",
                    (unsigned long long)c->seq);
    const unsigned checks =
        c->rules == AUDIT_NONE ? 0 : a->documents[c->rules].as.rules.payment.compliance_count;
    if (((1u << checks) - 1) & ~(unsigned)c->complied)
        audit_fault(a, 5, "claim %llu is paid before all compliance checks",
                    (unsigned long long)c->seq);
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
    const bool high = award_of(a, c)->key == CR_KEY_HIGH;
    if (t->key != (high ? 2u : 1u) || t->position != (high ? 3u : 2u))
        audit_fault(a, 5, "claim %llu is paid without its key turned", (unsigned long long)c->seq);
    for (uint32_t i = 0; i < a->claim_count; i++) {
        const struct audit_claim *other = &a->claims[i];
        if (other->table == c->table && other->state == AUDIT_PENDING && other->seat > c->seat &&
            award_of(a, other)->key == award_of(a, c)->key)
            audit_fault(a, 11, "seat %u is paid before seat %u", c->seat, other->seat);
    }
}

static void check_paid(struct auditor *a, const struct audit_claim *c, int64_t envy)
{
    if (audit_money(&a->text, "amount") != c->amount)
        audit_fault(a, 5, "%lld millionths are paid, the claim is worth %lld",
                    (long long)audit_money(&a->text, "amount"), (long long)c->amount);
    if (audit_money(&a->text, "house_funded") != c->house_funded)
        audit_fault(a, 3, "what the house funds is not what the meter lacks");
    if (audit_money(&a->text, "envy") != envy)
        audit_fault(a, 5, "the envy paid is not the schedule's");
    const bool too_large = c->cheques_up_to > 0 && c->amount > c->cheques_up_to;
    if (too_large && audit_word(a, "method", method_words) != 2)
        audit_fault(a, 5, "an amount above the threshold is paid in cheques");
}

void audit_claim_paid(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    struct audit_claim *c = claim_at_hand(a);
    struct audit_link *l = audit_link_of(a, "link");
    if (t == NULL || c == NULL || l == NULL)
        return;
    if (c->state == AUDIT_PAID) {
        audit_fault(a, 5, "claim %llu is paid a second time", (unsigned long long)c->seq);
        return;
    }
    if (c->table != (uint32_t)(t - a->tables))
        audit_fault(a, 5, "claim %llu is paid at another table", (unsigned long long)c->seq);
    check_people(a, c);
    check_key(a, t, c);
    check_turn(a, c);
    check_sharers(a, c);
    struct audit_link next = *l;
    const bool lowers = !c->frozen;
    if (!c->frozen)
        freeze_now(a, c, &next);
    const struct cr_award *award = award_of(a, c);
    const struct audit_taken taken = taken_of(c);
    const int64_t envy = award->envy.micro * __builtin_popcount(c->live);
    audit_pay(&next, award->from, &taken);
    check_paid(a, c, envy);
    a->paid += (audit_wide)c->amount + envy;
    if (t->round == c->round)
        t->pending &= (uint8_t) ~(1u << (c->seat - 1));
    c->state = AUDIT_PAID;
    if (!c->clearing)
        drop_claim(a, c);
    audit_close(a, l, &next, lowers);
}
