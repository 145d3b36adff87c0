/* The house in a random pit: cash over the tables, readings of counters and consoles, links that
 * are closed to be corrected or moved whole, and the alarms that come of it. */
#include "random_pit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define HOUR_MS      INT64_C(3600000)
#define DAY_BEGIN_MS (12 * HOUR_MS)   /* 06:00 at six hours behind UTC */
#define REPORT       INT64_C(1000000) /* REG-16: more than 10,000.00 */
#define OFF_COINS    100              /* REC-3: more is an alarm */

static const char *const patron_names[PATRONS] = {"Lake", "Hill", "Ford", "Marsh"};
static const char *const alarm_items[ALARM_KINDS] = {"cash report", "variance"};

static void set_house(const char *item, const char *text)
{
    struct floor_event *e = begin_by(FLOOR_HOUSE_SET, "Ann", "Ben");
    strcpy(e->item, item);
    say(e, text);
    must(NULL);
}

void open_house(void)
{
    set_house("zone", "America/Chicago CST6CDT,M3.2.0,M11.1.0");
    set_house("day start", "06:00");
    set_house("compliance", "title 31, patron record");
    struct floor_event *e = begin_by(FLOOR_THRESHOLD_SET, "Ann", "Ben");
    strcpy(e->item, "cash report");
    e->amount = cr_money_from_micro(REPORT * CR_MICRO_PER_CENT);
    e->effective_ms = pit.now_ms + 1000; /* in force from this event on */
    must(NULL);
}

/* ---- The gaming day (PIT-15) ---- */

static int64_t gaming_day(void)
{
    return (pit.now_ms - DAY_BEGIN_MS) / (24 * HOUR_MS);
}

static void same_day(const char *has)
{
    char day[16];
    struct tm parts;
    const time_t midnight = (time_t)(gaming_day() * 24 * 3600);
    assert_non_null(gmtime_r(&midnight, &parts));
    strftime(day, sizeof day, "%Y-%m-%d", &parts);
    assert_string_equal(has, day);
}

void begin_shift_day(void)
{
    pit.shift_number =
        pit.shift_number > 0 && pit.shift_day == gaming_day() ? pit.shift_number + 1 : 1;
    pit.shift_day = gaming_day();
    same_day(pit.r->event.day);
    assert_int_equal(pit.r->event.number, pit.shift_number);
}

/* ---- Cash (PIT-14) ---- */

static int64_t cash_of(unsigned patron)
{
    const struct patron *p = &pit.patrons[patron - 1];
    return p->day == gaming_day() ? p->cash : 0;
}

static void report(void)
{
    pit.alarms[CASH_REPORT]++;
    pit.reported++;
}

static void add_cash(unsigned patron, int64_t amount)
{
    pit.patrons[patron - 1] = (struct patron){gaming_day(), cash_of(patron) + amount};
}

unsigned name_patron(struct floor_event *e)
{
    const unsigned patron = below(PATRONS + 1);
    if (patron > 0)
        strcpy(e->patron, patron_names[patron - 1]);
    return patron;
}

/* Compares what the floor says of cash that it took or gave with the test's own sums. */
static void same_cash(const struct table *t, unsigned patron, int64_t amount)
{
    int64_t total = amount;
    if (patron > 0) {
        add_cash(patron, amount);
        total = cash_of(patron);
    }
    same_day(pit.r->event.day);
    same("the cash of a day", t->link, pit.r->event.total, total);
    assert_int_equal(pit.r->event.is_reportable, total > REPORT);
    if (total > REPORT)
        report();
}

static struct floor_event *begin_cash(const struct table *t, unsigned kind, int64_t amount)
{
    struct floor_event *e = begin_at(kind, t);
    e->seat = (uint8_t)(1 + below(CR_SEATS));
    e->amount = cr_money_from_micro(amount * CR_MICRO_PER_CENT);
    return e;
}

/* UTH-22: only cash of the country is taken. */
void buy_in(struct table *t)
{
    const int64_t amount = 1 + below(600000);
    const bool is_foreign = chance(6);
    struct floor_event *e = begin_cash(t, FLOOR_BUY_IN, amount);
    strcpy(e->item, is_foreign ? "euro" : "cash");
    const unsigned patron = name_patron(e);
    if (expect(t, !is_foreign))
        same_cash(t, patron, amount);
}

/* A payout that must be reported needs a known patron and a person who confirmed the checks. */
void pay_out(struct table *t)
{
    const int64_t amount = 1 + below(chance(8) ? 1200000 : 200000);
    const bool is_confirmed = chance(2);
    struct floor_event *e = begin_cash(t, FLOOR_PAYOUT, amount);
    strcpy(e->item, "ante");
    if (is_confirmed)
        strcpy(e->user, "Cy");
    const unsigned patron = name_patron(e);
    const bool is_large = amount + (patron > 0 ? cash_of(patron) : 0) > REPORT;
    if (expect(t, !is_large || (patron > 0 && is_confirmed)))
        same_cash(t, patron, amount);
}

void note_jackpot_cash(const struct table *t, const struct win *w, int64_t amount)
{
    const int64_t most = t->paper->cheques_up_to;
    if (w->patron == 0 || (most > 0 && amount > most))
        return;
    add_cash(w->patron, amount);
    if (cash_of(w->patron) > REPORT)
        report();
}

/* ---- Readings (PIT-5) ---- */

/* Now and then a counter misses coins, or counts coins that nobody placed. */
static void let_drift(struct table *t)
{
    const unsigned coins = below(130);
    if (chance(4))
        t->counter += coins;
    else if (chance(4))
        t->counter -= coins < t->counter ? coins : t->counter;
}

void read_counter(struct table *t)
{
    const bool is_new = chance(12);
    struct floor_event *e = begin_at(FLOOR_METER_READ, t);
    if (is_new) {
        t->counter = below(1000);
        e->restart = 1;
        strcpy(e->user, "Cy");
        say(e, "a new board");
    } else {
        let_drift(t);
    }
    e->coins = t->counter;
    must(t);
    const uint64_t due = t->is_read && !is_new ? t->last_read + t->since : t->counter;
    const int64_t off = (int64_t)(t->counter - due);
    assert_int_equal(pit.r->event.booked, due);
    t->shift_drift += off;
    pit.books[t->link].shift_drift += off;
    pit.off += off != 0;
    t->last_read = t->counter;
    t->since = 0;
    t->is_read = true;
}

/* Reads an amount from the console, which mostly is that of the meter. */
void read_console(struct table *t)
{
    const unsigned m = below(t->paper->levels);
    const int64_t meter = pit.books[t->link].meter[m], bound = OFF_COINS * t->paper->level[m].share;
    int64_t off = chance(3) ? (int64_t)below((unsigned)bound * 3) - bound : 0;
    off = chance(6) ? bound : off; /* the most that raises no alarm */
    off = meter + off > 0 ? off : 0;
    struct floor_event *e = begin_at(FLOOR_METER_READ, t);
    strcpy(e->from, t->paper->level[m].name);
    e->amount = cr_money_from_micro((meter + off) * CR_MICRO_PER_CENT);
    must(t);
    same("what a console is off by", t->link, pit.r->event.change, off);
    pit.alarms[VARIANCE] += off > bound || off < -bound;
}

static bool is_off(int64_t coins)
{
    return coins > OFF_COINS || coins < -OFF_COINS;
}

void tell_variances(void)
{
    unsigned due = 0;
    for (unsigned i = 0; i < LINKS; i++)
        due += is_off(pit.books[i].shift_drift);
    for (unsigned i = 0; i < TABLES; i++)
        due += is_off(pit.tables[i].shift_drift);
    pit.alarms[VARIANCE] += due;
    for (; manager_variance_alarm(pit.manager, pit.r); due--) {
        assert_true(due > 0);
        must(NULL);
    }
    assert_int_equal(due, 0);
}

/* ---- Links that are closed (REG-6, REG-9, REG-14) ---- */

static void open_or_close(unsigned link, bool is_opening)
{
    struct book *b = &pit.books[link];
    strcpy(begin_by(is_opening ? FLOOR_LINK_OPENED : FLOOR_LINK_CLOSED, "Ann", "")->link,
           link_ids[link]);
    if (expect(NULL, is_opening == b->is_closed))
        b->is_closed = !is_opening;
}

void switch_link(unsigned link)
{
    open_or_close(link, chance(2));
}

/* True if the link is closed and no table with coins on it is in a round. */
static bool is_at_rest(unsigned link)
{
    for (unsigned t = 0; t < TABLES; t++)
        if (pit.tables[t].link == link && pit.tables[t].in_play && pit.tables[t].coins != 0)
            return false;
    return pit.books[link].is_closed;
}

static void add_correction(unsigned link, unsigned m, int64_t change)
{
    struct book *b = &pit.books[link];
    b->meter[m] += change;
    b->corrected[m] += change;
    b->shift[m].corrected += change;
}

static void correct_meter(unsigned link)
{
    const struct paper *paper = &papers[link % 2];
    const unsigned m = below(paper->levels);
    const int64_t change = chance(20) ? 12000000 : (int64_t)below(500000) - 250000;
    const bool is_alone = chance(6);
    struct floor_event *e = begin_by(FLOOR_METER_CORRECTED, "Ben", is_alone ? "Ben" : "Cy");
    strcpy(e->link, link_ids[link]);
    strcpy(e->from, paper->level[m].name);
    e->change = cr_money_from_micro(change * CR_MICRO_PER_CENT);
    say(e, "the sign was read wrong at the change of shift");
    if (!expect(NULL, !is_alone && change != 0 && is_at_rest(link) &&
                          pit.books[link].meter[m] + change >= 0))
        return;
    add_correction(link, m, change);
    pit.corrected++;
}

/* Moves a link whole: its meters and what is hidden behind them. */
static void transfer(unsigned from, unsigned to)
{
    const bool is_alone = chance(6);
    struct floor_event *e = begin_by(FLOOR_LINK_TRANSFERRED, "Ann", is_alone ? "Ann" : "Ben");
    strcpy(e->link, link_ids[from]);
    strcpy(e->to_link, link_ids[to]);
    say(e, "the old pit closes");
    if (!expect(NULL, !is_alone && from != to && from % 2 == to % 2 && is_at_rest(from) &&
                          is_at_rest(to)))
        return;
    for (unsigned m = 0; m < papers[from % 2].levels; m++) {
        struct book *a = &pit.books[from], *b = &pit.books[to];
        const int64_t whole = a->meter[m];
        add_correction(from, m, -whole);
        add_correction(to, m, whole);
        b->reserve[m] += a->reserve[m];
        a->reserve[m] = 0;
    }
    pit.transferred++;
}

void change_closed_link(unsigned link)
{
    if (chance(4))
        switch_link(link);
    else if (chance(3))
        transfer(link, chance(4) ? below(LINKS) : (link + 2) % LINKS);
    else if (chance(3)) /* a transfer takes two closed links */
        open_or_close((link + 2) % LINKS, false);
    else
        correct_meter(link);
}

/* ---- Alarms ---- */

static unsigned alarm_kind(const struct floor_alarm *a)
{
    unsigned kind = 0;
    while (kind < ALARM_KINDS && strcmp(a->item, alarm_items[kind]) != 0)
        kind++;
    return kind;
}

void answer_alarms(void)
{
    const struct floor *f = manager_floor(pit.manager);
    for (unsigned i = 0; i < f->alarm_count; i++) {
        const unsigned kind = alarm_kind(&f->alarms[i]);
        if (f->alarms[i].answered || chance(3))
            continue;
        begin_by(FLOOR_ALARM_ACKNOWLEDGED, "Ann", "")->alarm = f->alarms[i].seq;
        must(NULL);
        if (kind < ALARM_KINDS)
            pit.alarms[kind]--;
    }
}

void compare_alarms(void)
{
    const struct floor *f = manager_floor(pit.manager);
    unsigned open[ALARM_KINDS + 1] = {0};
    for (unsigned i = 0; i < f->alarm_count; i++)
        open[alarm_kind(&f->alarms[i])] += !f->alarms[i].answered;
    for (unsigned i = 0; i < ALARM_KINDS; i++)
        if (open[i] != pit.alarms[i])
            fail_msg("%u alarms \"%s\" are open, and %u by the test's books", open[i],
                     alarm_items[i], pit.alarms[i]);
}
