/* A manager with its interface in this process; see api_fixture.h. */
#include "api_fixture.h"

#include "base/text.h"
#include "os/clock.h"
#include "sim/practice.h"

#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TIMEOUT_MS 60000

api_observer *api_observe;

static void die(void *context, const struct cr_err *err)
{
    (void)context;
    fprintf(stderr, "the store failed: %s\n", err->text);
    abort();
}

static void need(int rc, const struct cr_err *err)
{
    if (rc != 0)
        fail_msg("%s", err->text);
}

static void open_stores(struct api_server *s, const char *address)
{
    struct cr_err err = {0};
    need(store_open(address != NULL ? address : "memory:", STORE_CREATE, &s->store, &err), &err);
    const char *engine = store_engine(s->store);
    if (strcmp(engine, "memory") != 0)
        need(store_open(address, STORE_READ, &s->log, &err), &err);
    if (strcmp(engine, "postgresql") == 0)
        need(store_open(address, STORE_READ, &s->follow, &err), &err);
}

static void open_doors(struct api_server *s, const struct api_config *config)
{
    struct cr_err err = {0};
    struct api_config with_practice = *config;
    if (with_practice.practice == NULL)
        with_practice.practice = &practice_service;
    need(api_new(s->writer, s->log != NULL ? s->log : s->store, s->address, &with_practice, &s->api,
                 &err),
         &err);
    struct http_config http = {.threads = 2, .seen = api_seen, .seen_user = s->api};
    http.routes = api_routes(s->api, &http.route_count);
    need(http_server_start(&http, &s->http, &err), &err);
    snprintf(s->base, sizeof(s->base), "http://127.0.0.1:%u", http_server_port(s->http));
    const char *base = s->base;
    need(http_client_new(&base, 1, &s->client, &err), &err);
}

static void close_doors(struct api_server *s)
{
    http_client_free(s->client);
    http_server_stop(s->http);
    api_free(s->api);
}

void api_server_reopen(struct api_server *s, const struct api_config *config)
{
    close_doors(s);
    open_doors(s, config);
}

struct api_server *api_server_start(const char *address, const char *id, unsigned lease_ms)
{
    /* LLVM's OpenMP runtime forgets its critical sections when the last thread that it knows ends,
     * which could be a worker of the server. This call makes it know the test's own thread. */
    (void)omp_get_max_threads();
    struct api_server *s = calloc(1, sizeof(*s));
    struct cr_err err = {0};
    struct manager_config config = {.lease_ms = lease_ms, .limits = floor_limits_usual};
    config.limits.tables = 2048;
    snprintf(config.id, sizeof(config.id), "%s", id);
    snprintf(config.version, sizeof(config.version), "test");
    open_stores(s, address);
    need(manager_new(s->store, &config, clock_wall_ms(), clock_mono_ms(), &s->manager, &err), &err);
    need(writer_start(s->manager, s->follow, die, NULL, &s->writer, &err), &err);
    s->address = address;
    open_doors(s, &(struct api_config){.is_open = true});
    return s;
}

void api_server_stop(struct api_server *s)
{
    close_doors(s);
    writer_stop(s->writer);
    manager_free(s->manager);
    if (s->log != NULL)
        store_close(s->log);
    if (s->follow != NULL)
        store_close(s->follow);
    store_close(s->store);
    free(s);
}

struct api_said api_ask(struct http_client *client, const char *method, const char *path,
                        const char *body)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct api_said said = {0};
    need(http_call(client, method, path, body, body != NULL ? strlen(body) : 0, TIMEOUT_MS, &answer,
                   &err),
         &err);
    said.status = answer.status;
    snprintf(said.type, sizeof(said.type), "%.*s", (int)strcspn(answer.content_type, ";"),
             answer.content_type);
    said.body = malloc(answer.len + 1);
    memcpy(said.body, answer.body, answer.len + 1);
    said.len = answer.len;
    if (api_observe != NULL)
        api_observe(method, path, &said);
    return said;
}

void api_said_free(struct api_said *said)
{
    free(said->body);
    said->body = NULL;
}

/* Returns the body of the last answer, after comparing its status. The next call overwrites it. */
static const char *keep(struct api_said said, const char *path, unsigned status)
{
    static char last[1024 * 1024];
    if (status == 0)
        status = said.status;
    if (said.status != status)
        print_message("%s: %u, not %u: %s\n", path, said.status, status, said.body);
    assert_int_equal(said.status, status);
    snprintf(last, sizeof(last), "%s", said.body);
    api_said_free(&said);
    return last;
}

const char *api_get(struct api_server *s, const char *path, unsigned status)
{
    return keep(api_ask(s->client, "GET", path, NULL), path, status);
}

const char *api_post(struct api_server *s, const char *path, unsigned status, const char *format,
                     ...)
{
    static char body[65536];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof(body), format, args);
    va_end(args);
    return keep(api_ask(s->client, "POST", path, body), path, status);
}

unsigned long long api_number(const char *text, const char *key)
{
    char pattern[64];
    snprintf(pattern, sizeof(pattern), "\"%s\":", key);
    const char *at = strstr(text, pattern);
    return at != NULL ? strtoull(at + strlen(pattern), NULL, 10) : 0;
}

void api_word(const char *text, const char *key, char *out, size_t size)
{
    char pattern[64];
    snprintf(pattern, sizeof(pattern), "\"%s\":\"", key);
    const char *at = strstr(text, pattern);
    out[0] = '\0';
    if (at != NULL)
        snprintf(out, size, "%.*s", (int)strcspn(at + strlen(pattern), "\""), at + strlen(pattern));
}

/* ---- A floor ---- */

void api_add_document(struct api_server *s, const char *shipped, char hash[65])
{
    static char json[32768];
    struct text t;
    const struct cr_shipped *file = cr_shipped_find(shipped);
    assert_non_null(file);
    text_init(&t, json, sizeof(json));
    text_add_json(&t, file->text, file->len);
    api_word(api_post(s, "/api/v1/documents", 201, "{\"user\":\"a\",\"text\":%s}", json),
             "document", hash, 65);
    assert_int_equal(strlen(hash), 64);
}

void api_set_up(struct api_server *s)
{
    char cn[65], uth[65];
    api_post(s, "/api/v1/people", 201,
             "{\"person\":\"a\",\"item\":\"manager\",\"user\":\"setup\"}");
    api_post(s, "/api/v1/people", 201,
             "{\"person\":\"b\",\"item\":\"manager\",\"user\":\"setup\"}");
    for (char c = 'c'; c <= 'e'; c++)
        api_post(s, "/api/v1/people", 201,
                 "{\"person\":\"%c\",\"item\":\"supervisor\",\"user\":\"a\",\"approver\":\"b\"}",
                 c);
    api_add_document(s, "cn", cn);
    api_add_document(s, "uth-cn", uth);
    api_post(s, "/api/v1/links/main/configure", 200,
             "{\"document\":\"%s\",\"user\":\"a\",\"approver\":\"b\"}", cn);
    api_post(s, "/api/v1/tables/t1/configure", 200,
             "{\"document\":\"%s\",\"link\":\"main\",\"item\":\"Hold'em\",\"user\":\"a\","
             "\"approver\":\"b\"}",
             uth);
}

unsigned long long api_head(struct api_server *s)
{
    return api_number(api_get(s, "/readyz", 200), "seq");
}

void api_path(const char *pattern, const char *other, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    while (*pattern != '\0') {
        if (*pattern != '{') {
            text_add_char(&t, *pattern++);
            continue;
        }
        text_add(&t, strncmp(pattern, "{link}", 6) == 0    ? "main"
                     : strncmp(pattern, "{table}", 7) == 0 ? "t1"
                                                           : other);
        pattern += strcspn(pattern, "}") + 1;
    }
}

/* ---- A table's events ---- */

unsigned long long api_event(struct api_server *s, unsigned *seq, const char *kind,
                             const char *more)
{
    return api_number(api_post(s, "/api/v1/tables/t1/events", 200,
                               "{\"kind\":\"%s\",\"epoch\":1,\"table_seq\":%u%s}", kind, ++*seq,
                               more),
                      "seq");
}

void api_rounds(struct api_server *s, unsigned *seq, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        api_event(s, seq, "coin_in", ",\"seats\":[1,2,5]");
        api_event(s, seq, "game_over", "");
    }
}

void api_server_stop_at(struct api_server *s, const char *file)
{
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    api_server_stop(s);
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof(path), "%s%s", file, parts[i]);
        unlink(path);
    }
}
