/* Reads one event as text: a flat JSON object, read strictly. */
#include "verify.h"

#include <string.h>

#define ITEMS 32 /* as many as any list of the log has */

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

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads one escape in the log's own spelling: a quote or a backslash behind a backslash, a control
 * character as \u00 and two digits. Another spelling could make two names of one. */
static bool read_escape(struct reader *r, char *out)
{
    if (take(r, '"') || take(r, '\\')) {
        *out = r->at[-1];
        return true;
    }
    if (r->end - r->at < 5 || memcmp(r->at, "u00", 3) != 0)
        return false;
    const int high = hex_digit(r->at[3]), low = hex_digit(r->at[4]);
    *out = (char)(16 * high + low);
    r->at += 5;
    return low >= 0 && (high == 0 || high == 1 || (high == 7 && low == 15));
}

static bool read_string(struct reader *r, struct text *out)
{
    char c;
    if (!take(r, '"'))
        return false;
    out->at = r->at;
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < ' ' || *r->at == 0x7f)
            return false;
        if (*r->at++ == '\\' && !read_escape(r, &c))
            return false;
    }
    out->len = (size_t)(r->at - out->at);
    return take(r, '"');
}

static bool read_number(struct reader *r, struct text *out)
{
    out->at = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    out->len = (size_t)(r->at - out->at);
    return out->len > 0 && out->len < 20 && (*out->at != '0' || out->len == 1);
}

/* Reads a text or a number. */
static bool read_item(struct reader *r, char *type, struct text *out)
{
    *type = r->at < r->end && *r->at == '"' ? '"' : '0';
    return *type == '"' ? read_string(r, out) : read_number(r, out);
}

static bool read_list(struct reader *r, struct member *m)
{
    char type;
    struct text item;
    m->value.at = r->at;
    if (!take(r, '['))
        return false;
    do
        if (!read_item(r, &type, &item))
            return false;
    while (take(r, ','));
    m->value.len = (size_t)(r->at - m->value.at);
    return take(r, ']');
}

static bool read_member_value(struct reader *r, struct member *m)
{
    if (r->at == r->end)
        return false;
    if (*r->at == '[') {
        m->type = '[';
        return read_list(r, m);
    }
    if (*r->at == 't') {
        m->type = 't';
        m->value = (struct text){r->at, 4};
        if (r->end - r->at < 4 || memcmp(r->at, "true", 4) != 0)
            return false;
        r->at += 4;
        return true;
    }
    return read_item(r, &m->type, &m->value);
}

static const struct member *find(const struct event *e, struct text name)
{
    for (unsigned i = 0; i < e->count; i++)
        if (text_same(e->members[i].name, name))
            return &e->members[i];
    return NULL;
}

bool event_read(struct event *e, const char *line, size_t len)
{
    struct reader r = {line, line + len};
    e->count = 0;
    if (!take(&r, '{'))
        return false;
    do {
        struct member m;
        if (e->count == MEMBERS || !read_string(&r, &m.name) || !take(&r, ':') ||
            !read_member_value(&r, &m) || find(e, m.name) != NULL)
            return false;
        e->members[e->count++] = m;
    } while (take(&r, ','));
    return take(&r, '}') && r.at == r.end;
}

/* ---- Texts ---- */

struct text text_of(const char *word)
{
    return (struct text){word, strlen(word)};
}

bool text_is(struct text text, const char *word)
{
    return text.len == strlen(word) && memcmp(text.at, word, text.len) == 0;
}

bool text_same(struct text a, struct text b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

void text_print(FILE *out, struct text text)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.at[i];
        const unsigned char next = i + 1 < text.len ? (unsigned char)text.at[i + 1] : 0;
        const bool is_long = c == 0xc2 && next >= 0x80 && next < 0xa0; /* U+0080 to U+009F */
        fputc(c < ' ' || c == 0x7f || is_long ? '?' : c, out);
        i += is_long;
    }
}

bool text_unescape(struct text text, char *out, size_t size, size_t *len)
{
    struct reader r = {text.at, text.at + text.len};
    *len = 0;
    while (r.at < r.end) {
        char c = *r.at++;
        if ((c == '\\' && !read_escape(&r, &c)) || *len == size)
            return false;
        out[(*len)++] = c;
    }
    return true;
}

bool text_money(struct text text, int64_t *out)
{
    struct reader r = {text.at, text.at + text.len};
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

static uint64_t number_of(struct text text)
{
    uint64_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n = 10 * n + (uint64_t)(text.at[i] - '0');
    return n;
}

/* ---- Members ---- */

static const struct member *find_word(const struct event *e, const char *name)
{
    return find(e, text_of(name));
}

bool event_has(const struct event *e, const char *name)
{
    return find_word(e, name) != NULL;
}

struct text event_text(const struct event *e, const char *name)
{
    const struct member *m = find_word(e, name);
    return m == NULL || m->type != '"' ? (struct text){"", 0} : m->value;
}

bool event_is(const struct event *e, const char *name, const char *value)
{
    return text_is(event_text(e, name), value);
}

uint64_t event_number(const struct event *e, const char *name)
{
    const struct member *m = find_word(e, name);
    return m == NULL || m->type != '0' ? 0 : number_of(m->value);
}

bool event_money(const struct event *e, const char *name, int64_t *out)
{
    const struct member *m = find_word(e, name);
    *out = 0;
    return m == NULL || (m->type == '"' && text_money(m->value, out));
}

/* ---- Lists ---- */

/* Reads the items of a list, which must all be of that type. Returns how many; -1 for anything
 * else. */
static int items_of(const struct event *e, const char *name, char type, struct text *out, int max)
{
    const struct member *m = find_word(e, name);
    int count = 0;
    char found;
    if (m == NULL)
        return 0;
    if (m->type != '[')
        return -1;
    struct reader r = {m->value.at + 1, m->value.at + m->value.len};
    do {
        if (count == max || !read_item(&r, &found, &out[count]) || found != type)
            return -1;
        count++;
    } while (take(&r, ','));
    return count;
}

int event_texts(const struct event *e, const char *name, struct text *out, int max)
{
    return items_of(e, name, '"', out, max);
}

int event_amounts(const struct event *e, const char *name, int64_t *out, int max)
{
    struct text items[ITEMS];
    const int count = items_of(e, name, '"', items, max < ITEMS ? max : ITEMS);
    for (int i = 0; i < count; i++)
        if (!text_money(items[i], &out[i]))
            return -1;
    return count;
}

int event_numbers(const struct event *e, const char *name, uint64_t *out, int max)
{
    struct text items[ITEMS];
    const int count = items_of(e, name, '0', items, max < ITEMS ? max : ITEMS);
    for (int i = 0; i < count; i++)
        out[i] = number_of(items[i]);
    return count;
}
