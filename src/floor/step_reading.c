/* Readings of counters and meters at the table, compared with what was booked (PIT-5). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/money.h"
#include "floor/alarms.h"
#include "floor/shift_figures.h"

#include <string.h>

/* Far beyond any counter, and far enough from what the log can write (EVENT_COUNT_MAX) that sums of
 * readings can be written too. */
#define COUNTER_MAX UINT64_C(1000000000000)

/* What the counter must show now: what it showed last, and the coins booked since. */
static uint64_t due(const struct floor *f, uint32_t table)
{
    const struct floor_table *t = &f->tables[table];
    return t->counter + (f->plays[table].coins - t->counter_booked);
}

/* Takes a reading of the acceptors' counter. Each reading is compared with the coins booked at that
 * very moment, so it does not matter when it is taken, nor on which links the table has been. What
 * it shows beyond them is the drift of the link that the table is on. */
static void read_counter(struct floor *f, struct floor_event *e, uint32_t table)
{
    struct floor_table *t = &f->tables[table];
    e->booked = t->read_seq == 0 || e->restart ? e->coins : due(f, table);
    const int64_t off = (int64_t)(e->coins - e->booked);
    if (t->link != FLOOR_NONE && off != 0) {
        f->links[t->link].drift += off;
        floor_touch_link(f, t->link);
    }
    t->drift += off;
    t->counter = e->coins;
    t->counter_booked = f->plays[table].coins;
    t->read_seq = e->seq;
    if (t->first_read_seq == 0)
        t->first_read_seq = e->seq;
    floor_touch(f, FLOOR_ROW_TABLE, table);
}

/* Takes a reading of one meter, as the console shows it, in whole cents (MET-5). */
static int read_console(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    const uint32_t link = f->tables[table].link;
    if (link == FLOOR_NONE)
        return err_refuse(err, CR_E_STATE, REASON_NO_LINK, "from", "table %s is on no link",
                          e->table);
    const struct cr_progressive *p = floor_progressive(f, link);
    const unsigned meter = floor_meter_find(p, e->from);
    if (meter == CR_METERS)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_METER, "from",
                          "link %s has no meter \"%s\"", f->links[link].id, e->from);
    const int64_t booked = f->links[link].books.levels[meter].meter.amount.micro;
    e->change = money_sub(e->amount, cr_money_from_micro(booked - booked % CR_MICRO_PER_CENT));
    if (shift_is_off(p, meter, e->change))
        floor_alarm_here(f, e, ALARM_VARIANCE);
    if (meter + 1u == p->meter_count) {
        f->tables[table].shown_seq = e->seq;
        floor_touch(f, FLOOR_ROW_TABLE, table);
    }
    return 0;
}

/* Every connected table is to read its counter and its console, by itself. */
int step_readings_asked(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    (void)err;
    f->general.readings_asked = e->seq;
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
    return 0;
}

/* A table tells its counter before the meters of its console, so the last of those completes its
 * answer. */
bool floor_is_reading_due(const struct floor *f, uint32_t table)
{
    const struct floor_table *t = &f->tables[table];
    return f->general.readings_asked != 0 && t->joined && !t->lost && t->link != FLOOR_NONE &&
           t->shown_seq < f->general.readings_asked;
}

bool floor_may_end_part(enum floor_kind kind)
{
    return kind == FLOOR_SHIFT_CLOSED || kind == FLOOR_TABLE_CONFIGURED ||
           kind == FLOOR_LINK_CONFIGURED;
}

/* What a counter shows beyond the books belongs to the link on which the table was until then, at
 * the bet that was in force. An event that will be refused, because the table is in play, ends no
 * part. */
bool floor_ends_part(const struct floor *f, const struct floor_event *e, uint32_t table)
{
    const struct floor_table *t = &f->tables[table];
    if (t->link == FLOOR_NONE)
        return false;
    const struct floor_link *link = &f->links[t->link];
    switch ((enum floor_kind)e->kind) {
    case FLOOR_TABLE_CONFIGURED:
        return strcmp(t->id, e->table) == 0 && f->plays[table].mode == FLOOR_BETTING &&
               strcmp(link->id, e->link) != 0;
    case FLOOR_LINK_CONFIGURED:
        return strcmp(link->id, e->link) == 0 && !link->open &&
               floor_find_document(f, e->document) != link->document;
    default:
        return true;
    }
}

int step_meter_read(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    if (e->restart && (e->user[0] == '\0') != (e->text_len == 0))
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, e->user[0] == '\0' ? "user" : "text",
                          "missing; a new counter has a reason, and somebody who put it in");
    if (e->from[0] == '\0' && e->amount.micro != 0)
        return err_refuse(err, CR_E_INPUT, REASON_MISSING, "from",
                          "missing; the amount is of one meter of the link");
    if (e->from[0] != '\0' && (e->coins != 0 || e->restart))
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "coins",
                          "a reading is of the counter or of the console, not of both");
    if (e->coins > COUNTER_MAX)
        return err_invalid(err, "coins", "no counter shows more than %llu",
                           (unsigned long long)COUNTER_MAX);
    const uint32_t link = f->tables[table].link;
    if (link != FLOOR_NONE)
        memcpy(e->link, f->links[link].id, FLOOR_ID_MAX);
    if (e->from[0] != '\0')
        return read_console(f, e, table, err);
    read_counter(f, e, table);
    return 0;
}
