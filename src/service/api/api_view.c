/* Looking at the floor: views and signs of life.
 *
 * The writer holds its lock while a batch becomes durable. So that the server's threads never wait
 * for a disk, one thread does the looking: whatever asks meanwhile is looked up together, under one
 * lock, and answered afterwards. */
#include "os/clock.h"
#include "service/api/api_internal.h"

#include "base/check.h"
#include "base/err.h"
#include "base/json_write.h"
#include "service/api/auth.h"

#include <stdlib.h>
#include <string.h>

#define LOOKS_AT_ONCE 64
#define VIEW_ROOM     (16u * 1024)
#define VIEW_ROOM_MAX (256u * 1024 * 1024)

/* A question on its way. */
struct api_look {
    struct http_request *req;
    struct api_look *next;
    const struct api_row *row;
    char id[TARGET_PART_MAX];    /* what the address names */
    char instance[FLOOR_ID_MAX]; /* of a sign of life; "" for a view */
    uint64_t epoch;
    bool with_books; /* its reader may read the books */
    bool clash;      /* REG-1 */
    int rc;
    struct cr_err err;
    struct text t; /* the answer; its memory is this struct's */
    size_t room;
};

/* ---- Under the lock ---- */

static int renew(struct api *api, const struct view *v, struct api_look *l)
{
    struct manager *m = writer_manager(api->writer);
    int rc = manager_heartbeat(m, l->id, l->instance, l->epoch, v->mono_ms, &l->clash, &l->err);
    l->clash = l->clash && !manager_has_alarm(m, "identity", l->id);
    if (rc != 0)
        return rc;
    view_open(&l->t, NULL, '{');
    view_table_object(&l->t, "table", v, floor_find_table(v->floor, l->id));
    view_close(&l->t, '}');
    return 0;
}

static void look_at_all(struct api *api, struct api_look *const *looks, size_t count)
{
    struct view v = {.floor = writer_lock(api->writer),
                     .manager = writer_manager(api->writer),
                     .mono_ms = clock_mono_ms(),
                     .now_ms = clock_wall_ms()};
    for (size_t i = 0; i < count; i++) {
        struct api_look *l = looks[i];
        v.with_books = l->with_books;
        l->rc =
            l->instance[0] != '\0' ? renew(api, &v, l) : l->row->view(&l->t, &v, l->id, &l->err);
    }
    writer_unlock(api->writer);
}

/* ---- Afterwards ---- */

/* REG-1: two controllers live under one name. */
static void raise_identity(struct api *api, const struct api_look *l)
{
    struct api_job *job = api_job_new(api, NULL);
    if (job == NULL)
        return;
    manager_alarm(&job->job.request, "identity", l->id,
                  "table %s is alive, and %s says that it is the same table", l->id, l->instance);
    api_job_submit(job);
}

static void answer(struct api *api, struct api_look *l)
{
    if (l->clash)
        raise_identity(api, l);
    if (l->rc == 0) {
        const char *type = l->row->content_type != NULL ? l->row->content_type : HTTP_JSON;
        http_answer(l->req, 200, type, l->t.data, l->t.len);
        return;
    }
    struct problem p =
        api_problem(l->rc, l->err.text, l->rc == CR_E_NOT_FOUND ? l->row->param : NULL);
    http_answer_problem(l->req, &p);
}

static void free_look(struct api_look *l)
{
    free(l->t.data);
    free(l);
}

/* False: the answer has room now, and is looked up again. */
static bool is_complete(struct api_look *l)
{
    if (l->rc != 0 || !l->t.cut)
        return true;
    free(l->t.data);
    l->room *= 4;
    char *room = l->room <= VIEW_ROOM_MAX ? malloc(l->room) : NULL;
    l->t.data = room;
    if (room == NULL) {
        l->rc = err_set(&l->err, CR_E_IO, "out of memory");
        return true;
    }
    text_init(&l->t, room, l->room);
    return false;
}

/* ---- The thread ---- */

static size_t take_looks(struct api_looker *k, struct api_look **looks)
{
    size_t count = 0;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    while (k->first == NULL && !k->quit)
        CHECK(pthread_cond_wait(&k->filled, &k->lock) == 0);
    while (k->first != NULL && count < LOOKS_AT_ONCE) {
        looks[count++] = k->first;
        k->first = k->first->next;
    }
    if (k->first == NULL)
        k->last = &k->first;
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    return count;
}

static void *look_run(void *context)
{
    struct api *api = context;
    struct api_look *looks[LOOKS_AT_ONCE];
    size_t count;
    while ((count = take_looks(&api->looker, looks)) > 0) {
        while (count > 0) {
            size_t left = 0;
            look_at_all(api, looks, count);
            for (size_t i = 0; i < count; i++) {
                if (!is_complete(looks[i])) {
                    looks[left++] = looks[i];
                    continue;
                }
                answer(api, looks[i]);
                free_look(looks[i]);
            }
            count = left;
        }
    }
    return NULL;
}

int api_looker_start(struct api *api, struct cr_err *err)
{
    struct api_looker *k = &api->looker;
    k->last = &k->first;
    CHECK(pthread_mutex_init(&k->lock, NULL) == 0);
    CHECK(pthread_cond_init(&k->filled, NULL) == 0);
    if (pthread_create(&k->thread, NULL, look_run, api) != 0)
        return err_set(err, CR_E_IO, "cannot start a thread");
    k->started = true;
    return 0;
}

void api_looker_stop(struct api *api)
{
    struct api_looker *k = &api->looker;
    if (!k->started)
        return;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    k->quit = true;
    CHECK(pthread_cond_signal(&k->filled) == 0);
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
    CHECK(pthread_join(k->thread, NULL) == 0);
    CHECK(pthread_cond_destroy(&k->filled) == 0);
    CHECK(pthread_mutex_destroy(&k->lock) == 0);
}

/* ---- Questions ---- */

static bool may_read_books(struct api *api, struct http_request *req)
{
    struct principal who;
    auth_resolve(api, req, false, &who);
    return (auth_hears(&who) & PUSH_BOOKS) != 0;
}

/* On the server's thread. instance "": a view. */
static void look_later(struct api *api, const struct api_row *row, struct http_request *req,
                       const char *instance, uint64_t epoch)
{
    struct api_look *l = calloc(1, sizeof(*l));
    char *room = malloc(VIEW_ROOM);
    if (l == NULL || room == NULL) {
        free(l);
        free(room);
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    struct text id;
    text_init(&l->t, room, VIEW_ROOM);
    text_init(&id, l->id, sizeof(l->id));
    text_add(&id, row->param != NULL ? http_request_param(req, row->param) : "");
    memcpy(l->instance, instance, strlen(instance) + 1);
    l->room = VIEW_ROOM;
    l->row = row;
    l->epoch = epoch;
    l->with_books = row->some_is_books && may_read_books(api, req);
    l->req = req;
    http_defer(req);
    struct api_looker *k = &api->looker;
    CHECK(pthread_mutex_lock(&k->lock) == 0);
    *k->last = l;
    k->last = &l->next;
    CHECK(pthread_cond_signal(&k->filled) == 0);
    CHECK(pthread_mutex_unlock(&k->lock) == 0);
}

void api_run_view(struct api *api, const struct api_row *row, struct http_request *req)
{
    look_later(api, row, req, "", 0);
}

/* instance and epoch, nothing else; read with the types that events have. */
static int read_sign(struct api *api, struct http_request *req, struct floor_event *e,
                     struct body_fault *fault)
{
    static const char *const names[] = {"instance", "epoch"};
    const struct event_kind *kind = event_kind(FLOOR_TABLE_JOINED);
    size_t len;
    const char *text = http_request_body(req, &len);
    int rc = body_parse(api->tape, text, len, fault);
    for (unsigned i = 0; rc == 0 && i < 2; i++) {
        const struct json_node *node = json_member(api->tape, &api->tape->nodes[0], names[i]);
        const struct event_member *m = event_member_find(kind, names[i], strlen(names[i]));
        if (node != NULL) {
            rc = body_set(api->tape, node, m->field, e, fault);
        } else {
            memcpy(fault->field, names[i], strlen(names[i]) + 1);
            rc = err_set(&fault->err, CR_E_INPUT, "%s: missing; a sign of life has it", names[i]);
        }
    }
    if (rc == 0 && api->tape->nodes[0].count != 2) {
        fault->field[0] = '\0';
        rc = err_set(&fault->err, CR_E_INPUT, "a sign of life has instance and epoch only");
    }
    return rc;
}

void api_run_heartbeat(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct floor_event e;
    event_init(&e, FLOOR_TABLE_JOINED);
    CHECK(pthread_mutex_lock(&api->tape_lock) == 0);
    int rc = read_sign(api, req, &e, &fault);
    CHECK(pthread_mutex_unlock(&api->tape_lock) == 0);
    if (rc == 0)
        look_later(api, row, req, e.instance, e.epoch);
    else
        api_refuse(req, &fault);
}
