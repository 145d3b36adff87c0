/* The summary of the floor, from a store, and as JSON. */
#include "app/status_gather.h"

#include "base/json_write.h"

#include <stdio.h>
#include <string.h>

#define COPY(to, from) snprintf(to, sizeof(to), "%s", from)

static const char *award_words(uint8_t award)
{
    return award >= 1 && award <= CR_CATEGORIES ? cr_category_name((enum cr_category)(award - 1))
                                                : "";
}

/* ---- From a store ---- */

static void read_link(const struct floor *f, uint32_t l, struct glance_link *out)
{
    const struct cr_progressive *p = floor_progressive(f, l);
    COPY(out->id, f->links[l].id);
    COPY(out->progressive, p->name);
    out->open = f->links[l].open && !f->general.halted;
    out->meter_count = p->meter_count;
    for (unsigned m = 0; m < p->meter_count; m++) {
        COPY(out->meters[m].name, p->meters[m].name);
        out->meters[m].amount = f->links[l].books.levels[m].meter.amount;
    }
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].link == l && f->claims[c].claim.state == CLAIM_PENDING)
            out->pending = true;
}

static void read_table(const struct floor *f, uint32_t t, struct glance_table *out)
{
    const struct floor_table *table = &f->tables[t];
    const struct floor_play *play = &f->plays[t];
    COPY(out->id, table->id);
    COPY(out->link, table->link == FLOOR_NONE ? "" : f->links[table->link].id);
    COPY(out->game, table->item);
    out->joined = table->joined != 0;
    out->in_play = play->mode == FLOOR_IN_PLAY;
    out->seats = play->seats;
    out->closed_seats = table->closed_seats;
    out->round = play->round;
    out->coins = play->coins;
    for (uint32_t c = 0; c < f->claim_count; c++)
        if (f->claims[c].table == t)
            out->claimed_seats |= (uint8_t)(1u << (f->claims[c].seat - 1));
}

static void read_claim(const struct floor *f, const struct floor_claim *c, struct glance_claim *out)
{
    static const char *const keys[] = {"", "low", "high"};
    struct cr_err err = {0};
    out->seq = c->seq;
    COPY(out->table, f->tables[c->table].id);
    COPY(out->link, f->links[c->link].id);
    COPY(out->award, award_words(c->award));
    COPY(out->key, c->key < 3 ? keys[c->key] : "");
    out->seat = c->seat;
    out->amount = floor_claim_amount(f, c).amount;
    out->paid = c->claim.state == CLAIM_PAID;
    if (out->paid)
        COPY(out->missing, "claim is paid; clear it at the manager");
    else if (claim_check_payable(&c->claim, out->amount, &err) != CR_OK)
        snprintf(out->missing, sizeof out->missing, "%.*s", GLANCE_TEXT - 1, err.text);
}

static void read_waiting(const struct floor *f, struct glance *out)
{
    for (uint32_t i = 0; i < f->claim_count && out->claim_count < GLANCE_CLAIMS; i++)
        if (!claim_is_done(&f->claims[i].claim))
            read_claim(f, &f->claims[i], &out->claims[out->claim_count++]);
    for (uint32_t i = 0; i < f->alarm_count && out->alarm_count < GLANCE_ALARMS; i++) {
        const struct floor_alarm *a = &f->alarms[i];
        struct glance_alarm *alarm = &out->alarms[out->alarm_count];
        if (a->answered)
            continue;
        alarm->seq = a->seq;
        COPY(alarm->item, a->item);
        COPY(alarm->table, a->table == FLOOR_NONE ? "" : f->tables[a->table].id);
        alarm->halts = a->halts != 0;
        out->alarm_count++;
    }
    for (uint32_t i = 0; i < f->dispute_count; i++)
        out->dispute_count += !f->disputes[i].decided;
}

void glance_read_floor(const struct stored_floor *stored, struct glance *out)
{
    const struct floor *f = &stored->floor;
    memset(out, 0, sizeof *out);
    out->seq = f->seq;
    out->time_ms = f->time_ms;
    out->halted = f->general.halted != 0;
    if (f->general.shift != 0)
        COPY(out->shift, f->general.shift_name);
    for (uint32_t l = 0; l < f->link_count && out->link_count < GLANCE_LINKS; l++)
        read_link(f, l, &out->links[out->link_count++]);
    for (uint32_t t = 0; t < f->table_count && out->table_count < GLANCE_TABLES; t++)
        read_table(f, t, &out->tables[out->table_count++]);
    out->tables_left_out = f->table_count - out->table_count;
    read_waiting(f, out);
}

/* ---- As JSON ---- */

static void write_link(const struct glance_link *l, struct text *out)
{
    json_open(out, NULL, '{');
    json_text(out, "link", l->id);
    json_text(out, "progressive", l->progressive);
    json_flag(out, "open", l->open);
    json_flag(out, "pending", l->pending);
    json_open(out, "meters", '[');
    for (unsigned m = 0; m < l->meter_count; m++) {
        json_open(out, NULL, '{');
        json_text(out, "name", l->meters[m].name);
        json_money(out, "amount", l->meters[m].amount);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void write_table(const struct glance_table *t, struct text *out)
{
    json_open(out, NULL, '{');
    json_text(out, "table", t->id);
    json_text_or_null(out, "link", t->link);
    json_text(out, "game", t->game);
    json_flag(out, "joined", t->joined);
    if (t->alive == GLANCE_UNKNOWN)
        json_null(out, "alive");
    else
        json_flag(out, "alive", t->alive == GLANCE_ALIVE);
    json_text(out, "mode", t->in_play ? "in play" : "betting");
    json_count(out, "round", t->round);
    json_seats(out, "seats", t->seats);
    json_seats(out, "closed_seats", t->closed_seats);
    json_count(out, "coins", t->coins);
    json_close(out, '}');
}

static void write_claim(const struct glance_claim *c, struct text *out)
{
    json_open(out, NULL, '{');
    json_count(out, "claim", c->seq);
    json_text(out, "state", c->paid ? "paid" : "pending");
    json_text(out, "table", c->table);
    json_text(out, "link", c->link);
    json_count(out, "seat", c->seat);
    json_text(out, "award", c->award);
    json_text_or_null(out, "key", c->key);
    json_money(out, "amount", c->amount);
    json_text_or_null(out, "missing", c->missing);
    json_close(out, '}');
}

static void write_alarm(const struct glance_alarm *a, struct text *out)
{
    json_open(out, NULL, '{');
    json_count(out, "alarm", a->seq);
    json_text(out, "item", a->item);
    json_text_or_null(out, "table", a->table);
    json_flag(out, "halts", a->halts);
    json_text_or_null(out, "text", a->text);
    json_close(out, '}');
}

void glance_write_json(const struct glance *g, struct text *out)
{
    json_open(out, NULL, '{');
    json_text(out, "source", g->of_manager ? "manager" : "store");
    json_text(out, "address", g->address);
    json_text_or_null(out, "manager", g->manager);
    json_text_or_null(out, "version", g->version);
    json_count(out, "seq", g->seq);
    json_count(out, "time", (uint64_t)g->time_ms);
    json_flag(out, "halted", g->halted);
    json_text_or_null(out, "shift", g->shift);
    json_open(out, "links", '[');
    for (unsigned i = 0; i < g->link_count; i++)
        write_link(&g->links[i], out);
    json_close(out, ']');
    json_open(out, "tables", '[');
    for (unsigned i = 0; i < g->table_count; i++)
        write_table(&g->tables[i], out);
    json_close(out, ']');
    json_open(out, "claims", '[');
    for (unsigned i = 0; i < g->claim_count; i++)
        write_claim(&g->claims[i], out);
    json_close(out, ']');
    json_open(out, "alarms", '[');
    for (unsigned i = 0; i < g->alarm_count; i++)
        write_alarm(&g->alarms[i], out);
    json_close(out, ']');
    json_count(out, "disputes", g->dispute_count);
    json_close(out, '}');
}
