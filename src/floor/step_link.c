/* Steps of links: configuration, opening and closing, corrections and transfers (REG-6, 9, 14). */
#include "floor/floor_internal.h"

#include "base/err.h"

#include <string.h>

static int need_closed(const struct floor *f, uint32_t link, struct cr_err *err)
{
    if (f->links[link].open)
        return err_refuse(err, CR_E_STATE, REASON_LINK_OPEN, NULL,
                          "link %s is open; nothing of it changes until it is closed",
                          f->links[link].id);
    /* A round in play was bet under the rules as they are. */
    for (uint32_t t = 0; t < f->table_count; t++)
        if (f->tables[t].link == link && f->plays[t].mode != FLOOR_BETTING &&
            f->plays[t].seats != 0)
            return err_refuse(err, CR_E_STATE, REASON_TABLE_IN_PLAY, NULL,
                              "table %s of link %s is in play; wait for GAME OVER", f->tables[t].id,
                              f->links[link].id);
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].link == link && f->claims[c].claim.state == CLAIM_PENDING)
            return err_refuse(err, CR_E_STATE, REASON_CLAIM_PENDING, NULL,
                              "claim %llu on link %s is pending; settle it first",
                              (unsigned long long)f->claims[c].seq, f->links[link].id);
    return 0;
}

static int check_configuration(const struct floor *f, const struct floor_event *e, uint32_t link,
                               uint32_t document, struct cr_err *err)
{
    if (document == FLOOR_NONE || !f->documents[document].is_progressive)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_DOCUMENT, "document",
                          "no progressive of this floor has that hash; "
                          "add the document first");
    if (e->high_approvals > 1 + CLAIM_APPROVALS_MAX || e->low_approvals > 1 + CLAIM_APPROVALS_MAX)
        return err_invalid(
            err, e->high_approvals > 1 + CLAIM_APPROVALS_MAX ? "high_approvals" : "low_approvals",
            "expected 0, 1 or 2");
    if (link != FLOOR_NONE) {
        int rc = need_closed(f, link, err);
        if (rc != 0)
            return rc;
        return ledger_check_rules(&f->links[link].books, floor_progressive(f, link),
                                  &f->parsed[document].progressive, err);
    }
    if (f->link_count >= f->limits.links)
        return floor_refuse_full(f->limits.links, "links", "", err);
    return 0;
}

int step_link_configured(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    const uint32_t document = floor_find_document(f, e->document);
    uint32_t link = floor_find_link(f, e->link);
    int rc = check_configuration(f, e, link, document, err);
    if (rc != 0)
        return rc;
    struct ledger before;
    memset(&before, 0, sizeof(before));
    if (link == FLOOR_NONE) {
        link = f->link_count++;
        memcpy(f->links[link].id, e->link, FLOOR_ID_MAX);
        ledger_init(&f->parsed[document].progressive, &f->links[link].books);
        f->links[link].at_shift = f->links[link].at_part = f->links[link].books;
    } else {
        before = f->links[link].books;
        if (f->links[link].document != document)
            floor_split_shift(f, link);
    }
    struct floor_link *l = &f->links[link];
    l->document = document;
    l->policy = e->policy > 0 ? (uint8_t)(e->policy - 1) : LEDGER_ORDER;
    l->claim_lock = e->claim_lock;
    l->high_approvals = e->high_approvals > 0 ? (uint8_t)(e->high_approvals - 1) : 2;
    l->low_approvals = e->low_approvals > 0 ? (uint8_t)(e->low_approvals - 1) : 1;
    l->two_departments = e->two_departments;
    l->coins_per_minute = e->coins_per_minute;
    e->prev = l->configured;
    l->configured = e->seq;
    floor_note_meters(e, &f->parsed[document].progressive, &before, &l->books);
    floor_touch_link(f, link);
    return 0;
}

static int switch_link(struct floor *f, struct floor_event *e, bool open, struct cr_err *err)
{
    uint32_t link;
    int rc = floor_need_link(f, e->link, &link, err);
    if (rc != 0)
        return rc;
    struct floor_link *l = &f->links[link];
    if (l->open == open)
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, NULL, "link %s is %s already",
                          l->id, open ? "open" : "closed");
    rc = open ? floor_need_running(f, err) : 0;
    if (rc != 0)
        return rc;
    l->open = open;
    floor_note_meters(e, floor_progressive(f, link), &l->books, &l->books);
    floor_touch_link(f, link);
    return 0;
}

int step_link_opened(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    return switch_link(f, e, true, err);
}

int step_link_closed(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    return switch_link(f, e, false, err);
}

int step_meter_corrected(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t link;
    int rc = floor_need_link(f, e->link, &link, err);
    if (rc == 0)
        rc = need_closed(f, link, err);
    if (rc != 0)
        return rc;
    const struct cr_progressive *p = floor_progressive(f, link);
    unsigned meter = floor_meter_find(p, e->from);
    if (meter == CR_METERS)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_METER, "from",
                          "link %s has no meter \"%s\"", e->link, e->from);
    struct ledger before = f->links[link].books;
    rc = ledger_correct(p, &f->links[link].books, meter, e->change, err);
    if (rc != 0)
        return err_in_field(err, "change");
    floor_note_meters(e, p, &before, &f->links[link].books);
    floor_touch_link(f, link);
    return 0;
}

int step_link_transferred(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t from, to;
    int rc = floor_need_link(f, e->link, &from, err);
    if (rc == 0)
        rc = floor_need_link(f, e->to_link, &to, err);
    if (rc == 0 && from == to)
        rc = err_invalid(err, "to_link", "the same link");
    if (rc == 0)
        rc = need_closed(f, from, err);
    if (rc == 0)
        rc = need_closed(f, to, err);
    if (rc != 0)
        return rc;
    struct ledger before = f->links[from].books;
    struct ledger_moved moved[CR_METERS];
    rc = ledger_transfer(floor_progressive(f, from), &f->links[from].books,
                         floor_progressive(f, to), &f->links[to].books, moved, err);
    if (rc != 0)
        return err_in_field(err, "to_link");
    floor_note_meters(e, floor_progressive(f, from), &before, &f->links[from].books);
    /* In the order of the source's meters: the amounts of the target's meters of the same names. */
    const struct cr_progressive *p = floor_progressive(f, from), *q = floor_progressive(f, to);
    for (unsigned m = 0; m < p->meter_count; m++)
        e->to_after[m] =
            f->links[to].books.levels[floor_meter_find(q, p->meters[m].name)].meter.amount;
    floor_touch_link(f, from);
    floor_touch_link(f, to);
    return 0;
}
