/* One event as text: a flat JSON object, read strictly. */
#include "verify.h"

#include <string.h>

struct reader {
    const char *at, *end;
};

static bool take(struct reader *r, char c)
{
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool read_escape(struct reader *r)
{
    if (r->at == r->end)
        return false;
    const char c = *r->at++;
    if (c != 'u')
        return c != '\0' && strchr("\"\\/bfnrt", c) != NULL;
    for (int i = 0; i < 4; i++)
        if (r->at == r->end || !is_hex(*r->at++))
            return false;
    return true;
}

static bool read_string(struct reader *r, const char **at, size_t *len)
{
    if (!take(r, '"'))
        return false;
    *at = r->at;
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < ' ')
            return false;
        if (*r->at++ == '\\' && !read_escape(r))
            return false;
    }
    *len = (size_t)(r->at - *at);
    return take(r, '"');
}

static bool read_number(struct reader *r, const char **at, size_t *len)
{
    *at = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    *len = (size_t)(r->at - *at);
    return *len > 0 && *len < 20 && (**at != '0' || *len == 1);
}

/* A text or a number. */
static bool read_item(struct reader *r, char *type, const char **at, size_t *len)
{
    *type = r->at < r->end && *r->at == '"' ? '"' : '0';
    return *type == '"' ? read_string(r, at, len) : read_number(r, at, len);
}

static bool read_list(struct reader *r, struct member *m)
{
    char type;
    const char *at;
    size_t len;
    m->at = r->at;
    if (!take(r, '['))
        return false;
    do
        if (!read_item(r, &type, &at, &len))
            return false;
    while (take(r, ','));
    m->len = (size_t)(r->at - m->at);
    return take(r, ']');
}

static bool read_value(struct reader *r, struct member *m)
{
    if (r->at == r->end)
        return false;
    if (*r->at == '[') {
        m->type = '[';
        return read_list(r, m);
    }
    if (*r->at == 't') {
        m->type = 't';
        m->at = r->at;
        m->len = 4;
        if (r->end - r->at < 4 || memcmp(r->at, "true", 4) != 0)
            return false;
        r->at += 4;
        return true;
    }
    return read_item(r, &m->type, &m->at, &m->len);
}

static const struct member *find(const struct event *e, const char *name, size_t len)
{
    for (unsigned i = 0; i < e->count; i++)
        if (e->members[i].name_len == len && memcmp(e->members[i].name, name, len) == 0)
            return &e->members[i];
    return NULL;
}

bool event_read(struct event *e, const char *text, size_t len)
{
    struct reader r = {text, text + len};
    e->count = 0;
    if (!take(&r, '{'))
        return false;
    do {
        struct member m;
        if (e->count == MEMBERS || !read_string(&r, &m.name, &m.name_len) || !take(&r, ':') ||
            !read_value(&r, &m) || find(e, m.name, m.name_len) != NULL)
            return false;
        e->members[e->count++] = m;
    } while (take(&r, ','));
    return take(&r, '}') && r.at == r.end;
}

/* ---- Members ---- */

bool event_has(const struct event *e, const char *name)
{
    return find(e, name, strlen(name)) != NULL;
}

void event_text(const struct event *e, const char *name, char *out, size_t size)
{
    const struct member *m = find(e, name, strlen(name));
    const size_t len = m == NULL || m->type != '"' ? 0 : m->len < size ? m->len : size - 1;
    if (len > 0)
        memcpy(out, m->at, len);
    out[len] = '\0';
}

bool event_is(const struct event *e, const char *name, const char *value)
{
    const struct member *m = find(e, name, strlen(name));
    return m != NULL && m->type == '"' && m->len == strlen(value) &&
           memcmp(m->at, value, m->len) == 0;
}

static uint64_t number_of(const char *at, size_t len)
{
    uint64_t n = 0;
    for (size_t i = 0; i < len; i++)
        n = 10 * n + (uint64_t)(at[i] - '0');
    return n;
}

uint64_t event_number(const struct event *e, const char *name)
{
    const struct member *m = find(e, name, strlen(name));
    return m == NULL || m->type != '0' ? 0 : number_of(m->at, m->len);
}

/* "-12.5", up to 12 digits before the point and 6 behind it. */
static bool money_of(const char *at, size_t len, int64_t *out)
{
    struct reader r = {at, at + len};
    const bool is_negative = take(&r, '-');
    int64_t micro = 0;
    int digits = 0, decimals = -1;
    for (; r.at < r.end; r.at++) {
        if (*r.at == '.' && decimals < 0 && digits > 0) {
            decimals = 0;
            continue;
        }
        if (*r.at < '0' || *r.at > '9' || digits == 18 || decimals == 6)
            return false;
        micro = 10 * micro + (*r.at - '0');
        digits++;
        decimals += decimals >= 0;
    }
    if (digits == 0 || decimals == 0 || digits - (decimals > 0 ? decimals : 0) > 12)
        return false;
    for (int i = decimals > 0 ? decimals : 0; i < 6; i++)
        micro *= 10;
    *out = is_negative ? -micro : micro;
    return true;
}

bool event_money(const struct event *e, const char *name, int64_t *out)
{
    const struct member *m = find(e, name, strlen(name));
    *out = 0;
    return m == NULL || (m->type == '"' && money_of(m->at, m->len, out));
}

int event_amounts(const struct event *e, const char *name, int64_t *out, int max)
{
    const struct member *m = find(e, name, strlen(name));
    int count = 0;
    if (m == NULL)
        return 0;
    if (m->type != '[')
        return -1;
    struct reader r = {m->at + 1, m->at + m->len};
    do {
        char type;
        const char *at;
        size_t len;
        if (count == max || !read_item(&r, &type, &at, &len) || type != '"' ||
            !money_of(at, len, &out[count]))
            return -1;
        count++;
    } while (take(&r, ','));
    return count;
}

bool event_lists(const struct event *e, const char *name, uint64_t number)
{
    const struct member *m = find(e, name, strlen(name));
    if (m == NULL || m->type != '[')
        return false;
    struct reader r = {m->at + 1, m->at + m->len};
    do {
        char type;
        const char *at;
        size_t len;
        if (!read_item(&r, &type, &at, &len))
            return false;
        if (type == '0' && number_of(at, len) == number)
            return true;
    } while (take(&r, ','));
    return false;
}
