/* The target of a request, parsed strictly. */
#include "net/target.h"

#include "base/hex.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

/* Overlong UTF-8 is refused: it is how a '/' or a '.' gets past a check for these characters. */
static bool decode(char *text, bool plus_is_space)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        char c = *from;
        if (c == '%') {
            int high = hex_digit(from[1]);
            int low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0 || high + low == 0)
                return false;
            c = (char)(high * 16 + low);
            from += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        *to++ = c;
    }
    *to = '\0';
    return utf8_is_clean(text, (size_t)(to - text), false);
}

/* Cuts the text at the first c and returns what follows, or NULL. */
static char *cut(char *text, char c)
{
    char *at = strchr(text, c);
    if (at)
        *at++ = '\0';
    return at;
}

static const char *parse_path(char *path, struct target *out)
{
    if (*path == '\0')
        return NULL;
    for (char *part = path, *next; part; part = next) {
        next = cut(part, '/');
        if (!decode(part, false))
            return "The path is not percent-encoded UTF-8 text.";
        if (strcmp(part, ".") == 0 || strcmp(part, "..") == 0 || strpbrk(part, "/\\"))
            return "The path holds '.', '..' or an encoded slash.";
        if (strlen(part) > TARGET_PART_MAX)
            return "A part of the path is longer than 128 bytes.";
        if (out->part_count == TARGET_PARTS)
            return "The path has more than 16 parts.";
        out->parts[out->part_count++] = part;
    }
    return NULL;
}

static const char *parse_query(char *query, struct target *out)
{
    for (char *pair = query, *next; pair; pair = next) {
        next = cut(pair, '&');
        char *value = cut(pair, '=');
        if (!decode(pair, true) || (value && !decode(value, true)))
            return "The query is not percent-encoded UTF-8 text.";
        if (*pair == '\0')
            return "A query parameter has no name.";
        /* A name that nobody asks for is repeated in the refusal, which has limited room. */
        if (strlen(pair) > TARGET_VALUE_MAX || (value && strlen(value) > TARGET_VALUE_MAX))
            return "A query parameter is longer than 512 bytes.";
        if (out->query_count == TARGET_QUERY)
            return "There are more than 16 query parameters.";
        for (unsigned i = 0; i < out->query_count; i++)
            if (strcmp(out->query[i].name, pair) == 0)
                return "A query parameter is given twice.";
        out->query[out->query_count++] = (struct target_pair){pair, value ? value : ""};
    }
    return NULL;
}

const char *target_parse(char *text, struct target *out)
{
    *out = (struct target){0};
    if (*text != '/')
        return "The request's target does not begin with '/'.";
    for (const char *s = text; *s; s++)
        if (*s <= ' ' || *s > '~' || *s == '#')
            return "The request's target holds characters that must be percent-encoded.";
    char *query = cut(text, '?');
    const char *fault = parse_path(text + 1, out);
    return fault || !query || *query == '\0' ? fault : parse_query(query, out);
}

#define PORT_DIGITS 5

bool target_host(const char *host, char *name, size_t room)
{
    const bool quoted = host[0] == '[';
    const size_t size = strcspn(host + quoted, quoted ? "]" : ":");
    const char *rest = host + quoted + size;
    if (size == 0 || size >= room || (quoted && *rest++ != ']'))
        return false;
    const size_t digits = *rest == ':' ? strspn(rest + 1, "0123456789") : 0;
    if (*rest == ':' && (digits > PORT_DIGITS || rest[1 + digits] != '\0'))
        return false;
    if (*rest != ':' && *rest != '\0')
        return false;
    memcpy(name, host + quoted, size);
    name[size] = '\0';
    return true;
}
