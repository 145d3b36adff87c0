/* Reads the addresses of stores and servers; see store_address.h. */
#include "service/client/store_address.h"

#include "base/text.h"
#include "floor/event.h"

#include <stdio.h>
#include <string.h>

static const char *after(const char *text, const char *prefix)
{
    size_t len = strlen(prefix);
    return strncmp(text, prefix, len) == 0 ? text + len : NULL;
}

static const char *postgres_rest(const char *address)
{
    const char *rest = after(address, "postgresql://");
    return rest ? rest : after(address, "postgres://");
}

/* Replaces the values of the parameters "password=" and "sslpassword=" with "*". */
static void cover_parameters(char *text)
{
    for (char *at = strstr(text, "password="); at; at = strstr(at, "password=")) {
        at += strlen("password=");
        size_t len = strcspn(at, "&");
        if (len == 0)
            continue;
        at[0] = '*';
        memmove(at + 1, at + len, strlen(at + len) + 1);
    }
}

const char *address_show(const char *address, char out[ADDRESS_TEXT_MAX])
{
    const char *rest = postgres_rest(address);
    /* as libpq reads it: a password may hold a '?', which begins parameters only behind the '@' */
    const char *end = rest ? rest + strcspn(rest, "/") : NULL;
    const char *at = NULL, *colon = NULL;
    for (const char *c = rest; c && c < end; c++) {
        if (*c == '@')
            at = c;
        else if (*c == ':' && !colon)
            colon = c;
    }
    if (at && colon && colon < at)
        snprintf(out, ADDRESS_TEXT_MAX, "%.*s:*%s", (int)(colon - address), address, at);
    else
        snprintf(out, ADDRESS_TEXT_MAX, "%s", address);
    if (rest)
        cover_parameters(out);
    return out;
}

const char *address_path(const char *address)
{
    if (postgres_rest(address) || strcmp(address, "memory:") == 0)
        return NULL;
    const char *path = after(address, "sqlite:");
    if (!path)
        path = after(address, "archive:");
    return path ? path : address;
}

bool address_is_url(const char *address)
{
    return after(address, "http://") || after(address, "https://");
}

bool address_listen(const char *text, char *host, size_t size, uint16_t *port)
{
    const char *colon = strrchr(text, ':');
    unsigned long long number;
    if (!colon || colon == text || (size_t)(colon - text) >= size ||
        !text_read_uint(colon + 1, UINT16_MAX, &number))
        return false;
    snprintf(host, size, "%.*s", (int)(colon - text), text);
    *port = (uint16_t)number;
    return true;
}

const char *address_url(const char *scheme, const char *host, unsigned port,
                        char out[ADDRESS_URL_MAX])
{
    const bool is_six = strchr(host, ':') != NULL;
    snprintf(out, ADDRESS_URL_MAX, "%s://%s%s%s:%u", scheme, is_six ? "[" : "", host,
             is_six ? "]" : "", port);
    return out;
}

bool address_is_id(const char *text)
{
    const size_t len = strlen(text);
    return len < FLOOR_ID_MAX && text[0] >= 'a' && text[0] <= 'z' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}
