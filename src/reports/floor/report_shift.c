/* The End of Shift form (REC-3): hard meters against current meters, link by link.
 *
 * The form in the manual subtracts the end from the beginning; what a meter gained is the end less
 * the beginning, and so it is here. */
#include "base/dates.h"
#include "base/err.h"
#include "base/money.h"
#include "base/text.h"
#include "floor/alarms.h"
#include "floor/shift_figures.h"
#include "reports/floor/report_ends.h"
#include "reports/floor/report_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALARM_LOOK 256 /* events after the close in which its alarm is looked for */

struct form {
    struct report_job *job;
    struct paper *paper;
    struct report_ends ends;
    uint64_t alarm; /* the alarm raised at the close; 0: none */
    char alarm_link[FLOOR_ID_MAX], alarm_text[256];
};

static bool is_asked(const struct form *f, uint32_t link)
{
    const struct report_query *q = f->job->query;
    return f->ends.document[link] != FLOOR_NONE &&
           (!q->link[0] || strcmp(f->job->now->floor.links[link].id, q->link) == 0);
}

/* ---- Readings ---- */

static void see_nothing(void *context, const struct floor_event *e, const struct ledger *before,
                        const struct ledger *after)
{
    (void)context;
    (void)e;
    (void)before;
    (void)after;
}

static void forget_nothing(void *context)
{
    (void)context;
}

/* The rows keep where the shift that was opened last began, whatever the log says of it: a table
 * that counted other coins than it sent is only seen by comparing the two. */
static void take_kept_readings(struct form *f)
{
    const struct floor *floor = &f->job->now->floor;
    for (uint32_t l = 0; l < f->ends.link_count; l++)
        f->ends.begin[l] = floor->links[l].at_shift;
    for (uint32_t t = 0; t < f->ends.table_count; t++)
        f->ends.begin_coins[t] = floor->plays[t].coins_at_shift;
}

static int find_alarm(void *context, const struct floor_event *e)
{
    struct form *f = context;
    if (e->kind == FLOOR_SHIFT_OPENED)
        return 1;
    if (e->kind != FLOOR_ALARM_RAISED || strcmp(e->item, ALARM_VARIANCE) != 0)
        return CR_OK;
    f->alarm = e->seq;
    memcpy(f->alarm_link, e->link, sizeof f->alarm_link);
    snprintf(f->alarm_text, sizeof f->alarm_text, "%.*s", (int)e->text_len, e->text);
    return 1;
}

static int take_readings(struct form *f, struct cr_err *err)
{
    struct report_job *job = f->job;
    const struct report_watch watch = {see_nothing, forget_nothing, NULL, job->progress,
                                       job->progress_context};
    struct report_span span = job->span;
    /* Where the open shift began is in the rows: nothing needs to be read. */
    if (span.closed == 0)
        span.first = span.head + 1;
    int rc = report_ends_find(job->store, &span, &job->now->floor, &watch, &f->ends, err);
    if (rc == CR_OK && !f->ends.has_later_shift)
        take_kept_readings(f);
    if (rc == CR_OK && span.closed != 0) {
        const uint64_t last =
            span.closed + ALARM_LOOK < span.head ? span.closed + ALARM_LOOK : span.head;
        rc = log_read_events(job->store, span.closed + 1, last, find_alarm, f, err);
    }
    return rc < 0 ? rc : CR_OK;
}

/* ---- The head of the form ---- */

static void add_date(struct paper *p, int64_t ms)
{
    char date[WHEN_TEXT_MAX];
    when_format_date(ms, true, date);
    paper_fact(p, "date", "Date", date);
}

static void add_table_names(const struct form *f)
{
    char names[1024];
    struct text t;
    text_init(&t, names, sizeof names);
    for (uint32_t i = 0; i < f->ends.table_count; i++) {
        const uint32_t link = f->ends.table_link[i];
        if (link == FLOOR_NONE || !is_asked(f, link))
            continue;
        text_add(&t, t.len > 0 ? ", " : "");
        text_add(&t, f->job->now->floor.tables[i].id);
    }
    /* All of them are listed below with their hard meters. */
    if (t.cut)
        snprintf(names, sizeof names, "see the hard meters below");
    paper_fact(f->paper, "tables", "Tables", names[0] ? names : "none");
}

static void add_head(const struct form *f)
{
    const struct report_span *span = &f->job->span;
    struct paper *p = f->paper;
    add_date(p, span->begin_ms);
    paper_fact(p, "shift_name", "Shift", span->name);
    paper_fact_count(p, "shift", "Shift number", span->shift);
    paper_fact_time(p, "begin", "Beginning time", span->begin_ms);
    if (span->closed != 0)
        paper_fact_time(p, "end", "End time", span->end_ms);
    else
        paper_fact(p, "end", "End time", "still open");
    paper_fact_count(p, "last_event", "Last event", span->last);
    add_table_names(f);
    paper_fact(p, "opened_by", "Opened by", span->opened_by);
    if (span->closed != 0)
        paper_fact(p, "closed_by", "Closed by", span->closed_by);
    paper_fact(p, "supervisor", "Games supervisor", NULL);
    paper_fact(p, "personnel", "Pit/shift personnel", NULL);
    paper_fact(p, "personnel_2", "", NULL);
}

/* ---- A link ---- */

static uint64_t add_hard_meter(const struct form *f, uint32_t link)
{
    uint64_t begin = 0, end = 0;
    for (uint32_t t = 0; t < f->ends.table_count; t++) {
        if (f->ends.table_link[t] != link)
            continue;
        begin += f->ends.begin_coins[t];
        end += f->ends.end_coins[t];
    }
    paper_fact_count(f->paper, "hard_meter_begin", "Hard meter, beginning", begin);
    paper_fact_count(f->paper, "hard_meter_end", "Hard meter, end", end);
    paper_fact_count(f->paper, "hard_meter_total", "Total hard meter", end - begin);
    return end - begin;
}

static void add_books(const struct form *f, uint32_t link)
{
    const struct ledger *then = &f->ends.begin[link], *now = &f->ends.end[link];
    struct paper *p = f->paper;
    paper_fact_money(p, "coin_in", "Coin-in", money_sub(now->coin_in, then->coin_in));
    paper_fact_money(p, "returned", "Returned (dead rounds)",
                     money_sub(now->returned, then->returned));
    paper_fact_money(p, "house", "House share", money_sub(now->house, then->house));
    paper_fact_money(p, "house_funded", "House-funded awards",
                     money_sub(now->house_funded, then->house_funded));
    paper_fact_money(p, "tray_paid", "Awards from the tray",
                     money_sub(now->tray_paid, then->tray_paid));
    paper_fact_money(p, "envy_paid", "Envy", money_sub(now->envy_paid, then->envy_paid));
}

static void add_rate(struct paper *p, uint32_t share)
{
    char rate[32];
    const unsigned whole = share / 10000000, part = share % 10000000;
    int len = snprintf(rate, sizeof rate, "%u.%07u", whole, part);
    while (len > 0 && rate[len - 1] == '0')
        len--;
    len -= rate[len - 1] == '.';
    snprintf(rate + len, sizeof rate - (size_t)len, "%%");
    paper_fact(p, "increment_rate", "Increment rate", rate);
}

/* An older shift is reckoned from the log alone; what the tables' own counters said at its close is
 * in the alarm that was raised then. */
static bool was_alarm(const struct form *f, uint32_t link, const char *meter)
{
    return f->alarm != 0 && f->ends.has_later_shift &&
           strcmp(f->alarm_link, f->job->now->floor.links[link].id) == 0 &&
           alarm_is_about_meter(f->alarm_text, f->alarm_link, meter);
}

static void add_variance(const struct form *f, uint32_t link, unsigned m,
                         const struct cr_progressive *rules, const struct shift_figures *s)
{
    struct paper *p = f->paper;
    int64_t hundredths;
    char coins[48] = "";
    if (shift_figures_coins(rules, m, s->variance, &hundredths)) {
        const int64_t size = hundredths < 0 ? -hundredths : hundredths;
        snprintf(coins, sizeof coins, "%s%lld.%02d", hundredths < 0 ? "-" : "",
                 (long long)(size / 100), (int)(size % 100));
    }
    paper_fact_money(p, "variance", "Variance", s->variance);
    paper_fact(p, "variance_coins", "Variance in coins", coins);
    paper_fact(p, "result", "Result",
               s->is_alarm                                 ? "ALARM"
               : was_alarm(f, link, rules->meters[m].name) ? "ALARM when the shift was closed"
                                                           : "PASS");
    paper_emphasis(p);
    if (s->is_alarm)
        paper_note(p, "The variance is more than 100 coins: keep the form, and find the reason "
                      "before the next shift.");
}

static void add_meter(const struct form *f, uint32_t link, unsigned m, uint64_t coins)
{
    const struct floor *floor = &f->job->now->floor;
    const struct cr_progressive *rules = &floor->parsed[f->ends.document[link]].progressive;
    const struct shift_figures s =
        shift_figures_of(rules, m, &f->ends.begin[link], &f->ends.end[link], coins);
    struct paper *p = f->paper;
    char key[FLOOR_ID_MAX + CR_NAME_MAX + 2], heading[FLOOR_ID_MAX + CR_NAME_MAX + 32];
    snprintf(key, sizeof key, "%s.%s", floor->links[link].id, rules->meters[m].name);
    snprintf(heading, sizeof heading, "Current meter %s of link %s", rules->meters[m].name,
             floor->links[link].id);
    paper_section(p, key, heading);
    add_rate(p, rules->meters[m].share);
    paper_fact_money(p, "expected", "Change in jackpot value", s.expected);
    paper_fact_money(p, "begin", "Current meter, beginning", s.begin);
    paper_fact_money(p, "end", "Current meter, end", s.end);
    paper_fact_money(p, "change", "Total current meter", money_sub(s.end, s.begin));
    paper_fact_money(p, "awards", "Less jackpots", s.awards);
    paper_fact_money(p, "reseeds", "Plus reseeds", s.reseeds);
    paper_fact_money(p, "moved_in", "Plus reserve moved in", s.moved_in);
    paper_fact_money(p, "corrected", "Plus corrections", s.corrected);
    add_variance(f, link, m, rules, &s);
}

static void add_link(const struct form *f, uint32_t link)
{
    const struct floor *floor = &f->job->now->floor;
    const struct cr_progressive *rules = &floor->parsed[f->ends.document[link]].progressive;
    char heading[FLOOR_ID_MAX + CR_TITLE_MAX + 16];
    snprintf(heading, sizeof heading, "Link %s: %s", floor->links[link].id, rules->title);
    paper_section(f->paper, floor->links[link].id, heading);
    const uint64_t coins = add_hard_meter(f, link);
    add_books(f, link);
    for (unsigned m = 0; m < rules->meter_count; m++)
        add_meter(f, link, m, coins);
}

/* ---- All of it ---- */

static void add_tables(const struct form *f)
{
    static const struct paper_column columns[] = {{"table", "Table", PAPER_TEXT},
                                                  {"link", "Link", PAPER_TEXT},
                                                  {"begin", "Beginning", PAPER_COUNT},
                                                  {"end", "End", PAPER_COUNT},
                                                  {"coins", "Total", PAPER_COUNT}};
    const struct floor *floor = &f->job->now->floor;
    paper_section(f->paper, "hard_meters", "Hard meters of the tables");
    paper_table(f->paper, "tables", columns, 5);
    for (uint32_t t = 0; t < f->ends.table_count; t++) {
        const uint32_t link = f->ends.table_link[t];
        if (link == FLOOR_NONE ? f->job->query->link[0] != '\0' : !is_asked(f, link))
            continue;
        paper_cell(f->paper, floor->tables[t].id);
        paper_cell(f->paper, link == FLOOR_NONE ? "" : floor->links[link].id);
        paper_cell_count(f->paper, f->ends.begin_coins[t]);
        paper_cell_count(f->paper, f->ends.end_coins[t]);
        paper_cell_count(f->paper, f->ends.end_coins[t] - f->ends.begin_coins[t]);
    }
}

static void add_close(const struct form *f)
{
    char note[400];
    if (f->alarm != 0) {
        snprintf(note, sizeof note,
                 "A variance alarm was raised when this shift was closed (event "
                 "%llu): %s",
                 (unsigned long long)f->alarm, f->alarm_text);
        paper_note(f->paper, note);
    }
    paper_note(f->paper,
               "Totals are the end less the beginning. The change in jackpot value is the "
               "total hard meter times the increment rate; corrections include "
               "transfers.");
    paper_note(f->paper, "To reconcile, compare with the Coin-In, Activity Log and Progressive "
                         "Jackpot reports of the same shift.");
    paper_signature(f->paper, "Games supervisor");
    paper_signature(f->paper, "Pit/shift personnel");
    paper_signature(f->paper, "Relieving supervisor");
}

int report_shift(struct report_job *job, struct paper *p, struct cr_err *err)
{
    struct form *f = calloc(1, sizeof *f);
    if (!f)
        return err_set(err, CR_E_IO, "out of memory");
    f->job = job;
    f->paper = p;
    int rc = take_readings(f, err);
    if (rc == CR_OK) {
        add_head(f);
        for (uint32_t l = 0; l < f->ends.link_count; l++)
            if (is_asked(f, l))
                add_link(f, l);
        add_tables(f);
        add_close(f);
    }
    report_ends_free(&f->ends);
    free(f);
    return rc;
}
