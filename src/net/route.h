/* Finds the route that a request takes. */
#pragma once

#include "net/server.h"
#include "net/target.h"

/* A byte for the number of parts and one for each of the first seven parts: one comparison rules
 * out most patterns that do not fit a target. */
struct route_key {
    uint64_t mask; /* of the parts that are literal */
    uint64_t value;
};

struct route_key route_key_of(const char *pattern);

/* The route for the path and method; NULL: none. *allowed gets a bit for each method that the path
 * has a route for. keys[i] is the key of routes[i]. */
const struct http_route *route_find(const struct http_route *routes, const struct route_key *keys,
                                    size_t count, const struct target *target,
                                    enum http_method method, unsigned *allowed);

/* The part of the path that stands for {name}; NULL: the pattern has no such name. */
const char *route_param(const struct http_route *route, const struct target *target,
                        const char *name);

/* HTTP_METHODS when it is none of ours. */
enum http_method route_method(const char *name);

/* For the Allow header: "GET, HEAD, POST". */
void route_allow(struct text *t, unsigned allowed);
