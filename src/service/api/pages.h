/* The routes of the screens: the files of web/dist, which the build puts into the program.
 *
 * home.html is "/", any other X.html is "/X", every other file is "/web/NAME". */
#pragma once

#include "net/server.h"

/* One file of the build. */
struct page_file {
    const char *name, *etag;
    const unsigned char *data;
    size_t len;
};

extern const struct page_file page_files[];
extern const size_t page_file_count;

/* What a server offers besides the pages. The pages read this at /web/server.json, so that they do
 * not ask for anything that is missing: a browser shows every refusal as an error. */
struct pages_server {
    bool has_floor;   /* a manager answers on this server */
    bool has_console; /* a table with a dealer's console answers on this server */
    bool has_signer;  /* the manager signs its log */
};

/* The routes of the pages. They are static, because a program has one server only. Call this before
 * threads are started. */
const struct http_route *pages_routes(const struct pages_server *server, size_t *count);

/* Joins lists of routes into one. The caller frees it; NULL when memory runs out. */
struct route_list {
    const struct http_route *routes;
    size_t count;
};
struct http_route *routes_join(const struct route_list *lists, size_t list_count, size_t *count);
