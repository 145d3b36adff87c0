/* Checks whether the bytes of a row can be a row: someone else can write to a store, and what does
 * not fit is refused, not followed. Texts end inside their places, counts are within their lists,
 * and what a row points at has been loaded before it. */
#include "floor/floor_internal.h"
#include "floor/limits.h"
#include "floor/semantics.h"

#include <string.h>

#define ENDS(text) ((text)[sizeof(text) - 1] == '\0')

static bool general_fits(const struct floor_general *g)
{
    for (unsigned i = 0; i < g->threshold_count && i < FLOOR_THRESHOLDS; i++)
        if (g->thresholds[i].kind < FLOOR_CASH_REPORT || g->thresholds[i].kind > FLOOR_BY_CHECK)
            return false;
    return ENDS(g->version) && ENDS(g->shift_name) && ENDS(g->shift_day) &&
           g->threshold_count <= FLOOR_THRESHOLDS && g->semantics != 1 &&
           g->semantics <= floor_semantics_known;
}

static bool link_fits(const struct floor *f, const struct floor_link *l)
{
    for (unsigned i = 0; i < FLOOR_HITS; i++) {
        const struct floor_hit *hit = &l->hits[i];
        if (hit->seq != 0 && (hit->table >= f->room.tables || hit->seat < 1 ||
                              hit->seat > CR_SEATS || hit->award > CR_CATEGORIES))
            return false;
    }
    return ENDS(l->id) && l->document < f->document_count &&
           f->documents[l->document].is_progressive && l->policy <= LEDGER_SPLIT &&
           l->order_count <= FLOOR_ORDER_MAX && l->hit_next < FLOOR_HITS;
}

static bool table_fits(const struct floor *f, const struct floor_table *t)
{
    bool ends =
        ENDS(t->id) && ENDS(t->item) && ENDS(t->instance) && ENDS(t->manager) && ENDS(t->dealer);
    for (unsigned i = 0; i < FLOOR_MACHINES; i++)
        ends = ends && ENDS(t->machine_by[i]) && ENDS(t->machine_with[i]);
    for (unsigned i = 0; i < FLOOR_TRAY_PAYMENTS; i++)
        ends = ends && (t->tray[i].seq == 0 || t->tray[i].link < f->link_count);
    return ends && t->tray_next < FLOOR_TRAY_PAYMENTS &&
           (t->link == FLOOR_NONE || t->link < f->link_count) &&
           (t->document == FLOOR_NONE ||
            (t->document < f->document_count && !f->documents[t->document].is_progressive));
}

static bool needs_fit(const struct claim_needs *n)
{
    return n->approvals <= CLAIM_APPROVALS_MAX && n->compliance_count <= CR_COMPLIANCE_MAX &&
           n->clearing <= 1 && n->notice <= 1 && n->in_steps <= 1;
}

static bool claim_fits(const struct floor *f, const struct floor_claim *c)
{
    const struct claim *claim = &c->claim;
    bool ends = ENDS(c->department) && ENDS(c->patron) && ENDS(c->reference) &&
                ENDS(claim->verified_by) && ENDS(claim->cards);
    for (unsigned i = 0; i < CLAIM_APPROVALS_MAX; i++)
        ends = ends && ENDS(claim->approved_by[i]);
    for (unsigned i = 0; i < CR_COMPLIANCE_MAX; i++)
        ends = ends && ENDS(claim->complied_by[i]) && ENDS(claim->needs.compliance[i]);
    return ends && c->table < f->table_count && c->link < f->link_count && c->award >= 1 &&
           c->award <= CR_CATEGORIES && c->seat >= 1 && c->seat <= CR_SEATS &&
           (c->from < CR_METERS || c->from == CR_FROM_TRAY) && claim->state <= CLAIM_CANCELLED &&
           claim->approved <= CLAIM_APPROVALS_MAX && needs_fit(&claim->needs);
}

/* Whether the hand of a pending claim has an award on its link, from the meter that the claim
 * names. Once the claim is paid, the link may have been configured anew. */
static bool award_fits(const struct floor *f, const struct floor_claim *c)
{
    const struct cr_award *award = &floor_progressive(f, c->link)->awards[c->award - 1];
    if (c->claim.state != CLAIM_PENDING)
        return true;
    return award->kind != CR_AWARD_NONE && (c->from == 0 || c->from == award->from);
}

static bool person_fits(const struct floor_person *p)
{
    return ENDS(p->name) && ENDS(p->role) && ENDS(p->department);
}

static bool house_fits(const struct floor_house *h)
{
    bool ends = ENDS(h->logo);
    for (unsigned i = 0; i < HOUSE_LOGO; i++)
        ends = ends && ENDS(h->texts[i]);
    return ends;
}

static bool messages_fit(const struct floor *f, const struct floor_messages *m)
{
    bool fit = m->count <= FLOOR_MESSAGES;
    for (unsigned i = 0; fit && i < m->count; i++)
        fit = ENDS(m->list[i].text) &&
              (m->list[i].link == FLOOR_NONE || m->list[i].link < f->link_count) &&
              (m->list[i].table == FLOOR_NONE || m->list[i].table < f->table_count);
    return fit;
}

static bool raised_fits(const struct floor_raised *r)
{
    bool fits = r->set != 0;
    for (unsigned i = 0; i < FLOOR_LIMIT_COUNT; i++)
        fits = fits && floor_limit_of(&r->most, i) <= floor_limit_of(&floor_limits_largest, i);
    return fits;
}

static bool alarm_fits(const struct floor *f, const struct floor_alarm *a)
{
    return ENDS(a->item) && (a->table == FLOOR_NONE || a->table < f->table_count);
}

/* Copies the body into the union and gives it as one kind of row. */
#define ROW(kind) (memcpy(&row.kind, body, sizeof(row.kind)), &row.kind)

bool floor_row_fits(const struct floor *f, unsigned kind, const void *body)
{
    /* The body may be at any address; the copy is aligned as a struct must be. */
    union {
        struct floor_general general;
        struct floor_link link;
        struct floor_table table;
        struct floor_claim claim;
        struct floor_alarm alarm;
        struct floor_person person;
        struct floor_token token;
        struct floor_house house;
        struct floor_messages messages;
        struct floor_patron patron;
        struct floor_raised raised;
    } row;
    switch (kind) {
    case FLOOR_ROW_GENERAL:
        return general_fits(ROW(general));
    case FLOOR_ROW_LINK:
        return link_fits(f, ROW(link));
    case FLOOR_ROW_TABLE:
        return table_fits(f, ROW(table));
    case FLOOR_ROW_CLAIM:
        return claim_fits(f, ROW(claim)) && award_fits(f, &row.claim);
    case FLOOR_ROW_ALARM:
        return alarm_fits(f, ROW(alarm));
    case FLOOR_ROW_PERSON:
        return person_fits(ROW(person));
    case FLOOR_ROW_TOKEN:
        return ENDS(ROW(token)->name) && ENDS(row.token.scopes);
    case FLOOR_ROW_HOUSE:
        return house_fits(ROW(house));
    case FLOOR_ROW_MESSAGES:
        return messages_fit(f, ROW(messages));
    case FLOOR_ROW_PATRON:
        return ENDS(ROW(patron)->name) && ENDS(row.patron.day);
    case FLOOR_ROW_LIMITS:
        return raised_fits(ROW(raised));
    default:
        return true;
    }
}
