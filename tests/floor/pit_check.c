/* Scenario lines that compare the floor's state and change nothing, and the outcome after `->`. */
#include "floor/notices.h"
#include "floor/pit.h"
#include "floor/shift_figures.h"

#include "base/money.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_money(struct pit *p, const char *what, struct cr_money is, const char *should)
{
    struct cr_money expected;
    char text[CR_MONEY_TEXT_MAX];
    if (!pit_money(p, should, &expected))
        return false;
    if (is.micro == expected.micro)
        return true;
    cr_money_format(is, text);
    return pit_fault(p, "%s is %s, not %s", what, text, should);
}

static bool same_count(struct pit *p, const char *what, uint64_t is, const char *should)
{
    if (is == strtoull(should, NULL, 10))
        return true;
    return pit_fault(p, "%s is %llu, not %s", what, (unsigned long long)is, should);
}

/* ---- Books ---- */

static bool find_link(struct pit *p, const char *id, const struct floor_link **out)
{
    const uint32_t at = floor_find_link(&p->h.floor, id);
    if (at == FLOOR_NONE)
        return pit_fault(p, "there is no link %s", id);
    *out = &p->h.floor.links[at];
    return true;
}

static bool find_level(struct pit *p, const char *id, const char *meter,
                       const struct ledger_level **out)
{
    const struct floor_link *l = NULL;
    if (!find_link(p, id, &l))
        return false;
    const struct cr_progressive *rules =
        floor_progressive(&p->h.floor, floor_find_link(&p->h.floor, id));
    for (unsigned m = 0; m < rules->meter_count; m++)
        if (strcmp(rules->meters[m].name, meter) == 0) {
            *out = &l->books.levels[m];
            return true;
        }
    return pit_fault(p, "link %s has no meter %s", id, meter);
}

struct figure {
    const char *name;
    struct cr_money amount;
};

/* Compares the line's pairs of name and amount with a list of figures. */
static bool compare(struct pit *p, const struct words *w, const struct figure *figures,
                    size_t count)
{
    const unsigned first = w->first['x' - 'a'], end = first + w->taken['x' - 'a'];
    if ((end - first) % 2 != 0 || first == end)
        return pit_fault(p, "names and amounts, in pairs");
    for (unsigned i = first; i < end; i += 2) {
        size_t f = 0;
        while (f < count && strcmp(figures[f].name, w->word[i]) != 0)
            f++;
        if (f == count)
            return pit_fault(p, "the books have no \"%s\"", w->word[i]);
        if (!same_money(p, w->word[i], figures[f].amount, w->word[i + 1]))
            return false;
    }
    return true;
}

static bool books(struct pit *p, const struct words *w)
{
    const struct floor_link *l = NULL;
    if (!find_link(p, words_one(w, 'l'), &l))
        return false;
    const struct ledger *b = &l->books;
    const struct figure figures[] = {
        {"coins", cr_money_from_micro((int64_t)b->coins * CR_MICRO_PER_UNIT)},
        {"coin-in", b->coin_in},
        {"returned", b->returned},
        {"house", b->house},
        {"funded", b->house_funded},
        {"tray", b->tray_paid},
        {"tray-corrected", b->tray_corrected},
        {"envy", b->envy_paid},
    };
    return compare(p, w, figures, sizeof figures / sizeof figures[0]);
}

static bool level(struct pit *p, const struct words *w)
{
    const struct ledger_level *v = NULL;
    if (!find_level(p, words_one(w, 'l'), words_one(w, 'm'), &v))
        return false;
    const struct figure figures[] = {
        {"amount", v->meter.amount},
        {"reserve", v->meter.reserve},
        {"overflow", v->meter.overflow},
        {"seeded", v->seeded},
        {"contributed", v->contributed},
        {"reserved", v->reserved},
        {"moved", v->moved_in},
        {"corrected", v->corrected},
        {"pending", v->pending},
        {"paid", v->paid},
        {"hits", cr_money_from_micro((int64_t)v->hits * CR_MICRO_PER_UNIT)},
    };
    return compare(p, w, figures, sizeof figures / sizeof figures[0]);
}

/* MET-5 */
static bool sign(struct pit *p, const struct words *w)
{
    const struct ledger_level *v = NULL;
    return find_level(p, words_one(w, 'l'), words_one(w, 'm'), &v) &&
           same_money(p, "the sign", money_floor_cent(v->meter.amount), words_one(w, 'c'));
}

/* REG-8: number 1 is the latest hit. */
static bool hit(struct pit *p, const struct words *w)
{
    const struct floor_link *l = NULL;
    const unsigned back = (unsigned)atoi(words_one(w, 'n'));
    if (!find_link(p, words_one(w, 'l'), &l))
        return false;
    if (back < 1 || back > FLOOR_HITS)
        return pit_fault(p, "a link shows its last %d hits", FLOOR_HITS);
    const struct floor_hit *h = &l->hits[(l->hit_next + FLOOR_HITS - back) % FLOOR_HITS];
    if (h->seq == 0)
        return pit_fault(p, "there were not that many hits");
    if (strcmp(p->h.floor.tables[h->table].id, words_one(w, 't')) != 0 ||
        h->seat != (unsigned)atoi(words_one(w, 's')))
        return pit_fault(p, "it was at table %s, seat %u", p->h.floor.tables[h->table].id,
                         (unsigned)h->seat);
    return same_money(p, "the hit", h->amount, words_one(w, 'c'));
}

/* ---- Signs, alarms, claims, notices and readings ---- */

static bool table_is(struct pit *p, const char *id, const char *state)
{
    const struct floor *f = &p->h.floor;
    const uint32_t at = floor_find_table(f, id);
    if (at == FLOOR_NONE)
        return pit_fault(p, "there is no table %s", id);
    const struct floor_play *play = &f->plays[at];
    const struct {
        const char *name;
        bool is;
    } states[] = {{"playing", play->mode == FLOOR_IN_PLAY},
                  {"betting", play->mode == FLOOR_BETTING},
                  {"joined", f->tables[at].joined},
                  {"away", !f->tables[at].joined},
                  {"lost", f->tables[at].lost},
                  {"found", !f->tables[at].lost}};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(states[i].name, state) == 0)
            return states[i].is || pit_fault(p, "table %s is not %s", id, state);
    return pit_fault(p, "a table is playing or betting, joined or away, lost or found");
}

/* REC-1: members of the last event, as the log writes them. */
static bool logged(struct pit *p, const struct words *w)
{
    const char *text = p->h.log_count > 0 ? p->h.log[p->h.log_count - 1] : "";
    const unsigned first = w->first['x' - 'a'], end = first + w->taken['x' - 'a'];
    for (unsigned i = first; i < end; i++) {
        char name[LINE_MAX_], quoted[LINE_MAX_], plain[LINE_MAX_];
        snprintf(name, sizeof name, "%s", w->word[i]);
        char *value = strchr(name, '=');
        if (value == NULL)
            return pit_fault(p, "a logged member is NAME=VALUE");
        *value++ = '\0';
        snprintf(quoted, sizeof quoted, "\"%.60s\":\"%.300s\"", name, value);
        snprintf(plain, sizeof plain, "\"%.60s\":%.300s", name, value);
        if (strstr(text, quoted) == NULL && strstr(text, plain) == NULL)
            return pit_fault(p, "the log has no %s in %.600s", plain, text);
    }
    return true;
}

static bool threshold_is(struct pit *p, const char *item, const char *amount)
{
    static const char *const names[] = {"", "cash report", "tax form", "check"};
    for (unsigned k = FLOOR_CASH_REPORT; k <= FLOOR_BY_CHECK; k++)
        if (strcmp(names[k], item) == 0)
            return same_money(
                p, item, floor_threshold_at(&p->h.floor, (enum floor_threshold_kind)k, p->h.now_ms),
                amount);
    return pit_fault(p, "there is no threshold %s", item);
}

/* What was counted since the shift began: the coins of a table's hard meter, or the coin-in of a
 * link. */
static bool since_shift(struct pit *p, const struct words *w)
{
    const struct floor *f = &p->h.floor;
    const uint32_t table = floor_find_table(f, words_one(w, 'l'));
    if (strcmp(words_one(w, 'x'), "coins") == 0 && table != FLOOR_NONE)
        return same_count(p, "the hard meter",
                          f->plays[table].coins - f->plays[table].coins_at_shift,
                          words_one(w, 'c'));
    if (strcmp(words_one(w, 'x'), "off") == 0 && table != FLOOR_NONE)
        return same_count(p, "what the counter is off by",
                          (uint64_t)(f->tables[table].drift - f->tables[table].drift_at_shift),
                          words_one(w, 'c'));
    const struct floor_link *l = NULL;
    if (strcmp(words_one(w, 'x'), "begins") == 0 || strcmp(words_one(w, 'x'), "ends") == 0) {
        if (!find_link(p, words_one(w, 'l'), &l))
            return false;
        const struct shift_coins coins = shift_coins_of(f, (uint32_t)(l - f->links));
        const bool is_begin = words_one(w, 'x')[0] == 'b';
        return same_count(p, "the hard meter", (uint64_t)(is_begin ? coins.begin : coins.end),
                          words_one(w, 'c'));
    }
    if (strcmp(words_one(w, 'x'), "variance") == 0)
        return find_link(p, words_one(w, 'l'), &l) &&
               same_money(p, "the variance",
                          shift_figures_now(f, (uint32_t)(l - f->links), 0).variance,
                          words_one(w, 'c'));
    if (strcmp(words_one(w, 'x'), "expected") == 0)
        return find_link(p, words_one(w, 'l'), &l) &&
               same_money(p, "what the coins make",
                          shift_figures_now(f, (uint32_t)(l - f->links), 0).expected,
                          words_one(w, 'c'));
    if (strcmp(words_one(w, 'x'), "returned") == 0)
        return find_link(p, words_one(w, 'l'), &l) &&
               same_money(p, "what went back",
                          shift_figures_now(f, (uint32_t)(l - f->links), 0).returned,
                          words_one(w, 'c'));
    return find_link(p, words_one(w, 'l'), &l) &&
           same_money(p, "the coin-in", money_sub(l->books.coin_in, l->at_shift.coin_in),
                      words_one(w, 'c'));
}

static bool set_clock(struct pit *p, const struct words *w)
{
    const int64_t time = pit_time(words_one(w, 'd'), words_one(w, 'h'));
    if (time < 0)
        return pit_fault(p, "a time is 2026-11-15 10:00");
    p->h.now_ms = time;
    return true;
}

static uint64_t unanswered_alarms(const struct floor *f)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < f->alarm_count; i++)
        count += !f->alarms[i].answered;
    return count;
}

/* TAB-10: what a pending claim will come to. */
static bool due_is(struct pit *p, const struct words *w)
{
    const unsigned seat = (unsigned)strtoul(words_one(w, 's'), NULL, 10);
    const struct floor_claim *c =
        floor_find_claim(&p->h.floor, pit_claim(p, words_one(w, 't'), seat));
    if (c == NULL)
        return pit_fault(p, "nothing waits at that seat");
    return same_money(p, "what is due", floor_claim_due(&p->h.floor, c), words_one(w, 'c'));
}

static bool restart(struct pit *p)
{
    return harness_restart(&p->h) || pit_fault(p, "%s", p->h.fault);
}

/* PIT-19: what the desk is told of a link before play; "none" stands for nothing. */
static bool notices(struct pit *p, const struct words *w)
{
    const struct floor *f = &p->h.floor;
    char should[LINE_MAX_], said[LINE_MAX_] = "";
    const struct floor_link *l = NULL;
    struct notice n;
    if (!find_link(p, words_one(w, 'l'), &l))
        return false;
    words_all(w, 'x', should, sizeof should);
    const uint32_t link = (uint32_t)(l - f->links);
    for (unsigned i = 0; notice_of_link(f, link, i, &n); i++) {
        const size_t len = strlen(said);
        snprintf(said + len, sizeof said - len, "%s%s %s", i > 0 ? ", " : "", notice_word(n.kind),
                 n.award != 0 ? cr_category_name((enum cr_category)(n.award - 1))
                              : floor_progressive(f, link)->meters[n.meter].name);
    }
    if (strcmp(said[0] != '\0' ? said : "none", should) == 0)
        return true;
    return pit_fault(p, "the desk is told: %s", said);
}

/* PIT-5: the tables that have readings to tell; "none" stands for no table. */
static bool readings_due(struct pit *p, const struct words *w)
{
    const struct floor *f = &p->h.floor;
    char should[LINE_MAX_], said[LINE_MAX_] = "";
    words_all(w, 'x', should, sizeof should);
    for (uint32_t i = 0; i < f->table_count; i++) {
        const size_t len = strlen(said);
        if (floor_is_reading_due(f, i))
            snprintf(said + len, sizeof said - len, "%s%s", len > 0 ? " " : "", f->tables[i].id);
    }
    if (strcmp(said[0] != '\0' ? said : "none", should) == 0)
        return true;
    return pit_fault(p, "readings are due of: %s", said);
}

bool pit_check_line(struct pit *p, struct words *w, bool *done)
{
    const struct floor *f = &p->h.floor;
    p->asked = false;
    if (words_match(w, "books <l> <x*>"))
        *done = books(p, w);
    else if (words_match(w, "level <l> <m> <x*>"))
        *done = level(p, w);
    else if (words_match(w, "sign <l> <m> <c>"))
        *done = sign(p, w);
    else if (words_match(w, "hit <n> of <l> <t> seat <s> <c>"))
        *done = hit(p, w);
    else if (words_match(w, "table <t> is <s>"))
        *done = table_is(p, words_one(w, 't'), words_one(w, 's'));
    else if (words_match(w, "due <t> seat <s> <c>"))
        *done = due_is(p, w);
    else if (words_match(w, "claims <n>"))
        *done = same_count(p, "the number of open claims", f->claim_count, words_one(w, 'n'));
    else if (words_match(w, "alarms <n>"))
        *done = same_count(p, "the number of alarms", unanswered_alarms(f), words_one(w, 'n'));
    else if (words_match(w, "readings due <x*>"))
        *done = readings_due(p, w);
    else if (words_match(w, "no shift is missing"))
        *done = !notice_no_shift(&p->h.floor) || pit_fault(p, "the desk is told: no shift");
    else if (words_match(w, "a shift is missing"))
        *done = notice_no_shift(&p->h.floor) || pit_fault(p, "the desk is told nothing");
    else if (words_match(w, "notices <l> <x*>"))
        *done = notices(p, w);
    else if (words_match(w, "logged <x*>"))
        *done = logged(p, w);
    else if (words_match(w, "threshold <i> is <c>"))
        *done = threshold_is(p, words_one(w, 'i'), words_one(w, 'c'));
    else if (words_match(w, "shift <l> <x> <c>"))
        *done = since_shift(p, w);
    else if (words_match(w, "clock <d> <h>"))
        *done = set_clock(p, w);
    else if (words_match(w, "manager restarts"))
        *done = restart(p);
    else if (words_match(w, "events mean <n>"))
        *done = pit_change_meaning(p, words_one(w, 'n'));
    else
        return pit_people_check(p, w, done);
    return true;
}

/* ---- The outcome of a line ---- */

static bool expect_meter(struct pit *p, const struct words *w, const struct cr_money *amounts)
{
    const struct cr_progressive *rules;
    const uint32_t link = floor_find_link(&p->h.floor, p->e.link);
    if (link == FLOOR_NONE || p->e.meter_count == 0)
        return pit_fault(p, "no meter was touched");
    rules = floor_progressive(&p->h.floor, link);
    for (unsigned m = 0; m < rules->meter_count; m++)
        if (w->count == 2 || strcmp(rules->meters[m].name, w->word[1]) == 0)
            return same_money(p, w->word[0], amounts[m], w->word[w->count - 1]);
    return pit_fault(p, "link %s has no meter %s", p->e.link, w->word[1]);
}

static bool expect_figure(struct pit *p, const struct words *w)
{
    const struct floor_event *e = &p->e;
    const struct figure figures[] = {
        {"pays", e->amount}, {"returns", e->amount},      {"worth", e->amount},
        {"house", e->house}, {"funded", e->house_funded}, {"reseeded", e->reseeded},
        {"envy", e->envy},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (strcmp(w->word[0], figures[i].name) == 0)
            return same_money(p, w->word[0], figures[i].amount, w->word[1]);
    if (strcmp(w->word[0], "epoch") == 0)
        return same_count(p, "the epoch", e->epoch, w->word[1]);
    if (strcmp(w->word[0], "round") == 0)
        return same_count(p, "the round", e->round, w->word[1]);
    if (strcmp(w->word[0], "from") == 0)
        return strcmp(e->from, w->word[1]) == 0 || pit_fault(p, "it is from %s", e->from);
    if (strcmp(w->word[0], "by") == 0)
        return strcmp(claim_method_name((enum claim_method)e->method), w->word[1]) == 0 ||
               pit_fault(p, "it is by %s", claim_method_name((enum claim_method)e->method));
    return pit_fault(p, "nothing has an outcome \"%s\"", w->word[0]);
}

static bool expect_one(struct pit *p, const char *outcome)
{
    struct words w;
    if (!words_split(&w, outcome) || w.count < 2 || w.count > 3)
        return pit_fault(p, "an outcome is a name and an amount, not \"%s\"", outcome);
    if (strcmp(w.word[0], "meter") == 0)
        return expect_meter(p, &w, p->e.after);
    if (strcmp(w.word[0], "reserve") == 0)
        return expect_meter(p, &w, p->e.reserves);
    return w.count == 2 ? expect_figure(p, &w) : pit_fault(p, "what is \"%s\"?", outcome);
}

bool pit_expect(struct pit *p, const char *outcome)
{
    if (!p->asked)
        return outcome[0] == '\0' || pit_fault(p, "this line has no outcome");
    if (strncmp(outcome, "refused ", 8) == 0) {
        if (p->rc == 0)
            return pit_fault(p, "was not refused");
        return strstr(p->err.text, outcome + 8) != NULL ||
               pit_fault(p, "was refused with: %s", p->err.text);
    }
    if (p->rc != 0)
        return pit_fault(p, "was refused: %s", p->err.text);
    char copy[LINE_MAX_];
    snprintf(copy, sizeof copy, "%s", outcome);
    for (char *at = copy; at != NULL && *at != '\0';) {
        char *next = strchr(at, ',');
        if (next != NULL)
            *next++ = '\0';
        if (!expect_one(p, at))
            return false;
        at = next;
    }
    return true;
}
