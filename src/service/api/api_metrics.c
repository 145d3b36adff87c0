/* The manager's counters and gauges, for Prometheus. */
#include "os/clock.h"
#include "service/api/auth.h"

#include <stdlib.h>

#define NS           INT64_C(1000000000)
#define METRICS_ROOM (256u * 1024)

/* Bounds of the batch sizes, in events. Histograms are rendered in seconds, so each bound is
 * multiplied by the nanoseconds of one. */
static const int64_t batch_bounds[] = {1 * NS, 2 * NS, 4 * NS, 8 * NS, 16 * NS, 64 * NS, 256 * NS};

static const unsigned statuses[] = {200, 201, 204, 400, 401, 403, 404,
                                    405, 409, 413, 415, 422, 429, 503};
#define STATUS_COUNT (sizeof(statuses) / sizeof(statuses[0]))

#define EVENT_METRIC(label)                                                                        \
    {"croupier_events_total",                                                                      \
     "Events of the log since the start, by kind.",                                                \
     "kind=\"" label "\"",                                                                         \
     METRIC_COUNTER,                                                                               \
     NULL,                                                                                         \
     0},
#define STATUS_METRIC(label)                                                                       \
    {                                                                                              \
        "croupier_http_requests_total", "Requests by the status of their answer.",                 \
            "status=\"" label "\"", METRIC_COUNTER, NULL, 0                                        \
    }

#define VERIFICATION_METRIC(label)                                                                 \
    {                                                                                              \
        "croupier_verifications_total", "Verifications of the store since the start.",             \
            "result=\"" label "\"", METRIC_COUNTER, NULL, 0                                        \
    }

/* clang-format off */
static const struct metric_def defs[] = {
#define EVENT(name, NAME, ...) EVENT_METRIC(#name)
#define TABLE_EVENT(name, NAME, ...) EVENT_METRIC(#name)
#include "floor/event_list.h"
    STATUS_METRIC("200"), STATUS_METRIC("201"), STATUS_METRIC("204"), STATUS_METRIC("400"),
    STATUS_METRIC("401"), STATUS_METRIC("403"), STATUS_METRIC("404"), STATUS_METRIC("405"),
    STATUS_METRIC("409"), STATUS_METRIC("413"), STATUS_METRIC("415"), STATUS_METRIC("422"),
    STATUS_METRIC("429"), STATUS_METRIC("503"), STATUS_METRIC("other"),
    {"croupier_http_request_seconds", "Time from request to answer.", NULL, METRIC_HISTOGRAM,
     metric_bounds_answer, 0},
    {"croupier_write_seconds", "Time from asking the writer to the durable answer.", NULL,
     METRIC_HISTOGRAM, metric_bounds_answer, 0},
    {"croupier_batch_events", "Events of one transaction.", NULL, METRIC_HISTOGRAM, batch_bounds,
     sizeof(batch_bounds) / sizeof(batch_bounds[0])},
    {"croupier_tables", "Tables of the floor.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_tables_alive", "Tables under a running lease here.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_claims", "Claims with something left to do.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_alarms", "Alarms that wait for an answer.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_log_seq", "Number of the last event.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_subscribers", "Open streams.", NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_resyncs", "How often a stream was too slow.", NULL, METRIC_GAUGE, NULL, 0},
    VERIFICATION_METRIC("good"), VERIFICATION_METRIC("bad"),
    {"croupier_verified_seq", "The last event when the store last verified; 0: not yet.", NULL,
     METRIC_GAUGE, NULL, 0},
    {"croupier_checkpoint_seq", "The last event that a checkpoint covers; 0: none.", NULL,
     METRIC_GAUGE, NULL, 0},
    {"croupier_checkpoint_age_seconds", "How long ago the last checkpoint was made; 0: none.", NULL,
     METRIC_GAUGE, NULL, 0},
    {"croupier_verified_time_seconds", "When the store last verified, since 1970; 0: not yet.",
     NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_password_checks_total", "Passwords and PINs compared since the start.", NULL,
     METRIC_COUNTER, NULL, 0},
    {"croupier_secrets_refused_total", "Wrong passwords, PINs and codes since the start.", NULL,
     METRIC_COUNTER, NULL, 0},
    {"croupier_store_pending_bytes",
     "Written, but not yet brought into the store's file: it grows while an old state is held open.",
     NULL, METRIC_GAUGE, NULL, 0},
    {"croupier_sessions", "People who are signed in, counted by their sessions.", NULL,
     METRIC_GAUGE, NULL, 0},
};
/* clang-format on */

enum {
    FIRST_STATUS = FLOOR_KIND_COUNT - 1,
    REQUEST_SECONDS = FIRST_STATUS + STATUS_COUNT + 1,
    WRITE_SECONDS,
    BATCH_EVENTS,
    TABLES,
    TABLES_ALIVE,
    CLAIMS,
    ALARMS,
    LOG_SEQ,
    SUBSCRIBERS,
    RESYNCS,
    VERIFIED_GOOD,
    VERIFIED_BAD,
    VERIFIED_SEQ,
    CHECKPOINT_SEQ,
    CHECKPOINT_AGE,
    VERIFIED_TIME,
    PASSWORD_CHECKS,
    SECRETS_REFUSED,
    PENDING_BYTES,
    SESSIONS,
    METRIC_COUNT
};
_Static_assert(METRIC_COUNT == sizeof(defs) / sizeof(defs[0]), "one name for each metric");

struct metrics *api_metrics_new(void)
{
    /* The number of the answers' bounds is no constant that an initializer may use, so it is filled
     * in here. */
    static struct metric_def filled[METRIC_COUNT];
    for (unsigned i = 0; i < METRIC_COUNT; i++) {
        filled[i] = defs[i];
        if (filled[i].bounds == metric_bounds_answer)
            filled[i].bound_count = metric_bounds_answer_count;
    }
    return metrics_new(filled, METRIC_COUNT);
}

void api_metrics_event(struct api *api, unsigned kind)
{
    metrics_count(api->metrics, kind - 1, 1);
}

void api_metrics_batch(struct api *api, unsigned events)
{
    if (events > 0)
        metrics_observe(api->metrics, BATCH_EVENTS, events * NS);
}

void api_metrics_written(struct api *api, int64_t ns)
{
    metrics_observe(api->metrics, WRITE_SECONDS, ns);
}

void api_metrics_password(struct api *api)
{
    metrics_count(api->metrics, PASSWORD_CHECKS, 1);
}

void api_metrics_refused(struct api *api)
{
    metrics_count(api->metrics, SECRETS_REFUSED, 1);
}

void api_note_verified(struct api *api, uint64_t seq, int64_t time_ms)
{
    metrics_set(api->metrics, VERIFIED_SEQ, (int64_t)seq);
    metrics_set(api->metrics, VERIFIED_TIME, time_ms / 1000);
    metrics_count(api->metrics, VERIFIED_GOOD, 1);
}

void api_note_not_verified(struct api *api)
{
    metrics_count(api->metrics, VERIFIED_BAD, 1);
}

void api_seen(void *user, const struct http_seen *seen)
{
    struct api *api = user;
    unsigned i = 0;
    while (i < STATUS_COUNT && statuses[i] != seen->status)
        i++;
    metrics_count(api->metrics, FIRST_STATUS + i, 1);
    metrics_observe(api->metrics, REQUEST_SECONDS, seen->ns);
}

/* Adds the amount of every meter. Meters come and go with their links, so they cannot be rows of
 * the table above. */
static void add_meters(struct text *t, const struct floor *f)
{
    text_add(t, "# HELP croupier_meter_amount Progressive meters.\n"
                "# TYPE croupier_meter_amount gauge\n");
    for (uint32_t l = 0; l < f->link_count; l++) {
        const struct cr_progressive *p = floor_progressive(f, l);
        for (unsigned m = 0; m < p->meter_count; m++) {
            text_add_format(t, "croupier_meter_amount{link=\"%s\",meter=\"%s\"} ", f->links[l].id,
                            p->meters[m].name);
            text_add_money(t, f->links[l].books.levels[m].meter.amount);
            text_add_char(t, '\n');
        }
    }
}

static void set_checkpoint(struct api *api)
{
    struct checkpoint c;
    if (api->notary == NULL || !notary_latest(api->notary, &c))
        return;
    metrics_set(api->metrics, CHECKPOINT_SEQ, (int64_t)c.seq);
    metrics_set(api->metrics, CHECKPOINT_AGE, (clock_wall_ms() - c.time_ms) / 1000);
}

static void set_gauges(struct api *api, const struct floor *f)
{
    int64_t alive = 0, alarms = 0;
    const int64_t mono_ms = clock_mono_ms();
    for (uint32_t i = 0; i < f->table_count; i++)
        alive += manager_is_alive(writer_manager(api->writer), i, mono_ms);
    for (uint32_t i = 0; i < f->alarm_count; i++)
        alarms += !f->alarms[i].answered;
    metrics_set(api->metrics, TABLES, f->table_count);
    metrics_set(api->metrics, TABLES_ALIVE, alive);
    metrics_set(api->metrics, CLAIMS, f->claim_count);
    metrics_set(api->metrics, ALARMS, alarms);
    metrics_set(api->metrics, LOG_SEQ, (int64_t)f->seq);
    metrics_set(api->metrics, SUBSCRIBERS, push_subscribers(api->hub));
    metrics_set(api->metrics, RESYNCS, (int64_t)push_resyncs(api->hub));
    metrics_set(api->metrics, PENDING_BYTES,
                (int64_t)manager_pending_bytes(writer_manager(api->writer)));
    metrics_set(api->metrics, SESSIONS, auth_session_count(api));
}

void api_run_metrics(struct api *api, const struct api_row *row, struct http_request *req)
{
    char *room = malloc(METRICS_ROOM);
    (void)row;
    if (room == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    struct text t = text_in(room, METRICS_ROOM);
    const struct floor *f = writer_lock(api->writer);
    set_gauges(api, f);
    set_checkpoint(api);
    add_meters(&t, f);
    writer_unlock(api->writer);
    metrics_render(api->metrics, &t);
    http_respond(req, 200, "text/plain; version=0.0.4", room, t.len);
    free(room);
}
