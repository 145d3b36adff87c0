/* Publishes changes to the screens: single events at once, and what changes with every coin ten
 * times a second (REG-13). */
#include "service/api/auth.h"

#include <stdio.h>
#include <stdlib.h>

#define PUBLISH_MS   100
#define PUBLISH_ROOM (64u * 1024)
/* The most tables in one message, so that it fits well into PUBLISH_ROOM. */
#define PUBLISH_TABLES 256

static void tell_shortly(struct api *api, const struct floor_event *e, const char *id)
{
    char short_form[256];
    struct text t = text_in(short_form, sizeof(short_form));
    json_open(&t, NULL, '{');
    json_count(&t, "seq", e->seq);
    json_count(&t, "time", (uint64_t)e->time_ms);
    json_text(&t, "kind", event_kind(e->kind)->name);
    EACH_MEMBER(json_text_or_null, &t, e, table, link);
    json_close(&t, '}');
    push_publish_to(api->hub, PUSH_PUBLIC, event_kind(e->kind)->told_as, id, short_form, t.len);
}

static void tell_event(struct api *api, const struct floor_event *e, const char *body, size_t len)
{
    static const enum push_for audiences[] = {[HEARD_INSIDE] = PUSH_INSIDE,
                                              [HEARD_WITH_BOOKS] = PUSH_BOOKS,
                                              [HEARD_IN_SHORT_OUTSIDE] = PUSH_INSIDE,
                                              [HEARD_BY_EVERYONE] = PUSH_EVERYONE};
    const struct event_kind *kind = event_kind(e->kind);
    char id[24];
    snprintf(id, sizeof(id), "%llu", (unsigned long long)e->seq);
    push_publish_to(api->hub, audiences[kind->heard], kind->told_as, id, body, len);
    if (kind->heard == HEARD_IN_SHORT_OUTSIDE)
        tell_shortly(api, e, id);
}

/* Runs on the writer's thread, with its lock held. */
void api_on_event(void *context, const struct floor_event *e, const char *body, size_t len)
{
    struct api *api = context;
    const struct floor *f = manager_floor(writer_manager(api->writer));
    api->batch_events++;
    api_metrics_event(api, e->kind);
    auth_on_event(api, f, e);
    if (event_kind(e->kind)->heard != HEARD_BY_NOBODY)
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

/* ---- What is published ten times a second ---- */

static bool take_mark(struct api_publisher *p, uint8_t *marks, uint32_t i)
{
    mutex_lock(&p->lock);
    const bool marked = marks[i] != 0;
    marks[i] = 0;
    mutex_unlock(&p->lock);
    return marked;
}

static void tell_links(struct api *api, uint32_t count, struct text *t)
{
    for (uint32_t l = 0; l < count; l++) {
        if (!take_mark(&api->publisher, api->publisher.links, l))
            continue;
        text_clear(t);
        const struct view v = api_look(api);
        view_meters(t, &v, l);
        writer_unlock(api->writer);
        push_publish(api->hub, "meters", NULL, t->data, t->len);
    }
}

/* Publishes up to PUBLISH_TABLES changed tables from `first` on. Returns the table to continue
 * with. */
static uint32_t tell_tables(struct api *api, uint32_t first, uint32_t count, struct text *t)
{
    unsigned told = 0;
    text_clear(t);
    const struct view v = api_look(api);
    json_open(t, NULL, '{');
    json_count(t, "seq", v.floor->seq);
    json_open(t, "tables", '[');
    for (; first < count && told < PUBLISH_TABLES; first++) {
        if (!take_mark(&api->publisher, api->publisher.tables, first))
            continue;
        view_table_play(t, &v, first);
        told++;
    }
    writer_unlock(api->writer);
    json_close(t, ']');
    json_close(t, '}');
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
    struct text t = text_in(room, sizeof(room));
    mutex_lock(&api->publisher.lock);
    api->publisher.is_marked = false;
    mutex_unlock(&api->publisher.lock);
    tell(api, &t);
    return WORKER_WHEN_POKED;
}

/* The state from which a new subscriber starts. */
static char *snapshot(void *user, size_t *len)
{
    return api_build(user, view_floor, len);
}

static char *public_snapshot(void *user, size_t *len)
{
    return api_build(user, view_signs, len);
}

int api_push_start(struct api *api, struct cr_err *err)
{
    api->publisher.links = calloc(FLOOR_LINKS_MAX, 1);
    api->publisher.tables = calloc(FLOOR_TABLES_MAX, 1);
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
