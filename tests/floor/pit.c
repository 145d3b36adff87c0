/* Asks the floor and remembers the answers; see pit.h. */
#include "floor/pit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pit_open(struct pit *p)
{
    const struct floor_limits limits = {.tables = PIT_TABLES,
                                        .links = 4,
                                        .claims = PIT_CLAIMS,
                                        .disputes = 4,
                                        .alarms = 8,
                                        .people = PIT_PEOPLE,
                                        .documents = 16,
                                        .tokens = 3};
    memset(p, 0, sizeof *p);
    harness_start(&p->h, &limits);
    p->h.now_ms = pit_time("2026-11-15", "10:00");
}

void pit_close(struct pit *p)
{
    harness_stop(&p->h);
}

bool pit_fault(struct pit *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(p->fault, sizeof p->fault, format, args);
    va_end(args);
    return false;
}

/* ---- Events ---- */

void pit_begin(struct pit *p, unsigned kind)
{
    event_init(&p->e, kind);
    p->asked = true;
    p->rc = 0;
    p->err = (struct cr_err){0};
}

static int set_list(struct pit *p, const struct event_field *field, const char *value)
{
    char copy[LINE_MAX_];
    int rc = 0;
    unsigned index = 0;
    snprintf(copy, sizeof copy, "%s", value);
    for (char *word = strtok(copy, " "); word != NULL && rc == 0; word = strtok(NULL, " "))
        rc = field->type == EVENT_WORDS
                 ? event_add_string(&p->e, field, index++, word, strlen(word), &p->err)
                 : event_add_number(&p->e, field, index++, word, strlen(word), &p->err);
    return rc;
}

void pit_set(struct pit *p, const char *name, const char *value)
{
    const struct event_member *m = event_member_find(event_kind(p->e.kind), name, strlen(name));
    if (m == NULL || m->use == EVENT_MADE)
        abort(); /* a fault of the runner, not of a scenario */
    if (value[0] == '\0' || p->rc != 0)
        return;
    const struct event_field *field = m->field;
    switch (field->type) {
    case EVENT_SEATS:
    case EVENT_WORDS:
    case EVENT_SEQS:
        p->rc = set_list(p, field, value);
        break;
    case EVENT_FLAG:
        p->rc = event_set_flag(&p->e, field, strcmp(value, "true") == 0, &p->err);
        break;
    case EVENT_SEAT:
    case EVENT_COUNT:
    case EVENT_SMALL:
    case EVENT_TIME:
        p->rc = event_set_number(&p->e, field, value, strlen(value), &p->err);
        break;
    default:
        p->rc = event_set_string(&p->e, field, value, strlen(value), &p->err);
        break;
    }
}

static void remember(struct pit *p)
{
    const struct floor_event *e = &p->e;
    if ((e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_AWARD_PENDING) &&
        p->claim_count < PIT_CLAIMS) {
        struct pit_claim *c = &p->claims[p->claim_count++];
        memcpy(c->table, e->table, FLOOR_ID_MAX);
        c->seat = e->seat;
        c->seq = e->seq;
    }
    if (e->kind == FLOOR_DISPUTE_OPENED)
        p->dispute = e->seq;
    if (e->kind == FLOOR_ALARM_RAISED || e->kind == FLOOR_DISPUTE_ESCALATED ||
        e->kind == FLOOR_CLAIM_HELD)
        p->alarm = e->seq;
    struct pit_table *t = e->table[0] != '\0' ? pit_table(p, e->table) : NULL;
    if (t != NULL && e->table_seq != 0)
        t->last = *e;
    if (t != NULL && (e->table_seq != 0 || e->kind == FLOOR_TABLE_JOINED)) {
        const uint32_t at = floor_find_table(&p->h.floor, e->table);
        t->epoch = p->h.floor.plays[at].epoch;
        t->seq = p->h.floor.plays[at].seq;
    }
}

bool pit_ask(struct pit *p)
{
    if (p->rc != 0)
        return true; /* a refused member is the answer to the whole event */
    if (!harness_step(&p->h, &p->e, &p->rc, &p->err) || !harness_clean(&p->h))
        return pit_fault(p, "%s", p->h.fault);
    if (p->rc == 0)
        remember(p);
    return true;
}

bool pit_ask_surely(struct pit *p)
{
    if (!pit_ask(p))
        return false;
    if (p->rc != 0)
        return pit_fault(p, "was refused: %s", p->err.text);
    p->asked = false;
    return true;
}

struct pit_table *pit_table(struct pit *p, const char *id)
{
    for (unsigned i = 0; i < p->table_count; i++)
        if (strcmp(p->tables[i].id, id) == 0)
            return &p->tables[i];
    if (p->table_count == PIT_TABLES)
        abort();
    struct pit_table *t = &p->tables[p->table_count++];
    snprintf(t->id, sizeof t->id, "%s", id);
    return t;
}

void pit_begin_at(struct pit *p, unsigned kind, const char *table)
{
    char number[32];
    const struct pit_table *t = pit_table(p, table);
    pit_begin(p, kind);
    pit_set(p, "table", table);
    snprintf(number, sizeof number, "%llu", (unsigned long long)t->epoch);
    pit_set(p, "epoch", t->epoch > 0 ? number : "1");
    snprintf(number, sizeof number, "%llu", (unsigned long long)t->seq + 1);
    pit_set(p, "table_seq", number);
}

uint64_t pit_claim(const struct pit *p, const char *table, unsigned seat)
{
    for (unsigned i = p->claim_count; i-- > 0;)
        if (strcmp(p->claims[i].table, table) == 0 && p->claims[i].seat == seat)
            return p->claims[i].seq;
    return 0;
}

/* ---- Figures ---- */

bool pit_money(struct pit *p, const char *text, struct cr_money *out)
{
    struct cr_err err = {0};
    const bool minus = text[0] == '-';
    if (cr_money_parse(text + minus, strlen(text + minus), CR_MONEY_MICRO, out, &err) != 0)
        return pit_fault(p, "\"%s\" is no amount: %s", text, err.text);
    if (minus)
        out->micro = -out->micro;
    return true;
}

int64_t pit_time(const char *day, const char *hour)
{
    int y, m, d, hh, mm;
    if (sscanf(day, "%d-%d-%d", &y, &m, &d) != 3 || sscanf(hour, "%d:%d", &hh, &mm) != 2)
        return -1;
    /* Days since 1970 in the Gregorian calendar, with years that begin in March. */
    y -= m <= 2;
    const int era = y / 400, year = y % 400;
    const int of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    const int64_t days =
        (int64_t)era * 146097 + year * 365 + year / 4 - year / 100 + of_year - 719468;
    return ((days * 24 + hh) * 60 + mm) * 60000;
}
