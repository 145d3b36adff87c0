/* Steps of shifts: each begins where the one before ended, with the same amounts (PIT-6). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/list.h"
#include "base/text.h"
#include "floor/house_items.h"
#include "floor/rights.h"
#include "floor/semantics.h"
#include "floor/shift_figures.h"

#include <stdlib.h>
#include <string.h>

/* REC-3: notes where hard meters and current meters stand as a shift begins. */
static void take_readings(struct floor *f)
{
    for (uint32_t i = 0; i < f->link_count; i++) {
        struct floor_link *l = &f->links[i];
        l->at_shift = l->at_part = l->books;
        memset(l->earlier, 0, sizeof(l->earlier));
        l->drift_at_shift = l->drift_at_part = l->drift;
        floor_touch_link(f, i);
    }
    for (uint32_t i = 0; i < f->table_count; i++) {
        struct floor_table *t = &f->tables[i];
        f->plays[i].coins_at_shift = f->plays[i].coins;
        floor_touch_play(f, i);
        if (t->drift_at_shift != t->drift)
            floor_touch(f, FLOOR_ROW_TABLE, i);
        t->drift_at_shift = t->drift;
    }
}

/* PIT-5: the rules of a link change within a shift. What its coins were expected to make so far is
 * kept. */
void floor_split_shift(struct floor *f, uint32_t link)
{
    struct floor_link *l = &f->links[link];
    for (unsigned m = 0; m < floor_progressive(f, link)->meter_count; m++)
        l->earlier[m] = shift_figures_now(f, link, m).expected;
    l->at_part = l->books;
    l->drift_at_part = l->drift;
}

/* ---- The gaming day ---- */

/* Shifts count from 1 in the gaming day in which they begin. */
static void begin_shift(struct floor *f, struct floor_event *e, const char *name)
{
    struct floor_general *g = &f->general;
    g->shift = e->seq;
    TEXT_COPY(g->shift_name, name);
    if (floor_semantics(f) >= 2) {
        house_gaming_day_now(f, e->time_ms, e->day);
        g->shift_number = strcmp(g->shift_day, e->day) == 0 ? g->shift_number + 1 : 1;
        memcpy(g->shift_day, e->day, sizeof(g->shift_day));
        e->number = g->shift_number;
    }
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
}

/* Every shift but the first has begun where the last was closed; opening it gives it a name. */
int step_shift_opened(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    if (f->general.shift != 0)
        return err_refuse(err, CR_E_STATE, REASON_SHIFT_OPEN, NULL,
                          "shift %s is still open; close it first", f->general.shift_name);
    if (floor_semantics(f) >= 2)
        e->prev = f->general.shift_closed;
    begin_shift(f, e, e->item);
    if (floor_semantics(f) < 2 || e->prev == 0)
        take_readings(f);
    return 0;
}

/* ---- Closing ---- */

/* Adds a number to the list of what is open; when it is full, counts it in `more`. */
static void add_open(struct floor_event *e, uint64_t seq)
{
    if (e->order_count < FLOOR_ORDER_MAX)
        e->order[e->order_count++] = seq;
    else
        e->more++;
}

/* Lists what the next shift has to see to: claims and disputes by their numbers, rounds by how
 * many. */
static void list_open(const struct floor *f, struct floor_event *e)
{
    e->order_count = 0;
    e->more = 0;
    for (uint32_t i = 0; i < f->claim_count; i++)
        if (!claim_is_done(&f->claims[i].claim))
            add_open(e, f->claims[i].seq);
    for (uint32_t i = 0; i < f->dispute_count; i++)
        if (!f->disputes[i].decided)
            add_open(e, f->disputes[i].seq);
    qsort(e->order, e->order_count, sizeof(e->order[0]), list_by_number);
    e->in_play = 0;
    for (uint32_t i = 0; i < f->table_count; i++)
        e->in_play += f->plays[i].mode == FLOOR_IN_PLAY;
}

/* The person who closes a shift keeps what is open, unless another one is named. */
static int check_handover(const struct floor *f, struct floor_event *e, struct cr_err *err)
{
    if (e->person[0] == '\0') {
        if (e->order_count > 0)
            memcpy(e->person, e->user, sizeof(e->person));
        return 0;
    }
    const struct floor_person *p = floor_person_find(f, e->person);
    if (p == NULL)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_PERSON, "person",
                          "\"%s\" is not a person of this floor", e->person);
    if (p->is_barred || !role_may(p->role, RIGHT_HOUSE))
        return err_refuse(err, CR_E_STATE, REASON_NO_RIGHT, "person",
                          "%s may not run a shift; a supervisor or manager takes it over",
                          e->person);
    return 0;
}

/* Notes which meters and counters are further off than they may be; each link and each table raises
 * an alarm of its own. */
static void note_off(struct floor *f)
{
    for (uint32_t i = 0; i < f->link_count; i++) {
        f->links[i].off = 0;
        for (unsigned m = 0; m < floor_progressive(f, i)->meter_count; m++)
            if (shift_figures_now(f, i, m).is_alarm)
                f->links[i].off |= (uint8_t)(1u << m);
    }
    for (uint32_t i = 0; i < f->table_count; i++) {
        const uint8_t off = shift_table_is_off(&f->tables[i]);
        if (f->tables[i].off != off)
            floor_touch(f, FLOOR_ROW_TABLE, i);
        f->tables[i].off = off;
    }
}

static int close_and_go_on(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    list_open(f, e);
    const int rc = check_handover(f, e, err);
    if (rc != 0) {
        e->order_count = 0;
        e->more = 0;
        return rc;
    }
    note_off(f);
    take_readings(f);
    f->general.shift_closed = e->seq;
    /* The next shift has the name that was given, or the one that follows in the house's list. */
    if (e->next[0] != '\0' || house_next_shift(f, f->general.shift_name, e->next))
        begin_shift(f, e, e->next);
    else
        memset(e->next, 0, sizeof(e->next));
    return 0;
}

int step_shift_closed(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    struct floor_general *g = &f->general;
    if (g->shift == 0)
        return err_refuse(err, CR_E_STATE, REASON_NO_SUCH_SHIFT, NULL, "no shift is open");
    const uint64_t closed = g->shift;
    char name[CR_TITLE_MAX];
    memcpy(name, g->shift_name, sizeof(name));
    const int rc = floor_semantics(f) >= 2 ? close_and_go_on(f, e, err) : 0;
    if (rc != 0)
        return rc;
    e->prev = closed;
    memcpy(e->item, name, sizeof(e->item));
    if (g->shift == closed) {
        g->shift = 0;
        memset(g->shift_name, 0, sizeof(g->shift_name));
    }
    floor_touch(f, FLOOR_ROW_GENERAL, 0);
    return 0;
}
