/* Makes the record of a table (controller.h): the table as the floor has it. */
#include "table/controller.h"

#include "base/text.h"
#include "floor/house_items.h"

#include <string.h>

static void add_claims(const struct floor *f, uint32_t table, struct controller_record *out)
{
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim *c = &f->claims[i];
        if (c->table != table || c->round != out->round || !out->in_play)
            continue;
        if (c->claim.state == CLAIM_CANCELLED)
            continue;
        struct floor_worth worth;
        char waits[CR_ERR_TEXT_MAX];
        struct controller_claim *claim = &out->claims[c->seat - 1];
        floor_claim_worth(f, c, &worth);
        *claim = (struct controller_claim){.claim = c->seq,
                                           .award = (uint8_t)(c->award - 1),
                                           .is_pending = c->claim.state == CLAIM_PENDING,
                                           .is_held = c->held,
                                           .envy_seats = worth.envy_seats,
                                           .amount = worth.amount,
                                           .envy = worth.envy};
        floor_claim_waits(f, c, waits);
        TEXT_COPY(claim->missing, waits);
    }
}

static void add_link(const struct floor *f, uint32_t link, struct controller_record *out)
{
    const struct floor_link *l = &f->links[link];
    out->has_link = 1;
    memcpy(out->link, l->id, sizeof(out->link));
    memcpy(out->documents.progressive, f->documents[l->document].hash, CR_HASH_BYTES);
    out->is_open = l->open;
    out->meter_count = floor_progressive(f, link)->meter_count;
    for (unsigned m = 0; m < out->meter_count; m++)
        out->meters[m] = l->books.levels[m].meter.amount;
    for (uint32_t i = 0; i < f->claim_count; i++)
        if (f->claims[i].link == link && f->claims[i].claim.state == CLAIM_PENDING &&
            f->claims[i].key != CR_KEY_NONE) {
            out->link_pending = 1;
            out->link_held |= f->claims[i].held;
        }
    const struct floor_hit *hit = &l->hits[(l->hit_next + FLOOR_HITS - 1) % FLOOR_HITS];
    if (hit->seq == 0)
        return;
    out->hit = (struct controller_hit){.seq = hit->seq,
                                       .seat = hit->seat,
                                       .award = (uint8_t)(hit->award - 1),
                                       .amount = hit->amount};
    memcpy(out->hit.table, f->tables[hit->table].id, FLOOR_ID_MAX);
}

void record_of(const struct floor *f, uint32_t table, uint32_t lease_ms,
               struct controller_record *out)
{
    const struct floor_table *t = &f->tables[table];
    const struct floor_play *play = &f->plays[table];
    memset(out, 0, sizeof(*out));
    out->epoch = play->epoch;
    out->seq = play->seq;
    out->round = play->round;
    out->in_play = play->mode == FLOOR_IN_PLAY;
    out->seats = play->seats;
    out->awarded = play->awarded;
    out->pending = play->pending;
    out->closed_seats = t->closed_seats;
    out->folded = play->folded;
    out->position = (uint8_t)(play->position == FLOOR_KEY_JPL   ? CONSOLE_JPL
                              : play->position == FLOOR_KEY_JPH ? CONSOLE_JPH
                                                                : CONSOLE_R);
    out->is_halted = f->general.halted;
    out->is_one_hand = floor_is_one_hand(f, table);
    memcpy(out->pairs, play->pairs, sizeof(out->pairs));
    memcpy(out->dealer, t->dealer, sizeof(out->dealer));
    out->reading_due = floor_is_reading_due(f, table) ? f->general.readings_asked : 0;
    char zone[FLOOR_HOUSE_TEXT_MAX];
    house_zone_name(f, zone);
    TEXT_COPY(out->zone, zone);
    out->lease_ms = lease_ms;
    out->documents.known = true;
    if (t->document != FLOOR_NONE)
        memcpy(out->documents.rules, f->documents[t->document].hash, CR_HASH_BYTES);
    add_claims(f, table, out);
    if (t->link != FLOOR_NONE)
        add_link(f, t->link, out);
}
