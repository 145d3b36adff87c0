/* Gathers, from the log alone, what filled the meter that a payment came from. */
#include "reports/claim/claim_gather.h"

#include "base/err.h"
#include "base/money.h"
#include "game/meters/meters.h"
#include "log/replay/log_read.h"

#include <stdlib.h>
#include <string.h>

#define BACKWARD_BLOCK 1000
#define BACKWARD_MAX   200000
#define FOUND_ALL      1

struct walk {
    const struct floor *floor;
    const struct claim_story *story;
    struct claim_meter *meter;
    struct floor_event event;
    struct cr_err *err;
};

static int take_event(void *context, const struct store_event *stored)
{
    struct walk *w = context;
    int rc = event_decode(stored->body, stored->len, &w->event, w->err);
    return rc == CR_OK ? rc : err_prefix(w->err, "event %llu", (unsigned long long)stored->seq);
}

/* ---- Which meter ---- */

/* The progressive that the link had when the amount was taken: a link can be configured anew. NULL
 * when the floor has no such link, or when reading failed, which *rc tells. */
static const struct cr_progressive *find_progressive(struct store *store, const struct floor *f,
                                                     struct walk *w, int *rc)
{
    const uint32_t link = floor_find_link(f, w->story->paid.link);
    uint64_t seq = link == FLOOR_NONE ? 0 : f->links[link].configured;
    while (seq > 0) {
        *rc = log_read_event(store, seq, &w->event, w->err);
        if (*rc != CR_OK)
            return NULL;
        if (seq < w->story->taken)
            break;
        seq = w->event.prev;
    }
    const uint32_t document = seq > 0 ? floor_find_document(f, w->event.document) : FLOOR_NONE;
    return document == FLOOR_NONE ? NULL : &f->parsed[document].progressive;
}

static int find_meter(struct store *store, const struct floor *f, struct walk *w)
{
    int rc = CR_OK;
    const struct cr_progressive *p = find_progressive(store, f, w, &rc);
    for (unsigned m = 0; p && m < p->meter_count; m++)
        if (strcmp(p->meters[m].name, w->story->paid.from) == 0) {
            w->meter->is_known = true;
            w->meter->place = m;
            w->meter->rule = p->awards[w->story->paid.award - 1];
        }
    return rc;
}

/* ---- Backward ---- */

static bool is_reset(const struct floor_event *e)
{
    return e->reseeded.micro > 0 || (e->kind == FLOOR_LINK_CONFIGURED && e->prev == 0);
}

/* False for opening and closing a link, which show its meters and change nothing. */
static bool changes_meters(const struct floor_event *e)
{
    return event_member_find(event_kind(e->kind), "before", 6) != NULL;
}

static void forget_sums(struct claim_meter *m)
{
    m->coin_events = m->award_events = 0;
    m->contributed.micro = m->awarded.micro = m->other.micro = 0;
}

/* REG-14: the amount of the meter after the transfer at hand to its link; NULL when that brought
 * nothing to it. The amounts are in the order of the meters that they left. */
static const struct cr_money *arrived(const struct walk *w)
{
    const struct floor_event *e = &w->event;
    const uint32_t link = floor_find_link(w->floor, e->link);
    if (link == FLOOR_NONE)
        return NULL;
    const struct cr_progressive *source = floor_progressive(w->floor, link);
    const unsigned m = meters_find(source, w->story->paid.from);
    return m < source->meter_count && m < e->meter_count ? &e->to_after[m] : NULL;
}

static void start_at(struct claim_meter *m, uint64_t seq, struct cr_money amount)
{
    m->since = seq;
    m->start = amount;
    m->is_complete = true;
    forget_sums(m);
}

static int walk_target(struct walk *w)
{
    const struct cr_money *amount = arrived(w);
    if (amount != NULL)
        start_at(w->meter, w->event.seq, *amount);
    return CR_OK;
}

/* Adds a change of the meter. False when the sum is more than the books of any link can hold
 * (CR_MONEY_METER_MAX_MICRO): no floor wrote that, so somebody else did. */
static bool add_within(struct cr_money *to, int64_t change)
{
    static const int64_t most = 4 * CR_MONEY_METER_MAX_MICRO;
    if (change > most - to->micro || change < -most - to->micro)
        return false;
    to->micro += change;
    return true;
}

static int too_much(struct walk *w)
{
    return err_set(w->err, CR_E_INPUT,
                   "the changes of the meter add up to more than any meter holds; verify the store "
                   "(croupier verify)");
}

static int walk_block(void *context, const struct store_event *stored)
{
    struct walk *w = context;
    struct claim_meter *m = w->meter;
    if (stored->seq >= w->story->taken)
        return FOUND_ALL;
    int rc = take_event(context, stored);
    if (rc != CR_OK)
        return rc;
    const struct floor_event *e = &w->event;
    if (strcmp(e->to_link, w->story->paid.link) == 0)
        return walk_target(w);
    if (strcmp(e->link, w->story->paid.link) != 0 || e->meter_count <= m->place ||
        !changes_meters(e))
        return CR_OK;
    const struct cr_money change = money_sub(e->after[m->place], e->before[m->place]);
    if (is_reset(e) && change.micro != 0) {
        start_at(m, e->seq, e->after[m->place]);
    } else if (e->kind == FLOOR_COIN_IN) {
        m->coin_events++;
        if (!add_within(&m->contributed, change.micro))
            return too_much(w);
    } else if (e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_PAID ||
               e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_CLAIM_CANCELLED ||
               e->kind == FLOOR_CLAIM_RULED) {
        m->award_events += change.micro != 0;
        if (!add_within(&m->awarded, -change.micro))
            return too_much(w);
    } else if (!add_within(&m->other, change.micro)) {
        return too_much(w);
    }
    return CR_OK;
}

/* Sums up one block and adds the sums of the blocks after it, which were read before. */
static int add_block(struct store *store, struct walk *w, uint64_t from, uint64_t count)
{
    struct claim_meter *m = w->meter;
    const struct claim_meter after = *m;
    forget_sums(m);
    int rc = store_read(store, from, count, walk_block, w, w->err);
    m->coin_events += after.coin_events;
    m->award_events += after.award_events;
    if (!add_within(&m->contributed, after.contributed.micro) ||
        !add_within(&m->awarded, after.awarded.micro) || !add_within(&m->other, after.other.micro))
        return too_much(w);
    return rc == FOUND_ALL ? CR_OK : rc;
}

static int walk_backward(struct store *store, struct walk *w)
{
    struct claim_meter *m = w->meter;
    uint64_t end = w->story->taken; /* events before this one are still to be read */
    for (uint64_t read = 0; end > 1 && !m->is_complete && read < BACKWARD_MAX;
         read += BACKWARD_BLOCK) {
        const uint64_t from = end > BACKWARD_BLOCK ? end - BACKWARD_BLOCK : 1;
        int rc = add_block(store, w, from, end - from);
        if (rc != CR_OK)
            return rc;
        end = from;
    }
    if (m->is_complete)
        return CR_OK;
    /* The reset was too long ago to be read: the amount at this event follows from the sums. */
    m->since = end;
    m->start = money_add(money_sub(m->before, money_add(m->contributed, m->other)), m->awarded);
    return CR_OK;
}

/* ---- The whole meter ---- */

bool claim_meter_balances(const struct claim_meter *m)
{
    const struct cr_money sum =
        money_add(money_sub(money_add(m->start, m->contributed), m->awarded), m->other);
    return sum.micro == m->before.micro;
}

static int gather(struct store *store, const struct floor *f, struct walk *w)
{
    int rc = find_meter(store, f, w);
    if (rc != CR_OK || !w->meter->is_known)
        return rc;
    rc = log_read_event(store, w->story->taken, &w->event, w->err);
    if (rc != CR_OK)
        return rc;
    w->meter->before = w->event.before[w->meter->place];
    w->meter->after = w->event.after[w->meter->place];
    return walk_backward(store, w);
}

/* TAB-11: a share of a meter, a royal flush and a straight flush are cleared after the payment.
 * Whether this one has been: the floor then has it no more. */
static bool is_cleared_by_now(const struct floor *f, const struct claim_story *s)
{
    const struct floor_claim *open = floor_find_claim(f, s->number);
    const bool is_priority =
        s->paid.award == CR_ROYAL_FLUSH + 1 || s->paid.award == CR_STRAIGHT_FLUSH + 1;
    return s->is_paid && (is_priority || s->meter.rule.kind == CR_AWARD_PERCENT) &&
           (open == NULL || open->claim.state == CLAIM_CLEARED);
}

int claim_gather_meter(struct store *store, const struct floor *f, struct claim_story *story,
                       struct cr_err *err)
{
    struct claim_meter meter = {0};
    struct walk *w = calloc(1, sizeof *w);
    if (!w)
        return err_set(err, CR_E_IO, "not enough memory for the claim's meter");
    *w = (struct walk){.floor = f, .story = story, .meter = &meter, .err = err};
    int rc = story->is_paid && story->taken > 0 ? gather(store, f, w) : CR_OK;
    free(w);
    if (rc == CR_OK)
        story->meter = meter;
    return rc == CR_OK && is_cleared_by_now(f, story) ? claim_gather_clearing(store, story, err)
                                                      : rc;
}
