/* The findings of `croupier doctor`, and what it finds on a floor; see doctor.h. */
#include "app/doctor.h"

#include "floor/alarms.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAMES_MAX 8 /* so many tables or alarms are named */

void doctor_add(struct doctor *d, enum finding_level level, const char *topic, const char *format,
                ...)
{
    va_list args;
    if (d->count == FINDINGS_MAX) {
        d->left_out++;
        return;
    }
    struct finding *f = &d->findings[d->count++];
    f->level = level;
    f->topic = topic;
    f->todo[0] = '\0';
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

void doctor_todo(struct doctor *d, const char *format, ...)
{
    va_list args;
    if (d->count == 0 || d->left_out > 0)
        return;
    va_start(args, format);
    vsnprintf(d->findings[d->count - 1].todo, FINDING_TEXT, format, args);
    va_end(args);
}

bool doctor_has_problem(const struct doctor *d)
{
    for (unsigned i = 0; i < d->count; i++)
        if (d->findings[i].level == FINDING_PROBLEM)
            return true;
    return false;
}

/* ---- A floor ---- */

static void look_at_alarms(struct doctor *d, const struct summary *g)
{
    for (unsigned i = 0; i < g->alarm_count && i < NAMES_MAX; i++) {
        const struct summary_alarm *a = &g->alarms[i];
        if (a->halts)
            doctor_problem(d, "alarm", "alarm %" PRIu64 " (%s%s%s) keeps the floor closed", a->seq,
                           a->item, a->table[0] ? ", " : "", a->table);
        else
            doctor_warn(d, "alarm", "alarm %" PRIu64 " (%s%s%s) waits for an answer", a->seq,
                        a->item, a->table[0] ? ", " : "", a->table);
        if (a->halts && alarm_is(a->item, ALARM_BOOKS))
            doctor_todo(d, "keep a copy of the store, stop the manager, run 'croupier verify' and "
                           "'croupier db rebuild'; then two people acknowledge it");
        else if (a->halts)
            doctor_todo(d, "find out which events are missing before two people acknowledge it; "
                           "docs/operations.md says how");
        else
            doctor_todo(d, "look at 'croupier log --from %" PRIu64 "' and acknowledge it", a->seq);
    }
    if (g->alarm_count > NAMES_MAX)
        doctor_warn(d, "alarm", "%u more alarms wait; see 'croupier status'",
                    g->alarm_count - NAMES_MAX);
}

static void add_name(struct text *names, unsigned *count, const char *id)
{
    if (++*count <= NAMES_MAX)
        text_add_format(names, "%s%s", *count > 1 ? ", " : "", id);
    else if (*count == NAMES_MAX + 1)
        text_add(names, " …");
}

static void look_at_tables(struct doctor *d, const struct summary *g)
{
    char offline_room[256], silent_room[256];
    struct text offline, silent;
    unsigned offline_count = 0, silent_count = 0;
    text_init(&offline, offline_room, sizeof offline_room);
    text_init(&silent, silent_room, sizeof silent_room);
    for (unsigned i = 0; i < g->table_count; i++) {
        const struct summary_table *t = &g->tables[i];
        if (!t->joined)
            add_name(&offline, &offline_count, t->id);
        else if (t->alive == SUMMARY_SILENT)
            add_name(&silent, &silent_count, t->id);
    }
    if (offline_count > 0) {
        doctor_warn(d, "tables", "%u of %u not joined: %s", offline_count, g->table_count,
                    offline_room);
        doctor_todo(d, "look at their controllers: power, network, the manager's address; a table "
                       "joins by itself");
    }
    if (silent_count > 0) {
        doctor_warn(d, "tables", "%u joined but not heard of now: %s", silent_count, silent_room);
        doctor_todo(d, "they have closed themselves; look at the network between them and the "
                       "manager");
    }
    if (g->table_count > 0 && offline_count + silent_count == 0)
        doctor_ok(d, "tables", "%u tables, all joined", g->table_count);
}

/* PIT-6: warns when tables play and no shift is open, because payments are then on no End of Shift
 * form. */
static void look_at_shift(struct doctor *d, const struct summary *g)
{
    unsigned playing = 0;
    for (unsigned i = 0; i < g->table_count; i++)
        playing += g->tables[i].joined &&
                   (g->tables[i].coins > 0 || strcmp(g->tables[i].mode, "in play") == 0);
    if (playing == 0 || g->shift[0] != '\0')
        return;
    doctor_warn(d, "shift", "no shift is open, and %u of %u tables play", playing, g->table_count);
    doctor_todo(d, "open a shift at the Game Manager, so that an End of Shift form has what they "
                   "take in and pay");
}

void doctor_look_floor(struct doctor *d, const struct summary *g)
{
    unsigned closed = 0;
    if (g->halted) {
        doctor_problem(d, "floor",
                       "the floor is closed: the store is not what a table, a witness or its own "
                       "log says it must be");
        doctor_todo(d, "do what its alarm asks for; docs/operations.md, 'Alarms'");
    }
    look_at_alarms(d, g);
    look_at_tables(d, g);
    look_at_shift(d, g);
    for (unsigned i = 0; i < g->link_count; i++)
        closed += !g->links[i].open;
    if (closed > 0 && !g->halted)
        doctor_warn(d, "links", "%u of %u links are closed; nobody can bet on them", closed,
                    g->link_count);
    if (g->claim_count > 0)
        doctor_ok(d, "jackpots", "%u wait; 'croupier status' says what is missing", g->claim_count);
    if (g->dispute_count > 0)
        doctor_ok(d, "disputes", "%u are open", g->dispute_count);
}
