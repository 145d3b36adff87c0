/* The auditor's arithmetic: coins in, awards out, coins back; and the balance (V3, V6). */
#include "log/audit/audit_books.h"

#define SHARES 1000000000
#define CENT   10000

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Takes up to `most` from an amount; returns what was taken. */
static int64_t draw(int64_t *from, int64_t most)
{
    const int64_t taken = smaller(*from, most);
    *from -= taken;
    return taken;
}

/* ---- Coins ---- */

/* MET-1: all coins so far times the share, rounded down once; never coin by coin. */
static int64_t share_due(audit_wide *due, int64_t *given, int64_t worth, uint32_t share)
{
    *due += (audit_wide)worth * share;
    const int64_t now = (int64_t)(*due / SHARES) - *given;
    *given += now;
    return now;
}

void audit_add_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth)
{
    int64_t rest = worth;
    for (unsigned i = 0; i < p->meter_count; i++) {
        const struct cr_meter_rules *rules = &p->meters[i];
        struct audit_meter *m = &next->meters[i];
        const int64_t part = share_due(&m->due, &m->given, worth, rules->share);
        const int64_t hidden =
            share_due(&m->reserve_due, &m->reserve_given, worth, rules->reserve_share);
        int64_t room = part;
        if (rules->has_limit && rules->limit.micro - m->amount < part)
            room = rules->limit.micro > m->amount ? rules->limit.micro - m->amount : 0;
        m->amount += room;
        m->overflow += part - room;
        m->reserve += hidden;
        rest -= part + hidden;
    }
    next->house += rest;
    next->coin_in += worth;
}

void audit_return_coins(const struct cr_progressive *p, struct audit_link *next, int64_t worth)
{
    int64_t rest = worth;
    for (unsigned i = 0; i < p->meter_count; i++) {
        struct audit_meter *m = &next->meters[i];
        const int64_t part = (int64_t)((audit_wide)worth * p->meters[i].share / SHARES);
        const int64_t hidden = (int64_t)((audit_wide)worth * p->meters[i].reserve_share / SHARES);
        const int64_t spilt = draw(&m->overflow, part);
        rest -= spilt + draw(&m->amount, part - spilt) + draw(&m->reserve, hidden);
    }
    next->house -= rest;
    next->returned += worth;
}

/* ---- Awards ---- */

static struct audit_taken take_percent(const struct cr_meter_rules *rules, struct audit_meter *m,
                                       uint32_t ppm)
{
    struct audit_taken taken = {0};
    const int64_t exact = (int64_t)((audit_wide)m->amount * ppm / CR_PPM);
    taken.amount = taken.from_meter = exact - exact % CENT;
    m->amount -= taken.amount;
    if (ppm == CR_PPM) {
        taken.reseeded = rules->seed.micro;
        taken.moved_in = m->reserve;
        m->amount += rules->seed.micro + m->reserve;
        m->reserve = 0;
        m->house_money += rules->seed.micro;
    }
    return taken;
}

struct audit_taken audit_take(const struct cr_progressive *p, struct audit_link *next,
                              const struct cr_award *award, int64_t cap)
{
    struct audit_taken taken = {0};
    if (award->kind == CR_AWARD_PERCENT) {
        taken = take_percent(&p->meters[award->from], &next->meters[award->from], award->ppm);
    } else {
        taken.amount = smaller(award->amount.micro, cap);
        if (award->from == CR_FROM_TRAY)
            return taken;
        struct audit_meter *m = &next->meters[award->from];
        taken.from_meter = smaller(taken.amount, m->amount - m->amount % CENT);
        taken.house_funded = taken.amount - taken.from_meter;
        m->amount -= taken.from_meter;
    }
    next->meters[award->from].pending += taken.from_meter;
    return taken;
}

void audit_give_back(struct audit_link *next, uint8_t meter, const struct audit_taken *taken,
                     bool with_reserve)
{
    if (meter == CR_FROM_TRAY)
        return;
    struct audit_meter *m = &next->meters[meter];
    if (with_reserve)
        m->reserve += draw(&m->amount, taken->moved_in);
    m->house_money -= draw(&m->amount, taken->reseeded);
    m->amount += taken->from_meter;
    m->pending -= taken->from_meter;
}

void audit_pay(struct audit_link *next, uint8_t meter, const struct audit_taken *taken)
{
    if (meter == CR_FROM_TRAY)
        return;
    next->meters[meter].pending -= taken->from_meter;
    next->meters[meter].paid += taken->from_meter;
}

/* ---- The balance ---- */

static void check_balance(struct auditor *a, const struct audit_link *l, struct audit_meter *first,
                          unsigned count)
{
    audit_wide in = (audit_wide)l->coin_in - l->returned, out = l->house;
    for (unsigned i = 0; i < count; i++) {
        const struct audit_meter *m = &first[i];
        in += m->house_money;
        out += (audit_wide)m->amount + m->reserve + m->overflow + m->pending + m->paid;
        if (m->amount < 0 || m->reserve < 0 || m->pending < 0)
            audit_fault(a, 3, "meter %u is below zero", i + 1);
    }
    if (in == out)
        return;
    audit_fault(a, 3, "the books do not balance: %lld millionths %s", (long long)(in - out),
                in > out ? "are missing" : "came from nowhere");
    if (count > 0)
        first[0].house_money -= (int64_t)(in - out); /* so that it is not reported again */
}

static void compare(struct auditor *a, const char *what, unsigned meter, int64_t recorded,
                    int64_t expected, unsigned promise)
{
    if (recorded != expected)
        audit_fault(a, promise, "%s of meter %u is %lld millionths, it should be %lld", what,
                    meter + 1, (long long)recorded, (long long)expected);
}

void audit_close(struct auditor *a, struct audit_link *l, struct audit_link *next, bool may_lower)
{
    const unsigned count = audit_rules_of(a, next)->meter_count;
    int64_t before[CR_METERS], after[CR_METERS], reserves[CR_METERS];
    if (audit_amounts_of(audit_value(&a->text, "before"), before, CR_METERS) != count ||
        audit_amounts_of(audit_value(&a->text, "after"), after, CR_METERS) != count ||
        audit_amounts_of(audit_value(&a->text, "reserves"), reserves, CR_METERS) != count) {
        audit_fault(a, 3, "before, after and reserves of %u meters are not all there", count);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        struct audit_meter *m = &next->meters[i];
        compare(a, "the amount before", i, before[i], l->meters[i].amount, 3);
        if (after[i] < before[i] && !may_lower)
            audit_fault(a, 6, "meter %u goes down, and this is no reason for it", i + 1);
        else
            compare(a, "the amount after", i, after[i], m->amount, 3);
        compare(a, "the reserve", i, reserves[i], m->reserve, 3);
        m->amount = after[i];
        m->reserve = reserves[i];
    }
    check_balance(a, next, next->meters, count);
    *l = *next;
}
