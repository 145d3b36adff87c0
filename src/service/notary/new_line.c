/* Begins a new line of checkpoints, after two people have accepted that the store lost events: sets
 * the files that contradict the store aside. */
#include "service/notary/notary_internal.h"

#include "base/dates.h"
#include "floor/alarms.h"
#include "os/clock.h"
#include "os/durable_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALARMS_MAX 256

/* ---- Which loss two people have accepted ---- */

/* The rollback alarms of witnesses, and up to which event each says that the log was witnessed.
 * That number is taken from a member of its own and not from the alarm's text, which quotes names
 * of files that could say anything. */
struct accepted {
    struct {
        uint64_t alarm, witnessed;
    } waiting[ALARMS_MAX];
    unsigned count;
    uint64_t witnessed; /* the loss of events up to here was accepted by two people */
    struct floor_event event;
};

static void take_alarm(struct accepted *a, const struct floor_event *e)
{
    if (e->kind == FLOOR_ALARM_RAISED && alarm_is(e->item, ALARM_ROLLBACK) && e->table[0] == '\0' &&
        e->witnessed != 0 && a->count < ALARMS_MAX) {
        a->waiting[a->count].alarm = e->seq;
        a->waiting[a->count++].witnessed = e->witnessed;
    }
    for (unsigned i = 0; e->kind == FLOOR_ALARM_ACKNOWLEDGED && i < a->count; i++)
        if (a->waiting[i].alarm == e->alarm && e->approver[0] != '\0' &&
            a->waiting[i].witnessed > a->witnessed)
            a->witnessed = a->waiting[i].witnessed;
}

static int take_event(void *context, const struct store_event *event)
{
    struct accepted *a = context;
    const unsigned kind = event_text_kind(event->body, event->len);
    if ((kind == FLOOR_ALARM_RAISED || kind == FLOOR_ALARM_ACKNOWLEDGED) &&
        event_decode(event->body, event->len, &a->event, NULL) == 0)
        take_alarm(a, &a->event);
    return 0;
}

static int read_accepted(struct store *store, uint64_t *witnessed, struct cr_err *err)
{
    struct accepted *a = calloc(1, sizeof(*a));
    if (a == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    const int rc = store_read(store, 1, UINT64_MAX, take_event, a, err);
    *witnessed = a->witnessed;
    free(a);
    return rc;
}

/* ---- Setting aside ---- */

/* Renames a file. Nothing is removed, because the old line is evidence. */
static int set_aside(const char *path, struct cr_err *err)
{
    char name[4096], when[WHEN_TEXT_MAX];
    when_format(clock_wall_ms(), when);
    for (char *c = when; *c != '\0'; c++)
        if (*c == ' ' || *c == ':')
            *c = '-';
    if ((size_t)snprintf(name, sizeof(name), "%s.before-%s", path, when) >= sizeof(name))
        return err_set(err, CR_E_INPUT, "%.200s: the path is too long", path);
    if (rename(path, name) != 0)
        return errno == ENOENT ? 0
                               : err_set(err, CR_E_IO, "%.300s: cannot be set aside: %s", path,
                                         strerror(errno));
    durable_sync_folder_of(path);
    fprintf(stderr, "croupier serve: %s is kept as %s; a new line of checkpoints begins\n", path,
            name);
    return 0;
}

struct renewing {
    struct store *store;
    struct store_head head;
    uint64_t accepted;
    bool is_trial;  /* only look: all files are checked before one is renamed */
    unsigned count; /* files that contradict the store */
};

/* Sets a file aside if it contradicts the store. CR_E_STATE when nobody has accepted the loss that
 * it shows. */
static int renew_file(struct renewing *r, const char *path, struct cr_err *err)
{
    struct checkpoint last;
    bool has = false;
    int rc = witness_file_last(path, &last, &has, err);
    if (rc != 0 || !has)
        return rc;
    rc = notary_compare(r->store, &r->head, path, &last, err);
    if (rc != CR_E_STATE)
        return rc;
    if (last.seq > r->accepted)
        return err_set(err, CR_E_STATE,
                       "%.200s witnessed event %llu, and no two people have accepted yet that the "
                       "store has lost it: start without --new-checkpoints, acknowledge the alarm "
                       "rollback, then start with it",
                       path, (unsigned long long)last.seq);
    r->count++;
    return r->is_trial ? 0 : set_aside(path, err);
}

static int renew_all(struct renewing *r, const struct notarize_options *o, struct cr_err *err)
{
    char path[4096];
    r->count = 0;
    snprintf(path, sizeof(path), "%.4000s/" WITNESS_OWN, o->trust);
    int rc = renew_file(r, path, err);
    snprintf(path, sizeof(path), "%.4000s/tree", o->trust);
    if (rc == 0 && r->count > 0 && !r->is_trial)
        rc = set_aside(path, err);
    for (unsigned i = 0; rc == 0 && i < o->witness_count; i++)
        rc = renew_file(r, o->witnesses[i], err);
    if (rc == 0 && r->count == 0)
        rc = err_set(err, CR_E_STATE,
                     "no file of checkpoints contradicts the store: leave out --new-checkpoints");
    return rc;
}

int new_line_begin(const struct notarize_options *o, const char *address, struct cr_err *err)
{
    struct renewing r = {0};
    int rc = store_open(address, STORE_READ, &r.store, err);
    if (rc != 0)
        return rc;
    rc = store_head(r.store, &r.head, err);
    if (rc == 0)
        rc = read_accepted(r.store, &r.accepted, err);
    r.is_trial = true;
    if (rc == 0)
        rc = renew_all(&r, o, err);
    r.is_trial = false;
    if (rc == 0)
        rc = renew_all(&r, o, err);
    store_close(r.store);
    return rc;
}
