/* The auditor's checks of shifts, which follow one another without a gap, of readings of the
 * tables' counters, and of each patron's cash in a gaming day. */
#include "log/audit/audit_books.h"

#include <string.h>

/* ---- Shifts (PIT-6) ---- */

static bool is_handed_over(const uint64_t *open, unsigned count, uint64_t seq)
{
    for (unsigned i = 0; i < count; i++)
        if (open[i] == seq)
            return true;
    return false;
}

/* Every open claim and dispute must be in the event's list, and a person must have taken them
 * over. */
static void check_handover(struct auditor *a)
{
    uint64_t open[AUDIT_LIST_MAX];
    const unsigned count = audit_numbers_of(audit_value(&a->text, "open"), open, AUDIT_LIST_MAX);
    const bool is_full = count >= AUDIT_LIST_MAX;
    for (uint32_t i = 0; i < a->claim_count && !is_full; i++)
        if (!is_handed_over(open, count, a->claims[i].seq))
            audit_fault(a, 6, "claim %llu is open, and is not handed over",
                        (unsigned long long)a->claims[i].seq);
    for (uint32_t i = 0; i < a->dispute_count && !is_full; i++)
        if (!is_handed_over(open, count, a->disputes[i]))
            audit_fault(a, 6, "dispute %llu is open, and is not handed over",
                        (unsigned long long)a->disputes[i]);
    /* When the list is full, `more` says how many open items are not in it. */
    const uint64_t more = audit_number(&a->text, "more");
    const uint64_t all = (uint64_t)a->claim_count + a->dispute_count;
    if ((more > 0 && !is_full) || (is_full && all > count && more < all - count))
        audit_fault(a, 6, "%u and %llu more are handed over, and %llu are open", count,
                    (unsigned long long)more, (unsigned long long)all);
    if (count > 0 && !audit_has(&a->text, "person"))
        audit_fault(a, 6, "what is open is handed over to nobody");
}

/* Shifts are numbered from 1 within a gaming day. */
static void begin_shift(struct auditor *a)
{
    const struct audit_part day = audit_string(&a->text, "day");
    const uint64_t number = audit_number(&a->text, "number");
    const bool is_same = day.len == strlen(a->shift_day) && audit_part_is(day, a->shift_day);
    a->shift = a->seq;
    if (a->semantics < 2)
        return;
    if (number != (is_same ? a->shift_number + 1 : 1))
        audit_fault(a, 6, "number %llu in its gaming day, after number %llu",
                    (unsigned long long)number, (unsigned long long)a->shift_number);
    a->shift_number = number;
    const size_t len = day.len < sizeof(a->shift_day) ? day.len : 0;
    memcpy(a->shift_day, day.at, len);
    a->shift_day[len] = '\0';
}

void audit_shift_opened(struct auditor *a)
{
    if (a->shift != 0)
        audit_fault(a, 6, "a shift is opened while another is open");
    if (a->semantics >= 2 && audit_number(&a->text, "prev") != a->shift_closed)
        audit_fault(a, 6, "the shift does not begin where the last one ended");
    begin_shift(a);
}

void audit_shift_closed(struct auditor *a)
{
    if (a->shift == 0 || audit_number(&a->text, "prev") != a->shift)
        audit_fault(a, 6, "the shift that is closed is not the one that is open");
    a->shift = 0;
    if (a->semantics < 2)
        return;
    a->shift_closed = a->seq;
    check_handover(a);
    if (audit_has(&a->text, "next"))
        begin_shift(a);
}

void audit_dispute_opened(struct auditor *a)
{
    audit_claim_disputed(a);
    audit_remember(a, &a->disputes, &a->dispute_count);
}

void audit_dispute_decided(struct auditor *a)
{
    const uint64_t dispute = audit_number(&a->text, "dispute");
    uint32_t kept = 0;
    audit_claim_undisputed(a);
    for (uint32_t i = 0; i < a->dispute_count; i++)
        if (a->disputes[i] != dispute)
            a->disputes[kept++] = a->disputes[i];
    a->dispute_count = kept;
}

/* ---- Readings (PIT-5) ---- */

/* The member `booked` must be the reading before plus the coins booked since. At the first reading,
 * and after the counter restarted, it is the reading itself. */
void audit_meter_read(struct auditor *a)
{
    struct audit_table *t = audit_table_of(a);
    if (t == NULL || audit_has(&a->text, "from"))
        return;
    const uint64_t coins = audit_number(&a->text, "coins");
    const uint64_t due = t->was_read && !audit_has(&a->text, "restart")
                             ? t->counter + (t->coins_in - t->counter_coins)
                             : coins;
    if (audit_number(&a->text, "booked") != due)
        audit_fault(a, 3, "the counter must show %llu by what was booked, not %llu",
                    (unsigned long long)due, (unsigned long long)audit_number(&a->text, "booked"));
    t->was_read = true;
    t->counter = coins;
    t->counter_coins = t->coins_in;
}

/* ---- Cash (PIT-14) ---- */

/* The sum of the patron's cash on that day so far; a new day begins with nothing. */
static int64_t *cash_of(struct auditor *a, struct audit_part patron, struct audit_part day)
{
    uint32_t at = audit_names_find(&a->patrons, patron);
    if (at == AUDIT_NONE)
        at = audit_add_named(a, &a->patrons, patron, &a->cash, sizeof(*a->cash));
    if (at == AUDIT_NONE)
        return NULL;
    struct audit_cash *c = &a->cash[at];
    if (day.len >= sizeof(c->day) || !audit_part_is(day, c->day)) {
        memset(c, 0, sizeof(*c));
        memcpy(c->day, day.at, day.len < sizeof(c->day) ? day.len : 0);
    }
    return &c->sum;
}

static bool is_by_check(const struct auditor *a)
{
    return audit_part_is(audit_string(&a->text, "method"), "check");
}

void audit_cash(struct auditor *a)
{
    const struct audit_part patron = audit_string(&a->text, "patron");
    int64_t total = audit_money(&a->text, "amount");
    if (a->semantics < 2)
        return;
    if (patron.len > 0) {
        int64_t *sum = cash_of(a, patron, audit_string(&a->text, "day"));
        if (sum == NULL)
            return;
        *sum += total;
        total = *sum;
    }
    const int64_t most = audit_threshold_now(a, true);
    if (audit_money(&a->text, "total") != total)
        audit_fault(a, 6, "the patron's cash of the day is not what it adds up to");
    if (audit_has(&a->text, "is_reportable") != (most > 0 && total > most))
        audit_fault(a, 6, "cash above the threshold, and no more, is to be reported");
}

void audit_claim_cash(struct auditor *a, const struct audit_claim *c)
{
    const struct audit_part patron = {c->patron, (uint32_t)strlen(c->patron)};
    const bool is_cash = a->semantics >= 2 && patron.len > 0 && !is_by_check(a);
    const bool has_day = audit_has(&a->text, "day");
    if (is_cash != has_day)
        audit_fault(a, 6, "a jackpot in cheques, and no other, is cash of a gaming day");
    int64_t *sum = is_cash && has_day ? cash_of(a, patron, audit_string(&a->text, "day")) : NULL;
    if (sum != NULL)
        *sum += audit_money(&a->text, "amount");
}

/* PIT-12, PIT-14: a large payment waits for supervision, and one that is reported names its
 * patron. */
void audit_payout(struct auditor *a)
{
    const struct audit_table *t = audit_table_of(a);
    const struct cr_rules *rules = t == NULL ? NULL : audit_house_rules(a, t);
    const int64_t from = rules == NULL ? 0 : rules->payment.notify_from.micro;
    const bool is_named = audit_has(&a->text, "user");
    if (a->semantics >= 2 && from > 0 && audit_money(&a->text, "amount") >= from && !is_named)
        audit_fault(a, 6, "a payment that waits for supervision is made without it");
    if (audit_has(&a->text, "is_reportable") && (!is_named || !audit_has(&a->text, "patron")))
        audit_fault(a, 6, "a payout that is to be reported names no patron, or nobody who checked");
    audit_cash(a);
}
