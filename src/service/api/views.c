/* Views of the whole floor, and of its short lists: alarms, disputes, documents, limits,
 * thresholds. */
#include "service/api/views.h"

#include "floor/house_items.h"
#include "floor/limits.h"
#include "game/meters/meters.h"

#include <string.h>

const char *const *view_words_of(enum floor_kind kind, const char *member)
{
    return event_member_find(event_kind(kind), member, strlen(member))->field->words;
}

void view_word(struct text *t, const char *key, const char *const *words, uint8_t place)
{
    if (place == 0)
        json_null(t, key);
    else
        json_text(t, key, words[place - 1]);
}

void view_document_of(struct text *t, const struct view *v, view_part_fn *part)
{
    json_open(t, NULL, '{');
    part(t, v);
    json_close(t, '}');
}

uint64_t view_parse_seq(const char *text)
{
    unsigned long long seq;
    return text[0] != '0' && text_read_uint(text, UINT64_C(9999999999999999), &seq) ? seq : 0;
}

/* ---- Alarms and disputes ---- */

void view_alarms(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    json_open(t, "alarms", '[');
    for (uint32_t i = 0; i < f->alarm_count; i++) {
        const struct floor_alarm *a = &f->alarms[i];
        if (a->answered)
            continue;
        json_open(t, NULL, '{');
        json_count(t, "alarm", a->seq);
        json_text(t, "item", a->item);
        json_text_or_null(t, "table", a->table == FLOOR_NONE ? "" : f->tables[a->table].id);
        json_flag(t, "halts", a->halts != 0);
        json_close(t, '}');
    }
    json_close(t, ']');
}

void view_disputes(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    json_open(t, "disputes", '[');
    for (uint32_t i = 0; i < f->dispute_count; i++) {
        const struct floor_dispute *d = &f->disputes[i];
        if (d->decided)
            continue;
        json_open(t, NULL, '{');
        json_count(t, "dispute", d->seq);
        json_count_or_null(t, "claim", d->claim);
        EACH_MEMBER(json_flag, t, d, escalated, notified, answered);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* ---- Documents, thresholds ---- */

void view_documents(struct text *t, const struct view *v)
{
    json_open(t, "documents", '[');
    for (uint32_t i = 0; i < v->floor->document_count; i++) {
        const struct floor_document *d = &v->floor->documents[i];
        json_open(t, NULL, '{');
        json_hash(t, "document", d->hash);
        json_text(t, "name", d->name);
        json_flag(t, "is_progressive", d->is_progressive != 0);
        json_count(t, "bytes", d->text_len);
        json_close(t, '}');
    }
    json_close(t, ']');
}

int view_document(struct text *t, const struct view *v, const char *id, struct cr_err *err)
{
    static const char *const member = "document";
    struct floor_event asked;
    event_init(&asked, FLOOR_LINK_CONFIGURED);
    const struct event_field *field =
        event_member_find(event_kind(FLOOR_LINK_CONFIGURED), member, strlen(member))->field;
    uint32_t found = FLOOR_NONE;
    if (event_set_string(&asked, field, id, strlen(id), NULL) == 0)
        found = floor_find_document(v->floor, asked.document);
    if (found == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_DOCUMENT, "document",
                          "no document of this floor has that hash");
    text_add_len(t, v->floor->documents[found].text, v->floor->documents[found].text_len);
    return 0;
}

void view_limits(struct text *t, const struct view *v)
{
    json_open(t, "limits", '[');
    for (unsigned i = 0; i < FLOOR_LIMIT_COUNT; i++) {
        json_open(t, NULL, '{');
        json_text(t, "item", floor_limit_name(i));
        json_count(t, "used", floor_limit_used(v->floor, i));
        json_count(t, "most", floor_limit_of(&v->floor->limits, i));
        json_count(t, "highest", floor_limit_of(&floor_limits_largest, i));
        json_close(t, '}');
    }
    json_close(t, ']');
}

void view_thresholds(struct text *t, const struct view *v)
{
    const struct floor_general *g = &v->floor->general;
    json_open(t, "thresholds", '[');
    for (unsigned i = 0; i < g->threshold_count; i++) {
        json_open(t, NULL, '{');
        json_text(t, "item", threshold_name(g->thresholds[i].kind));
        json_money(t, "amount", g->thresholds[i].amount);
        json_count(t, "effective", (uint64_t)g->thresholds[i].effective_ms);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_open(t, "in_force", '{');
    for (enum floor_threshold_kind k = FLOOR_CASH_REPORT; k <= FLOOR_BY_CHECK; k++)
        json_money_or_null(t, threshold_name(k), floor_threshold_at(v->floor, k, v->now_ms));
    json_close(t, '}');
}

/* ---- The whole floor ---- */

static void add_shift(struct text *t, const struct floor *f)
{
    if (f->general.shift == 0) {
        json_null(t, "shift");
        return;
    }
    json_open(t, "shift", '{');
    json_count(t, "shift", f->general.shift);
    json_text(t, "name", f->general.shift_name);
    json_close(t, '}');
}

/* Adds what a sign shows of the claims that wait for payment. */
static void add_pending(struct text *t, const struct floor *f)
{
    json_open(t, "claims", '[');
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        const struct cr_progressive *p = floor_progressive(f, c->link);
        if (c->claim.state != CLAIM_PENDING || c->key == CR_KEY_NONE)
            continue;
        json_open(t, NULL, '{');
        json_count(t, "claim", c->seq);
        json_text(t, "state", view_claim_state(CLAIM_PENDING));
        json_text(t, "link", f->links[c->link].id);
        json_text(t, "table", f->tables[c->table].id);
        json_text(t, "from", meters_source(p, c->from));
        json_money(t, "amount", floor_claim_amount(f, c).amount);
        EACH_MEMBER(json_flag, t, c, frozen, held);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* The floor as every guest may see it: nothing about the people who work here and what they
 * decide. */
void view_signs(struct text *t, const struct view *v)
{
    json_count(t, "seq", v->floor->seq);
    json_count(t, "time", (uint64_t)v->floor->time_ms);
    json_flag(t, "halted", v->floor->general.halted != 0);
    view_links(t, v);
    view_tables(t, v);
    add_pending(t, v->floor);
}

void view_floor(struct text *t, const struct view *v)
{
    const struct floor *f = v->floor;
    const struct manager_config *c = v->manager ? manager_configuration(v->manager) : NULL;
    const struct zone zone = house_zone(f);
    char when[WHEN_TEXT_MAX];
    if (c != NULL) {
        json_text(t, "manager", c->id);
        JSON_MEMBERS(t, c, version, lease_ms);
    }
    json_count(t, "seq", f->seq);
    json_count(t, "time", (uint64_t)f->time_ms);
    json_text(t, "house_time", zone_format(&zone, f->time_ms, when));
    json_flag(t, "halted", f->general.halted != 0);
    add_shift(t, f);
    view_links(t, v);
    view_tables(t, v);
    view_claims(t, v);
    view_alarms(t, v);
    view_disputes(t, v);
}
