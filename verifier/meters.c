/* Calculates what coins and awards do to the meters of a link, by its document, and checks that the
 * event says the same. */
#include "books.h"

#define CENT 10000

static wide smaller(wide a, wide b)
{
    return a < b ? a : b;
}

/* Takes at most that much of what is there; returns how much it took. */
static wide draw(wide *from, wide most)
{
    const wide drawn = smaller(*from, most);
    *from -= drawn;
    return drawn;
}

/* ---- Coins ---- */

/* The share of some coins. The remainder of the division is carried to the next coin, so that
 * nothing is ever lost. */
static wide share_of(wide worth, int64_t share, wide *carry)
{
    const wide parts = worth * share + *carry;
    *carry = parts % ALL_SHARES;
    return parts / ALL_SHARES;
}

/* Splits coins among the meters, their reserves and the house. What a limit keeps off a meter is
 * held above it. */
void coins_in(const struct document *d, struct money *m, wide worth)
{
    wide rest = worth;
    for (int i = 0; i < d->meter_count; i++) {
        struct meter *meter = &m->meters[i];
        const wide part = share_of(worth, d->meters[i].share, &meter->carry);
        const wide hidden = share_of(worth, d->meters[i].reserve, &meter->reserve_carry);
        wide taken = part;
        if (d->meters[i].limit > 0 && meter->amount + part > d->meters[i].limit)
            taken = meter->amount < d->meters[i].limit ? d->meters[i].limit - meter->amount : 0;
        meter->amount += taken;
        meter->overflow += part - taken;
        meter->reserve += hidden;
        rest -= part + hidden;
    }
    m->house += rest;
    m->in += worth;
}

/* Gives back the coins of a dead round: first from what is held above a limit, then from the meter,
 * and the house gives the rest. */
void coins_back(const struct document *d, struct money *m, wide worth)
{
    wide rest = worth;
    for (int i = 0; i < d->meter_count; i++) {
        struct meter *meter = &m->meters[i];
        const wide part = worth * d->meters[i].share / ALL_SHARES;
        const wide hidden = worth * d->meters[i].reserve / ALL_SHARES;
        const wide above = draw(&meter->overflow, part);
        rest -= above + draw(&meter->amount, part - above) + draw(&meter->reserve, hidden);
    }
    m->house -= rest;
    m->in -= worth;
}

/* ---- Awards ---- */

/* Takes a percentage of a meter, in whole cents. When all of it is taken, the seed and the reserve
 * come in. */
static struct taken take_percent(const struct meter_rules *rules, struct meter *meter,
                                 int64_t parts)
{
    struct taken taken = {0};
    const wide exact = meter->amount * parts / ALL_PARTS;
    taken.amount = taken.from_meter = exact - exact % CENT;
    meter->amount -= taken.amount;
    if (parts == ALL_PARTS) {
        taken.reseeded = rules->seed;
        taken.moved_in = meter->reserve;
        meter->amount += rules->seed + meter->reserve;
        meter->reserve = 0;
        meter->is_reset = true;
    }
    return taken;
}

struct taken take_award(const struct document *d, struct money *m, const struct award_rules *award,
                        wide most)
{
    struct taken taken = {0};
    if (award->pays == PAYS_PERCENT) {
        taken = take_percent(&d->meters[award->from], &m->meters[award->from], award->parts);
    } else {
        taken.amount = smaller(award->amount, most);
        if (award->from < 0)
            return taken;
        struct meter *meter = &m->meters[award->from];
        taken.from_meter = smaller(taken.amount, meter->amount - meter->amount % CENT);
        taken.house_funded = taken.amount - taken.from_meter;
        meter->amount -= taken.from_meter;
    }
    m->seeds += taken.reseeded;
    m->pending += taken.from_meter;
    return taken;
}

/* The reserve's part and the new seed are taken off first, as far as they are still there: what
 * other winners had of them stays paid. */
void give_back(struct money *m, int meter, const struct taken *taken, bool with_reserve)
{
    if (meter < 0)
        return;
    if (with_reserve)
        m->meters[meter].reserve += draw(&m->meters[meter].amount, taken->moved_in);
    m->seeds -= draw(&m->meters[meter].amount, taken->reseeded);
    m->meters[meter].amount += taken->from_meter;
    m->pending -= taken->from_meter;
}

void pay_out(struct money *m, int meter, const struct taken *taken)
{
    if (meter < 0)
        return;
    m->pending -= taken->from_meter;
    m->paid += taken->from_meter;
}

/* ---- Comparison with the event ---- */

struct said {
    int64_t before[METERS], after[METERS], reserves[METERS];
};

static bool read_said(struct books *b, int count, struct said *said)
{
    if (event_amounts(&b->e, "before", said->before, METERS) == count &&
        event_amounts(&b->e, "after", said->after, METERS) == count &&
        event_amounts(&b->e, "reserves", said->reserves, METERS) == count)
        return true;
    fault(b, "the %d meters before and after it are not all there", count);
    return false;
}

static void compare_meter(struct books *b, const char *name, const struct said *said, int i,
                          const struct meter *before, const struct meter *after, const char *rule)
{
    if (said->before[i] != before->amount)
        fault(b, "meter %s begins with %s, and it had %s after the event before", name,
              amount_text(said->before[i]), amount_text(before->amount));
    if (said->after[i] != after->amount)
        fault(b, "meter %s goes from %s to %s, and it should go to %s: %s", name,
              amount_text(said->before[i]), amount_text(said->after[i]), amount_text(after->amount),
              rule);
    if (said->reserves[i] != after->reserve)
        fault(b, "the reserve of meter %s is %s, and it should be %s: %s", name,
              amount_text(said->reserves[i]), amount_text(after->reserve), rule);
    if (said->after[i] < 0 || said->reserves[i] < 0)
        fault(b, "meter %s is below zero", name);
}

/* Notes, for the report on a claim, how the meter came to its amount. */
static void note_change(const struct books *b, struct meter *m, wide change)
{
    if (m->since == 0 || m->is_reset) {
        m->since = b->seq;
        m->start = m->amount;
        m->contributed = m->awarded = m->other = 0;
    } else if (text_is(b->kind, "coin_in")) {
        m->contributed += change;
    } else if (event_has(&b->e, "award") && !text_is(b->kind, "claim_cancelled") &&
               !text_is(b->kind, "claim_ruled")) {
        m->awarded += change;
    } else {
        m->other += change;
    }
    m->is_reset = false;
}

/* Checks that coins and seeds together are as much as house, meters, reserves, pending and paid. */
static void check_balance(struct books *b, struct money *m, int count, bool is_said)
{
    wide held = m->house + m->pending + m->paid;
    for (int i = 0; i < count; i++)
        held += m->meters[i].amount + m->meters[i].reserve + m->meters[i].overflow;
    if (held != m->in + m->seeds && !is_said)
        fault(b, "%s are missing in the books of the link", amount_text(m->in + m->seeds - held));
    m->seeds = held - m->in; /* so that one fault is reported once */
}

void close_meters(struct books *b, struct link *l, struct money *next, const char *rule)
{
    const struct document *d = document_of(b, l);
    const uint64_t faults = b->faults;
    struct said said;
    b->is_closed = true;
    if (!read_said(b, d->meter_count, &said))
        return;
    for (int i = 0; i < d->meter_count; i++) {
        struct meter *m = &next->meters[i];
        compare_meter(b, d->meters[i].name, &said, i, &l->now.meters[i], m, rule);
        const wide change = (wide)said.after[i] - l->now.meters[i].amount;
        m->amount = said.after[i];
        m->reserve = said.reserves[i];
        note_change(b, m, change);
    }
    check_balance(b, next, d->meter_count, b->faults > faults);
    l->now = *next;
}
