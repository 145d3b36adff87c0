/* Cash over a table: buy-ins and payouts, and what a patron's come to in a gaming day (PIT-14). */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/money.h"
#include "floor/alarms.h"
#include "floor/house_items.h"
#include "floor/semantics.h"

#include <string.h>

const struct floor_patron *floor_patron_find(const struct floor *f, const char *name)
{
    for (uint32_t i = 0; i < f->patron_count; i++)
        if (strcmp(f->patrons[i].name, name) == 0)
            return &f->patrons[i];
    return NULL;
}

/* The patron's place; a place of a day that is over is taken for a new one. FLOOR_NONE: no room. */
static uint32_t place_of(const struct floor *f, const char *name, const char *day)
{
    const struct floor_patron *known = floor_patron_find(f, name);
    if (known != NULL)
        return (uint32_t)(known - f->patrons);
    for (uint32_t i = 0; i < f->patron_count; i++)
        if (strcmp(f->patrons[i].day, day) != 0)
            return i;
    return f->patron_count < FLOOR_PATRONS ? f->patron_count : FLOOR_NONE;
}

static struct floor_patron *begin_day(struct floor *f, uint32_t place, const char *name,
                                      const char *day)
{
    struct floor_patron *p = &f->patrons[place];
    if (place == f->patron_count)
        f->patron_count++;
    if (strcmp(p->name, name) == 0 && strcmp(p->day, day) == 0)
        return p;
    memset(p, 0, sizeof(*p));
    memcpy(p->name, name, strlen(name));
    memcpy(p->day, day, strlen(day));
    return p;
}

/* REG-16: more than the threshold; exactly the threshold is not. */
static bool passes(const struct floor *f, const struct floor_event *e, struct cr_money total)
{
    const struct cr_money most = floor_threshold_at(f, FLOOR_CASH_REPORT, e->time_ms);
    return most.micro != 0 && total.micro > most.micro;
}

int floor_note_cash(struct floor *f, struct floor_event *e, bool is_in, struct cr_err *err)
{
    if (floor_semantics(f) < 2)
        return 0;
    char day[CR_NAME_MAX];
    house_gaming_day(f, e->time_ms, day);
    const uint32_t place = e->patron[0] != '\0' ? place_of(f, e->patron, day) : FLOOR_NONE;
    if (e->patron[0] != '\0' && place == FLOOR_NONE)
        return err_refuse(err, CR_E_RANGE, REASON_NO_ROOM, "patron",
                          "%d patrons have paid or been paid cash on this gaming day, and there is "
                          "no room for more",
                          FLOOR_PATRONS);
    memcpy(e->day, day, sizeof(day));
    e->total = e->amount;
    if (place != FLOOR_NONE) {
        struct floor_patron *p = begin_day(f, place, e->patron, day);
        struct cr_money *sum = is_in ? &p->in : &p->out;
        *sum = money_add(*sum, e->amount);
        e->total = money_add(p->in, p->out);
        e->is_reportable = passes(f, e, e->total);
        p->last = e->seq;
        if (e->is_reportable && p->reported == 0)
            p->reported = e->seq;
        floor_touch(f, FLOOR_ROW_PATRON, place);
    }
    e->is_reportable = passes(f, e, e->total);
    if (e->is_reportable)
        floor_alarm_here(f, e, ALARM_CASH_REPORT);
    return 0;
}

/* UTH-22: cheques are bought with cash; anything foreign is refused. */
int step_buy_in(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    (void)table;
    if (strcmp(e->item, "cash") != 0)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "item",
                          "cheques are bought with cash; \"%s\" is refused", e->item);
    return floor_note_cash(f, e, true, err);
}

/* What the patron's cash of the day would come to with this payout. */
static struct cr_money with_payout(const struct floor *f, const struct floor_event *e)
{
    char day[CR_NAME_MAX];
    house_gaming_day(f, e->time_ms, day);
    const struct floor_patron *p = e->patron[0] != '\0' ? floor_patron_find(f, e->patron) : NULL;
    if (p == NULL || strcmp(p->day, day) != 0)
        return e->amount;
    return money_add(e->amount, money_add(p->in, p->out));
}

/* A payout of the base game, or at a live table of any game. One that is to be reported takes a
 * known patron, and somebody who confirms the checks of the house. */
int step_payout(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    (void)table;
    const bool is_large = passes(f, e, with_payout(f, e));
    if (is_large && e->patron[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "patron",
                          "missing; a payout that is to be reported is of a known patron");
    if (is_large && e->user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "missing; somebody confirms the compliance checks of the house first");
    return floor_note_cash(f, e, false, err);
}
