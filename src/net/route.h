/* Which route a request takes. */
#ifndef NET_ROUTE_H
#define NET_ROUTE_H

#include "net/server.h"
#include "net/target.h"

/* The route for the path and method; NULL: none. *allowed gets a bit for each method that the path
 * has a route for. */
const struct http_route *route_find(const struct http_route *routes, size_t count,
                                    const struct target *target, enum http_method method,
                                    unsigned *allowed);

/* The part of the path that stands for {name}; NULL: the pattern has no such name. */
const char *route_param(const struct http_route *route, const struct target *target,
                        const char *name);

/* HTTP_METHODS when it is none of ours. */
enum http_method route_method(const char *name);

/* For the Allow header: "GET, HEAD, POST". */
void route_allow(struct text *t, unsigned allowed);

#endif
