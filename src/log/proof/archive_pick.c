/* Selects the events of a claim in one pass over the log, then adds the events about the people and
 * documents that those name. */
#define _GNU_SOURCE
#include "log/proof/archive_pick.h"

#include "base/err.h"
#include "base/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENTS_MAX 2 /* the link's progressive, the table's rules */

/* An event about a person or a document, kept until it is known whether the claim needs it. */
struct subject {
    uint64_t seq;
    unsigned kind;
    char person[FLOOR_PERSON_MAX];
    uint8_t document[CR_HASH_BYTES];
};

struct walk {
    const struct floor_event *made;
    struct pick *pick;
    struct subject *subjects;
    size_t subject_count, subject_room;
    char (*people)[FLOOR_PERSON_MAX]; /* named by the events picked so far */
    size_t person_count, person_room;
    /* The last event of each kind before the claim; 0: none. */
    uint64_t started, link_configured, link_opened, table_configured, thresholds;
    uint8_t documents[DOCUMENTS_MAX][CR_HASH_BYTES];
    char table_text[FLOOR_ID_MAX + 16];
    struct floor_event e;
    struct cr_err *err;
};

/* ---- Picking ---- */

static int note_person(struct walk *w, const char *name)
{
    for (size_t i = 0; i < w->person_count; i++)
        if (strcmp(w->people[i], name) == 0)
            return 0;
    if (name[0] == '\0')
        return 0;
    if (!list_grow(&w->people, &w->person_room, w->person_count, sizeof(*w->people)))
        return err_set(w->err, CR_E_IO, "out of memory");
    snprintf(w->people[w->person_count++], FLOOR_PERSON_MAX, "%s", name);
    return 0;
}

static int take(struct walk *w, uint64_t seq)
{
    struct pick *p = w->pick;
    if (!list_grow(&p->seqs, &p->room, p->count, sizeof(*p->seqs)))
        return err_set(w->err, CR_E_IO, "out of memory");
    p->seqs[p->count++] = seq;
    return 0;
}

static int take_with_people(struct walk *w)
{
    int rc = take(w, w->e.seq);
    if (rc == 0)
        rc = note_person(w, w->e.user);
    if (rc == 0)
        rc = note_person(w, w->e.approver);
    return rc;
}

static int note_subject(struct walk *w)
{
    if (!list_grow(&w->subjects, &w->subject_room, w->subject_count, sizeof(*w->subjects)))
        return err_set(w->err, CR_E_IO, "out of memory");
    struct subject *s = &w->subjects[w->subject_count++];
    s->seq = w->e.seq;
    s->kind = w->e.kind;
    memcpy(s->person, w->e.person, sizeof(s->person));
    memcpy(s->document, w->e.document, sizeof(s->document));
    return 0;
}

/* ---- The walk ---- */

static bool is_of_round(const struct walk *w)
{
    return w->e.round == w->made->round && strcmp(w->e.table, w->made->table) == 0;
}

static bool is_of_claim(const struct walk *w)
{
    if (w->e.seq == w->made->seq || w->e.claim == w->made->seq)
        return true;
    for (unsigned i = 0; i < w->e.order_count; i++)
        if (w->e.order[i] == w->made->seq)
            return true;
    return false;
}

/* Notes the start, thresholds and configuration that are in force when the claim is made. */
static void note_in_force(struct walk *w)
{
    const struct floor_event *e = &w->e;
    const bool of_link = strcmp(e->link, w->made->link) == 0;
    if (e->seq > w->made->seq)
        return;
    if (e->kind == FLOOR_MANAGER_STARTED)
        w->started = e->seq;
    if (e->kind == FLOOR_THRESHOLD_SET)
        w->thresholds = e->seq;
    if (e->kind == FLOOR_LINK_OPENED && of_link)
        w->link_opened = e->seq;
    if (e->kind == FLOOR_LINK_CONFIGURED && of_link) {
        w->link_configured = e->seq;
        memcpy(w->documents[0], e->document, CR_HASH_BYTES);
    }
    if (e->kind == FLOOR_TABLE_CONFIGURED && strcmp(e->table, w->made->table) == 0) {
        w->table_configured = e->seq;
        memcpy(w->documents[1], e->document, CR_HASH_BYTES);
    }
}

static bool is_about_subjects(unsigned kind)
{
    return kind == FLOOR_PERSON_ADDED || kind == FLOOR_PERSON_CHANGED ||
           kind == FLOOR_DOCUMENT_ADDED;
}

/* Most events are coins of other tables: they are skipped by their text, without decoding. */
static bool may_matter(const struct walk *w, const struct store_event *event)
{
    const unsigned kind = event_text_kind(event->body, event->len);
    if (kind == FLOOR_NO_KIND || !event_kind(kind)->by_table)
        return true;
    return memmem(event->body, event->len, w->table_text, strlen(w->table_text)) != NULL;
}

static int each(void *context, const struct store_event *event)
{
    struct walk *w = context;
    if (!may_matter(w, event))
        return 0;
    int rc = event_decode(event->body, event->len, &w->e, w->err);
    if (rc != 0)
        return err_prefix(w->err, "event %llu", (unsigned long long)event->seq);
    note_in_force(w);
    if (is_about_subjects(w->e.kind))
        return note_subject(w);
    const bool is_key = w->e.kind == FLOOR_KEY_TURNED && event->seq > w->made->seq &&
                        strcmp(w->e.table, w->made->table) == 0;
    if (is_of_round(w) || is_of_claim(w) || is_key)
        return take_with_people(w);
    return 0;
}

/* ---- People and documents that the picked events name ---- */

static bool is_wanted(const struct walk *w, const struct subject *s)
{
    for (unsigned d = 0; s->kind == FLOOR_DOCUMENT_ADDED && d < DOCUMENTS_MAX; d++)
        if (memcmp(s->document, w->documents[d], CR_HASH_BYTES) == 0)
            return true;
    for (size_t i = 0; s->kind != FLOOR_DOCUMENT_ADDED && i < w->person_count; i++)
        if (strcmp(s->person, w->people[i]) == 0)
            return true;
    return false;
}

static int take_people_of(void *context, const struct store_event *event)
{
    struct walk *w = context;
    int rc = event_decode(event->body, event->len, &w->e, w->err);
    return rc != 0 ? rc : take_with_people(w);
}

static int take_in_force(struct walk *w, struct store *store)
{
    const uint64_t seqs[] = {w->started, w->link_configured, w->link_opened, w->table_configured,
                             w->thresholds};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < sizeof(seqs) / sizeof(seqs[0]); i++)
        if (seqs[i] != 0)
            rc = store_read(store, seqs[i], 1, take_people_of, w, w->err);
    for (size_t i = 0; rc == 0 && i < w->subject_count; i++)
        if (is_wanted(w, &w->subjects[i]))
            rc = take(w, w->subjects[i].seq);
    return rc;
}

static void sort_once(struct pick *p)
{
    size_t kept = 0;
    qsort(p->seqs, p->count, sizeof(*p->seqs), list_by_number);
    for (size_t i = 0; i < p->count; i++)
        if (kept == 0 || p->seqs[kept - 1] != p->seqs[i])
            p->seqs[kept++] = p->seqs[i];
    p->count = kept;
}

int pick_events(struct store *store, const struct floor_event *made, struct pick *out,
                struct cr_err *err)
{
    struct walk *w = calloc(1, sizeof(*w));
    if (w == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    memset(out, 0, sizeof(*out));
    w->made = made;
    w->pick = out;
    w->err = err;
    snprintf(w->table_text, sizeof(w->table_text), "\"table\":\"%s\"", made->table);
    int rc = store_read(store, 1, UINT64_MAX / 2, each, w, err);
    if (rc == 0)
        rc = take_in_force(w, store);
    if (rc == 0)
        sort_once(out);
    free(w->subjects);
    free(w->people);
    free(w);
    if (rc != 0)
        pick_free(out);
    return rc;
}

void pick_free(struct pick *p)
{
    free(p->seqs);
    memset(p, 0, sizeof(*p));
}
