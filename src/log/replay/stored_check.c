/* Compares rows with the events that made them. Somebody who can write to the database can change a
 * link's row so that its books still balance, but then its meters are not those of its last event,
 * which is in the chain. This is as much as a start has time for; verify compares everything (V4).
 * Events in an archive that is not there are left to verify as well. */
#include "log/replay/stored.h"

#include "base/err.h"
#include "floor/alarms.h"
#include "game/meters/meters.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK     4096
#define LOOK_BACK (64 * BLOCK) /* events; a link with none in them is not checked */

struct seen_link {
    uint64_t seq;   /* of its last event with meters; 0: none was seen */
    uint64_t block; /* in which it was seen */
    bool is_unsure; /* an event after it cannot be read, and may have been about it */
    uint8_t meters; /* that the event says something of, a bit each */
    bool has_reserves;
    struct cr_money after[CR_METERS], reserves[CR_METERS];
};
_Static_assert(CR_METERS <= 8, "a bit for each meter");

struct checking {
    const struct floor *floor;
    struct seen_link *links;
    uint64_t block;
    struct floor_event event;
    struct cr_err *err;
};

static int differs(struct cr_err *err, const char *what, const char *id, uint64_t seq)
{
    return err_set(err, CR_E_INPUT, "the row of %s %s is not what event %llu says", what, id,
                   (unsigned long long)seq);
}

/* ---- Links ---- */

static int find_link(const struct checking *c, const char *id, uint32_t *place)
{
    *place = floor_find_link(c->floor, id);
    return *place != FLOOR_NONE ? 0
                                : err_set(c->err, CR_E_INPUT,
                                          "there is no row of link %s, which event %llu is about",
                                          id, (unsigned long long)c->event.seq);
}

/* Begins to note the event as the link's last one; NULL when a newer event was seen. */
static struct seen_link *see_again(struct checking *c, uint32_t place)
{
    struct seen_link *link = &c->links[place];
    if (link->seq != 0 && link->block != c->block)
        return NULL; /* a later block, read before, had a newer event */
    *link = (struct seen_link){.seq = c->event.seq, .block = c->block};
    return link;
}

static int see_link(struct checking *c, bool has_reserves)
{
    uint32_t place;
    if (c->event.link[0] == '\0' || c->event.meter_count == 0)
        return 0;
    const int rc = find_link(c, c->event.link, &place);
    struct seen_link *link = rc == 0 ? see_again(c, place) : NULL;
    if (link == NULL)
        return rc;
    link->meters = (uint8_t)((1u << c->event.meter_count) - 1);
    link->has_reserves = has_reserves;
    memcpy(link->after, c->event.after, sizeof(link->after));
    memcpy(link->reserves, c->event.reserves, sizeof(link->reserves));
    return 0;
}

/* REG-14: a transfer's amounts are in the order of the source's meters, which may stand in another
 * order on the link that they come to. */
static int see_target(struct checking *c)
{
    const struct floor_event *e = &c->event;
    uint32_t from, to;
    int rc = find_link(c, e->link, &from);
    if (rc == 0)
        rc = find_link(c, e->to_link, &to);
    struct seen_link *link = rc == 0 ? see_again(c, to) : NULL;
    if (link == NULL)
        return rc;
    const struct cr_progressive *source = floor_progressive(c->floor, from);
    const struct cr_progressive *target = floor_progressive(c->floor, to);
    for (unsigned m = 0; m < e->meter_count && m < source->meter_count; m++) {
        const unsigned at = meters_find(target, source->meters[m].name);
        if (at == target->meter_count)
            continue;
        link->meters |= (uint8_t)(1u << at);
        link->after[at] = e->to_after[m];
    }
    return 0;
}

/* An event that cannot be read is a fault for verify to report. Here the meters of the links that
 * it may be about are not checked. */
static int pass_unreadable(struct checking *c, uint64_t seq)
{
    for (uint32_t i = 0; i < c->floor->link_count; i++) {
        struct seen_link *link = &c->links[i];
        if (link->seq != 0 && link->block != c->block)
            continue;
        link->seq = seq;
        link->block = c->block;
        link->is_unsure = true;
    }
    return 0;
}

static int see_event(void *context, const struct store_event *event)
{
    struct checking *c = context;
    if (event_decode(event->body, event->len, &c->event, NULL) != 0)
        return pass_unreadable(c, event->seq);
    const struct event_kind *kind = event_kind(c->event.kind);
    int rc = 0;
    if (event_member_find(kind, "after", 5) != NULL)
        rc = see_link(c, event_member_find(kind, "reserves", 8) != NULL);
    if (rc == 0 && event_member_find(kind, "to_after", 8) != NULL)
        rc = see_target(c);
    return rc;
}

static bool has_seen_all(const struct checking *c)
{
    for (uint32_t i = 0; i < c->floor->link_count; i++)
        if (c->links[i].seq == 0)
            return false;
    return true;
}

static int see_links(struct store *store, const struct store_head *head, struct checking *c)
{
    int rc = 0;
    uint64_t end = head->seq;
    const uint64_t least =
        store_first_at_hand(store, head->seq > LOOK_BACK ? head->seq - LOOK_BACK + 1 : 1);
    while (rc == 0 && end >= least && !has_seen_all(c)) {
        const uint64_t from = end >= least + BLOCK ? end - BLOCK + 1 : least;
        c->block++;
        rc = store_read(store, from, end - from + 1, see_event, c, c->err);
        end = from - 1;
    }
    return rc;
}

static bool link_agrees(const struct seen_link *seen, const struct ledger *books)
{
    for (unsigned m = 0; m < CR_METERS; m++) {
        const struct cr_meter *meter = &books->levels[m].meter;
        if ((seen->meters >> m & 1) == 0)
            continue;
        if (meter->amount.micro != seen->after[m].micro ||
            (seen->has_reserves && meter->reserve.micro != seen->reserves[m].micro))
            return false;
    }
    return true;
}

static int check_links(const struct checking *c)
{
    for (uint32_t i = 0; i < c->floor->link_count; i++) {
        const struct floor_link *link = &c->floor->links[i];
        if (c->links[i].seq != 0 && !c->links[i].is_unsure &&
            !link_agrees(&c->links[i], &link->books))
            return differs(c->err, "link", link->id, c->links[i].seq);
    }
    return 0;
}

/* ---- Tables, claims and alarms against the event that they come from ---- */

static int take_event(void *context, const struct store_event *event)
{
    struct checking *c = context;
    return event_decode(event->body, event->len, &c->event, c->err);
}

#define NOT_AT_HAND 1

/* Reads event seq, which a row names; *out is NULL when there is none. NOT_AT_HAND: it is in an
 * archive, and not checked at a start. */
static int read_event(struct store *store, uint64_t seq, struct checking *c,
                      const struct floor_event **out)
{
    if (store_first_at_hand(store, seq) != seq)
        return NOT_AT_HAND;
    c->event.seq = 0;
    int rc = store_read(store, seq, 1, take_event, c, c->err);
    *out = rc == 0 && c->event.seq == seq ? &c->event : NULL;
    return rc;
}

/* V2: the table's last event has the epoch and the number that the row has. */
static int check_table(struct store *store, struct checking *c, uint32_t table)
{
    const struct floor_play *play = &c->floor->plays[table];
    const char *id = c->floor->tables[table].id;
    const struct floor_event *e;
    if (play->last == 0)
        return play->epoch == 0 ? 0 : differs(c->err, "table", id, 0);
    int rc = read_event(store, play->last, c, &e);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    const bool joined = e != NULL && e->kind == FLOOR_TABLE_JOINED;
    if (e == NULL || strcmp(e->table, id) != 0 || e->epoch != play->epoch ||
        (!joined && e->table_seq != play->seq))
        return differs(c->err, "table", id, play->last);
    return 0;
}

static int check_claim(struct store *store, struct checking *c, const struct floor_claim *claim)
{
    const struct floor_event *e;
    int rc = read_event(store, claim->seq, c, &e);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    if (e == NULL || (e->kind != FLOOR_CLAIM_MADE && e->kind != FLOOR_AWARD_PENDING) ||
        e->seat != claim->seat || e->award != claim->award || e->round != claim->round ||
        strcmp(e->table, c->floor->tables[claim->table].id) != 0)
        return differs(c->err, "the claim at", c->floor->tables[claim->table].id, claim->seq);
    return 0;
}

/* True when the event can have raised the alarm. Most alarms are events of their own; some are
 * raised by the event that they are about. */
static bool may_raise(const struct floor_event *e, const char *item)
{
    switch (e->kind) {
    case FLOOR_ALARM_RAISED:
        return strcmp(e->item, item) == 0;
    case FLOOR_BUY_IN:
    case FLOOR_PAYOUT:
    case FLOOR_CLAIM_PAID:
        return alarm_is(item, ALARM_CASH_REPORT); /* PIT-14 */
    case FLOOR_METER_READ:
        return alarm_is(item, ALARM_VARIANCE); /* PIT-5 */
    case FLOOR_DISPUTE_ESCALATED:
    case FLOOR_CLAIM_HELD: /* its item names the hand and the seat */
        return true;
    default:
        return false;
    }
}

static int check_alarm(struct store *store, struct checking *c, const struct floor_alarm *alarm)
{
    const struct floor_event *e;
    int rc = read_event(store, alarm->seq, c, &e);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    if (e == NULL || !may_raise(e, alarm->item))
        return differs(c->err, "the alarm", alarm->item, alarm->seq);
    return 0;
}

static int check_all(struct store *store, const struct store_head *head, struct checking *c)
{
    const struct floor *f = c->floor;
    int rc = see_links(store, head, c);
    if (rc == 0)
        rc = check_links(c);
    for (uint32_t i = 0; rc == 0 && i < f->table_count; i++)
        rc = check_table(store, c, i);
    for (uint32_t i = 0; rc == 0 && i < f->claim_count; i++)
        rc = check_claim(store, c, &f->claims[i]);
    for (uint32_t i = 0; rc == 0 && i < f->alarm_count; i++)
        rc = check_alarm(store, c, &f->alarms[i]);
    return rc;
}

int stored_check(struct store *store, const struct store_head *head, const struct floor *f,
                 struct cr_err *err)
{
    struct checking *c = calloc(1, sizeof(*c));
    struct seen_link *links = calloc(f->link_count + 1, sizeof(*links));
    int rc = err_set(err, CR_E_IO, "out of memory");
    if (c != NULL && links != NULL) {
        c->floor = f;
        c->links = links;
        c->err = err;
        rc = check_all(store, head, c);
    }
    free(links);
    free(c);
    return rc;
}
