/* The receipt of a jackpot: how its amount came about, from the log alone (REG-10, REC-4).
 *
 * Two walks: forward from the claim for what was confirmed, paid and cleared; backward from the
 * event that took the amount off the meter for what filled the meter since its last reset. */
#include "http/api_inside.h"

#include "base/err.h"
#include "base/money.h"
#include "http/views_json.h"

#include <stdlib.h>
#include <string.h>

#define RECEIPT_ROOM   (1024u * 1024)
#define FORWARD_MAX    200000
#define BACKWARD_BLOCK 1000
#define BACKWARD_MAX   200000
#define FOUND_ALL      1

struct receipt {
    uint64_t claim;
    struct floor_event made, paid, event;
    uint64_t taken; /* the event that took the amount off the meter */
    bool is_made, is_paid, is_cleared, is_cancelled;
    struct text events; /* of the claim, in order */
    struct cr_err err;
    /* what filled the meter */
    unsigned meter;
    uint64_t since; /* the reset, or where counting began */
    bool is_complete;
    uint64_t coin_events, award_events;
    struct cr_money start, contributed, awarded, other, before, after;
};

/* ---- Forward ---- */

static int walk_forward(void *context, const struct store_event *stored)
{
    struct receipt *r = context;
    int rc = event_decode(stored->body, stored->len, &r->event, &r->err);
    if (rc != 0)
        return rc;
    const struct floor_event *e = &r->event;
    bool is_own = e->claim == r->claim || e->seq == r->claim;
    for (unsigned i = 0; e->kind == FLOOR_ORDER_RULED && i < e->order_count; i++)
        is_own = is_own || e->order[i] == r->claim;
    if (!is_own)
        return 0;
    view_raw(&r->events, NULL, stored->body, stored->len);
    if (e->seq == r->claim && e->kind == FLOOR_CLAIM_MADE) {
        r->made = *e;
        r->is_made = true;
    }
    if (e->kind == FLOOR_CLAIM_PAID) {
        r->paid = *e;
        r->is_paid = true;
    }
    r->is_cancelled = r->is_cancelled || e->kind == FLOOR_CLAIM_CANCELLED;
    r->is_cleared = e->kind == FLOOR_CLAIM_CLEARED;
    /* A claim lock or a shared win takes the amount before it is paid. */
    if (r->taken == 0 && e->meter_count > 0 && memcmp(e->before, e->after, sizeof(e->before)) != 0)
        r->taken = e->seq;
    return r->is_cancelled || r->is_cleared ? FOUND_ALL : 0;
}

/* ---- Backward ---- */

static bool is_reset(const struct floor_event *e)
{
    return e->reseeded.micro > 0 || (e->kind == FLOOR_LINK_CONFIGURED && e->prev == 0);
}

/* Opening and closing a link show its meters and change nothing. */
static bool changes_meters(const struct floor_event *e)
{
    return event_member_find(event_kind(e->kind), "before", 6) != NULL;
}

static int walk_block(void *context, const struct store_event *stored)
{
    struct receipt *r = context;
    if (stored->seq >= r->taken)
        return FOUND_ALL;
    int rc = event_decode(stored->body, stored->len, &r->event, &r->err);
    if (rc != 0)
        return rc;
    const struct floor_event *e = &r->event;
    const bool is_target = strcmp(e->to_link, r->paid.link) == 0;
    if ((strcmp(e->link, r->paid.link) != 0 && !is_target) || e->meter_count <= r->meter ||
        !changes_meters(e))
        return 0;
    const struct cr_money change = money_sub(e->after[r->meter], e->before[r->meter]);
    if (is_target || (is_reset(e) && change.micro != 0)) {
        r->since = e->seq;
        r->start = is_target ? e->to_after[r->meter] : e->after[r->meter];
        r->is_complete = true;
        r->coin_events = r->award_events = 0;
        r->contributed.micro = r->awarded.micro = r->other.micro = 0;
    } else if (e->kind == FLOOR_COIN_IN) {
        r->coin_events++;
        r->contributed = money_add(r->contributed, change);
    } else if (e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_PAID ||
               e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_CLAIM_CANCELLED) {
        r->award_events += change.micro != 0;
        r->awarded = money_sub(r->awarded, change);
    } else {
        r->other = money_add(r->other, change);
    }
    return 0;
}

/* Sums of one block, added to those of the blocks after it. */
static int add_block(struct api *api, struct receipt *r, uint64_t from, uint64_t count)
{
    const struct receipt after = *r;
    r->coin_events = r->award_events = 0;
    r->contributed.micro = r->awarded.micro = r->other.micro = 0;
    int rc = store_read(api->log, from, count, walk_block, r, &r->err);
    r->coin_events += after.coin_events;
    r->award_events += after.award_events;
    r->contributed = money_add(r->contributed, after.contributed);
    r->awarded = money_add(r->awarded, after.awarded);
    r->other = money_add(r->other, after.other);
    return rc == FOUND_ALL ? 0 : rc;
}

static int walk_backward(struct api *api, struct receipt *r)
{
    uint64_t end = r->taken; /* one past what is left */
    for (uint64_t read = 0; end > 1 && !r->is_complete && read < BACKWARD_MAX;
         read += BACKWARD_BLOCK) {
        const uint64_t from = end > BACKWARD_BLOCK ? end - BACKWARD_BLOCK : 1;
        int rc = add_block(api, r, from, end - from);
        if (rc != 0)
            return rc;
        end = from;
    }
    if (r->is_complete)
        return 0;
    /* Too long ago: what it was then follows from the sums. */
    r->since = end;
    r->start = money_add(money_sub(r->before, money_add(r->contributed, r->other)), r->awarded);
    return 0;
}

/* ---- Both ---- */

static int take_event(void *context, const struct store_event *stored)
{
    struct receipt *r = context;
    return event_decode(stored->body, stored->len, &r->event, &r->err);
}

static unsigned meter_of(struct api *api, const char *link, const char *from)
{
    unsigned found = CR_METERS;
    const struct floor *f = writer_lock(api->writer);
    const uint32_t l = floor_find_link(f, link);
    for (unsigned m = 0; l != FLOOR_NONE && m < floor_progressive(f, l)->meter_count; m++)
        if (strcmp(floor_progressive(f, l)->meters[m].name, from) == 0)
            found = m;
    writer_unlock(api->writer);
    return found;
}

/* CR_E_NOT_FOUND: no such claim, or not paid. */
static int gather_payment(struct api *api, struct receipt *r)
{
    int rc =
        r->claim == 0 ? 0 : store_read(api->log, r->claim, FORWARD_MAX, walk_forward, r, &r->err);
    if (rc < 0)
        return rc;
    if (!r->is_made)
        return err_set(&r->err, CR_E_NOT_FOUND, "claim: there is no claim of that number");
    if (!r->is_paid)
        return err_set(&r->err, CR_E_NOT_FOUND, "claim: %llu %s; only a paid claim has a receipt",
                       (unsigned long long)r->claim,
                       r->is_cancelled ? "was cancelled" : "is not paid");
    return 0;
}

static int gather_meter(struct api *api, struct receipt *r)
{
    if (r->meter == CR_METERS || r->taken == 0)
        return 0;
    int rc = store_read(api->log, r->taken, 1, take_event, r, &r->err);
    if (rc != 0)
        return rc;
    r->before = r->event.before[r->meter];
    r->after = r->event.after[r->meter];
    return walk_backward(api, r);
}

static void add_meter(struct text *t, const struct receipt *r)
{
    if (r->meter == CR_METERS || r->taken == 0) {
        view_null(t, "meter");
        return;
    }
    view_open(t, "meter", '{');
    view_text(t, "name", r->paid.from);
    view_count(t, "taken", r->taken);
    view_count(t, "since", r->since);
    view_flag(t, "since_reset", r->is_complete);
    view_money(t, "start", r->start);
    view_count(t, "coin_events", r->coin_events);
    view_money(t, "contributed", r->contributed);
    view_count(t, "award_events", r->award_events);
    view_money(t, "awarded", r->awarded);
    view_money(t, "other", r->other);
    view_money(t, "before", r->before);
    view_money(t, "after", r->after);
    struct cr_money sum =
        money_add(money_sub(money_add(r->start, r->contributed), r->awarded), r->other);
    view_flag(t, "balances", sum.micro == r->before.micro);
    view_close(t, '}');
}

static void answer(struct api_read *read, struct receipt *r, struct text *t)
{
    view_open(t, NULL, '{');
    view_count(t, "claim", r->claim);
    view_text(t, "link", r->paid.link);
    view_text(t, "table", r->paid.table);
    view_count(t, "seat", r->paid.seat);
    view_count(t, "round", r->paid.round);
    view_word(t, "award", view_words_of(FLOOR_CLAIM_PAID, "award"), r->paid.award);
    view_word(t, "key", view_words_of(FLOOR_CLAIM_PAID, "key"), r->paid.key);
    view_text(t, "from", r->paid.from);
    view_money(t, "amount", r->paid.amount);
    view_money(t, "house_funded", r->paid.house_funded);
    view_money(t, "reseeded", r->paid.reseeded);
    view_money(t, "envy", r->paid.envy);
    view_word(t, "method", view_words_of(FLOOR_CLAIM_PAID, "method"), r->paid.method);
    view_count(t, "claimed_at", (uint64_t)r->made.time_ms);
    view_count(t, "paid_at", (uint64_t)r->paid.time_ms);
    view_flag(t, "cleared", r->is_cleared);
    add_meter(t, r);
    view_open(t, "events", '[');
    view_raw(t, NULL, r->events.data, r->events.len);
    view_close(t, ']');
    view_close(t, '}');
    if (t->cut || r->events.cut)
        api_read_refuse(read, CR_E_IO,
                        "the claim's events are too long for a receipt; see the log");
    else
        http_answer(read->req, 200, HTTP_JSON, t->data, t->len);
}

static void run_receipt(struct api *api, struct api_read *read)
{
    struct receipt *r = calloc(1, sizeof(*r));
    char *room = malloc(2 * RECEIPT_ROOM);
    if (r == NULL || room == NULL) {
        api_read_refuse(read, CR_E_IO, "out of memory");
    } else {
        struct text t;
        r->claim = read->seq;
        text_init(&r->events, room, RECEIPT_ROOM);
        text_init(&t, room + RECEIPT_ROOM, RECEIPT_ROOM);
        api_log_lock(api);
        int rc = gather_payment(api, r);
        api_log_unlock(api);
        r->meter = rc == 0 ? meter_of(api, r->paid.link, r->paid.from) : CR_METERS;
        api_log_lock(api);
        rc = rc == 0 ? gather_meter(api, r) : rc;
        api_log_unlock(api);
        if (rc != 0)
            api_read_refuse(read, rc == CR_E_NOT_FOUND ? rc : CR_E_IO, r->err.text);
        else
            answer(read, r, &t);
    }
    free(room);
    free(r);
}

void api_run_receipt(struct api *api, const struct api_row *row, struct http_request *req)
{
    api_read_later(api, req, NULL, view_parse_seq(http_request_param(req, row->param)),
                   run_receipt);
}
