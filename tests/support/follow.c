/* Follows a stream of server-sent events, reconnecting when it breaks and trying the other servers.
 */
#include "support/follow.h"

#include "base/err.h"
#include "net/client_internal.h"
#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POLL_MS          100
#define CONNECT_MS       2000L
#define SILENCE_SECONDS  45L /* three heartbeats of the server */
#define WAIT_MS_MAX      5000
#define WAIT_MS_AT_FIRST 100

/* ---- Parsing the stream ---- */

void sse_init(struct sse *s, http_event_fn on_event, void *user)
{
    *s = (struct sse){.on_event = on_event, .user = user};
}

void sse_free(struct sse *s)
{
    free(s->line);
    free(s->data);
}

void sse_reset(struct sse *s)
{
    s->line_len = s->data_len = 0;
    s->name[0] = s->id[0] = '\0';
    s->after_cr = false;
}

static bool append(char **to, size_t *len, size_t *room, const char *text, size_t n)
{
    size_t need = *len + n + 1;
    if (need > SSE_EVENT_MAX)
        return false;
    if (need > *room) {
        char *longer = realloc(*to, need * 2);
        if (!longer)
            return false;
        *to = longer;
        *room = need * 2;
    }
    memcpy(*to + *len, text, n);
    *len += n;
    (*to)[*len] = '\0';
    return true;
}

static bool dispatch(struct sse *s)
{
    bool more = true;
    if (s->data_len > 0) {
        s->data[--s->data_len] = '\0'; /* without the last line break */
        more = s->on_event(s->user, &(struct http_event){.name = s->name[0] ? s->name : "message",
                                                         .id = s->id,
                                                         .data = s->data,
                                                         .len = s->data_len});
        s->ended = !more;
    }
    s->data_len = 0;
    s->name[0] = s->id[0] = '\0';
    return more;
}

static bool take_line(struct sse *s)
{
    if (s->line_len == 0)
        return dispatch(s);
    char *value = strchr(s->line, ':');
    if (value == s->line)
        return true; /* a comment */
    if (value) {
        *value++ = '\0';
        value += *value == ' ';
    } else {
        value = s->line + s->line_len;
    }
    if (strcmp(s->line, "data") == 0) {
        size_t len = s->line_len - (size_t)(value - s->line);
        return append(&s->data, &s->data_len, &s->data_room, value, len) &&
               append(&s->data, &s->data_len, &s->data_room, "\n", 1);
    }
    if (strcmp(s->line, "event") == 0)
        snprintf(s->name, sizeof s->name, "%s", value);
    else if (strcmp(s->line, "id") == 0)
        snprintf(s->id, sizeof s->id, "%s", value);
    else if (strcmp(s->line, "retry") == 0)
        s->retry_ms = (unsigned)strtoul(value, NULL, 10);
    return true;
}

bool sse_feed(struct sse *s, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        if (s->after_cr && text[i] == '\n')
            i++;
        s->after_cr = false;
        size_t n = 0;
        while (i + n < len && text[i + n] != '\n' && text[i + n] != '\r')
            n++;
        if (!append(&s->line, &s->line_len, &s->line_room, text + i, n))
            return false;
        i += n;
        if (i == len)
            break;
        s->after_cr = text[i++] == '\r';
        if (!take_line(s))
            return false;
        s->line_len = 0;
    }
    return true;
}

/* ---- Connecting ---- */

static size_t take_events(char *data, size_t size, size_t count, void *user)
{
    return sse_feed(user, data, size * count) ? size * count : 0;
}

/* Runs the transfer until it ends or *stop is set. */
static CURLcode run(struct http_client *client, CURLM *multi, const atomic_bool *stop)
{
    CURLcode result = CURLE_ABORTED_BY_CALLBACK;
    curl_multi_add_handle(multi, client->easy);
    while (!atomic_load(stop)) {
        int running = 0, left;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            break;
        const CURLMsg *msg = curl_multi_info_read(multi, &left);
        if (msg && msg->msg == CURLMSG_DONE) {
            result = msg->data.result;
            break;
        }
        if (curl_multi_poll(multi, NULL, 0, POLL_MS, NULL) != CURLM_OK)
            break;
    }
    curl_multi_remove_handle(multi, client->easy);
    return result;
}

static int follow_once(struct http_client *client, const char *path, struct sse *sse,
                       const atomic_bool *stop, long *status, struct cr_err *err)
{
    struct curl_slist *list;
    int rc = client_prepare(client, path, "Accept: text/event-stream", &list, err);
    if (rc != CR_OK)
        return rc;
    CURLM *multi = curl_multi_init();
    if (!multi) {
        curl_slist_free_all(list);
        return err_set(err, CR_E_RANGE, "http client: out of memory");
    }
    CURL *easy = client->easy;
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_events);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, sse);
    curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, SILENCE_SECONDS);
    CURLcode code = run(client, multi, stop);
    curl_multi_cleanup(multi);
    *status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
    curl_slist_free_all(list);
    if (*status >= 400 && *status < 500)
        return err_set(err, CR_E_INPUT, "%s%.80s: the server refuses with %ld",
                       client->bases[client->current], path, *status);
    return err_set(err, CR_E_IO, "%s%.80s: %s", client->bases[client->current], path,
                   client_fault(client, code));
}

/* Waits in short pieces, so that *stop is noticed soon. */
static void wait_ms(unsigned ms, const atomic_bool *stop)
{
    while (ms > 0 && !atomic_load(stop)) {
        unsigned piece = ms < POLL_MS ? ms : POLL_MS;
        clock_sleep_ms(piece);
        ms -= piece;
    }
}

static int follow(struct http_client *client, const char *path, struct sse *sse,
                  const atomic_bool *stop, struct cr_err *err)
{
    unsigned wait = WAIT_MS_AT_FIRST;
    size_t failed = 0; /* servers tried in a row that gave no stream */
    while (!atomic_load(stop)) {
        long status;
        sse_reset(sse);
        int rc = follow_once(client, path, sse, stop, &status, err);
        if (sse->ended || atomic_load(stop))
            break;
        if (rc != CR_E_IO)
            return rc;
        if (status == 200) {
            failed = 0;
            wait = WAIT_MS_AT_FIRST;
            if (!sse->on_event(sse->user, &(struct http_event){0}))
                break;
        }
        client->current = (client->current + 1) % client->base_count;
        /* Tries the other servers at once; when all have failed, waits, and longer each time. */
        if (++failed % client->base_count == 0) {
            wait_ms(wait, stop);
            wait = wait * 2 < WAIT_MS_MAX ? wait * 2 : WAIT_MS_MAX;
        }
    }
    return CR_OK;
}

int http_follow(struct http_client *client, const char *path, http_event_fn on_event, void *user,
                const atomic_bool *stop, struct cr_err *err)
{
    struct sse sse;
    sse_init(&sse, on_event, user);
    int rc = follow(client, path, &sse, stop, err);
    sse_free(&sse);
    return rc;
}
