/* The document on what a year of a floor can come to for the house. */
#include "reports/mathematics/house_document.h"

#include "base/version.h"
#include "reports/mathematics/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- The base games ---- */

struct spans {
    const char *key, *label;
    double hours; /* of play; negative: minus a number of days, each with the floor's hours */
};

static const struct spans spans[] = {{"hour", "Hour", 1},
                                     {"day", "Day", -1},
                                     {"month", "Month", -30.4375},
                                     {"year", "Year", -365.25}};
#define SPANS (sizeof spans / sizeof *spans)

static double hours_a_day(const struct house_report *r)
{
    return r->week.hours / CR_WEEK_DAYS;
}

/* Average seats, and pairs of seats, of a table while anybody plays. */
static double seats_of(const struct house_report *r)
{
    return r->week.seats / r->week.hours;
}

static double pairs_of(const struct house_report *r)
{
    return r->week.pairs / r->week.hours;
}

/* The win of all tables together over a span. */
static struct cr_house_win win_of(const struct house_report *r, unsigned span)
{
    const double hours = spans[span].hours < 0 ? -spans[span].hours * hours_a_day(r) : 1;
    return cr_house_win(r->games, r->table_count, &r->week, hours, r->rounds);
}

/* ---- The simulated years ---- */

#define QUANTILES 5
static const double levels[QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct spread {
    const char *key;
    bool is_count; /* a number and not an amount of money */
    char label[FIGURE_MAX];
    double of[QUANTILES], mean;
};

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The figures that are spread over the years: two of the link, then four of each meter. */
#define LINK_SPREADS  2u
#define METER_SPREADS 4u

static double member(const struct cr_link_year *y, unsigned which)
{
    if (which < LINK_SPREADS)
        return which == 0 ? y->house : y->paid_in;
    const unsigned m = (which - LINK_SPREADS) / METER_SPREADS;
    const double of[METER_SPREADS] = {y->meters[m].amount, y->meters[m].reserve,
                                      y->meters[m].jackpots, y->meters[m].jackpot_sum};
    return of[(which - LINK_SPREADS) % METER_SPREADS];
}

static unsigned spread_count(const struct house_link_report *link)
{
    return LINK_SPREADS + METER_SPREADS * link->progressive->meter_count;
}

static void spread_of(const struct house_report *r, const struct house_link_report *link,
                      unsigned which, struct spread *out)
{
    static const struct {
        const char *key, *label;
    } names[LINK_SPREADS + METER_SPREADS] = {{"house", "House, of the progressive"},
                                             {"paid", "Paid by the house"},
                                             {"amount", "at the end"},
                                             {"reserve", "reserve at the end"},
                                             {"jackpots", "jackpots"},
                                             {"jackpot_sum", "jackpots, together"}};
    const bool is_of_meter = which >= LINK_SPREADS;
    const unsigned meter = is_of_meter ? (which - LINK_SPREADS) / METER_SPREADS : 0;
    const unsigned name =
        is_of_meter ? LINK_SPREADS + (which - LINK_SPREADS) % METER_SPREADS : which;
    *out = (struct spread){.key = names[name].key, .is_count = name == LINK_SPREADS + 2};
    char label[FIGURE_MAX];
    snprintf(label, sizeof label, "%s%s%s",
             is_of_meter ? link->progressive->meters[meter].name : "", is_of_meter ? " " : "",
             names[name].label);
    figure_capital(out->label, label);
    for (uint64_t y = 0; y < r->year_count; y++) {
        r->sorted[y] = member(&link->years[y], which);
        out->mean += r->sorted[y] / (double)r->year_count;
    }
    qsort(r->sorted, r->year_count, sizeof *r->sorted, compare);
    for (unsigned q = 0; q < QUANTILES; q++)
        out->of[q] = r->sorted[(size_t)(levels[q] * (double)(r->year_count - 1))];
}

/* The part of the years in which the house pays in more than its share of the coins. */
static double short_years(const struct house_report *r, const struct house_link_report *link)
{
    uint64_t count = 0;
    for (uint64_t y = 0; y < r->year_count; y++)
        count += link->years[y].paid_in > link->years[y].share;
    return (double)count / (double)r->year_count;
}

/* The part of the years in which some fixed award is more than its meter holds. */
static double uncovered_years(const struct house_report *r, const struct house_link_report *link)
{
    uint64_t count = 0;
    for (uint64_t y = 0; y < r->year_count; y++)
        count += link->years[y].uncovered > 0;
    return (double)count / (double)r->year_count;
}

/* ---- For machines ---- */

static void name_spread(struct named *o, const struct house_report *r,
                        const struct house_link_report *link, unsigned which)
{
    static const char *const keys[QUANTILES] = {"q5", "q25", "q50", "q75", "q95"};
    struct spread spread;
    spread_of(r, link, which, &spread);
    struct named *s = named_object(o, spread.key);
    named_number(s, "mean", spread.mean);
    for (unsigned q = 0; q < QUANTILES; q++)
        if (spread.is_count)
            named_number(s, keys[q], spread.of[q]);
        else
            named_money(s, keys[q], cr_money_from_micro(llround(spread.of[q] * CR_MICRO_PER_UNIT)));
}

static void name_link(struct named *list, const struct house_report *r,
                      const struct house_link_report *link)
{
    struct named *o = named_object(list, NULL);
    named_text(o, "link", link->id);
    named_text(o, "progressive", link->progressive->name);
    named_number(o, "tables", link->tables);
    named_number(o, "bets", (double)link->bets);
    if (!link->years)
        return;
    named_number(o, "short", short_years(r, link));
    named_number(o, "uncovered", uncovered_years(r, link));
    for (unsigned i = 0; i < LINK_SPREADS; i++)
        name_spread(o, r, link, i);
    struct named *meters = named_list(o, "meters");
    for (unsigned m = 0; m < link->progressive->meter_count; m++) {
        struct named *meter = named_object(meters, NULL);
        named_text(meter, "meter", link->progressive->meters[m].name);
        for (unsigned i = 0; i < METER_SPREADS; i++)
            name_spread(meter, r, link, LINK_SPREADS + m * METER_SPREADS + i);
    }
    struct named *hits = named_list(o, "awards");
    for (unsigned c = CR_CATEGORIES; c-- > 0;) {
        if (link->chance[c] == 0)
            continue;
        struct named *hit = named_object(hits, NULL);
        named_text(hit, "hand", cr_category_name((enum cr_category)c));
        named_number(hit, "expected", link->chance[c] * (double)link->bets);
        named_number(hit, "mean", link->hits[c]);
    }
}

static struct named_tree *make_tree(const struct house_report *r)
{
    struct named_tree *t = named_new();
    struct named *o = named_root(t);
    named_text(o, "floor", r->floor);
    named_text(o, "program", croupier_program);
    named_money(o, "ante", r->ante);
    named_number(o, "hours", hours_a_day(r));
    named_number(o, "rounds_an_hour", r->rounds);
    named_number(o, "seats", seats_of(r));
    named_number(o, "pairs", pairs_of(r));
    named_number(o, "years", (double)r->year_count);
    named_number(o, "seed", (double)r->seed);
    struct named *win = named_object(o, "win");
    for (unsigned i = 0; i < SPANS; i++) {
        const struct cr_house_win w = win_of(r, i);
        struct named *span = named_object(win, spans[i].key);
        NAMED_MEMBERS(span, &w, mean, std_dev, losing);
    }
    struct named *tables = named_list(o, "tables");
    for (unsigned i = 0; i < r->table_count; i++) {
        struct named *table = named_object(tables, NULL);
        named_text(table, "table", r->tables[i].id);
        named_text(table, "rules", r->tables[i].rules);
        NAMED_MEMBERS(table, &r->games[i], win, std_dev, covariance, covariance_error);
    }
    struct named *links = named_list(o, "links");
    for (unsigned i = 0; i < r->link_count; i++)
        name_link(links, r, &r->links[i]);
    return t;
}

/* ---- For people ---- */

static void print_win(struct paper *p, const struct house_report *r)
{
    paper_section(p, "win", "Base games, all tables together");
    PAPER_TABLE(p, "win", {"span", "Span", PAPER_TEXT}, {"mean", "Theoretical win", PAPER_NUMBER},
                {"std_dev", "Deviation", PAPER_NUMBER},
                {"losing", "Chance of a loss", PAPER_NUMBER});
    for (unsigned i = 0; i < SPANS; i++) {
        const struct cr_house_win w = win_of(r, i);
        paper_cell(p, spans[i].label);
        paper_cell_number(p, w.mean, 2, PAPER_PLAIN);
        paper_cell_number(p, w.std_dev, 2, PAPER_PLAIN);
        paper_cell_number(p, w.losing, 4, PAPER_PERCENT);
    }
    paper_note(p,
               "Means and deviations of a seat are exact, under the best play. Seats that share a "
               "dealer's hand or a board win and lose together: their covariance is simulated "
               "on the settlement of the tables, and counted. The chance of a loss is that of a "
               "normal distribution with this mean and deviation.");
}

static void print_tables(struct paper *p, const struct house_report *r)
{
    paper_section(p, "tables", "A seat in a round");
    PAPER_TABLE(p, "tables", {"table", "Table", PAPER_TEXT}, {"rules", "Rules", PAPER_TEXT},
                {"win", "Win", PAPER_NUMBER}, {"std_dev", "Deviation", PAPER_NUMBER},
                {"correlation", "Correlation of two seats", PAPER_NUMBER},
                {"error", "Standard error", PAPER_NUMBER});
    for (unsigned i = 0; i < r->table_count; i++) {
        const struct cr_house_game *t = &r->games[i];
        const double variance = t->std_dev * t->std_dev;
        paper_cell(p, r->tables[i].id);
        paper_cell(p, r->tables[i].rules);
        paper_cell_number(p, t->win, 4, PAPER_PLAIN);
        paper_cell_number(p, t->std_dev, 4, PAPER_PLAIN);
        paper_cell_number(p, t->covariance / variance, 2, PAPER_PERCENT);
        paper_cell_number(p, t->covariance_error / variance, 2, PAPER_PERCENT);
    }
}

static void print_awards(struct paper *p, const struct house_link_report *link)
{
    PAPER_TABLE(p, "awards", {"hand", "Award", PAPER_TEXT},
                {"expected", "Exactly, a year", PAPER_NUMBER},
                {"mean", "Simulated, a year", PAPER_NUMBER});
    for (unsigned c = CR_CATEGORIES; c-- > 0;) {
        if (link->chance[c] == 0)
            continue;
        paper_cell(p, figure_capital(FIGURE, cr_category_name((enum cr_category)c)));
        paper_cell_number(p, link->chance[c] * (double)link->bets, 3, PAPER_PLAIN);
        paper_cell_number(p, link->hits[c], 3, PAPER_PLAIN);
    }
}

static void print_link(struct paper *p, const struct house_report *r,
                       const struct house_link_report *link)
{
    char head[160];
    snprintf(head, sizeof head, "Link %s: progressive %s", link->id, link->progressive->name);
    paper_section(p, link->id, head);
    paper_fact_count(p, "bets", "Bets a year", link->bets);
    paper_fact(p, "short", "Years in which the house pays more than its share",
               figure_percent(FIGURE, short_years(r, link), 2));
    paper_fact(p, "uncovered", "Years in which a meter does not cover a fixed award",
               figure_percent(FIGURE, uncovered_years(r, link), 2));
    PAPER_TABLE(p, "spreads", {"what", "A year", PAPER_TEXT}, {"q5", "5%", PAPER_NUMBER},
                {"q25", "25%", PAPER_NUMBER}, {"q50", "50%", PAPER_NUMBER},
                {"q75", "75%", PAPER_NUMBER}, {"q95", "95%", PAPER_NUMBER},
                {"mean", "Average", PAPER_NUMBER});
    for (unsigned i = 0; i < spread_count(link); i++) {
        struct spread spread;
        spread_of(r, link, i, &spread);
        paper_cell(p, spread.label);
        for (unsigned q = 0; q < QUANTILES; q++)
            paper_cell_number(p, spread.of[q], 2, PAPER_PLAIN);
        paper_cell_number(p, spread.mean, 2, PAPER_PLAIN);
    }
    print_awards(p, link);
}

struct desk_document house_document(const struct house_report *report)
{
    char text[192];
    struct paper *p = paper_new(PAPER_STUDY, report->floor, "A year of the floor");
    paper_fact(p, "house", "House", report->floor);
    snprintf(text, sizeof text,
             "%.3g hours a day, %.0f rounds an hour, %.3g seats, %.0f%% of them with the "
             "progressive",
             hours_a_day(report), report->rounds, seats_of(report), 100 * report->part);
    paper_fact(p, "occupancy", "Occupancy", text);
    paper_fact_money(p, "ante", "Ante", report->ante);
    snprintf(text, sizeof text,
             "exact figures of a round; %llu years of each link on its books, which balance in "
             "every year (seed %llu)",
             (unsigned long long)report->year_count, (unsigned long long)report->seed);
    paper_fact(p, "method", "Method", text);
    paper_fact(p, "program", "Computed by", croupier_program);
    print_win(p, report);
    print_tables(p, report);
    for (unsigned i = 0; i < report->link_count; i++)
        if (report->links[i].years)
            print_link(p, report, &report->links[i]);
    return (struct desk_document){.paper = p, .tree = make_tree(report)};
}
