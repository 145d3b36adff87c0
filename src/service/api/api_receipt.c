/* Answers requests for the receipt of a jackpot: how its amount came about, from the log alone
 * (REG-10, REC-4). */
#include "service/api/api_internal.h"

#include "reports/claim/claim_gather.h"

#include <stdlib.h>

#define RECEIPT_ROOM (2u * 1024 * 1024)

static void add_meter(struct text *t, const struct claim_story *s)
{
    const struct claim_meter *m = &s->meter;
    if (!m->is_known) {
        json_null(t, "meter");
        return;
    }
    json_open(t, "meter", '{');
    json_text(t, "name", s->paid.from);
    json_count(t, "taken", s->taken);
    json_count(t, "since", m->since);
    json_flag(t, "since_reset", m->is_complete);
    JSON_MEMBERS(t, m, start, coin_events, contributed, award_events, awarded, other, before,
                 after);
    json_flag(t, "balances", claim_meter_balances(m));
    json_close(t, '}');
}

static void answer(struct api_read *read, const struct claim_story *s, struct text *t)
{
    const struct floor_event *paid = &s->paid;
    json_open(t, NULL, '{');
    json_count(t, "claim", s->number);
    JSON_MEMBERS(t, paid, link, table, seat, round);
    view_word(t, "award", view_words_of(FLOOR_CLAIM_PAID, "award"), paid->award);
    view_word(t, "key", view_words_of(FLOOR_CLAIM_PAID, "key"), paid->key);
    JSON_MEMBERS(t, paid, from, amount, house_funded, reseeded, envy);
    view_word(t, "method", view_words_of(FLOOR_CLAIM_PAID, "method"), paid->method);
    json_count(t, "claimed_at", (uint64_t)s->made.time_ms);
    json_count(t, "paid_at", (uint64_t)paid->time_ms);
    json_flag(t, "cleared", s->is_cleared);
    add_meter(t, s);
    json_open(t, "events", '[');
    for (size_t i = 0; i < s->entry_count; i++)
        json_raw(t, NULL, s->bodies.data + s->entries[i].at, s->entries[i].len);
    json_close(t, ']');
    json_close(t, '}');
    if (t->cut)
        api_later_fail(read->req, "the claim's events are too long for a receipt; see the log");
    else
        http_answer(read->req, 200, HTTP_JSON, t->data, t->len);
}

/* Gathers the claim and its meter as the log has them at one moment. */
static int gather(struct api *api, uint64_t claim, struct claim_story **out, struct cr_err *err)
{
    struct claim_story *s = NULL;
    struct stored_floor *copy = NULL;
    int rc = store_hold(api->log, err);
    if (rc != CR_OK)
        return rc;
    rc = claim_gather(api->log, claim, &s, err);
    if (rc == CR_OK)
        rc = claim_check_paid(s, err);
    if (rc == CR_OK)
        rc = stored_floor_read_held(api->log, &copy, err);
    if (rc == CR_OK)
        rc = claim_gather_meter(api->log, &copy->floor, s, err);
    store_release(api->log);
    stored_floor_free(copy);
    return err_or_made(rc, out, s, claim_story_free);
}

static void run_receipt(struct api *api, struct api_read *read)
{
    struct claim_story *s = NULL;
    struct cr_err err = {0};
    api_log_lock(api);
    int rc = gather(api, read->seq, &s, &err);
    api_log_unlock(api);
    char *room = rc == CR_OK ? malloc(RECEIPT_ROOM) : NULL;
    if (rc != CR_OK) {
        api_later_refuse(read->req, rc == CR_E_NOT_FOUND ? rc : CR_E_IO, &err);
    } else if (room == NULL) {
        api_later_fail(read->req, "out of memory");
    } else {
        struct text t = text_in(room, RECEIPT_ROOM);
        answer(read, s, &t);
    }
    free(room);
    claim_story_free(s);
}

void api_run_receipt(struct api *api, const struct api_row *row, struct http_request *req)
{
    api_read_later(api, req, NULL, view_parse_seq(http_request_param(req, row->param)),
                   run_receipt);
}
