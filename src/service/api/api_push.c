/* Telling the screens: what happens once at once, what happens with every coin ten times a second
 * (REG-13). */
#include "service/api/auth.h"

#include "base/err.h"
#include "base/json_write.h"
#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLISH_MS   100
#define PUBLISH_ROOM (64u * 1024)
/* Tables in one message: well below the room. */
#define PUBLISH_TABLES 256

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
    struct api_publisher *p = &api->publisher;
    mutex_lock(&p->lock);
    if (table != FLOOR_NONE && e->table_seq != 0)
        p->tables[table] = 1;
    if (link != FLOOR_NONE)
        p->links[link] = 1;
    if (to_link != FLOOR_NONE)
        p->links[to_link] = 1;
    const bool is_first = !p->is_marked && (table != FLOOR_NONE || link != FLOOR_NONE);
    p->is_marked = p->is_marked || is_first;
    mutex_unlock(&p->lock);
    if (is_first)
        worker_poke(p->worker);
}

/* ---- What is told ten times a second ---- */

static bool take_mark(struct api_publisher *p, uint8_t *marks, uint32_t i)
{
    mutex_lock(&p->lock);
    const bool marked = marks[i] != 0;
    marks[i] = 0;
    mutex_unlock(&p->lock);
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
        if (!take_mark(&api->publisher, api->publisher.links, l))
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
    for (; first < count && told < PUBLISH_TABLES; first++) {
        if (!take_mark(&api->publisher, api->publisher.tables, first))
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

static int64_t publish_changes(void *context)
{
    struct api *api = context;
    char room[PUBLISH_ROOM];
    struct text t;
    text_init(&t, room, sizeof(room));
    mutex_lock(&api->publisher.lock);
    api->publisher.is_marked = false;
    mutex_unlock(&api->publisher.lock);
    tell(api, &t);
    return WORKER_WHEN_POKED;
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

int api_push_start(struct api *api, struct cr_err *err)
{
    const struct floor_limits *limits = &manager_configuration(writer_manager(api->writer))->limits;
    api->publisher.links = calloc(limits->links, 1);
    api->publisher.tables = calloc(limits->tables, 1);
    if (api->publisher.links == NULL || api->publisher.tables == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    const struct worker_config publisher = {.name = "publisher",
                                            .context = api,
                                            .tick = publish_changes,
                                            .first_tick_ms = WORKER_WHEN_POKED,
                                            .rest_ms = PUBLISH_MS};
    const struct push_config config = {
        .snapshot = snapshot, .public_snapshot = public_snapshot, .snapshot_user = api};
    int rc = push_hub_new(&config, &api->hub, err);
    if (rc != 0)
        return rc;
    return worker_start(&publisher, &api->publisher.worker, err);
}

void api_push_stop(struct api *api)
{
    worker_stop(api->publisher.worker);
    api->publisher.worker = NULL;
}
