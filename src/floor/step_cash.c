/* Cash at a table: buy-ins and payouts, and the sum of a patron's cash in a gaming day (PIT-14). */
#include "floor/floor_internal.h"

#include "base/check.h"
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

/* The patron's place in the list. A new patron gets the place of one whose gaming day is over, or
 * the next free one. FLOOR_NONE: no room. */
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

/* REG-16: whether the sum is more than the threshold; exactly the threshold is not. */
static bool passes(const struct floor *f, const struct floor_event *e, struct cr_money total)
{
    const struct cr_money most = floor_threshold_at(f, FLOOR_CASH_REPORT, e->time_ms);
    return most.micro != 0 && total.micro > most.micro;
}

/* Adds the event's amount to the patron's cash of the day and returns the new sum. */
static struct cr_money add_cash(struct floor *f, const struct floor_event *e, uint32_t place,
                                const char *name, const char *day, bool is_in)
{
    struct floor_patron *p = begin_day(f, place, name, day);
    struct cr_money *sum = is_in ? &p->in : &p->out;
    *sum = money_add(*sum, e->amount);
    const struct cr_money total = money_add(p->in, p->out);
    p->last = e->seq;
    if (passes(f, e, total) && p->reported == 0)
        p->reported = e->seq;
    floor_touch(f, FLOOR_ROW_PATRON, place);
    return total;
}

/* Finds the place of the patron's cash of this gaming day. `todo`: what to do where there is no
 * room. */
static int find_place(const struct floor *f, const char *name, const char *day, const char *todo,
                      uint32_t *place, struct cr_err *err)
{
    *place = place_of(f, name, day);
    if (*place != FLOOR_NONE)
        return 0;
    return err_refuse(err, CR_E_RANGE, REASON_NO_ROOM, "patron",
                      "%d patrons have paid or been paid cash on this gaming day, and there is "
                      "no room for more; %s",
                      FLOOR_PATRONS, todo);
}

/* What the patron's cash of the day would come to with this event. */
static struct cr_money cash_with(const struct floor *f, const struct floor_event *e,
                                 const char *day)
{
    const struct floor_patron *p = e->patron[0] != '\0' ? floor_patron_find(f, e->patron) : NULL;
    if (p == NULL || strcmp(p->day, day) != 0)
        return e->amount;
    return money_add(e->amount, money_add(p->in, p->out));
}

/* Refuses an implausible sum: a table may give as many amounts as it likes, and their sum must stay
 * far from the largest amount. A jackpot, which is paid in any case, is added without this
 * check. */
static int check_sum(const struct floor *f, const struct floor_event *e, const char *day,
                     struct cr_err *err)
{
    const struct cr_money total = cash_with(f, e, day);
    if (total.micro <= CR_MONEY_METER_MAX_MICRO)
        return 0;
    return err_refuse(err, CR_E_RANGE, REASON_IMPLAUSIBLE, "amount",
                      "a patron's cash of %s in one gaming day is implausible; the most is %s",
                      money_text(total).text,
                      money_text(cr_money_from_micro(CR_MONEY_METER_MAX_MICRO)).text);
}

static int note_cash(struct floor *f, struct floor_event *e, bool is_in, struct cr_err *err)
{
    char day[CR_NAME_MAX];
    uint32_t place = FLOOR_NONE;
    if (floor_semantics(f) < 2)
        return 0;
    house_gaming_day_now(f, e->time_ms, day);
    const bool is_known = e->patron[0] != '\0';
    int rc =
        is_known ? find_place(f, e->patron, day, "send this patron to the cage", &place, err) : 0;
    if (rc == 0)
        rc = check_sum(f, e, day, err);
    if (rc != 0)
        return rc;
    memcpy(e->day, day, sizeof(day));
    e->total = is_known ? add_cash(f, e, place, e->patron, day, is_in) : e->amount;
    e->is_reportable = passes(f, e, e->total);
    if (e->is_reportable)
        floor_alarm_here(f, e, ALARM_CASH_REPORT);
    return 0;
}

/* ---- A jackpot in cheques ---- */

static bool is_cash_of(const struct floor *f, const struct floor_claim *c)
{
    return floor_semantics(f) >= 2 && c->patron[0] != '\0' && c->claim.method != CLAIM_CHECK;
}

int floor_check_claim_cash(const struct floor *f, const struct floor_claim *c, int64_t time_ms,
                           struct cr_err *err)
{
    char day[CR_NAME_MAX];
    uint32_t place;
    if (!is_cash_of(f, c))
        return 0;
    house_gaming_day_now(f, time_ms, day);
    return find_place(f, c->patron, day, "choose at a desk that it is paid by check", &place, err);
}

/* A payment is told to everybody, so its event names the day but not the patron. The confirmation
 * of the compliance check names the patron. */
void floor_note_claim_cash(struct floor *f, struct floor_event *e, const struct floor_claim *c)
{
    uint32_t place;
    if (!is_cash_of(f, c))
        return;
    house_gaming_day_now(f, e->time_ms, e->day);
    CHECK(find_place(f, c->patron, e->day, "", &place, NULL) == 0);
    if (passes(f, e, add_cash(f, e, place, c->patron, e->day, false)))
        floor_alarm_here(f, e, ALARM_CASH_REPORT);
}

/* ---- Steps ---- */

/* UTH-22: cheques are bought with cash; anything else is refused. */
int step_buy_in(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    (void)table;
    if (strcmp(e->item, "cash") != 0)
        return err_invalid(err, "item", "cheques are bought with cash; \"%s\" is refused", e->item);
    return note_cash(f, e, true, err);
}

/* PIT-12: whether the dealer notifies supervision of this amount, and waits. */
static bool wants_notice(const struct floor *f, uint32_t table, struct cr_money amount)
{
    return floor_semantics(f) >= 2 && claim_wants_notice(floor_rules(f, table), amount);
}

/* A payout of the base game, or of any game at a live table. One that is to be reported takes a
 * known patron, and somebody who confirms the house's compliance checks. */
int step_payout(struct floor *f, struct floor_event *e, uint32_t table, struct cr_err *err)
{
    char day[CR_NAME_MAX];
    house_gaming_day_now(f, e->time_ms, day);
    if (wants_notice(f, table, e->amount) && e->user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "missing; the dealer notifies supervision, and a supervisor acknowledges "
                          "a payment of this amount");
    const bool is_large = passes(f, e, cash_with(f, e, day));
    if (is_large && e->patron[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "patron",
                          "missing; a payout that is to be reported is of a known patron");
    if (is_large && e->user[0] == '\0')
        return err_refuse(err, CR_E_STATE, REASON_MISSING, "user",
                          "missing; somebody confirms the compliance checks of the house first");
    return note_cash(f, e, false, err);
}
