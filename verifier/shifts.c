/* Checks shifts, which follow each other without a gap, and what they hand over; disputes; readings
 * of counters; and the cash of a patron in a gaming day. */
#include "books.h"

#include <stdlib.h>
#include <string.h>

/* Events name a gaming day since version 2. */
static void check_day(struct books *b)
{
    if (!event_has(&b->e, "day"))
        fault(b, "it is of no gaming day");
}

/* ---- Shifts ---- */

static bool is_listed(const uint64_t *list, int count, uint64_t number)
{
    for (int i = 0; i < count; i++)
        if (list[i] == number)
            return true;
    return false;
}

static bool is_open(const struct books *b, uint64_t number)
{
    bool is = false;
    for (unsigned i = 0; i < b->claim_count; i++)
        is = is || b->claims[i].seq == number;
    for (unsigned i = 0; i < b->dispute_count; i++)
        is = is || b->disputes[i].seq == number;
    return is;
}

/* Everything that is open is handed to the next shift by its number, and to a person by name. */
static void check_handover(struct books *b)
{
    uint64_t open[ORDER];
    const int count = event_numbers(&b->e, "open", open, ORDER);
    if (count < 0) {
        fault(b, "open is no list of numbers");
        return;
    }
    for (int i = 1; i < count; i++)
        if (open[i] <= open[i - 1])
            fault(b, "open has a number twice, or not in order");
    for (int i = 0; i < count; i++)
        if (!is_open(b, open[i]))
            fault(b, "%llu is handed over, and is no open claim or dispute",
                  (unsigned long long)open[i]);
    for (unsigned i = 0; count < ORDER && i < b->claim_count; i++)
        if (!is_listed(open, count, b->claims[i].seq))
            fault(b, "claim %llu is open, and is not handed over",
                  (unsigned long long)b->claims[i].seq);
    for (unsigned i = 0; count < ORDER && i < b->dispute_count; i++)
        if (!is_listed(open, count, b->disputes[i].seq))
            fault(b, "dispute %llu is open, and is not handed over",
                  (unsigned long long)b->disputes[i].seq);
    /* When the list is full, `more` counts the others. */
    const uint64_t more = event_number(&b->e, "more");
    const uint64_t all = (uint64_t)b->claim_count + b->dispute_count;
    if ((more > 0 && count < ORDER) || (count == ORDER && all > ORDER && more < all - ORDER))
        fault(b, "%d and %llu more are handed over, and %llu are open", count,
              (unsigned long long)more, (unsigned long long)all);
    if (count > 0 && !event_has(&b->e, "person"))
        fault(b, "what is open is handed over to nobody");
    else if (event_has(&b->e, "person") && !may_run_shift(b, "person"))
        fault(b, "it is handed over to somebody who may not run a shift");
    uint64_t in_play = 0;
    for (unsigned i = 0; i < b->table_names.count; i++)
        in_play += b->tables[i].is_in_play;
    expect_number(b, "in_play", in_play);
}

/* Shifts count from 1 in the gaming day in which they begin. */
static void begin_shift(struct books *b, const char *name)
{
    const unsigned day = names_add(&b->days, event_text(&b->e, "day"));
    b->shift = b->seq;
    b->shift_name = names_add(&b->shift_names, event_text(&b->e, name));
    if (b->semantics < 2)
        return;
    check_day(b);
    expect_number(b, "number",
                  day == b->shift_day && b->shift_number > 0 ? b->shift_number + 1 : 1);
    b->shift_day = day;
    b->shift_number = event_number(&b->e, "number");
}

void shift_opened(struct books *b)
{
    if (b->shift != 0)
        fault(b, "a shift is opened while another is open");
    if (b->semantics >= 2)
        expect_number(b, "prev", b->shift_closed); /* the shift begins where the last one ended */
    begin_shift(b, "item");
}

void shift_closed(struct books *b)
{
    if (b->shift == 0)
        fault(b, "no shift is open");
    else
        expect_text(b, "item", b->shift_names.list[b->shift_name]);
    expect_number(b, "prev", b->shift);
    b->shift = 0;
    if (b->semantics < 2)
        return;
    b->shift_closed = b->seq;
    check_handover(b);
    if (event_has(&b->e, "next"))
        begin_shift(b, "next");
}

/* ---- Disputes ---- */

void dispute_opened(struct books *b)
{
    place_known(b);
    if (b->semantics >= 3 && event_number(&b->e, "claim") >= b->seq)
        fault(b, "a dispute about a claim that nobody has made yet");
    b->disputes = list_add(b->disputes, &b->dispute_count, sizeof(*b->disputes));
    b->disputes[b->dispute_count - 1] =
        (struct dispute){.seq = b->seq, .claim = event_number(&b->e, "claim")};
}

static struct dispute *dispute_of(struct books *b)
{
    for (unsigned i = 0; i < b->dispute_count; i++)
        if (b->disputes[i].seq == event_number(&b->e, "dispute"))
            return &b->disputes[i];
    fault(b, "there is no such open dispute");
    return NULL;
}

void dispute_escalated(struct books *b)
{
    struct dispute *d = dispute_of(b);
    if (d != NULL && d->is_escalated)
        fault(b, "it was put before the Commissioner's office already");
    if (d != NULL)
        d->is_escalated = true;
}

/* Since version 2: the patron asks for the office, management notifies it, the office answers. */
void commissioner_notified(struct books *b)
{
    struct dispute *d = dispute_of(b);
    if (d != NULL && !d->is_escalated)
        fault(b, "the office is notified, and no patron has asked for it");
    if (d != NULL)
        d->is_notified = true;
}

void commissioner_answered(struct books *b)
{
    struct dispute *d = dispute_of(b);
    if (d != NULL && !d->is_notified)
        fault(b, "the office answers, and nobody has notified it");
    if (d != NULL)
        d->is_answered = true;
}

void dispute_decided(struct books *b)
{
    const struct dispute *d = dispute_of(b);
    if (d == NULL)
        return;
    if (b->semantics >= 2 && d->is_escalated && !d->is_answered)
        fault(b, "a dispute is decided that is with the Commissioner's office");
    list_remove(b->disputes, &b->dispute_count, sizeof(*b->disputes), (unsigned)(d - b->disputes));
}

/* ---- Readings ---- */

#define COUNTER UINT64_C(1000000000000) /* more coins than any acceptor ever counts */

/* A console shows the meter in whole cents, or the event says by how much it differs. */
static void read_console(struct books *b, const struct table *t)
{
    const struct link *l = t->link == NOT_THERE ? NULL : &b->links[t->link];
    const int meter = l == NULL ? -1 : meter_place(document_of(b, l), event_text(&b->e, "from"));
    int64_t change;
    if (meter < 0 || event_has(&b->e, "coins") || event_has(&b->e, "restart") ||
        event_has(&b->e, "booked")) {
        fault(b, "a reading of no meter of the link, or of a counter as well");
        return;
    }
    const wide amount = l->now.meters[meter].amount;
    if (!event_money(&b->e, "change", &change))
        fault(b, "an amount that is none");
    expect_money(b, "change", change, b->amount - (amount - amount % 10000),
                 "what the console shows, less the meter in whole cents");
}

/* A counter must show what it showed last, plus the coins booked since. */
void meter_read(struct books *b)
{
    static const struct text nowhere;
    struct table *t = table_of(b);
    if (t == NULL)
        return;
    expect_text(b, "link", t->link == NOT_THERE ? nowhere : b->link_names.list[t->link]);
    if (event_has(&b->e, "from")) {
        read_console(b, t);
        return;
    }
    if (event_has(&b->e, "amount") || event_has(&b->e, "change"))
        fault(b, "an amount that is of no meter");
    if (event_has(&b->e, "restart") && event_has(&b->e, "user") != event_has(&b->e, "text"))
        fault(b, "a new counter has a reason, and somebody who put it in");
    const uint64_t coins = event_number(&b->e, "coins");
    if (coins > COUNTER)
        fault(b, "no counter shows so many coins");
    const bool is_first = !t->was_read || event_has(&b->e, "restart");
    expect_number(b, "booked", is_first ? coins : t->counter + (t->coins - t->counter_coins));
    t->was_read = true;
    t->counter = coins;
    t->counter_coins = t->coins;
}

/* ---- Cash ---- */

unsigned patron_of(struct books *b, struct text name)
{
    unsigned count = b->patron_names.count;
    const unsigned at = names_add(&b->patron_names, name);
    if (at == count)
        b->cash = list_add(b->cash, &count, sizeof(*b->cash));
    return at;
}

/* Adds an amount to the patron's cash of that day, and returns the new sum. */
static wide add_cash(struct books *b, unsigned patron, wide amount)
{
    const unsigned day = names_add(&b->days, event_text(&b->e, "day"));
    struct cash *c = &b->cash[patron];
    if (c->day != day + 1)
        *c = (struct cash){.day = day + 1};
    return c->sum += amount;
}

void claim_cash(struct books *b, unsigned patron, bool is_cheques)
{
    const bool is_cash = b->semantics >= 2 && patron != NOT_THERE && is_cheques;
    if (is_cash != event_has(&b->e, "day"))
        fault(b, "a jackpot in cheques to a known patron, and no other, is cash of a gaming day");
    else if (is_cash)
        add_cash(b, patron, b->amount);
}

/* Takes the house's compliance checks from their setting: "title 31, ofac". */
void house_set(struct books *b)
{
    const struct text list = event_text(&b->e, "text");
    struct checks *out = &b->house_checks;
    size_t from = 0;
    if (!event_is(&b->e, "item", "compliance"))
        return;
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i <= list.len && out->count < CHECKS; i++) {
        if (i < list.len && list.at[i] != ',')
            continue;
        size_t end = i;
        while (from < end && list.at[from] == ' ')
            from++;
        while (end > from && list.at[end - 1] == ' ')
            end--;
        if (end > from && end - from < DOC_NAME)
            memcpy(out->names[out->count++], list.at + from, end - from);
        from = i + 1;
    }
}

void cash(struct books *b)
{
    const struct text patron = event_text(&b->e, "patron");
    int64_t said = 0;
    if (b->semantics < 2)
        return;
    check_day(b);
    const wide total = patron.len > 0 ? add_cash(b, patron_of(b, patron), b->amount) : b->amount;
    const int64_t most = threshold_now(b, true);
    if (!event_money(&b->e, "total", &said))
        fault(b, "an amount that is none");
    expect_money(b, "total", said, total, "a patron's cash of a gaming day adds up");
    if (event_has(&b->e, "is_reportable") != (most > 0 && total > most))
        fault(b, "cash above the threshold, and no more, is to be reported");
}

/* A large payment needs supervision, and one that is reported names the patron. */
void payout(struct books *b)
{
    const struct table *t = table_of(b);
    const int64_t from = t == NULL ? 0 : rules_of(b, t)->notify_from;
    if (b->semantics >= 2 && from > 0 && b->amount >= from && !event_has(&b->e, "user"))
        fault(b, "a payment from %s on is made without supervision", amount_text(from));
    if (event_has(&b->e, "is_reportable") &&
        (!event_has(&b->e, "user") || !event_has(&b->e, "patron")))
        fault(b, "a payout that is to be reported names no patron, or nobody who checked it");
    cash(b);
}
