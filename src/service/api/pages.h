/* The screens: the files of web/dist, which the build puts into the program.
 *
 * home.html is "/", another X.html is "/X", everything else is "/web/NAME". */
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

/* What a server has behind its pages. They read it at /web/server.json, so that none asks for what
 * is not there: a browser shows every refusal as an error. */
struct pages_server {
    bool has_floor;   /* a manager answers here */
    bool has_console; /* a dealer's table does */
    bool has_signer;  /* the log is signed */
};

/* Their routes; they live as long as the program, which has one server. Call it before there are
 * threads. */
const struct http_route *pages_routes(const struct pages_server *server, size_t *count);

/* All routes of the lists one after the other, in memory that is the caller's; NULL without
 * memory. A list is { routes, count }. */
struct route_list {
    const struct http_route *routes;
    size_t count;
};
struct http_route *routes_join(const struct route_list *lists, size_t list_count, size_t *count);
