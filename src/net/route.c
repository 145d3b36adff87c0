/* Finds the route that a request takes. */
#include "net/route.h"

#include <string.h>

static const char *const method_names[HTTP_METHODS] = {
    [HTTP_GET] = "GET",     [HTTP_POST] = "POST",     [HTTP_PUT] = "PUT",
    [HTTP_PATCH] = "PATCH", [HTTP_DELETE] = "DELETE",
};

enum http_method route_method(const char *name)
{
    for (unsigned m = 0; m < HTTP_METHODS; m++)
        if (strcmp(method_names[m], name) == 0)
            return (enum http_method)m;
    return HTTP_METHODS;
}

void route_allow(struct text *t, unsigned allowed)
{
    for (unsigned m = 0; m < HTTP_METHODS; m++)
        if (allowed & 1U << m)
            text_add_format(t, "%s%s%s", t->len ? ", " : "", method_names[m],
                            m == HTTP_GET ? ", HEAD" : "");
}

struct part {
    const char *text;
    size_t len;
};

/* The next part of a pattern that begins at "/"; false after the last. */
static bool next_part(const char **pattern, struct part *out)
{
    if (**pattern != '/' || (*pattern)[1] == '\0')
        return false;
    out->text = *pattern + 1;
    out->len = strcspn(out->text, "/");
    *pattern = out->text + out->len;
    return true;
}

/* ---- Keys ---- */

#define KEY_PARTS 7

static uint64_t part_byte(const char *text, size_t len)
{
    return len == 0
               ? 0
               : (len * 31 + (unsigned char)text[0] * 7u + (unsigned char)text[len - 1]) & 0xff;
}

struct route_key route_key_of(const char *pattern)
{
    struct route_key key = {.mask = 0xff};
    struct part part;
    unsigned count = 0;
    for (; next_part(&pattern, &part); count++) {
        const unsigned shift = 8 * (count + 1);
        if (count >= KEY_PARTS || part.text[0] == '{')
            continue;
        key.mask |= UINT64_C(0xff) << shift;
        key.value |= part_byte(part.text, part.len) << shift;
    }
    key.value |= count & 0xff;
    return key;
}

static uint64_t key_of_target(const struct target *target)
{
    uint64_t key = target->part_count & 0xff;
    for (unsigned i = 0; i < target->part_count && i < KEY_PARTS; i++)
        key |= part_byte(target->parts[i], strlen(target->parts[i])) << (8 * (i + 1));
    return key;
}

/* ---- Finding ---- */

/* How well the pattern fits: 0 when it does not, else a bit for each literal part, the leftmost
 * highest, so that of two patterns that fit the more literal one has the larger number. */
static unsigned fit(const char *pattern, const struct target *target)
{
    unsigned value = 1;
    struct part part;
    for (unsigned i = 0; i < target->part_count; i++) {
        if (!next_part(&pattern, &part))
            return 0;
        const char *given = target->parts[i];
        value <<= 1;
        if (part.text[0] == '{') {
            if (*given == '\0')
                return 0;
        } else if (strlen(given) == part.len && memcmp(given, part.text, part.len) == 0) {
            value |= 1;
        } else {
            return 0;
        }
    }
    return next_part(&pattern, &part) ? 0 : value;
}

const struct http_route *route_find(const struct http_route *routes, const struct route_key *keys,
                                    size_t count, const struct target *target,
                                    enum http_method method, unsigned *allowed)
{
    const uint64_t key = key_of_target(target);
    const struct http_route *best = NULL;
    unsigned best_fit = 0;
    *allowed = 0;
    for (size_t i = 0; i < count; i++) {
        if ((key & keys[i].mask) != keys[i].value)
            continue;
        unsigned value = fit(routes[i].pattern, target);
        if (value == 0)
            continue;
        *allowed |= 1U << routes[i].method;
        if (routes[i].method == method && value > best_fit) {
            best = &routes[i];
            best_fit = value;
        }
    }
    return best;
}

const char *route_param(const struct http_route *route, const struct target *target,
                        const char *name)
{
    const char *pattern = route->pattern;
    struct part part;
    for (unsigned i = 0; next_part(&pattern, &part); i++)
        if (part.text[0] == '{' && part.len == strlen(name) + 2 &&
            memcmp(part.text + 1, name, part.len - 2) == 0)
            return target->parts[i];
    return NULL;
}
