/* Tells a night again with a fraud in it; see forger.h. */
#include "forger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM   EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)
#define EVENTS 1000

static void must(const struct forger *g, bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "forger: %s: %s\n", g->fraud->title, what);
    exit(1);
}

/* ---- Functions for frauds ---- */

struct floor_link *forger_link(struct forger *g, const char *id)
{
    return &g->floor.links[floor_find_link(&g->floor, id)];
}

struct floor_table *forger_table(struct forger *g, const char *id)
{
    return &g->floor.tables[floor_find_table(&g->floor, id)];
}

struct floor_play *forger_play(struct forger *g, const char *table)
{
    return &g->floor.plays[floor_find_table(&g->floor, table)];
}

struct floor_person *forger_person(struct forger *g, const char *name)
{
    struct floor_person *p = g->floor.people;
    while (strcmp(p->name, name) != 0)
        p++;
    return p;
}

struct floor_claim *forger_claim(struct forger *g)
{
    return floor_find_claim(&g->floor, g->e.claim);
}

void forger_put(char *to, size_t size, const char *text)
{
    memset(to, 0, size);
    snprintf(to, size, "%s", text);
}

/* ---- Writing ---- */

/* Replaces the fraud's words in a line. */
static void exchange(struct forger *g, char *line)
{
    char *at = g->from[0] != '\0' ? strstr(line, g->from) : NULL;
    const size_t from = strlen(g->from), to = strlen(g->to);
    if (at != NULL) {
        memmove(at + to, at + from, strlen(at + from) + 1);
        memcpy(at, g->to, to);
    }
    g->from[0] = '\0';
}

static void write_event(struct forger *g, const struct floor_event *e)
{
    static char text[ROOM + 64];
    must(g, g->count < EVENTS, "the night is too long");
    text[event_encode(e, text, ROOM)] = '\0';
    exchange(g, text);
    g->lines[g->count++] = strdup(text);
    floor_clean(&g->floor);
}

static bool names(const struct floor_event *e, const char *word)
{
    return word == NULL || strcmp(e->table, word) == 0 || strcmp(e->link, word) == 0 ||
           strcmp(e->item, word) == 0 || strcmp(e->person, word) == 0;
}

static void look(struct forger *g, const struct floor_event *e)
{
    const struct fraud *f = g->fraud;
    const bool is_it = f->seen_kind == 0 || (f->seen_kind == e->kind && names(e, f->seen_at));
    if (g->is_done && g->seen == 0 && is_it)
        g->seen = e->seq;
}

/* Writes an extra event before the present one, whose number at its table moves up. */
static void inserted(struct forger *g, const struct floor_event *extra)
{
    write_event(g, extra);
    if (g->e.table_seq != 0 && extra->table_seq != 0 && strcmp(g->e.table, extra->table) == 0)
        g->e.table_seq++;
    if (g->seen == 0 && g->fraud->seen_kind == 0)
        g->seen = extra->seq;
}

void forger_also(struct forger *g, struct floor_event *extra)
{
    struct cr_err err = {0};
    if (floor_step(&g->floor, extra, g->floor.time_ms, &err) != 0)
        must(g, false, err.text);
    inserted(g, extra);
}

void forger_say(struct forger *g, struct floor_event *extra)
{
    extra->seq = ++g->floor.seq;
    extra->time_ms = g->floor.time_ms;
    if (extra->table_seq != 0) {
        struct floor_play *play = forger_play(g, extra->table);
        extra->prev = play->last;
        play->last = extra->seq;
        play->seq++;
    }
    inserted(g, extra);
}

void forger_at_table(struct forger *g, struct floor_event *extra, unsigned kind, const char *table)
{
    event_init(extra, kind);
    FORGER_PUT(extra->table, table);
    extra->epoch = forger_play(g, table)->epoch;
    extra->table_seq = forger_play(g, table)->seq + 1;
}

/* ---- Numbers ---- */

/* Replaces references to events by their new numbers. False if one of them is not in the new log,
 * so that this event makes no sense there. */
static bool renumber(struct forger *g)
{
    uint64_t *const numbers[] = {&g->e.claim, &g->e.alarm, &g->e.dispute, &g->e.payment};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (*numbers[i] != 0 && (*numbers[i] = g->renumbered[*numbers[i]]) == 0)
            return false;
    for (unsigned i = 0; i < g->e.order_count; i++)
        g->e.order[i] = g->renumbered[g->e.order[i]];
    return true;
}

/* Gives the event its table's next number, or what the table was told last. */
static void number_table(struct forger *g)
{
    if (g->e.table_seq != 0) {
        g->e.epoch = forger_play(g, g->e.table)->epoch;
        g->e.table_seq = forger_play(g, g->e.table)->seq + 1;
    } else if (g->e.acked_epoch != 0) {
        g->e.acked_epoch = forger_play(g, g->e.table)->epoch;
        g->e.acked_seq = forger_play(g, g->e.table)->seq;
    }
}

/* Replaces the hash of a document that was changed. */
static void name_document(struct forger *g)
{
    if (g->e.kind != FLOOR_LINK_CONFIGURED && g->e.kind != FLOOR_TABLE_CONFIGURED)
        return;
    for (uint32_t i = 0; i < g->floor.document_count; i++)
        if (memcmp(g->hashes[i], g->recorded.document, CR_HASH_BYTES) == 0)
            memcpy(g->e.document, g->floor.documents[i].hash, CR_HASH_BYTES);
}

/* ---- The night ---- */

static bool is_place(struct forger *g)
{
    const struct fraud *f = g->fraud;
    if (g->is_done || g->recorded.kind != f->kind || !names(&g->recorded, f->at))
        return false;
    g->matched++;
    g->is_done = g->matched == (f->nth == 0 ? 1 : f->nth);
    return g->is_done;
}

static void step(struct forger *g)
{
    struct cr_err err = {0};
    if (floor_step(&g->floor, &g->e, g->recorded.time_ms, &err) != 0)
        must(g, false, err.text);
    if (g->e.kind == FLOOR_DOCUMENT_ADDED)
        memcpy(g->hashes[g->floor.document_count - 1], g->recorded.document, CR_HASH_BYTES);
}

/* The event has happened but is not in the log, so the next one gets its number. table: the table
 * that sent it; FLOOR_NONE: a desk, even if the event names a table. */
static void leave_out(struct forger *g, uint32_t table, uint64_t last)
{
    g->floor.seq--;
    if (table != FLOOR_NONE)
        g->floor.plays[table].last = last;
}

static void tell_event(struct forger *g, const char *line)
{
    struct cr_err err = {0};
    if (event_decode(line, strlen(line), &g->recorded, &err) != 0)
        must(g, false, err.text);
    event_copy_given(&g->e, &g->recorded);
    if (!renumber(g))
        return;
    number_table(g);
    name_document(g);
    const bool is_here = is_place(g);
    const uint32_t table = floor_find_table(&g->floor, g->e.table);
    const uint64_t last = table == FLOOR_NONE ? 0 : g->floor.plays[table].last;
    if (is_here && g->fraud->before != NULL)
        g->fraud->before(g);
    step(g);
    g->renumbered[g->recorded.seq] = g->e.seq;
    if (is_here && g->is_left_out)
        leave_out(g, table, last);
    else
        look(g, &g->e);
    if (is_here && g->fraud->after != NULL)
        g->fraud->after(g);
    if (!is_here || !g->is_left_out)
        write_event(g, &g->e);
}

void forger_tell(struct forger *g, const struct fraud *fraud, const char *night)
{
    static char line[ROOM];
    memset(g, 0, sizeof *g);
    g->fraud = fraud;
    g->memory = malloc(floor_memory_size(&floor_limits_usual));
    g->lines = calloc(EVENTS, sizeof *g->lines);
    g->renumbered = calloc(EVENTS, sizeof *g->renumbered);
    FILE *in = fopen(night, "r");
    must(g, in != NULL && g->memory != NULL && g->lines != NULL && g->renumbered != NULL, night);
    floor_init(&g->floor, &floor_limits_usual, g->memory);
    while (fgets(line, sizeof line, in) != NULL && !(g->is_cut && g->seen != 0)) {
        line[strcspn(line, "\n")] = '\0';
        tell_event(g, line);
    }
    fclose(in);
    must(g, g->is_done, "there is no such event in the night");
    must(g, g->seen != 0, "it never shows");
}

void forger_free(struct forger *g)
{
    for (size_t i = 0; i < g->count; i++)
        free(g->lines[i]);
    free(g->lines);
    free(g->renumbered);
    free(g->memory);
}
