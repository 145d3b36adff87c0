/* Steps about wins that wait for a person's ruling: a failure never decides about a win by itself
 * (PIT-1, PIT-7, PIT-8). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/text.h"
#include "floor/semantics.h"

#include <string.h>

int floor_need_pit(const struct floor *f, struct cr_err *err)
{
    if (floor_semantics(f) >= 2)
        return 0;
    return err_set(err, CR_E_STATE,
                   "this floor's events have the meaning of version 1, which knows no such event; "
                   "start all managers with this program first");
}

enum cr_on_failure floor_on_failure(const struct floor *f, uint32_t table)
{
    const struct cr_rules *rules = floor_rules(f, table);
    return rules != NULL ? rules->on_failure : CR_FAILURE_HOLD;
}

bool floor_is_disputed(const struct floor *f, uint64_t claim)
{
    for (uint32_t i = 0; i < f->dispute_count; i++)
        if (f->disputes[i].claim == claim && !f->disputes[i].decided)
            return true;
    return false;
}

int floor_check_free(const struct floor *f, const struct floor_claim *c, struct cr_err *err)
{
    if (floor_semantics(f) < 2)
        return 0;
    if (c->held)
        return err_refuse(err, CR_E_STATE, REASON_RULING_NEEDED, NULL,
                          "the system failed with this win on the table: %s rule%s pay or void "
                          "first",
                          c->key == CR_KEY_HIGH ? "two people" : "a supervisor",
                          c->key == CR_KEY_HIGH ? "" : "s");
    if (floor_is_disputed(f, c->seq))
        return err_refuse(err, CR_E_STATE, REASON_CLAIM_DISPUTED, NULL,
                          "claim %llu is disputed: it is on hold until the dispute is closed",
                          (unsigned long long)c->seq);
    return 0;
}

static void hold(struct floor *f, struct floor_claim *c)
{
    if (floor_on_failure(f, c->table) == CR_FAILURE_RESUME)
        return;
    c->held = 1;
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
}

void floor_hold_claims(struct floor *f, uint32_t table)
{
    for (uint32_t i = 0; floor_semantics(f) >= 2 && i < f->claim_count; i++)
        if (f->claims[i].table == table && f->claims[i].claim.state == CLAIM_PENDING)
            hold(f, &f->claims[i]);
}

/* Finds the pending claim that the event names. */
static int need_pending(const struct floor *f, const struct floor_event *e,
                        struct floor_claim **out, struct cr_err *err)
{
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_need_claim(f, e, out, err);
    if (rc == 0 && (*out)->claim.state != CLAIM_PENDING)
        rc = err_refuse(err, CR_E_STATE, REASON_CLAIM_IS_PAID, "claim", "%llu was paid",
                        (unsigned long long)e->claim);
    return rc;
}

static void note_claim(const struct floor *f, const struct floor_claim *c, struct floor_event *e)
{
    e->seat = c->seat;
    e->award = c->award;
    e->amount = floor_claim_amount(f, c).amount;
    memcpy(e->link, f->links[c->link].id, FLOOR_ID_MAX);
}

/* PIT-1: the alarm names the jackpot. */
static void raise(struct floor *f, const struct floor_event *e, const struct floor_claim *c)
{
    char item[CR_NAME_MAX];
    struct text t = text_in(item, sizeof(item));
    text_add_format(&t, "%s %s, seat %u", cr_category_name((enum cr_category)(c->award - 1)),
                    c->held ? "held" : "resumed", c->seat);
    floor_add_notice(f, e, c->table, item);
}

/* The table sends this as soon as it is back, or its manager does. */
int step_claim_held(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    static const char *const rules[] = {
        [CR_FAILURE_HOLD] = "hold", [CR_FAILURE_VOID] = "void", [CR_FAILURE_RESUME] = "resume"};
    uint32_t table = FLOOR_NONE;
    struct floor_claim *c = NULL;
    int rc = need_pending(f, e, &c, err);
    if (rc == 0 && e->table_seq != 0)
        rc = floor_need_next(f, e, &table, err);
    if (rc == 0 && e->table[0] != '\0' && strcmp(f->tables[c->table].id, e->table) != 0)
        rc = err_refuse(err, CR_E_INPUT, REASON_CLAIM_OF_OTHER_TABLE, "claim",
                        "%llu was not made at table %s", (unsigned long long)e->claim, e->table);
    if (rc != 0)
        return rc;
    hold(f, c);
    TEXT_COPY(e->item, rules[floor_on_failure(f, c->table)]);
    note_claim(f, c, e);
    raise(f, e, c);
    if (table != FLOOR_NONE)
        floor_table_done(f, e, table);
    return 0;
}

/* PIT-1, PIT-7: a ruling to pay, or to void the claim with a reason; two people rule on a high
 * jackpot. */
int step_claim_ruled(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_claim *c = NULL;
    const bool is_void = strcmp(e->item, "void") == 0;
    int rc = need_pending(f, e, &c, err);
    if (rc == 0 && !is_void && strcmp(e->item, "pay") != 0)
        rc = err_invalid(err, "item", "expected pay or void");
    if (rc == 0 && !is_void && !c->held)
        rc = err_refuse(err, CR_E_STATE, REASON_STEP_NOT_NEEDED, "claim",
                        "%llu waits for no ruling; go on with it", (unsigned long long)c->seq);
    if (rc == 0 && c->key == CR_KEY_HIGH)
        rc = floor_need_two(e, err);
    if (rc != 0)
        return rc;
    const struct cr_progressive *p = floor_progressive(f, c->link);
    const struct ledger before = f->links[c->link].books;
    struct floor_queue worth;
    floor_note_worth(f, c->table, &worth);
    note_claim(f, c, e);
    memcpy(e->table, f->tables[c->table].id, FLOOR_ID_MAX);
    c->held = 0;
    if (is_void)
        floor_take_back(f, c);
    floor_unapprove_changed(f, c->table, &worth);
    floor_note_meters(e, p, &before, &f->links[c->link].books);
    floor_touch(f, FLOOR_ROW_CLAIM, c->seq);
    return 0;
}

/* PIT-8: surveillance itself enters what the recording shows; a supervisor or manager rules on
 * it. */
int step_order_found(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t link;
    int rc = floor_need_pit(f, err);
    if (rc == 0)
        rc = floor_need_link(f, e->link, &link, err);
    if (rc == 0)
        rc = floor_check_order(f, e, link, err);
    if (rc != 0)
        return rc;
    struct floor_link *l = &f->links[link];
    memcpy(l->found, e->order, sizeof(l->found));
    l->found_count = e->order_count;
    memcpy(l->found_by, e->user, sizeof(l->found_by));
    floor_touch_link(f, link);
    return 0;
}
