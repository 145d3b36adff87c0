/* PIT-5: closes a shift when its tables have told their meters. The closing first asks for the
 * readings, waits a limited time until every table that is there has answered, and then goes to the
 * writer. A reading that did not come is missing on the form, and the form says so. When a first
 * shift is opened, the readings it begins with are asked for.
 *
 * Moving a table to another link within a shift, and changing the progressive of a link, wait for
 * readings in the same way; floor_ends_part() says for which tables. */
#include "service/api/auth.h"

#include "floor/semantics.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_MS 50

/* A request that waits for readings. Its job counts among the interface's jobs. */
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

/* Whether the table can be expected to answer: it has a running lease here, or another manager has
 * it. */
static bool is_there(struct api *api, const struct floor *f, uint32_t table, int64_t now_ms)
{
    const struct manager *m = writer_manager(api->writer);
    const struct floor_table *t = &f->tables[table];
    return t->joined && !t->lost && t->link != FLOOR_NONE &&
           (strcmp(t->manager, manager_configuration(m)->id) != 0 ||
            manager_is_alive(m, table, now_ms));
}

/* Whether event e concerns a table that is there and can read its counter. With is_due, only tables
 * count that have been asked for a reading and have not given it yet. */
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

/* Called on the writer's thread when the event that asks for readings is done. */
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
    if (!waits) /* a fault that refused the asking will refuse the closing, too */
        close_now(c);
}

/* Runs on a thread of the server, which must not wait for a lock of the floor. So the worker finds
 * out whether there is a table to ask. */
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

/* Takes all closings off a list. */
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

/* Asks for readings for the requests that have just come. Those that no table would answer go to
 * the writer at once. */
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

/* Hands the closings to the writer whose readings have all come, or whose time is over. The list is
 * taken before the floor is looked at: what each closing asked for is then on record, so none is
 * closed because the floor did not show its question yet. True when none is left. */
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

/* The worker's tick. A request that comes in the meantime wakes the worker (worker_poke). */
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
