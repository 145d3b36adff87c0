/* The simulated desk: verifies, approves, rules and clears claims, and sometimes tries what is not
 * allowed. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

/* The first four may approve; the others may not, or not always. */
static const char *const people[] = {"ann", "bob", "cat", "dan", "eve", "fay", "nobody"};

static struct manager_request *start(struct sim *s, unsigned kind)
{
    struct manager_request *r = &s->requests[0];
    event_init(&r->event, kind);
    const char *user = people[sim_below(s, 12) == 0 ? 4 + sim_below(s, 3) : sim_below(s, 4)];
    memcpy(r->event.user, user, strlen(user));
    return r;
}

static void set_approver(struct sim *s, struct manager_request *r)
{
    const char *approver = people[sim_below(s, 12) == 0 ? 4 + sim_below(s, 3) : sim_below(s, 4)];
    memcpy(r->event.approver, approver, strlen(approver));
}

static void set_text(struct manager_request *r, const char *text)
{
    r->event.text_len = (uint16_t)strlen(text);
    memcpy(r->event.text, text, r->event.text_len);
}

void sim_ask_desk(struct sim *s, struct manager_request *r)
{
    s->desk_requests++;
    if (sim_ask(s, r) && r->result != 0)
        sim_trace(s, "the desk is refused: %s", r->err.text);
}

/* ---- Claims ---- */

/* The amount and table that the approver states to have seen: none, the right ones or wrong ones.
 */
static void say_seen(struct sim *s, const struct floor *f, struct manager_request *r,
                     const struct floor_claim *c)
{
    const unsigned luck = sim_below(s, 20);
    if (luck < 4)
        return;
    r->event.amount = floor_claim_amount(f, c).amount;
    r->event.amount.micro += luck == 4                                    ? 10000
                             : luck == 5 && r->event.amount.micro > 10000 ? -10000
                                                                          : 0;
    memcpy(r->event.table, luck == 6 ? f->tables[0].id : f->tables[c->table].id, FLOOR_ID_MAX);
}

static void ask_about(struct sim *s, const struct floor *f, unsigned kind,
                      const struct floor_claim *c)
{
    struct manager_request *r = start(s, kind);
    r->event.claim = c->seq;
    if (kind == FLOOR_CLAIM_APPROVED)
        say_seen(s, f, r, c);
    if (kind == FLOOR_CLAIM_VERIFIED)
        r->event.items = sim_below(s, 10) == 0 ? 0x03 : c->claim.state == CLAIM_PAID ? 0xff : 0x7f;
    if (kind == FLOOR_CLAIM_METHOD_CHOSEN)
        r->event.method = (uint8_t)(1 + sim_below(s, 2));
    sim_ask_desk(s, r);
}

static void comply(struct sim *s, const struct floor_claim *c)
{
    const struct claim_needs *needs = &c->claim.needs;
    const uint64_t claim = c->seq;
    if (needs->compliance_count == 0)
        return;
    char item[CR_NAME_MAX];
    memcpy(item, needs->compliance[sim_below(s, needs->compliance_count)], CR_NAME_MAX);
    struct manager_request *r = start(s, FLOOR_CLAIM_COMPLIED);
    r->event.claim = claim;
    memcpy(r->event.item, item, CR_NAME_MAX);
    sim_ask_desk(s, r);
}

/* PIT-1: rules a claim to be paid or void; sometimes with one person too few. */
static void rule(struct sim *s, const struct floor_claim *c)
{
    struct manager_request *r = start(s, FLOOR_CLAIM_RULED);
    r->event.claim = c->seq;
    memcpy(r->event.item, sim_below(s, 4) == 0 ? "void" : "pay\0", 4);
    if (sim_below(s, 6) != 0)
        set_approver(s, r);
    set_text(r, "as the cameras have it");
    sim_ask_desk(s, r);
}

static void work_on(struct sim *s, const struct floor *f, const struct floor_claim *c)
{
    if (c->claim.state == CLAIM_PAID) {
        const bool seen_to = (c->claim.needs.after & ~c->claim.after) == 0;
        const bool skips = sim_below(s, 8) == 0;
        ask_about(s, f, seen_to || skips ? FLOOR_CLAIM_CLEARED : FLOOR_CLAIM_VERIFIED, c);
        return;
    }
    if (c->held && sim_below(s, 3) != 0) {
        rule(s, c);
        return;
    }
    if (c->claim.approved == 1 && sim_below(s, 10) == 0) {
        sim_approve_again(s, c);
        return;
    }
    switch (sim_below(s, 8)) {
    case 0:
    case 1:
        ask_about(s, f, FLOOR_CLAIM_VERIFIED, c);
        break;
    case 2:
    case 3:
    case 4:
        ask_about(s, f, FLOOR_CLAIM_APPROVED, c);
        break;
    case 5:
    case 6:
        comply(s, c);
        break;
    default:
        ask_about(s, f, sim_below(s, 20) == 0 ? FLOOR_CLAIM_CANCELLED : FLOOR_CLAIM_METHOD_CHOSEN,
                  c);
        break;
    }
}

/* TAB-10: rules any order of the open high claims in which the seats of one table go from high to
 * low. */
static void rule_order(struct sim *s, const struct floor *f, uint32_t link)
{
    struct manager_request *r = start(s, FLOOR_ORDER_RULED);
    struct floor_event *e = &r->event;
    uint32_t places[FLOOR_ORDER_MAX];
    memcpy(e->link, f->links[link].id, FLOOR_ID_MAX);
    set_approver(s, r);
    set_text(r, "as the cameras have it");
    for (uint32_t i = 0; i < f->claim_count && e->order_count < FLOOR_ORDER_MAX; i++) {
        const struct floor_claim *c = &f->claims[i];
        if (c->link != link || c->key != CR_KEY_HIGH || c->frozen ||
            c->claim.state != CLAIM_PENDING)
            continue;
        unsigned at = sim_below(s, e->order_count + 1u);
        for (unsigned j = 0; j < e->order_count; j++)
            if (f->claims[places[j]].table == c->table && f->claims[places[j]].seat > c->seat &&
                at <= j)
                at = j + 1;
        for (unsigned j = e->order_count; j-- > 0;)
            if (f->claims[places[j]].table == c->table && f->claims[places[j]].seat < c->seat &&
                at > j)
                at = j;
        memmove(&places[at + 1], &places[at], (e->order_count - at) * sizeof(places[0]));
        places[at] = i;
        e->order_count++;
    }
    for (unsigned i = 0; i < e->order_count; i++)
        e->order[i] = f->claims[places[i]].seq;
    if (e->order_count > 0)
        sim_ask_desk(s, r);
}

/* ---- Other work at the desk ---- */

static void acknowledge(struct sim *s, const struct floor *f)
{
    const struct floor_alarm *a = &f->alarms[sim_below(s, f->alarm_count)];
    if (a->halts && (!s->healing || sim_has_ahead(s)))
        return; /* until then somebody looks for the newer backup */
    const uint64_t alarm = a->seq;
    struct manager_request *r = start(s, FLOOR_ALARM_ACKNOWLEDGED);
    r->event.alarm = alarm;
    set_approver(s, r);
    sim_ask_desk(s, r);
}

/* Closes a link, perhaps corrects its meter, and opens it again. */
static void work_on_link(struct sim *s, const struct floor *f)
{
    const uint32_t link = sim_below(s, f->link_count);
    const bool open = f->links[link].open;
    const unsigned kind = !open && sim_below(s, 3) == 0 ? FLOOR_METER_CORRECTED
                          : open                        ? FLOOR_LINK_CLOSED
                                                        : FLOOR_LINK_OPENED;
    char id[FLOOR_ID_MAX];
    memcpy(id, f->links[link].id, FLOOR_ID_MAX);
    struct manager_request *r = start(s, kind);
    memcpy(r->event.link, id, FLOOR_ID_MAX);
    if (kind == FLOOR_METER_CORRECTED) {
        memcpy(r->event.from, "top", 3);
        r->event.change = cr_money_from_micro((int64_t)sim_below(s, 2000000) - 1000000);
        set_approver(s, r);
        set_text(r, "counted again");
    }
    sim_ask_desk(s, r);
}

static const struct floor *look(const struct sim *s)
{
    for (unsigned i = 0; i < s->manager_count; i++)
        if (s->managers[i].up)
            return manager_floor(s->managers[i].manager);
    return NULL;
}

static bool has_closed_link(const struct floor *f)
{
    for (uint32_t i = 0; i < f->link_count; i++)
        if (!f->links[i].open)
            return true;
    return false;
}

void sim_desk(struct sim *s)
{
    const struct floor *f = look(s);
    if (f == NULL || sim_below(s, 3) != 0)
        return;
    const unsigned what = sim_below(s, 100);
    bool several = false;
    const uint32_t link = sim_below(s, f->link_count);
    if (what < 70 && f->claim_count > 0)
        work_on(s, f, &f->claims[sim_below(s, f->claim_count)]);
    else if (what < 85 && floor_open_high_claims(f, link, &several) > 0 && several)
        rule_order(s, f, link);
    else if (what < 95 && f->alarm_count > 0)
        acknowledge(s, f);
    else if (has_closed_link(f) || (!s->healing && sim_below(s, 60) == 0))
        work_on_link(s, f);
    else if (sim_below(s, 30) == 0)
        sim_staff(s, f);
}
