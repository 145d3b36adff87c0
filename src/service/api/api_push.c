/* Telling the screens: what happens once at once, what happens with every coin ten times a second
 * (REG-13). */
#include "os/clock.h"
#include "service/api/auth.h"

#include "base/check.h"
#include "base/err.h"
#include "base/json_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PUMP_MS   100
#define PUMP_ROOM (64u * 1024)
/* Tables in one message: well below the room. */
#define PUMP_TABLES 256

/* The name under which a kind is told; NULL: only what it changed is told. */
static const char *const names[FLOOR_KIND_COUNT] = {
    [FLOOR_MANAGER_STARTED] = "manager",   [FLOOR_PERSON_ADDED] = "person",
    [FLOOR_DOCUMENT_ADDED] = "document",   [FLOOR_LINK_CONFIGURED] = "link",
    [FLOOR_TABLE_CONFIGURED] = "table",    [FLOOR_THRESHOLD_SET] = "threshold",
    [FLOOR_LINK_OPENED] = "link",          [FLOOR_LINK_CLOSED] = "link",
    [FLOOR_METER_CORRECTED] = "link",      [FLOOR_LINK_TRANSFERRED] = "link",
    [FLOOR_SHIFT_OPENED] = "shift",        [FLOOR_SHIFT_CLOSED] = "shift",
    [FLOOR_ALARM_RAISED] = "alarm",        [FLOOR_ALARM_ACKNOWLEDGED] = "alarm",
    [FLOOR_TABLE_LOST] = "table",          [FLOOR_TABLE_JOINED] = "table",
    [FLOOR_AWARD_PAID] = "award",          [FLOOR_CLAIM_MADE] = "claim",
    [FLOOR_KEY_TURNED] = "table",          [FLOOR_CLAIM_PAID] = "claim",
    [FLOOR_ROUND_DEAD] = "table",          [FLOOR_SEAT_FAULT] = "table",
    [FLOOR_SEAT_CLOSED] = "table",         [FLOOR_SEAT_OPENED] = "table",
    [FLOOR_PATRON_MOVED] = "table",        [FLOOR_BUY_IN] = "table",
    [FLOOR_TABLE_LEFT] = "table",          [FLOOR_CLAIM_CANCELLED] = "claim",
    [FLOOR_CLAIM_VERIFIED] = "claim",      [FLOOR_CLAIM_APPROVED] = "claim",
    [FLOOR_CLAIM_COMPLIED] = "claim",      [FLOOR_CLAIM_METHOD_CHOSEN] = "claim",
    [FLOOR_ORDER_RULED] = "claim",         [FLOOR_CLAIM_CLEARED] = "claim",
    [FLOOR_DISPUTE_OPENED] = "dispute",    [FLOOR_DISPUTE_DECIDED] = "dispute",
    [FLOOR_DISPUTE_ESCALATED] = "dispute", [FLOOR_PERSON_CHANGED] = "person",
    [FLOOR_CREDENTIAL_SET] = "person",     [FLOOR_PERSON_LOCKED] = "person",
    [FLOOR_MACHINE_ENROLLED] = "table",    [FLOOR_MACHINE_REVOKED] = "table",
    [FLOOR_TOKEN_ADDED] = "token",         [FLOOR_TOKEN_REVOKED] = "token",
};

/* Signs and tables hear of payments as they stand in the log; of links, tables and alarms (one may
 * halt the floor) that something has changed, but not who did it or why; and of nothing else. */
static void tell_event(struct api *api, const struct floor_event *e, const char *body, size_t len)
{
    char id[24], short_form[256];
    struct text t;
    const char *name = names[e->kind];
    const bool is_payment =
        e->kind == FLOOR_AWARD_PAID || e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_CLAIM_PAID;
    snprintf(id, sizeof(id), "%llu", (unsigned long long)e->seq);
    /* Who may look is not told of people and tokens: those stand in the books. */
    const bool is_books = strcmp(name, "person") == 0 || strcmp(name, "token") == 0;
    push_publish_to(api->hub,
                    is_payment ? PUSH_EVERYONE
                    : is_books ? PUSH_BOOKS
                               : PUSH_INSIDE,
                    name, id, body, len);
    if (is_payment ||
        (strcmp(name, "table") != 0 && strcmp(name, "link") != 0 && strcmp(name, "alarm") != 0))
        return;
    text_init(&t, short_form, sizeof(short_form));
    view_open(&t, NULL, '{');
    view_count(&t, "seq", e->seq);
    view_count(&t, "time", (uint64_t)e->time_ms);
    view_text(&t, "kind", event_kind(e->kind)->name);
    view_text_or_null(&t, "table", e->table);
    view_text_or_null(&t, "link", e->link);
    view_close(&t, '}');
    push_publish_to(api->hub, PUSH_PUBLIC, name, id, short_form, t.len);
}

/* On the writer's thread, with its lock held. */
void api_on_event(void *context, const struct floor_event *e, const char *body, size_t len)
{
    struct api *api = context;
    const struct floor *f = manager_floor(writer_manager(api->writer));
    api->batch_events++;
    api_metrics_event(api, e->kind);
    auth_on_event(api, f, e);
    if (names[e->kind] != NULL)
        tell_event(api, e, body, len);
    const uint32_t table = e->table[0] != '\0' ? floor_find_table(f, e->table) : FLOOR_NONE;
    const uint32_t link = e->link[0] != '\0' ? floor_find_link(f, e->link) : FLOOR_NONE;
    const uint32_t to_link = e->to_link[0] != '\0' ? floor_find_link(f, e->to_link) : FLOOR_NONE;
    struct api_pump *pump = &api->pump;
    CHECK(pthread_mutex_lock(&pump->lock) == 0);
    if (table != FLOOR_NONE && e->table_seq != 0)
        pump->tables[table] = 1;
    if (link != FLOOR_NONE)
        pump->links[link] = 1;
    if (to_link != FLOOR_NONE)
        pump->links[to_link] = 1;
    if (!pump->dirty && (table != FLOOR_NONE || link != FLOOR_NONE)) {
        pump->dirty = true;
        CHECK(pthread_cond_signal(&pump->changed) == 0);
    }
    CHECK(pthread_mutex_unlock(&pump->lock) == 0);
}

/* ---- What is told ten times a second ---- */

static bool take_mark(struct api_pump *pump, uint8_t *marks, uint32_t i)
{
    CHECK(pthread_mutex_lock(&pump->lock) == 0);
    const bool marked = marks[i] != 0;
    marks[i] = 0;
    CHECK(pthread_mutex_unlock(&pump->lock) == 0);
    return marked;
}

static void look(struct api *api, struct view *v)
{
    *v = (struct view){.floor = writer_lock(api->writer),
                       .manager = writer_manager(api->writer),
                       .mono_ms = clock_mono_ms(),
                       .now_ms = clock_wall_ms()};
}

static void tell_links(struct api *api, uint32_t count, struct text *t)
{
    for (uint32_t l = 0; l < count; l++) {
        if (!take_mark(&api->pump, api->pump.links, l))
            continue;
        struct view v;
        text_clear(t);
        look(api, &v);
        view_meters(t, &v, l);
        writer_unlock(api->writer);
        push_publish(api->hub, "meters", NULL, t->data, t->len);
    }
}

/* Returns where to go on. */
static uint32_t tell_tables(struct api *api, uint32_t first, uint32_t count, struct text *t)
{
    struct view v;
    unsigned told = 0;
    text_clear(t);
    look(api, &v);
    view_open(t, NULL, '{');
    view_count(t, "seq", v.floor->seq);
    view_open(t, "tables", '[');
    for (; first < count && told < PUMP_TABLES; first++) {
        if (!take_mark(&api->pump, api->pump.tables, first))
            continue;
        view_table_play(t, &v, first);
        told++;
    }
    writer_unlock(api->writer);
    view_close(t, ']');
    view_close(t, '}');
    if (told > 0)
        push_publish(api->hub, "play", NULL, t->data, t->len);
    return first;
}

static void tell(struct api *api, struct text *t)
{
    const struct floor *f = writer_lock(api->writer);
    const uint32_t links = f->link_count, tables = f->table_count;
    writer_unlock(api->writer);
    tell_links(api, links, t);
    for (uint32_t i = 0; i < tables;)
        i = tell_tables(api, i, tables, t);
}

/* Waits until something changed, or for the rest of the tenth of a second. False: the end. */
static bool pump_wait(struct api_pump *pump, bool pause)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &until) == 0);
    until.tv_nsec += PUMP_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    CHECK(pthread_mutex_lock(&pump->lock) == 0);
    while (!pump->quit && pause && pthread_cond_timedwait(&pump->changed, &pump->lock, &until) == 0)
        ;
    while (!pump->quit && !pause && !pump->dirty)
        CHECK(pthread_cond_wait(&pump->changed, &pump->lock) == 0);
    const bool goes_on = !pump->quit;
    if (!pause)
        pump->dirty = false;
    CHECK(pthread_mutex_unlock(&pump->lock) == 0);
    return goes_on;
}

static void *pump_run(void *context)
{
    struct api *api = context;
    char room[PUMP_ROOM];
    struct text t;
    text_init(&t, room, sizeof(room));
    while (pump_wait(&api->pump, false)) {
        tell(api, &t);
        if (!pump_wait(&api->pump, true))
            break;
    }
    return NULL;
}

/* What a new subscriber starts from. */
static char *snapshot(void *user, size_t *len)
{
    char *data = NULL;
    return api_build(user, view_floor, NULL, &data, len, NULL) == 0 ? data : NULL;
}

static char *public_snapshot(void *user, size_t *len)
{
    char *data = NULL;
    return api_build(user, view_signs, NULL, &data, len, NULL) == 0 ? data : NULL;
}

static void init_pump(struct api_pump *pump)
{
    pthread_condattr_t attr;
    CHECK(pthread_condattr_init(&attr) == 0);
    CHECK(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&pump->changed, &attr) == 0);
    CHECK(pthread_condattr_destroy(&attr) == 0);
    CHECK(pthread_mutex_init(&pump->lock, NULL) == 0);
}

int api_push_start(struct api *api, struct cr_err *err)
{
    const struct floor_limits *limits = &manager_configuration(writer_manager(api->writer))->limits;
    api->pump.links = calloc(limits->links, 1);
    api->pump.tables = calloc(limits->tables, 1);
    if (api->pump.links == NULL || api->pump.tables == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    const struct push_config config = {
        .snapshot = snapshot, .public_snapshot = public_snapshot, .snapshot_user = api};
    int rc = push_hub_new(&config, &api->hub, err);
    if (rc != 0)
        return rc;
    init_pump(&api->pump);
    if (pthread_create(&api->pump.thread, NULL, pump_run, api) != 0)
        return err_set(err, CR_E_IO, "cannot start a thread");
    api->pump.started = true;
    return 0;
}

void api_push_stop(struct api *api)
{
    struct api_pump *pump = &api->pump;
    if (!pump->started)
        return;
    CHECK(pthread_mutex_lock(&pump->lock) == 0);
    pump->quit = true;
    CHECK(pthread_cond_signal(&pump->changed) == 0);
    CHECK(pthread_mutex_unlock(&pump->lock) == 0);
    CHECK(pthread_join(pump->thread, NULL) == 0);
    CHECK(pthread_cond_destroy(&pump->changed) == 0);
    CHECK(pthread_mutex_destroy(&pump->lock) == 0);
    pump->started = false;
}
