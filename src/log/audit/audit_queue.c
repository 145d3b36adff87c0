/* The auditor's checks of the payments at one table: they go from right to left over all awards,
 * and each has its amount (PIT-2). Also claims held after a failure until there is a ruling
 * (PIT-1), folded hands, and coins handed back. */
#include "log/audit/audit_books.h"

/* ---- What an award of a round takes ---- */

static bool is_whole(const struct cr_award *award)
{
    return award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM;
}

/* A second 100 % award of one round pays the amount with which the meter restarted; coins that
 * other tables added since stay in the meter. */
struct audit_taken audit_take_of_round(const struct auditor *a, struct audit_table *t,
                                       struct audit_link *next, const struct cr_award *award)
{
    const bool counts = award->from != CR_FROM_TRAY && a->semantics >= 2;
    struct audit_meter *m = counts ? &next->meters[award->from] : NULL;
    const int64_t reserve = counts ? m->reserve : 0;
    int64_t apart = 0, start = counts ? m->amount : 0;
    if (counts && t->whole[award->from] > 0 && start > t->restart[award->from])
        start = t->restart[award->from];
    if (counts && t->whole[award->from] > 0 && is_whole(award))
        apart = m->amount - start;
    if (counts)
        m->amount -= apart;
    const struct audit_taken taken =
        audit_take(audit_rules_of(a, next), next, award, audit_cap_of(a, t));
    if (award->kind == CR_AWARD_FIXED)
        t->fixed += taken.amount;
    if (!counts)
        return taken;
    m->amount += apart;
    if (t->whole[award->from] > 0)
        t->restart[award->from] =
            start - taken.from_meter + taken.reseeded + (reserve - m->reserve);
    else if (is_whole(award))
        t->restart[award->from] = m->amount;
    if (t->restart[award->from] < 0)
        t->restart[award->from] = 0;
    t->whole[award->from] += is_whole(award);
    return taken;
}

void audit_give_back_of_round(const struct auditor *a, struct audit_table *t,
                              const struct cr_award *award, const struct audit_taken *taken)
{
    if (award->kind == CR_AWARD_FIXED)
        t->fixed -= taken->amount;
    if (a->semantics < 2 || award->from == CR_FROM_TRAY || t->whole[award->from] == 0)
        return;
    if (!is_whole(award))
        t->restart[award->from] += taken->from_meter;
    else if (--t->whole[award->from] == 0)
        t->restart[award->from] = 0;
    else if (a->semantics >= 3)
        t->restart[award->from] += taken->from_meter - taken->reseeded - taken->moved_in;
    if (t->restart[award->from] < 0)
        t->restart[award->from] = 0;
}

/* ---- The order of payments ---- */

struct audit_claim *audit_pending_at(const struct auditor *a, uint32_t table, unsigned seat)
{
    for (uint32_t i = 0; i < a->claim_count; i++)
        if (a->claims[i].table == table && a->claims[i].seat == seat &&
            a->claims[i].state == AUDIT_PENDING)
            return &a->claims[i];
    return NULL;
}

bool audit_has_jackpot(const struct auditor *a, uint32_t table)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct audit_claim *c = audit_pending_at(a, table, seat);
        if (c != NULL && audit_claim_award(a, c)->key != CR_KEY_NONE)
            return true;
    }
    return false;
}

void audit_check_queue(struct auditor *a, uint32_t table, unsigned seat)
{
    for (unsigned other = seat + 1; other <= CR_SEATS; other++)
        if (audit_pending_at(a, table, other) != NULL)
            audit_fault(a, 11, "seat %u is paid before seat %u", seat, other);
}

int64_t audit_worth_now(const struct auditor *a, const struct audit_claim *c,
                        const struct audit_link *l)
{
    struct audit_link trial = *l;
    struct audit_table t = a->tables[c->table];
    if (c->frozen)
        return c->taken.amount;
    for (unsigned seat = CR_SEATS; a->semantics >= 2 && seat > c->seat; seat--) {
        const struct audit_claim *before = audit_pending_at(a, c->table, seat);
        if (before != NULL && !before->frozen)
            audit_take_of_round(a, &t, &trial, audit_claim_award(a, before));
    }
    return audit_take_of_round(a, &t, &trial, audit_claim_award(a, c)).amount;
}

void audit_order_frozen(struct auditor *a, struct audit_claim *newest)
{
    struct audit_taken last = newest->taken;
    for (unsigned seat = 1; a->semantics >= 2 && seat < newest->seat; seat++) {
        struct audit_claim *c = audit_pending_at(a, newest->table, seat);
        if (c == NULL || !c->frozen || c->shared != 0 || c->award != newest->award)
            continue;
        const struct audit_taken own = c->taken;
        c->taken = last;
        last = own;
    }
    newest->taken = last;
}

/* True when both claims draw on the same meter, or both on the house's limit of fixed awards. */
static bool share_money(const struct auditor *a, const struct audit_claim *one,
                        const struct audit_claim *other)
{
    const struct cr_award *x = audit_claim_award(a, one), *y = audit_claim_award(a, other);
    const struct cr_rules *rules = audit_house_rules(a, &a->tables[one->table]);
    const bool limited = rules != NULL && rules->has_aggregate_limit;
    return (x->from != CR_FROM_TRAY && x->from == y->from) ||
           (limited && x->kind == CR_AWARD_FIXED && y->kind == CR_AWARD_FIXED);
}

unsigned audit_list_behind(const struct auditor *a, const struct audit_claim *c,
                           struct audit_claim *out[CR_SEATS])
{
    unsigned count = 0;
    if (a->semantics < 3 || !c->frozen || !a->links[c->link].claim_lock)
        return 0;
    for (unsigned seat = c->seat - 1; seat >= 1; seat--) {
        struct audit_claim *left = audit_pending_at(a, c->table, seat);
        if (left == NULL || !left->frozen || left->round != c->round)
            continue;
        bool follows = share_money(a, left, c);
        for (unsigned i = 0; i < count; i++)
            follows = follows || share_money(a, left, out[i]);
        if (follows)
            out[count++] = left;
    }
    return count;
}

void audit_check_waiting(struct auditor *a, const struct audit_claim *c)
{
    for (unsigned seat = c->seat + 1; a->semantics >= 3 && seat <= CR_SEATS; seat++) {
        const struct audit_claim *right = audit_pending_at(a, c->table, seat);
        if (right != NULL && !right->frozen && share_money(a, c, right))
            audit_fault(a, 11, "seat %u takes its amount before seat %u, which is paid first",
                        c->seat, seat);
    }
}

void audit_note_worth(const struct auditor *a, uint32_t table, const struct audit_link *l,
                      int64_t out[CR_SEATS])
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct audit_claim *c = audit_pending_at(a, table, seat);
        out[seat - 1] = c != NULL ? audit_worth_now(a, c, l) : 0;
    }
}

void audit_unapprove_changed(struct auditor *a, uint32_t table, const struct audit_link *l,
                             const int64_t before[CR_SEATS])
{
    int64_t now[CR_SEATS];
    if (a->semantics < 2)
        return;
    audit_note_worth(a, table, l, now);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct audit_claim *c = audit_pending_at(a, table, seat);
        if (c != NULL && now[seat - 1] != before[seat - 1])
            c->approver_count = 0;
    }
}

/* ---- Claims held after a failure ---- */

static void hold(const struct auditor *a, struct audit_claim *c)
{
    const struct cr_rules *rules = audit_house_rules(a, &a->tables[c->table]);
    c->held = c->held || rules == NULL || rules->on_failure != CR_FAILURE_RESUME;
}

void audit_table_lost(struct auditor *a)
{
    for (uint32_t i = 0; a->semantics >= 2 && i < a->claim_count; i++)
        if (a->claims[i].table == a->table && a->claims[i].state == AUDIT_PENDING)
            hold(a, &a->claims[i]);
}

void audit_claim_held(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    if (c != NULL)
        hold(a, c);
}

void audit_claim_ruled(struct auditor *a)
{
    struct audit_claim *c = audit_claim_at_hand(a);
    struct audit_link *l = audit_link_of(a, "link");
    int64_t worth[CR_SEATS];
    if (c == NULL || l == NULL)
        return;
    if (c->state != AUDIT_PENDING) {
        audit_fault(a, 5, "a claim is ruled upon that was paid");
        return;
    }
    const uint32_t table = c->table;
    struct audit_link next = *l;
    if (audit_claim_award(a, c)->key == CR_KEY_HIGH)
        audit_need_two(a);
    audit_note_worth(a, table, l, worth);
    c->held = false;
    if (audit_part_is(audit_string(&a->text, "item"), "void"))
        audit_take_back(a, c, &next);
    audit_unapprove_changed(a, table, &next, worth);
    audit_close(a, l, &next, true);
}

void audit_check_free(struct auditor *a, const struct audit_claim *c)
{
    if (a->semantics < 2)
        return;
    if (c->held)
        audit_claim_fault(a, c, "is paid after a failure without a ruling");
    if (c->dispute != 0)
        audit_fault(a, 5, "claim %llu is paid while dispute %llu is open",
                    (unsigned long long)c->seq, (unsigned long long)c->dispute);
}

void audit_claim_disputed(struct auditor *a)
{
    struct audit_claim *c = audit_find_claim(a, audit_number(&a->text, "claim"));
    if (c != NULL)
        c->dispute = a->seq;
}

void audit_claim_undisputed(struct auditor *a)
{
    const uint64_t dispute = audit_number(&a->text, "dispute");
    for (uint32_t i = 0; i < a->claim_count; i++)
        if (a->claims[i].dispute == dispute)
            a->claims[i].dispute = 0;
}

/* ---- Folded hands and coins handed back ---- */

uint8_t audit_dead_hands(const struct auditor *a, const struct audit_table *t)
{
    const struct cr_rules *rules = audit_house_rules(a, t);
    const unsigned slot = rules == NULL ? CR_SLOTS : cr_slot_find(rules->game, "progressive", 11);
    return rules == NULL || (rules->fold_forfeits >> slot & 1) != 0 ? t->folded : 0;
}

/* UTH-6: after a fold, or one undone, corrects which seats get envy of wins that are still to be
 * paid: a folded hand gets none. */
static void let_envy_follow(struct auditor *a, const struct audit_table *t, uint8_t were_dead)
{
    const uint8_t dead = audit_dead_hands(a, t), risen = were_dead & (uint8_t)~dead & t->seats;
    for (uint32_t i = 0; i < a->claim_count; i++) {
        struct audit_claim *c = &a->claims[i];
        if (c->table == a->table && c->round == t->round && c->state == AUDIT_PENDING)
            c->live = (uint8_t)((c->live | risen) & ~dead);
    }
}

void audit_seat_folded(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    const unsigned seat = (unsigned)audit_number(&a->text, "seat");
    if (t == NULL || seat < 1 || seat > CR_SEATS)
        return;
    const uint8_t bit = (uint8_t)(1u << (seat - 1)), were_dead = audit_dead_hands(a, t);
    t->folded = (uint8_t)(audit_has(&a->text, "undone") ? t->folded & ~bit : t->folded | bit);
    let_envy_follow(a, t, were_dead);
}

void audit_coin_returned(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    struct audit_link *l = audit_link_of(a, "link");
    const unsigned seat = (unsigned)audit_number(&a->text, "seat");
    if (t == NULL || l == NULL || seat < 1 || seat > CR_SEATS)
        return;
    const uint8_t bit = (uint8_t)(1u << (seat - 1));
    if (!t->in_play || (t->seats & bit) == 0 || t->awarded != 0 || t->folded != 0)
        audit_fault(a, 3, "a coin goes back that is not in, or after the first card");
    t->seats &= (uint8_t)~bit;
    t->coins_returned++;
    struct audit_link next = *l;
    const struct cr_progressive *p = audit_rules_of(a, l);
    audit_return_coins(p, &next, p->bet.micro);
    if (audit_money(&a->text, "amount") != p->bet.micro ||
        audit_money(&a->text, "house") != l->house - next.house)
        audit_fault(a, 3, "what goes back is not the bet");
    audit_close(a, l, &next, true);
}
