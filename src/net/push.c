/* Server-sent events: the ring of messages, and the subscribers that read it; see push.h. */
#include "net/push.h"

#include "base/check.h"
#include "base/err.h"
#include "os/clock.h"
#include "os/mutex.h"
#include "os/worker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* --- messages --- */

/* A message as it goes over the wire, written once and shared by all subscribers. */
struct message {
    atomic_uint refs;
    unsigned whom; /* enum push_for; all, until the publisher says otherwise */
    size_t len;
    char text[];
};

static struct message *message_ref(struct message *m)
{
    atomic_fetch_add(&m->refs, 1);
    return m;
}

static void message_unref(struct message *m)
{
    if (m && atomic_fetch_sub(&m->refs, 1) == 1)
        free(m);
}

static char *put(char *at, const char *text, size_t len)
{
    memcpy(at, text, len);
    return at + len;
}

static char *put_field(char *at, const char *name, const char *value, size_t len)
{
    at = put(at, name, strlen(name));
    at = put(at, ": ", 2);
    at = put(at, value, len);
    return put(at, "\n", 1);
}

static size_t count_lines(const char *data, size_t len)
{
    size_t lines = 1;
    for (size_t i = 0; i < len; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    return lines;
}

static size_t line_length(const char *data, size_t len)
{
    size_t n = 0;
    while (n < len && data[n] != '\n' && data[n] != '\r')
        n++;
    return n;
}

/* Makes an event with its data, line by line. One reference; NULL without memory. */
static struct message *message_new(const char *event, const char *id, const char *data, size_t len)
{
    CHECK(!strpbrk(event, "\r\n") && !(id && strpbrk(id, "\r\n")));
    size_t room = strlen(event) + 16 + (id ? strlen(id) + 16 : 0) + len +
                  count_lines(data, len) * sizeof "data: \n" + 2;
    struct message *m = malloc(sizeof *m + room);
    if (!m)
        return NULL;
    char *at = put_field(m->text, "event", event, strlen(event));
    if (id)
        at = put_field(at, "id", id, strlen(id));
    for (;;) {
        size_t n = line_length(data, len);
        at = put_field(at, "data", data, n);
        if (n == len)
            break;
        n += n + 1 < len && data[n] == '\r' && data[n + 1] == '\n' ? 2 : 1;
        data += n;
        len -= n;
    }
    at = put(at, "\n", 1);
    m->len = (size_t)(at - m->text);
    CHECK(m->len <= room);
    atomic_init(&m->refs, 1);
    m->whom = ~0U;
    return m;
}

/* Makes a message of text that is no event. */
static struct message *message_plain(const char *text)
{
    struct message *m = malloc(sizeof *m + strlen(text));
    if (!m)
        return NULL;
    m->len = strlen(text);
    memcpy(m->text, text, m->len);
    atomic_init(&m->refs, 1);
    m->whom = ~0U;
    return m;
}

/* --- the hub and its subscribers --- */

/* Only its server's thread uses the members, except the atomic ones and the links of the list. */
struct subscriber {
    struct push_hub *hub;
    struct http_stream *stream;
    struct subscriber *prev, *next;
    uint64_t at;         /* the next message of the ring */
    struct message *now; /* being sent */
    size_t sent;         /* bytes of it */
    bool wants_snapshot;
    enum push_for whom;
    void *tag;
    atomic_bool heartbeat;
    atomic_bool over; /* the reader has lost the right to it */
};

/* Three locks, so that a publisher waits neither for a snapshot nor for 500 connections to be
 * woken. None is taken while another is held, except ring_lock while snapshot_lock is held. */
struct push_hub {
    struct push_config config;
    struct message *hello, *resync, *heartbeat;
    struct worker *worker; /* wakes the subscribers, so that publishers need not */
    int64_t heartbeat_ms;  /* the worker's own: when the next one is due */

    struct mutex ring_lock;
    struct message **ring;
    uint64_t first, next; /* numbers of the oldest message and of the one to come */
    size_t bytes;

    struct mutex list_lock;
    struct subscriber *subscribers;
    unsigned subscriber_count;

    struct mutex snapshot_lock;
    struct snapshot {
        struct message *message;
        uint64_t at;
    } snapshots[2]; /* inside, public */

    atomic_ullong resyncs;
};

/* --- publishing --- */

static void drop_oldest(struct push_hub *hub)
{
    struct message *m = hub->ring[hub->first++ % hub->config.messages];
    hub->bytes -= m->len;
    message_unref(m);
}

void push_publish(struct push_hub *hub, const char *event, const char *id, const char *data,
                  size_t len)
{
    push_publish_to(hub, PUSH_EVERYONE, event, id, data, len);
}

void push_publish_to(struct push_hub *hub, enum push_for whom, const char *event, const char *id,
                     const char *data, size_t len)
{
    struct message *m = message_new(event, id, data, len);
    if (m)
        m->whom = whom;
    bool fits = m && m->len <= hub->config.bytes;
    mutex_lock(&hub->ring_lock);
    while (hub->first < hub->next && (!fits || hub->next - hub->first == hub->config.messages ||
                                      hub->bytes + m->len > hub->config.bytes))
        drop_oldest(hub);
    if (fits) {
        hub->ring[hub->next++ % hub->config.messages] = m;
        hub->bytes += m->len;
    } else {
        /* A gap that every subscriber sees. */
        hub->first = ++hub->next;
    }
    mutex_unlock(&hub->ring_lock);
    worker_poke(hub->worker);
    if (!fits)
        message_unref(m);
}

static void wake_all(struct push_hub *hub, bool heartbeat)
{
    mutex_lock(&hub->list_lock);
    for (struct subscriber *s = hub->subscribers; s; s = s->next) {
        if (heartbeat)
            atomic_store(&s->heartbeat, true);
        http_stream_wake(s->stream);
    }
    mutex_unlock(&hub->list_lock);
}

/* Runs in the worker after something was published, or when a heartbeat is due. */
static int64_t wake_subscribers(void *user)
{
    struct push_hub *hub = user;
    const int64_t now_ms = clock_mono_ms();
    const bool is_due = now_ms >= hub->heartbeat_ms;
    if (is_due)
        hub->heartbeat_ms = now_ms + hub->config.heartbeat_ms;
    wake_all(hub, is_due);
    return hub->heartbeat_ms - now_ms;
}

/* --- subscribers --- */

/* The snapshot as of now, shared by all who ask before the next message. */
static struct message *take_snapshot(struct push_hub *hub, enum push_for whom, uint64_t *at)
{
    const bool is_public = whom == PUSH_PUBLIC;
    const push_snapshot make = is_public ? hub->config.public_snapshot : hub->config.snapshot;
    struct snapshot *kept = &hub->snapshots[is_public];
    struct message *m = NULL;
    mutex_lock(&hub->snapshot_lock);
    mutex_lock(&hub->ring_lock);
    *at = hub->next;
    mutex_unlock(&hub->ring_lock);
    if (kept->message && kept->at == *at) {
        m = message_ref(kept->message);
    } else if (make) {
        size_t len = 0;
        char *text = make(hub->config.snapshot_user, &len);
        m = text ? message_new("snapshot", NULL, text, len) : NULL;
        free(text);
        message_unref(kept->message);
        kept->message = m ? message_ref(m) : NULL;
        kept->at = *at;
    }
    mutex_unlock(&hub->snapshot_lock);
    return m;
}

/* The next message to send; NULL: nothing now. */
static struct message *pick(struct push_hub *hub, struct subscriber *s)
{
    if (s->wants_snapshot) {
        s->wants_snapshot = false;
        struct message *m = take_snapshot(hub, s->whom, &s->at);
        if (m)
            return m;
    }
    struct message *m = NULL;
    mutex_lock(&hub->ring_lock);
    if (s->at < hub->first)
        s->wants_snapshot = true;
    while (!s->wants_snapshot && m == NULL && s->at < hub->next) {
        struct message *next = hub->ring[s->at++ % hub->config.messages];
        if (next->whom & s->whom)
            m = message_ref(next);
    }
    mutex_unlock(&hub->ring_lock);
    if (s->wants_snapshot) {
        atomic_fetch_add(&hub->resyncs, 1);
        return message_ref(hub->resync);
    }
    bool beat = atomic_exchange(&s->heartbeat, false);
    return !m && beat ? message_ref(hub->heartbeat) : m;
}

static ssize_t subscriber_read(void *user, char *into, size_t room)
{
    struct subscriber *s = user;
    size_t filled = 0;
    if (atomic_load(&s->over))
        return -1;
    while (filled < room) {
        if (!s->now) {
            s->now = pick(s->hub, s);
            s->sent = 0;
        }
        if (!s->now)
            break;
        size_t n = s->now->len - s->sent;
        if (n > room - filled)
            n = room - filled;
        memcpy(into + filled, s->now->text + s->sent, n);
        filled += n;
        s->sent += n;
        if (s->sent == s->now->len) {
            message_unref(s->now);
            s->now = NULL;
        }
    }
    return (ssize_t)filled;
}

static void subscriber_closed(void *user)
{
    struct subscriber *s = user;
    struct push_hub *hub = s->hub;
    mutex_lock(&hub->list_lock);
    if (s->prev)
        s->prev->next = s->next;
    else
        hub->subscribers = s->next;
    if (s->next)
        s->next->prev = s->prev;
    hub->subscriber_count--;
    mutex_unlock(&hub->list_lock);
    message_unref(s->now);
    free(s->tag);
    free(s);
}

void push_subscribe(struct http_request *req, void *user)
{
    push_subscribe_as(req, user, PUSH_INSIDE, NULL);
}

void push_subscribe_as(struct http_request *req, struct push_hub *hub, enum push_for whom,
                       void *tag)
{
    static const struct http_stream_ops ops = {.read = subscriber_read,
                                               .closed = subscriber_closed};
    struct subscriber *s = calloc(1, sizeof *s);
    if (!s) {
        free(tag);
        http_respond_problem(req, &(struct problem){.status = 503});
        return;
    }
    s->hub = hub;
    s->whom = whom;
    s->tag = tag;
    s->now = message_ref(hub->hello);
    s->wants_snapshot = true;
    s->stream = http_respond_stream(req, "text/event-stream", &ops, s);
    if (!s->stream) {
        message_unref(s->now);
        free(s->tag);
        free(s);
        return;
    }
    mutex_lock(&hub->list_lock);
    s->next = hub->subscribers;
    if (s->next)
        s->next->prev = s;
    hub->subscribers = s;
    hub->subscriber_count++;
    mutex_unlock(&hub->list_lock);
}

void push_review(struct push_hub *hub, bool (*is_good)(void *user, const void *tag), void *user)
{
    mutex_lock(&hub->list_lock);
    for (struct subscriber *s = hub->subscribers; s; s = s->next) {
        if (!s->tag || is_good(user, s->tag))
            continue;
        atomic_store(&s->over, true);
        http_stream_wake(s->stream);
    }
    mutex_unlock(&hub->list_lock);
}

unsigned push_count(struct push_hub *hub, bool (*is_same)(const void *tag, const void *other),
                    const void *tag)
{
    unsigned count = 0;
    mutex_lock(&hub->list_lock);
    for (const struct subscriber *s = hub->subscribers; s; s = s->next)
        count += s->tag && is_same(tag, s->tag);
    mutex_unlock(&hub->list_lock);
    return count;
}

unsigned push_subscribers(struct push_hub *hub)
{
    mutex_lock(&hub->list_lock);
    unsigned n = hub->subscriber_count;
    mutex_unlock(&hub->list_lock);
    return n;
}

uint64_t push_resyncs(struct push_hub *hub)
{
    return atomic_load(&hub->resyncs);
}

/* --- the hub --- */

static void hub_release(struct push_hub *hub)
{
    while (hub->first < hub->next)
        drop_oldest(hub);
    message_unref(hub->hello);
    message_unref(hub->resync);
    message_unref(hub->heartbeat);
    message_unref(hub->snapshots[0].message);
    message_unref(hub->snapshots[1].message);
    mutex_destroy(&hub->ring_lock);
    mutex_destroy(&hub->list_lock);
    mutex_destroy(&hub->snapshot_lock);
    free(hub->ring);
    free(hub);
}

static bool hub_fill(struct push_hub *hub, const struct push_config *config)
{
    struct push_config *c = &hub->config;
    *c = *config;
    c->messages = c->messages ? c->messages : 1024;
    c->bytes = c->bytes ? c->bytes : 4 * 1024 * 1024;
    c->heartbeat_ms = c->heartbeat_ms ? c->heartbeat_ms : 15000;
    char hello[32];
    struct text t;
    text_init(&t, hello, sizeof hello);
    text_add_format(&t, "retry: %u\n\n", c->retry_ms ? c->retry_ms : 1000);
    hub->hello = message_plain(hello);
    hub->resync = message_new("resync", NULL, "{}", 2);
    hub->heartbeat = message_plain(":\n\n");
    hub->ring = calloc(c->messages, sizeof *hub->ring);
    return hub->hello && hub->resync && hub->heartbeat && hub->ring;
}

static bool start_worker(struct push_hub *hub)
{
    const struct worker_config config = {.name = "push",
                                         .context = hub,
                                         .tick = wake_subscribers,
                                         .first_tick_ms = hub->config.heartbeat_ms};
    hub->heartbeat_ms = clock_mono_ms() + hub->config.heartbeat_ms;
    return worker_start(&config, &hub->worker, NULL) == CR_OK;
}

int push_hub_new(const struct push_config *config, struct push_hub **out, struct cr_err *err)
{
    struct push_hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return err_set(err, CR_E_IO, "push: out of memory");
    mutex_init(&hub->ring_lock);
    mutex_init(&hub->list_lock);
    mutex_init(&hub->snapshot_lock);
    if (!hub_fill(hub, config) || !start_worker(hub)) {
        hub_release(hub);
        return err_set(err, CR_E_IO, "push: no memory or no thread for the hub");
    }
    *out = hub;
    return CR_OK;
}

void push_hub_free(struct push_hub *hub)
{
    if (!hub)
        return;
    CHECK(push_subscribers(hub) == 0);
    worker_stop(hub->worker);
    hub_release(hub);
}
