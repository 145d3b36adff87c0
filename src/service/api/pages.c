/* The screens as routes; see pages.h. */
#include "service/api/pages.h"

#include "base/check.h"
#include "base/json_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES_MAX     64
#define PAGE_PATH_MAX 64

/* A page may run only files of this server: no inline script, and nothing from other hosts. */
static const char policy[] =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'";

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".woff2", "font/woff2"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
};

static struct http_static files[PAGES_MAX];
static struct http_route routes[PAGES_MAX];
static char paths[PAGES_MAX][PAGE_PATH_MAX];

static bool ends_with(const char *name, const char *ending)
{
    const size_t len = strlen(name), tail = strlen(ending);
    return len > tail && strcmp(name + len - tail, ending) == 0;
}

static const char *type_of(const char *name)
{
    size_t i = 0;
    while (i < sizeof types / sizeof types[0] && !ends_with(name, types[i].ending))
        i++;
    CHECK(i < sizeof types / sizeof types[0]); /* web/dist has no other kinds of files */
    return types[i].type;
}

static void set_path(char out[PAGE_PATH_MAX], const char *name)
{
    const int stem = (int)(strlen(name) - strlen(".html"));
    int len;
    if (strcmp(name, "home.html") == 0)
        len = snprintf(out, PAGE_PATH_MAX, "/");
    else if (ends_with(name, ".html"))
        len = snprintf(out, PAGE_PATH_MAX, "/%.*s", stem, name);
    else
        len = snprintf(out, PAGE_PATH_MAX, "/web/%s", name);
    CHECK(len > 0 && len < PAGE_PATH_MAX);
}

static void serve(struct http_request *req, void *user)
{
    http_add_header(req, "Content-Security-Policy", policy);
    http_add_header(req, "Referrer-Policy", "no-referrer");
    http_add_header(req, "Cross-Origin-Opener-Policy", "same-origin");
    http_add_header(req, "Cross-Origin-Resource-Policy", "same-origin");
    http_static_handler(req, user);
}

static char about[96];

static void serve_about(struct http_request *req, void *user)
{
    (void)user;
    http_respond(req, 200, HTTP_JSON, about, strlen(about));
}

static void describe(const struct pages_server *server)
{
    struct text t = text_in(about, sizeof(about));
    json_open(&t, NULL, '{');
    json_flag(&t, "floor", server->has_floor);
    json_flag(&t, "console", server->has_console);
    json_flag(&t, "signer", server->has_signer);
    json_close(&t, '}');
    CHECK(!t.cut);
}

const struct http_route *pages_routes(const struct pages_server *server, size_t *count)
{
    CHECK(page_file_count < PAGES_MAX);
    describe(server);
    for (size_t i = 0; i < page_file_count; i++) {
        const struct page_file *f = &page_files[i];
        set_path(paths[i], f->name);
        files[i] = (struct http_static){type_of(f->name), f->etag, f->data, f->len};
        routes[i] = (struct http_route){HTTP_GET, paths[i], serve, &files[i]};
    }
    routes[page_file_count] = (struct http_route){HTTP_GET, "/web/server.json", serve_about, NULL};
    *count = page_file_count + 1;
    return routes;
}

struct http_route *routes_join(const struct route_list *lists, size_t list_count, size_t *count)
{
    size_t all = 0;
    for (size_t i = 0; i < list_count; i++)
        all += lists[i].count;
    struct http_route *joined = calloc(all > 0 ? all : 1, sizeof(*joined));
    *count = 0;
    for (size_t i = 0; joined != NULL && i < list_count; i++) {
        if (lists[i].count > 0)
            memcpy(joined + *count, lists[i].routes, lists[i].count * sizeof(*joined));
        *count += lists[i].count;
    }
    return joined;
}
