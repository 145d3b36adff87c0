/* Steps of payments: who is paid first, the order of simultaneous wins, and paying (TAB-6, TAB-9,
 * TAB-10, REG-11). */
#include "floor/floor_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "floor/semantics.h"

#include <string.h>

const struct cr_award *floor_award_of(const struct floor *f, const struct floor_claim *c)
{
    return &floor_progressive(f, c->link)->awards[c->award - 1];
}

/* TAB-10: true for a high jackpot whose amount still depends on which of several winners is paid
 * first. */
static bool is_open_high(const struct floor_claim *c, uint32_t link)
{
    return c->link == link && c->key == CR_KEY_HIGH && c->claim.state == CLAIM_PENDING &&
           !c->frozen;
}

unsigned floor_open_high_claims(const struct floor *f, uint32_t link, bool *several_tables)
{
    unsigned count = 0;
    uint32_t first = FLOOR_NONE;
    *several_tables = false;
    for (uint32_t i = 0; i < f->claim_count; i++) {
        if (!is_open_high(&f->claims[i], link))
            continue;
        if (count++ == 0)
            first = f->claims[i].table;
        *several_tables = *several_tables || f->claims[i].table != first;
    }
    return count;
}

/* ---- TAB-10, REG-11: the order of simultaneous wins ---- */

int floor_check_order(const struct floor *f, const struct floor_event *e, uint32_t link,
                      struct cr_err *err)
{
    bool several = false;
    if (floor_open_high_claims(f, link, &several) != e->order_count)
        return err_invalid(err, "order", "name every pending high claim of link %s, once", e->link);
    for (unsigned i = 0; i < e->order_count; i++) {
        const struct floor_claim *c = floor_find_claim(f, e->order[i]);
        if (c == NULL || !is_open_high(c, link))
            return err_invalid(err, "order", "%llu is no pending high claim of link %s",
                               (unsigned long long)e->order[i], e->link);
        for (unsigned j = 0; j < i; j++) {
            const struct floor_claim *before = floor_find_claim(f, e->order[j]);
            if (before == c)
                return err_invalid(err, "order", "%llu is there twice", (unsigned long long)c->seq);
            /* TAB-9 gives the order within a table; under a ruling against it nobody could ever be
             * paid. */
            if (before->table == c->table && before->seat < c->seat)
                return err_invalid(err, "order", "at table %s seat %u is paid before seat %u",
                                   f->tables[c->table].id, c->seat, before->seat);
        }
    }
    return 0;
}

/* Under the policies "full" and "split" equal awards share one amount, which the ruling freezes. */
static void freeze_shared(struct floor *f, const struct floor_event *e, uint32_t link)
{
    for (unsigned i = 0; i < e->order_count; i++) {
        struct floor_claim *group[FLOOR_ORDER_MAX];
        unsigned size = 0;
        struct floor_claim *first = floor_find_claim(f, e->order[i]);
        const struct cr_award *award = floor_award_of(f, first);
        for (unsigned j = i; j < e->order_count && award->kind == CR_AWARD_PERCENT; j++) {
            struct floor_claim *c = floor_find_claim(f, e->order[j]);
            if (!c->frozen && c->award == first->award)
                group[size++] = c;
        }
        if (size < 2)
            continue;
        struct ledger_award amounts[FLOOR_ORDER_MAX];
        ledger_freeze_shared(floor_progressive(f, link), &f->links[link].books, award,
                             (enum ledger_policy)f->links[link].policy, size, amounts);
        for (unsigned g = 0; g < size; g++) {
            group[g]->amounts = amounts[g];
            group[g]->frozen = 1;
            group[g]->shared = e->seq;
        }
    }
}

/* Drops the approvals of claims whose amounts the ruling has changed: they have to be given
 * again. */
static void take_changed_back(struct floor *f, const struct floor_event *e, uint32_t link,
                              const struct ledger *before)
{
    for (uint32_t i = 0; i < f->claim_count; i++) {
        struct floor_claim *c = &f->claims[i];
        const bool was_frozen = c->frozen && c->shared != e->seq;
        if (c->link != link || c->claim.state != CLAIM_PENDING || was_frozen)
            continue;
        if (floor_amount_on(f, c, before).amount.micro != floor_claim_amount(f, c).amount.micro)
            floor_take_approvals_back(f, c);
    }
}

int step_order_ruled(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t link;
    int rc = floor_need_link(f, e->link, &link, err);
    if (rc == 0)
        rc = floor_check_order(f, e, link, err);
    if (rc != 0)
        return rc;
    struct floor_link *l = &f->links[link];
    const struct ledger before = l->books;
    if (l->policy != LEDGER_ORDER)
        freeze_shared(f, e, link);
    memcpy(l->order, e->order, sizeof(l->order));
    l->order_count = e->order_count;
    for (unsigned i = 0; i < e->order_count; i++) {
        struct floor_claim *c = floor_find_claim(f, e->order[i]);
        c->ruled = 1;
        floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    }
    take_changed_back(f, e, link, &before);
    floor_note_meters(e, floor_progressive(f, link), &before, &l->books);
    floor_touch_link(f, link);
    return 0;
}

/* ---- Payment ---- */

/* TAB-10: while high jackpots wait at several tables, they are paid only in the order that was
 * ruled. */
static int check_turn(const struct floor *f, const struct floor_claim *c, struct cr_err *err)
{
    bool several = false;
    if (!is_open_high(c, c->link))
        return 0;
    floor_open_high_claims(f, c->link, &several);
    const struct floor_link *l = &f->links[c->link];
    if (several && !c->ruled)
        return err_refuse(err, CR_E_STATE, REASON_ORDER_NEEDED, NULL,
                          "high jackpots wait at several tables of link %s: "
                          "surveillance's order is recorded first",
                          l->id);
    for (uint32_t i = 0; several && i < f->claim_count; i++)
        if (is_open_high(&f->claims[i], c->link) && !f->claims[i].ruled)
            return err_refuse(err, CR_E_STATE, REASON_ORDER_NEEDED, NULL,
                              "claim %llu came after the ruling: record the order "
                              "again",
                              (unsigned long long)f->claims[i].seq);
    for (unsigned i = 0; c->ruled && i < l->order_count && l->order[i] != c->seq; i++) {
        const struct floor_claim *before = floor_find_claim(f, l->order[i]);
        if (before != NULL && is_open_high(before, c->link))
            return err_refuse(err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, NULL,
                              "claim %llu comes first by the ruling",
                              (unsigned long long)before->seq);
    }
    return 0;
}

/* REG-11: shares are final once the first is paid, so every hand is verified before that. */
static int check_sharers(const struct floor *f, const struct floor_claim *c, struct cr_err *err)
{
    for (uint32_t i = 0; c->shared != 0 && i < f->claim_count; i++)
        if (f->claims[i].shared == c->shared && f->claims[i].claim.verified_by[0] == '\0')
            return err_refuse(
                err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, NULL,
                "claim %llu shares this jackpot and is not verified: verify or cancel "
                "it first",
                (unsigned long long)f->claims[i].seq);
    return 0;
}

static void make_shares_final(struct floor *f, uint64_t shared)
{
    for (uint32_t i = 0; shared != 0 && i < f->claim_count; i++) {
        if (f->claims[i].shared != shared)
            continue;
        f->claims[i].shared = 0;
        floor_touch(f, FLOOR_ROW_CLAIM, f->claims[i].seq);
    }
}

/* REG-11, policy "full": the winner who is paid first is paid off the meter, whatever the order of
 * the ruling. Otherwise cancelling the claim that has the meter's part would give the meter back
 * whole although the jackpot was paid. */
static void take_meters_part(struct floor *f, struct floor_claim *c)
{
    const bool by_house = c->amounts.house_funded.micro == c->amounts.amount.micro;
    if (floor_semantics(f) < 2 || c->shared == 0 || !by_house)
        return;
    for (uint32_t i = 0; i < f->claim_count; i++) {
        struct floor_claim *other = &f->claims[i];
        if (other == c || other->shared != c->shared || other->amounts.from_meter.micro == 0 ||
            other->amounts.amount.micro != c->amounts.amount.micro)
            continue;
        const struct ledger_award own = c->amounts;
        c->amounts = other->amounts;
        other->amounts = own;
        floor_touch(f, FLOOR_ROW_CLAIM, other->seq);
        return;
    }
}

/* TAB-6, TAB-9: the right key is turned, and the seat is next from right to left. */
static int check_at_table(const struct floor *f, const struct floor_claim *c, uint32_t table,
                          struct cr_err *err)
{
    const struct floor_play *play = &f->plays[table];
    if (c->table != table)
        return err_refuse(err, CR_E_INPUT, REASON_CLAIM_OF_OTHER_TABLE, "claim",
                          "%llu was not made at this table", (unsigned long long)c->seq);
    if (c->claim.state != CLAIM_PENDING)
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_IS_PAID, "claim", "%llu was paid",
                          (unsigned long long)c->seq);
    if (floor_semantics(f) >= 2) {
        const int rc = floor_check_queue(f, table, c->seat, err);
        if (rc != 0)
            return rc;
    }
    if (c->key == CR_KEY_NONE)
        return err_set(err, CR_E_INPUT, "claim: this one takes no key; it is paid as an award");
    const bool turned = c->key == CR_KEY_HIGH
                            ? play->key == CR_KEY_HIGH && play->position == FLOOR_KEY_JPH
                            : play->key == CR_KEY_LOW && play->position == FLOOR_KEY_JPL;
    if (!turned)
        return err_set(err, CR_E_STATE,
                       c->key == CR_KEY_HIGH ? "turn key 009 to JPH first"
                                             : "turn key 008 to JPL first");
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *other = &f->claims[i];
        if (other->table == table && other->claim.state == CLAIM_PENDING && other->key == c->key &&
            other->seat > c->seat)
            return err_refuse(err, CR_E_STATE, REASON_OTHER_CLAIM_FIRST, NULL,
                              "seat %u is paid before seat %u", other->seat, c->seat);
    }
    return 0;
}

int floor_check_payable(const struct floor *f, const struct floor_claim *c, struct cr_err *err)
{
    int rc = floor_need_running(f, err);
    if (rc == 0)
        rc = floor_check_free(f, c, err);
    if (rc == 0)
        rc = check_turn(f, c, err);
    if (rc == 0)
        rc = check_sharers(f, c, err);
    return rc != 0 ? rc : claim_check_payable(&c->claim, floor_claim_amount(f, c).amount, err);
}

void floor_claim_waits(const struct floor *f, const struct floor_claim *c,
                       char out[CR_ERR_TEXT_MAX])
{
    struct cr_err err = {0};
    struct text t = text_in(out, CR_ERR_TEXT_MAX);
    if (c->claim.state != CLAIM_PENDING)
        claim_say_after(&c->claim, &t);
    else if (floor_check_payable(f, c, &err) != 0 && err_is(&err, REASON_CLAIM_NOT_READY))
        claim_say_missing(&c->claim, floor_claim_amount(f, c).amount, &t);
    else
        text_add(&t, err_without_field(&err));
}

void floor_claim_worth(const struct floor *f, const struct floor_claim *c, struct floor_worth *out)
{
    const struct cr_money each = floor_award_of(f, c)->envy;
    *out = (struct floor_worth){.amount = floor_claim_amount(f, c).amount};
    if (each.micro == 0)
        return;
    out->envy_seats = floor_envy_seats(f, c->table, c->seat, c->live);
    out->envy = out->envy_seats != 0 ? each : out->envy;
}

static void note_paid(struct floor *f, struct floor_event *e, const struct floor_claim *c,
                      const struct ledger *before)
{
    const struct cr_progressive *p = floor_progressive(f, c->link);
    e->seat = c->seat;
    e->award = c->award;
    e->round = c->round;
    e->key = c->key;
    e->method = c->claim.method;
    floor_note_envy(f, e, c->table, floor_award_of(f, c), c->live);
    memcpy(e->link, f->links[c->link].id, FLOOR_ID_MAX);
    floor_note_award(e, p, c->from, &c->amounts);
    ledger_pay_envy(&f->links[c->link].books, e->envy);
    floor_note_meters(e, p, before, &f->links[c->link].books);
}

int step_claim_paid(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    int rc = floor_need_claim(f, e, &c, err);
    if (rc == 0)
        rc = check_at_table(f, c, table, err);
    if (rc == 0)
        rc = floor_check_payable(f, c, err);
    if (rc == 0)
        rc = floor_check_claim_cash(f, c, e->time_ms, err);
    if (rc != 0)
        return rc;
    struct floor_link *l = &f->links[c->link];
    const struct ledger before = l->books;
    if (!c->frozen)
        floor_freeze_claim(f, c);
    take_meters_part(f, c);
    ledger_pay(&l->books, c->from, &c->amounts);
    make_shares_final(f, c->shared);
    CHECK(claim_pay(&c->claim, c->amounts.amount, NULL) == 0);
    note_paid(f, e, c, &before);
    floor_note_claim_cash(f, e, c);
    if (c->from != CR_FROM_TRAY)
        floor_add_hit(f, e, c->link, table, c->from);
    else
        floor_note_tray(f, e, table, c->link);
    struct floor_play *play = &f->plays[table];
    if (play->round == c->round)
        play->pending = (uint8_t)(play->pending & ~floor_seat_bit(c->seat));
    floor_touch_link(f, c->link);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return 0;
}
