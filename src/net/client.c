/* An HTTP client that knows several servers. */
#include "net/client.h"

#include "base/err.h"
#include "net/client_internal.h"
#include "os/clock.h"

#include <pthread.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define URL_MAX    4096
#define CONNECT_MS 2000

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;
static CURLcode curl_ready = CURLE_FAILED_INIT;

static void init_curl(void)
{
    curl_ready = curl_global_init(CURL_GLOBAL_DEFAULT);
}

static bool is_base(const char *base)
{
    size_t scheme = strncmp(base, "http://", 7) == 0    ? 7
                    : strncmp(base, "https://", 8) == 0 ? 8
                                                        : 0;
    return scheme != 0 && base[scheme] != '\0' && !strpbrk(base + scheme, "/?# \r\n@") &&
           strlen(base) < 256;
}

int http_client_new(const char *const *bases, size_t count, struct http_client **out,
                    struct cr_err *err)
{
    if (count == 0 || count > HTTP_BASES_MAX)
        return err_set(err, CR_E_INPUT, "http client: give 1 to %d servers, not %zu",
                       HTTP_BASES_MAX, count);
    for (size_t i = 0; i < count; i++)
        if (!is_base(bases[i]))
            return err_set(err, CR_E_INPUT,
                           "http client: '%.200s' is no server; give an address such as "
                           "http://127.0.0.1:8080, without a path",
                           bases[i]);
    pthread_once(&curl_once, init_curl);
    struct http_client *client = calloc(1, sizeof *client);
    if (!client || curl_ready != CURLE_OK || !(client->easy = curl_easy_init())) {
        free(client);
        return err_set(err, CR_E_IO, "http client: libcurl could not be started");
    }
    client->answer_max = HTTP_ANSWER_MAX;
    for (size_t i = 0; i < count; i++) {
        client->bases[i] = strdup(bases[i]);
        if (!client->bases[i]) {
            http_client_free(client);
            return err_set(err, CR_E_IO, "http client: out of memory");
        }
        client->base_count++;
    }
    *out = client;
    return CR_OK;
}

void http_client_take_long(struct http_client *client)
{
    client->answer_max = HTTP_LONG_MAX;
}

/* Replaces a header; the old text is wiped, because it may be a secret. */
static void replace_header(char **slot, char *text)
{
    if (*slot)
        sodium_memzero(*slot, strlen(*slot));
    free(*slot);
    *slot = text;
}

void http_client_free(struct http_client *client)
{
    if (!client)
        return;
    curl_easy_cleanup(client->easy);
    for (size_t i = 0; i < client->base_count; i++)
        free(client->bases[i]);
    for (unsigned i = 0; i < CLIENT_HEADERS; i++)
        replace_header(&client->headers[i], NULL);
    client_forget(client);
    text_free(&client->body);
    free(client);
}

int http_client_set_header(struct http_client *client, const char *name, const char *value,
                           struct cr_err *err)
{
    size_t len = strlen(name);
    char **slot = NULL;
    for (unsigned i = 0; i < CLIENT_HEADERS; i++) {
        char *h = client->headers[i];
        if (h && strncasecmp(h, name, len) == 0 && h[len] == ':')
            slot = &client->headers[i];
    }
    for (unsigned i = 0; !slot && i < CLIENT_HEADERS; i++)
        if (!client->headers[i])
            slot = &client->headers[i];
    if (value && (strpbrk(value, "\r\n") || strpbrk(name, ": \r\n")))
        return err_set(err, CR_E_INPUT, "http client: header '%.60s' holds a line break", name);
    if (!slot)
        return value ? err_set(err, CR_E_RANGE, "http client: more than %d headers", CLIENT_HEADERS)
                     : CR_OK;
    char *text = NULL;
    if (value) {
        size_t size = len + strlen(value) + 3;
        text = malloc(size);
        if (!text)
            return err_set(err, CR_E_IO, "http client: out of memory");
        snprintf(text, size, "%s: %s", name, value);
    }
    replace_header(slot, text);
    return CR_OK;
}

const char *client_fault(const struct http_client *client, CURLcode code)
{
    return client->fault[0] ? client->fault : curl_easy_strerror(code);
}

static bool add_line(struct curl_slist **list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(*list, line);
    if (longer)
        *list = longer;
    return longer != NULL;
}

/* Makes the next requests use new connections. */
static bool reconnect(struct http_client *client)
{
    CURL *easy = curl_easy_init();
    if (!easy)
        return false;
    curl_easy_cleanup(client->easy);
    client->easy = easy;
    return true;
}

int client_prepare(struct http_client *client, const char *path, const char *content_type,
                   struct curl_slist **list, struct cr_err *err)
{
    char url[URL_MAX];
    int n = snprintf(url, sizeof url, "%s%s", client->bases[client->current], path);
    if (path[0] != '/' || n < 0 || (size_t)n >= sizeof url)
        return err_set(err, CR_E_INPUT, "http client: '%.80s' is no path, or too long", path);
    if (client_is_renewed(client) && !reconnect(client))
        return err_set(err, CR_E_IO, "http client: out of memory");
    CURL *easy = client->easy;
    /* Forgets the last request's options; connections stay open. */
    curl_easy_reset(easy);
    client->fault[0] = '\0';
    *list = NULL;
    /* Without "Expect: 100-continue": bodies are small, and waiting for the server's leave costs a
     * round trip. */
    bool good = add_line(list, "Expect:") && add_line(list, content_type);
    for (unsigned i = 0; good && i < CLIENT_HEADERS; i++)
        good = !client->headers[i] || add_line(list, client->headers[i]);
    good = good && curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, *list) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK && client_use_identity(client);
    if (!good) {
        curl_slist_free_all(*list);
        return err_set(err, CR_E_IO, "http client: out of memory");
    }
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, client->fault);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    return CR_OK;
}

static void set_method(CURL *easy, const char *method, const char *body, size_t len)
{
    if (strcmp(method, "HEAD") == 0)
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    if (body || strcmp(method, "POST") == 0 || strcmp(method, "PUT") == 0) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body ? body : "");
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
}

static struct http_client_answer answer_of(struct http_client *client)
{
    long status = 0;
    const char *type = NULL;
    curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(client->easy, CURLINFO_CONTENT_TYPE, &type);
    snprintf(client->content_type, sizeof client->content_type, "%s", type ? type : "");
    return (struct http_client_answer){.status = (unsigned)status,
                                       .content_type = client->content_type,
                                       .body = client->body.data ? client->body.data : "",
                                       .len = client->body.len,
                                       .base = client->bases[client->current]};
}

/* True when the next base is to be asked; it is then the current one. */
static bool goes_on(struct http_client *client, int rc, const struct http_client_answer *answer,
                    size_t left)
{
    const bool next = rc == CR_E_IO || (rc == CR_OK && answer->status == 503);
    if (!next || left <= 1)
        return false;
    client->current = (client->current + 1) % client->base_count;
    return true;
}

struct call {
    struct http_client *client;
    const char *method;
    const char *path;
    const char *body;
    size_t len;
    http_piece_fn take; /* gets the body as it comes; NULL: the body is kept */
    void *user;
    unsigned stall_s;
    size_t taken;
    bool is_refused; /* by the taker */
};

static size_t keep_piece(struct http_client *client, const char *data, size_t len)
{
    if (client->body.len + len > client->answer_max)
        return 0;
    text_add_len(&client->body, data, len);
    return client->body.cut ? 0 : len;
}

static size_t take_piece(char *data, size_t size, size_t count, void *user)
{
    struct call *call = user;
    const size_t len = size * count;
    long status = 0;
    curl_easy_getinfo(call->client->easy, CURLINFO_RESPONSE_CODE, &status);
    if (!call->take || status != 200)
        return keep_piece(call->client, data, len);
    call->is_refused = !call->take(call->user, data, len);
    call->taken += call->is_refused ? 0 : len;
    return call->is_refused ? 0 : len;
}

static int fail(const struct call *call, CURLcode code, struct cr_err *err)
{
    const char *base = call->client->bases[call->client->current];
    const char *why = client_fault(call->client, code);
    if (call->is_refused)
        return err_set(err, CR_E_IO, "%s%.80s: the answer could not be kept", base, call->path);
    if (call->taken > 0)
        return err_set(err, CR_E_IO, "%s%.80s: the answer broke off after %zu bytes: %s", base,
                       call->path, call->taken, why);
    if (code == CURLE_WRITE_ERROR && !call->take)
        return err_set(err, CR_E_IO, "%s%.80s: the answer exceeds %zu bytes", base, call->path,
                       call->client->answer_max);
    return err_set(err, CR_E_IO, "%s%.80s: %s", base, call->path, why);
}

/* A document may take as long as it likes, as long as something comes. */
static void set_times(const struct call *call, long timeout_ms)
{
    CURL *easy = call->client->easy;
    if (call->take) {
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)call->stall_s);
    } else {
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, timeout_ms);
    }
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     !call->take && timeout_ms < CONNECT_MS ? timeout_ms : (long)CONNECT_MS);
}

/* Makes one request to the current base. */
static int try_base(struct call *call, long timeout_ms, struct http_client_answer *answer,
                    struct cr_err *err)
{
    struct http_client *client = call->client;
    struct curl_slist *list;
    int rc =
        client_prepare(client, call->path,
                       call->take ? "Accept: */*" : "Content-Type: application/json", &list, err);
    if (rc != CR_OK)
        return rc;
    set_method(client->easy, call->method, call->body, call->len);
    text_free(&client->body);
    curl_easy_setopt(client->easy, CURLOPT_WRITEFUNCTION, take_piece);
    curl_easy_setopt(client->easy, CURLOPT_WRITEDATA, call);
    set_times(call, timeout_ms);
    CURLcode code = curl_easy_perform(client->easy);
    curl_slist_free_all(list);
    if (code != CURLE_OK)
        return fail(call, code, err);
    *answer = answer_of(client);
    if (call->take && answer->status == 200)
        answer->len = call->taken;
    return CR_OK;
}

int http_call(struct http_client *client, const char *method, const char *path, const char *body,
              size_t len, unsigned timeout_ms, struct http_client_answer *answer,
              struct cr_err *err)
{
    struct call call = {.client = client, .method = method, .path = path, .body = body, .len = len};
    int64_t until = clock_mono_ms() + timeout_ms;
    int rc = CR_E_IO;
    for (size_t left = client->base_count; left > 0; left--) {
        int64_t share = (until - clock_mono_ms()) / (int64_t)left;
        rc = try_base(&call, share > 1 ? (long)share : 1L, answer, err);
        if (!goes_on(client, rc, answer, left))
            break;
    }
    return rc;
}

int http_fetch(struct http_client *client, const char *path, unsigned stall_s, http_piece_fn take,
               void *user, struct http_client_answer *answer, struct cr_err *err)
{
    struct call call = {.client = client,
                        .method = "GET",
                        .path = path,
                        .take = take,
                        .user = user,
                        .stall_s = stall_s};
    int rc = CR_E_IO;
    for (size_t left = client->base_count; left > 0; left--) {
        rc = try_base(&call, 0, answer, err);
        /* Another server would begin anew. */
        if (call.taken > 0 || call.is_refused || !goes_on(client, rc, answer, left))
            break;
    }
    return rc;
}

bool http_client_header(struct http_client *client, const char *name, char *out, size_t size)
{
    struct curl_header *header = NULL;
    if (curl_easy_header(client->easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK ||
        strlen(header->value) >= size)
        return false;
    strcpy(out, header->value);
    return true;
}
