/* PIT-5: a shift is closed when its tables have told their meters. Closing asks for the readings
 * first, waits until every table that is there has answered, but not for ever, and then closes: a
 * reading that did not come is missing on the form, and the form says so. The first shift asks for
 * what it begins with.
 *
 * So does whoever moves a table to another link within a shift, or changes the progressive of a
 * link: which events these are is the floor's to say (floor_ends_part). */
#include "service/api/auth.h"

#include "floor/semantics.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_MS 50

/* A closing that waits; its job is counted among the interface's. */
struct api_closing {
    struct writer_job ask; /* first */
    struct api_job *job;
    int64_t until_ms;
    struct api_closing *next;
};

static void fill_ask(struct floor_event *e, const char *user)
{
    event_init(e, FLOOR_READINGS_ASKED);
    memcpy(e->user, user, sizeof(e->user));
}

/* Whether the table can be expected to answer: one of ours under its lease, or one that another
 * manager holds. */
static bool is_there(struct api *api, const struct floor *f, uint32_t table, int64_t now_ms)
{
    const struct manager *m = writer_manager(api->writer);
    const struct floor_table *t = &f->tables[table];
    return t->joined && !t->lost && t->link != FLOOR_NONE &&
           (strcmp(t->manager, manager_configuration(m)->id) != 0 ||
            manager_is_alive(m, table, now_ms));
}

/* Whether a table can read its counter for this; or, is_due, has been asked to and has not yet. */
static bool has_readers(struct api *api, const struct floor_event *e, bool is_due)
{
    const int64_t now_ms = clock_mono_ms();
    const struct floor *f = writer_lock(api->writer);
    bool found = false;
    for (uint32_t i = 0; i < f->table_count && !found; i++)
        found = (!is_due || floor_is_reading_due(f, i)) && is_there(api, f, i, now_ms) &&
                floor_ends_part(f, e, i);
    found = found && (is_due || (f->general.shift != 0 && floor_semantics(f) >= 2));
    writer_unlock(api->writer);
    return found;
}

static void close_now(struct api_closing *c)
{
    writer_submit(c->job->api->writer, &c->job->job);
    free(c);
}

/* On the writer's thread. */
static void asked(struct writer_job *done)
{
    struct api_closing *c = (struct api_closing *)done;
    struct api_closings *all = &c->job->api->closings;
    mutex_lock(&all->lock);
    const bool waits = done->request.result == 0 && !all->is_stopping;
    if (waits) {
        c->until_ms = clock_mono_ms() + all->wait_ms;
        c->next = all->waiting;
        all->waiting = c;
        worker_poke(all->worker);
    }
    mutex_unlock(&all->lock);
    if (!waits) /* what is wrong with the asking is wrong with the closing, too */
        close_now(c);
}

/* On a thread of the server, which waits for nobody: the worker looks whether there is anything to
 * ask for. */
bool api_shift_waits(struct api_job *job)
{
    struct api_closings *all = &job->api->closings;
    if (all->wait_ms == 0 || !floor_may_end_part((enum floor_kind)job->job.request.event.kind))
        return false;
    struct api_closing *c = calloc(1, sizeof(*c));
    if (c == NULL)
        return false;
    c->job = job;
    c->ask.done = asked;
    mutex_lock(&all->lock);
    const bool waits = !all->is_stopping;
    if (waits) {
        c->next = all->fresh;
        all->fresh = c;
        worker_poke(all->worker);
    }
    mutex_unlock(&all->lock);
    if (!waits)
        free(c);
    return waits;
}

void api_shift_opened(struct api *api, const struct floor_event *e)
{
    if (api->closings.wait_ms == 0 || !has_readers(api, e, false))
        return;
    struct api_job *job = api_job_new(api, NULL);
    if (job == NULL)
        return;
    fill_ask(&job->job.request.event, e->user);
    api_job_submit(job);
}

/* ---- The worker ---- */

/* All of a list; it is empty afterwards. */
static struct api_closing *take_all(struct api_closings *all, struct api_closing **list,
                                    bool *is_stopping)
{
    mutex_lock(&all->lock);
    struct api_closing *taken = *list;
    *is_stopping = all->is_stopping;
    *list = NULL;
    mutex_unlock(&all->lock);
    return taken;
}

/* Those that have just come: readings are asked for, when somebody is there to answer. */
static void ask_for_fresh(struct api *api)
{
    struct api_closings *all = &api->closings;
    bool is_stopping;
    struct api_closing *c = take_all(all, &all->fresh, &is_stopping);
    while (c != NULL) {
        struct api_closing *next = c->next;
        if (!is_stopping && has_readers(api, &c->job->job.request.event, false)) {
            fill_ask(&c->ask.request.event, c->job->job.request.event.user);
            writer_submit(api->writer, &c->ask);
        } else {
            close_now(c);
        }
        c = next;
    }
}

static void keep_waiting(struct api_closings *all, struct api_closing *c)
{
    mutex_lock(&all->lock);
    c->next = all->waiting;
    all->waiting = c;
    mutex_unlock(&all->lock);
}

/* Takes those that wait before it looks at the floor: what each of them asked for is on record by
 * then, so that none is closed because the floor was looked at too early. */
static bool close_answered(struct api *api)
{
    struct api_closings *all = &api->closings;
    bool is_stopping;
    struct api_closing *c = take_all(all, &all->waiting, &is_stopping);
    const int64_t now_ms = clock_mono_ms();
    bool is_any_left = false;
    while (c != NULL) {
        struct api_closing *next = c->next;
        const bool waits = !is_stopping && now_ms < c->until_ms &&
                           has_readers(api, &c->job->job.request.event, true);
        is_any_left = is_any_left || waits;
        if (waits)
            keep_waiting(all, c);
        else
            close_now(c);
        c = next;
    }
    return !is_any_left;
}

/* One that comes meanwhile pokes. */
static int64_t look(void *context)
{
    ask_for_fresh(context);
    return close_answered(context) ? WORKER_WHEN_POKED : LOOK_MS;
}

int api_shift_start(struct api *api, unsigned wait_ms, struct cr_err *err)
{
    const struct worker_config config = {
        .name = "closings", .context = api, .tick = look, .first_tick_ms = WORKER_WHEN_POKED};
    api->closings.wait_ms = wait_ms;
    return worker_start(&config, &api->closings.worker, err);
}

void api_shift_stop(struct api *api)
{
    struct api_closings *all = &api->closings;
    if (all->worker == NULL)
        return;
    mutex_lock(&all->lock);
    all->is_stopping = true;
    worker_poke(all->worker);
    mutex_unlock(&all->lock);
    worker_stop(all->worker);
}
