/* The End of Shift form (REC-3): hard meters against current meters, link by link.
 *
 * The form in the manual subtracts the end from the beginning; what a meter gained is the end less
 * the beginning, and so it is here. */
#include "base/err.h"
#include "base/list.h"
#include "base/money.h"
#include "base/text.h"
#include "floor/house_items.h"
#include "floor/shift_figures.h"
#include "reports/floor/report_documents.h"
#include "reports/floor/report_ends.h"
#include "reports/floor/report_kinds.h"
#include "reports/floor/shift_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of a shift under one set of rules. PIT-5: the form of a link is split where its rules were
 * changed. */
struct part {
    uint64_t seq;            /* the change; 0: the end of the shift */
    uint32_t link, document; /* the rules before the change */
    struct ledger books;     /* the books at the end of the part */
};

/* A reading of a table's counter. */
struct reading {
    uint64_t seq, coins, booked;
    int64_t off; /* coins shown beyond those booked since the reading before */
    int64_t time_ms;
    uint32_t table, link;
    bool is_new;   /* nothing was known of the counter: its first reading, or a counter that began
                      anew */
    bool is_anew;  /* of these: the table had been read before, and its counter has begun anew */
    uint64_t seen; /* coins of the table in the events that were looked at before this one */
};

/* What a console showed of a meter. */
struct shown {
    uint64_t seq;
    int64_t time_ms;
    uint32_t table;
    char link[FLOOR_ID_MAX], meter[CR_NAME_MAX];
    struct cr_money amount, off; /* off: how much it differs from what was booked at that moment */
};

struct form {
    struct report_job *job;
    struct paper *paper;
    struct report_ends ends;
    struct part *parts; /* ascending */
    size_t part_count, part_room;
    struct reading *readings; /* ascending */
    size_t reading_count, reading_room;
    struct shown *shown; /* ascending */
    size_t shown_count, shown_room;
    uint64_t asked;              /* seq of the last request for readings in the shift; 0: none */
    uint64_t *seen;              /* by table: coins in the events looked at so far */
    bool is_forwards;            /* events are looked at from the first to the last */
    struct shift_table *by_link; /* when one table is asked for: what it did on each link */
    uint8_t *stays; /* by table and link: 1 if it played or was read there in the shift */
    bool out_of_memory;
    struct floor_event event;
};

static uint8_t *stay_of(const struct form *f, uint32_t table, uint32_t link)
{
    return &f->stays[(size_t)table * f->job->now->floor.limits.links + link];
}

/* Whether the table was on the link in the shift. PIT-5: it may change its link within a shift. */
static bool was_on(const struct form *f, uint32_t table, uint32_t link)
{
    return f->ends.table_link[table] == link || *stay_of(f, table, link);
}

static bool is_asked(const struct form *f, uint32_t link)
{
    const struct report_query *q = f->job->query;
    const struct floor *floor = &f->job->now->floor;
    const uint32_t table = q->table[0] ? floor_find_table(floor, q->table) : FLOOR_NONE;
    return f->ends.document[link] != FLOOR_NONE &&
           (!q->link[0] || strcmp(floor->links[link].id, q->link) == 0) &&
           (table == FLOOR_NONE || was_on(f, table, link));
}

static bool is_table_asked(const struct form *f, uint32_t table)
{
    const struct report_query *q = f->job->query;
    const struct floor *floor = &f->job->now->floor;
    if (q->table[0])
        return strcmp(floor->tables[table].id, q->table) == 0;
    return q->link[0] == '\0' || was_on(f, table, floor_find_link(floor, q->link));
}

/* ---- Readings ---- */

static void see_change(struct form *f, const struct floor_event *e, const struct ledger *books)
{
    if (!list_grow(&f->parts, &f->part_room, f->part_count, sizeof *f->parts)) {
        f->out_of_memory = true;
        return;
    }
    f->parts[f->part_count++] = (struct part){.link = floor_find_link(&f->job->now->floor, e->link),
                                              .document = FLOOR_NONE,
                                              .seq = e->seq,
                                              .books = *books};
}

static void see_reading(struct form *f, const struct floor_event *e)
{
    const struct floor *floor = &f->job->now->floor;
    const uint32_t table = floor_find_table(floor, e->table);
    if (!list_grow(&f->readings, &f->reading_room, f->reading_count, sizeof *f->readings)) {
        f->out_of_memory = true;
        return;
    }
    f->readings[f->reading_count++] =
        (struct reading){.seq = e->seq,
                         .coins = e->coins,
                         .booked = e->booked,
                         .seen = f->seen[table],
                         .off = (int64_t)(e->coins - e->booked),
                         .time_ms = e->time_ms,
                         .is_new = e->restart || e->seq == floor->tables[table].first_read_seq,
                         .is_anew = e->restart && e->seq != floor->tables[table].first_read_seq,
                         .table = table,
                         .link = e->link[0] ? floor_find_link(floor, e->link) : FLOOR_NONE};
}

static void see_shown(struct form *f, const struct floor_event *e)
{
    if (!list_grow(&f->shown, &f->shown_room, f->shown_count, sizeof *f->shown)) {
        f->out_of_memory = true;
        return;
    }
    struct shown *s = &f->shown[f->shown_count++];
    *s = (struct shown){.seq = e->seq,
                        .time_ms = e->time_ms,
                        .table = floor_find_table(&f->job->now->floor, e->table),
                        .amount = e->amount,
                        .off = e->change};
    memcpy(s->link, e->link, sizeof s->link);
    memcpy(s->meter, e->from, strnlen(e->from, sizeof s->meter - 1));
}

/* Notes that a table did something on a link; for the table that the form is for, also what. */
static void see_table(struct form *f, const struct floor_event *e, const struct ledger *before,
                      const struct ledger *after)
{
    const struct floor *floor = &f->job->now->floor;
    const char *asked = f->job->query->table;
    const uint32_t table = e->table[0] ? floor_find_table(floor, e->table) : FLOOR_NONE;
    if (table == FLOOR_NONE || before == NULL || after == NULL)
        return;
    const uint32_t link = floor_find_link(floor, e->link);
    if (e->kind == FLOOR_METER_READ || memcmp(before, after, sizeof *before) != 0)
        *stay_of(f, table, link) = 1;
    if (strcmp(e->table, asked) == 0)
        shift_table_see(&f->by_link[link], e, before, after);
}

static void see_event(void *context, const struct floor_event *e, const struct ledger *before,
                      const struct ledger *after)
{
    struct form *f = context;
    see_table(f, e, before, after);
    if (e->kind == FLOOR_LINK_CONFIGURED && e->prev != 0 && after != NULL)
        see_change(f, e, after);
    else if (e->kind == FLOOR_METER_READ && e->from[0] == '\0')
        see_reading(f, e);
    else if (e->kind == FLOOR_METER_READ)
        see_shown(f, e);
    else if (e->kind == FLOOR_READINGS_ASKED && e->seq > f->asked)
        f->asked = e->seq;
    else if (e->kind == FLOOR_COIN_IN)
        f->seen[floor_find_table(&f->job->now->floor, e->table)] +=
            (unsigned)__builtin_popcount(e->seats);
}

static void forget_all(void *context)
{
    struct form *f = context;
    f->part_count = f->reading_count = f->shown_count = 0;
    f->asked = 0;
    f->is_forwards = true;
    memset(f->seen, 0, f->job->now->floor.limits.tables * sizeof *f->seen);
    memset(f->by_link, 0, f->job->now->floor.limits.links * sizeof *f->by_link);
    memset(f->stays, 0, (size_t)f->job->now->floor.limits.tables * f->job->now->floor.limits.links);
}

/* Sorts parts, readings or shown meters, which all begin with the number of their event. */
static void sort_by_seq(void *list, size_t count, size_t size)
{
    if (count > 0)
        qsort(list, count, size, list_by_number);
}

/* Finds the rules of a part: those of the configuration before the change that ended it. */
static int find_rules(struct form *f, struct part *part, struct cr_err *err)
{
    const struct floor *floor = &f->job->now->floor;
    int rc = log_read_event(f->job->store, part->seq, &f->event, err);
    if (rc == CR_OK)
        rc = log_read_event(f->job->store, f->event.prev, &f->event, err);
    if (rc == CR_OK)
        part->document = floor_find_document(floor, f->event.document);
    if (rc == CR_OK && part->document == FLOOR_NONE)
        rc = err_set(err, CR_E_INPUT, "event %llu names a document that is not there",
                     (unsigned long long)f->event.seq);
    return rc;
}

static int take_readings(struct form *f, struct cr_err *err)
{
    struct report_job *job = f->job;
    const struct report_watch watch = {see_event, forget_all, f};
    int rc = report_ends_find(job->store, &job->span, &job->now->floor, &watch, &f->ends, err);
    if (rc == CR_OK && f->out_of_memory)
        rc = err_set(err, CR_E_IO, "out of memory");
    if (rc != CR_OK)
        return rc;
    sort_by_seq(f->parts, f->part_count, sizeof *f->parts);
    sort_by_seq(f->readings, f->reading_count, sizeof *f->readings);
    sort_by_seq(f->shown, f->shown_count, sizeof *f->shown);
    for (size_t i = 0; rc == CR_OK && i < f->part_count; i++)
        rc = find_rules(f, &f->parts[i], err);
    return rc;
}

/* The i-th part of a link's shift; false past the last. It begins where the part before ends. */
static bool find_part(const struct form *f, uint32_t link, unsigned i, struct part *out)
{
    for (size_t at = 0; at < f->part_count; at++)
        if (f->parts[at].link == link && i-- == 0) {
            *out = f->parts[at];
            return true;
        }
    *out =
        (struct part){.link = link, .document = f->ends.document[link], .books = f->ends.end[link]};
    return i == 0;
}

/* How many coins the counters of the link's tables showed beyond those booked, in readings after
 * `from` and up to `to` (0: to the end). */
static int64_t drift_between(const struct form *f, uint32_t link, uint64_t from, uint64_t to)
{
    int64_t sum = 0;
    for (size_t i = 0; i < f->reading_count; i++)
        if (f->readings[i].link == link && f->readings[i].seq > from &&
            (to == 0 || f->readings[i].seq <= to))
            sum += f->readings[i].off;
    return sum;
}

/* ---- The head of the form ---- */

static void add_table_names(const struct form *f)
{
    char names[1024];
    struct text t = text_in(names, sizeof names);
    for (uint32_t i = 0; i < f->ends.table_count; i++) {
        if (f->ends.table_link[i] == FLOOR_NONE || !is_table_asked(f, i))
            continue;
        text_add(&t, t.len > 0 ? ", " : "");
        text_add(&t, f->job->now->floor.tables[i].id);
    }
    /* Too many names for a line: all tables are listed below with their hard meters. */
    if (t.cut)
        snprintf(names, sizeof names, "see the hard meters below");
    paper_fact(f->paper, "tables", "Tables", names[0] ? names : "none");
}

/* PIT-6: what is open is handed to the next shift, by numbers. */
static void add_handover(const struct form *f)
{
    const struct report_span *span = &f->job->span;
    char words[1024];
    struct text t = text_in(words, sizeof words);
    for (unsigned i = 0; i < span->open_count; i++)
        text_add_format(&t, "%s%llu", i > 0 ? ", " : "", (unsigned long long)span->open[i]);
    if (span->more > 0)
        text_add_format(&t, " and %llu more", (unsigned long long)span->more);
    if (span->open_count > 0)
        paper_fact(f->paper, "open", "Open claims and disputes", words);
    if (span->in_play > 0)
        paper_fact_count(f->paper, "in_play", "Tables with a round in play", span->in_play);
    if (span->taken_by[0])
        paper_fact(f->paper, "taken_by", "Handed over to", span->taken_by);
}

/* What the program knows of the shift beyond the manual's form. */
static void add_record(const struct form *f)
{
    const struct report_span *span = &f->job->span;
    struct paper *p = f->paper;
    paper_fact(p, "opened_by", "Opened by", span->opened_by);
    if (span->closed != 0)
        paper_fact(p, "closed_by", "Closed by", span->closed_by);
    add_handover(f);
    if (span->number != 0)
        paper_fact_count(p, "number", "Number in the gaming day", span->number);
    paper_fact_count(p, "shift", "Event that began it", span->shift);
    paper_fact_count(p, "last_event", "Last event", span->last);
}

/* The head, in the order of the manual's form: date, shift, time, table, supervisor, personnel. */
static void add_head(const struct form *f)
{
    const struct report_span *span = &f->job->span;
    struct paper *p = f->paper;
    paper_fact_day(p, "date", "Date", span->begin_ms);
    report_add_shift_name(p, span);
    paper_fact_time(p, "begin", "Time, beginning", span->begin_ms);
    report_add_time(p, "end", "Time, end", span->closed != 0 ? span->end_ms : 0, "still open");
    paper_fact(p, "supervisor", "Games supervisor", NULL);
    paper_fact(p, "personnel", "Pit/shift personnel", NULL);
    add_table_names(f);
    paper_fact(p, "personnel_2", "Further personnel", NULL);
    add_record(f);
}

/* ---- A link ---- */

/* Adds one part of a shift under one set of rules; `begin` and `end` are the hard meters of the
 * link's tables. */
static void add_hard_meter(const struct form *f, const struct part *part, unsigned number,
                           int64_t begin, int64_t end)
{
    const struct cr_progressive *rules = &f->job->now->floor.parsed[part->document].progressive;
    char key[48], label[96];
    const char *names[] = {"hard_meter_begin", "hard_meter_end", "hard_meter_total"};
    const char *labels[] = {"Beginning amount (end amount from previous shift)",
                            "End amount (beginning amount for next shift)",
                            "Total hard meter (end less beginning)"};
    const int64_t values[] = {begin, end, end - begin};
    const bool is_split = number > 0 || part->seq != 0;
    if (is_split) {
        snprintf(key, sizeof key, "part_%u", number + 1);
        snprintf(label, sizeof label, "Part %u, a bet of", number + 1);
        paper_fact_money(f->paper, key, label, rules->bet);
    }
    for (unsigned i = 0; i < 3; i++) {
        snprintf(key, sizeof key, is_split ? "%s_%u" : "%s", names[i], number + 1);
        snprintf(label, sizeof label, is_split ? "%s (part %u)" : "%s", labels[i], number + 1);
        /* the total is negative where a counter fell: the form's figures must still add up */
        paper_fact_difference(f->paper, key, label, values[i]);
    }
}

/* Adds the parts of the link's shift and sums up the expected amounts. */
static void add_parts(const struct form *f, uint32_t link, struct cr_money expected[CR_METERS])
{
    const struct ledger *begin = &f->ends.begin[link];
    int64_t before_it =
        f->ends.begin_drift[link]; /* what earlier readings showed beyond the books */
    uint64_t since = 0;
    struct part part, before;
    for (unsigned i = 0; find_part(f, link, i, &part); i++) {
        const struct cr_progressive *p = &f->job->now->floor.parsed[part.document].progressive;
        const int64_t drift = drift_between(f, link, since, part.seq);
        const int64_t first = (int64_t)begin->coins + before_it;
        const int64_t last = (int64_t)part.books.coins + before_it + drift;
        for (unsigned m = 0; m < p->meter_count; m++)
            expected[m] = shift_add_expected(
                expected[m], shift_expected(p, m, begin, &part.books, last - first));
        add_hard_meter(f, &part, i, first, last);
        if (part.seq == 0)
            return;
        since = part.seq;
        before_it += drift;
        before = part;
        begin = &before.books;
    }
}

static void add_books(const struct form *f, const struct ledger *then, const struct ledger *now)
{
    struct paper *p = f->paper;
    paper_fact_money(p, "coin_in", "Coin-in", money_sub(now->coin_in, then->coin_in));
    paper_fact_money(p, "returned", "Returned coins", money_sub(now->returned, then->returned));
    paper_fact_money(p, "house", "House share", money_sub(now->house, then->house));
    paper_fact_money(p, "house_funded", "House-funded awards",
                     money_sub(now->house_funded, then->house_funded));
    paper_fact_money(p, "tray_paid", "Awards from the tray",
                     money_sub(now->tray_paid, then->tray_paid));
    /* PIT-4: corrections of payments from the tray */
    if (now->tray_corrected.micro != then->tray_corrected.micro)
        paper_fact_money(p, "tray_corrected", "Of that, corrections",
                         money_sub(now->tray_corrected, then->tray_corrected));
    paper_fact_money(p, "envy_paid", "Envy", money_sub(now->envy_paid, then->envy_paid));
}

/* Adds a sentence and whom to call, which is a setting of the house (PIT-6). */
static void add_service(const struct form *f, const char *sentence)
{
    const char *service = house_item(&f->job->now->floor, HOUSE_SERVICE);
    char note[FLOOR_HOUSE_TEXT_MAX + 256];
    snprintf(note, sizeof note, "%s%s%s", sentence, service[0] ? " Call " : "", service);
    paper_note(f->paper, note);
}

static void add_variance(const struct form *f, unsigned m, const struct cr_progressive *rules,
                         const struct shift_figures *s)
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
    paper_fact(p, "result", f->job->query->table[0] ? "Result of the link" : "Result",
               s->is_alarm ? "ALARM" : "PASS");
    paper_emphasis(p);
    if (s->is_alarm)
        add_service(f, "The variance is more than 100 coins: keep the form, and find the reason "
                       "before the next shift.");
}

static void add_meter(const struct form *f, uint32_t link, unsigned m, struct cr_money expected)
{
    const struct floor *floor = &f->job->now->floor;
    const struct cr_progressive *rules = &floor->parsed[f->ends.document[link]].progressive;
    const struct shift_figures s =
        shift_figures_of(rules, m, &f->ends.begin[link], &f->ends.end[link], expected);
    struct paper *p = f->paper;
    char key[FLOOR_ID_MAX + CR_NAME_MAX + 2], heading[FLOOR_ID_MAX + CR_NAME_MAX + 64];
    snprintf(key, sizeof key, "%s.%s", floor->links[link].id, rules->meters[m].name);
    snprintf(heading, sizeof heading, "Current progressive jackpot meter: %s of link %s",
             rules->meters[m].name, floor->links[link].id);
    paper_section(p, key, heading);
    paper_fact(p, "increment_rate", "Increment rate",
               document_share(rules->meters[m].share, (char[DOCUMENT_SHARE_MAX]){0}));
    paper_fact_money(p, "expected", "Change in jackpot value (total hard meter times rate)",
                     s.expected);
    paper_fact_money(p, "begin", "Beginning amount (end amount from previous shift)", s.begin);
    paper_fact_money(p, "end", "End amount (beginning amount for next shift)", s.end);
    paper_fact_money(p, "change", "Total current meter (end less beginning)",
                     money_sub(s.end, s.begin));
    paper_fact_money(p, "returned", "Less returned coins, at the rate", s.returned);
    if (s.overflow.micro != 0)
        paper_fact_money(p, "overflow", "Less above the limit", s.overflow);
    paper_fact_money(p, "awards", "Less jackpots", s.awards);
    paper_fact_money(p, "reseeds", "Plus reseeds", s.reseeds);
    paper_fact_money(p, "moved_in", "Plus reserve moved in", s.moved_in);
    paper_fact_money(p, "corrected", "Plus corrections", s.corrected);
    add_variance(f, m, rules, &s);
}

/* PIT-6: what was played before the first shift of the log is shown too, because no other form has
 * it. The shift's variance starts from its own first readings; this section has what the books had
 * by then. */
static void add_before_first(const struct form *f, uint32_t link)
{
    static const struct ledger nothing;
    const struct floor *floor = &f->job->now->floor;
    const struct ledger *then = &f->ends.begin[link];
    struct cr_money awards = {0};
    char key[FLOOR_ID_MAX + 16], heading[FLOOR_ID_MAX + 64];
    if (!f->job->span.is_first || then->coins == 0)
        return;
    for (unsigned m = 0; m < CR_METERS; m++)
        awards = money_add(awards, then->levels[m].frozen);
    snprintf(key, sizeof key, "%s.before", floor->links[link].id);
    snprintf(heading, sizeof heading, "Before the first shift was opened: link %s",
             floor->links[link].id);
    paper_section(f->paper, key, heading);
    paper_fact_count(f->paper, "coins", "Coins booked", then->coins);
    add_books(f, &nothing, then);
    paper_fact_money(f->paper, "awards", "Jackpots", awards);
    paper_note(f->paper, "This was played while no shift was open, and is on no other form.");
}

static void add_link(const struct form *f, uint32_t link)
{
    const struct floor *floor = &f->job->now->floor;
    const struct cr_progressive *rules = &floor->parsed[f->ends.document[link]].progressive;
    char heading[FLOOR_ID_MAX + CR_TITLE_MAX + 64];
    snprintf(heading, sizeof heading, "Progressive jackpot hard meter: link %s, %s%s",
             floor->links[link].id, rules->title,
             f->job->query->table[0] ? ", all its tables" : "");
    paper_section(f->paper, floor->links[link].id, heading);
    struct cr_money expected[CR_METERS] = {{0}};
    add_parts(f, link, expected);
    add_books(f, &f->ends.begin[link], &f->ends.end[link]);
    for (unsigned m = 0; m < rules->meter_count; m++)
        add_meter(f, link, m, expected[m]);
}

/* ---- Tables ---- */

/* The readings of a table's counter in this shift. */
struct table_readings {
    const struct reading *first, *last; /* NULL: none */
    const struct reading *anew;         /* the last one of a counter that began anew; NULL: none */
    unsigned count;
    int64_t off; /* the sum over all of them */
};

static struct table_readings readings_of(const struct form *f, uint32_t table)
{
    struct table_readings r = {0};
    for (size_t i = 0; i < f->reading_count; i++) {
        if (f->readings[i].table != table)
            continue;
        r.last = &f->readings[i];
        r.first = r.first != NULL ? r.first : r.last;
        r.anew = r.last->is_anew ? r.last : r.anew;
        r.off += r.last->off;
        r.count++;
    }
    return r;
}

static bool is_far_off(int64_t off)
{
    return off > SHIFT_VARIANCE_COINS || off < -SHIFT_VARIANCE_COINS;
}

/* Whether the reading is one of the shift's end: when readings were asked for, one from before that
 * is not. */
static bool is_at_end(const struct form *f, const struct reading *last)
{
    return last != NULL && last->seq > f->asked;
}

static void add_counter(const struct form *f, int64_t shows, const char *otherwise)
{
    if (shows >= 0)
        paper_cell_count(f->paper, (uint64_t)shows);
    else
        paper_cell(f->paper, otherwise);
}

/* Coins of the table that were booked in this shift after a reading. */
static int64_t booked_after(const struct form *f, const struct reading *r)
{
    return (int64_t)(f->is_forwards ? f->seen[r->table] - r->seen : r->seen);
}

/* What the counter showed when the shift ended. */
static int64_t counter_at_end(const struct form *f, const struct table_readings *r)
{
    return (int64_t)r->last->coins + booked_after(f, r->last);
}

/* What the counter showed when the shift began; -1: not known. It is what the counter should have
 * shown at the first reading, going by the reading before the shift, less the coins booked since
 * the beginning. A first reading of all is compared with nothing, so it counts only when another
 * one follows. A reading of a counter that began anew tells nothing of the counter before it. */
static int64_t counter_at_begin(const struct form *f, uint32_t t, const struct table_readings *r)
{
    const int64_t booked = (int64_t)(f->ends.end_coins[t] - f->ends.begin_coins[t]);
    if (r->first == NULL || r->first->is_anew || (r->first->is_new && r->count < 2))
        return -1;
    return (int64_t)r->first->booked + booked_after(f, r->first) - booked;
}

/* Coins that are in the total only because they were booked: no counter was read both before and
 * after them. A counter that is new, or begins anew, is compared with nothing that came before
 * it. */
static int64_t not_counted(const struct form *f, uint32_t table)
{
    const int64_t booked = (int64_t)(f->ends.end_coins[table] - f->ends.begin_coins[table]);
    int64_t before = 0, sum = 0;
    for (size_t i = 0; i < f->reading_count; i++) {
        const struct reading *r = &f->readings[i];
        if (r->table != table)
            continue;
        const int64_t here = booked - booked_after(f, r);
        sum += r->is_new ? here - before : 0;
        before = here;
    }
    return sum + booked - before;
}

/* Adds the names of all links on which the table was in the shift: its counter goes with it. */
static void add_links_of(const struct form *f, uint32_t table)
{
    char names[1024];
    struct text t = text_in(names, sizeof names);
    for (uint32_t l = 0; l < f->ends.link_count; l++)
        if (was_on(f, table, l))
            text_add_format(&t, "%s%s", t.len > 0 ? ", " : "", f->job->now->floor.links[l].id);
    paper_cell(f->paper, t.cut ? "many" : names);
}

/* Adds a table's row: the readings of its counter, and beside them what was booked, which is no
 * reading. Returns whether the counter is too far off. */
static bool add_table_row(const struct form *f, uint32_t t)
{
    const struct floor *floor = &f->job->now->floor;
    const uint64_t booked = f->ends.end_coins[t] - f->ends.begin_coins[t];
    const struct table_readings r = readings_of(f, t);
    const struct reading *last = r.last;
    const int64_t off = r.off;
    const bool is_read = is_at_end(f, last);
    char text[32] = "";
    paper_cell(f->paper, floor->tables[t].id);
    add_links_of(f, t);
    add_counter(f, counter_at_begin(f, t, &r),
                r.first != NULL && r.first->is_anew ? "began anew" : "not read");
    add_counter(f, is_read ? counter_at_end(f, &r) : -1, "not read");
    if (is_read)
        paper_cell_difference(f->paper, (int64_t)booked + off);
    else
        paper_cell(f->paper, "");
    paper_cell_count(f->paper, booked);
    if (last != NULL)
        snprintf(text, sizeof text, "%lld", (long long)off);
    paper_cell(f->paper, text);
    paper_cell_count(f->paper, (uint64_t)not_counted(f, t));
    if (last != NULL)
        paper_cell_time(f->paper, last->time_ms);
    else
        paper_cell(f->paper, "not read");
    return is_far_off(off);
}

/* PIT-5: names the tables that were not read; nothing is made up from the books for them. */
static void add_unread(const struct form *f)
{
    char note[2048];
    unsigned count = 0;
    struct text t = text_in(note, sizeof note);
    text_add(&t, "Not read at the end of this shift: ");
    for (uint32_t i = 0; i < f->ends.table_count; i++) {
        if (f->ends.table_link[i] == FLOOR_NONE || !is_table_asked(f, i) ||
            is_at_end(f, readings_of(f, i).last))
            continue;
        text_add_format(&t, "%s%s", count++ > 0 ? ", " : "", f->job->now->floor.tables[i].id);
    }
    text_add(&t, ". Their hard meters stand above as they were booked, which proves nothing: read "
                 "the counters at these tables, and say what they show.");
    if (count > 0)
        paper_note(f->paper, t.cut ? "Most tables were not read at the end of this shift." : note);
}

/* PIT-5: figures that agree by construction prove nothing. A counter that began anew (another
 * board, or a table without acceptors that was started again) agrees with the books at its first
 * reading whatever they say, so the form says which coins it did not count. */
static void add_anew(const struct form *f, uint32_t table)
{
    const struct reading *anew = readings_of(f, table).anew;
    char note[FLOOR_ID_MAX + 256];
    if (anew == NULL)
        return;
    snprintf(note, sizeof note,
             "The counter of %s began anew and showed %llu when it was first read again. Coins "
             "booked between the reading before and that one are not counted by a machine: they "
             "stand in the total as they were booked, which proves nothing.",
             f->job->now->floor.tables[table].id, (unsigned long long)anew->coins);
    paper_note(f->paper, note);
}

static void add_tables(const struct form *f)
{
    bool is_off = false;
    paper_section(f->paper, "hard_meters", "Hard meters of the tables: readings of their counters");
    PAPER_TABLE(f->paper, "tables", {"table", "Table", PAPER_TEXT}, {"link", "Link", PAPER_TEXT},
                {"begin", "Beginning", PAPER_COUNT}, {"end", "End", PAPER_COUNT},
                {"coins", "Total", PAPER_COUNT}, {"booked", "Booked", PAPER_COUNT},
                {"off", "Off by", PAPER_COUNT}, {"not_counted", "Not counted", PAPER_COUNT},
                {"read", "Read at", PAPER_TIME});
    for (uint32_t t = 0; t < f->ends.table_count; t++)
        if (is_table_asked(f, t))
            is_off = add_table_row(f, t) || is_off;
    for (uint32_t t = 0; t < f->ends.table_count; t++)
        if (is_table_asked(f, t))
            add_anew(f, t);
    add_unread(f);
    if (is_off)
        add_service(f, "A counter is more than 100 coins off what was booked.");
}

/* REC-3: the part of one table, on a form for that table. */
static void add_part_of_table(const struct form *f)
{
    for (size_t i = 0; i < f->part_count; i++)
        f->by_link[f->parts[i].link].is_changed = true;
    const struct floor *floor = &f->job->now->floor;
    const char *table = f->job->query->table;
    const struct table_readings r = readings_of(f, floor_find_table(floor, table));
    const char *result = is_far_off(r.off) ? "ALARM" : is_at_end(f, r.last) ? "PASS" : "not read";
    shift_table_add(f->paper, floor, table, result, f->by_link, f->ends.link_count);
}

/* Whether that table's console showed the same meter again later in the shift. */
static bool is_shown_later(const struct form *f, size_t i)
{
    for (size_t k = i + 1; k < f->shown_count; k++)
        if (f->shown[k].table == f->shown[i].table &&
            strcmp(f->shown[k].link, f->shown[i].link) == 0 &&
            strcmp(f->shown[k].meter, f->shown[i].meter) == 0)
            return true;
    return false;
}

/* PIT-5: the current meters as the consoles showed them, the last reading of each. */
static void add_consoles(const struct form *f)
{
    bool is_begun = false;
    for (size_t i = 0; i < f->shown_count; i++) {
        const struct shown *s = &f->shown[i];
        if (!is_table_asked(f, s->table) || is_shown_later(f, i))
            continue;
        if (!is_begun) {
            paper_section(f->paper, "consoles", "Current meters: readings of the consoles");
            PAPER_TABLE(f->paper, "consoles", {"table", "Table", PAPER_TEXT},
                        {"link", "Link", PAPER_TEXT}, {"meter", "Meter", PAPER_TEXT},
                        {"amount", "Console shows", PAPER_MONEY}, {"off", "Off by", PAPER_MONEY},
                        {"read", "Read at", PAPER_TIME});
        }
        is_begun = true;
        PAPER_CELLS(f->paper, f->job->now->floor.tables[s->table].id, s->link, s->meter, s->amount,
                    s->off);
        paper_cell_time(f->paper, s->time_ms);
    }
}

static void add_close(const struct form *f)
{
    paper_note(f->paper,
               "Totals are the end less the beginning. The change in jackpot value is the "
               "total hard meter times the increment rate. A hard meter never counts back: "
               "coins of a round that was called dead, in this shift or begun in the one before, "
               "are taken off as returned coins. Corrections include transfers.");
    paper_note(f->paper, "To reconcile, compare with the Coin-In, Activity Log and Progressive "
                         "Jackpot reports of the same shift.");
    paper_signature(f->paper, "Games supervisor");
    paper_signature(f->paper, "Pit/shift personnel");
    paper_signature(f->paper, "Relieving supervisor");
}

/* A table's own figures stand before those of the links, which it shares with others. */
static void add_all(const struct form *f)
{
    const bool is_of_table = f->job->query->table[0] != '\0';
    add_head(f);
    if (is_of_table) {
        add_tables(f);
        add_part_of_table(f);
    }
    for (uint32_t l = 0; l < f->ends.link_count; l++)
        if (is_asked(f, l)) {
            add_before_first(f, l);
            add_link(f, l);
        }
    if (!is_of_table)
        add_tables(f);
    add_consoles(f);
    add_close(f);
}

int report_shift(struct report_job *job, struct paper *p, struct cr_err *err)
{
    struct form *f = calloc(1, sizeof *f);
    if (!f)
        return err_set(err, CR_E_IO, "out of memory");
    f->job = job;
    f->paper = p;
    f->seen = calloc(job->now->floor.limits.tables, sizeof *f->seen);
    f->by_link = calloc(job->now->floor.limits.links, sizeof *f->by_link);
    f->stays = calloc(job->now->floor.limits.tables, job->now->floor.limits.links);
    int rc = f->seen && f->by_link && f->stays ? take_readings(f, err)
                                               : err_set(err, CR_E_IO, "out of memory");
    if (rc == CR_OK)
        add_all(f);
    report_ends_free(&f->ends);
    free(f->parts);
    free(f->readings);
    free(f->shown);
    free(f->seen);
    free(f->by_link);
    free(f->stays);
    free(f);
    return rc;
}
