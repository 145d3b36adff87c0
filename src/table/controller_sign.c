/* The table controller: what the sign over the table shows of its link. */
#include "table/controller_internal.h"

#include <string.h>

void controller_show_meters(struct controller *c, unsigned count, const struct cr_money *meters)
{
    if (count == 0)
        return;
    c->meter_count = (uint8_t)count;
    memcpy(c->meters, meters, sizeof(c->meters));
}

/* Hits from before the first join are no news; those from while the link was away are. A manager
 * that stands in for another may be a little behind it: an older hit is no news either. */
void controller_show_sign(struct controller *c, const struct controller_record *r,
                          struct controller_output *out)
{
    if (strcmp(c->link_id, r->link) != 0) {
        /* the table is on another link by now: what was paid there before is no news here */
        memcpy(c->link_id, r->link, sizeof(c->link_id));
        c->link_pending = c->link_held = c->knows_hits = c->meter_count = 0;
        c->hit = 0;
    }
    controller_show_meters(c, r->meter_count, r->meters);
    out->is_pending = r->link_pending && !c->link_pending;
    out->is_held = r->link_held && !c->link_held;
    c->link_pending = r->link_pending;
    c->link_held = r->link_held;
    out->has_hit = c->knows_hits && r->hit.seq > c->hit;
    out->hit = r->hit;
    c->knows_hits = 1;
    if (r->hit.seq > c->hit)
        c->hit = r->hit.seq;
}
